"""A folder with two users, somebody else and us, and what is asked of each run file in it."""
import json
import os
import pty
import shutil
import subprocess

LOOKS = (
    ("show",), ("show", "--json"), ("show", "--source"), ("export",), ("export", "--jsonl"),
    ("export", "--what", "swarm"), ("export", "--what", "frames"), ("plot",),
    ("plot", "--kind", "slice", "--terminal"), ("plot", "--kind", "parallel", "--output", "p.png"),
    ("report", "--output", "r.html"), ("movie", "--output", "m.gif"),
    ("plot", "--compare", "--output", "c.svg"),
)
REFUSED = 2
ESCAPES = "\x1b]0;owned\x07\x1b[31m\u009b31m"
HIDDEN = "\u202Egnp.exe\u2066\u200F\u200B\uFEFF\U000E0041"
QUOTES = "`touch MARKER`';system('touch MARKER')#\";!touch MARKER"
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"

class Failure(Exception):
    pass


class Stage:
    """A folder with two homes, compilers that leave a marker, and what both have made."""

    def __init__(self, program, place):
        self.program, self.place = program, place
        self.marker = os.path.join(place, "marker")
        self.tools = os.path.join(place, "tools")
        self.passed = 0
        for folder in ("tools", "theirs", "ours", "elsewhere"):
            os.mkdir(os.path.join(place, folder))
        for name in ("gcc", "clang", "cc"):
            real = shutil.which(name)
            if real is not None:
                self.write(f"tools/{name}", f"#!/bin/sh\ntouch {self.marker}\nexec {real} \"$@\"\n", 0o755)

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.place, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("MARKER", self.marker))
        os.chmod(path, mode)
        return path

    def environment(self, who):
        home = os.path.join(self.place, who)
        keep = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
        return {**keep, "HOME": home, "PATH": self.tools + ":" + os.environ["PATH"]}

    def jato(self, who, *words, folder=None, given=None, timeout=300):
        return subprocess.run([self.program, *words], capture_output=True, check=False, timeout=timeout,
                              cwd=folder or self.place, env=self.environment(who), input=given)

    def make(self, who, name, *words):
        """A run file, made by somebody who runs what is theirs."""
        done = self.jato(who, "minimize", *words, "--algorithm", "pso", "--particles", "4",
                         "--iterations", "3", "--seed", "1", "--record-frames", "2", "--save", name)
        if done.returncode != 0:
            raise Failure(f"{name} could not be made: {done.stderr.decode()}")
        self.forget()
        return os.path.join(self.place, name)

    def forget(self):
        if os.path.exists(self.marker):
            os.remove(self.marker)
        shutil.rmtree(os.path.join(self.place, "ours/.cache"), ignore_errors=True)

    def marked(self):
        return os.path.exists(self.marker)


def check(stage, what, so):
    if not so:
        raise Failure(what)
    stage.passed += 1


def is_raw(stream, allowed):
    """Whether a terminal would obey it, or show another order or less than there is."""
    letters = stream.decode(errors="replace")
    return any(ord(letter) < 32 and letter not in allowed or letter in HIDDEN and ord(letter) > 127
               or letter == "\u009b" for letter in letters)


def check_harmless(stage, what, done):
    """Nothing was run, and nothing goes to the terminal that it would obey."""
    check(stage, f"{what}: something of the file was run", not stage.marked())
    for stream in (done.stdout, done.stderr):
        if what.endswith(("show --source", "export", "export --what swarm")):
            continue  # into a pipe, texts are given as they are
        check(stage, f"{what}: escape sequences: {stream[:300]!r}", not is_raw(stream, "\t\n\f"))


def watch(stage, path):
    """The same on a terminal, which gets nothing that it would obey."""
    for words in LOOKS[:6]:
        ours, theirs = pty.openpty()
        with subprocess.Popen([stage.program, words[0], path, *words[1:]], stdout=theirs, stderr=theirs,
                              stdin=subprocess.DEVNULL, cwd=stage.place,
                              env=stage.environment("ours")) as process:
            os.close(theirs)
            seen = b""
            try:
                while part := os.read(ours, 65536):
                    seen += part
            except OSError:  # as Linux has it when the other end is closed
                pass
            os.close(ours)
        check(stage, f"{path}: {words} on a terminal: {seen[:300]!r}",
              seen and not is_raw(seen, "\t\n\r"))
        check(stage, f"{path}: {words} on a terminal: {process.returncode}", process.returncode >= 0)


def look(stage, path):
    for words in LOOKS:
        done = stage.jato("ours", words[0], path, *words[1:])
        check_harmless(stage, f"{os.path.basename(path)}: {' '.join(words)}", done)
        ended = done.returncode == 0 or (done.returncode in (2, 4) and done.stderr)
        check(stage, f"{path}: {words}: status {done.returncode}, {done.stderr.decode()}", ended)
    serve = json.dumps({"op": "resume", "file": path}) + "\n"
    check_harmless(stage, "serve", stage.jato("ours", "serve", given=serve.encode()))


def refuse(stage, path, shown):
    """A user who did not make it sees what would be run."""
    for command in ("resume", "verify"):
        done = stage.jato("ours", command, path)
        words = done.stderr.decode()
        check_harmless(stage, f"{command} {path}", done)
        refused = done.returncode == REFUSED and "--trust" in words and shown in words
        check(stage, f"{command} {path}: status {done.returncode}, {words}", refused)


def trust(stage, path, *more):
    """With --trust it is run, so that the looks above have shown something."""
    for command in ("verify", "resume"):
        stage.forget()
        done = stage.jato("ours", command, path, "--trust", *(more if command == "resume" else ()))
        check(stage, f"{command} --trust {path}: nothing was run: {done.stderr.decode()}",
              stage.marked())
    stage.forget()
