#!/usr/bin/env bats
# Methods of libraries: there or not, they answer by name.

setup() { load ../helper; }

state_of() { "$JATO" list algorithms --json | jq -r ".[] | select(.name == \"$1\").state"; }

@test "a method whose library is not in this build says which one" {
  for pair in bobyqa=NLopt sbplx=NLopt cobyla=NLopt lm=cminpack; do
    name=${pair%=*} library=${pair#*=}
    if [ "$(state_of "$name")" = built ]; then continue; fi
    run "$JATO" minimize sphere --algorithm "$name"
    same "$status" 3
    contains "$output" "$name: not in this build, which has no $library"
  done
}

@test "doctor names the libraries" {
  run "$JATO" doctor --json
  for pair in bobyqa=nlopt lm=cminpack; do
    wanted=false
    if [ "$(state_of "${pair%=*}")" = built ]; then wanted=true; fi
    same "$(jq -r ".${pair#*=}.works" <<<"$output")" "$wanted"
  done
  contains "$(jq -r .png.text <<<"$output")" libpng
  contains "$(jq -r .gif.text <<<"$output")" gif
}

@test "bobyqa ends by itself, and begins at the given point" {
  if [ "$(state_of bobyqa)" != built ]; then skip "no NLopt in this build"; fi
  run "$JATO" minimize rosenbrock --dim 4 --algorithm bobyqa:restarts=no --evaluations 5000 --json
  same "$status" 0
  same "$(jq -r .stop <<<"$output")" converged
  jq -e '.evaluations < 5000' <<<"$output"
}

@test "lm without residuals says what it needs" {
  if [ "$(state_of lm)" != built ]; then skip "no cminpack in this build"; fi
  run "$JATO" minimize sphere --algorithm lm
  same "$status" 2
  contains "$output" "lm: this objective gives one number"
}
