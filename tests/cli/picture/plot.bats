#!/usr/bin/env bats
# jato plot: pictures of run files, looked at by other programs than the one that drew them.

setup_file() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  "$JATO" minimize rastrigin --dim 3 --particles 40 --iterations 60 --seed 1 --save a.h5 >/dev/null ||
    [ $? -eq 3 ] # without HDF5 there are no run files
  if [ ! -f a.h5 ]; then return 0; fi
  "$JATO" minimize rastrigin --dim 3 --particles 40 --iterations 90 --seed 2 --save b.h5 >/dev/null
  "$JATO" minimize -e 'log(x(0)) + sq(x(0))' --dim 1 --bounds -1:2 --particles 9 --iterations 5 --seed 1 \
    --save one.h5 >/dev/null
}

setup() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  [ -f a.h5 ] || skip "this build writes no run files"
  command -v gnuplot >/dev/null || skip "there is no gnuplot"
}

# Fails unless the file is well-formed XML; prints the text in it.
text_of() {
  python3 -c '
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag.endswith("svg"), root.tag
print("\n".join(piece for piece in root.itertext() if piece.strip()))' "$1"
}

@test "all four kinds, named after the run file, with their names on standard output" {
  run --separate-stderr "$JATO" plot a.h5
  same "$status" 0
  same "$output" "$(printf 'a-%s.svg\n' convergence diversity parallel slice)"
  for kind in convergence diversity parallel slice; do
    text=$(text_of "a-$kind.svg")
    contains "$text" "rastrigin, dim 3"
    contains "$text" "pso, 40 particles, seed 1"
  done
  contains "$(text_of a-convergence.svg)" "evaluations"
  contains "$(text_of a-convergence.svg)" "known minimum: 0"
  contains "$(text_of a-diversity.svg)" "box widths"
  contains "$(text_of a-slice.svg)" "x(1)"
}

@test "a slice along other axes says which, and axes that are not there are refused" {
  run "$JATO" plot a.h5 --kind slice --axes 2,0 --output axes.svg
  same "$status" 0
  contains "$(text_of axes.svg)" "x(2)"
  for axes in 0,3 1,1 0 a,b 0,1,2; do
    run "$JATO" plot a.h5 --kind slice --axes "$axes" --output none.svg
    same "$status" 2
    contains "$output" "--axes $axes"
  done
  [ ! -e none.svg ]
}

@test "a png is a png of the size that was asked for" {
  run "$JATO" plot a.h5 --kind slice --output sized.png --size 640x480
  same "$status" 0
  same "$(head -c 8 sized.png | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
  same "$(od -An -tu1 -j16 -N8 sized.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" "640 480"
}

@test "a problem with one coordinate has every picture" {
  "$JATO" minimize rastrigin --dim 1 --particles 9 --iterations 5 --seed 1 --save line.h5 >/dev/null
  run "$JATO" plot line.h5
  same "$status" 0
  for kind in convergence diversity parallel slice; do text_of "line-$kind.svg" >/dev/null; done
  contains "$(text_of line-slice.svg)" "objective"
}

@test "C source in a file is not run for a picture, which says so and leaves the objective out" {
  run --separate-stderr "$JATO" plot one.h5
  same "$status" 0
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "looking at a file runs nothing that it holds"
  for kind in convergence diversity parallel slice; do text_of "one-$kind.svg" >/dev/null; done
  case $(text_of one-slice.svg) in *objective*) false ;; esac
}

# A line of the picture is a path of gnuplot's with the palette's colour; without a swarm only the best
# point, of a colour of its own, was left.
@test "the coordinates of an algorithm without a swarm: the best points that it had" {
  "$JATO" minimize sphere --dim 3 --algorithm cmaes --iterations 40 --seed 1 --save points.h5 >/dev/null
  rows=$("$JATO" export points.h5 --csv | awk -F, 'NR > 1 && (NR == 2 || $4 < best) { n++ } NR > 1 { best = $4 } END { print n }')
  run "$JATO" plot points.h5 --kind parallel --output points.svg
  same "$status" 0
  contains "$(text_of points.svg)" "Best points so far of sphere, dim 3"
  contains "$(text_of points.svg)" "$rows shown"
  [ "$rows" -gt 5 ]
}

@test "several runs in one picture, each with its best in the legend" {
  run "$JATO" plot --compare a.h5 b.h5 --output both.svg
  same "$status" 0
  same "$output" both.svg
  text=$(text_of both.svg)
  contains "$text" "a.h5: best"
  contains "$text" "b.h5: best"
  contains "$text" "Convergence of 2 runs"
  contains "$text" "rastrigin, dim 3"
}

@test "on the terminal it is drawn with characters, no wider than it is" {
  run "$JATO" plot a.h5 --kind convergence --terminal
  same "$status" 0
  contains "$output" "rastrigin, dim 3"
  contains "$output" "evaluations"
  contains "$output" "***"
  widest=$(awk '{ if (length > w) w = length } END { print w }' <<<"$output")
  [ "$widest" -le 80 ]
}

@test "without gnuplot it says so, with code 3, and leaves nothing behind" {
  PATH=$BATS_TEST_TMPDIR run "$JATO" plot a.h5 --output missing.svg
  same "$status" 3
  contains "$output" "install gnuplot"
  [ ! -e missing-convergence.svg ]
}

@test "what gnuplot has to say is shown, and a picture that was there stays" {
  printf '#!/bin/sh\necho "line 1: no such thing" >&2\nexit 1\n' >"$BATS_TEST_TMPDIR/gnuplot"
  chmod +x "$BATS_TEST_TMPDIR/gnuplot"
  echo kept >kept.svg
  PATH=$BATS_TEST_TMPDIR:$PATH run "$JATO" plot a.h5 --kind diversity --output kept.svg
  same "$status" 1
  contains "$output" "gnuplot: line 1: no such thing"
  same "$(cat kept.svg)" kept
}

@test "wrong usage is refused with what to type" {
  run "$JATO" plot
  same "$status" 2
  contains "$output" "jato plot run.h5"
  run "$JATO" plot a.h5 b.h5
  same "$status" 2
  contains "$output" "jato plot --compare a.h5 b.h5"
  run "$JATO" plot a.h5 --output picture.eps
  same "$status" 2
  contains "$output" ".svg, .png or .pdf"
  run "$JATO" plot a.h5 --size 10x10
  same "$status" 2
  contains "$output" "--size 10x10"
  run "$JATO" plot nowhere.h5
  same "$status" 4
}

@test "a name in a run file cannot make gnuplot do anything" {
  # shellcheck disable=SC2016 # the file's name is meant as it stands
  name='a`touch harm`<b>&'"'"'.c'
  echo 'JATO_OBJECTIVE(x, n) { return sq(x(0)) + sq(x(n - 1)); }' >"./$name"
  "$JATO" minimize "./$name" --dim 2 --bounds -1:1 --particles 8 --iterations 3 --seed 1 --save odd.h5 \
    >/dev/null
  run "$JATO" plot odd.h5
  same "$status" 0
  [ ! -e harm ]
  contains "$(text_of odd-convergence.svg)" "<b>&"
}
