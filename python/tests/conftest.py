"""What all tests have."""
import signal
from typing import Iterator

import pytest


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Ctrl-C works even where the tests were started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
