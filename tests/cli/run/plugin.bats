#!/usr/bin/env bats
# Methods from shared objects: the example of examples/plugin, built outside of the tree by its own
# makefile, saved, killed, resumed, verified, listed, compared; and files that are not the same any more.

load ../helper

setup_file() {
  root=$(cd "$(dirname "$BATS_TEST_FILENAME")/../../.." && pwd)
  export BUILT=$BATS_FILE_TMPDIR/outside
  cp -r "$root/examples/plugin" "$BUILT"
  make -s -C "$BUILT" JATO="-I$root/include"
  # The same code, and another file.
  sed 's/0\.3, 1e-6/0.31, 1e-6/' "$BUILT/climber.c" >"$BUILT/other.c"
  make -s -C "$BUILT" JATO="-I$root/include" other.so
  # One that leaves a marker wherever it is loaded.
  cat "$BUILT/climber.c" - >"$BUILT/marks.c" <<'TEXT'
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void enter(void) { close(creat("loaded", 0600)); }
TEXT
  make -s -C "$BUILT" JATO="-I$root/include" marks.so
}

setup() {
  cd "$BATS_TEST_TMPDIR" || return 1
  cp "$BUILT"/*.so .
}

# climb FILE [OPTIONS]: a run of a second or so at most.
climb() {
  "$JATO" minimize rastrigin --dim 4 --algorithm "plugin:path=$1,step=0.2" --seed 3 --no-converge "${@:2}"
}

@test "a plugin runs, and the same seed gives the same digest" {
  first=$(climb ./climber.so --evaluations 6400 | value_of digest)
  [ -n "$first" ]
  same "$(climb climber.so --evaluations 6400 | value_of digest)" "$first"
  [ "$(climb ./climber.so --evaluations 6400 --seed 4 | value_of digest)" != "$first" ]
}

@test "programs and functions give the same digest as kernels" {
  first=$(climb ./climber.so --evaluations 640 --json | jq -er .best)
  cat >sum.sh <<'TEXT'
#!/bin/sh
awk "BEGIN { print ($1 - 1) ^ 2 + ($2 + 2) ^ 2 }"
TEXT
  chmod +x sum.sh
  for workers in 1 3; do
    "$JATO" minimize --command './sum.sh {a} {b}' --var a=-5:5 --var b=-5:5 --algorithm plugin:path=./climber.so \
      --particles 8 --evaluations 80 --seed 1 --workers $workers | value_of digest >"by$workers"
  done
  same "$(cat by1)" "$(cat by3)"
  [ -n "$first" ]
}

@test "a killed run goes on to the digest of one that was never killed" {
  "$JATO" minimize rastrigin --dim 4 --algorithm plugin:path=./climber.so,step=0.2 --seed 3 --no-converge \
    --evaluations 300000000 --save run.h5 --checkpoint 0.05 >/dev/null 2>&1 &
  until [ -s run.h5 ]; do sleep 0.02; done
  sleep 0.3
  kill -9 $!
  wait $! || true
  reached=$("$JATO" show run.h5 --json | jq -er '.result.evaluations // .evaluations')
  [ "$reached" -lt 300000000 ]
  more=$((reached + 128000))
  resumed=$("$JATO" resume run.h5 --evaluations "$more" | value_of digest)
  same "$resumed" "$(climb ./climber.so --evaluations "$more" | value_of digest)"
  "$JATO" verify run.h5
}

@test "looking at a run never loads its method" {
  climb ./marks.so --evaluations 640 --save run.h5 >/dev/null
  [ -e loaded ]
  rm loaded
  "$JATO" show run.h5 >/dev/null
  "$JATO" show run.h5 --json >/dev/null
  "$JATO" export run.h5 >/dev/null
  "$JATO" report run.h5 --output page.html >/dev/null
  [ ! -e loaded ]
  "$JATO" verify run.h5
  [ -e loaded ]
}

@test "somebody else's run has its method loaded with --trust only" {
  climb ./marks.so --evaluations 640 --save run.h5 >/dev/null
  rm loaded
  for command in 'resume run.h5 --evaluations 1280' 'verify run.h5'; do
    # shellcheck disable=SC2086
    XDG_CONFIG_HOME=$PWD/else run "$JATO" $command
    [ "$status" -ne 0 ]
    contains "$output" 'was not made by you here'
    contains "$output" 'method   plugin:path=./marks.so,step=0.2'
    [ ! -e loaded ]
  done
  XDG_CONFIG_HOME=$PWD/else "$JATO" verify run.h5 --trust
  [ -e loaded ]
}

@test "the signature covers the folder: the same file elsewhere is not run unasked" {
  climb ./marks.so --evaluations 640 --save run.h5 >/dev/null
  mkdir elsewhere
  cp run.h5 marks.so elsewhere
  cd elsewhere
  run "$JATO" resume run.h5 --evaluations 1280
  [ "$status" -ne 0 ]
  contains "$output" 'was not made by you here'
  [ ! -e loaded ]
}

@test "a changed file is refused by name, and shown all the same" {
  climb ./climber.so --evaluations 640 --save run.h5 >/dev/null
  cp other.so climber.so
  for command in 'resume run.h5 --evaluations 1280' 'verify run.h5' 'resume run.h5 --evaluations 1280 --trust'; do
    # shellcheck disable=SC2086
    run "$JATO" $command
    [ "$status" -ne 0 ]
    contains "$output" 'the file ./climber.so is not the one this run was made with'
  done
  "$JATO" show run.h5 >/dev/null
  "$JATO" export run.h5 >/dev/null
  rm climber.so
  run "$JATO" resume run.h5 --evaluations 1280
  contains "$output" './climber.so: No such file'
}

@test "a path with a comma or a colon is quoted" {
  cp climber.so 'of mine,b:c.so'
  plain=$(climb ./climber.so --evaluations 640 | value_of digest)
  for quote in \' '"'; do
    same "$(climb "${quote}of mine,b:c.so${quote}" --evaluations 640 | value_of digest)" "$plain"
  done
  climb "'of mine,b:c.so'" --evaluations 640 --save run.h5 >/dev/null
  contains "$("$JATO" show run.h5)" "path='of mine,b:c.so',step=0.2"
  "$JATO" verify run.h5
  run climb "'of mine,b:c.so" --evaluations 640
  contains "$output" 'the quote is not closed'
}

@test "its parameters are listed and read as ours are" {
  run "$JATO" list algorithms plugin:path=./climber.so
  [ "$status" -eq 0 ]
  contains "$output" 'climber'
  contains "$output" 'first step, as a share of the box'
  contains "$output" 'source: Rechenberg 1973'
  same "$("$JATO" list algorithms plugin:path=./climber.so --names)" "$(printf 'step=\ngrowth=\nshrinking=')"
  "$JATO" list algorithms plugin:path=./climber.so --json |
    jq -e '.[0].name == "climber" and (.[0].parameters | length) == 3' >/dev/null
  run "$JATO" minimize sphere --algorithm plugin:path=./climber.so,stp=0.1
  contains "$output" 'climber has no parameter "stp"; did you mean "step"?'
  run "$JATO" minimize sphere --algorithm plugin:path=./climber.so,step=3
  contains "$output" 'step is from 1e-06 to 1'
  run "$JATO" list algorithms plugin:path=./none.so
  [ "$status" -ne 0 ]
  contains "$output" './none.so'
  run "$JATO" minimize sphere --algorithm plugin
  contains "$output" 'write plugin:path=./mine.so'
}

@test "it is compared with ours, one quoted beside the other" {
  cp climber.so 'a,b.so'
  run "$JATO" compare sphere --dim 3 --algorithm "plugin:path='a,b.so',step=0.1,random" --algorithm de \
    --seeds 3 --evaluations 600
  [ "$status" -eq 0 ]
  contains "$output" "plugin:path='a,b.so'"
  contains "$output" 'random'
  contains "$output" 'de'
}

@test "a study can name it" {
  cat >study.yaml <<'TEXT'
objective:
  problem: sphere
  dim: 3
algorithm: "plugin:path=./climber.so,step=0.1"
seed: 2
limits:
  evaluations: 640
TEXT
  run "$JATO" run study.yaml
  if [ "$status" -ne 0 ]; then
    echo "$output"
    return 1
  fi
  contains "$output" 'plugin:path=./climber.so,step=0.1'
}

@test "requests to serve cannot have one loaded" {
  line='{"op": "create", "variables": {"x": {"range": [0, 1]}}, "options": {"algorithm": "plugin:path=./marks.so"}}'
  answer=$(printf '%s\n' "$line" | "$JATO" serve)
  contains "$answer" 'a request cannot have code loaded'
  [ ! -e loaded ]
}
