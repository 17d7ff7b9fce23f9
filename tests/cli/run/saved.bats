#!/usr/bin/env bats
# Run files of every method and of every kind of objective, saved by jato 0.1.0: they are shown, proved, exported and
# resumed with the digests that this version printed. tests/data/saved-by-0.1.0/runs.tsv has a row for each.

setup() {
  load ../helper
  need_run_files
  saved=$BATS_TEST_DIRNAME/../../data/saved-by-0.1.0
}

rows() {
  grep -v '^#' "$saved/runs.tsv"
}

@test "0.1.0: every file has a row, and every row a file" {
  same "$(cd "$saved" && ls -- *.h5)" "$(rows | cut -f1 | sed 's/$/.h5/' | sort)"
}

@test "0.1.0: shown and exported, with the digest of its time" {
  local name digest
  while IFS=$'\t' read -r name digest _; do
    same "$name $(digest_of show "$saved/$name.h5")" "$name $digest"
    "$JATO" export "$saved/$name.h5" --what trace >trace.csv
    [ "$(wc -l <trace.csv)" -ge 2 ]
  done < <(rows)
}

@test "0.1.0: resumed, and the resumed run is the one of its time" {
  need_programs
  local name digest resumes options resumed
  while IFS=$'\t' read -r name digest resumes options resumed _; do
    cp "$saved/$name".h5* .
    chmod u+w "$name".h5*
    if [ "$resumes" = no ]; then
      # shellcheck disable=SC2086 # options are words
      complains 4 "with version " "$JATO" resume "$name.h5" $options
    else
      # shellcheck disable=SC2086
      same "$name $(digest_of resume "$name.h5" $options)" "$name $resumed"
    fi
  done < <(rows)
}

@test "0.1.0: a journal without its run file is taken up" {
  need_programs
  cp "$saved/program.h5.journal" killed.h5.journal
  chmod u+w killed.h5.journal
  # shellcheck disable=SC2016 # awk's words
  run --separate-stderr "$JATO" minimize --command \
    'awk -v x={x} -v y={y} -v n={n} -v kind={kind} "BEGIN {{ print (x - 1)^2 + n * y^2 + (kind == \"b\") }}"' \
    --var x=-5:5 --var y=0.01:10:log@1 --var n=1:9:int --var kind=a,b,c --evaluations 30 --seed 3 --save killed.h5 --resume
  same "$status" 0
  same "$(value_of digest <<<"$output")" "$(rows | awk -F'\t' '$1 == "program" { print $2 }')"
}
