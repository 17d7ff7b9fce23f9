#!/usr/bin/env bats
# Compiling a user's file: what a compiler says, a compiler that is missing or hangs, and the cache.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return
  cache=$BATS_TEST_TMPDIR/cache
  cat >bowl.c <<'TEXT'
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i < n; i++) sum += (x(i) - 1) * (x(i) - 1);
  return sum;
}
TEXT
}

# A short run of a file that prints JSON, with a cache of this test's own.
own() {
  "$JATO" minimize "$1" --dim 3 --bounds -5:5 --particles 64 --iterations 10 --seed 1 --json \
    --cache "$cache" "${@:2}"
}

# refused CODE TEXT COMMAND...: exits with CODE and prints "jato: ..." with TEXT, nothing on stdout.
refused() {
  run --separate-stderr "${@:3}"
  same "$status" "$1"
  same "$output" ""
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato: "
  contains "$stderr" "$2"
}

@test "a mistake is named with the user's file and line, code 2" {
  printf 'JATO_OBJECTIVE(x, n)\n{\n  real sum = 0;\n  sum += x(0) +;\n  return sum + n;\n}\n' \
    >my_objective.c
  refused 2 "my_objective.c:4" own my_objective.c
  printf 'JATO_OBJECTIVE(x, n)\n{\n  return x(0) + n + speed;\n}\n' >my_objective.c
  refused 2 "my_objective.c:3" own my_objective.c
  contains "$stderr" "speed"
}

@test "a mistake behind an included file, and inside it, is named with the right line" {
  printf '/* one */\n/* two */\n#define TWICE(a) (2 * (a)\n' >part.h
  printf '#include "part.h"\nJATO_OBJECTIVE(x, n)\n{\n  return TWICE(x(0)) + n;\n}\n' >my_objective.c
  refused 2 "my_objective.c:4" own my_objective.c
  printf '/* one */\nreal of(real a) { return a + ; }\n' >part.h
  printf '#include "part.h"\nJATO_OBJECTIVE(x, n)\n{\n  return of(x(0)) + n;\n}\n' >my_objective.c
  refused 2 "part.h:2" own my_objective.c
}

@test "an objective without a return is refused, code 2" {
  printf 'JATO_OBJECTIVE(x, n)\n{\n  real sum = x(0) + n;\n  sum += 1;\n}\n' >my_objective.c
  refused 2 "my_objective.c:" own my_objective.c
  contains "$stderr" "return"
}

@test "a file without an objective is refused, code 2" {
  echo 'int main(void) { return 0; }' >my_objective.c
  refused 2 "JATO_OBJECTIVE" own my_objective.c
  : >empty.c
  refused 2 "JATO_OBJECTIVE" own empty.c
}

@test "an include that is not there, or outside, is refused" {
  printf '#include "nowhere.h"\nJATO_OBJECTIVE(x, n) { return x(0) + n; }\n' >my_objective.c
  run own my_objective.c
  differ "$status" 0
  contains "$output" "nowhere.h"
}

@test "a mistake in an expression is shown, code 2" {
  refused 2 "expression" "$JATO" minimize -e 'x(0) +* 2' --dim 1 --bounds 0:1 --cache "$cache"
  refused 2 "" "$JATO" minimize -e '' --dim 1 --bounds 0:1 --cache "$cache"
}

@test "a compiler that is not there is a failed run with what to do" {
  refused 1 "no-such-cc" own bowl.c --compiler no-such-cc
  refused 1 "compiler" env PATH=/nonexistent "$JATO" minimize bowl.c --dim 3 --bounds -5:5 --no-cache
}

@test "a compiler that hangs is ended after --compile-time, with all it started" {
  cat >hang <<TEXT
#!/bin/sh
if [ "\$1" = --version ]; then echo hang 1.0 && exit; fi
sleep 1047 &
echo \$! >$BATS_TEST_TMPDIR/pid
wait
TEXT
  chmod +x hang
  start=$SECONDS
  refused 1 "hang" own bowl.c --compiler ./hang --compile-time 1s
  [ $((SECONDS - start)) -lt 60 ]
  case $(ps -o stat= -p "$(<pid)") in '' | Z*) ;; *) return 1 ;; esac # gone, or dead and not buried
}

@test "a compiler that makes nothing, or nonsense, is trouble with a file" {
  printf '#!/bin/sh\nexit 0\n' >lazy
  cat >liar <<'TEXT'
#!/bin/sh
while [ "$1" != -o ]; do shift || exit 1; done
echo nonsense >"$2"
TEXT
  chmod +x lazy liar
  for compiler in ./lazy ./liar; do
    refused 4 "cannot be opened" own bowl.c --compiler "$compiler"
  done
}

@test "gcc and clang give the same digest" {
  first=$(own bowl.c)
  for compiler in gcc clang clang-14; do
    if ! command -v "$compiler" >/dev/null; then continue; fi
    other=$(own bowl.c --compiler "$compiler")
    same "$(jq -r .digest <<<"$first")" "$(jq -r .digest <<<"$other")"
    contains "$(jq -r .built <<<"$other")" "${compiler%-14} "
  done
}

@test "a second run comes from the cache: no compiler, under 50 ms, the same digest" {
  first=$(own bowl.c)
  second=$(own bowl.c)
  same "$(jq -r .digest <<<"$first")" "$(jq -r .digest <<<"$second")"
  jq -e '.build_seconds < 0.05' <<<"$second"
  jq -e --argjson first "$(jq .build_seconds <<<"$first")" '.build_seconds < $first' <<<"$second"
  [ -n "$(ls -A "$cache")" ]
}

@test "another text, precision or level is not taken from the cache of the first" {
  own bowl.c >/dev/null
  sed -i 's/- 1/- 2/g' bowl.c
  for precision in double float; do
    kept=$(own bowl.c --precision $precision)
    fresh=$(own bowl.c --precision $precision --no-cache)
    same "$(jq -r .digest <<<"$kept")" "$(jq -r .digest <<<"$fresh")"
  done
}

@test "--no-cache leaves nothing behind, and the usual cache is where XDG says" {
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/xdg HOME=$BATS_TEST_TMPDIR/home
  command=("$JATO" minimize bowl.c --dim 3 --bounds -5:5 --particles 64 --iterations 1 --seed 1)
  mkdir -p home
  "${command[@]}" --no-cache
  [ ! -e xdg ] && [ ! -e home/.cache ]
  "${command[@]}"
  [ -n "$(ls -A xdg/jato)" ] && [ ! -e home/.cache ]
  XDG_CACHE_HOME='' "${command[@]}"
  [ -n "$(ls -A home/.cache/jato)" ]
}

@test "a damaged file of the cache gives a note, and the same digest" {
  first=$(own bowl.c | jq -r .digest)
  for file in "$cache"/*; do
    printf 'damage' | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") / 2)) conv=notrunc status=none
  done
  run --separate-stderr own bowl.c
  same "$status" 0
  same "$(jq -r .digest <<<"$output")" "$first"
  contains "$stderr" "jato: note: "
  for file in "$cache"/*; do : >"$file"; done
  run --separate-stderr own bowl.c
  same "$(jq -r .digest <<<"$output")" "$first"
  contains "$stderr" "jato: note: "
  # It was made again: now there is nothing to tell.
  run --separate-stderr own bowl.c
  same "$stderr" ""
}

@test "a cache that cannot be written is a note, not an error" {
  echo "no folder" >"$BATS_TEST_TMPDIR/file"
  cache=$BATS_TEST_TMPDIR/file/below
  run --separate-stderr own bowl.c
  same "$status" 0
  contains "$stderr" "jato: note: "
  jq -e '.digest' <<<"$output"
}

@test "several runs at once share a cache and agree" {
  for i in 1 2 3 4; do own bowl.c >"out$i" 2>"err$i" 3>&- & done
  wait
  for i in 2 3 4; do
    jq -e '.digest' "out$i"
    same "$(jq -r .digest out1)" "$(jq -r .digest "out$i")"
  done
  same "$(cat err?)" ""
  jq -e '.build_seconds < 0.05' <<<"$(own bowl.c)"
}

# A compiler that tells where it works.
telling() {
  cat >telling <<TEXT
#!/bin/sh
echo "\$TMPDIR" >>"$PWD/places"
exec cc "\$@"
TEXT
  chmod +x telling
}

@test "compilers work inside TMPDIR, or where --temporary says, and leave nothing there" {
  telling
  mkdir one two
  export TMPDIR=$PWD/one
  own bowl.c --compiler ./telling --no-cache
  contains "$(head -1 places)" "$PWD/one/jato-"
  own bowl.c --compiler ./telling --no-cache --temporary two
  contains "$(tail -1 places)" "two/jato-"
  same "$(ls -A one two)" "$(printf 'one:\n\ntwo:')"
  refused 4 "cannot make a folder in /no/such for the compiler" "$JATO" minimize bowl.c --dim 3 \
    --bounds -5:5 --no-cache --temporary /no/such
  contains "$stderr" "--temporary"
}

@test "a folder from which nothing may be run gets words, and may hold the cache" {
  if ! unshare --mount --map-root-user mount -t tmpfs tmpfs /mnt 2>/dev/null; then
    skip "no file system can be mounted here"
  fi
  mkdir closed
  cat >inside <<TEXT
#!/bin/sh
mount -t tmpfs -o noexec tmpfs closed && exec "\$@"
TEXT
  chmod +x inside
  asked=("$JATO" minimize bowl.c --dim 3 --bounds -5:5 --particles 20 --iterations 5 --seed 1 --quiet)
  enter=(unshare --mount --map-root-user ./inside)
  run --separate-stderr "${enter[@]}" "${asked[@]}" --no-cache --temporary closed
  same "$status" 4
  contains "$stderr" "mounted noexec; name a folder on another with --temporary, or by TMPDIR"
  twice="\$@ --cache closed && \$@ --cache closed --json"
  json=$("${enter[@]}" sh -c "$twice" sh "${asked[@]}" | tail -n +2 | sed -n '/^{/,$p')
  jq -e '.build_seconds < 0.05' <<<"$json"
}
