#!/usr/bin/env bats
# An objective of the user's: a C file or an expression, with its box and its numbers.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return
  cat >sphere.c <<'TEXT'
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i < n; i++) sum += x(i) * x(i);
  return sum;
}
TEXT
}

# A short run of a user's function: own SUBJECT... prints JSON.
own() { "$JATO" minimize "$@" --particles 200 --iterations 40 --seed 3 --json; }

# refused CODE TEXT COMMAND...: exits with CODE and prints "jato: ..." with TEXT, nothing on stdout.
refused() {
  run --separate-stderr "${@:3}"
  same "$status" "$1"
  same "$output" ""
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato: "
  contains "$stderr" "$2"
}

@test "a user's sphere has the digest of the gallery's on the same box, in both precisions" {
  for precision in double float; do
    mine=$(own sphere.c --dim 7 --bounds -5.12:5.12 --precision $precision)
    theirs=$(own sphere --dim 7 --precision $precision)
    same "$(jq -r .digest <<<"$mine")" "$(jq -r .digest <<<"$theirs")"
    jq -e '.problem == "sphere.c" and .minimum == null and .nonfinite == 0' <<<"$mine"
  done
}

@test "a user's Rosenbrock has the digest of the gallery's" {
  cat >valley.c <<'TEXT'
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    real a = x(i + 1) - x(i) * x(i);
    real b = 1 - x(i);
    sum += 100 * a * a + b * b;
  }
  return sum;
}
TEXT
  mine=$(own valley.c --dim 6 --bounds -30:30)
  same "$(jq -r .digest <<<"$mine")" "$(own rosenbrock --dim 6 | jq -r .digest)"
}

@test "threads and levels do not change the digest" {
  first=$(own sphere.c --dim 5 --bounds -5:5)
  for device in cpu:threads=1 cpu:threads=2 $(levels); do
    other=$(own sphere.c --dim 5 --bounds -5:5 --device "$device")
    same "$(jq -r .digest <<<"$first")" "$(jq -r .digest <<<"$other")"
  done
}

@test "every device of this machine, and a swarm split over two of them, gives the same digest" {
  devices=$("$JATO" list devices --json | jq -r '.[] | select(.ready and .deterministic).spec')
  first=$(own sphere.c --dim 5 --bounds -5:5 | jq -r .digest)
  differ "$first" ""
  for device in $devices "$(tail -n 1 <<<"$devices")+cpu:threads=1"; do
    other=$(own sphere.c --dim 5 --bounds -5:5 --device "$device")
    same "$first" "$(jq -r .digest <<<"$other")"
  done
}

@test "an expression finds its minimum, and shows itself in the report" {
  json=$("$JATO" minimize -e 'sq(x(0) - 1) + 2 * sq(x(1) + 0.5) + 3' --dim 2 --bounds -5:5 --seed 1 \
    --iterations 300 --json)
  jq -e '(.best - 3 | fabs) < 1e-6 and (.x[0] - 1 | fabs) < 1e-3 and (.x[1] + 0.5 | fabs) < 1e-3' \
    <<<"$json"
  jq -e '.problem == "sq(x(0) - 1) + 2 * sq(x(1) + 0.5) + 3"' <<<"$json"
}

@test "an expression and a file of the same function have the same digest" {
  file=$(own sphere.c --dim 2 --bounds -5:5)
  expression=$(own -e 'x(0) * x(0) + x(1) * x(1)' --dim 2 --bounds -5:5)
  same "$(jq -r .digest <<<"$file")" "$(jq -r .digest <<<"$expression")"
}

@test "text and json say how it was compiled" {
  json=$(own sphere.c --dim 2 --bounds -5:5)
  jq -e '.built != "" and .build_seconds > 0 and .build_seconds <= .seconds' <<<"$json"
  text=$("$JATO" minimize sphere.c --dim 2 --bounds -5:5 --iterations 2 --seed 1)
  contains "$text" "$(jq -r .built <<<"$json")"
}

@test "the last line repeats a run of a file, of an expression with quotes, and of one with data" {
  mkdir -p 'a folder'
  cp sphere.c 'a folder/my sphere.c'
  echo "1 2 3" >'a folder/numbers.txt'
  for command in "'a folder/my sphere.c' --dim 3 --bounds -1:1" \
    "-e \"x(0) * x(0) + ('b' - 'a')\" --dim 1 --bounds 0:1 --device cpu" \
    "-e 'sq(x(0) - data[1])' --data 'a folder/numbers.txt' --dim 1 --bounds 0:9"; do
    first=$(eval "\"\$JATO\" minimize $command --particles 30 --iterations 5")
    line=$(tail -n 1 <<<"$first")
    again=$(eval "\"\$JATO\" ${line#repeat *jato }")
    same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
    differ "$(value_of digest <<<"$first")" ""
  done
}

@test "the file's own #include is looked for beside it" {
  mkdir -p deep
  echo '#define WEIGHT 2' >deep/weight.h
  printf '#include "weight.h"\nJATO_OBJECTIVE(x, n) { return WEIGHT * x(0) * x(0) + n; }\n' >deep/f.c
  run own deep/f.c --dim 2 --bounds -1:1
  same "$status" 0
  jq -e '(.best - 2 | fabs) < 1e-3' <<<"$output"
}

@test "data: spaces, lines, commas and comments; data_count counts them" {
  printf '# measured\n1.5, 2.5,\n  -3e0\t4 # the last\n' >numbers.txt
  run own -e 'sq(x(0)) + data[0] + data[1] + data[2] + data[3] + data_count' --data numbers.txt \
    --dim 1 --bounds -1:1
  same "$status" 0
  jq -e '(.best - (1.5 + 2.5 - 3 + 4 + 4) | fabs) < 1e-6' <<<"$output"
}

@test "data that is none is refused with its line, code 4" {
  printf '1 2\n3 four\n' >words.txt
  refused 4 'words.txt:2: "four" is not a finite number' own sphere.c --dim 1 --bounds 0:1 --data words.txt
  printf '1,\n2,,3\n' >gap.txt
  refused 4 'gap.txt:2: no number in front of a comma' own sphere.c --dim 1 --bounds 0:1 --data gap.txt
  for number in nan inf 1e999 1.2.3 0x; do
    echo "$number" >bad.txt
    refused 4 "bad.txt:1: \"$number\"" own sphere.c --dim 1 --bounds 0:1 --data bad.txt
  done
  echo '# nothing' >empty.txt
  refused 4 "empty.txt: holds no numbers" own sphere.c --dim 1 --bounds 0:1 --data empty.txt
  refused 4 "nowhere.txt: No such file" own sphere.c --dim 1 --bounds 0:1 --data nowhere.txt
  refused 2 "--data works only with a C file" own sphere --data empty.txt
}

@test "a file that cannot be read is code 4" {
  refused 4 "nowhere.c: No such file or directory" own nowhere.c --dim 1 --bounds 0:1
  refused 4 "no/where: No such file or directory" own no/where --dim 1 --bounds 0:1
  refused 4 ": Is a directory" own ./ --dim 1 --bounds 0:1
  printf 'JATO\0' >zero.c
  refused 4 "zero.c: has a zero byte" own zero.c --dim 1 --bounds 0:1
  refused 4 "/dev/zero: longer than 16 MiB" own /dev/zero --dim 1 --bounds 0:1
}

@test "dim and bounds are needed, and it says for what" {
  refused 2 "--dim is needed: how many coordinates does sphere.c have?" own sphere.c --bounds 0:1
  refused 2 "--bounds is needed" own sphere.c --dim 2
  refused 2 "--dim is needed: how many coordinates does the expression have?" own -e 'x(0)' --bounds 0:1
  refused 2 "--bounds is needed" own -e 'x(0)' --dim 2
  refused 2 "lower must be below" own sphere.c --dim 2 --bounds 1:0
}

@test "a problem and an expression together, or neither, are refused" {
  refused 2 'what is "sphere.c"?' own sphere.c -e 'x(0)' --dim 1 --bounds 0:1
  refused 2 "minimize needs a problem" "$JATO" minimize --dim 2
  refused 2 "check needs a C file" "$JATO" check --dim 2
}

# The sum of the calls that stdin has, one a line, at the x of a JSON, by another language's library.
truth() {
  python3 -c '
import json, math, sys
x = json.load(open(sys.argv[1]))["x"].__getitem__
names = {k: getattr(math, k) for k in dir(math) if not k.startswith("_")}
names.update(x=x, fabs=abs, round=lambda a: math.floor(a + 0.5), fmin=min, fmax=max,
             sq=lambda a: a * a, exp2=lambda a: 2.0**a, exp10=lambda a: 10.0**a,
             cbrt=lambda a: a ** (1 / 3), isfinite=math.isfinite)
print(repr(math.fsum(eval(line, names) for line in sys.stdin)))' "$1"
}

@test "every function of the table in docs/objectives.md has the value it should have" {
  table=$(sed -n '/^## Functions/,/^## float/p' "$BATS_TEST_DIRNAME/../../../docs/objectives.md")
  calls=$(grep '^|' <<<"$table" | cut -d '|' -f 2 | grep -oE '[a-z0-9]+\([ab, ]+\)' |
    sed 's/(a/(x(0)/; s/, b)/, x(1))/')
  [ "$(wc -l <<<"$calls")" -ge 30 ]
  for precision in double float; do
    own -e "$(paste -sd+ <<<"$calls")" --dim 2 --bounds 0.2:0.4 --precision $precision >out.json
    limit=$([ $precision = double ] && echo 1e-13 || echo 1e-5)
    jq -e --argjson truth "$(truth out.json <<<"$calls")" --argjson limit "$limit" \
      '.nonfinite == 0 and (.best / $truth - 1 | fabs) < $limit' out.json
  done
}

@test "an index that is outside is refused, with its line and where counting starts" {
  refused 2 "expression:1: x(2) is outside: there are 2 coordinates, x(0) to x(1); counting starts at 0" \
    "$JATO" minimize -e 'sq(x(1)-1)+sq(x(2)-2)' --dim 2 --bounds -5:5
  refused 2 "x(300000000) is outside" "$JATO" minimize -e 'x(300000000)' --dim 2 --bounds -5:5
  refused 2 "data[0] is outside: no numbers of data were given" \
    "$JATO" minimize -e 'data[0] * x(0)' --dim 1 --bounds -5:5
  sed 's/i < n/i <= n/' sphere.c >beyond.c
  for command in minimize check; do
    refused 2 "beyond.c:4: x(3) is outside: there are 3 coordinates" \
      "$JATO" $command beyond.c --dim 3 --bounds -5:5
  done
}

@test "what C takes without a word, or in words that do not help" {
  box=(--bounds -5:5 --seed 1 --evaluations 200)
  run --separate-stderr "$JATO" minimize -e 'pow(x(0), 2) + 1/2*x(0)' --dim 1 "${box[@]}"
  same "$status" 0
  contains "$stderr" "expression:1: 1/2 is a division of whole numbers and gives 0 in C; write 1.0/2"
  run --separate-stderr "$JATO" minimize -e 'x(0)*1/2 + 4/2 + (real)1/2 + 1.0/2' --dim 1 "${box[@]}"
  same "$status" 0
  same "$stderr" ""
  for power in 'x(0)^2' 'x(0)**2'; do
    refused 2 "is not a power in C; write sq(a) for a square, pow(a, b) for any other" \
      "$JATO" minimize -e "$power" --dim 1 "${box[@]}"
  done
  echo 'JATO_OBJECTIVE(x, n) { return x(0)^2; }' >power.c
  refused 2 "(^ and ** are not powers in C; write sq(a)" "$JATO" minimize power.c --dim 1 "${box[@]}"
  for empty in '  ' '/* none */'; do
    refused 2 "the expression is empty; write the value to be minimised" \
      "$JATO" minimize -e "$empty" --dim 1 "${box[@]}"
  done
}

@test "abs, min and max are those of reals on every device, and a source may have its own" {
  devices=$("$JATO" list devices --json | jq -r '.[] | select(.ready and .deterministic).spec')
  for device in $devices; do
    mine=$(own -e 'abs(x(0) - 1.25) + max(x(1), 0.5) - min(x(0), -0.5)' --dim 2 --bounds -5:5 --device "$device")
    theirs=$(own -e 'fabs(x(0) - 1.25) + fmax(x(1), 0.5) - fmin(x(0), -0.5)' --dim 2 --bounds -5:5)
    same "$(jq -r .digest <<<"$mine")" "$(jq -r .digest <<<"$theirs")"
  done
  cat >own.c <<'TEXT'
real max(real a, real b) { return a > b ? a : b + 7; }
JATO_OBJECTIVE(x, n) { return max(x(0) - 9, x(0)); }
TEXT
  own own.c --dim 1 --bounds 0:1 | jq -e '.best >= 7 and .best < 7.1'
}
