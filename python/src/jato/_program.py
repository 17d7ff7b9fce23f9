"""The command `jato`: the program that the package holds, in the place of this process."""
from __future__ import annotations

import os
import sys


def main() -> None:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "jato")
    try:
        os.execv(path, sys.argv)
    except OSError as error:
        sys.exit(f"jato: {path} could not be started: {error.strerror}; install jato from its wheel, which holds "
                 "it, or use the program of your system (the package jato in Debian)")
