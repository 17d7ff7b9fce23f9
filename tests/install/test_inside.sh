#!/usr/bin/env bash
# Builds projects that have jato's tree inside, by add_subdirectory and by FetchContent, and runs what they
# link. Nothing but what they link may be built, nothing of jato installed, no setting of theirs changed.
# usage: tests/install/test_inside.sh COMPILER
set -euo pipefail
compiler=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# As deep in the tree as other builds: ccache then has what those without warnings as errors have compiled.
mkdir -p "$root/build"
scratch=$(mktemp -d "$root/build/inside-XXXXXX")
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "test_inside: $*" >&2
  exit 1
}

# project NAME LINES: a project that gets jato by the lines.
project() {
  mkdir "$scratch/$1"
  cat >"$scratch/$1/CMakeLists.txt" <<TEXT
cmake_minimum_required(VERSION 3.25)
project(around LANGUAGES C)
$2
add_executable(around $root/examples/minimize.c)
target_link_libraries(around PRIVATE jato::jato)
install(TARGETS around)
if(CMAKE_BUILD_TYPE OR TARGET doc)
  message(FATAL_ERROR "the build type became \${CMAKE_BUILD_TYPE}")
endif()
TEXT
  # One level of the kernels: three take three times as long to compile, and are built in the same way.
  cmake -S "$scratch/$1" -B "$scratch" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DJATO_ONE_LEVEL=ON \
    "${@:3}" >"$scratch/log" || fail "$1: $(cat "$scratch/log")"
  grep -q -- '-O3' "$scratch/build.ninja" || fail "$1: jato is not optimised"
  cmake --build "$scratch" >"$scratch/log" || fail "$1: $(tail -n 30 "$scratch/log")"
  case $("$scratch/around") in *best*) ;; *) fail "$1: the program prints no best" ;; esac
  cmake --install "$scratch" --prefix "$scratch/$1/prefix" >"$scratch/log"
  [ "$(cd "$scratch/$1/prefix" && find . -type f)" = ./bin/around ] || fail "$1: it installs $(cat "$scratch/log")"
  [ -z "$(find "$scratch" -name jato -type f)" ] || fail "$1: it builds the program"
  echo "ok: $1"
}

# Both build in the same folder, where the second finds what the first has compiled.
project add_subdirectory "add_subdirectory($root jato)"
rm "$scratch/CMakeCache.txt"
project FetchContent "include(FetchContent)
FetchContent_Declare(jato SOURCE_DIR $root BINARY_DIR \${CMAKE_BINARY_DIR}/jato)
FetchContent_MakeAvailable(jato)"
