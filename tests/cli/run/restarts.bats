#!/usr/bin/env bats
# --restarts: several runs from fresh points that share one budget.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return 1
  four=("$JATO" minimize schwefel --dim 5 -a pso --restarts 4 --evaluations 8001 --seed 3)
}

@test "restarts share the evaluations, have seeds of their own, and are what each is by itself" {
  run "${four[@]}" --json
  jq -e '[.runs[].seed] == [3, 4, 5, 6] and ([.runs[].evaluations] | all(. == 2000))' <<<"$output"
  jq -e '.evaluations == 8000 and .best == ([.runs[].best] | min)' <<<"$output"
  same "$(jq -r '.runs[2].digest' <<<"$output")" \
    "$("$JATO" minimize schwefel --dim 5 -a pso --evaluations 2000 --seed 5 --json | jq -r .digest)"
}

@test "a few runs are listed, many are not, and the last line repeats the best" {
  run "${four[@]}"
  same "$(grep -cE '^[3-6]  +[0-9.e+-]+ +2000 +evaluations$' <<<"$output")" 4
  best=$(value_of best <<<"$output")
  same "$(value_of best <<<"$(repeat <<<"$output")")" "$best"
  run "$JATO" minimize sphere -a pso --iterations 5 --seeds 1..30
  same "$(grep -cE '^[0-9]+ ' <<<"$output")" 0
}

@test "without --evaluations each run has its own limit" {
  "$JATO" minimize sphere --dim 2 -a pso --iterations 7 --restarts 3 --json |
    jq -e '[.runs[] | .stop] | length == 3 and all(. == "iterations")'
}

@test "what does not go together is said" {
  complains 2 "--seeds and --restarts both make many runs" \
    "$JATO" minimize sphere --seeds 1..3 --restarts 2
  complains 2 "--save is about one run, and --restarts makes many" \
    "$JATO" minimize sphere --restarts 2 --save run.h5
  complains 2 "which leaves less than one for each" "$JATO" minimize sphere --restarts 9 --evaluations 8
  complains 2 "take a smaller --seed" "$JATO" minimize sphere --restarts 9 --seed 18446744073709551610
  complains 2 "--restarts 0: must be 1 or more" "$JATO" minimize sphere --restarts 0
}

@test "what all runs take is said once some of them are over" {
  need_programs
  slow() {
    timeout --foreground -s INT 9 "$JATO" minimize --command 'sh -c "sleep 0.2; echo {x}"' --var x=0:1 --seed 1 \
      -a pso --particles 4 --workers 4 --iterations 9 --restarts 40 "$@"
  }
  run --separate-stderr slow
  # shellcheck disable=SC2154 # run sets it
  same "$(grep -c 'note: [0-9]* of 40 runs took .* all of them take about .* minutes' <<<"$stderr")" 1
  run --separate-stderr slow --quiet
  same "$(grep -c note <<<"$stderr")" 0
}
