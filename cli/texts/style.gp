set border 3 linecolor rgb '#444444'
set tics nomirror out scale 0.6 textcolor rgb '#222222'
set grid linecolor rgb '#e4e4e4' linetype 1 linewidth 0.8
set key noenhanced
