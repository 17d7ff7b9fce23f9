"""Looking at processes from outside, by /proc."""
import ctypes
import os
import threading
import time

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Whatever loses its parent below us becomes our child, and cannot get lost."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def children(pid):
    """Numbers of all children, dead ones that were not waited for among them."""
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as line:
            found += map(int, line.read().split())
    return found


def marked(mark):
    """Processes, anywhere, that have the mark in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as environment:
                if mark.encode() in environment.read():
                    found.append(int(name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def is_zombie(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as line:
            return line.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


class Watch(threading.Thread):
    """Counts a process's descriptors and dead children ten times a second until told to end, and
    notes for how many seconds it could not, since the machine stood still."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.descriptors, self.zombies = pid, [], []
        self.ended = threading.Event()
        self.stall = 0.0

    def run(self):
        before = time.monotonic()
        while not self.ended.wait(0.1):
            now = time.monotonic()
            self.stall, before = max(self.stall, now - before - 0.1), now
            try:
                self.descriptors.append(len(os.listdir(f"/proc/{self.pid}/fd")))
                self.zombies.append(sum(map(is_zombie, children(self.pid))))
            except OSError:
                continue

    def end(self):
        self.ended.set()
        self.join()
