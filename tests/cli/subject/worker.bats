#!/usr/bin/env bats
# A shared object in a process of its own: lines of JSON in, lines of JSON out.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || exit 1
  need_json
}

# Makes a shared object from standard input: object NAME.so
object() {
  cc -shared -fPIC -O1 -x c -o "$1" - -lm || skip "no compiler"
}

@test "help: usage, options and an example" {
  run "$JATO" worker --help
  same "$status" 0
  contains "$output" "usage: jato worker FILE.so"
  contains "$output" "  jato worker ./beam.so"
}

@test "each line is answered, in the order of its values" {
  object sum.so <<<'double jato_objective(const double *x, int n) { return 100 * x[0] + 10 * x[1] + n; }'
  run "$JATO" worker sum.so <<<'{"id": 4, "values": {"b": 1, "a": 2}}
{"id": 5, "values": {"a": 2, "b": 1, "c": 0}}'
  same "$status" 0
  same "${lines[0]}" '{"id": 4, "value": 122}'
  same "${lines[1]}" '{"id": 5, "value": 213}'
}

@test "constraints, and values that are not finite" {
  object c.so <<'END'
#include <math.h>
double jato_objective(const double *x, int n) { return x[0] > 0 ? NAN : n; }
void jato_constraints(const double *x, int n, double *c, int count) { c[0] = x[0]; c[1] = count; }
END
  run "$JATO" worker ./c.so --constraints 2 <<<'{"id": 1, "values": {"x": -1.5}}
{"id": 2, "values": {"x": 0.25}}'
  same "${lines[0]}" '{"id": 1, "value": 1, "constraints": [-1.5, 2]}'
  same "${lines[1]}" '{"id": 2, "value": null, "constraints": [0.25, 2]}'
}

@test "what the object prints and reads does not disturb the lines" {
  object loud.so <<'END'
#include <stdio.h>
double jato_objective(const double *x, int n) { puts("hello"); return getchar() == EOF ? x[0] : n; }
END
  run --separate-stderr "$JATO" worker ./loud.so <<<'{"id": 1, "values": {"x": 3.5}}
{"id": 2, "values": {"x": 4.5}}'
  same "$status" 0
  same "$output" '{"id": 1, "value": 3.5}
{"id": 2, "value": 4.5}'
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" hello
}

@test "a line longer than a pipe holds, and one behind it" {
  object one.so <<<'double jato_objective(const double *x, int n) { return x[0] + n; }'
  blanks=$(head -c 1000000 /dev/zero | tr '\0' ' ')
  run "$JATO" worker ./one.so <<<"{\"id\": 1, $blanks\"values\": {\"x\": 3.5}}
{\"id\": 2, \"values\": {\"x\": 4.5}}"
  same "$output" '{"id": 1, "value": 4.5}
{"id": 2, "value": 5.5}'
}

@test "answers come while the input is open" {
  object one.so <<<'double jato_objective(const double *x, int n) { return x[0] + n; }'
  coproc "$JATO" worker ./one.so
  worker=$COPROC_PID
  for i in 1 2 3; do
    echo "{\"id\": $i, \"values\": {\"x\": $i}}" >&"${COPROC[1]}"
    read -r -t 20 answer <&"${COPROC[0]}"
    same "$answer" "{\"id\": $i, \"value\": $((i + 1))}"
  done
  eval "exec ${COPROC[1]}>&-"
  wait "$worker"
}

@test "what is wrong is said" {
  run "$JATO" worker
  same "$status" 2
  run "$JATO" worker nowhere.so
  same "$status" 4
  contains "$output" "cc -shared -fPIC"
  object none.so <<<'int other;'
  run "$JATO" worker none.so
  same "$status" 4
  contains "$output" "double jato_objective(const double *x, int n)"
  run "$JATO" worker none.so --constraint 3
  same "$status" 2
  contains "$output" "did you mean --constraints?"
}
