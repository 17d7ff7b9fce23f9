#!/usr/bin/env bats
# What `jato minimize` finds and prints.

setup() { load ../helper; }

@test "the sphere's minimum is found, at the place it is known to be" {
  run "$JATO" minimize sphere --dim 3 --particles 50 --iterations 400 --seed 1 --json
  same "$status" 0
  jq -e '.best >= 0 and .best < 1e-9' <<<"$output"
  jq -e '.minimum == 0' <<<"$output"
  jq -e '[.x[] | fabs < 1e-4] | all' <<<"$output"
}

@test "best is the sphere's value at the x that is printed" {
  run quick sphere --seed 1 --json
  jq -e '(([.x[] | . * .] | add) - .best | fabs) < 1e-12 * .best' <<<"$output"
}

@test "json has every field" {
  run quick sphere --seed 1 --json
  same "$status" 0
  names='algorithm best build_seconds built device digest dim evaluations explanation goal iterations minimum nonfinite particles precision'
  names="$names problem ranks samples seconds seed standard_error stop swarm_bytes walls why x"
  same "$(jq -r 'keys | join(" ")' <<<"$output")" "$names"
  jq -e '.x | length == 3' <<<"$output"
  jq -e '.digest | test("^[0-9a-f]{16}$")' <<<"$output"
  jq -e '.dim == 3 and .particles == 20 and .iterations == 10 and .seed == 1' <<<"$output"
  jq -e '.evaluations == 20 * 11 and .nonfinite == 0' <<<"$output"
  jq -e '.problem == "sphere" and .ranks == 1 and .walls == "reflect" and .precision == "double"' <<<"$output"
  jq -e '.swarm_bytes >= 20 * 3 * 3 * 8' <<<"$output"
  jq -e '.built == null and .build_seconds == 0' <<<"$output"
}

@test "an unknown minimum is null, and not in the text" {
  unknown=(minimize michalewicz --dim 101 --particles 8 --iterations 1 --seed 1)
  jq -e 'has("minimum") and .minimum == null' <<<"$("$JATO" "${unknown[@]}" --json)"
  same "$("$JATO" "${unknown[@]}" | value_of minimum)" ""
  same "$(quick sphere --seed 1 | value_of minimum)" 0
}

@test "json is one object and nothing else, on standard output" {
  run --separate-stderr quick sphere --seed 1 --json
  same "$(jq -s length <<<"$output")" 1
  # shellcheck disable=SC2154 # set by run
  same "$stderr" ""
}

@test "the text and the json tell the same" {
  text=$(quick rosenbrock --seed 5 --verbose)
  json=$(quick rosenbrock --seed 5 --json)
  same "$(value_of digest <<<"$text")" "$(jq -r .digest <<<"$json")"
  same "$(value_of evaluations <<<"$text")" "$(jq -r .evaluations <<<"$json")"
  same "$(value_of algorithm <<<"$text")" "$(jq -r .algorithm <<<"$json")"
  same "$(value_of device <<<"$text")" "$(jq -r .device <<<"$json")"
  jq -e --arg best "$(value_of best <<<"$text")" '.best == ($best | tonumber)' <<<"$json"
}

@test "the text shows ten coordinates, or as many as --x says" {
  text=$("$JATO" minimize sphere --dim 12 --particles 20 --iterations 2 --seed 1)
  same "$(awk '$1 == "x" { print NF, $NF }' <<<"$text")" "12 ..."
  text=$("$JATO" minimize sphere --dim 12 --particles 20 --iterations 2 --seed 1 --x 12)
  same "$(awk '$1 == "x" { print NF }' <<<"$text")" 13
}

@test "the summary names what differs from the defaults, and all of it with --verbose" {
  same "$(quick sphere --algorithm pso:c1=1.25,w=0.729 | value_of algorithm)" pso:c1=1.25
  same "$(quick sphere --algorithm pso | value_of algorithm)" pso
  whole=$(quick sphere --algorithm pso:c1=1.25 --seed 1 --json | jq -r .algorithm)
  text=$(quick sphere --algorithm pso:c1=1.25 --seed 1 --verbose)
  same "$(value_of algorithm <<<"$text")" "$whole"
  contains "$text" "bytes for the swarm"
}

@test "all parameters of the algorithm are written out" {
  algorithm=$(quick sphere --algorithm pso:c1=1.25 --seed 1 --json | jq -r .algorithm)
  for parameter in $("$JATO" list algorithms --json | jq -r '.[] | select(.name == "pso").parameters[].name'); do
    contains ",${algorithm#pso:}," ",$parameter="
  done
  contains "$algorithm" c1=1.25
}

@test "--evaluations is used up to the last one" {
  run "$JATO" minimize sphere --dim 3 --particles 20 --evaluations 195 --seed 1 --json
  jq -e '.evaluations == 195 and .stop == "evaluations"' <<<"$output"
}

@test "--target stops as soon as it is reached" {
  run "$JATO" minimize sphere --dim 3 --particles 20 --target 1e-3 --seed 1 --json
  jq -e '.stop == "target" and .best <= 1e-3' <<<"$output"
  before=$(($(jq .iterations <<<"$output") - 1))
  run "$JATO" minimize sphere --dim 3 --particles 20 --iterations "$before" --seed 1 --json
  jq -e '.best > 1e-3' <<<"$output"
}

@test "--stall stops a run that gets no better" {
  run "$JATO" minimize sphere --dim 3 --particles 2 --algorithm random --iterations 1M --stall 5 \
    --seed 1 --json
  jq -e '.stop == "stall" and .iterations < 1000000' <<<"$output"
}

@test "--seconds stops a run in time" {
  run "$JATO" minimize sphere --dim 3 --particles 20 --seconds 0.3 --seed 1 --json
  jq -e '.stop == "time" and .seconds >= 0.3 and .seconds < 5' <<<"$output"
}

@test "--walls, --precision and --device are used" {
  run quick sphere --walls periodic --precision float --device cpu:threads=1 --seed 1 --json
  jq -e '.walls == "periodic" and .precision == "float"' <<<"$output"
  contains "$(jq -r .device <<<"$output")" threads=1
}

@test "a method that has nothing left to try says why" {
  run -0 --separate-stderr "$JATO" minimize rosenbrock --dim 5 --algorithm lines --seed 1
  contains "$output" "stopped by   converged: not separable: "
  run -0 --separate-stderr "$JATO" minimize rosenbrock --dim 5 --algorithm lines --seed 1 --json
  contains "$output" '"why": "not separable: '
  run -0 --separate-stderr "$JATO" minimize sphere --iterations 3 --json
  contains "$output" '"why": null'
}

# calls NAME <json: of this row of the profile; 0 without one.
calls() { jq --arg name "$1" '[.kernels[] | select(.name == $name).calls] | add // 0'; }

@test "--profile counts kinds of work on every device, and changes no bit" {
  plain=$(quick rosenbrock --algorithm pso --seed 3 --json)
  [ "$(jq 'has("kernels")' <<<"$plain")" = false ]
  told=$(quick rosenbrock --algorithm pso --seed 3 --profile --json)
  same "$(jq .digest <<<"$told")" "$(jq .digest <<<"$plain")"
  for row in place:1 move:10 evaluate:11 judge:11 method:10; do same "$(calls "${row%:*}" <<<"$told")" "${row#*:}"; done
  jq -e '.kernels | (map(.share) | add - 1 | fabs) < 1e-9 and
    all(0 <= .least and .least <= .average and .average <= .most and .most <= .total)' <<<"$told"
  contains "$(quick rosenbrock --algorithm pso --seed 3 --profile)" "move                          10 "
  for spec in $("$JATO" list devices opencl --json | jq -r '.[] | select(.ready).spec'); do
    told=$(quick rosenbrock --algorithm pso --seed 3 --profile --json --device "$spec")
    same "$(jq .digest <<<"$told")" "$(jq .digest <<<"$plain")"
    for row in "place, evaluate, judge:1" "move, evaluate, judge:10" best:11 method:10 move:0; do
      same "$(calls "${row%:*}" <<<"$told")" "${row#*:}"
    done
    [ "$(calls copies <<<"$told")" -ge 11 ]
  done
}

@test "--profile of a program counts what it waits for" {
  need_programs
  told=$("$JATO" minimize --command 'echo {x}' --var x=1:2 --algorithm pso --particles 4 --iterations 3 --profile --json)
  [ "$(calls "wait for evaluations" <<<"$told")" -ge 16 ]
}
