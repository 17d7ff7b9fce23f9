#!/usr/bin/env bats
# The devices of this machine: jato list devices, jato doctor and jato bench devices.

setup() { load helper; }

@test "list devices has a line for each device of the json, and the cpu is ready" {
  json=$("$JATO" list devices --json)
  text=$("$JATO" list devices)
  same "$(jq -r 'map(keys | join(" ")) | unique | join("|")' <<<"$json")" \
    "deterministic double memory_bytes name ready spec state"
  jq -e '.[] | select(.spec == "cpu") | .ready and .double and .deterministic' <<<"$json"
  for spec in $(jq -r '.[].spec' <<<"$json"); do
    grep -q "^  $spec " <<<"$text" || { echo "no line for $spec in: $text" && return 1; }
  done
  # Every kind answers, with a device or with the reason why there is none.
  for kind in $("$JATO" list devices --names); do
    jq -e --arg kind "$kind" 'map(select(.spec | split(":")[0] == $kind)) | length > 0' <<<"$json"
  done
  jq -e 'all(.ready or (.state | length > 10))' <<<"$json"
}

@test "list devices KIND shows that kind alone" {
  same "$("$JATO" list devices cpu --json | jq -r '.[].spec')" cpu
  text=$("$JATO" list devices cpu)
  contains "$text" threads
  [[ $text != *opencl* ]]
}

@test "doctor names compiler, machine and the state of every device" {
  run "$JATO" doctor
  same "$status" 0
  for name in version compiler build cpu cores memory 'C objectives'; do contains "$output" "$name "; done
  for spec in $("$JATO" list devices --json | jq -r '.[].spec'); do
    contains "$output" "device       $spec: "
  done
  contains "$output" "cpu: works as cpu"
  contains "$output" "cuda: never run on real hardware"
}

@test "doctor --json agrees with the machine and with a run on the device" {
  run --separate-stderr "$JATO" doctor --json
  same "$status" 0
  jq -e --argjson cores "$(getconf _NPROCESSORS_ONLN)" '.cores == $cores' <<<"$output"
  jq -e --arg version "$("$JATO" --version)" '"jato " + .version == $version' <<<"$output"
  digest=$("$JATO" minimize sphere --dim 2 --particles 100 --iterations 100 --seed 1 --json | jq -r .digest)
  jq -e --arg digest "$digest" '.devices[] | select(.spec == "cpu") | .works and .digest == $digest' \
    <<<"$output"
  jq -e --arg digest "$digest" '.source | .works and .same and .digest == $digest' <<<"$output"
  jq -e '.devices | all(.ready == .works)' <<<"$output"
}

@test "doctor without a compiler says so, and it is no fault of the devices" {
  run env PATH=/nonexistent "$JATO" doctor
  same "$status" 0
  contains "$output" "C objectives cannot be compiled"
}

@test "bench devices: every ready device against the cpu, then texts against the gallery" {
  run --separate-stderr "$JATO" bench devices --particles 2k --dim 4 --repeat 1 --json
  same "$status" 0
  same "$(jq -r '.devices[].spec' <<<"$output")" \
    "$("$JATO" list devices --json | jq -r '.[] | select(.ready).spec')"
  jq -e '.devices | all(.particles == 2000 and .dim == 4 and .precision == "float" and .ms > 0)' \
    <<<"$output"
  jq -e '.devices | .[0].ms as $cpu | all(($cpu / .ms / .ratio - 1 | fabs) < 1e-9)' <<<"$output"
  same "$(jq -r '[.objectives[].name] | join(" ")' <<<"$output")" "sphere rosenbrock rastrigin"
  jq -e '.objectives | all(.gallery_ns > 0 and .source_ns > 0)' <<<"$output"
  jq -e '.objectives[] | select(.name != "rastrigin").same' <<<"$output"
  jq -e '.objectives[] | (.plain_ns != null) == (.name == "rastrigin")' <<<"$output"
}

@test "bench devices takes the devices it is told, with the cpu in front" {
  run "$JATO" bench devices --particles 1k --dim 2 --repeat 1 --device cpu:threads=1 --json
  same "$(jq -r '[.devices[].spec] | join(" ")' <<<"$output")" "cpu cpu:threads=1"
  run "$JATO" bench devices --particles 1k --dim 2 --repeat 1 --device cpu
  same "$status" 0
  contains "$output" "gallery_ns"
  run "$JATO" bench step --particles 1k --dim 2 --repeat 1 --device cpu --device cpu:threads=1
  same "$status" 2
  contains "$output" "jato bench devices"
}
