#!/usr/bin/env bats
# Programs as objectives: what they get, what is read from them, and what is shown of it.

setup() {
  load ../helper
  need_programs
  cd "$BATS_TEST_TMPDIR" || return
  # The least value is 0, at kappa = e^-2, n = 7 and bdf. It also prints kappa.
  cat >sim <<'TEXT'
#!/bin/sh
awk -v k="$1" -v n="$2" -v s="$3" 'BEGIN {
  printf "value %.17g, kappa %.17g\n", (log(k) + 2) ^ 2 + (n - 7) ^ 2 + (s == "bdf" ? 0 : 1), k }'
TEXT
  chmod +x sim
}

names=(--var kappa=1e-3:1:log --var n=1:20:int --var 'solver=adams,bdf')
quick=(--particles 16 --iterations 15 --seed 3)

# Where a program with an answer of its own is tried: once for each of 8 particles.
once=(--var a=0:1 --var n=1:9:int --particles 8 --evaluations 8 --seed 1)

@test "a command: variables by name, in their units; the result is the last number" {
  sed -i 's/, kappa %.17g//' sim
  run --separate-stderr "$JATO" minimize --command './sim {kappa} {n} {solver}' "${names[@]}" --particles 20 \
    --iterations 40 --seed 3
  same "$status" 0
  contains "$output" "values       kappa   0.13"
  contains "$output" "             n       7"
  contains "$output" "             solver  bdf"
  # shellcheck disable=SC2154 # set by run
  same "$stderr" ""
}

@test "doctor knows that programs can be started" {
  jq -e '.programs.works' <<<"$("$JATO" doctor --json)"
  contains "$("$JATO" doctor)" "programs     work: "
}

@test "json: values, failures and attempts" {
  json=$("$JATO" minimize --command './sim {kappa} {n} {solver}' "${names[@]}" --constraint 'k<=1' \
    "${quick[@]}" --json)
  jq -e '.values | keys == ["kappa", "n", "solver"]' <<<"$json"
  jq -e '.values.solver == "bdf" and (.values.n | . == floor) and .violation == 0' <<<"$json"
  jq -e '.evaluations == 256 and .attempts == 256 and (.failures | add) == 0' <<<"$json"
  jq -e '.messages == [] and .workers == 1 and .order == "iteration"' <<<"$json"
}

@test "the last line repeats the run" {
  text=$("$JATO" minimize --command './sim {kappa} {n} {solver}' "${names[@]}" --constraint 'k <= 1' \
    "${quick[@]}" --workers 2 --order particle)
  same "$(repeat <<<"$text" | value_of digest)" "$(value_of digest <<<"$text")"
}

@test "the same digest for any number of workers" {
  for order in iteration particle; do
    for workers in 1 3 12; do
      "$JATO" minimize --command './sim {kappa} {n} {solver}' "${names[@]}" --constraint 'k<=1' \
        "${quick[@]}" --order "$order" --workers "$workers" --json | jq -r .digest
    done | sort -u >digests
    same "$(wc -l <digests)" 1
  done
}

@test "constraints: kept, or told by how much they are not" {
  with=("$JATO" minimize --command './sim {kappa} {n} {solver}' "${names[@]}" "${quick[@]}")
  contains "$("${with[@]}" --constraint 'k<=0.1')" "feasible     all constraints satisfied"
  jq -e '.values.kappa <= 0.1 and .violation == 0' <<<"$("${with[@]}" --constraint 'k<=0.1' --json)"
  contains "$("${with[@]}" --constraint 'k>=2')" ": no feasible point was found"
  jq -e '.best == null and .violation >= 1' <<<"$("${with[@]}" --constraint 'k>=2' --json)"
  jq -e '.best != null and .violation > 0' <<<"$("${with[@]}" --constraint 'k>=2' --penalty 1e-3 --json)"
}

@test "never through a shell unless asked; values are words of their own" {
  cat >words <<'TEXT'
#!/bin/sh
echo $#
TEXT
  chmod +x words
  # shellcheck disable=SC2016 # it must not
  choice=--var=b='; touch broken,$(touch broken)'
  same "$("$JATO" minimize --command "./words '{b} x' {a}{n} \$HOME * >out" "$choice" "${once[@]}" --json | jq .best)" 5
  same "$("$JATO" minimize --shell './words {b} x{a}{n}' "$choice" "${once[@]}" --json | jq .best)" 2
  [ ! -e broken ] && [ ! -e out ]
}

@test "by environment, and by JSON on standard input" {
  same "$("$JATO" minimize --command "sh -c 'echo \$JATO_n'" --env --var n=4 "${once[@]:0:2}" \
    "${once[@]:4}" --json | jq .best)" 4
  cat >reader <<'TEXT'
#!/bin/sh
jq '.values.n * 10 + (.values | length)'
TEXT
  chmod +x reader
  same "$("$JATO" minimize --command ./reader --stdin --var n=4 --var a=0:1 "${once[@]:4}" --json | jq .best)" 42
}

@test "templates in folders of their own, which are removed or kept" {
  printf '{"loss": {n}, "at": {a}, "braces": "{other}"}\n' >deck.json.in
  with=(--command 'cat deck.json' --scratch work --template deck.json.in --result-field loss)
  "$JATO" minimize "${with[@]}" "${once[@]}" --json | jq -e '.best == .values.n'
  [ ! -e work ]
  "$JATO" minimize "${with[@]}" "${once[@]}" --keep-folders all
  same "$(find work -name deck.json | wc -l)" 8
  contains "$(cat work/*/deck.json)" '"braces": "{other}"'
}

@test "folders that a run did not make are left alone" {
  mkdir -p work/00000000
  echo mine >work/00000000/notes
  with=(--shell 'echo {a} {n} | tee value' --scratch work --workers 1)
  run --separate-stderr "$JATO" minimize "${with[@]}" "${once[@]}" --keep-folders all
  same "$status" 0
  # shellcheck disable=SC2154 # run sets it
  contains "$stderr" "folders that this run did not make"
  same "$(cat work/00000000/notes)" mine
  same "$(find work -name value | wc -l)" 8
  first=$(cat work/*/value)
  "$JATO" minimize "${with[@]}" "${once[@]}" --keep-folders all
  same "$(find work -name value | wc -l)" 16
  "$JATO" minimize "${with[@]}" "${once[@]}"
  same "$(find work -name value | wc -l)" 16
  same "$(cat work/00000000.1/value work/0000000[1-9]/value)" "$first"
}

@test "a result in a file, and the folder's name in the command" {
  "$JATO" minimize --shell 'echo {a}; echo {n} >{folder}/result.txt' --scratch work \
    --result-file result.txt "${once[@]}" --json | jq -e '.best == .values.n'
}

@test "a persistent worker" {
  cat >worker <<'TEXT'
#!/bin/sh
echo start >>starts
exec jq --unbuffered -c 'if .values.n == 5 then {id, error: "no convergence"} else {id, value: .values.n} end'
TEXT
  chmod +x worker
  json=$("$JATO" minimize --command ./worker --persistent --workers 2 "${once[@]:0:4}" --particles 20 --iterations 5 \
    --seed 1 --retries 1 --json)
  [ "$(wc -l <starts)" -le 2 ]
  jq -e '.best == 1 and .failures.refused > 0 and .attempts == .evaluations + .failures.refused' <<<"$json"
  jq -e '.messages[0] | .failure == "refused" and (.text | contains("no convergence"))' <<<"$json"
}

@test "a shared object: called here or in processes of its own, where a crash costs one evaluation" {
  cat >bowl.c <<'TEXT'
double jato_objective(const double *x, int n)
{
  double sum = 0;
  if (x[0] < CRASH) *(volatile int *)0 = 1;
  for (int i = 0; i < n; i++) sum += (x[i] - i) * (x[i] - i);
  return sum;
}
void jato_constraints(const double *x, int n, double *c, int count)
{
  (void)n;
  for (int k = 0; k < count; k++) c[k] = x[1];
}
TEXT
  cc -shared -fPIC -DCRASH=-100 bowl.c -o whole.so
  cc -shared -fPIC -DCRASH=-3 bowl.c -o broken.so
  with=(--dim 3 --bounds -5:5 --constraint 'second<=0.5' --particles 20 --iterations 30 --seed 1 --json)
  here=$("$JATO" minimize --object ./whole.so "${with[@]}")
  jq -e '.violation == 0 and .x[1] <= 0.5 and .best >= 0.25 and .best < 1' <<<"$here"
  apart=$("$JATO" minimize --object ./whole.so "${with[@]}" --isolate --workers 2)
  same "$(jq -r .digest <<<"$apart")" "$(jq -r .digest <<<"$here")"
  broken=$("$JATO" minimize --object ./broken.so "${with[@]}" --isolate --workers 2)
  jq -e '.failures | .signal + .worker + .exit > 0' <<<"$broken" # a sanitizer makes an exit of it
  jq -e '.evaluations == 620 and .x[0] >= -3 and .best >= 0.25' <<<"$broken"
  complains 4 "no-such.so" "$JATO" minimize --object ./no-such.so --dim 3 --bounds -5:5
}

@test "a slow program without a limit: what is planned and how long it takes is said once" {
  slow=(minimize --command 'sh -c "sleep 0.2; echo {x}"' --var x=0:1 --seed 1)
  words_of() { timeout --foreground -s INT 2 "$JATO" "${slow[@]}" "$@" 2>&1 >/dev/null | grep planned; }
  run words_of
  same "${#lines[@]}" 1
  words='^jato: note: 1,000 evaluations are planned, which take about ([0-9.]+) minutes at (0\.[1-9][0-9]) s each'
  words+=' with 1 worker; --evaluations 500 would take [0-9.]+ (s|minutes)$'
  [[ $output =~ $words ]]
  awk -v minutes="${BASH_REMATCH[1]}" -v each="${BASH_REMATCH[2]}" \
    'BEGIN { off = minutes * 60 / (1000 * each); exit off < 0.9 || off > 1.1 }'
  run words_of -a pso --particles 20 --workers 2
  contains "$output" "note: 1,000 evaluations are planned"
  contains "$output" " s with 2 workers; --evaluations 500 would take "
  for enough in --quiet '--evaluations 100' '--seconds 60'; do
    # shellcheck disable=SC2086 # two words
    run words_of $enough
    same "$output" ""
  done
}
