#!/usr/bin/env bats
# A run ends by itself once its points and their values have come together, unless asked to go on.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return 1
  bowl=(-e '1 + sq(x(0) - 1) + 3 * sq(x(1) + 2)' --dim 2 --bounds -5:5)
}

# made OPTIONS...: a run on a bowl whose lowest value is 1.
made() { "$JATO" minimize "${bowl[@]}" --seed 1 --iterations 20k --json "$@"; }

@test "swarms and differential evolution end where all points and values are the same" {
  for method in pso pso:topology=ring de jde; do
    run made -a $method
    jq -e '.stop == "converged" and .iterations >= 1024 and .iterations % 64 == 0 and .best == 1' <<<"$output"
    jq -e '.why == "all points lie within 1e-6 of the range, and their values within rounding"' <<<"$output"
    jq -e '.iterations < 10000' <<<"$output"
  done
}

@test "--no-converge goes on to the limit, and finds nothing more" {
  run made -a pso --no-converge
  jq -e '.stop == "iterations" and .iterations == 20000 and .best == 1' <<<"$output"
  contains "$("$JATO" minimize "${bowl[@]}" -a pso --iterations 30 --no-converge)" "--no-converge"
}

@test "what still improves, flies about or begins again does not end" {
  run made -e 'sq(x(0)) + sq(x(1))' -a pso --iterations 2k # its values fall for ever
  jq -e '.stop == "iterations"' <<<"$output"
  for other in 'random --iterations 2k' 'pso --particles 3 --iterations 2k' 'pso:exchange=8 --iterations 2k' \
    'fips --iterations 2k'; do
    # shellcheck disable=SC2086 # several words
    jq -e '.stop == "iterations"' <<<"$(made -a $other)"
  done
}

@test "threads, many runs and a resumption end at the same iteration, in the same bits" {
  need_run_files
  whole=$(made -a pso | jq -r '.digest, .iterations')
  same "$(made -a pso --device cpu:threads=1 | jq -r '.digest, .iterations')" "$whole"
  same "$("$JATO" minimize "${bowl[@]}" -a pso --iterations 20k --seeds 1..2 --json | jq -r '.runs[0].digest')" \
    "$(head -n 1 <<<"$whole")"
  for first in 1000 1024 1050; do
    made -a pso --iterations $first --save run.h5 >/dev/null
    same "$("$JATO" resume run.h5 --iterations 20k --json | jq -r '.digest, .iterations')" "$whole"
    run "$JATO" resume run.h5 --iterations 20k
    contains "$output" "the run has already reached its limit (converged); continue with: jato resume run.h5 --no-converge"
    "$JATO" verify run.h5
    "$JATO" resume run.h5 --iterations 5k --no-converge --json | jq -e '.stop == "iterations" and .iterations == 5000'
    "$JATO" verify run.h5
    rm run.h5*
  done
}

@test "the points of a program are looked at early, and a study can say no" {
  need_programs
  need_studies
  printf '%s\n' '#!/bin/sh' "awk -v x=\$1 'BEGIN { printf \"%.17g\", 1 + (x - 0.3)^2 }'" >bowl
  chmod +x bowl
  cat >study.yaml <<'END'
variables: {x: {range: [0, 1]}}
objective: {command: "./bowl {x}"}
algorithm: pso
particles: 6
seed: 1
limits: {iterations: 3000}
END
  run "$JATO" run study.yaml --quiet --json
  jq -e '.stop == "converged" and .iterations % 16 == 0 and .iterations < 1000' <<<"$output"
  sed -i 's/iterations: 3000/iterations: 400, no_converge: true/' study.yaml
  run "$JATO" run study.yaml --quiet --json
  jq -e '.stop == "iterations" and .iterations == 400' <<<"$output"
}
