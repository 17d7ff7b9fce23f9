#!/usr/bin/env python3
"""Writes the boxes that test_shift.c wants of shifted problems, from the words of docs/problems.md
and from Threefry-4x32 as Salmon, Moraes, Dror and Shaw print it (SC11), with 12 rounds.

usage: tests/unit/api/draw_shift.py"""
ROTATIONS = ((10, 26), (11, 21), (13, 27), (23, 5), (6, 20), (17, 11), (25, 10), (18, 20))
MASK = 0xFFFFFFFF
PURPOSE = 15


def turn(word, bits):
    return ((word << bits) | (word >> (32 - bits))) & MASK


def threefry(counter, key, rounds):
    keys = [*key, 0x1BD11BDA ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = [(counter[i] + keys[i]) & MASK for i in range(4)]
    for r in range(rounds):
        for low, high, bits in zip((0, 2), (1, 3) if r % 2 == 0 else (3, 1), ROTATIONS[r % 8]):
            x[low] = (x[low] + x[high]) & MASK
            x[high] = turn(x[high], bits) ^ x[low]
        if r % 4 == 3:
            step = r // 4 + 1
            x = [(x[i] + keys[(step + i) % 5]) & MASK for i in range(4)]
            x[3] = (x[3] + step) & MASK
    return x


def place(seed, coordinate):
    """The minimum's, as a fraction of the box."""
    words = threefry([coordinate, 0, 0, PURPOSE], [seed, 0, 0, 0], 12)
    return 0.1 + 0.8 * (((words[0] >> 5) * 2.0 ** 26 + (words[1] >> 6)) / 2.0 ** 53)


def main():
    # The known answer of Random123 for the zero counter and key, which has 20 rounds.
    assert threefry([0] * 4, [0] * 4, 20) == [0x9C6CA96A, 0xE17EAE66, 0xFC10ECD4, 0x5256A7D8]
    for name, seed, width, best in (("sphere", 7, 5.12 - -5.12, 0.0),
                                    ("rosenbrock", 4294967295, 60.0, 1.0),
                                    ("zakharov", 1, 15.0, 0.0)):
        lower = [best - width * place(seed, i) for i in range(3)]
        print(f"{name}:shift={seed}", *(x.hex() for x in lower), *((x + width).hex() for x in lower))


if __name__ == "__main__":
    main()
