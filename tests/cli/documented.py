"""Compares the documents with the program: every field of --json and export --jsonl is in docs/json.md and
the other way round, and every message in docs/troubleshooting.md is one of the program's.

usage: documented.py --jato PROGRAM --source TREE
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

COMMAND = ["--command", "awk -v a={a} 'BEGIN {{ print (a-1)^2, a }}'", "--var", "a=0:3", "--constraint", "g<=2",
           "--evaluations", "40", "--workers", "2", "--seed", "1"]
SWARM = ["rastrigin", "--dim", "2", "--algorithm", "pso", "--particles", "16", "--iterations", "5"]
# What the program is asked for under each heading; c.h5, r.h5 and a.h5 are saved by the first three.
ASKED = {
    "minimize": [["minimize", *COMMAND, "--save", "c.h5", "--json"],
                 ["minimize", *SWARM, "--seed", "1", "--save", "r.h5", "--record-frames", "5", "--profile", "--json"],
                 ["minimize", "sphere", "--seed", "1", "--save", "a.h5", "--json"]],
    "minimize --seeds": [["minimize", *SWARM, "--seeds", "1..3", "--json"]],
    "show": [["show", "c.h5", "--json"], ["show", "r.h5", "--json"]],
    "export --what trace": [["export", name, "--jsonl"] for name in ("c.h5", "r.h5", "a.h5")],
    "export --what swarm": [["export", "r.h5", "--what", "swarm", "--jsonl"]],
    "export --what frames": [["export", "r.h5", "--what", "frames", "--jsonl"]],
    "export --what evaluations": [["export", "c.h5", "--what", "evaluations", "--jsonl"]],
}


def rows_of(text):
    """The first cells of the tables below each heading."""
    sections = {}
    for section in re.split(r"(?m)^## ", text)[1:]:
        cells = re.findall(r"(?m)^\| (`.*?`[^|]*) \|", section)
        sections[section.splitlines()[0]] = {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
    return sections


def objects_of(jato, arguments, folder):
    printed = subprocess.run([jato, *arguments], cwd=folder, check=True, text=True, stdout=subprocess.PIPE).stdout
    decoder, found = json.JSONDecoder(), []
    while printed.strip():
        printed = printed.lstrip()
        one, end = decoder.raw_decode(printed)
        found.append(one)
        printed = printed[end:]
    return found


def check_fields(jato, tree):
    with open(os.path.join(tree, "docs", "json.md"), encoding="utf-8") as file:
        told = rows_of(file.read())
    with tempfile.TemporaryDirectory() as folder:
        for heading, commands in ASKED.items():
            printed = {name for command in commands for one in objects_of(jato, command, folder) for name in one}
            for name in sorted(printed - told[heading]):
                yield f"docs/json.md, {heading}: the program prints \"{name}\", which is not in the table"
            for name in sorted(told[heading] - printed):
                yield f"docs/json.md, {heading}: \"{name}\" is in the table, and the program does not print it"


def strings_of(tree):
    """Everything in quotes in the sources, pieces put together, with a mark for what is filled in."""
    text = ""
    for folder in ("cli", "src"):
        for path in sorted(glob.glob(os.path.join(tree, folder, "**", "*.[ch]"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                text += re.sub(r'"\s*(?:PRI\w+\s*)?"', "", file.read()).replace('\\"', '"') + "\n"
    return re.sub(r"%[-.*0-9]*l*z?[a-z]?", "%", text)


def check_messages(tree):
    words = strings_of(tree)
    with open(os.path.join(tree, "docs", "troubleshooting.md"), encoding="utf-8") as file:
        cells = re.findall(r"(?m)^\| ([^|]*) \|", file.read())
    for message in (m for cell in cells for m in re.findall(r"`([^`]+)`", cell)):
        for piece in re.split(r"\.\.\.|\d+|[\";(){}]|\w+\.h5", message):
            piece = piece.strip(" :;,?.")
            if len(piece) > 15 and piece not in words and piece.lower() not in words.lower():
                yield f"docs/troubleshooting.md: the program never says \"{piece}\""


def main(arguments):
    if len(arguments) != 4 or arguments[0] != "--jato" or arguments[2] != "--source":
        print(__doc__)
        return 2
    wrong = [*check_fields(os.path.abspath(arguments[1]), arguments[3]), *check_messages(arguments[3])]
    print("\n".join(wrong) or "documented: fields and messages are true")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
