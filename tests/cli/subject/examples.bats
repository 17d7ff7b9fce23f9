#!/usr/bin/env bats
# The objectives of examples/objectives, by the commands in their comments.

setup() {
  load ../helper
  cd "$BATS_TEST_DIRNAME/../../.." || return
}

# example NAME OPTIONS...: runs the command of the file's comment with these options besides.
example() {
  local words
  read -ra words <<<"$(awk '/^ \*   jato minimize/ { on = 1 }
    on { goes_on = sub(/\\$/, ""); sub(/^ \* */, ""); sub(/ \*\/$/, ""); printf "%s", $0 }
    on && !goes_on { exit }' "examples/objectives/$1.c")"
  same "${words[0]} ${words[1]}" "jato minimize" || return
  "$JATO" "${words[@]:1}" "${@:2}"
}

@test "every objective is run by a test of this file" {
  same "$(basename -s .c -a examples/objectives/*.c | tr '\n' ' ')" "decay quadrature spring valley "
}

@test "valley: the minimum of Rosenbrock's function is 0" {
  run example valley --dim 4 --particles 300 --iterations 3k --seed 1 --json
  same "$status" 0
  jq -e '.best < 1e-6 and (.x | all(. - 1 | fabs < 1e-2))' <<<"$output"
}

@test "spring: no spring is lighter than the lightest one known, and this one nearly so" {
  run example spring --seed 1 --json
  same "$status" 0
  jq -e '.best > 0.012664 and .best < 0.0131 and .nonfinite > 0' <<<"$output"
}

@test "decay: the fit of least squares" {
  run example decay --seed 1 --json
  same "$status" 0
  # By solving for amplitude and level exactly, and for the rate by bisection, in another language.
  jq -e '(.best - 0.00582779785119 | fabs) < 1e-10' <<<"$output"
  jq -e '(.x[0] - 3.003786 | fabs) < 1e-4 and (.x[1] - 0.697295 | fabs) < 1e-4' <<<"$output"
  jq -e '(.x[2] - 0.499067 | fabs) < 1e-4' <<<"$output"
}

@test "quadrature: the rule of five nodes that is exact for all ten powers" {
  run --separate-stderr example quadrature --target 1e-24 --evaluations 1M --seed 1 --json
  if [ "$status" -eq 3 ]; then
    skip "no cminpack in this build"
  fi
  same "$status" 0
  # The nodes and weights as solved in another language, to more digits than these.
  jq -e '[.x[5:], .x[:5]] | transpose | sort | transpose as [$nodes, $weights] |
    [0.070962713743, 0.242854538403, 0.477865040536, 0.719992203868, 0.909947523904,
     0.125608096119, 0.211715949646, 0.248711371709, 0.225395652758, 0.146438559921] |
    [., $nodes + $weights] | transpose | all(.[0] - .[1] | fabs < 1e-8)' <<<"$output"
}
