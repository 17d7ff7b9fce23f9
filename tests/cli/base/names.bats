#!/usr/bin/env bats
# Wrong names: the message has the nearest right one, and the code says whose fault it is.

setup() { load ../helper; }

# refused CODE TEXT COMMAND...: exits with CODE, prints "jato: ..." with TEXT, and nothing on stdout.
refused() {
  run --separate-stderr "${@:3}"
  same "$status" "$1"
  same "$output" ""
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato: "
  contains "$stderr" "$2"
}

@test "a command" {
  refused 2 "unknown command minimise; did you mean minimize?" "$JATO" minimise sphere
  refused 2 "did you mean doctor?" "$JATO" docotr
  refused 2 "there are: minimize run init resume compare simulate show verify export plot movie report serve check list bench doctor worker help" "$JATO" frobnicate
}

@test "an option" {
  refused 2 "unknown option --particle; did you mean --particles?" \
    "$JATO" minimize sphere --particle 10
  refused 2 "did you mean --iterations?" "$JATO" minimize sphere --iter=10
  refused 2 "did you mean --version?" "$JATO" --verison
  refused 2 "unknown option -z" "$JATO" minimize sphere -z
  refused 2 "did you mean --names?" "$JATO" list --nmaes
}

@test "a problem" { refused 2 'did you mean "rosenbrock"?' quick rosenbrok; }

@test "an algorithm" { refused 2 'did you mean "random"?' quick sphere --algorithm randm; }

@test "a parameter of an algorithm" {
  refused 2 'did you mean "topology"?' quick sphere --algorithm pso:topolgy=ring
}

@test "a choice of a parameter" {
  refused 2 'ring' quick sphere --algorithm pso:topology=rnig
}

@test "walls" { refused 2 'did you mean "reflect"?' quick sphere --walls reflct; }

@test "a device" { refused 2 'did you mean "cpu"?' quick sphere --device cpi; }

@test "a parameter of a device" {
  refused 2 'did you mean "threads"?' quick sphere --device cpu:thread=2
}

@test "a precision" {
  refused 2 "--precision flaot: not a choice; did you mean float?" quick sphere --precision flaot
}

@test "a kind and a row of a list" {
  refused 2 "did you mean algorithms?" "$JATO" list algoritms
  refused 2 "unknown problem spere; did you mean sphere?" "$JATO" list problems spere
}

@test "a benchmark" {
  refused 2 "did you mean step?" "$JATO" bench setp
  refused 2 "did you mean devices?" "$JATO" bench device
}

@test "missing and superfluous words" {
  refused 2 "minimize needs a problem" "$JATO" minimize
  refused 2 'what is "rosenbrock"?' "$JATO" minimize sphere rosenbrock
  refused 2 "jato bench step" "$JATO" bench
  refused 2 'what is "all"?' "$JATO" doctor all
}

@test "values that the library refuses are wrong usage" {
  refused 2 "radius" quick sphere --algorithm pso:topology=ring,radius=0
  refused 2 "c1" quick sphere --algorithm pso:c1=much
  refused 2 "rosenbrock" "$JATO" minimize rosenbrock --dim 1
}

@test "a swarm that no memory holds is a failed run" {
  # AddressSanitizer would end the program at an allocation that malloc just refuses.
  export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=1
  refused 1 "memory" "$JATO" minimize sphere --dim 64 --particles 1000000G
}

@test "a device that is not in this build says so, and the program exits with 3" {
  absent=$("$JATO" list --json | jq -r '.devices[] | select(.state | startswith("not in this build")).name')
  if [ -z "$absent" ]; then skip "this build has every device"; fi
  for kind in $absent; do
    refused 3 "$kind: not in this build" "$JATO" minimize sphere --device "$kind"
    contains "$("$JATO" list devices "$kind")" "not in this build"
  done
}

@test "run files that are not in this build say so, and the program exits with 3" {
  code=0
  "$JATO" show no-such-file.h5 2>/dev/null || code=$?
  if [ "$code" != 3 ]; then skip "this build has run files"; fi
  for command in "resume run.h5" "show run.h5" "verify run.h5" "export run.h5" \
    "minimize sphere --save $BATS_TEST_TMPDIR/run.h5"; do
    # shellcheck disable=SC2086 # several words
    refused 3 "not in this build" "$JATO" $command
  done
}
