#!/usr/bin/env bash
# tools/check_readme must fail when a document and the program disagree, and pass when they agree.
# The tree it looks at is a made-up one, with a library of one function.
# usage: tests/tools/test_readme.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
cases=0
failures=0

mkdir -p "$tree/tools" "$tree/docs"
cp "$root/tools/check_readme" "$tree/tools/"
cat >"$tree/CMakePresets.json" <<'TEXT'
{ "version": 6,
  "configurePresets": [{ "name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release" }],
  "buildPresets": [{ "name": "release", "configurePreset": "release" }] }
TEXT
cat >"$tree/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(jato VERSION 1.2 LANGUAGES C)
file(WRITE ${CMAKE_BINARY_DIR}/jato.c "int jato_six(void); int jato_six(void) { return 6; }")
file(WRITE ${CMAKE_BINARY_DIR}/jato.h "int jato_six(void);")
add_library(jato STATIC ${CMAKE_BINARY_DIR}/jato.c)
install(TARGETS jato ARCHIVE DESTINATION lib)
install(FILES ${CMAKE_BINARY_DIR}/jato.h DESTINATION include/jato)
TEXT
cat >"$tree/docs/guide-c.md" <<'TEXT'
<!-- compile -->
```sh
cc program.c -o program -I ~/.local/include -L ~/.local/lib -ljato
```
TEXT

check() { # check WANTED-STATUS WANTED-TEXT NAME [DOCUMENT...], with the README on standard input
  local out status=0
  cat >"$tree/README.md"
  out=$("$tree/tools/check_readme" "${@:4}" 2>&1) || status=$?
  cases=$((cases + 1))
  if [ "$status" -eq "$1" ] && grep -qF -- "$2" <<<"$out"; then
    echo "ok $cases - $3"
  else
    failures=$((failures + 1))
    echo "not ok $cases - $3: status $status, wanted $1 and: $2"
    echo "$out"
  fi
}

program='#include <jato/jato.h>
#include <stdio.h>
int main(void) { return printf("%d\n", 7 * jato_six()) < 0; }'

check 0 "5 of 5 blocks do what the documents say" "a document that tells the truth" <<TEXT
<!-- run -->
\`\`\`sh
test -f build/release/libjato.a
printf 'one\ntwo\nthree\n'
\`\`\`
<!-- output -->
\`\`\`text
one
...
three
\`\`\`
<!-- build -->
\`\`\`c
$program
\`\`\`
<!-- output -->
\`\`\`text
42
\`\`\`
TEXT

check 1 "README.md:2: this run block fails" "a command in the middle that fails" <<TEXT
<!-- run -->
\`\`\`sh
false
true
\`\`\`
TEXT

check 1 "README.md:6: this output block fails" "a printed line that differs" <<TEXT
<!-- run -->
\`\`\`sh
echo 41
\`\`\`
<!-- output -->
\`\`\`text
42
\`\`\`
TEXT

check 1 "more than the document" "a printed line that the document leaves out" <<TEXT
<!-- run -->
\`\`\`sh
printf '42\n43\n'
\`\`\`
<!-- output -->
\`\`\`text
42
\`\`\`
TEXT

check 1 "README.md:6: this build block fails" "a program that does not link" <<TEXT
<!-- run -->
\`\`\`sh
true
\`\`\`
<!-- build -->
\`\`\`c
${program//jato_six/jato_seven}
\`\`\`
TEXT

check 1 "README.md:6: this build block fails" "a compile line that leaves out the library" <<TEXT
<!-- compile -->
\`\`\`sh
cc program.c -o program -I ~/.local/include
\`\`\`
<!-- build -->
\`\`\`c
$program
\`\`\`
<!-- run -->
\`\`\`sh
true
\`\`\`
TEXT

check 0 "4 of 4 blocks do what the documents say" "a file that a later line reads" <<TEXT
<!-- file: sub/six.txt -->
\`\`\`text
six
\`\`\`
<!-- run -->
\`\`\`sh
cat sub/six.txt
\`\`\`
<!-- output -->
\`\`\`text
six
\`\`\`
TEXT

check 1 "has no run block" "a README without a command" <<TEXT
\`\`\`sh
true
\`\`\`
TEXT

check 1 "must stand right before a fence" "a mark that marks nothing" <<TEXT
<!-- run -->

\`\`\`sh
true
\`\`\`
TEXT

cat >"$tree/docs/wrong.md" <<TEXT
<!-- run -->
\`\`\`sh
false
\`\`\`
TEXT
check 0 "1 of 1 blocks do what the documents say" "only the documents that are named" README.md <<TEXT
<!-- run -->
\`\`\`sh
true
\`\`\`
TEXT

echo "$cases cases, $failures failed"
[ "$failures" -eq 0 ]
