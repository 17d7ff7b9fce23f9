#!/usr/bin/env bash
# tools/release/check_hardening: each protection that is left out is missed.
# usage: test_hardening.sh COMPILER
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >a.c <<'TEXT'
#include <stdio.h>
#include <string.h>
#define F(n) void f##n(void) { puts(#n); }
#define TEN(n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
TEN(1) TEN(2)
int main(int argc, char **argv)
{
  char text[20000], copy[64];
  strcpy(copy, argv[0]);
  return fgets(text, sizeof text - (size_t)argc, stdin) == NULL && printf("%s\n", copy) < 0;
}
TEXT

# shellcheck disable=SC2054 # commas belong to the linker's flags
all=(-O2 -fPIE -pie -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE
  -D_FORTIFY_SOURCE=2 -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
case $(uname -m) in x86_64) all+=(-fcf-protection=full) ;; esac

# misses WORDS FLAGS...: built with all flags and then these, it is refused with these words.
misses() {
  "$1" "${all[@]}" "${@:3}" -o a a.c
  if "$root/tools/release/check_hardening" a >out; then echo "not missed: $2" && return 1; fi
  grep -q "$2" out || { echo "expected: $2" && cat out && return 1; }
}

"$1" "${all[@]}" -o a a.c
"$root/tools/release/check_hardening" a
misses "$1" "not position-independent" -fno-pie -no-pie
misses "$1" "no RELRO" -Wl,-z,norelro
misses "$1" "BIND_NOW" -Wl,-z,lazy
misses "$1" "a stack that can be executed" -Wl,-z,execstack
misses "$1" "no stack protector" -fno-stack-protector
misses "$1" "no fortified" -U_FORTIFY_SOURCE
case $(uname -m) in
  x86_64)
    misses "$1" "no control-flow protection" -fcf-protection=none
    misses "$1" "no probes" -fno-stack-clash-protection
    ;;
esac
echo "test_hardening: all are missed"
