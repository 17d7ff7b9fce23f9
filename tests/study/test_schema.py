#!/usr/bin/env python3
"""Whether docs/study.schema.json and the reader of studies agree.

Studies are made from the schema itself: each key by itself with values of every kind, keys that do
not exist, keys that are missing. The schema may be kinder than the reader, which also looks at what
values mean, but never stricter; and what has the wrong shape is refused by both.
"""
import argparse
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: there is no python3-jsonschema here")
    sys.exit(77)

VALUES = [1, 0, -1, 1.5, "text", "10k", "60s", "", True, None, [], {}, [0, 1], ["a", "b"], [1],
          {"a": 1}, {"a": {}}, [[1]], [{"a": 1}]]

WHOLE = {
    "name": "n",
    "variables": {
        "a": {"range": [0, 1], "scale": "linear", "kind": "real", "initial": 0.5},
        "b": {"choices": ["x", "y"], "initial": "x"},
        "c": {"fixed": 3, "kind": "integer"},
    },
    "constraints": {
        "g": {"at_most": 1, "tolerance": 0.1, "scale": 2},
        "h": {"at_least": 1},
        "e": {"equals": 1},
    },
    "penalty": 1,
    "objective": {"command": "f {a}", "by": ["input"], "folder": "f", "scratch": "s", "keep_folders": "all",
                  "templates": ["t"], "result": {"field": "f", "file": "g"}, "persistent": False},
    "failures": {"timeout": "60s", "retries": 2, "then": "worst", "in_row": 20},
    "workers": 2, "order": "particle", "algorithm": "pso", "device": "cpu", "walls": "reflect",
    "precision": "double", "particles": "10k", "seed": 1,
    "limits": {"iterations": 1, "evaluations": "1M", "seconds": 1.5, "target": -1, "stall": 3,
               "no_converge": True},
    "save": {"file": "f.h5", "checkpoint": "30s", "keep_checkpoints": 1, "shards": True, "record_frames": 10,
             "no_journal": True, "must": True},
    "profile": True,
    "goal": "maximize",
    "repeat_points": True,
    "warm_start": "old.h5",
    "rank_timeout": "2m",
    "programs": {"memory": "2Gi", "cpu": "60s", "file_size": "1G", "sandbox": True, "setuid": False},
    "compile": {"compiler": "gcc", "time": "60s", "cache": "c", "temporary": "t"},
}
OTHERS = [
    {"objective": {"problem": "sphere", "dim": 3, "bounds": [0, 1]}},
    {"objective": {"source": "f.c", "data": "d", "dim": 3, "bounds": [0, 1]}},
    {"objective": {"expression": "x(0)", "dim": 3, "bounds": [0, 1]}},
    {"variables": {"a": {"range": [0, 1]}}, "objective": {"object": "f.so", "worker": "jato"}},
    {"variables": {"a": {"range": [0, 1]}}, "objective": {"shell": "f"}},
]


def places(tree, path=()):
    """All paths to keys of a study."""
    for key, value in tree.items():
        yield path + (key,)
        if isinstance(value, dict):
            yield from places(value, path + (key,))


def changed(tree, path, value, drop=False):
    """A copy with another value at a path; None of `value` with drop takes the key away."""
    copy = json.loads(json.dumps(tree))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if drop:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return copy


def variations():
    """(study, whether its shape is wrong whatever its values mean)"""
    for study in [WHOLE] + OTHERS:
        yield study, False
        for path in places(study):
            yield changed(study, path, None, drop=True), False
            for value in VALUES:
                yield changed(study, path, value), False
            wrong = changed(study, path[:-1] + (path[-1] + "q",), 1)
            named = len(path) == 2 and path[0] in ("variables", "constraints")
            yield wrong, not named


def read(program, studies):
    text = "".join(json.dumps(study) + "\0" for study in studies)
    lines = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return lines.stdout.splitlines()


def keys_of(schema):
    """Every key that the schema knows, as its path without names of the user's."""
    for key, inner in schema.get("properties", {}).items():
        yield (key,)
        for below in keys_of(inner):
            yield (key,) + below
    if isinstance(schema.get("additionalProperties"), dict):
        yield from keys_of(schema["additionalProperties"])


def tried_keys():
    for study in [WHOLE] + OTHERS:
        for path in places(study):
            named = path[0] in ("variables", "constraints") and len(path) > 1
            if not named:
                yield path
            elif len(path) > 2:
                yield path[:1] + path[2:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schema", required=True)
    parser.add_argument("--reader", required=True)
    given = parser.parse_args()
    with open(given.schema, encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.Draft7Validator(schema)
    jsonschema.Draft7Validator.check_schema(schema)
    failed = 0
    missing = set(keys_of(schema)) ^ set(tried_keys())
    if missing:
        print("keys of the schema and of this test differ:", sorted(missing))
        failed += 1
    tried = list(variations())
    answers = read(given.reader, [study for study, _ in tried])
    counts = {"ok": 0, "refused by both": 0, "by the reader alone": 0}
    for (study, is_wrong), answer in zip(tried, answers):
        valid = validator.is_valid(study)
        if answer == "ok" and not valid:
            error = next(validator.iter_errors(study))
            print("the schema refuses what is read:", json.dumps(study), error.message)
            failed += 1
        if is_wrong and (valid or answer == "ok"):
            print("taken by", "the schema" if valid else "the reader", json.dumps(study))
            failed += 1
        counts["ok" if answer == "ok" else "by the reader alone" if valid
               else "refused by both"] += 1
    print(len(tried), "studies:", counts)
    for study in [WHOLE] + OTHERS:
        if read(given.reader, [study]) != ["ok"]:
            print("not read:", json.dumps(study), read(given.reader, [study]))
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
