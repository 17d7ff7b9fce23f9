"""What this build of libjato contains, and which devices the machine has."""
from __future__ import annotations

from typing import Any

from ._library import ffi, lib, text


def _rows(kind: int) -> dict[str, str]:
    entry, out, index = ffi.new("jato_entry *"), {}, 0
    while lib.jato_catalogue(kind, index, entry):
        out[text(entry.name)] = text(entry.summary)
        index += 1
    return out


def algorithms() -> dict[str, str]:
    """The algorithms: names and summaries."""
    return _rows(lib.JATO_KIND_ALGORITHM)


def problems() -> dict[str, str]:
    """The gallery's problems: names and formulas."""
    return _rows(lib.JATO_KIND_PROBLEM)


def walls() -> dict[str, str]:
    """What can happen at the edge of the box."""
    return _rows(lib.JATO_KIND_WALLS)


def simulators() -> dict[str, str]:
    """The simulators: names and summaries."""
    return _rows(lib.JATO_KIND_SIMULATOR)


def _facts(index: int) -> dict[str, Any]:
    facts = ffi.new("jato_device_fact[]", lib.JATO_MOST_DEVICE_FACTS)
    count = lib.jato_device_describe(index, facts, len(facts))
    out: dict[str, Any] = {}
    for fact in facts[0:count]:
        told = text(fact.text) if text(fact.unit) == "text" else int(fact.number)
        out[text(fact.name)] = told if fact.known else None
    return out


def devices() -> list[dict[str, Any]]:
    """The devices of this machine: how to name each, the vendor's name, whether it is ready, and
    the facts that it tells of itself (compute units, clock, memories; None: it does not tell)."""
    device, out, index = ffi.new("jato_device *"), [], 0
    while lib.jato_device_find(index, device):
        out.append(
            {
                "spec": text(device.spec),
                "name": text(device.name),
                "state": text(device.state),
                "ready": bool(device.ready),
                "facts": _facts(index),
            }
        )
        index += 1
    return out
