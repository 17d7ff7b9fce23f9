#!/usr/bin/python3
"""tools/check_the_checks on a small tree: a defect that the daily check finds, one that the full check finds, one that
nothing finds, one that does not compile and one that does not apply; and what goes on where it was stopped."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = """
a-build   daily   1   1 -     -        -    ! grep broken code
quick     daily   1   1 -     a-build  -    ! grep early code
late      full    1   1 -     a-build  -    ! grep late code
deep      full    1   1 deep  a-build  -    ! grep deep code
"""
RUN = '#!/bin/sh\ncd "$(dirname "$0")/.." && exec /usr/bin/python3 -B .ci/schedule.py "$@"\n'
WORDS = {"early": ("daily", "quick"), "deep": ("daily", "deep"), "late": ("full", "late"), "unseen": ("none", ""),
         "broken": ("does not compile", "a-build"), "moved": ("does not apply", "")}


def patch_of(word):
    before = "gone" if word == "moved" else "good"
    return f"# It is {word}.\n# found by: quick\n\ndiff --git a/code b/code\n--- a/code\n+++ b/code\n" \
           f"@@ -1 +1 @@\n-{before}\n+{word}\n"


def make_tree(folder):
    files = {".ci/steps": ROWS, ".ci/paths": "code deep\n", ".ci/steps.sh": "", ".ci/run": RUN, "code": "good\n",
             ".gitignore": "build\n", **{f"tests/defects/{word}.patch": patch_of(word) for word in WORDS}}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / ".ci/run").chmod(0o755)
    (folder / "tools").mkdir()
    shutil.copy(ROOT / ".ci/schedule.py", folder / ".ci")
    shutil.copy(ROOT / "tools/check_the_checks", folder / "tools")
    for command in (["init", "-q"], ["add", "-A"],
                    ["-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-qm", "all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


def main():
    failures = 0

    def expect(name, right, text):
        nonlocal failures
        failures += not right
        print(f"{'ok' if right else 'not ok'} - {name}" + ("" if right else f"\n{text}"))

    def run(*arguments):
        done = subprocess.run([sys.executable, "-B", "tools/check_the_checks", *arguments], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_tree(folder)
        status, text = run("--list")
        expect("--list names the patch that does not apply", status == 1 and "moved: " in text, text)
        status, text = run("--only", "early,unseen", "--tier", "daily")
        expect("some of them", status == 1 and text.endswith("1 passed, 1 failed\n"), text)
        (folder / "build/ci/defects.tsv").rename(folder / "build/first.tsv")
        status, text = run()
        rows = [line.split("\t") for line in (folder / "build/ci/defects.tsv").read_text("utf-8").splitlines()[2:]]
        found = {row[0]: (row[1], row[2]) for row in rows if row[0] in WORDS}
        expect("which step finds what", found == WORDS and status == 1 and text.endswith("2 passed, 4 failed\n"), text)
        expect("a step that finds something has passed without it", ["clean:deep", "passed"] in [r[:2] for r in rows], rows)
        status, text = run()
        expect("what is known is not asked again", "quick" not in text and text.endswith("2 passed, 4 failed\n"), text)
        (folder / ".ci/steps").write_text(ROWS.replace("early", "good"), encoding="utf-8")
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qam", "bad"], cwd=folder, check=True)
        status, text = run()
        expect("nothing is looked for where the check fails by itself",
               status == 1 and "the daily check does not pass without a patch: quick" in text, text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
