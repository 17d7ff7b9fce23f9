#!/usr/bin/env bats
# --bounds gives every coordinate another interval.
load ../helper

@test "--bounds moves the box" {
  run "$JATO" minimize sphere --dim 3 --bounds 2:4 --walls clamp --iterations 300 --seed 1 --json
  [ "$status" -eq 0 ]
  # The corner (2, 2, 2) is nearest to the origin.
  [ "$(jq '.best' <<<"$output")" = 12 ]
  [ "$(jq -c '.x' <<<"$output")" = "[2,2,2]" ]
}

@test "a minimum outside the bounds is no longer known" {
  run "$JATO" minimize sphere --bounds 2:4 --seed 1 --json
  [ "$(jq '.minimum' <<<"$output")" = null ]
  run "$JATO" minimize sphere --bounds -1:1 --seed 1 --json
  [ "$(jq '.minimum' <<<"$output")" = 0 ]
}

@test "the command to repeat a run has its bounds" {
  run "$JATO" minimize sphere --bounds -1:1 --seed 1 --iterations 5
  [[ "$output" == *"--bounds -1:1"* ]]
}

@test "bad bounds are refused" {
  for bounds in 5 1: :1 a:b 1:2:3 nan:1 1:inf; do
    run "$JATO" minimize sphere --bounds "$bounds"
    [ "$status" -eq 2 ]
    [[ "$output" == *"two numbers with a colon between"* ]]
  done
  run "$JATO" minimize sphere --bounds 2:1
  [ "$status" -eq 2 ]
  [[ "$output" == *"lower must be below"* ]]
}

@test "bounds of every coordinate of its own" {
  run "$JATO" minimize sphere --dim 3 --bounds 2:4,-1:1,3:5 --walls clamp --iterations 300 --seed 1 \
    --json
  [ "$status" -eq 0 ]
  # The corner of the first and the last interval, and 0 between: 2^2 + 3^2.
  jq -e '(.best - 13 | fabs) < 1e-6 and .x[0] == 2 and .x[2] == 3' <<<"$output"
}

@test "intervals for neither one nor all coordinates are refused" {
  run "$JATO" minimize sphere --dim 3 --bounds 2:4,-1:1
  [ "$status" -eq 2 ]
  [[ "$output" == *"2 intervals for 3 coordinates"* ]]
  for bounds in '2:4,' ,2:4 2:4,,1:2 2:4,1; do
    run "$JATO" minimize sphere --dim 2 --bounds "$bounds"
    [ "$status" -eq 2 ]
    [[ "$output" == *"two numbers with a colon between"* ]]
  done
}
