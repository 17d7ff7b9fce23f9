"""How the tests start jato-mpi, and what they make of it."""
import json
import pathlib
import subprocess

SECONDS = 120


class Ranks:
    """How jato-mpi is started."""

    def __init__(self, options):
        self.program = str(pathlib.Path(options.jato_mpi).resolve())
        self.mpirun = [options.mpirun]
        if "mpich" not in options.mpirun:
            self.mpirun += ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]

    def command(self, count, arguments, script=None):
        """script: shell that each rank runs instead, with its number as $RANK, that on this machine as $LOCAL, and the
        program as $JATO."""
        start = [self.program, *arguments]
        if script is not None:
            text = ('RANK="${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; '
                    'LOCAL="${OMPI_COMM_WORLD_LOCAL_RANK:-$MPI_LOCALRANKID}"; JATO="$0"; ' + script)
            start = ["sh", "-c", text, self.program, *arguments]
        return [*self.mpirun, "-n", str(count), *start]

    def run(self, count, arguments, script=None, folder=None):
        command = self.command(count, arguments, script)
        try:
            return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS,
                                  check=False, cwd=folder)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 124, "", f"it did not end within {SECONDS} s")


class Tests:
    def __init__(self):
        self.passed = self.failed = 0

    def note(self, name, problem):
        """problem: "" where there is none."""
        self.passed += not problem
        self.failed += bool(problem)
        print(f"{'FAIL' if problem else 'pass'}  {name}{': ' + problem if problem else ''}", flush=True)


def digest_of(done):
    try:
        return json.loads(done.stdout)["digest"]
    except (ValueError, KeyError):
        return f"no digest, status {done.returncode}: {done.stdout[-200:]}{done.stderr[:400]}"


def stop_of(done):
    try:
        return json.loads(done.stdout)["stop"]
    except (ValueError, KeyError):
        return None
