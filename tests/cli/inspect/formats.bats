#!/usr/bin/env bats
# Run files that older versions wrote are read, and verified and resumed as long as the algorithm
# has the bits it had then. The digests were printed by the versions that wrote the files, the later
# ones by runs that were not interrupted.

setup() {
  load ../helper
  need_run_files
  data=$BATS_TEST_DIRNAME/../../data
}

@test "format 1: shown, with what is known of it" {
  run "$JATO" show "$data/format-1-gallery.h5" --json
  same "$status" 0
  same "$(jq -r .digest <<<"$output")" 909f6b8c95313e67
  same "$(jq -r .iterations <<<"$output")" 60
  same "$(jq -c '.settings | [.particles, .seed, .precision, .record_frames, .target, .on_failure]' <<<"$output")" \
    '[40,5,"double",5,null,"worst"]'
  same "$(digest_of show "$data/format-1-pso-2.h5")" da2d152eb51e44b9
  same "$(digest_of show "$data/format-1-source.h5")" a249acd44aab0aed
}

@test "format 1: proved from its beginning" {
  "$JATO" verify --trust "$data/format-1-source.h5"
}

@test "format 1: resumed" {
  cp "$data/format-1-source.h5" .
  same "$(digest_of resume format-1-source.h5 --trust --iterations 40)" e52aadad8e419201
}

@test "versions 1 and 2 of pso: shown, and refused by their version where their bits would be needed" {
  cp "$data"/format-1-{gallery,pso-2}.h5 .
  for command in "resume format-1-gallery.h5 --iterations 90" "verify format-1-gallery.h5"; do
    # shellcheck disable=SC2086 # words
    complains 4 "with version 1 of pso, and this one's is 3" "$JATO" $command
  done
  complains 4 "with version 2 of pso, and this one's is 3" "$JATO" verify format-1-pso-2.h5
  same "$(digest_of show format-1-gallery.h5)" 909f6b8c95313e67
  "$JATO" export format-1-gallery.h5 --what trace >trace.csv
  same "$(wc -l <trace.csv)" 62
}

@test "every file of tests/data is named here" {
  for file in "$data"/*.h5; do
    grep -q "$(basename "$file")" "$BATS_TEST_FILENAME" || { echo "$file" && return 1; }
  done
}
