#!/usr/bin/env bats
# jato list.

setup() { load ../helper; }

@test "without a kind all four are listed" {
  run "$JATO" list
  same "$status" 0
  for kind in algorithms problems devices walls simulators settings; do contains "$output" "$kind"; done
  for name in pso random sphere rosenbrock cpu reflect clamp; do contains "$output" "  $name "; done
}

@test "algorithms are one line each, and the way to the details is shown" {
  run "$JATO" list algorithms
  same "$status" 0
  same "$(head -n -2 <<<"$output" | awk '{ print $1 }')" "$("$JATO" list algorithms --names)"
  contains "$output" "list algorithms NAME"
}

@test "every parameter of pso is shown with its default and its choices" {
  run "$JATO" list algorithms pso
  same "$status" 0
  contains "$output" "global ring vonneumann"
  [[ $output =~ topology\ +global ]]
  [[ $output =~ c1\ +1\.[0-9]+\ +0\ \.\.\ [0-9]+ ]]
  [[ ! $output =~ random\ search ]]
}

@test "json of a kind is an array with what an entry has" {
  run "$JATO" list algorithms --json
  same "$status" 0
  jq -e 'map(.name) | index("pso") != null and index("random") != null' <<<"$output"
  jq -e 'all(.summary != "" and (.state | test("^(built$|not in this build)")))' <<<"$output"
  topology='.[] | select(.name == "pso").parameters[] | select(.name == "topology")'
  jq -e "$topology | .default == \"global\" and .choices == [\"global\", \"ring\", \"vonneumann\"]" \
    <<<"$output"
  jq -e '[.[].parameters[] | select(.choices == null) | .smallest <= .default and .default <= .largest] | all' \
    <<<"$output"
  jq -e '.[] | select(.name == "sphere") | .lower == -5.12 and .upper == 5.12' \
    <<<"$("$JATO" list problems --json)"
}

@test "json of everything is one object of the kinds" {
  run "$JATO" list --json
  same "$(jq -r 'keys | join(" ")' <<<"$output")" "algorithms devices problems settings simulators walls"
  jq -e 'all(.[]; length > 0)' <<<"$output"
}

@test "names are the names of the json, one a line" {
  for kind in algorithms problems walls simulators; do
    same "$("$JATO" list "$kind" --names)" "$("$JATO" list "$kind" --json | jq -r '.[].name')"
  done
  same "$("$JATO" list devices --names)" "$("$JATO" list --json | jq -r '.devices[].name')"
  contains "$("$JATO" list algorithms pso --names)" "topology=vonneumann"
  contains "$("$JATO" list algorithms pso --names)" "c1="
}

@test "names and json together are refused" {
  run "$JATO" list --names --json
  same "$status" 2
}

@test "every problem that is listed can be minimised" {
  for name in $("$JATO" list problems --names); do
    run "$JATO" minimize "$name" --particles 8 --iterations 1 --seed 1 --json
    same "$status" 0
    jq -e --arg name "$name" '.problem | startswith($name)' <<<"$output"
  done
}
