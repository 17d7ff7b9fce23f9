#!/usr/bin/env bash
# Installs a build, moves what was installed elsewhere, and makes programs with it there: by pkg-config,
# with the shared and the static library, and by CMake's find_package. What else is installed is looked at.
# usage: tests/install/test_install.sh BUILD COMPILER
set -euo pipefail
build=$1
compiler=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/moved/here

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

# As packages are made: staged for a prefix, and then put somewhere else.
DESTDIR=$scratch/stage cmake --install "$build" --prefix /opt/jato >"$scratch/log" || fail "$(cat "$scratch/log")"
mkdir "$scratch/moved"
mv "$scratch/stage/opt/jato" "$prefix"
[ -z "$(find "$scratch/stage" -type f)" ] || fail "not under the prefix: $(find "$scratch/stage" -type f)"
names_of_build=$(grep -rlIF -e "$build" -e "$scratch" -e /opt/jato "$prefix" | grep -v spdx || true)
[ -z "$names_of_build" ] || fail "these know where they were built or installed: $names_of_build"
libraries=$(dirname "$(find "$prefix" -name libjato.so)")
export PKG_CONFIG_PATH=$libraries/pkgconfig
[ "$("$prefix/bin/jato" --version)" = "jato $(pkg-config --modversion jato)" ] ||
  fail "jato --version and jato.pc disagree"
for file in doc/jato/jato.spdx.json doc/jato/LICENSE doc/jato/examples/minimize.c jato/study.schema.json \
  bash-completion/completions/jato zsh/site-functions/_jato fish/vendor_completions.d/jato.fish; do
  [ -s "$prefix/share/$file" ] || fail "there is no share/$file"
done
for command in '' $("$prefix/bin/jato" help | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/-\1/p' | grep -vx -- -help); do
  [ -s "$prefix/share/man/man1/jato$command.1" ] || fail "there is no page jato$command.1"
done

# No more flags than the documents have.
read -ra flags <<<"$(pkg-config --cflags --libs jato)"
[ "$(cd "${flags[0]#-I}" && pwd)" = "$prefix/include" ] || fail "pkg-config --cflags: ${flags[*]}"
"$compiler" -std=c11 "$root/examples/minimize.c" -o "$scratch/shared" "${flags[@]}"
LD_LIBRARY_PATH=$libraries must_run "pkg-config, shared" "$scratch/shared"
# A function of the user takes mathematics, which the library's users have not asked for by name.
printf '#include <math.h>\nint main(int n, char **v) { (void)v; return cos(n) > 2; }\n' >"$scratch/math.c"
"$compiler" -std=c11 -fno-builtin "$scratch/math.c" -o "$scratch/math" "${flags[@]}"

# The sister library, which takes libjato along.
cat >"$scratch/simulate.c" <<'TEXT'
#include <jato/simulate.h>
#include <stdio.h>

int main(void)
{
  jato_error error;
  jato_simulation *simulation = NULL;
  jato_status status = jato_simulation_create("elementary:rule=30", NULL, &simulation, &error);
  if (status == JATO_OK) status = jato_simulation_step(simulation, 10, &error);
  puts(status == JATO_OK ? "best seen in a picture" : error.text);
  jato_simulation_destroy(&simulation);
  return status != JATO_OK;
}
TEXT
read -ra flags <<<"$(pkg-config --cflags --libs jato-sim)"
"$compiler" -std=c11 "$scratch/simulate.c" -o "$scratch/simulate" "${flags[@]}"
LD_LIBRARY_PATH=$libraries must_run "pkg-config, jato-sim" "$scratch/simulate"

mkdir "$scratch/static-only"
cp "$libraries/libjato.a" "$scratch/static-only/"
read -ra flags <<<"$(pkg-config --static --cflags --libs jato)"
"$compiler" -std=c11 "$root/examples/minimize.c" -o "$scratch/static" -L"$scratch/static-only" \
  "${flags[@]}"
must_run "pkg-config, static" "$scratch/static"

mkdir "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<TEXT
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(jato REQUIRED COMPONENTS static sim)
add_executable(by_default $root/examples/minimize.c)
target_link_libraries(by_default PRIVATE jato::jato)
add_executable(by_static $root/examples/minimize.c)
target_link_libraries(by_static PRIVATE jato::static)
add_executable(simulate $scratch/simulate.c)
target_link_libraries(simulate PRIVATE jato::sim)
add_executable(simulate_static $scratch/simulate.c)
target_link_libraries(simulate_static PRIVATE jato::sim_static)
TEXT
cmake -S "$scratch/user" -B "$scratch/user/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" || fail "$(cat "$scratch/log")"
cmake --build "$scratch/user/build" >"$scratch/log" || fail "$(cat "$scratch/log")"
must_run "find_package, jato::jato" "$scratch/user/build/by_default"
must_run "find_package, jato::static" "$scratch/user/build/by_static"
must_run "find_package, jato::sim" "$scratch/user/build/simulate"
must_run "find_package, jato::sim_static" "$scratch/user/build/simulate_static"
uses() { # uses PROGRAM TEXT: whether the program loads a library with the text in its path
  case $(ldd "$1") in *"$2"*) ;; *) return 1 ;; esac
}
uses "$scratch/user/build/by_default" "$libraries/libjato.so" ||
  fail "by_default does not use the installed library"
if uses "$scratch/user/build/by_static" libjato; then fail "by_static uses a shared library"; fi
