#!/usr/bin/env bats
# jato simulate: pictures in and out, files and pipes, words about what is wrong.

setup() {
  load helper
  cd "$BATS_TEST_TMPDIR" || return 1
}

# A picture of 101 x 101 greys, which no two neighbours share.
picture() {
  python3 -c '
import sys
side = 101
sys.stdout.buffer.write(b"P5\n%d %d\n255\n" % (side, side))
sys.stdout.buffer.write(bytes(i * 167 % 256 for i in range(side * side)))'
}

@test "rule 30 is drawn as a diagram: the published rows from one cell" {
  "$JATO" simulate elementary:rule=30,width=21 --iterations 10 --output rule30.pgm --quiet
  python3 - <<'TEXT'
lines = open("rule30.pgm", "rb").read()
head, pixels = lines.split(b"255\n", 1)
assert head == b"P5\n21 11\n", head
rows = [[value == 0 for value in pixels[21 * y:21 * y + 21]] for y in range(11)]
known = [1, 7, 25, 111, 401, 1783, 6409, 28479, 102849, 456263, 1641433]
for y, number in enumerate(known):
    found = int("".join("01"[cell] for cell in rows[y][10 - y:10 + y + 1]), 2)
    assert found == number, (y, found, number)
TEXT
}

@test "a picture goes through the cat map and comes back byte for byte" {
  picture >cat.pgm
  "$JATO" simulate catmap --iterations 25 <cat.pgm >same.pgm
  cmp cat.pgm same.pgm
  "$JATO" simulate catmap --iterations 24 <cat.pgm >other.pgm
  run ! cmp -s cat.pgm other.pgm
  "$JATO" simulate catmap:way=launches --iterations 24 --input cat.pgm --output again.pgm
  cmp other.pgm again.pgm
}

@test "the same digest with every kernel and any number of threads" {
  one=$("$JATO" simulate totalistic:width=300,height=70 --iterations 50 | value_of digest)
  [ -n "$one" ]
  for spec in kernel=bytes kernel=local; do
    same "$("$JATO" simulate "totalistic:width=300,height=70,$spec" --iterations 50 | value_of digest)" "$one"
  done
  same "$("$JATO" simulate totalistic:width=300,height=70 --iterations 50 --device cpu:threads=3 |
    value_of digest)" "$one"
  differ "$("$JATO" simulate totalistic:width=300,height=70 --iterations 50 --seed 2 | value_of digest)" "$one"
}

@test "--every writes pictures with their numbers, and the last one is the end" {
  "$JATO" simulate totalistic --iterations 30 --every 10 --output a.pbm >/dev/null
  for number in 0 10 20 30; do [ -s "a-$number.pbm" ]; done
  cmp a.pbm a-30.pbm
  "$JATO" simulate totalistic --iterations 20 --input a-10.pbm --output b.pbm >/dev/null
  cmp a.pbm b.pbm
}

@test "--history has the numbers of every step: a body on its straight line" {
  "$JATO" simulate gravity:bodies=1,dt=0.5,precision=double --iterations 20 --every 5 --history one.csv --quiet >/dev/null
  python3 - <<'TEXT'
import csv
rows = list(csv.DictReader(open("one.csv")))
assert [int(row["step"]) for row in rows] == [0, 5, 10, 15, 20], rows
for row in rows:
    for axis in "012":
        there = float(rows[0][f"positions_0_{axis}"]) + 0.5 * int(row["step"]) * float(row[f"velocities_0_{axis}"])
        assert abs(float(row[f"positions_0_{axis}"]) - there) < 1e-12, row
    speed = sum(float(row[f"velocities_0_{axis}"]) ** 2 for axis in "012")
    assert abs(float(row["energies_0_0"]) - speed / 2) < 1e-12 * speed, row
TEXT
  "$JATO" simulate plasma:width=32,particles=2 --iterations 3 --history plasma.csv --quiet >/dev/null
  same "$(head -n 1 plasma.csv)" "step,energies_0_0,energies_0_1"
  same "$(wc -l <plasma.csv)" 5
  complains 2 "elementary has none" "$JATO" simulate elementary --history no.csv
  complains 4 "No such file" "$JATO" simulate gravity --history no/such.csv
  complains 2 "--every needs --output" "$JATO" simulate gravity --every 2
}

@test "--history replaces a planted link, and not what it leads to" {
  echo mine >precious
  ln -s precious planted.csv
  "$JATO" simulate gravity:bodies=1 --iterations 2 --history planted.csv --quiet >/dev/null
  same "$(cat precious)" mine
  [ ! -L planted.csv ]
  same "$(wc -l <planted.csv)" 4
  "$JATO" simulate gravity:bodies=1 --iterations 2 --history /dev/stderr --quiet 2>said >/dev/null
  cmp said planted.csv
  same "$(find . -name '*.tmp')" ""
}

# film SPEC ITERATIONS EVERY FRAMES: a movie has the pictures of --every, value for value.
film() {
  local number=0 shown
  "$JATO" simulate "$1" --iterations "$2" --every "$3" --output film.gif --quiet "${@:5}" >/dev/null
  "$JATO" simulate "$1" --iterations "$2" --every "$3" --output one.pgm --quiet "${@:5}" >/dev/null
  shown=$(python3 "$BATS_TEST_DIRNAME/../../sim/tests/image/read_gif.py" film.gif frame)
  same "$shown" "$4 $(sed -n 2p one.pgm) 4"
  for ((shown = 0; shown <= $2; shown += $3)); do cmp "frame-$((number++)).pgm" "one-$shown.pgm"; done
  cmp "frame-$(($4 - 1)).pgm" one.pgm
  rm -f ./*.pgm film.gif
}

@test "a .gif is a movie of the pictures that .pgm has one by one" {
  if [ "$("$JATO" doctor --json | jq .gif.works)" = false ]; then
    complains 3 libgif-dev "$JATO" simulate totalistic --output film.gif
    return
  fi
  picture >cat.pbm
  film totalistic:width=65,height=33 30 10 4
  film totalistic 25 10 4
  film gravity:bodies=64 8 4 3
  film plasma:width=64,particles=4 20 5 5
  film catmap 6 2 4 --input cat.pbm
  "$JATO" simulate elementary:width=21 --iterations 10 --output still.gif --quiet >/dev/null
  same "$(python3 "$BATS_TEST_DIRNAME/../../sim/tests/image/read_gif.py" still.gif still)" "1 21 11 4"
}

@test "--profile lists kernels, --json has them as objects" {
  run -0 "$JATO" simulate totalistic --iterations 7 --profile
  contains "$output" "jk_packed_step                 7"
  "$JATO" simulate totalistic --iterations 7 --profile --json | python3 -c '
import json, sys
run = json.load(sys.stdin)
step = [kernel for kernel in run["kernels"] if kernel["name"] == "jk_packed_step"][0]
assert run["iterations"] == 7 and run["width"] == 256 and run["unit"] == "cells"
assert step["calls"] == 7 and 0 < step["least"] <= step["average"] <= step["most"] <= step["total"]
assert abs(sum(kernel["share"] for kernel in run["kernels"]) - 1) < 1e-9'
}

@test "what is wrong is said, with what to type" {
  run -2 "$JATO" simulate
  contains "$output" "jato list simulators"
  run -2 "$JATO" simulate elementery
  contains "$output" 'did you mean "elementary"'
  run -2 "$JATO" simulate elementary:rule=300
  contains "$output" "255"
  run -2 "$JATO" simulate totalistic --output a.pmg
  contains "$output" "did you mean"
  run -2 "$JATO" simulate totalistic --every 5
  contains "$output" "--output FILE"
  printf 'P5\n3 2\n255\n123456' >wide.pgm
  run -2 "$JATO" simulate catmap --input wide.pgm
  contains "$output" "3 x 2"
  run -4 "$JATO" simulate catmap --input not-there.pgm
  contains "$output" "not-there.pgm"
}
