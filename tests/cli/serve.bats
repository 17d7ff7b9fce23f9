#!/usr/bin/env bats
# `jato serve`: programs of other languages drive a run through a pipe, end in the middle, and go on.

setup() {
  load helper
  cd "$BATS_TEST_TMPDIR" || return
  need_json
}

# A client: client.py EVALUATIONS ORDER WORKERS [FILE [EXIT AFTER]]. Prints evaluations, digest, best.
write_client() {
  cat >client.py <<'TEXT'
import json, os, subprocess, sys
evaluations, order, workers = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
server = subprocess.Popen([os.environ["JATO"], "serve", "--seed", "5"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True)
def say(**request):
    print(json.dumps(request), file=server.stdin, flush=True)
    answer = json.loads(server.stdout.readline())
    assert answer["ok"], answer["error"]
    return answer
options = {"particles": 10, "order": order, "limits": {"evaluations": evaluations}}
if len(sys.argv) > 4:
    options |= {"save": sys.argv[4], "resume": True}
say(op="create", options=options, variables=[{"name": "x", "range": [-5, 5]}, {"name": "y", "range": [0.1, 10], "scale": "log"}])
told, trials = 0, say(op="ask", count=workers)["trials"]
while trials:
    trial = trials.pop()
    x, y = trial["values"]["x"], trial["values"]["y"]
    trials += say(op="tell", id=trial["id"], value=(x - 1) ** 2 + (y - 2) ** 2, ask=1)["trials"]
    told += 1
    if len(sys.argv) > 5 and told == int(sys.argv[5]):
        print("server", server.pid, flush=True)
        os.kill(os.getpid(), 9)
result = say(op="result")
print(result["evaluations"], result["digest"], result["best"] < 1e-3)
TEXT
}

# Waits until a process that is not a child has ended; it may be a zombie still.
wait_for_end() {
  for _ in $(seq 200); do
    case $(ps -o stat= -p "$1") in '' | Z*) return 0 ;; esac
    sleep 0.05
  done
  return 1
}

@test "a client in Python finds the minimum, the same with any number of workers" {
  write_client
  for order in iteration particle; do
    one=$(python3 client.py 1000 "$order" 1)
    same "$(python3 client.py 1000 "$order" 7)" "$one"
    contains "$one" "1000 "
    contains "$one" " True"
  done
  contains "$(python3 client.py 1000 arrival 4)" " True"
}

@test "a client in Perl, without any reader of JSON" {
  cat >client.pl <<'TEXT'
use IPC::Open2;
open2(my $from, my $to, $ENV{JATO}, "serve", "--evaluations", "1500", "--particles", "15");
sub ask { print $to "$_[0]\n"; return scalar <$from>; }
my $answer = ask('{"op":"create","variables":[{"name":"x","range":[-4,4]}]}');
$answer = ask('{"op":"ask"}');
while ($answer =~ /"id":(\d+),.*"x":([^,}]+)/) {
  $answer = ask(sprintf('{"op":"tell","id":%d,"value":%.17g,"ask":1}', $1, ($2 - 3) ** 2));
}
print ask('{"op":"best"}');
TEXT
  perl client.pl >best
  jq -e '.best < 1e-6 and (.values.x - 3 | fabs) < 1e-3 and .stopped == "evaluations"' best
}

@test "a client that is killed: the run is saved, and goes on to the same digest" {
  need_run_files
  write_client
  for order in iteration particle; do
    whole=$(python3 client.py 500 "$order" 3)
    for after in 7 95; do
      text=$(python3 client.py 500 "$order" 3 "$order.h5" "$after") || true
      wait_for_end "${text#server }"
    done
    same "$("$JATO" show "$order.h5" --json | jq .evaluations)" 102
    same "$(python3 client.py 500 "$order" 3 "$order.h5")" "$whole"
  done
}

@test "the end of input, and a signal, save the run and end it" {
  need_run_files
  create='{"op":"create","variables":[{"name":"x","range":[0,1]}],"options":{"order":"arrival"}}'
  tell='{"op":"tell","id":0,"value":7}'
  printf '%s\n' "$create" '{"op":"ask"}' "$tell" | "$JATO" serve --save one.h5
  same "$("$JATO" show one.h5 --json | jq .best)" 7
  mkfifo lines
  "$JATO" serve --save two.h5 <lines >answers &
  exec 5>lines
  printf '%s\n' "$create" '{"op":"ask"}' "$tell" >&5
  for _ in $(seq 100); do
    if [ "$(wc -l <answers)" = 3 ]; then break; fi
    sleep 0.1
  done
  kill -TERM $!
  wait $!
  exec 5>&-
  same "$("$JATO" show two.h5 --json | jq .best)" 7
}

@test "a resumption needs the file alone" {
  need_run_files
  create='{"op":"create","variables":[{"name":"x","range":[0,1]}]}'
  echo "$create" | "$JATO" serve --save run.h5 --particles 9
  said=$(echo '{"op":"resume","file":"run.h5"}' | "$JATO" serve)
  jq -e '.resumed and .particles == 9' <<<"$said"
  said=$(echo "$create" | "$JATO" serve --save run.h5)
  jq -e '.error | contains("already exists")' <<<"$said"
  complains 2 "jato serve" "$JATO" resume run.h5
  quick sphere --save other.h5
  said=$(echo '{"op":"resume","file":"other.h5"}' | "$JATO" serve)
  jq -e '.error | contains("resume it with: jato resume other.h5")' <<<"$said"
}

@test "lines are answered one by one: wrong ones, long ones, one without a newline" {
  long=$(head -c 300000 /dev/zero | tr '\0' 'a')
  printf '%s\n\n\xff\n{"op":"ask"}\n{"op":"end","x":1}\n{"op":"best"}' "$long" >lines
  run --separate-stderr "$JATO" serve <lines
  same "$status" 0
  # shellcheck disable=SC2154 # run sets it
  same "$stderr" ""
  same "${#lines[@]}" 6
  same "$(jq -s 'map(.ok) | any' <<<"$output")" false
  printf '{"op":"end"}\n{"op":"best"}\n' >lines
  same "$("$JATO" serve <lines)" '{"ok":true}'
  same "$("$JATO" serve </dev/null)" ""
}

# long.py BEGINNING MIB...: says a line of so many MiB that begins so, then a good request, and prints
# for each size the processor's time in seconds, the most memory in MiB, and what was wrong.
write_long() {
  cat >long.py <<'TEXT'
import json, os, subprocess, sys
for mib in map(int, sys.argv[2:]):
    server = subprocess.Popen([os.environ["JATO"], "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    server.stdin.write(b'{"op": "create", "variables": {"x": {"range": [0, 1]}}}\n' + sys.argv[1].encode())
    for _ in range(mib):
        server.stdin.write(b"a" * 2**20)
    server.stdin.write(b'"}\n{"op": "ask"}\n')
    server.stdin.close()
    answers = [json.loads(line) for line in server.stdout]
    _, status, used = os.wait4(server.pid, 0)
    assert status == 0 and len(answers) == 3 and answers[0]["ok"]
    assert answers[2]["trials"][0]["id"] == 0
    print(mib, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, answers[1]["error"])
TEXT
}

@test "a line that is too long is answered, kept in no memory, and the next one is read" {
  write_long
  python3 long.py '{"op": "best", "x": "' 63 65 200 >found
  contains "$(sed -n 1p found)" 'there is no "x"'
  contains "$(sed -n 2p found)" "longer than 67108864 bytes"
  contains "$(sed -n 3p found)" "longer than 67108864 bytes"
  awk '{ memory[$1] = $3 } END { exit !(memory[200] < memory[65] + 32) }' found
}

@test "a line takes time in proportion to its length" {
  write_long
  # The first is read to its end, the second is no JSON from its beginning on.
  for beginning in '{"op": "best", "x": "' ']'; do
    python3 long.py "$beginning" 8 32 8 32 >found
    cat found
    # Four times as long; sixteen times if its beginning were looked at again and again.
    awk '!($1 in least) || $2 < least[$1] { least[$1] = $2 }
         END { exit !(least[32] < 8 * least[8]) }' found
  done
}

@test "files that crash HDF5 are refused, and the conversation goes on" {
  for bad in 1 7 12 23; do
    cp "$BATS_TEST_DIRNAME/../fuzz/corpus/metadata/crash_$bad.h5" "crash_$bad.h5"
    printf '{"op":"resume","file":"crash_%s.h5"}\n' "$bad"
  done >lines
  cat >>lines <<'TEXT'
{"op":"create","options":{"particles":5,"save":"new.h5"},"variables":[{"name":"x","range":[0,1]}]}
{"op":"save"}
{"op":"save","file":"copy.h5"}
{"op":"resume","file":"copy.h5"}
{"op":"ask"}
TEXT
  "$JATO" serve <lines >said
  same "$(wc -l <said)" 9
  jq -se '.[:4] | all(.ok == false and (.error | test("the run file.s [/a-z]+ (is|has) ")))' said
  jq -se '.[4:] | all(.ok)' said
  jq -se '.[7].resumed and (.[8].trials | length == 1)' said
}

@test "an output without a reader ends it" {
  yes '{"op":"best"}' | "$JATO" serve 2>complaint | head -n 1 >first || true
  jq -e '.ok == false' first
  contains "$(cat complaint)" "standard output could not be written"
}

@test "wrong options are refused" {
  complains 2 "unknown option --particle" "$JATO" serve --particle 3
  complains 4 "/no/such: " "$JATO" serve --save /no/such/run.h5
  complains 2 "--checkpoint works only with --save" "$JATO" serve --checkpoint 3s
}
