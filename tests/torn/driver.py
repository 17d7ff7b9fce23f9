"""The program that opens run files, many in one process."""
import subprocess


class Driver:
    """open_files, started again where it has died: then the answer is "died"."""

    def __init__(self, program):
        self.program, self.process = program, None

    def ask(self, line):
        if self.process is None:
            # HDF5 1.10 complains when it ends, of memory it has lost itself over damaged headers.
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, text=True,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            return answer.rstrip("\n")
        status = self.process.wait()
        self.process = None
        return f"died with status {status}"

    def end(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
