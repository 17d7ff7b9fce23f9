"""An objective that does everything wrong: the run is that of one that says so politely."""
import faulthandler
import os
import random
import signal
import subprocess
import time
from typing import Any

import jato

BOX = [(-5.0, 5.0)] * 4


def what_happens(x: Any) -> int:
    return random.Random(x.tobytes()).randrange(40)


def misbehaves(x: Any) -> Any:
    kind = what_happens(x)
    if kind == 0:
        return float("nan")
    if kind == 1:
        return float("-inf")
    if kind == 2:
        return "garbage"
    if kind == 3:
        raise MemoryError("m" * 1_000_000)
    if kind == 4:
        faulthandler.disable()  # pytest's, which would have much to say
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind == 5:
        os._exit(3)
    if kind == 6:  # leaves a child behind that holds everything open
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    if kind == 7:  # cannot be asked to end, and neither can its child
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen(["sleep", "1000"])
        time.sleep(1000)
    return float(x @ x)


def polite(x: Any) -> float:
    kind = what_happens(x)
    if kind < 2:
        return float("nan")
    if kind < 8:
        raise jato.Failed(str(kind))
    return float(x @ x)


def test_counts_and_bits_are_those_of_the_polite_one() -> None:
    kinds: "list[int]" = []

    def counted(x: Any) -> float:
        kinds.append(what_happens(x))
        return polite(x)

    options: Any = {"particles": 30, "iterations": 9, "seed": 3}
    expected = jato.minimize(counted, BOX, **options)
    began = time.monotonic()
    found = jato.minimize(misbehaves, BOX, workers=4, on_error="worst", timeout=2, **options)
    took = time.monotonic() - began

    count = [kinds.count(kind) for kind in range(8)]
    assert all(count)  # otherwise this test tests nothing
    assert found.failures == {
        "nonfinite": count[0] + count[1],
        "refused": count[2] + count[3],
        "worker": count[4] + count[5] + count[6],
        "timeout": count[7],
    }
    assert found.digest == expected.digest and found.fun == float(found.x @ found.x)
    assert took < 2 * count[7] + 20
