#!/usr/bin/env bash
# tools/count_lines and tools/check_words must fail on a tree above its budget or its allowance.
# usage: tests/tools/test_budgets.sh
# shellcheck disable=SC2154 # small_tree.sh sets what is not set here
set -euo pipefail
# shellcheck source=/dev/null
. "$(dirname "$0")/small_tree.sh"

test_lines() {
  fresh_tree
  write src/base/a.c '/* One line of code,' ' * "among" others. */' '#include "a.h"' '' 'int a; /* here */' '{' '};'
  write src/base/status.h ''
  write tools/lines.budget 'src/base 8 8 1 1'
  expect_pass "count_lines --check" "a room at its budget, with one line of code"
  write tools/lines.budget 'src/base 8 7 1 1'
  expect_fail "count_lines --check" "a room above its budget" 'src/base: 8 lines; its budget in tools/lines.budget is 7'
  write tools/lines.budget 'src/base 8 8 1 0'
  expect_fail "count_lines --check" "too much code in a room" 'src/base: 1 code lines; its budget'
  write tools/lines.budget 'src/base 8'
  expect_fail "count_lines --check" "a row that is not one" 'lines.budget:1: a row is ROOM'
}

# shellcheck disable=SC2016 # backquotes mark code in documents
test_words() {
  fresh_tree
  write tools/words.conf 'habit who \bwho\b : name it' 'except people\s+who' 'habit anew \banew\b : again' 'allow src 1' 'allow docs 0'
  write src/base/a.c '/* The run is begun' ' * anew. */' 'int who; /* people' ' * who wait */'
  expect_pass check_words "what the folder may have, an exception, and names in code"
  write src/base/b.c 'const char *b = "the process who waits";'
  expect_fail check_words "more than the folder may have" 'src/base/b.c:1: who: "who": name it'
  write src/base/b.c ''
  mkdir -p "$tree/docs"
  write docs/a.md 'Call `who` anew.'
  expect_fail check_words "a habit in a document" 'docs/a.md:1: anew: "anew": again'
  write docs/a.md 'Call `who` again.'
  git -C "$tree" init -q -b main
  commit_all "base: count what was asked for and is not there yet, whatever happens to it then"
  expect_fail check_words "a long subject" 'commit: 80 columns, the limit is 72'
  commit_all "count" --allow-empty
  expect_fail check_words "a subject without a room" 'a subject is `room: imperative`'
  commit_all "base: count what was asked for" --allow-empty
  expect_pass check_words "a subject that says what changes"
}

test_lines
test_words
conclude
