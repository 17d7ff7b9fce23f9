#!/usr/bin/env bats
# --maximize: the run that minimises -f, bit for bit, with the user's sign wherever a value is shown.

setup() { load ../helper; }

# Below 5 everywhere, and 5 at (1, -2).
hill='5 - sq(x(0) - 1) - sq(x(1) + 2)'
box=(--dim 2 --bounds -3:5 --seed 3)

# Best with its sign turned, point and digest.
turned() { "$JATO" minimize "$@" --json | jq -c '[-.best, .x, .digest]'; }
plain() { "$JATO" minimize "$@" --json | jq -c '[.best, .x, .digest]'; }

@test "an expression: the same run as of its negative, by every method" {
  for method in pso de cmaes auto; do
    for precision in double float; do
      how=("${box[@]}" -a "$method" --precision "$precision" --evaluations 640)
      same "$(plain -e "$hill" --maximize "${how[@]}")" "$(turned -e "-($hill)" "${how[@]}")"
    done
  done
}

@test "a problem of the gallery: no known minimum is shown, and none is a target" {
  run quick rastrigin --maximize --seed 2 --json
  same "$status" 0
  jq -e '.goal == "maximize" and .minimum == null and .best > 80' <<<"$output"
  run quick rastrigin --maximize --seed 2
  same "$(value_of goal <<<"$output")" maximize
  same "$(value_of minimum <<<"$output")" ""
  same "$("$JATO" minimize sphere --dim 1 --maximize --seed 1 --json | jq -r .stop)" evaluations
}

@test "a program: its rows have the sign that it printed" {
  need_programs
  need_run_files
  how=(--var a=-3:5 --seed 4 --evaluations 64 -a pso)
  up=$("$JATO" minimize --command "awk 'BEGIN {{print 7 - {a} * {a}}}'" "${how[@]}" --maximize --save up.h5 --json)
  down=$("$JATO" minimize --command "awk 'BEGIN {{print {a} * {a} - 7}}'" "${how[@]}" --json)
  same "$(jq -c '[.best, .x, .digest]' <<<"$up")" "$(jq -c '[-.best, .x, .digest]' <<<"$down")"
  values=$("$JATO" export up.h5 --what evaluations --jsonl | jq -s 'map(.value)')
  same "$(jq max <<<"$values")" "$(jq .best <<<"$up")"
  same "$("$JATO" show up.h5 --top 1 | tail -n 1 | awk '{print $2}')" "$(jq .best <<<"$up")"
}

@test "a target is reached from below, and best is never -0" {
  run "$JATO" minimize -e "$hill" "${box[@]}" -a pso --maximize --target 4.9 --json
  same "$status" 0
  jq -e '.stop == "target" and .best >= 4.9 and .best <= 5' <<<"$output"
  run "$JATO" minimize -e '0 * x(0)' "${box[@]}" -a pso -i 2 --maximize
  same "$(value_of best <<<"$output")" 0
}

@test "a file keeps the goal and the sign; it is resumed to the same bits, and verified" {
  need_run_files
  how=(-e "$hill" "${box[@]}" -a pso --maximize)
  whole=$(plain "${how[@]}" -i 30)
  "$JATO" minimize "${how[@]}" -i 30 --target 4 --save half.h5 >/dev/null
  run "$JATO" show half.h5 --json
  jq -e '.settings.goal == "maximize" and .best >= 4 and .limits.target == 4' <<<"$output"
  "$JATO" show half.h5 | grep -q '^goal  *maximize$'
  "$JATO" show half.h5 | awk '$1 == "resume" {exit !($NF > 5)}'
  same "$("$JATO" resume half.h5 -i 30 --target 99 --json | jq -c '[.best, .x, .digest]')" "$whole"
  "$JATO" verify half.h5
  "$JATO" export half.h5 --jsonl | jq -se 'map(.best) | . == sort and .[-1] <= 5'
  "$JATO" export half.h5 --what swarm --jsonl | jq -se 'map(.value) | max <= 5 and max > 4.9'
}

@test "a file of the other goal is not resumed" {
  need_run_files
  "$JATO" minimize sphere --seed 1 -a pso -i 2 --save run.h5 >/dev/null
  complains 2 "run.h5 was made with goal minimize, not maximize; leave it out" \
    "$JATO" minimize sphere --seed 1 -a pso -i 4 --save run.h5 --resume --maximize
}

@test "many seeds: the best is the largest, and the worst the smallest" {
  run quick rastrigin --seeds 1..5 --maximize --json
  jq -e '(.runs | map(.best)) as $all | .best == ($all | max) and .worst == ($all | min)' <<<"$output"
  jq -e '.goal == "maximize"' <<<"$output"
}

@test "compare ranks the larger first, and counts targets from above" {
  how=(-e "$hill" --dim 2 --bounds -3:5 --seeds 5 --evaluations 300 -a random -a cmaes)
  run "$JATO" compare "${how[@]}" --maximize --target 4.99 --json
  same "$status" 0
  jq -e '.goal == "maximize" and .methods[0].method == "cmaes" and .reference <= 5' <<<"$output"
  jq -e '.reference > 4.99 and .methods[0].success_rate == 1 and .methods[1].median < 5' <<<"$output"
}

@test "a study says goal: maximize" {
  need_studies
  cd "$BATS_TEST_TMPDIR"
  printf '%s\n' 'goal: maximize' "objective: {expression: '$hill'}" \
    'variables: {a: {range: [-3, 5]}, b: {range: [-3, 5]}}' 'seed: 3' 'limits: {iterations: 20}' \
    'algorithm: pso' >study.yaml
  run "$JATO" run study.yaml --json
  same "$status" 0
  jq -e '.goal == "maximize" and .best > 4.9' <<<"$output"
  sed -i 's/goal: maximize/goal: maximise/' study.yaml
  complains 2 'did you mean maximize?' "$JATO" run study.yaml
}

@test "residuals are only ever made small" {
  cd "$BATS_TEST_TMPDIR"
  printf 'JATO_RESIDUALS(x, n, k, 2) { return x(k) - 1; }\n' >fit.c
  complains 2 'sum of squared residuals' "$JATO" minimize fit.c "${box[@]}" --maximize
}

@test "the British spelling is answered with the other" {
  complains 2 'unknown option --maximise; did you mean --maximize?' "$JATO" minimize sphere --maximise
}

@test "pictures: the axis says that larger is better" {
  command -v gnuplot >/dev/null || skip "there is no gnuplot"
  need_run_files
  "$JATO" minimize -e "$hill" "${box[@]}" -a pso -i 10 --maximize --save run.h5 >/dev/null
  "$JATO" plot run.h5 --kind convergence --output rising.svg
  grep -q 'larger is better' rising.svg
  "$JATO" report run.h5 --output run.html
  grep -q 'the largest value' run.html
}

@test "serve takes the goal, and returns the value as it was given" {
  need_json
  run "$JATO" serve <<'LINES'
{"op": "create", "options": {"goal": "maximize", "algorithm": "pso", "particles": 2}, "variables": [{"name": "a", "range": [0, 1]}]}
{"op": "ask", "count": 2}
{"op": "tell", "id": 0, "value": 3}
{"op": "tell", "id": 1, "value": 7}
{"op": "best"}
{"op": "create", "options": {"maximize": true, "goal": "minimise"}, "variables": [{"name": "a", "range": [0, 1]}]}
LINES
  same "$(tail -n 2 <<<"$output" | jq -c .best)" $'7\nnull'
  contains "$output" "did you mean minimize?"
}
