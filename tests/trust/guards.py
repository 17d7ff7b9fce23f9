"""What confines the programs of a run file, and what a user who is asked to trust it gets to see."""
import hashlib
import hmac
import os
import shutil
import struct
import subprocess

import h5py
import numpy as np

import hostile
from stage import HIDDEN, check, refuse, trust

LIMITS = ("--timeout", "60", "--memory", "4G", "--cpu-time", "60", "--file-size", "1G")
LOOSER = (("host", "timeout", 0), ("run", "memory", 0), ("run", "cpu_time", 0), ("run", "file_size", 0),
          ("run", "setuid", 1), ("host", "timeout", 1e9))


def has_sandbox():
    if shutil.which("bwrap") is None:
        return False
    words = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "true"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def sign_as_before(stage, path):
    """The signature of a jato that did not sign guards, by our key."""
    with open(os.path.join(stage.place, "ours/.config/jato/key"), "rb") as file:
        key = file.read()
    with h5py.File(path, "r") as file:
        problem = file["problem"]
        name, source = bytes(problem.attrs["name"]), bytes(problem["source"][:])
    pieces = (b"jato 1 study", name, source, b"", stage.place.encode())
    framed = b"".join(struct.pack("=Q", len(piece)) + piece for piece in pieces)
    signed = np.bytes_(hmac.new(key, framed, hashlib.sha256).hexdigest())
    hostile.change(path, settings=(("problem", "signature", signed),))


def guards(stage):
    """What confines a program is signed: in our own file, sealed again, it is not loosened unasked."""
    looser = LOOSER
    more = ("--sandbox",) if has_sandbox() else ()
    if more:  # in the sandbox the marker cannot be made
        looser = (("run", "sandbox", 0), *LOOSER)
    else:
        print("the kernel refuses the sandbox here: its guard is not tried")
    path = stage.make("ours", "guarded.h5", "--command",
                      f"sh -c 'touch {stage.marker} 2>/dev/null; echo {{a}}'", "--var", "a=0:1", *LIMITS,
                      *more)
    done = stage.jato("ours", "verify", path)
    check(stage, f"our own, with guards: {done.stderr.decode()}", done.returncode == 0)
    check(stage, "the sandbox", stage.marked() == (not more))
    stage.forget()
    copy = os.path.join(stage.place, "loosened.h5")
    for settings in (*((one,) for one in looser), looser[:-1]):
        shutil.copy(path, copy)
        hostile.change(copy, settings=settings)
        refuse(stage, copy, "guards ")
    sign_as_before(stage, copy)
    refuse(stage, copy, "did not sign what confines its programs")
    shutil.copy(path, copy)
    sign_as_before(stage, copy)
    refuse(stage, copy, "timeout 60s, memory 4000000000, cpu_time 60s, file_size 1000000000")
    hostile.change(copy, settings=looser[:1])
    trust(stage, copy, "--iterations", "6")
    rights(stage)


def rights(stage):
    """A file of somebody else gives its programs no rights; the user who resumes it may."""
    seen = os.path.join(stage.place, "rights")
    path = stage.make("theirs", "rights.h5", "--command",
                      f"sh -c 'grep NoNewPrivs /proc/self/status >{seen}; echo {{a}}'", "--var", "a=0:1",
                      "--setuid")
    for words, wanted in (((), "1"), (("--setuid",), "0")):
        done = stage.jato("ours", "verify", path, "--trust", *words)
        with open(seen, encoding="utf-8") as file:
            found = file.read().split()[1]
        check(stage, f"no_new_privs {found}: {done.stderr.decode()}",
              done.returncode == 0 and found == wanted)
        check(stage, f"a word of setuid: {done.stderr.decode()}", "asks for setuid" in done.stderr.decode())


def lists(stage):
    """A user who is asked for --trust is shown all that would be run or written, as it is."""
    stage.write("deck.in", "{a}\n")
    path = stage.make("theirs", "list.h5", "--command", "sh -c 'cp deck out; : {a}'", "--env", "--template",
                      "deck.in", "--scratch", "their_work", "--result-file", "out", "--var", "a=0:1")
    for shown in ("deck.in", "their_work", "result   out", "JATO_", "sandbox no, setuid no"):
        refuse(stage, path, shown)
    hostile.change(path, edit=lambda text: text.replace("deck.in", "deck" + HIDDEN + ".in"))
    refuse(stage, path, "deck?gnp.exe?????.in")
    hostile.change(path, edit=lambda text: text.replace(
        '"templates": [', '"templates": [' + ", ".join(f'"{i:0400d}"' for i in range(20)) + ", "))
    refuse(stage, path, "and more; jato show --source FILE prints all of it")
    for kind, objective in (
            ("source", '{"source": "evil.c", "dim": 1, "bounds": [-1, 1]}'),
            ("expression", '{"expression": "x(0)", "dim": 1, "bounds": [-1, 1]}')):
        copy = stage.make("theirs", f"study-{kind}.h5", "--command", "echo {a}", "--var", "a=0:1")
        hostile.change(copy, source='{"objective": ' + objective + "}")
        refuse(stage, copy, kind)
        done = stage.jato("ours", "verify", copy, "--trust")
        check(stage, f"{kind} as a study: {done.stderr.decode()}",
              done.returncode == 4 and not stage.marked() and "has neither" in done.stderr.decode())
