"""How the tests start jato-mpi."""
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
        """script: shell that each rank runs instead, with its number as $RANK and the program as $JATO."""
        start = [self.program, *arguments]
        if script is not None:
            text = 'RANK="${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; JATO="$0"; ' + script
            start = ["sh", "-c", text, self.program, *arguments]
        return [*self.mpirun, "-n", str(count), *start]

    def run(self, count, arguments, script=None, folder=None):
        return subprocess.run(self.command(count, arguments, script), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=SECONDS, check=False, cwd=folder)
