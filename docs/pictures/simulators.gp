# Draws eight.png, energy-error.png and two-stream-energy.png from the tables of docs/simulators.md:
#   gnuplot docs/pictures/simulators.gp
set datafile separator ","
line = "pngcairo font 'sans,13' background 'white'"

set terminal @line size 640,300
set output "docs/pictures/eight.png"
set size ratio -1
set key outside bottom center horizontal
set xrange [-1.2:1.2]
set yrange [-0.6:0.6]
set ytics 0.5
x(b) = 2 + 3 * b
plot for [b=0:2] "verlet.csv" every ::::212 using x(b):x(b)+1 with lines lw 2 lc b+1 title sprintf("body %d", b+1), \
  for [b=0:2] "verlet.csv" every ::1::1 using x(b):x(b)+1 with points pt 7 lc b+1 notitle
reset

set datafile separator ","
set terminal @line size 640,380
set output "docs/pictures/energy-error.png"
set key outside top center horizontal
set logscale y
set format y "10^{%T}"
set xrange [0:12.66]
set yrange [1e-12:1e-2]
set xlabel "time (two periods)"
set ylabel "|E/E_0 - 1|"
energy = -1.2871419945693024 # of the first row
plot for [i in "euler verlet forest_ruth"] i.".csv" every 3::4 using (0.01*$1):(abs(($29+$30)/energy-1)) \
  with lines lw 1.5 title i noenhanced
reset

set datafile separator ","
set output "docs/pictures/two-stream-energy.png"
set key bottom right
set logscale y
set format y "10^{%T}"
set yrange [1e-9:1]
set xlabel "time (1/{/Symbol w}_p)"
set ylabel "energy"
at(step) = 0.95 * 0.05 / sqrt(2) * step
plot "plasma.csv" using (at($1)):2 with lines lw 2 title "kinetic", \
  "" using (at($1)):3 with lines lw 2 title "of the fields", \
  [4:22] 3e-8*exp(2*0.343*x) dt 2 lw 2 lc "black" title "exp(2 · 0.343 t)"
