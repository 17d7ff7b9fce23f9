#!/usr/bin/env bats
# jato compare: several methods with the same seeds and budgets.

setup() {
  load helper
  cd "$BATS_TEST_TMPDIR" || return
}

# A comparison that takes no time.
compare() {
  "$JATO" compare sphere:shift=3 --dim 3 -a pso -a random -a cmaes --seeds 6 --evaluations 1500 "$@"
}

@test "the same for any number of runs at once" {
  compare --target 1e-4 --jobs 1 --json >one
  compare --target 1e-4 --jobs 2 --json >two
  compare --target 1e-4 --jobs 40 --json >many
  cmp one two
  cmp one many
}

@test "every run is the one that minimize makes" {
  compare --json >compared
  for seed in 1 6; do
    "$JATO" minimize sphere:shift=3 --dim 3 -a cmaes --seed $seed --evaluations 1500 --json >alone
    jq -e --slurpfile alone alone --argjson seed $seed '.methods[] | select(.method == "cmaes") |
      .results[] | select(.seed == $seed) | .best == $alone[0].best and
      .evaluations == $alone[0].evaluations and .stop == $alone[0].stop' compared
  done
}

@test "the numbers of the table follow from its runs, by another program" {
  compare --target 1e-4 --json >compared
  python3 - <<'PYTHON'
import json, statistics
comparison = json.load(open("compared"))
assert comparison["complete"] and comparison["reference_is"] == "known minimum"
order = []
for method in comparison["methods"]:
    runs = method["results"]
    assert [run["seed"] for run in runs] == list(range(1, 7))
    bests = [run["best"] for run in runs]
    lower, median, upper = statistics.quantiles(bests, n=4, method="inclusive")
    for name, wanted in (("lower_quartile", lower), ("median", median), ("upper_quartile", upper)):
        assert abs(method[name] - wanted) <= 1e-12 * abs(wanted), (method["method"], name)
    reached = [run for run in runs if run["best"] <= 1e-4]
    assert [run["reached"] for run in runs] == [run in reached for run in runs]
    assert abs(method["success_rate"] - len(reached) / 6) < 1e-12
    if reached:
        assert abs(method["ert"] - sum(run["evaluations"] for run in runs) / len(reached)) < 1e-9
    else:
        assert method["ert"] is None
    order.append(method["mean_rank"])
assert order == sorted(order)
assert abs(sum(order) / 3 - (1 + 18) / 2) < 1e-12
assert [m["method"] for m in comparison["methods"]] == ["cmaes", "pso", "random"]
PYTHON
}

@test "the test of two methods, of which one is always better, counts exactly" {
  compare --json >compared
  # Six runs on each side: 2 / C(12, 6), and by Holm twice that for both of two.
  jq -e '.methods[1:] | all((.p - 4 / 924 | fabs) < 1e-12 and .exact and (.among_best | not))' compared
}

@test "the table marks the best, and says by which test" {
  run --separate-stderr compare --target 1e-4
  same "$status" 0
  # shellcheck disable=SC2154 # set by run
  same "$stderr" ""
  contains "$output" "problem      sphere:shift=3, dim 3"
  contains "$output" "3 methods, seeds 1 to 6, 1500 evaluations each at most"
  contains "$output" "* cmaes"
  contains "$output" "  random"
  contains "$output" "rank-sum test"
  contains "$output" "Holm's correction for 2 tests"
}

@test "too few seeds are reported" {
  run "$JATO" compare sphere -a pso -a random --seeds 2 --evaluations 200
  contains "$output" "with 2 seeds no difference can be significant; use --seeds 4 or more"
}

@test "commas separate methods, and parameters of one" {
  run --separate-stderr "$JATO" compare sphere -a pso:c1=1,c2=2,de:cr=0.5,f=0.7 -a random --seeds 1 \
    --evaluations 200 --json
  same "$(jq -r '[.methods[].method] | sort | join(" ")' <<<"$output")" \
    "de:cr=0.5,f=0.7 pso:c1=1,c2=2 random"
}

@test "a run that stops by itself counts with what it used" {
  "$JATO" compare sphere --dim 2 -a cmaes -a cmaes:active=no --seeds 2 --evaluations 50k --json >compared
  jq -e '[.methods[].results[]] | all(.stop == "converged" and .evaluations < 50000)' compared
}

@test "killed in the middle, it goes on where it was and ends with the same table" {
  slow=("$JATO" compare rastrigin:shift=1 --dim 5 -a pso -a shade --seeds 8 --evaluations 300k --jobs 2 --json)
  "${slow[@]}" >whole
  "${slow[@]}" --save kept >/dev/null &
  pid=$!
  until [ "$(find kept -name '*.txt' 2>/dev/null | wc -l)" -ge 2 ]; do sleep 0.02; done
  kill -9 $pid
  wait $pid || true
  find kept -name '*.txt' -exec stat -c '%n %i %y' {} + | sort >before
  [ "$(wc -l <before)" -lt 16 ]
  "${slow[@]}" --save kept >resumed
  cmp whole resumed
  find kept -name '*.txt' -exec stat -c '%n %i %y' {} + | sort >after
  same "$(comm -23 before after)" "" # what was there was not made again
  same "$(wc -l <after)" 16
  "${slow[@]}" --save kept >again # nothing is left to do
  cmp whole again
}

@test "ended by a signal, it prints what is done and how to go on" {
  "$JATO" compare rastrigin --dim 20 -a pso -a shade --seeds 50 --evaluations 200k --jobs 2 --save 'my runs' \
    >table 2>words &
  pid=$!
  until [ "$(find 'my runs' -name '*.txt' 2>/dev/null | wc -l)" -ge 2 ]; do sleep 0.02; done
  kill -TERM $pid
  code=0
  wait $pid || code=$?
  same "$code" 143
  contains "$(cat table)" "of 100 runs are done"
  contains "$(cat words)" "of 100 runs; resume with: jato compare rastrigin --dim 20 -a pso -a shade"
  contains "$(cat words)" "--save 'my runs'"
}

@test "a folder serves more seeds, more methods and another budget" {
  compare --save kept --json >six
  same "$(find kept -name '*.txt' | wc -l)" 18
  compare --save kept --seeds 7 -a de --json >seven
  same "$(find kept -name '*.txt' | wc -l)" 28
  compare --seeds 7 -a de --json >fresh
  cmp seven fresh
  compare --save kept --evaluations 900 >/dev/null
  same "$(find kept -name '*.txt' | wc -l)" 46
}

@test "a torn file is made again" {
  compare --save kept --json >first
  file=$(find kept -name 'pso-3-*.txt')
  cp "$file" whole
  head -c 300 whole >"$file"
  compare --save kept --json >second
  cmp first second
  cmp "$file" whole
}

@test "a changed source is another problem" {
  echo 'JATO_OBJECTIVE(x, n) { return sq(x(0) - 1) + n; }' >mine.c
  mine=("$JATO" compare mine.c --dim 1 --bounds -5:5 -a pso -a de --seeds 2 --evaluations 500 --save kept --json)
  "${mine[@]}" >one
  echo 'JATO_OBJECTIVE(x, n) { return sq(x(0) - 1) + 2 * n; }' >mine.c
  "${mine[@]}" >two
  jq -e '.reference_is == "best seen" and (.reference - 1 | fabs) < 1e-3' one
  jq -e '(.reference - 2 | fabs) < 1e-3' two
}

@test "a program, with workers" {
  need_programs
  "$JATO" compare --command 'echo {a}' --var a=-1:1 -a pso -a random --particles 10 --seeds 2 \
    --evaluations 40 --workers 2 --json >compared
  jq -e '.methods | length == 2 and all(.runs == 2 and .median < 0)' compared
}

@test "constraints: what violates one is no result" {
  need_programs
  "$JATO" compare --command 'echo {a} {a}' --var a=0:1 --constraint 'low>=0.5' -a pso -a random \
    --particles 10 --seeds 2 --evaluations 40 --json >compared
  jq -e '[.methods[].results[].best] | all(. >= 0.5)' compared
  "$JATO" compare --command 'echo {a} {a}' --var a=0:1 --constraint 'low>=2' -a random \
    --particles 10 --seeds 2 --evaluations 40 --json >never
  jq -e '.methods[0].median == null' never
}

@test "a study, whose limit of iterations is left out with a note" {
  need_studies
  printf 'objective: {problem: sphere, dim: 2}\nlimits: {iterations: 3, target: 0.1}\n' >study.yaml
  run --separate-stderr "$JATO" compare study.yaml -a de,random --seeds 2 --json
  same "$status" 0
  contains "$stderr" "note: methods are compared by evaluations"
  jq -e '.evaluations == 2000 and .target == 0.1' <<<"$output"
}

@test "the picture of runtimes, and the same with characters" {
  command -v gnuplot >/dev/null || skip "there is no gnuplot"
  compare --plot runtimes.svg --json >/dev/null
  python3 - <<'PYTHON'
import xml.etree.ElementTree as tree
words = " ".join(piece for piece in tree.parse("runtimes.svg").getroot().itertext() if piece.strip())
for wanted in ("sphere:shift=3", "51 targets, 100 to 1e-08 above the known minimum 0", "cmaes", "random"):
    assert wanted in words, (wanted, words)
PYTHON
  run compare --terminal
  contains "$output" "evaluations / dim"
  contains "$output" "random    B"
}

@test "a run that fails is named, the first one with any number of jobs" {
  for jobs in 1 3; do
    complains 2 "radius=50, seed 1: pso: a ring of radius 50 needs" "$JATO" compare sphere -a cmaes \
      -a pso:topology=ring,radius=50 --evaluations 30 --seeds 3 --jobs $jobs
  done
}
