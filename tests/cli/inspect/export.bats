#!/usr/bin/env bats
# The numbers of a run file for other programs.

setup() {
  load ../helper
  need_run_files
}

@test "trace: a row for every iteration, in CSV and JSON lines alike" {
  made=$(quick sphere --seed 3 --save run.h5 --json)
  "$JATO" export run.h5 >trace.csv
  same "$(head -n 1 trace.csv)" "iteration,evaluations,nonfinite,best,seconds,diversity,x0,x1,x2"
  same "$(wc -l <trace.csv)" 12
  "$JATO" export run.h5 --jsonl --output trace.jsonl
  jq -se 'map(.iteration) == [range(11)]' trace.jsonl
  jq -se 'map(.evaluations) == [range(1; 12) | 20 * .]' trace.jsonl
  # The sphere's value at the best place is the best.
  jq -se 'all((([.x[] | . * .] | add) - .best | fabs) <= 1e-12 * .best)' trace.jsonl
  same "$(tail -n 1 trace.jsonl | jq -c '[.best, .x]')" "$(jq -c '[.best, .x]' <<<"$made")"
  same "$(tail -n 1 trace.csv | cut -d, -f4,7-)" "$(tail -n 1 trace.jsonl | jq -r '[.best, .x[]] | map(tostring) | join(",")')"
}

@test "swarm: every particle, and its value is that of its best place" {
  quick sphere --seed 3 --save run.h5
  "$JATO" export run.h5 --what swarm --jsonl >swarm.jsonl
  jq -se 'map(.particle) == [range(20)]' swarm.jsonl
  jq -se 'all((.position | length) == 3 and (.velocity | length) == 3)' swarm.jsonl
  jq -se 'all((([.own[] | . * .] | add) - .value | fabs) <= 1e-12 * .value)' swarm.jsonl
  jq -se --argjson best "$("$JATO" show run.h5 --json | jq .best)" '(map(.value) | min) == $best' swarm.jsonl
  same "$("$JATO" export run.h5 --what swarm --csv | wc -l)" 21
}

@test "swarm: more particles than a block holds" {
  "$JATO" minimize sphere --algorithm random --dim 700 --particles 1.6k --iterations 1 --save run.h5
  "$JATO" export run.h5 --what swarm --output swarm.csv
  same "$(cut -d, -f1 swarm.csv | tail -n +2)" "$(seq 0 1599)"
  jq -ne --arg last "$(tail -n 1 swarm.csv)" '$last | split(",") | map(tonumber) |
    (.[2:] | length == 700 and all(. >= -100 and . <= 100)) and .[1] > 0'
}

@test "swarm: an algorithm without velocities" {
  quick sphere --algorithm random --save run.h5
  head=$("$JATO" export run.h5 --what swarm | head -n 1)
  contains "$head" "particle,value,position0"
  [[ $head != *velocity* ]]
  quick sphere --algorithm de --save de.h5
  head=$("$JATO" export de.h5 --what swarm | head -n 1)
  contains "$head" "own0"
  [[ $head != *velocity* ]]
  "$JATO" show de.h5
}

@test "frames, and none" {
  quick sphere --save run.h5 --record-frames 5
  "$JATO" export run.h5 --what frames --jsonl >frames.jsonl
  jq -se --argjson count "$("$JATO" show run.h5 --json | jq '.frames * .frame_particles')" \
    'length == $count and $count > 0 and all(.x | length == 2)' frames.jsonl
  quick sphere --save none.h5
  complains 2 "--record-frames" "$JATO" export none.h5 --what frames
}

@test "what is not finite is empty, or null" {
  "$JATO" minimize -e '1 / (x(0) - x(0))' --dim 1 --bounds 0:1 --iterations 2 --save run.h5
  same "$("$JATO" export run.h5 | tail -n 1 | cut -d, -f4)" ""
  jq -e '.best == null' <<<"$("$JATO" export run.h5 --jsonl | tail -n 1)"
}

@test "output that cannot be written, and both kinds at once" {
  quick sphere --save run.h5
  complains 4 "no/such" "$JATO" export run.h5 --output no/such/file
  complains 4 "/dev/full" "$JATO" export run.h5 --output /dev/full
  complains 2 "choose one" "$JATO" export run.h5 --csv --jsonl
}

@test "a choice that a spreadsheet would take for a formula is text, and can be read back" {
  need_programs
  need_studies
  printf 'variables: {c: {choices: ["=1+1", "-O2", "+x", "@SUM(1)", "-1.5", "+2", "plain", "a;=1", "\\t=1", "＝1"]}}
objective: {command: "echo 1", by: [environment]}\nalgorithm: random\nparticles: 100\nlimits: {iterations: 1}\nsave: {file: run.h5}\n' >study.yaml
  "$JATO" run study.yaml --repeat-points --quiet >/dev/null
  "$JATO" export run.h5 --what evaluations >points.csv
  python3 - <<'TEXT'
import csv
wanted = ["'=1+1", "'-O2", "'+x", "'@SUM(1)", "-1.5", "+2", "plain", "a;=1", "'\t=1", "'＝1"]
with open("points.csv", encoding="utf-8") as file:
    text = file.read()
rows = list(csv.DictReader(text.splitlines()))
assert {row["c"] for row in rows} == set(wanted), {row["c"] for row in rows}
assert '"a;=1"' in text, "a semicolon separates cells where a comma is the decimal point"
TEXT
  "$JATO" export run.h5 --what evaluations --jsonl | jq -e -s 'any(.values.c == "=1+1") and any(.values.c == "\t=1")'
  grep -v ';\|=1"\?$\|＝\|@' points.csv >typed.csv # what --var can say
  "$JATO" minimize --command 'echo 1; : {c}' --var 'c==1+1,-O2,+x,-1.5,+2,plain' --warm-start typed.csv \
    --particles 4 --iterations 1 --quiet --json | jq -e '.given > 1'
}

# What Python writes is compared with the CSV by python/tests/test_program.py.
@test "Parquet is written by Python, and the program says how" {
  "$JATO" minimize sphere --iterations 3 --seed 1 --save run.h5 >/dev/null
  complains 2 'jato.open_run("run.h5").to_parquet("run.parquet", "trace")' "$JATO" export run.h5 --parquet
  complains 2 'to_parquet("all.parquet", "swarm")' "$JATO" export run.h5 --what swarm --parquet -o all.parquet
  [ ! -e all.parquet ]
}

# Every file that a run has, and is left behind by one that was killed.
@test "no output takes the place of a file of a run, whatever its name" {
  need_programs
  "$JATO" minimize --command 'echo {a}' --var a=0:1 --particles 4 --iterations 3 --seed 1 --save run.h5 --record-frames 3
  cp run.h5 run.png
  cp run.h5 other.h5
  cp run.h5.journal run.svg
  echo "pid 12 on host here since 2026-11-15T08:30:00Z" >run.h5.lock
  head -c 4000 run.h5 >cut.svg
  cksum run* cut.svg other.h5 >before
  for name in run.h5.journal other.h5 run.h5.lock run.png cut.svg; do
    complains 4 "take another name" "$JATO" export run.h5 --output "$name"
  done
  complains 2 "is the run file itself" "$JATO" export run.h5 --output ./run.h5
  complains 4 "run.png: it is a run file" "$JATO" simulate elementary:rule=30,width=65 --iterations 8 --output run.png
  complains 4 "other.h5: it is a run file" "$JATO" simulate gravity --iterations 1 --history other.h5
  complains 4 "other.h5: it is a run file" "$JATO" init --force other.h5
  if command -v gnuplot >/dev/null; then
    complains 4 "run.svg: it is a run's journal" "$JATO" plot run.h5 --kind convergence --output run.svg
    cp run.h5 page.html
    complains 4 "page.html: it is a run file" "$JATO" report run.h5 --output page.html
    cp run.h5 film.gif
    complains 4 "film.gif: it is a run file" "$JATO" movie run.h5 --output film.gif
  fi
  cksum run* cut.svg other.h5 | cmp - before
  "$JATO" export run.h5 --output trace.csv
  "$JATO" export run.h5 --output trace.csv # as any program does
}

@test "a name that was not given is taken from no file but an earlier picture" {
  command -v gnuplot >/dev/null || skip "no gnuplot"
  quick sphere --seed 3 --save run.h5 --record-frames 5
  "$JATO" plot run.h5 --kind convergence
  "$JATO" plot run.h5 --kind convergence
  "$JATO" report run.h5
  "$JATO" report run.h5
  for name in run-convergence.svg run.html run-movie.gif; do echo "my notes" >$name; done
  complains 4 "run-convergence.svg already exists and is no such picture" "$JATO" plot run.h5 --kind convergence
  complains 4 "run.html already exists and is no such picture" "$JATO" report run.h5
  complains 4 "run-movie.gif already exists and is no such picture" "$JATO" movie run.h5
  for name in run-convergence.svg run.html run-movie.gif; do same "$(cat $name)" "my notes"; done
  "$JATO" plot run.h5 --kind convergence --output run-convergence.svg
}
