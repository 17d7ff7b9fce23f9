#!/usr/bin/env bats
# Run files of programs: names and units wherever they are shown, and resuming them.

setup() {
  load ../helper
  need_programs
  need_run_files
  # kappa, n and solver; also prints kappa. Some fail.
  cat >sim <<'TEXT'
#!/bin/sh
if [ "$2" = 3 ]; then exit 1; fi
awk -v k="$1" -v n="$2" -v s="$3" 'BEGIN {
  printf "%.17g %.17g\n", (log(k) + 2) ^ 2 + (n - 7) ^ 2 + (s == "bdf" ? 0 : 1), k }'
TEXT
  chmod +x sim
}

study=(minimize --command './sim {kappa} {n} {solver}' --var kappa=1e-3:1:log --var n=1:20:int
  --var 'solver=adams,bdf' --var mesh=fine --constraint 'k<=0.2' --particles 12 --seed 3)

@test "show: variables, constraints, values and failures by name" {
  made=$("$JATO" "${study[@]}" --iterations 10 --save run.h5 --json)
  shown=$("$JATO" show run.h5 --json)
  for key in problem dim best x values violation failures attempts evaluations digest order; do
    same "$(jq -c ".$key" <<<"$shown")" "$(jq -c ".$key" <<<"$made")"
  done
  jq -e '.kind == "study" and .values.mesh == "fine" and .failures.exit > 0' <<<"$shown"
  text=$("$JATO" show run.h5)
  contains "$text" "variables    kappa   0.001 to 1, log"
  contains "$text" "             n       1 to 20, whole"
  contains "$text" "             solver  adams, bdf"
  contains "$text" "             mesh    always fine"
  contains "$text" "constraints  k <= 0.2"
  contains "$text" "feasible     all constraints satisfied"
  contains "$text" "resume       jato resume run.h5 --iterations 20"
  contains "$text" "repeat       jato verify run.h5"
}

@test "export: columns by name, values in the user's units" {
  "$JATO" "${study[@]}" --iterations 10 --save run.h5
  trace=$("$JATO" export run.h5)
  same "$(head -n 1 <<<"$trace")" "iteration,evaluations,nonfinite,best,seconds,diversity,kappa,n,solver,mesh"
  same "$(tail -n 1 <<<"$trace" | cut -d, -f10)" fine
  "$JATO" export run.h5 --jsonl | jq -es 'length == 11 and all(.values.kappa >= 1e-3 and .values.kappa <= 1)'
  "$JATO" export run.h5 --jsonl | jq -es 'all((.values.n | . == floor) and (.values.solver | . == "adams" or . == "bdf"))'
  swarm=$("$JATO" export run.h5 --what swarm)
  contains "$(head -n 1 <<<"$swarm")" "particle,value,position.kappa,position.n,position.solver,position.mesh,velocity.kappa"
  same "$(wc -l <<<"$swarm")" 13
  "$JATO" export run.h5 --what swarm --jsonl | jq -es 'all(.own.mesh == "fine" and (.velocity | length) == 3)'
}

@test "resume: from the file alone, to the digest of the run in one go" {
  for order in iteration particle; do
    rm -f run.h5*
    whole=$(digest_of "${study[@]}" --order "$order" --iterations 12)
    "$JATO" "${study[@]}" --order "$order" --workers 3 --iterations 5 --save run.h5
    run "$JATO" resume run.h5 --iterations 12
    same "$status" 0
    contains "$output" "workers      3, order $order"
    same "$(value_of digest <<<"$output")" "$whole"
  done
}

@test "minimize --resume: the program and its variables must be the file's" {
  whole=$(digest_of "${study[@]}" --iterations 12)
  "$JATO" "${study[@]}" --iterations 5 --save run.h5
  complains 2 "run.h5 was made with another version of" \
    "$JATO" "${study[@]}" --env --var more=0:1 --iterations 12 --save run.h5 --resume
  complains 2 "another version" "$JATO" "${study[@]}" --var more=1 --iterations 12 --save run.h5 --resume
  complains 2 "made with order iteration, not particle" \
    "$JATO" "${study[@]}" --order particle --iterations 12 --save run.h5 --resume
  complains 2 "is a run of" "$JATO" minimize sphere --iterations 12 --save run.h5 --resume
  same "$(digest_of "${study[@]}" --iterations 12 --save run.h5 --resume)" "$whole"
}

@test "interrupted in the middle of an iteration: verified, and resumed to the same digest" {
  sed -i '1a echo >>starts' sim
  for order in iteration particle arrival; do
    whole=$(digest_of "${study[@]}" --order "$order" --iterations 12)
    for after in 30 70; do
      rm -f run.h5* starts
      env --default-signal=INT "$JATO" "${study[@]}" --order "$order" --iterations 12 --workers 2 --save run.h5 \
        2>/dev/null 3>&- &
      pid=$!
      wait_for_lines starts "$after" "$pid"
      kill -INT "$pid"
      wait "$pid" || same "$?" 130
      contains "$("$JATO" verify run.h5 --workers 3)" "verified: "
      resumed=$(digest_of resume run.h5)
      if [ "$order" != arrival ]; then same "$resumed" "$whole"; fi
      contains "$("$JATO" verify run.h5)" "verified: digest $resumed"
    done
  done
}

@test "verify: by running the programs again, the order of arrival included" {
  for order in iteration particle arrival; do
    rm -f run.h5*
    "$JATO" "${study[@]}" --order "$order" --workers 4 --iterations 6 --save run.h5
    contains "$("$JATO" verify run.h5 --workers 2)" "verified"
  done
  "$JATO" resume run.h5 --iterations 8
  complains 2 "in the order of their arrival, which is followed only from the beginning" \
    "$JATO" verify run.h5 --last 1
  sed -i 's/n - 7/n - 8/' sim
  run "$JATO" verify run.h5
  same "$status" 1
  contains "$output" "differs"
}

@test "verify --last: from one checkpoint to the next" {
  for order in iteration particle; do
    rm -f run.h5*
    "$JATO" "${study[@]}" --order "$order" --iterations 4 --workers 2 --save run.h5
    "$JATO" resume run.h5 --evaluations 100 --iterations 20
    contains "$("$JATO" verify run.h5 --last 1)" "verified: digest $("$JATO" show run.h5 --json | jq -r .digest)"
  done
}

@test "plot and report: names at the axes, and the program is not started" {
  if ! command -v gnuplot >/dev/null; then skip "gnuplot is not installed"; fi
  "$JATO" "${study[@]}" --iterations 10 --save run.h5
  rm sim
  "$JATO" plot run.h5 --axes kappa,solver
  for word in kappa solver adams bdf; do grep -q ">$word<" run-slice.svg; done
  for word in kappa n solver; do grep -q ">$word<" run-parallel.svg; done
  complains 2 "or names of variables" "$JATO" plot run.h5 --kind slice --axes kappa,mesh
  "$JATO" report run.h5
  grep -q "<td>kappa</td>" run.html
  grep -q "1 to 20, whole" run.html
}
