"""Jobs of ranks that get signals: what they run, how they are started, hit and waited for."""
import json
import os
import pathlib
import platform
import random
import subprocess
import time

from launch import SECONDS

RANKS = 4
PATIENCE = 4  # seconds that ranks wait for another
stuck = 0  # how often mpirun itself was, with no rank left
# Some two seconds on four ranks of two cores, of which checkpoints, one every 50 ms, take the most.
SWARM = ["--particles", "1000", "--iterations", "5000"]
POINTS = ["--particles", "256", "--evaluations", "100k"]
WITH_PARTNERS = ["--particles", "1000", "--iterations", "1500"]  # which ranks fetch from each other in each iteration
SIZE = {"pso": SWARM, "de": WITH_PARTNERS, "pso:topology=ring": SWARM}
LONGER = {"1500": "4500", "5000": "15000", "100k": "300k"}


def command_of(spec, longer=False):
    size = SIZE.get(spec, POINTS)
    return ["minimize", "rastrigin", "--dim", "10", "--seed", "5", "--algorithm", spec, "--no-converge", "--json",
            *([LONGER.get(word, word) for word in size] if longer else size)]


def saved(spec, longer=False):
    return [*command_of(spec, longer), "--save", "run.h5", "--checkpoint", "50ms", "--resume",
            "--rank-timeout", f"{PATIENCE}s"]


def digest_in(text):
    try:
        return json.loads(text)["digest"]
    except (ValueError, KeyError):
        return None


def digests_in(text):
    """The digests of one result, or of two: the rank that printed it may have been killed just after."""
    found, text = [], text.strip()
    while text:
        try:
            result, end = json.JSONDecoder().raw_decode(text)
        except ValueError:
            return [*found, text]
        found.append(result.get("digest"))
        text = text[end:].strip()
    return found


def start(ranks, count, arguments, folder, first=""):
    """first: shell that ranks run before."""
    script = f'echo $$ >pid.$RANK; {first} exec "$JATO" "$@"'
    for old in pathlib.Path(folder).glob("pid.*"):
        old.unlink()
    return subprocess.Popen(ranks.command(count, arguments, script), cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def signal_one(folder, count, after, number, first=None, rank=None):
    """Signals a rank (any) `after` seconds from when all of them are there, and one of the files named `first` is.
    Returns whether there was one."""
    files = [pathlib.Path(folder, f"pid.{rank}") for rank in range(count)]
    until = time.monotonic() + SECONDS
    while not (all(file.exists() and file.read_text().strip() for file in files)
               and (first is None or list(pathlib.Path(folder).glob(first)))):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    time.sleep(after)
    try:
        os.kill(int((random.choice(files) if rank is None else files[rank]).read_text()), number)
    except ProcessLookupError:
        return False
    return True


def has_ranks(job):
    """Whether a process that mpirun has started is still there."""
    listed = subprocess.run(["ps", "-o", "state=", "--ppid", str(job.pid)], capture_output=True, text=True, check=False)
    return any(state != "Z" for state in listed.stdout.split())


def end_of(job):
    """What it has written. An mpirun whose ranks have all ended, and which has not after some seconds, is itself at
    fault (that of Open MPI 4.1 may lock itself up while it ends): it is killed, and counted."""
    global stuck
    until, alone = time.monotonic() + SECONDS, 0
    while True:
        try:
            return job.communicate(timeout=2)
        except subprocess.TimeoutExpired:
            alone = 0 if has_ranks(job) else alone + 1
        if alone > 4:
            stuck += 1
            job.kill()
            return job.communicate()
        if time.monotonic() > until:
            job.terminate()  # mpirun ends its ranks then
            err = job.communicate()[1]
            return "", f"it did not end within {SECONDS} s: {err}"


def end_by_signal(ranks, arguments, folder, number):
    """What becomes of a run of three ranks when the second gets a signal; and how long it takes."""
    job = start(ranks, 3, arguments, folder)
    signal_one(folder, 3, 3, number, rank=1)
    began = time.monotonic()
    out, err = end_of(job)
    return subprocess.CompletedProcess([], job.returncode, out, err), time.monotonic() - began


def wait_until_it_prints(job, process):
    """Until the system says that it writes to standard output, and for the others to come to their ends, too. That it
    is idle would not be enough: it is so while a disk is slow, too."""
    write = "1 0x1 " if platform.machine() == "x86_64" else "64 0x1 "  # call and file, as <asm/unistd.h> has them
    until = time.monotonic() + SECONDS
    while not pathlib.Path(f"/proc/{process}/syscall").read_text().startswith(write):
        if job.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"rank 0 never printed: {end_of(job)}")
        time.sleep(0.05)
    time.sleep(2)


class Printing:
    """A job whose rank 0 has a full pipe for standard output: it has come to its end, cannot print, and the others
    wait for it. `number` is the process of each rank."""

    def __init__(self, ranks, folder):
        self.printed = b""
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)
        self.pipe = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        try:
            while True:
                os.write(self.pipe, b" ")
        except BlockingIOError:
            pass
        self.job = start(ranks, RANKS, saved("pso"), folder, first='if [ "$RANK" = 0 ]; then exec >pipe; fi;')
        while not (list(pathlib.Path(folder).glob("run.h5*")) or self.job.poll() is not None):
            time.sleep(0.01)
        self.number = [int(pathlib.Path(folder, f"pid.{rank}").read_text()) for rank in range(RANKS)]
        wait_until_it_prints(self.job, self.number[0])

    def end(self):
        """What it has written."""
        out, err = end_of(self.job)
        self.read_pipe()
        os.close(self.pipe)
        return out + self.printed.decode(), err

    def read_pipe(self):
        """All that is in it, and what rank 0 writes meanwhile; there is room then."""
        try:
            while True:
                self.printed += os.read(self.pipe, 1 << 16)
        except BlockingIOError:
            pass
