#!/usr/bin/env bats
# jato report: one page that needs nothing else.

setup_file() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  "$JATO" minimize rastrigin --dim 3 --particles 40 --iterations 60 --seed 1 --save a.h5 --json >a.json ||
    [ $? -eq 3 ]
}

setup() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  [ -f a.h5 ] || skip "this build writes no run files"
  command -v gnuplot >/dev/null || skip "there is no gnuplot"
}

@test "what is written replaces a planted link, and not what it leads to" {
  mkdir -p planted && cd planted || return 1
  echo mine >precious
  for name in a.html a.svg a.csv a.gif a-slice.svg; do ln -sf precious "$name"; done
  "$JATO" report ../a.h5 --output a.html
  "$JATO" plot ../a.h5 --kind slice --output a.svg
  "$JATO" export ../a.h5 --output a.csv
  same "$(cat precious)" mine
  for name in a.html a.svg a.csv; do [ -s "$name" ] && [ ! -L "$name" ]; done
  "$JATO" export ../a.h5 --output /dev/stdout | cmp - a.csv
  mkfifo pipe.csv
  "$JATO" export ../a.h5 --output pipe.csv 3>&- &
  cmp pipe.csv a.csv
  wait
  [ -p pipe.csv ]
  same "$(find . -name '*.tmp')" ""
}

@test "temporary files are where TMPDIR says" {
  complains 4 "cannot create a temporary file in /no/such: No such file or directory; set TMPDIR to another folder" \
    env TMPDIR=/no/such "$JATO" report a.h5 --output none.html
  [ ! -e none.html ]
}

# The text of the page's elements of a kind, one a line; fails where tags do not match or a name (id)
# is given twice.
elements() {
  python3 - "$1" "$2" <<'PYTHON'
import html.parser, sys
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.names, self.text = [], set(), None
    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        assert names.get("id") is None or names["id"] not in self.names, names["id"]
        self.names.add(names.get("id"))
        if tag != "meta": self.open.append(tag)
        if tag == sys.argv[2]: self.text = ""
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
        if tag == sys.argv[2]: print(self.text.strip())
        if tag == sys.argv[2]: self.text = None
    def handle_data(self, data):
        if self.text is not None: self.text += data
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
assert not page.open, page.open
PYTHON
}

@test "a page with four pictures, the result, and nothing from outside" {
  run "$JATO" report a.h5
  same "$status" 0
  same "$output" a.html
  same "$(elements a.html svg | grep -c 'rastrigin, dim 3')" 4
  cells=$(elements a.html td)
  contains "$cells" "$(jq -r .digest a.json)"
  contains "$cells" "the iteration limit was reached"
  for x in $(jq '.x[]' a.json); do contains "$cells" "$x"; done
  run ! grep -E '<script|<link|@import|(src|href)=["'"'"']https?:' a.html
}

@test "the command to repeat the run makes the same run" {
  "$JATO" report a.h5 >/dev/null
  repeat=$(elements a.html pre | grep '^jato minimize')
  # shellcheck disable=SC2086 # the words of a command
  same "$("$JATO" ${repeat#jato } --json | jq -r .digest)" "$(jq -r .digest a.json)"
  contains "$(elements a.html pre)" "jato resume a.h5"
  contains "$(elements a.html pre)" "jato verify a.h5"
}

@test "what a user wrote stays text" {
  echo 'JATO_OBJECTIVE(x, n) { return sq(x(0)) + (x(0) < 1 && n > 0); } /* <script>alert(1)</script> */' \
    >'a<b>&.c'
  "$JATO" minimize './a<b>&.c' --dim 1 --bounds -1:1 --particles 8 --iterations 3 --seed 1 --save odd.h5 \
    >/dev/null
  run "$JATO" report odd.h5
  same "$status" 0
  run ! grep '<script' odd.html
  contains "$(elements odd.html h1)" 'a<b>&.c'
  contains "$(elements odd.html pre)" '<script>alert(1)</script>'
}

# Headings and large text in the order of the page.
@test "the best comes first, times are in units that people use" {
  "$JATO" report a.h5 >/dev/null
  same "$(elements a.html h2 | head -n 1)" "Best"
  contains "$(elements a.html b)" "$(jq .best a.json)"
  cells=$(elements a.html td)
  grep -E '^[0-9.]+ (us|ms|s) \([0-9.]+ (ns|us|ms) per evaluation\)$' <<<"$cells"
  grep -Fx pso <<<"$cells"
  contains "$cells" "pso:topology=global,"
}

@test "a study is shown as its author wrote it, also when the run has been resumed" {
  need_studies
  cat >own.yaml <<'TEXT'
# What the supplier <knows>: & more
variables: {n: {range: [1, 60], kind: integer}}   # teeth
objective: {shell: "echo {n}"}
TEXT
  "$JATO" run own.yaml --evaluations 30 --algorithm random --seed 1 --save own.h5 >/dev/null
  "$JATO" resume own.h5 --evaluations 40 >/dev/null
  "$JATO" report own.h5
  elements own.html pre | sed -n '/^# What/,/^objective/p' | cmp - own.yaml
}

@test "a program's variables and options are YAML in lines, which makes the same run" {
  need_studies
  settings=(--evaluations 30 --particles 10 --algorithm pso --seed 1)
  "$JATO" minimize --shell "echo {n}; : {true} {k} # no more" --var n=1:60:int --var true=bdf,yes,3 \
    --var k=0.0001:1:log "${settings[@]}" --save try.h5 --json >try.json
  "$JATO" report try.h5
  elements try.html pre | sed -n '/^variables:/,/^$/p' | grep -v '^jato ' >again.yaml
  [ "$(wc -l <again.yaml)" -ge 6 ]
  grep -Fx '  n: {range: [1, 60], kind: integer}' again.yaml
  same "$("$JATO" run again.yaml "${settings[@]}" --json | jq -r .digest)" "$(jq -r .digest try.json)"
  contains "$(elements try.html svg)" "Importance of the variables"
}

@test "wrong usage is refused" {
  run "$JATO" report
  same "$status" 2
  contains "$output" "jato report run.h5"
  run "$JATO" report a.h5 --output page.pdf
  same "$status" 2
  contains "$output" ".html"
}
