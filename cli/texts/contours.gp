set contour base
unset surface
set cntrparam levels auto 8
set table $contours
splot $surface using 1:2:3
unset table
unset contour
set surface
