#!/usr/bin/env bats
# jato plot of programs: whole numbers and choices as such, and a fit to the evaluations.

setup_file() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  cat >sim.awk <<'TEXT'
BEGIN {
  steps["bdf"] = 0; steps["adams"] = 40; steps["rk"] = 90
  print (n - 31) ^ 2 + steps[s] + 20 * (log(k) - log(0.01)) ^ 2
}
TEXT
  "$JATO" minimize --command 'awk -v n={n} -v s={s} -v k={k} -f sim.awk' --var n=1:60:int --var s=bdf,adams,rk \
    --var k=1e-4:1:log --evaluations 80 --particles 40 --algorithm pso --seed 1 --save sim.h5 --json \
    >sim.json 2>/dev/null || true # a build without programs, or without run files
}

setup() {
  load ../helper
  need_programs
  cd "$BATS_FILE_TMPDIR" || return 1
  [ -f sim.h5 ] || skip "this build writes no run files"
  command -v gnuplot >/dev/null || skip "there is no gnuplot"
}

text_of() {
  python3 -c '
import sys, xml.etree.ElementTree as tree
print("\n".join(piece for piece in tree.parse(sys.argv[1]).getroot().itertext() if piece.strip()))' "$1"
}

# A gnuplot that keeps the script it is given: what is drawn, in the coordinates of the axes.
script_of() {
  mkdir -p "$BATS_TEST_TMPDIR/bin"
  printf '#!/bin/sh\ntee script | %s -d\n' "$(command -v gnuplot)" >"$BATS_TEST_TMPDIR/bin/gnuplot"
  chmod +x "$BATS_TEST_TMPDIR/bin/gnuplot"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH "$JATO" plot sim.h5 --kind "$1" --output "$BATS_TEST_TMPDIR/any.svg" >/dev/null
  cat script
}

# The lines of a block of data, $NAME << end.
block() {
  awk -v name="\$$1" '$1 == name { inside = 1; next } $1 == "end" { inside = 0 } inside && NF'
}

@test "the best point and all evaluations are on whole numbers and on the middles of choices" {
  script=$(script_of slice)
  read -r n s <<<"$(block best <<<"$script")"
  same "$n" "$(jq .values.n sim.json)"
  case $s in 0.5 | 1.5 | 2.5) ;; *) false ;; esac
  block particles <<<"$script" | awk '$1 != int($1) || ($2 != 0.5 && $2 != 1.5 && $2 != 2.5) { bad++ } END { exit bad || NR != 80 }'
}

# The objective is quadratic in n, in log k and by choice: the fit has to find it.
@test "a slice of a program is a fit to its evaluations, and says so" {
  "$JATO" plot sim.h5 --kind slice --output slice.svg
  text=$(text_of slice.svg)
  contains "$text" "quadratic fit"
  contains "$text" " to 80 evaluations, explains 99 %"
  for choice in bdf adams rk; do contains "$text" "$choice"; done
}

@test "importance: what the objective changes by most comes first" {
  "$JATO" plot sim.h5 --kind importance --output importance.svg
  contains "$(text_of importance.svg)" "permutation importance"
  same "$(script_of importance | grep -o "^set ytics ('[a-z]*'")" "set ytics ('n'"
  shares=$(script_of importance | block bars | awk '{ sum += $2 } END { printf "%.0f", sum }')
  same "$shares" 100
}

@test "the way down has a step for each evaluation that was better, and the time from the start" {
  better=$("$JATO" export sim.h5 --what evaluations | awk -F, 'NR == 2 || (NR > 1 && $7 < best) { n++; best = $7 } END { print n }')
  same "$(script_of convergence | block run0 | awk '{ print $2 }' | sort -u | wc -l)" "$better"
  contains "$(script_of convergence)" "with steps"
  "$JATO" plot sim.h5 --kind convergence --output way.svg
  contains "$(text_of way.svg)" "time from the start of the run"
}

@test "coordinates side by side have their bounds and choices beside them" {
  "$JATO" plot sim.h5 --kind parallel --output parallel.svg
  text=$(text_of parallel.svg)
  for word in Evaluations 60 0.0001 bdf adams rk; do contains "$text" "$word"; done
}

@test "without its journal a run of a program still has its pictures" {
  cp sim.h5 alone.h5
  run "$JATO" plot alone.h5
  same "$status" 0
  same "$output" "$(printf 'alone-%s.svg\n' convergence diversity parallel slice)"
  run "$JATO" plot alone.h5 --kind importance
  same "$status" 0
  contains "$(text_of alone-importance.svg)" "needs evaluations that were kept"
}

@test "a pdf is one page of the size that was asked for, 96 pixels to the inch" {
  "$JATO" plot sim.h5 --kind importance --size 960x480 --output page.pdf
  same "$(head -c 5 page.pdf)" "%PDF-"
  grep -aqE '/MediaBox \[ ?0 0 720(\.0+)? 360(\.0+)? ?\]' page.pdf
}
