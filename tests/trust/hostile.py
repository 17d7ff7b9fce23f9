"""Run files as an enemy makes them: changed by h5py, and sealed again, since anybody can compute a
seal."""
import struct

import h5py
import numpy as np

_P = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
      0x27D4EB2F165667C5)
_ALL = (1 << 64) - 1


def _turn(number, bits):
    return (number << bits | number >> (64 - bits)) & _ALL


def _round(state, word):
    return _turn((state + word * _P[1]) & _ALL, 31) * _P[0] & _ALL


def xxh64(data):
    """By its specification, with seed 0."""
    at, length = 0, len(data)
    if length >= 32:
        states = [(_P[0] + _P[1]) & _ALL, _P[1], 0, -_P[0] & _ALL]
        while at + 32 <= length:
            words = struct.unpack_from("<4Q", data, at)
            states = [_round(state, word) for state, word in zip(states, words)]
            at += 32
        hashed = sum(_turn(state, bits) for state, bits in zip(states, (1, 7, 12, 18))) & _ALL
        for state in states:
            hashed = ((hashed ^ _round(0, state)) * _P[0] + _P[3]) & _ALL
    else:
        hashed = _P[4]
    hashed = (hashed + length) & _ALL
    while at + 8 <= length:
        hashed = (_turn(hashed ^ _round(0, struct.unpack_from("<Q", data, at)[0]), 27) * _P[0] + _P[3]) & _ALL
        at += 8
    if at + 4 <= length:
        hashed = (_turn(hashed ^ struct.unpack_from("<I", data, at)[0] * _P[0] & _ALL, 23) * _P[1] + _P[2]) & _ALL
        at += 4
    for byte in data[at:]:
        hashed = _turn(hashed ^ byte * _P[4] & _ALL, 11) * _P[0] & _ALL
    for bits, factor in ((33, _P[1]), (29, _P[2])):
        hashed = (hashed ^ hashed >> bits) * factor & _ALL
    return hashed ^ hashed >> 32


assert xxh64(b"") == 0xEF46DB3751D8E999 and xxh64(b"a") == 0xD24EC4F1A98C6E5B  # published values

SEAL = 32


def seal(path):
    """Ends the file as jato does: docs/run-file.md."""
    with open(path, "r+b") as file:
        body = file.read()
        if body[-SEAL:-SEAL + 8] == b"jatoseal":
            body = body[:-SEAL]
        head = b"jatoseal" + struct.pack("<QQ", 1, len(body))
        file.seek(len(body))
        file.write(head + struct.pack("<Q", xxh64(body + head)))
        file.truncate()


def state_digest(file):
    """The digest of a run that gives points: the best that the search knows, and all that it keeps."""
    state, result = file["state"], file["result"]
    names = state.attrs["arrays"].decode().split(",")
    best = struct.pack("<d", result.attrs["best"]) + result["x"][:].tobytes()
    if "run_tail" in names:
        tail = state["run_tail"][:].flatten()
        best = tail[:1].tobytes() + tail[5:].tobytes()
        names.remove("run_tail")
    return xxh64(best + b"".join(state[name][:].tobytes() for name in names))


def change_state(path, array, index, number):
    """One number of what the method keeps; the digest and the seal are right afterwards."""
    with h5py.File(path, "r+") as file:
        attributes = file["result"].attrs
        if state_digest(file) != int(attributes["digest"], 16):
            raise SystemExit(f"{path}: the digest is made in another way")
        numbers = file["state"][array][:]
        numbers.flat[index] = number
        file["state"][array][...] = numbers
        kept = attributes.get_id("digest")
        kept.write(np.array(b"%016x" % state_digest(file), dtype=kept.dtype))
    seal(path)


def store(group, name, data):
    """A dataset of bytes as jato makes it: h5py's own way fills it with another rule."""
    how = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    how.set_chunk((max(len(data), 1),))
    how.set_fletcher32()
    space = h5py.h5s.create_simple((len(data),))
    h5py.h5d.create(group, name, h5py.h5t.STD_U8LE, space, how).write(space, space, data)


def change(path, name=None, source=None, edit=None, settings=()):
    """Another name, another objective or other settings, (group, name, value), in a run file, which is
    whole afterwards."""
    with h5py.File(path, "r+", libver=("v110", "v110")) as file:  # as jato stores it
        problem = file["problem"]
        for group, setting, value in settings:
            file[group].attrs.modify(setting, value)
        if name is not None:
            problem.attrs.create("name", np.bytes_(name))
        text = bytes(problem["source"][:]).decode() if "source" in problem else ""
        if edit is not None:
            source = edit(text)
        if source is not None:
            data = np.frombuffer(source.encode(), dtype="u1")
            if "source" in problem:
                del problem["source"]
            store(problem.id, b"source", data)
    seal(path)
