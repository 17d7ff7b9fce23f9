# shellcheck shell=bash
# What the steps of .ci/steps run, each in a shell of its own. JATO_CI_TIER is daily, full or nightly.

at_night() { [ "${JATO_CI_TIER:-daily}" = nightly ]; }

build() { # build PRESET [TARGET...]: configures and builds
  local preset=$1
  shift
  cmake --preset "$preset" -DJATO_EVERY_TEST="$(at_night && echo ON || echo OFF)"
  compile "$preset" ${1:+--target "$@"}
}

# compile PRESET ARGUMENT...: what ccache has from a build that goes on after a warning is refused, too.
compile() {
  local log=build/$1/compile.log
  cmake --build --preset "$@" 2>&1 | tee "$log" || return 1
  if grep -q 'warning: .*\[-W' "$log"; then echo "warnings; see $log" && return 1; fi
}

# tests PRESET[:PART] [ARGUMENT...]: runs the tests of a build; check_tests looks that as many ran as .ci/tests wants of
# the preset or its part, and that none was left out unannounced.
tests() {
  local preset=${1%:*} part=$1
  shift
  ctest --preset "$preset" "$@"
  tools/check_tests "$part"
}

# jato-mpi with the flags of the dev build: ccache has all of it but MPI's own files.
build_ranks() { # build_ranks PRESET
  cmake --preset "$1" -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O2 -g"
  compile "$1" --target jato_program jato_shared
}

# The settings of the sanitizers for programs of MPI; for a subshell.
sanitize_ranks() {
  export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1:intercept_tls_get_addr=0:fast_unwind_on_malloc=0
  export UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$PWD/tests/mpi/leaks.txt:print_suppressions=0
}

# The operations of ranks, each by itself: by both kinds of MPI, and under the sanitizers.
rank_operations() {
  tests/mpi/operations mpicc.openmpi mpirun.openmpi
  tests/mpi/operations mpicc.mpich mpirun.mpich
  sanitize_ranks
  tests/mpi/operations mpicc.openmpi mpirun.openmpi -fsanitize=address,undefined -fno-sanitize-recover=undefined
}

ranks() { # ranks PRESET MPIRUN ARGUMENT...: runs of jato-mpi against those of the dev build
  tests/mpi/run --jato build/dev/jato --jato-mpi "build/$1/jato-mpi" --mpirun "$2" "${@:3}"
}

rank_kills() { # rank_kills PRESET MPIRUN
  local kills=3 stops=1
  if at_night; then kills=200 stops=50; fi
  tests/mpi/kill --jato build/dev/jato --jato-mpi "build/$1/jato-mpi" --mpirun "$2" --runs "$kills" --stops "$stops"
}

rank_python() { # rank_python PRESET MPIRUN [--mpi4py]
  tests/mpi/python --jato build/dev/jato --library "build/$1/src/libjato.so" --mpirun "$2" "${@:3}"
}

rank_workers() { # rank_workers PRESET MPIRUN
  tests/mpi/workers --jato build/dev/jato --jato-mpi "build/$1/jato-mpi" --mpirun "$2" --quick
}

# Ranks that go on when others are lost, by an MPI in a folder of the build.
ulfm() {
  tools/install/ulfm
  build ulfm jato_program
  tests/mpi/kill --jato build/dev/jato --jato-mpi build/ulfm/jato-mpi --mpirun build/openmpi/bin/mpirun \
    --ulfm "$(at_night && echo 50 || echo 3)"
}

# Intel's OpenCL runtime in a folder of the build, beside PoCL.
all_devices() {
  tools/install/opencl-intel build/intel >build/intel.env
  # shellcheck disable=SC1091
  . build/intel.env
  tests/same_bits/devices --jato build/dev/jato --fake-cuda build/dev/fake_cuda --require pocl,intel,cuda
  build/dev/jato bench devices --particles 20k --dim 16 --repeat 2
}

# NVIDIA's run-time compiler in a folder of the build, and every kernel by it.
nvidia_compiler() {
  tools/install/nvrtc build/nvrtc
  tools/check_cuda --quick --toolkit build/nvrtc
}
