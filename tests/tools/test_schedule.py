#!/usr/bin/python3
"""The schedule of the check: which steps run, what a failure, a budget and a changed path make of them.

Each case is a small tree with tables of its own and the schedule of this checkout.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = """
one    daily   all 1 -     -   -    echo 3 passed, 0 failed
quick  daily   1   1 -     one deep true
deep   full    1   1 deep  one -    echo deep runs
far    full    1   1 far   one -    true
long   nightly 1   1 -     one -    true
"""
PATHS = "src/deep/ deep\nsrc/far/ far\n"
failures = 0


class Tree:
    """A repository with one commit, whose full check has passed unless the case says otherwise."""

    def __init__(self, folder, rows=ROWS, recorded=True):
        self.folder = pathlib.Path(folder)
        for path, text in ((".ci/steps", rows), (".ci/paths", PATHS), (".ci/steps.sh", ""), ("src/deep/a.c", "a\n"),
                           ("src/far/a.c", "a\n"), ("docs/page.md", "a\n"), ("CHANGELOG.md", "a\n"),
                           (".gitignore", "build\n")):
            self.write(path, text)
        shutil.copy(ROOT / ".ci" / "schedule.py", self.folder / ".ci")
        self.git("init", "-q")
        self.commit()
        if recorded:
            self.write(".ci/last-full", f"commit {self.git('rev-parse', 'HEAD')}\n")
            self.commit()

    def write(self, path, text):
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8")

    def git(self, *arguments):
        identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=True).stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")

    def run(self, *arguments):
        done = subprocess.run([sys.executable, "-B", ".ci/schedule.py", *arguments], cwd=self.folder,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        return done.returncode, done.stdout + done.stderr

    def states(self):
        """{step: state}, as the summary has them."""
        lines = (self.folder / "build/ci/summary").read_text(encoding="utf-8").split("==== steps\n")[1].splitlines()
        rows = [line.split() for line in lines[:-1]]  # 3 s 1 cpu-s left out name (why) note
        joined = [row[4:] if row[4] != "left" else ["left out", *row[6:]] for row in rows]
        return {row[1]: row[0] for row in joined}


def case(name, rows=ROWS, recorded=True, changes=(), arguments=(), status=0, last=None, ran=None, left=None):
    global failures
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder, rows, recorded)
        for path in changes:
            tree.write(path, "b\n")
        code, text = tree.run(*arguments)
        states = tree.states()
        found = {"status": code, "last": text.splitlines()[-1] if text else "",
                 "ran": " ".join(step for step, state in states.items() if state == "passed"),
                 "left": " ".join(step for step, state in states.items() if state == "left out")}
        wanted = {"status": status, "last": last, "ran": ran, "left": left}
        wrong = {key: (found[key], value) for key, value in wanted.items() if value is not None and found[key] != value}
        failures += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} - {name}" + (f": found and wanted: {wrong}\n{text}" if wrong else ""))


def main():
    global failures
    case("an unchanged tree: the daily steps alone", ran="one quick", last="PASS")
    case("a changed path: the steps of its labels, too", changes=["src/deep/a.c"], ran="one quick deep", last="PASS")
    case("pages and the changelog touch nothing", changes=["docs/page.md", "CHANGELOG.md"], ran="one quick")
    case("no full check is known: every step is owed", recorded=False, ran="one quick deep far")
    case("a full check runs no part of what runs whole", arguments=["--full"], ran="one deep far", last="PASS")
    case("a nightly check runs all", arguments=["--nightly"], ran="one deep far long")
    case("one step, with what it comes after", arguments=["--steps", "far"], ran="one far")
    failing = ROWS.replace("one -    true\nlong", "one -    false\nlong")
    case("an owed step that fails fails the check", rows=failing, changes=["src/far/a.c"], status=1,
         last="FAIL (failed: far)")
    broken = ROWS.replace("echo 3 passed, 0 failed", "exit 3")
    case("what comes after a failed step is not run", rows=broken, status=1, ran="", left="quick",
         last="FAIL (failed: one; not run: quick)")
    dear = ROWS.replace("deep   full    1   1", "deep   full    1   9999")
    case("an owed step that does not fit is named, and the check passes", rows=dear, changes=["src/deep/a.c"],
         ran="one quick", left="deep", last="PASS (1 step owed: deep)")
    dear = ROWS.replace("quick  daily   1   1", "quick  daily   1   9999")
    case("a daily step that does not fit fails the check", rows=dear, status=1, left="quick",
         last="FAIL (not run: quick)")
    case("without a limit everything fits", rows=dear, arguments=["--until", "0"], ran="one quick")
    case("minutes may have their unit", rows=dear, arguments=["--until", "0m"], ran="one quick")
    with tempfile.TemporaryDirectory() as folder:
        code, text = Tree(folder).run("--until", "20s")
        good = code == 2 and "expected minutes, such as 20 or 20m (0: no limit), not 20s" in text
        failures += not good
        print(f"{'ok' if good else 'not ok'} - another unit is refused: {text.splitlines()[-1]}")
    endless = ROWS.replace("echo deep runs", "sleep 100").replace("deep   full    1   1", "deep   full    1   0")
    case("an owed step that goes on past the limit is cut off", rows=endless, changes=["src/deep/a.c"],
         arguments=["--until", "0.05"], ran="one quick", left="deep", last="PASS (1 step owed: deep)")
    crowd = "".join(f"o{number} full 1 1 deep one - sleep 0.2\n" for number in range(6))
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder, "one daily all 1 - - - true\nlong daily 1 1 - one - sleep 0.3\n"
                            "all daily all 1 - long - true\nbig daily all 1 - one - true\n" + crowd)
        tree.write("src/deep/a.c", "b\n")
        _, text = tree.run()
        good = text.index("---- big:") < text.index("==== o0 ") and text.index("==== all ") < text.index("==== o5 ")
        failures += not good
        print(f"{'ok' if good else 'not ok'} - owed steps keep no step waiting that every change needs")
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder)
        tree.run("--full")
        record = (tree.folder / "build/ci/last-full").read_text(encoding="utf-8")
        good = f"commit {tree.git('rev-parse', 'HEAD')}\n" in record and "\ndeep " in record
        print(f"{'ok' if good else 'not ok'} - a full check that passes writes its record")
    return 1 if failures or not good else 0


if __name__ == "__main__":
    sys.exit(main())
