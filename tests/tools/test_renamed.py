#!/usr/bin/env python3
"""Every row of src/options/renamed.def is answered with its new name, and nothing that users read has an old one.

usage: tests/tools/test_renamed.py JATO [COMPILER]      COMPILER: of C (cc); g++, clang and clang++ are tried, too
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = (ROOT / "src/options/renamed.def").read_text(encoding="utf-8")
ROWS = re.findall(r'^ROW\((\w+), "([^"]+)", "([^"]+)"\)$', TABLE, re.M)
ANSWERED = ("OPTION", "SETTING", "STUDY", "REQUEST", "PYTHON", "C")  # PYTHON: by python/tests/test_renamed.py
UNANSWERED = ("MEMBER", "OUTPUT")
wrong = []


def of(kind):
    return [(old, new) for row, old, new in ROWS if row == kind]


def expect(good, what):
    print(f"{'ok' if good else 'not ok'} - {what}")
    if not good:
        wrong.append(what)


def said(*command, text=""):
    """(exit code, all that it says)"""
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def check_program(jato):
    for old, new in of("OPTION"):
        code, text = said(jato, "minimize", "sphere", f"--{old}", "1")
        expect(code == 2 and f"--{old} was renamed: use --{new}" in text, f"option --{old}")


def check_studies(jato, folder):
    for whole, new in of("STUDY"):
        section, old = whole.split(".")
        line = "objective: {problem: sphere, dim: 2}\n" if section != "objective" else ""
        more = "problem: sphere, dim: 2, " if section == "objective" else ""
        study = Path(folder) / "study.yaml"
        study.write_text(f"{line}{section}: {{{more}{old}: 1}}\n", encoding="utf-8")
        code, text = said(jato, "run", str(study))
        expect(code == 2 and f"{old} was renamed: use {new}" in text, f"key {whole} of a study")


def answers(jato, *requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    return [json.loads(line) for line in said(jato, "serve", text=lines)[1].splitlines() if line.startswith("{")]


def check_requests(jato):
    create = {"op": "create", "variables": {"x": {"range": [0, 1]}}}
    for whole, new in of("REQUEST"):
        op, old = whole.split(".")
        answer = answers(jato, create, {"op": op, "id": 0, old: "1"})[-1]
        expect(not answer["ok"] and f"{old} was renamed: use {new}" in json.dumps(answer), f"request {whole}")
    options = [({old: 1}, old, new) for old, new in of("SETTING")]
    options += [({"save": {"file": "r.h5", whole.split(".")[1]: 1}}, whole.split(".")[1], new)
                for whole, new in of("STUDY") if whole.startswith("save.")]
    for given, old, new in options:
        answer = answers(jato, {**create, "options": given})[-1]
        expect(not answer["ok"] and f"{old} was renamed: use {new}" in json.dumps(answer), f"options of a request: {given}")


def check_compilers(compiler, folder):
    found = [[compiler, "-x", "c"]] + [[name, "-x", language] for name, language in
                                       (("g++", "c++"), ("clang", "c"), ("clang++", "c++")) if shutil.which(name)]
    source = Path(folder) / "old.c"
    includes = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'sim/include'}"]
    text = "#include <jato/simulate.h>\nint jato_line_0;\n"
    names = of("C")
    source.write_text(text + "".join(f"int {old};\n" for old, _ in names), encoding="utf-8")
    for words in found:
        _, text = said(*words, *includes, "-fsyntax-only", "-fmax-errors=0" if "clang" not in words[0] else "-ferror-limit=0",
                       str(source))
        for old, new in names:
            expect(f"{old} was renamed: use {new}" in text, f"{words[0]} as {words[2]}: {old}")
        code, text = said(*words, *includes, "-fsyntax-only", "-Werror", "-Wall", "-include", "jato/jato.h", "/dev/null")
        expect(code == 0, f"{words[0]} as {words[2]}: the header alone {text}")


def read_by_users(jato, folder):
    """(name, text)"""
    for pattern in ("README.md", "docs/**/*.md", "docs/*.json", "examples/**/*", "cli/completion/*", "cli/texts/*",
                    "python/README.md", "python/tutorial.py", "python/src/**/*.py"):
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file() and path.name not in ("moving-to-0.2.md", "glossary.md"):
                yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8", errors="replace")
    made = Path(folder) / "made.yaml"
    said(jato, "init", str(made))
    yield "jato init", made.read_text(encoding="utf-8")
    for command in ("minimize", "run", "resume", "check", "export", "movie", "serve", "init"):
        yield f"jato {command} --help", said(jato, command, "--help")[1]
    for page in sorted((Path(jato).parent / "man").glob("*.[0-9]")):
        yield page.name, page.read_text(encoding="utf-8").replace("\\-", "-")


def check_texts(jato, folder):
    old = [rf"(?<![\w-])--{name}(?![\w-])" for name, _ in of("OPTION")]
    old += [rf"\b{name}(?:_sized)?\b" for name, _ in of("C")]
    old += [rf"\b{re.escape(name)}\b" for name, _ in of("MEMBER") if not name.startswith("jato_single")]
    keys = [rf"^ *#? *{name.split('.')[1]}: " for name, _ in of("STUDY") if name != "save.frames"]
    old += [rf"\b{name.split('.')[1]}=(?!=)" for name, _ in of("PYTHON")]
    for name, text in read_by_users(jato, folder):
        words = old if name.endswith(".py") else old + keys
        for hit in re.finditer("|".join(words), text, re.M):
            expect(False, f"{name}:{text.count(chr(10), 0, hit.start()) + 1} says {hit.group(0)}")
    schema = json.loads((ROOT / "docs/study.schema.json").read_text(encoding="utf-8"))
    for whole, new in of("STUDY"):
        section, name = whole.split(".")
        keys = schema["properties"][section]["properties"]
        expect(name not in keys and new in keys, f"the schema has {section}.{new}")


def main(jato, compiler="cc"):
    expect({row for row, _, _ in ROWS} == {*ANSWERED, *UNANSWERED}, "every kind is known here")
    expect(len(ROWS) == len(re.findall(r"^ROW\(", TABLE, re.M)), "every row is read")
    jato = str(Path(jato).resolve())
    with tempfile.TemporaryDirectory() as folder:
        check_program(jato)
        check_studies(jato, folder)
        check_requests(jato)
        check_compilers(compiler, folder)
        check_texts(jato, folder)
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
