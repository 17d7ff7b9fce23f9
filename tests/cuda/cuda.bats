#!/usr/bin/env bats
# The program on a CUDA device. FAKE_CUDA names the folder of the stand-ins for NVIDIA's driver and
# compiler, which run the kernels on the processor and note every call that NVIDIA's would refuse.

setup() {
  load ../cli/helper
  FAKE_CUDA=${FAKE_CUDA:-$BATS_TEST_DIRNAME/../../build/dev/fake_cuda}
  cd "$BATS_TEST_TMPDIR" || return
  export FAKE_CUDA_LOG=$BATS_TEST_TMPDIR/calls
  # This test has its own, so that it says what is compiled and what is not.
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  put_in_front "$FAKE_CUDA"
}

# What the stand-ins noted: a call in the wrong place, memory out of bounds, something not released.
teardown() {
  if [ ! -e "$FAKE_CUDA_LOG" ]; then return; fi
  ! grep violation "$FAKE_CUDA_LOG"
}

put_in_front() { export LD_LIBRARY_PATH="$1${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"; }

# devices COUNT: the machine has so many.
devices() { export FAKE_CUDA_DEVICES=$1; }

# calls NAME: how often the call was made.
calls() { grep -c "^call [0-9]* $1 " "$FAKE_CUDA_LOG" || true; }

digest() { "$JATO" minimize "$@" --seed 7 --json | jq -r .digest; }

# agree ARGUMENTS...: the run has the same bits on cuda:0 as on cpu.
agree() {
  local cuda cpu
  cuda=$(digest "$@" --device cuda:0)
  cpu=$(digest "$@" --device cpu)
  [[ $cuda =~ ^[0-9a-f]{16}$ ]] || { echo "no digest: $*" && return 1; }
  same "$cuda" "$cpu" || { echo "differ: $*" && return 1; }
}

# refused CODE TEXT ARGUMENTS...: minimize exits with CODE, prints nothing, and says TEXT.
refused() {
  run --separate-stderr "$JATO" minimize "${@:3}"
  same "$status" "$1"
  same "$output" ""
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato: "
  contains "$stderr" "$2"
}

# A folder whose files are no libraries, so that the machine's own are not looked for.
without() {
  mkdir -p none
  for name in "$@"; do echo none >"none/$name"; done
  put_in_front "$PWD/none"
}

# Each program is compiled, so a problem has one precision here; tests/same_bits/devices has it in the other.
@test "every problem has the same bits as on the cpu" {
  precision=double
  for problem in $("$JATO" list problems --names); do
    size=(--particles 300 --iterations 12)
    case $problem in two_stream* | density_rule) size=(--particles 33 --iterations 2) ;; esac # a simulation each
    agree "$problem" "${size[@]}" --precision "$precision"
    if [ "$precision" = double ]; then precision=float; else precision=double; fi
  done
}

@test "every neighbourhood and every wall has the same bits" {
  for algorithm in pso pso:topology=ring,radius=3 pso:topology=vonneumann pso:draws=particle \
    pso:inertia=random random de de:f=0.9,cr=0.1; do
    agree rastrigin --dim 6 --particles 500 --iterations 15 --algorithm "$algorithm"
  done
  for walls in $("$JATO" list walls --names); do
    agree ackley --dim 5 --particles 200 --iterations 15 --walls "$walls" --precision float \
      --algorithm pso:w=1.1,vmax=1
  done
}

@test "every size of swarm and every dimension has the same bits" {
  for particles in 1 15 16 17 511 4097; do
    agree sphere --dim 3 --particles "$particles" --iterations 8
    agree sphere --dim 3 --particles "$particles" --iterations 8 --precision float
  done
  agree griewank --particles 3000 --iterations 6 --algorithm pso:topology=ring
  for dim in 1 2 3 5 65; do agree levy --dim "$dim" --particles 100 --iterations 8; done
}

@test "a user's function, with numbers of its own and functions beside it" {
  seq 1 20 | awk '{ print $1 / 10, exp(-$1 / 7) }' >decay.txt
  cat >decay.c <<'TEXT'
#define ROWS (data_count / 2)
static real model(real t, real a, real b) { return a * exp(-t / b); }
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i < ROWS; i++) sum += sq(model(data[2 * i], x(0), x(1)) - data[2 * i + 1]);
  return sum + 0.1 * fabs(x(0));
}
TEXT
  for precision in float double; do
    agree decay.c --dim 2 --bounds 0.1:3,0.1:3 --data decay.txt --particles 200 --iterations 20 \
      --precision "$precision"
  done
  agree -e 'sin(x(0)) * cos(x(1)) + pow(fabs(x(2)), 1.5)' --dim 3 --bounds -4:4 --particles 100 \
    --iterations 20
}

@test "a user's residuals and table of constants have the same bits" {
  seq 1 12 | awk '{ print sin($1) }' >wave.txt
  cat >wave.c <<'TEXT'
JATO_CONSTANT real weights[3] = {0.2, 0.5, 0.3};
JATO_RESIDUALS(p, n, k, data_count)
{
  real t = k + 1;
  return weights[k % 3] * (p(0) * sin(p(1) * t + p(2)) - data[k]);
}
TEXT
  for precision in float double; do
    agree wave.c --dim 3 --bounds -2:2 --data wave.txt --particles 100 --iterations 20 \
      --precision "$precision"
  done
}

@test "a user's branches and loops that end early have the same bits" {
  cat >branch.c <<'TEXT'
JATO_OBJECTIVE(x, n)
{
  real f = 0;
  for (int i = 0; i < n; i++) {
    if (x(i) < 0) f -= x(i); else f += x(i) * x(i);
    if (f > 20) break;
  }
  return f;
}
TEXT
  agree branch.c --dim 6 --bounds -10:10 --particles 300 --iterations 20
}

@test "a mistake of the user's is reported with file and line, and nothing is kept" {
  printf 'JATO_OBJECTIVE(x, n)\n{\n  real sum = 0;\n  return sum + nowhere;\n}\n' >mistake.c
  refused 2 "mistake.c does not compile on cuda:0" mistake.c --dim 2 --bounds -1:1 --device cuda:0
  contains "$stderr" "nowhere"
  contains "$stderr" "mistake.c"
  [[ $stderr =~ mistake\.c[:\(]4 ]]
  same "$(find cache -name '*.cubin' | wc -l)" 0
}

@test "what was compiled is kept, and loaded without the compiler" {
  first=$(digest sphere --dim 3 --device cuda:0)
  same "$(calls nvrtcCompileProgram)" 1
  same "$(find cache -name '*.cubin' | wc -l)" 1
  same "$(digest sphere --dim 3 --device cuda:0)" "$first"
  same "$(calls nvrtcCompileProgram)" 1
  digest sphere --dim 3 --device cuda:0 --no-cache
  same "$(calls nvrtcCompileProgram)" 2
}

@test "a kept program that does not load is compiled again, and a note says so" {
  digest sphere --dim 3 --device cuda:0 >first
  program=$(find cache -name '*.cubin')
  printf 'x' | dd of="$program" bs=1 seek=100 conv=notrunc status=none
  run --separate-stderr "$JATO" minimize sphere --dim 3 --seed 7 --device cuda:0 --json
  same "$status" 0
  same "$(jq -r .digest <<<"$output")" "$(cat first)"
  contains "$stderr" "note: "
  same "$(calls nvrtcCompileProgram)" 2
  # One that is sound in itself, and that the driver refuses: call number $load of a later run.
  "$JATO" minimize sphere --dim 3 --seed 7 --device cuda:0 >/dev/null
  load=$(awk '$3 == "cuModuleLoadDataEx" { number = $2 } END { print number }' "$FAKE_CUDA_LOG")
  run --separate-stderr env FAKE_CUDA_FAIL="$load" FAKE_CUDA_ERROR=200 \
    "$JATO" minimize sphere --dim 3 --seed 7 --device cuda:0 --json
  same "$status" 0
  same "$(jq -r .digest <<<"$output")" "$(cat first)"
  contains "$stderr" "recompiled"
  same "$(calls nvrtcCompileProgram)" 3
}

@test "a device newer than the compiler gets PTX, and has the same bits" {
  export FAKE_CUDA_CAPABILITY=999
  agree rosenbrock --dim 4 --particles 100 --iterations 20
  same "$(find cache -name '*.ptx' | wc -l)" 1
  same "$(calls nvrtcGetCUBIN)" 0
}

@test "a device older than the compiler knows is refused in words" {
  FAKE_CUDA_CAPABILITY=61 refused 1 "compute capability 6.1" sphere --device cuda:0
  contains "$stderr" "NVRTC"
  json=$(FAKE_CUDA_CAPABILITY=61 "$JATO" list devices --json | jq '.[] | select(.spec == "cuda:0")')
  jq -e '(.ready | not) and (.state | contains("compute capability 6.1"))' <<<"$json"
}

@test "devices are found by number and by a part of their name" {
  devices 2
  same "$("$JATO" list devices --json | jq -r '.[].spec | select(startswith("cuda"))' | xargs)" \
    "cuda:0 cuda:1"
  json=$("$JATO" minimize sphere --device 'cuda:name=DEVICE 1' --iterations 2 --seed 1 --json)
  same "$(jq -r .device <<<"$json")" cuda:1
  refused 1 "this machine has 2 CUDA devices, cuda:0 and cuda:1" sphere --device cuda:2
  refused 1 "no name has that in it" sphere --device cuda:name=nosuch
  refused 1 "only 1 of the names" sphere --device 'cuda:1,name=device 1'
}

@test "list and doctor show the device" {
  json=$("$JATO" list devices --json | jq '.[] | select(.spec == "cuda:0")')
  jq -e '.ready and .double and .deterministic and .memory_bytes > 0' <<<"$json"
  contains "$(jq -r .name <<<"$json")" "Fake CUDA device"
  run "$JATO" doctor
  same "$status" 0
  contains "$output" "cuda:0: works"
}

@test "list --verbose has the attributes of the device, and null for one that fails" {
  facts='.[] | select(.spec == "cuda:0").facts'
  json=$("$JATO" list devices cuda --verbose --json)
  count=$(grep -c '^call ' "$FAKE_CUDA_LOG")
  # As tests/fake_cuda/driver_info.cpp has them.
  jq -e "$facts"' | .compute_units == 108 and .clock_hz == 1410000000 and .sub_group == 32 and
    .registers == 65536 and .constant_memory_bytes == 65536 and .cache_bytes == 41943040 and
    .local_memory_bytes == 49152 and .largest_work_group == 1024 and .compute_capability == "8.0" and
    .memory_bus_bits == 5120 and .items_per_unit == 2048 and .extensions == null' <<<"$json"
  jq -e "$facts"'.global_memory_bytes == 1073741824' <<<"$json"
  for number in $(seq "$count"); do
    json=$(FAKE_CUDA_FAIL=$number FAKE_CUDA_ERROR=999 "$JATO" list devices cuda --verbose --json)
    jq -e 'length >= 1 and all(.facts | has("compute_units"))' <<<"$json" >/dev/null
  done
}

@test "bench memory adds on the device what the cpu adds" {
  run --separate-stderr "$JATO" bench memory --dim 130 --repeat 1 --device cuda:0 --device cpu --json
  same "$status" 0
  jq -e 'length == 2 and all(.wrong == 0 and .kernel_ms > 0)' <<<"$output"
  same "$(calls cuLaunchKernel)" 4
}

@test "a device that cannot be asked is listed once, with the reason" {
  devices 2
  "$JATO" list devices cuda >/dev/null
  count=$(grep -c '^call ' "$FAKE_CUDA_LOG")
  for number in $(seq "$count"); do
    json=$(FAKE_CUDA_FAIL=$number FAKE_CUDA_ERROR=999 "$JATO" list devices cuda --json)
    same "$(jq -r '.[].spec' <<<"$json")" "$(jq -r '.[].spec' <<<"$json" | sort -u)"
    jq -e 'length >= 1 and all(.ready or (.state | contains("cuda")))' <<<"$json" >/dev/null
  done
}

@test "a swarm split over two devices and the cpu has the bits of one" {
  devices 2
  for algorithm in pso pso:topology=ring; do
    one=$(digest rastrigin --dim 5 --particles 2000 --iterations 10 --algorithm "$algorithm")
    same "$(digest rastrigin --dim 5 --particles 2000 --iterations 10 --algorithm "$algorithm" \
      --device cuda:0+cuda:1+cpu)" "$one"
  done
}

@test "too large a swarm is refused with what it needs and what there is" {
  refused 1 "cuda:0: this swarm needs" sphere --dim 1000 --particles 1M --device cuda:0
  contains "$stderr" "take fewer particles"
}

@test "without NVIDIA's driver, its compiler or a device it says what to do" {
  FAKE_CUDA_DEVICES=0 refused 1 "nvidia-smi" sphere --device cuda:0
  without libnvrtc.so.13 libnvrtc.so.12 libnvrtc.so.11.2 libnvrtc.so
  refused 1 "NVIDIA's run-time compiler was not found" sphere --device cuda:0
  contains "$stderr" "install NVRTC"
  without libcuda.so.1
  refused 1 "no CUDA on this machine: libcuda.so.1 was not found; install NVIDIA's driver" \
    sphere --device cuda:0
  state=$("$JATO" list devices --json | jq -r '.[] | select(.spec == "cuda").state')
  contains "$state" "install NVIDIA's driver"
}

@test "--profile times every launch: as many as the driver saw" {
  told=$("$JATO" minimize rosenbrock --dim 3 --particles 2000 --iterations 10 --algorithm pso:topology=ring \
    --seed 1 --device cuda:0 --profile --json)
  same "$(jq '[.kernels[] | select(.name | IN("copies", "method") | not).calls] | add' <<<"$told")" "$(calls cuLaunchKernel)"
  same "$(jq '.kernels[] | select(.name == "own bests, guides").calls' <<<"$told")" 10
  agree rosenbrock --dim 3 --particles 2000 --iterations 10 --algorithm pso:topology=ring --profile
}
