"""Runs the steps of .ci/steps: what a tier has, in the table's order, as long as the time lasts.

The daily check runs its own steps first, then those whose labels .ci/paths gives to the paths changed since
the commit of the last full check (.ci/last-full). A step is not started if its known time, scaled by how this
machine has done so far, does not fit before --until. An owed step that was left out is named, and the check
passes; a step of the daily tier that was left out fails it.

usage: .ci/run [--full | --nightly] [--until MINUTES] [--steps LIST] [--since COMMIT] [--fast] [--list] [--help]

  --full           all steps but the nightly ones, within 75 minutes
  --nightly        all steps, with no limit of time
  --until MINUTES  start nothing that would end later (25, with --full 75; 0: no limit); 20 and 20m are the same
  --steps LIST     these steps alone, separated by commas, with what they come after
  --since COMMIT   run what the paths changed since COMMIT touch (the commit of .ci/last-full)
  --fast           stop at the first failure; the default of the daily check
  --list           print the steps in their order, and why each would run; run nothing

Logs and the summary, written again after each step, are in build/ci. A full check that passes writes
build/ci/last-full, to be committed as .ci/last-full.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOGS = os.path.join(ROOT, "build", "ci")
TIERS = ("daily", "full", "nightly")
MINUTES = {"daily": 25, "full": 75, "nightly": 0}
# Paths that no test depends on: a commit that changes nothing else counts as the one before it.
UNTESTED = (".ci/last-full", "CHANGELOG.md")
SLOWEST = 4.0  # a step is never expected to take more times its known time
STARTED = time.monotonic()


class Step:
    """A row of .ci/steps, and what has become of it."""

    def __init__(self, row):
        self.name, self.tier, self.cores, seconds, labels, after, self.instead, self.command = row
        self.known = float(seconds)
        self.labels = set(labels.split(",")) - {"-"}
        self.after = [name for name in after.split(",") if name != "-"]
        self.why = None  # why it runs: its tier, or the labels that are owed
        self.state = "waiting"  # running, passed, failed, left out
        self.note = ""
        self.process = self.start = None
        self.seconds = self.worked = 0.0  # by the clock, and of all processors

    @property
    def log(self):
        return os.path.join(LOGS, self.name + ".log")

    @property
    def times(self):
        return os.path.join(LOGS, self.name + ".times")

    @property
    def weight(self):
        return {"1": 1, "all": 2, "alone": 3}[self.cores]

    @property
    def is_owed(self):
        return self.why is not None and self.why.startswith("owed")


def read_rows(name, columns):
    """The rows of a table of .ci, each with so many columns; the last one takes the rest of the line."""
    rows = []
    with open(os.path.join(ROOT, ".ci", name), encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            if not line.strip() or line.startswith("#"):
                continue
            row = line.split(None, columns - 1)
            if len(row) != columns:
                sys.exit(f".ci/{name}:{number}: expected {columns} columns, found {len(row)}")
            rows.append([cell.strip() for cell in row])
    return rows


def read_last_full():
    """(commit, {step: seconds}) of the last full check that was recorded; (None, {}) without one."""
    try:
        rows = read_rows("last-full", 2)
    except FileNotFoundError:
        return None, {}
    commit = dict(rows).get("commit")
    return commit, {name: float(seconds) for name, seconds in rows if name != "commit"}


def git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else None


def is_untested(path):
    return path in UNTESTED or (path.startswith("docs/") and path.count("/") == 1 and path.endswith(".md"))


def touched_labels(commit):
    """The labels of all paths changed since the commit, uncommitted changes included; None: all labels."""
    changed = git("diff", "--name-only", commit) if commit else None
    if changed is None:
        return None
    patterns = [(path, set(labels.split(","))) for path, labels in read_rows("paths", 2)]
    labels = set()
    for path in changed:
        if not is_untested(path):
            for prefix, those in patterns:
                if path.startswith(prefix) or prefix == "*":
                    labels |= those
    return labels


def choose(steps, options):
    """Says of each step why it runs; steps without a reason are left out of the list."""
    by_name = {step.name: step for step in steps}
    if options.steps:
        wanted = options.steps.split(",")
        unknown = [name for name in wanted if name not in by_name]
        if unknown:
            sys.exit(f"no step {unknown[0]} in .ci/steps; .ci/run --nightly --list prints all")
        for name in wanted:  # grows while it is read, by what the steps come after
            by_name[name].why = "asked for"
            wanted += [other for other in by_name[name].after if other not in wanted]
        return [step for step in steps if step.why]
    level = TIERS.index(options.tier)
    labels = touched_labels(options.since)
    for step in steps:
        rank = TIERS.index(step.tier)
        if rank <= level:
            step.why = step.tier
        elif level == 0 and rank == 1 and (labels is None or step.labels & labels):
            step.why = "owed: " + ("all" if labels is None else ",".join(sorted(step.labels & labels)))
    if level > 0:  # the whole of it runs, so that its quick part need not
        for step in steps:
            if step.instead != "-" and by_name[step.instead].why and TIERS.index(by_name[step.instead].tier) <= level:
                step.why = None
    return [step for step in steps if step.why]


class Schedule:
    """Starts steps when there are cores for them, and follows them to their end."""

    def __init__(self, steps, options):
        self.steps = steps
        self.options = options
        self.until = options.until * 60
        self.capacity = 3  # a step for all cores and one for a single core: many tests wait
        self.failed = False

    def elapsed(self):
        return time.monotonic() - STARTED

    def slowness(self):
        """How many times longer than known the steps have taken so far."""
        ended = [step for step in self.steps if step.state == "passed" and step.known >= 5]
        known = sum(step.known for step in ended)
        return min(max(sum(step.seconds for step in ended) / known, 0.5), SLOWEST) if known >= 30 else 1.0

    def fits(self, step):
        return not self.until or self.elapsed() + step.known * self.slowness() <= self.until

    def of_state(self, *states):
        return [step for step in self.steps if step.state in states]

    def is_ready(self, step):
        """Whether all that it comes after has passed; a step whose turn cannot come is left out."""
        for other in self.steps:
            if other.name in step.after and other.state != "passed":
                if other.state in ("failed", "left out"):
                    self.leave_out(step, f"comes after {other.name}")
                return False
        return True

    def leave_out(self, step, note):
        step.state, step.note = "left out", note
        print(f"==== {step.name}: not run: {note}", flush=True)

    def start(self, step):
        jobs = 1 if step.cores == "1" else os.cpu_count()
        environment = dict(os.environ, CMAKE_BUILD_PARALLEL_LEVEL=str(jobs), CTEST_PARALLEL_LEVEL=str(jobs * 3 // 2),
                           JATO_CI_TIER=self.options.tier)
        print(f"==== {step.name} ({step.why}): {step.command}", flush=True)
        script = f"trap 'times >\"$0\"' EXIT; . .ci/steps.sh; {step.command}"
        with open(step.log, "wb") as log:
            step.process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", script, step.times], cwd=ROOT, env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        step.start = time.monotonic()
        step.state = "running"

    def start_some(self):
        """Starts what there is room for, in the table's order. A step that waits for room lets smaller ones by, but one
        that every change needs lets no owed one by, which could keep it waiting for ever."""
        waits = False
        for step in self.of_state("waiting"):
            if self.failed and self.options.fast:
                self.leave_out(step, "another step has failed")
                continue
            if not self.is_ready(step) or (waits and step.is_owed):
                continue
            used = sum(other.weight for other in self.of_state("running"))
            if used + step.weight > self.capacity:
                if step.cores == "alone":
                    return  # the machine is to fall idle
                waits = waits or not step.is_owed
                continue
            if not self.fits(step):
                self.leave_out(step, f"{step.known * self.slowness():.0f} s do not fit before {self.until / 60:.0f} min")
                continue
            self.start(step)

    def stop(self, step, note):
        try:
            os.killpg(step.process.pid, signal.SIGTERM)
            try:
                step.process.wait(10)
            except subprocess.TimeoutExpired:
                pass
            os.killpg(step.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        step.process.wait()
        step.seconds = time.monotonic() - step.start
        step.state, step.note = "left out", note

    def follow(self):
        """Notes what has ended; stops owed steps when the time is up."""
        for step in self.of_state("running"):
            status = step.process.poll()
            late = self.until and self.elapsed() > self.until
            if status is None and late and step.is_owed:
                self.stop(step, "cut off, the time was up")
            elif status is None and late and self.elapsed() > 2 * self.until:
                self.stop(step, "cut off, twice the time was up")
            elif status is None and self.failed and self.options.fast:
                self.stop(step, "stopped, another step has failed")
            elif status is None:
                continue
            else:
                step.seconds = time.monotonic() - step.start
                step.worked = worked_seconds(step.times)
                step.state = "passed" if status == 0 else "failed"
                self.failed = self.failed or status != 0
            with open(step.log, encoding="utf-8", errors="replace") as log:
                print(f"---- {step.name}: {step.state}, {step.seconds:.0f} s {step.note}\n{log.read()}", flush=True)
            self.write_summary()

    def run(self):
        while self.of_state("waiting", "running"):
            self.start_some()
            if self.of_state("running"):
                time.sleep(0.05)
                self.follow()
        return self.close()

    def verdict(self):
        """(exit status, last line)"""
        missing = self.of_state("left out")
        owed = [step.name for step in missing if step.is_owed]
        due = [step.name for step in missing if not step.is_owed]
        failed = [step.name for step in self.of_state("failed")]
        if failed or due:
            words = [f"failed: {', '.join(failed)}"] if failed else []
            words += [f"not run: {', '.join(due)}"] if due else []
            return 1, f"FAIL ({'; '.join(words)})"
        steps = "step" if len(owed) == 1 else "steps"
        return 0, f"PASS ({len(owed)} {steps} owed: {', '.join(owed)})" if owed else "PASS"

    def lines(self):
        """What is known so far: counts of tests, what they left out, a line for each step."""
        yield "==== tests"
        skips = set()
        for step in self.of_state("passed", "failed"):
            with open(step.log, encoding="utf-8", errors="replace") as log:
                for line in log.read().splitlines():
                    if "tests passed," in line or line.startswith("Total Test time") or is_count(line):
                        yield f"{step.name}: {line}"
                    if line.startswith("check_tests: "):
                        skips.add(line)
        yield "==== skips"
        yield from sorted(skips)
        yield "==== steps"
        for step in self.steps:
            yield f"{step.seconds:6.0f} s {step.worked:6.0f} cpu-s  {step.state:8}  {step.name} ({step.why}) {step.note}".rstrip()
        yield f"{self.elapsed():6.0f} s  total"

    def write_summary(self):
        with open(os.path.join(LOGS, "summary"), "w", encoding="utf-8") as summary:
            summary.write("\n".join(self.lines()) + "\n")

    def close(self):
        self.write_summary()
        print("\n".join(self.lines()))
        status, words = self.verdict()
        if status == 0 and self.options.tier == "full" and not self.options.steps:
            commit = (git("rev-parse", "HEAD") or ["unknown"])[0]
            with open(os.path.join(LOGS, "last-full"), "w", encoding="utf-8") as record:
                record.write("# The last full check that passed: its commit, and the seconds of each step.\n")
                record.write(f"commit {commit}\n")
                record.writelines(f"{step.name} {step.seconds:.0f}\n" for step in self.steps)
            print("build/ci/last-full can be committed as .ci/last-full")
        print(words, flush=True)
        return status


def worked_seconds(path):
    """What a shell's `times` has written of its children: minutes and seconds, of the user's and the system's time."""
    try:
        with open(path, encoding="utf-8") as file:
            words = file.read().split()[2:4]
    except OSError:
        return 0.0
    return sum(60 * float(word.split("m")[0]) + float(word.split("m")[1].rstrip("s")) for word in words)


def is_count(line):
    """A line such as "42 passed, 0 failed"."""
    words = line.split()
    return len(words) == 4 and words[1::2] == ["passed,", "failed"] and words[0].isdigit() and words[2].isdigit()


def minutes(text):
    """A number of minutes, with or without an m behind it."""
    number = text[:-1] if text.endswith("m") else text
    if not re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", number):
        raise argparse.ArgumentTypeError(f"expected minutes, such as 20 or 20m (0: no limit), not {text}")
    return float(number)


def parse(arguments):
    parser = argparse.ArgumentParser(".ci/run", add_help=False)
    parser.add_argument("--full", dest="tier", action="store_const", const="full", default="daily")
    parser.add_argument("--nightly", dest="tier", action="store_const", const="nightly")
    parser.add_argument("--until", type=minutes)
    parser.add_argument("--steps")
    parser.add_argument("--since")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    options = parser.parse_args(arguments)
    options.fast = options.fast or options.tier == "daily"
    if options.until is None:
        options.until = MINUTES[options.tier]
    return options


def main(arguments):
    options = parse(arguments)
    if options.help:
        print(__doc__.strip())
        return 0
    commit, known = read_last_full()
    options.since = options.since or commit
    steps = [Step(row) for row in read_rows("steps", 8)]
    for step in steps:
        step.known = known.get(step.name, step.known)
    chosen = choose(steps, options)
    if options.list:
        for step in chosen:
            print(f"{step.known:6.0f} s  {step.name} ({step.why})")
        return 0
    os.makedirs(LOGS, exist_ok=True)
    schedule = Schedule(chosen, options)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(130))
    try:
        return schedule.run()
    finally:
        for step in schedule.of_state("running"):
            schedule.stop(step, "interrupted")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
