# Target, start and result in one picture:
#   gnuplot -e "start='start.txt'; result='result.txt'; picture='response.svg'" plot.gp
# The ending of the picture's name says its format: .svg or .png.
if (picture[strlen(picture)-3:] eq ".png") {
  set terminal pngcairo size 900,700 font "Sans,11" enhanced
} else {
  set terminal svg size 900,700 font "Sans,11" enhanced background "white"
}
set output picture
set multiplot layout 2,1
set logscale x
set xrange [2000:200000]
set xtics ("2 kHz" 2000, "5 kHz" 5000, "10 kHz" 10000, "20 kHz" 20000, "50 kHz" 50000, \
  "100 kHz" 100000, "200 kHz" 200000)
set grid lc rgb "#dddddd" lt 1
set border lc rgb "#444444"
set lmargin 9
set rmargin 6

set title "Response of the band-pass"
set ylabel "gain / dB"
set yrange [-70:10]
set key top right
plot result using 1:3 with lines lw 6 lc rgb "#c9c9c9" title "target", \
  start using 1:2 with lines lw 2 dt 2 lc rgb "#d55e00" title "textbook values", \
  result using 1:2 with lines lw 2 lc rgb "#0072b2" title "tuned"

set title "What is missed: response - target"
set xlabel "frequency"
set ylabel "dB"
set yrange [-10:10]
plot 0 with lines lw 6 lc rgb "#c9c9c9" notitle, \
  start using 1:($2-$3) with lines lw 2 dt 2 lc rgb "#d55e00" title "textbook values", \
  result using 1:($2-$3) with lines lw 2 lc rgb "#0072b2" title "tuned"
unset multiplot
