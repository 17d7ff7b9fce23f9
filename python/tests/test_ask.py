"""Ask and tell."""
import random
from typing import Any

import pytest

import jato

BOX = [(-5.0, 5.0)] * 2


def square(x: Any) -> float:
    return float(x @ x)


def test_ask_and_tell_is_the_run_of_minimize() -> None:
    with jato.Run(BOX, iterations=20, particles=10, seed=2) as run:
        while not run.done:
            for trial in run.ask():
                run.tell(trial, square(trial.x))
        result = run.result()
    assert result.digest == jato.minimize(square, BOX, iterations=20, particles=10, seed=2).digest
    assert run.stop == "iterations" and result.nfev == 210
    assert result.trace["iteration"].tolist() == list(range(21))


def test_the_order_of_telling_does_not_matter() -> None:
    digests = set()
    for seed in range(3):
        shuffle = random.Random(seed).shuffle
        with jato.Run(BOX, iterations=9, particles=12) as run:
            while not run.done:
                trials = run.ask(5)
                shuffle(trials)
                for trial in trials:
                    run.tell(trial.id, square(trial.x))
            digests.add(run.result().digest)
    assert len(digests) == 1


def test_asking_waits_for_telling() -> None:
    with jato.Run(BOX, particles=4) as run:
        trials = run.ask()
        assert len(trials) == 4 and run.ask() == []
        assert [trial.particle for trial in trials] == [0, 1, 2, 3]
        run.recall()
        again = run.ask()
        assert [t.id for t in again] == [t.id for t in trials]


def test_errors_are_counted_and_tried_again() -> None:
    with jato.Run(BOX, particles=3, iterations=1, retries=1) as run:
        first = run.ask(1)[0]
        run.tell(first, error="no licence")
        again = next(trial for trial in run.ask() if trial.id == first.id)
        assert again.attempt == 1
        run.tell(again, error=TimeoutError("late"), status="timeout")
        result = run.result()
    assert result.failures == {"timeout": 1} and result.messages[0] == "late"


def test_constraints_are_told() -> None:
    with jato.Run({"a": (0, 5), "b": (0, 5)}, constraints=["area >= 4"], iterations=200) as run:
        while not run.done:
            for trial in run.ask():
                a, b = trial.x["a"], trial.x["b"]
                run.tell(trial, (a + b, {"area": a * b}))
        assert run.result().fun == pytest.approx(4, rel=1e-3)


def test_wrong_uses_are_said() -> None:
    run = jato.Run(BOX, particles=3)
    with pytest.raises(ValueError):
        run.tell(99, 1.0)
    trial = run.ask(1)[0]
    with pytest.raises(ValueError, match="timeout"):
        run.tell(trial, error="x", status="late")
    run.close()
    with pytest.raises(ValueError, match="closed"):
        run.ask()


def test_a_saved_run_goes_on(tmp_path: Any) -> None:
    path = tmp_path / "run.h5"
    options: Any = {"particles": 6, "seed": 9}
    with jato.Run(BOX, iterations=20, **options) as run:
        for _ in range(5):
            for trial in run.ask():
                run.tell(trial, square(trial.x))
        run.save(path)
    with jato.Run(BOX, iterations=20, save=path, resume=True) as run:
        while not run.done:
            for trial in run.ask():
                run.tell(trial, square(trial.x))
        result = run.result()
    assert result.digest == jato.minimize(square, BOX, iterations=20, **options).digest


def test_a_callback_cannot_close_or_drive_its_run() -> None:
    refused = []

    def meddle(now: Any) -> None:
        for call in (run.close, run.ask):
            with pytest.raises(jato.InputError, match="callback"):
                call()
            refused.append(call)

    with jato.Run([(0, 1)], iterations=3, particles=4, callback=meddle) as run:
        while not run.done:
            for trial in run.ask():
                run.tell(trial, float(trial.x[0]))
    assert len(refused) >= 6
