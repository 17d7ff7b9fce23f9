#!/usr/bin/env bash
# The checkers must fail on a bad tree, for the reason given, and pass on a good one.
# Each case makes a small tree of its own; nothing in the checkout is touched.
# usage: tests/tools/test_checks.sh
# shellcheck disable=SC2154 # small_tree.sh sets what is not set here
set -euo pipefail
# shellcheck source=/dev/null
. "$(dirname "$0")/small_tree.sh"

test_includes() {
  fresh_tree
  expect_pass check_arrows "a tree whose arrows point down"

  write src/algorithm/pso.c '#include <math.h>' '#include "device/cpu/cpu.h"'
  expect_fail check_arrows "an algorithm that sees a device" \
    'src/algorithm/pso.c:2: room "algorithm" may not include "device/cpu/cpu.h" (room "device"); see docs/architecture.md'
  write src/algorithm/pso.c '/* #include "device/cpu/cpu.h" */' '// #include "run/loop.h"'
  expect_pass check_arrows "an include in a comment"

  fresh_tree
  write src/device/opencl/cl.h '#include "device/cpu/cpu.h"'
  expect_fail check_arrows "a device that sees its sibling" 'src/device/opencl/cl.h:1: folder "opencl"'
  fresh_tree
  write src/kernel/objective/sphere.h '#include "base/status.h"'
  expect_fail check_arrows "a kernel that sees base" 'src/kernel/objective/sphere.h:1: room "kernel"'
  write src/kernel/objective/sphere.h '#include "../../base/status.h"'
  expect_fail check_arrows "the same by a relative path" 'src/kernel/objective/sphere.h:1: room "kernel"'
  write src/kernel/objective/sphere.h '#include <stdio.h>'
  expect_fail check_arrows "a kernel with stdio" 'room "kernel" may not include <stdio.h>'
  fresh_tree
  write src/run/loop.c '#include "registry/registry.h"'
  expect_fail check_arrows "an include of a file that is not there yet" '(room "registry")'
  fresh_tree
  write cli/main.c '#include "base/status.h"'
  expect_fail check_arrows "a program that sees inside" 'cli/main.c:1: room "cli"'
  fresh_tree
  mkdir -p "$tree/cli/run" "$tree/cli/inspect"
  write cli/inspect/show.h 'int cli_show(void);'
  write cli/run/run.c '#include "inspect/show.h"'
  expect_fail check_arrows "a command that sees another noun" 'cli/run/run.c:1: room "cli-run"'
  fresh_tree
  write src/run/loop.h '#include "run/limits.h"'
  write src/run/limits.h 'int jx_limits(void);'
  write src/run/limits.c '#include "run/loop.h"'
  expect_pass check_arrows "a file with a header of its own that has more of it"
  write src/run/loop.c 'int jx_loop(void);'
  expect_fail check_arrows "two files that need each other" 'src/run/limits -> src/run/loop -> src/run/limits'
  fresh_tree
  write src/device/cpu/cpu.c '#include "cpu.h"'
  expect_fail check_arrows "a path not written from src/" '"device/cpu/cpu.h"'
  fresh_tree
  mkdir -p "$tree/src/attic"
  write src/attic/old.c 'int jx_old(void);'
  expect_fail check_arrows "a folder that is no room" 'src/attic/old.c:1: this file is in no room'
}

test_outside() {
  fresh_tree
  write src/device/cpu/cpu.c '#include <omp.h>'
  expect_pass check_arrows "omp.h in the cpu device"
  write src/base/memory.c '#include <omp.h>'
  expect_fail check_arrows "omp.h elsewhere" 'src/base/memory.c:1: <omp.h> may be included in'
  write src/base/memory.c '#include <sqlite3.h>'
  expect_fail check_arrows "a dependency that is not listed" '<sqlite3.h> has no folder yet'
}

test_calls() {
  fresh_tree
  write src/base/status.c '/* printf is not called */' 'const char *jx_s(void) { return "exit"; }' \
    'void jx_f(char *s) { snprintf(s, 1, "abort"); }'
  expect_pass check_arrows "forbidden words in comments, strings and longer names"
  local call
  for call in 'printf("x")' 'fprintf(stderr, "x")' 'puts("x")' 'exit(1)' 'abort()' 'getenv("X")' 'rand()'; do
    write src/base/status.c 'void jx_f(void)' '{' "  $call;" '}'
    expect_fail check_arrows "the call $call" 'src/base/status.c:3: "'
  done
}

test_state() {
  local text
  fresh_tree
  write src/base/status.c 'static const int table[] = {1, 2};' 'static const char *const names[2] = {"a", "b"};' \
    'static int helper(int a);' 'struct later;' 'typedef int (*fn)(void);' 'extern const struct later jx_later;' \
    'static int helper(int a)' '{' '  static const double c = 1;' '  int b = a;' '  return b + (int)c;' '}' \
    'static void each(int (*f)(int), int n);' 'static int (*const chosen)(int) = helper;'
  expect_pass check_arrows "constants, functions and types"
  for text in 'static int count;' 'static int count = 0;' 'static const char *name = "a";' 'int jx_count;' \
    'static double cache[4] = {0};' 'static int (*hook)(void);' 'static _Thread_local int last;'; do
    write src/base/status.c "$text"
    expect_fail check_arrows "the variable: $text" 'src/base/status.c:1: "'
  done
  write src/base/status.c 'int jx_next(void)' '{' '  static int n;' '  return ++n;' '}'
  expect_fail check_arrows "a static variable in a function" 'src/base/status.c:3: "static int n"'
}

test_objects() { # the linker sees what no include shows
  fresh_tree
  write src/base/status.c 'int jx_next(int n)' '{' '  return n + 1;' '}'
  write src/run/loop.c 'int jx_next(int n);' 'int jato_run(int n);' 'int jato_run(int n)' '{' '  return jx_next(n);' '}'
  write cli/main.c 'int jato_run(int n);' 'int main(void)' '{' '  return jato_run(0);' '}'
  compile_objects
  expect_pass "check_arrows --objects $tree/build" "objects that use what lies below"
  write src/base/clock.c 'int jato_run(int n);' 'int jx_clock(void)' '{' '  return jato_run(1);' '}'
  compile_objects
  expect_fail "check_arrows --objects $tree/build" "a symbol of a higher room" \
    'src/base/clock.c: room "base" may not use jato_run (src/run/loop.c, room "run")'
  rm "$tree/src/base/clock.c"
  expect_pass "check_arrows --objects $tree/build" "the object of a file that is gone"
  write cli/main.c 'int jx_next(int n);' 'int main(void)' '{' '  return jx_next(0);' '}'
  compile_objects
  expect_fail "check_arrows --objects $tree/build" "a program that uses what is no part of the interface" \
    'cli/main.c: room "cli" may not use jx_next'
}

compile_objects() { # every .c of the tree, into objects named as CMake does
  local file
  (cd "$tree" && find src cli -name '*.c') | while read -r file; do
    mkdir -p "$tree/build/CMakeFiles/all.dir/$(dirname "$file")"
    cc -c -I "$tree/src" -I "$tree/include" -o "$tree/build/CMakeFiles/all.dir/$file.o" "$tree/$file"
  done
}

test_sizes() {
  fresh_tree
  { echo 'int jx_long(int a)' && echo '{' && lines 78 '  a += 1;' && echo '}'; } >"$tree/src/base/a.c"
  expect_pass check_sizes "a function of 80 lines"
  { echo 'int jx_long(int a)' && echo '{' && lines 79 '  a += 1;' && echo '}'; } >"$tree/src/base/a.c"
  expect_fail check_sizes "a function of 81 lines" 'src/base/a.c:2: function jx_long has 81 lines'
  write tools/sizes.allow 'src/base/a.c function:jx_long 90 a table that cannot be split'
  expect_pass check_sizes "a function on the allow-list"
  write src/base/a.c 'int jx_short(void);'
  expect_fail check_sizes "a row that nothing needs" 'is not needed'
  fresh_tree
  for i in $(seq 26); do write "src/base/file$i.c" "int jx_file$i;"; done
  expect_fail check_sizes "a folder of too many files" 'src/base: 27 files; the limit is 25'
  fresh_tree
  mkdir -p "$tree"/{tests/cli,bench}
  for i in $(seq 13); do write "tests/cli/$i.bats" ''; done
  for i in $(seq 13); do write "tests/cli/$i.py" ''; done
  expect_fail check_sizes "a folder of too many tests" 'tests/cli: 26 files; the limit is 25'
  fresh_tree
  mkdir -p "$tree"/{tests/corpus,bench}
  for i in $(seq 30); do write "bench/$i.md" ''; write "tests/corpus/$i.c" ''; done
  for i in $(seq 25); do write "bench/script$i" '#!/bin/sh'; done
  expect_pass check_sizes "25 scripts, and more documents and a corpus beside them"

  fresh_tree
  lines 800 'extern int a;' >"$tree/src/base/a.c"
  expect_pass check_sizes "a source file of 800 lines"
  lines 801 'extern int a;' >"$tree/src/base/a.c"
  expect_fail check_sizes "a source file of 801 lines" 'src/base/a.c:1: 801 lines'
  fresh_tree
  lines 301 'extern int a;' >"$tree/src/base/a.h"
  expect_fail check_sizes "a header of 301 lines" 'src/base/a.h:1: 301 lines'
  fresh_tree
  lines 301 'extern int a;' >"$tree/tests/unit/test_a.c"
  expect_fail check_sizes "a test of 301 lines" 'tests/unit/test_a.c:1: 301 lines'
  fresh_tree
  write src/base/a.c "/* $(printf '%094d' 0) */"
  expect_pass check_sizes "a line of 100 columns"
  write src/base/a.c "/* $(printf '%095d' 0) */"
  expect_fail check_sizes "a line of 101 columns" 'src/base/a.c:1: 101 columns'
}

test_changelog() {
  fresh_tree
  git -C "$tree" init -q -b main
  expect_pass check_changelog "a tree without history"
  write CHANGELOG.md '# Changelog'
  commit_all first
  git -C "$tree" update-ref refs/remotes/origin/main HEAD
  write include/jato/jato.h '#include <stdint.h>' 'int jato_new(void);'
  expect_fail check_changelog "a changed public header alone, not committed" 'CHANGELOG.md:1:'
  commit_all header
  expect_fail check_changelog "a changed public header alone, committed" 'CHANGELOG.md:1:'
  git -C "$tree" update-ref refs/remotes/origin/main HEAD
  expect_fail check_changelog "a changed public header in the last commit of main" 'CHANGELOG.md:1:'
  git -C "$tree" update-ref refs/remotes/origin/main HEAD~1
  write CHANGELOG.md '# Changelog' '- jato_new'
  expect_pass check_changelog "a changed public header with a line in the changelog"
  commit_all changelog
  write src/base/a.c 'int jx_a(void);'
  commit_all source
  expect_pass check_changelog "a later commit that leaves the header alone"
  write include/jato/other.h 'int jato_other(void);'
  git -C "$tree" update-ref refs/remotes/origin/main HEAD
  expect_fail check_changelog "a new public header, not added yet" 'CHANGELOG.md:1:'
}

test_includes
test_outside
test_calls
test_state
test_objects
test_sizes
test_changelog
conclude
