#!/usr/bin/env bats
# The devices of this machine: jato list devices, jato doctor and jato bench devices. What devices
# report is compared with nproc, /proc, getconf and clinfo.

setup() { load ../helper; }

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

@test "list devices --verbose: every ready device tells units, memory and driver" {
  json=$("$JATO" list devices --verbose --json)
  jq -e 'map(select(.ready).facts) | length > 0 and all(.compute_units > 0 and
    .global_memory_bytes > 0 and .largest_work_group > 0 and (.driver | length > 0))' <<<"$json"
  # All have the same facts, null where nothing is reported; bytes and counts are numbers.
  jq -e 'map(.facts | keys) | unique | length == 1' <<<"$json"
  jq -e '[.[].facts | to_entries[] | select(.key | endswith("_bytes") or endswith("_hz")) | .value |
    . == null or (type == "number" and . > 0)] | all' <<<"$json"
  same "$(jq 'map(del(.facts))' <<<"$json")" "$("$JATO" list devices --json | jq .)"
  # The text has what is reported and no more.
  text=$("$JATO" list devices cpu --verbose)
  contains "$text" "compute units  "
  [[ $text != *capability* && $text != *null* ]]
  complains 2 "jato list devices --verbose" "$JATO" list algorithms --verbose
}

@test "list devices --verbose: what the cpu tells is what the system says" {
  cpu=$("$JATO" list devices cpu --verbose --json | jq '.[0].facts')
  if "$JATO" list devices cpu | grep -q 'cpu .* 1 cores' && [ "$(nproc)" -gt 1 ]; then
    skip "this build has no OpenMP"
  fi
  same "$(jq .compute_units <<<"$cpu")" "$(env -u OMP_NUM_THREADS nproc)"
  same "$(jq .global_memory_bytes <<<"$cpu")" \
    "$(awk '$1 == "MemTotal:" { printf "%.0f", $2 * 1024 }' /proc/meminfo)"
  same "$(jq -r .driver <<<"$cpu")" "$(uname -sr)"
  same "$(jq .address_bits <<<"$cpu")" "$(getconf LONG_BIT)"
  if [ -e /sys/devices/system/cpu/cpu0/cache/index0 ]; then
    for fact in cache_l1_bytes:LEVEL1_DCACHE_SIZE cache_l2_bytes:LEVEL2_CACHE_SIZE \
      cache_l3_bytes:LEVEL3_CACHE_SIZE cache_line_bytes:LEVEL1_DCACHE_LINESIZE; do
      told=$(getconf "${fact#*:}") || continue
      if [ "${told:-0}" != 0 ]; then same "$(jq ".${fact%:*}" <<<"$cpu")" "$told"; fi
    done
  fi
}

@test "list devices --verbose: what OpenCL devices tell is what clinfo says" {
  command -v clinfo >/dev/null || skip "no clinfo"
  facts=$("$JATO" list devices opencl --verbose --json | jq 'map(select(.spec | test(":")).facts)')
  if [ "$(jq length <<<"$facts")" = 0 ]; then skip "no OpenCL device"; fi
  said=$(clinfo --raw)
  # by NAME TIMES: the numbers of that name, one a device, times so many; 0 is not told.
  by() { awk -v name="$1" -v times="$2" '$2 == name { printf "%.0f\n", times * $3 }' <<<"$said"; }
  for fact in compute_units:MAX_COMPUTE_UNITS clock_hz:MAX_CLOCK_FREQUENCY:1000000 \
    global_memory_bytes:GLOBAL_MEM_SIZE largest_piece_bytes:MAX_MEM_ALLOC_SIZE \
    local_memory_bytes:LOCAL_MEM_SIZE constant_memory_bytes:MAX_CONSTANT_BUFFER_SIZE \
    cache_bytes:GLOBAL_MEM_CACHE_SIZE cache_line_bytes:GLOBAL_MEM_CACHELINE_SIZE \
    largest_work_group:MAX_WORK_GROUP_SIZE vector_floats:NATIVE_VECTOR_WIDTH_FLOAT \
    address_bits:ADDRESS_BITS; do
    IFS=: read -r key name times <<<"$fact"
    same "$key $(jq ".[].$key // 0" <<<"$facts")" "$key $(by "CL_DEVICE_$name" "${times:-1}")"
  done
  drivers=$(sed -n 's/^.* CL_DRIVER_VERSION  *\(.*[^ ]\) *$/\1/p' <<<"$said")
  same "$(jq -r '.[].driver' <<<"$facts")" "$drivers"
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

@test "bench devices takes the devices it is given, with the cpu in front" {
  run "$JATO" bench devices --particles 1k --dim 2 --repeat 1 --device cpu:threads=1 --json
  same "$(jq -r '[.devices[].spec] | join(" ")' <<<"$output")" "cpu cpu:threads=1"
  run "$JATO" bench devices --particles 1k --dim 2 --repeat 1 --device cpu
  same "$status" 0
  contains "$output" "gallery_ns"
  run "$JATO" bench step --particles 1k --dim 2 --repeat 1 --device cpu --device cpu:threads=1
  same "$status" 2
  contains "$output" "jato bench devices"
}
