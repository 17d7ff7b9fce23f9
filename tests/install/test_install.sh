#!/usr/bin/env bash
# Installs a build to a folder of its own and makes programs with what is there: by pkg-config, with
# the shared and the static library, and by CMake's find_package. The bill of materials comes with it.
# usage: tests/install/test_install.sh BUILD COMPILER
set -euo pipefail
build=$1
compiler=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

fail() {
  echo "test_install: $*" >&2
  exit 1
}

# must_run NAME PROGRAM: the example ends well and prints the minimum it found.
must_run() {
  local text
  text=$("$2") || fail "$1: exit $? and \"$text\""
  case $text in
    *best*) echo "ok: $1: $text" ;;
    *) fail "$1: printed \"$text\", which has no best" ;;
  esac
}

cmake --install "$build" --prefix "$prefix" >"$scratch/log" || fail "$(cat "$scratch/log")"
[ "$("$prefix/bin/jato" --version)" = "jato $(pkg-config --modversion \
  "$(find "$prefix" -name jato.pc)")" ] || fail "jato --version and jato.pc disagree"
[ -s "$prefix/share/doc/jato/jato.spdx.json" ] || fail "there is no bill of materials"
libraries=$(dirname "$(find "$prefix" -name libjato.so)")
export PKG_CONFIG_PATH=$libraries/pkgconfig

# --define-prefix: the files were installed elsewhere than they were configured for.
read -ra flags <<<"$(pkg-config --define-prefix --cflags --libs jato)"
"$compiler" -std=c11 "$root/examples/minimize.c" -o "$scratch/shared" "${flags[@]}"
LD_LIBRARY_PATH=$libraries must_run "pkg-config, shared" "$scratch/shared"

mkdir "$scratch/static-only"
cp "$libraries/libjato.a" "$scratch/static-only/"
read -ra flags <<<"$(pkg-config --define-prefix --static --cflags --libs jato)"
"$compiler" -std=c11 "$root/examples/minimize.c" -o "$scratch/static" -L"$scratch/static-only" \
  "${flags[@]}"
must_run "pkg-config, static" "$scratch/static"

mkdir "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<TEXT
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(jato REQUIRED)
foreach(kind shared static)
  add_executable(by_\${kind} $root/examples/minimize.c)
  target_link_libraries(by_\${kind} PRIVATE jato::\${kind})
endforeach()
TEXT
cmake -S "$scratch/user" -B "$scratch/user/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" || fail "$(cat "$scratch/log")"
cmake --build "$scratch/user/build" >"$scratch/log" || fail "$(cat "$scratch/log")"
must_run "find_package, shared" "$scratch/user/build/by_shared"
must_run "find_package, static" "$scratch/user/build/by_static"
uses() { # uses PROGRAM TEXT: whether the program loads a library with the text in its path
  case $(ldd "$1") in *"$2"*) ;; *) return 1 ;; esac
}
uses "$scratch/user/build/by_shared" "$libraries/libjato.so" ||
  fail "by_shared does not use the installed library"
if uses "$scratch/user/build/by_static" libjato; then fail "by_static uses a shared library"; fi
