#!/usr/bin/env bats
# jato run: the search that a study describes.

setup() {
  load ../helper
  need_studies
  cd "$BATS_TEST_TMPDIR" || return
  mkdir -p sub
  # The least value is b, at a = 0.25; the second number is 10 a.
  cat >sub/sim <<'TEXT'
#!/bin/sh
awk -v a="$1" -v b="$2" 'BEGIN { printf "%.17g %.17g\n", (a - 0.25) ^ 2 + b, 10 * a }'
TEXT
  chmod +x sub/sim
  cat >sub/study.yaml <<'TEXT'
name: small
variables:
  a: {range: [0, 1], initial: 0.9}
  b: {range: [1, 3], kind: integer}
  mode: {fixed: quick}
constraints:
  ten: {at_least: 3}
objective:
  command: ./sim {a} {b}
workers: 2
particles: 10
seed: 7
limits: {iterations: 20}
TEXT
}

@test "what the study says is what is run" {
  json=$("$JATO" run sub/study.yaml --json)
  jq -e '.problem == "small" and .particles == 10 and .iterations == 20 and .seed == 7' <<<"$json"
  jq -e '.workers == 2 and .evaluations == 210 and .violation == 0' <<<"$json"
  # With 10 a >= 3 the least value is 0.05^2 + 1, at a = 0.3 and b = 1.
  jq -e '.values.b == 1 and .values.mode == "quick" and (.values.a - 0.3 | fabs) < 0.01' <<<"$json"
  jq -e '.best >= 1.0025 - 1e-12 and .best < 1.01' <<<"$json"
}

@test "it is the run that minimize makes of the same options" {
  one=$("$JATO" run sub/study.yaml --json | jq -r .digest)
  cd sub
  other=$("$JATO" minimize --command './sim {a} {b}' --var a=0:1@0.9 --var b=1:3:int --var mode=quick \
    --constraint 'ten>=3' --particles 10 --iterations 20 --seed 7 --json | jq -r .digest)
  same "$one" "$other"
}

@test "options win over the study" {
  json=$("$JATO" run sub/study.yaml --seed 8 --workers 3 --iterations 4 --particles 12 --json)
  jq -e '.seed == 8 and .workers == 3 and .iterations == 4 and .particles == 12' <<<"$json"
  differ "$(digest_of run sub/study.yaml --seed 8)" "$(digest_of run sub/study.yaml)"
  same "$(digest_of run sub/study.yaml --workers 5)" "$(digest_of run sub/study.yaml)"
}

@test "the last line repeats the run" {
  text=$("$JATO" run sub/study.yaml --iterations 5 --seed 3)
  contains "$text" "repeat       jato run sub/study.yaml "
  same "$(repeat <<<"$text" | value_of digest)" "$(value_of digest <<<"$text")"
  text=$("$JATO" run sub/study.yaml --algorithm pso:topology=ring --walls absorb --order particle)
  contains "$text" "--algorithm pso:topology=ring --walls absorb --order particle"
  same "$(repeat <<<"$text" | value_of digest)" "$(value_of digest <<<"$text")"
}

@test "problems of the gallery and expressions" {
  printf 'objective: {problem: rastrigin, dim: 3}\nparticles: 20\nlimits: {iterations: 10}\n' >g.yaml
  same "$(digest_of run g.yaml)" "$(digest_of minimize rastrigin --dim 3 --particles 20 --iterations 10 --seed 1)"
  printf 'variables: {a: {range: [-1, 2]}, b: {range: [0, 3]}}\nobjective: {expression: "sq(x(0)) + x(1)"}\n' >e.yaml
  printf 'particles: 20\nlimits: {iterations: 10}\n' >>e.yaml
  same "$(digest_of run e.yaml)" "$(digest_of minimize -e 'sq(x(0)) + x(1)' --dim 2 --bounds=-1:2,0:3 --particles 20 \
    --iterations 10 --seed 1)"
}

@test "data of a C file: the numbers that minimize reads, and what is none refused alike" {
  examples="$(cd "$BATS_TEST_DIRNAME/../../../examples/objectives" && pwd)"
  printf 'objective: {source: %s/decay.c, data: %s/decay.txt, dim: 3, bounds: [0, 10]}\nlimits: {iterations: 20}\n' \
    "$examples" "$examples" >decay.yaml
  same "$("$JATO" run decay.yaml --seed 3 --json | jq -r .digest)" \
    "$("$JATO" minimize "$examples/decay.c" --data "$examples/decay.txt" --dim 3 --bounds 0:10 --iterations 20 --seed 3 --json | jq -r .digest)"
  printf 'objective: {expression: "x(0) + data[0]", data: data.txt, dim: 1, bounds: [0, 1]}\n' >data.yaml
  : >data.txt
  complains 4 "data.txt: holds no numbers" "$JATO" run data.yaml
  echo '1,,2' >data.txt
  complains 4 "data.txt:1: no number in front of a comma" "$JATO" run data.yaml
}

@test "scratch, template, result file and environment, from another folder" {
  cat >sub/sim <<'TEXT'
#!/bin/sh
. ./deck
awk -v a="$a" -v b="$JATO_b" 'BEGIN { printf "{\"loss\": %.17g, \"ten\": %.17g}\n", (a - 0.25) ^ 2 + b, 10 * a }' >out.json
TEXT
  printf 'a={a}\n' >sub/deck.in
  cat >>sub/study.yaml <<'TEXT'
failures: {timeout: 20s}
TEXT
  sed -i 's|  command: .*|  command: ./sim\n  by: [environment]\n  scratch: work\n  templates: [deck.in]\n  result: {field: loss, file: out.json}|' \
    sub/study.yaml
  json=$("$JATO" run sub/study.yaml --json)
  jq -e '.values.b == 1 and .violation == 0 and .best < 1.01 and (.failures | add) == 0' <<<"$json"
  [ ! -e sub/work ] && [ ! -e work ]
}

@test "a run that is saved is continued, verified and resumed" {
  need_run_files
  echo 'save: {file: run.h5}' >>sub/study.yaml
  whole=$(digest_of run sub/study.yaml --save whole.h5)
  same "$("$JATO" run sub/study.yaml --iterations 8 --json | jq -r .saved)" sub/run.h5
  complains 2 "sub/run.h5 already exists; add --resume" "$JATO" run sub/study.yaml
  same "$(digest_of run sub/study.yaml --resume)" "$whole"
  "$JATO" verify sub/run.h5
  contains "$("$JATO" resume whole.h5 --iterations 25)" "iterations   25"
  sed -i 's/seed: 7/seed: 8/' sub/study.yaml
  complains 2 "was made with seed 7, not 8" "$JATO" run sub/study.yaml --resume
}

@test "mistakes are reported with file and line" {
  complains 2 "run needs a study file" "$JATO" run
  complains 4 "nowhere.yaml: No such file" "$JATO" run nowhere.yaml
  sed -i 's/range: \[0, 1\]/rnage: [0, 1]/' sub/study.yaml
  complains 2 'sub/study.yaml:3: unknown key "rnage"; did you mean "range"?' "$JATO" run sub/study.yaml
  sed -i 's/rnage/range/; s/{a} {b}/{a} {bb}/' sub/study.yaml
  complains 2 "sub/study.yaml:9: " "$JATO" run sub/study.yaml
  complains 2 "unknown option --seeed; did you mean --seed?" "$JATO" run sub/study.yaml --seeed 3
  printf 'objective: {problem: sphere}\nalgorithm: psoo\n' >a.yaml
  complains 2 'a.yaml:2: unknown algorithm "psoo"; did you mean "pso"?' "$JATO" run a.yaml
  complains 2 'a.yaml:2: unknown algorithm' "$JATO" check a.yaml
  sed -i 's/psoo/pso/' a.yaml
  complains 2 "--resume works only with" "$JATO" run a.yaml --resume
}

@test "a program that always fails, and one that stops the run" {
  sed -i 's/.*awk.*/echo no licence >\&2; exit 3/' sub/sim
  run --separate-stderr "$JATO" run sub/study.yaml --iterations 2
  same "$status" 1
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "no licence"
  echo 'failures: {then: stop}' >>sub/study.yaml
  run --separate-stderr "$JATO" run sub/study.yaml
  same "$status" 1
  contains "$stderr" "no licence"
}
