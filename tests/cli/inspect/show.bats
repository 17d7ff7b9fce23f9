#!/usr/bin/env bats
# What `jato show` says of a run file is what the run said of itself.

setup() {
  load ../helper
  need_run_files
}

@test "json: the numbers of the run, and where it came from" {
  made=$(quick rosenbrock --seed 3 --walls clamp --bounds -2:2 --save run.h5 --json)
  shown=$("$JATO" show run.h5 --json)
  for key in problem dim best x evaluations iterations nonfinite stop algorithm particles precision \
    walls device seed digest; do
    same "$(jq -c ".$key" <<<"$shown")" "$(jq -c ".$key" <<<"$made")"
  done
  jq -e '.kind == "gallery" and .lower == [-2, -2, -2] and .upper == [2, 2, 2]' <<<"$shown"
  jq -e '.limits.iterations == 10 and .limits.target == null and .rows == 11' <<<"$shown"
  same "$(jq -r .version <<<"$shown")" "$("$JATO" --version | cut -d' ' -f2)"
  jq -e '.saved_at | test("^20[0-9-]{8}T[0-9:]{8}Z$")' <<<"$shown"
}

@test "text: the last line repeats the run, and another goes on" {
  digest=$(quick rosenbrock --seed 3 --bounds -2:2 --save run.h5 --json | jq -r .digest)
  text=$("$JATO" show run.h5)
  same "$(value_of digest <<<"$text")" "$digest"
  same "$(repeat <<<"$text" | value_of digest)" "$digest"
  contains "$text" "resume       jato resume run.h5 --iterations 20"
}

@test "text: every setting that the file keeps, and none that is not set" {
  need_programs
  "$JATO" minimize --command 'echo {a}' --var a=0:1 --particles 4 --iterations 2 --evaluations 6 \
    --seconds 2m --target -7.5 --stall 9 --seed 0 --walls clamp --order particle --workers 2 --no-converge \
    --timeout 90 --retries 3 --on-failure stop --failures-in-row 20 --memory 2Gi --cpu-time 1m --file-size 1Mi --setuid \
    --record-frames 4 --save run.h5
  text=$("$JATO" show run.h5)
  contains "$text" "limits       iterations 2 evaluations 6 seconds 120s target -7.5 stall 9"
  contains "$text" "failures     timeout 90s retries 3 on-failure stop failures-in-row 20"
  contains "$text" "save         record-frames 4"
  for line in "particles 4" "seed 0" "walls clamp" "precision double" "order particle" "workers 2"; do
    same "$(value_of "${line% *}" <<<"$text")" "${line#* }"
  done
  for name in $("$JATO" show run.h5 --json | jq -r '.settings | to_entries[] | select(.value != false and .value != null) | .key'); do
    contains "$text" "${name//_/-} "
  done
  quick sphere --save plain.h5
  text=$("$JATO" show plain.h5)
  contains "$text" $'limits       iterations 10\n'
  same "$(grep -cE 'workers|on-failure|failures' <<<"$text")" 0
}

@test "text: the limit it began with" {
  quick sphere --save run.h5
  same "$("$JATO" show run.h5 | grep -c "began with")" 0
  "$JATO" resume run.h5 --iterations 20
  contains "$("$JATO" show run.h5)" "began with   10 iterations as the limit"
}

@test "the checkpoints beside it, and a damaged one" {
  "$JATO" minimize sphere --dim 2 --particles 20 --iterations 10 --save run.h5 --keep-checkpoints 2
  "$JATO" resume run.h5 --iterations 20 --keep-checkpoints 2
  "$JATO" resume run.h5 --iterations 30 --keep-checkpoints 2
  truncate -s -50 run.h5.2
  text=$("$JATO" show run.h5)
  contains "$text" "checkpoint   run.h5.1: iteration 20, saved 20"
  contains "$text" "checkpoint   run.h5.2: damaged"
  jq -e '.checkpoints | map(.sound) == [true, false]' <<<"$("$JATO" show run.h5 --json)"
}

@test "a name with a space is quoted in commands" {
  quick sphere --save 'my run.h5'
  contains "$("$JATO" show 'my run.h5')" "jato resume 'my run.h5' --iterations 20"
}

@test "a source: its text, and verify instead of a command to repeat" {
  "$JATO" minimize -e 'sq(x(0) - 1)' --dim 1 --bounds -5:5 --iterations 5 --save run.h5
  contains "$("$JATO" show run.h5 --json | jq -r .source)" "sq(x(0) - 1)"
  contains "$("$JATO" show run.h5)" "repeat       jato verify run.h5"
}

@test "files that crash HDF5 are refused in words" {
  for bad in 2 11 14 21; do
    cp "$BATS_TEST_DIRNAME/../../fuzz/corpus/metadata/crash_$bad.h5" run.h5
    for command in show export verify resume; do
      complains 4 "run.h5: the run file's " "$JATO" "$command" run.h5
    done
  done
}

@test "what is no run file is refused by its name" {
  complains 4 "nothing.h5" "$JATO" show nothing.h5
  complains 2 "show needs a run file" "$JATO" show
}
