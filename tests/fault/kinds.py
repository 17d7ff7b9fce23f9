"""What tests/fault/objective.c does for which evaluation, and what has to become of it."""
import struct

# kind: (how often among 10,000, status); the order is objective.c's.
SHOT = {
    "true": (7000, "ok"), "chatty": (500, "ok"), "flood": (60, "ok"), "early": (200, "ok"),
    "child": (150, "ok"), "away": (100, "ok"), "daemon": (50, "ok"),
    "nan": (300, "nonfinite"), "inf": (200, "nonfinite"), "minus_inf": (200, "nonfinite"),
    "garbage": (250, "output"), "nothing": (250, "output"), "blather": (40, "output"),
    "exit": (300, "exit"),
    "segv": (100, "signal"), "abort": (100, "signal"), "kill": (100, "signal"),
    "hang": (40, "timeout"), "stubborn": (25, "timeout"), "brood": (15, "timeout"),
    "scatter": (5, "timeout"), "stopped": (15, "timeout"),
}
STAY = {
    "true": (8600, "ok"), "bare": (300, "ok"), "child": (100, "ok"), "away": (50, "ok"),
    "nan": (200, "nonfinite"), "inf": (100, "nonfinite"),
    "refused": (200, "refused"),
    "garbage": (80, "output"), "other": (40, "output"), "blather": (20, "output"),
    "exit": (80, "exit"), "quiet": (80, "worker"),
    "segv": (40, "signal"), "abort": (30, "signal"), "kill": (30, "signal"),
    "hang": (20, "timeout"), "stubborn": (15, "timeout"), "brood": (7, "timeout"),
    "scatter": (3, "timeout"), "stopped": (5, "timeout"),
}
SLOT = struct.Struct("=ddddQ")  # began, beat, x, y, starts
WORD = (1 << 64) - 1


def mix(seed, number):
    z = (seed + (number + 1) * 0x9e3779b97f4a7c15) & WORD
    z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & WORD
    z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & WORD
    return z ^ (z >> 31)


def kind_of(kinds, seed, number):
    draw = mix(seed, number) % 10000
    for name, (weight, _) in kinds.items():
        if draw < weight:
            return name
        draw -= weight
    raise AssertionError("the weights do not add up to 10,000")


def value(x, y):
    return (x - 1) * (x - 1) + (y + 2) * (y + 2) + 0.5
