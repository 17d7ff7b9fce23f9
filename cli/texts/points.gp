$particles using 1:2 with points pointtype 7 pointsize 0.75 linecolor rgb '#ffffff' notitle \
, $particles using 1:2 with points pointtype 7 pointsize 0.5 linecolor rgb '#000000' title dots \
, $cross using 1:2:3:4 with vectors nohead linewidth 5 linecolor rgb '#ffffff' notitle \
, $cross using 1:2:3:4 with vectors nohead linewidth 2.5 linecolor rgb '#D55E00' notitle \
, NaN with points pointtype 1 pointsize 1.2 linewidth 2.5 linecolor rgb '#D55E00' title 'best point'
