#!/usr/bin/env bats
# jato check STUDY.yaml: one evaluation, and what was sent and read.

setup() {
  load ../helper
  need_studies
  cd "$BATS_TEST_TMPDIR" || return
  cat >sim <<'TEXT'
#!/bin/sh
read -r line
echo "begin $line"
echo "careful" >&2
echo "1.5 $1 $JATO_n"
TEXT
  chmod +x sim
  cat >study.yaml <<'TEXT'
variables:
  a: {range: [0.01, 100], scale: log, initial: 1}
  n: {range: [1, 9], kind: integer, initial: 3}
  way: {choices: [long, 'quite short']}
constraints:
  first: {at_most: 0.5}
  second: {equals: 3, tolerance: 0.1}
objective:
  command: ./sim {a} '{way}'
  by: [environment, input]
failures: {timeout: 10s}
particles: 5
limits: {iterations: 9}
TEXT
}

@test "what was sent, what was read, and what was made of it" {
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 0
  contains "$output" "  a            1"
  contains "$output" "  n            3"
  contains "$output" "  argument     ./sim
               1
               quite short"
  contains "$output" "  environment  JATO_ID=0
               JATO_a=1
               JATO_n=3
               JATO_way=quite short"
  contains "$output" '  input        {"id": 0, "values": {"a": 1, "n": 3, "way": "quite short"}}'
  contains "$output" '  output       begin {"id": 0,'
  contains "$output" "               1.5 1 3"
  contains "$output" "  errors       careful"
  contains "$output" "  value        1.5"
  contains "$output" "  first        1  violated by 0.5: must be at most 0.5"
  contains "$output" "  second       3  met: must be equal to 3"
  contains "$output" "for 50 evaluations, 1 in parallel"
}

@test "the same as json" {
  json=$("$JATO" check study.yaml --json)
  jq -e '[.seen[] | select(.what == "argument").text] == ["./sim", "1", "quite short"]' <<<"$json"
  jq -e '.values == {"a": 1, "n": 3, "way": "quite short"} and .value == 1.5 and .status == "ok"' <<<"$json"
  jq -e '.constraints == {"first": 1, "second": 3} and .violation == 0.5 and .seconds > 0' <<<"$json"
}

@test "an evaluation that fails says how, after what was sent" {
  printf '#!/bin/sh\necho 3 >&2; echo bad mesh >&2; exit 7\n' >sim
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 1
  contains "$output" "  argument     ./sim"
  contains "$output" "               bad mesh"
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato: the evaluation failed (exit): "
  contains "$stderr" "bad mesh"
  printf '#!/bin/sh\necho no numbers\n' >sim
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 1
  contains "$output" "  output       no numbers"
  contains "$stderr" "jato: the evaluation failed (output): "
  printf '#!/bin/sh\necho nan 1 3\n' >sim
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 1
  contains "$stderr" "jato: the evaluation failed (nonfinite): "
  printf '#!/bin/sh\nsleep 60\n' >sim
  sed -i 's/10s/200ms/' study.yaml
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 1
  contains "$stderr" "jato: the evaluation failed (timeout): "
}

@test "a program that is not there" {
  rm sim
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 1
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "./sim"
}

@test "long output is shown by its end, without what confuses a terminal" {
  printf '#!/bin/sh\nseq 1 5000\nprintf "\\033[31mred\\n1.5 0 3\\n"\n' >sim
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 0
  contains "$output" "  output       ..."
  contains "$output" "?[31mred"
  [ "$(wc -l <<<"$output")" -lt 45 ]
}

# U+009B, and the byte 9B: each begins a sequence as ESC [ does.
@test "nor does a control character beyond ASCII reach the terminal" {
  printf '#!/bin/sh\nprintf "caf\\303\\251 \\302\\2332J \\2332J\\n1.5 0 3\\n"\n' >sim
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 0
  contains "$output" $'  output       caf\u00e9 ?2J ?2J'
}

@test "a persistent worker" {
  cat >sim <<'TEXT'
#!/bin/sh
while read -r line; do echo '{"value": 2.5, "constraints": [0.25, 3]}'; done
TEXT
  sed -i "s|./sim .*|./sim\n  persistent: true|; /by:/d" study.yaml
  run --separate-stderr "$JATO" check study.yaml
  same "$status" 0
  contains "$output" '  input        {"id": 0, "values": {"a": 1,'
  contains "$output" '  output       {"value": 2.5, "constraints": [0.25, 3]}'
  contains "$output" "  first        0.25  met"
}

@test "a problem of the gallery" {
  printf 'objective: {problem: sphere, dim: 2, bounds: [1, 3]}\n' >g.yaml
  "$JATO" check g.yaml --json | jq -e '.value == 8 and .values == {"x0": 2, "x1": 2}'
}
