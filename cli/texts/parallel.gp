set cbrange [0:1]
set cbtics scale 0 ('best' 0, 'worst' 1)
set cblabel 'rank of the value' offset -2
set grid xtics ytics
plot $points using 1:2:3 with lines linecolor palette linewidth 1 notitle \
, $best using 1:2 with lines linecolor rgb '#ffffff' linewidth 5 notitle \
, $best using 1:2 with linespoints linecolor rgb '#D55E00' linewidth 2.5 pointtype 7 pointsize 0.5 \
title 'best point'
