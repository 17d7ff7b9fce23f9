"""Attempts at one run: each starts the program, ends it or lets it end, and looks at what is left."""
import collections
import json
import os
import shlex
import signal
import subprocess
import time

SECONDS_PER_RUN = 120
POLL = 0.0002  # s


class Failure(Exception):
    pass


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OMP_")}
    return dict(kept, OMP_WAIT_POLICY="passive")


def ask(words, env):
    done = subprocess.run(words, env=env, stdin=subprocess.DEVNULL, text=True, capture_output=True,
                          timeout=SECONDS_PER_RUN, check=False)
    if done.returncode != 0:
        raise Failure(f"status {done.returncode} of {shlex.join(words)}: {done.stderr.strip()}")
    return done


def end_session(leader):
    """Kills what a killed program has left: a compiler has a group of its own, but its session."""
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as text:
                if name.isdigit() and int(text.read().rsplit(")", 1)[1].split()[3]) == leader:
                    os.kill(int(name), signal.SIGKILL)
        except (OSError, IndexError, ValueError):
            pass  # it has ended, or is no process


class Tries:
    def __init__(self, program, folder, cache, env):
        self.program, self.folder, self.cache, self.env = program, folder, cache, env
        self.file = os.path.join(folder, "run.h5")
        self.story = []  # the commands, and what became of them
        self.counts = collections.Counter()

    def ask_jato(self, arguments):
        words = [self.program, *arguments]
        if arguments[0] in ("minimize", "resume", "verify"):
            words += ["--cache", self.cache]
        self.story.append(f"  {shlex.join(words)}")
        return ask(words, self.env).stdout

    def attempt(self, arguments, strike, length):
        """The result of a run that ended by itself, None for one that was ended."""
        words = [self.program, *arguments, "--cache", self.cache]
        self.story.append(f"  {shlex.join(words)}   # {strike or 'not struck'}")
        with subprocess.Popen(words, env=self.env, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              start_new_session=True) as process:
            try:
                struck = strike is not None and self._strike(process, strike, length)
                out, words_of_it = process.communicate(timeout=SECONDS_PER_RUN)
            except subprocess.TimeoutExpired as late:
                process.kill()
                raise Failure(f"not ended after {SECONDS_PER_RUN} s") from late
            finally:
                if strike is not None and process.poll() is None:
                    process.kill()
        if struck:
            end_session(process.pid)
        if words_of_it.strip():
            self.story.append(f"    said: {words_of_it.strip()}")
        return self._outcome(process.returncode, out, words_of_it, strike if struck else None)

    def _strike(self, process, strike, length):
        """Ends the process at its moment; False where it has ended before that."""
        began = time.monotonic()
        try:
            process.wait(strike.at * length * (0.8 if strike.writing else 1.1))
        except subprocess.TimeoutExpired:
            pass
        fresh = self.file + ".new"
        while strike.writing and process.poll() is None and not os.path.exists(fresh):
            if time.monotonic() - began > SECONDS_PER_RUN:
                break
            time.sleep(POLL)
        if strike.writing and strike.delay:
            time.sleep(strike.delay)
        if process.poll() is not None:
            return False
        process.send_signal(strike.signal)
        return True

    def _outcome(self, code, out, words, strike):
        if strike is not None and code == -strike.signal:
            self.counts["killed" if strike.signal == signal.SIGKILL
                        else "signalled before it could catch it"] += 1
            self.story.append(f"    ended by signal {-code}")
            return None
        if code != 0 and (strike is None or code != 128 + strike.signal):
            raise Failure(f"status {code}: {words.strip()}")
        record = json.loads(out)
        if (code != 0) != (record["stop"] == "interrupted"):
            raise Failure(f"status {code} of a run that stopped by {record['stop']}")
        if code == 0:
            self.counts["ended by themselves"] += 1
            return record
        self.counts[f"ended by {strike.signal.name}"] += 1
        if not os.path.exists(self.file):
            raise Failure(f"it was interrupted and said so, but {self.file} is not there")
        return None

    def show(self):
        """(path, iteration) of what would be resumed, None where nothing is sound."""
        done = subprocess.run([self.program, "show", self.file, "--json"], env=self.env, text=True,
                              capture_output=True, timeout=SECONDS_PER_RUN, check=False)
        if done.returncode not in (0, 4):
            raise Failure(f"show ended with status {done.returncode}: {done.stderr.strip()}")
        if done.returncode == 4:
            return None
        record = json.loads(done.stdout)
        return record["file"], record["iterations"]

    def look(self):
        """What a struck run has left, as show sees it."""
        names = [name for name in ("", ".new", ".1") if os.path.exists(self.file + name)]
        self.story.append(f"    left: {', '.join('FILE' + n for n in names) or 'nothing'}")
        if ".new" in names:
            self.counts["killed while FILE.new was there"] += 1
        found = self.show()
        if found is None:
            if "" in names or ".1" in names:
                raise Failure("a checkpoint is there, but none is sound")
            self.counts["nothing was saved yet: began again"] += 1
            return None
        suffix = found[0][len(self.file):] if found[0].startswith(self.file) else "?"
        if "" in names and suffix not in ("", ".new"):  # a whole FILE.new may be newer
            raise Failure(f"FILE is there, but FILE{suffix} was taken")
        self.counts[f"gone on from FILE{suffix}"] += 1
        self.story.append(f"    FILE{suffix} is at iteration {found[1]}")
        return found
