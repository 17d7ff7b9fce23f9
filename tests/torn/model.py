"""A folder as the recorded calls make it, and what of it a cut may leave.

What a power cut leaves, beyond what a kill does: contents that were not synced may be missing, or
be zeros of the right length, and names changed since the folder was synced may be the old ones; but
changes of names survive in their order, as journals of file systems have it."""
import collections

SECTOR = 512
Call = collections.namedtuple("Call", "kind inode first second name other data")


def read_calls(path):
    calls = []
    with open(path, "rb") as log:
        while line := log.readline().decode():
            kind, inode, first, second, name, *rest = line.rstrip("\n").split(" ")
            data = log.read(int(second)) if kind == "write" else b""
            calls.append(Call(kind, int(inode), int(first), int(second), name,
                              rest[0] if rest else "", data))
    return calls


class Node:
    def __init__(self, data=b""):
        self.live = bytearray(data)
        self.synced = data


def put(live, offset, data):
    if len(live) < offset:
        live.extend(bytes(offset - len(live)))
    live[offset:offset + len(data)] = data


class Folder:
    """The folder after some calls. commits: contents of each checkpoint that got its name."""

    def __init__(self, file, before=()):
        """before: names and contents at the beginning, all on the disk."""
        self.file = file
        self.names, self.by_inode = {}, {}
        for name, data in dict(before).items():
            self.names[name] = Node(data)
        self.history = [dict(self.names)]  # names after each change since the folder was synced
        self.commits, self.commits_synced = [], 0

    def do(self, call):
        getattr(self, "_" + call.kind)(call)
        if call.kind in ("open", "name", "rename", "link", "unlink") and self.names != self.history[-1]:
            self.history.append(dict(self.names))

    def _name(self, call):
        self.names[call.name] = self.by_inode[call.inode]

    def _open(self, call):
        if call.first & 4:
            self.by_inode[call.inode] = Node()
            return
        if call.name not in self.names:
            self.names[call.name] = self.by_inode[call.inode] = Node()
        if call.first & 2:
            self.names[call.name].live.clear()

    def _write(self, call):
        put(self.by_inode[call.inode].live, call.first, call.data)

    def _cut(self, call):
        live = self.by_inode[call.inode].live
        live.extend(bytes(max(0, call.first - len(live))))
        del live[call.first:]

    def _sync(self, call):
        if call.name != ".":
            node = self.by_inode[call.inode]
            node.synced = bytes(node.live)
            return
        self.history = [dict(self.names)]
        self.commits_synced = len(self.commits)

    def _rename(self, call):
        node = self.names.pop(call.name)
        self.names[call.other] = node
        if call.other == self.file and call.name == self.file + ".new":
            self.commits.append(bytes(node.live))

    def _link(self, call):
        self.names[call.other] = self.names[call.name]

    def _unlink(self, call):
        del self.names[call.name]

    def contents(self, names, of):
        return {name: of(node) for name, node in names.items()}


def live(node):
    return bytes(node.live)


def synced(node):
    return node.synced


def zeroed(node):
    """The length is on the disk, what was written since the last sync is not."""
    return node.synced + bytes(max(0, len(node.live) - len(node.synced)))


def after_call(folder):
    """(what happened, names and contents, number of checkpoints that must have survived)"""
    yield "killed", folder.contents(folder.names, live), len(folder.commits)
    for of in (synced, zeroed):
        yield f"power cut, {of.__name__}", folder.contents(folder.names, of), len(folder.commits)
    for number, names in enumerate(folder.history):
        for of in (live, synced, zeroed):
            yield (f"power cut, names of {len(folder.history) - 1 - number} calls ago, {of.__name__}",
                   folder.contents(names, of), folder.commits_synced)


def inside_write(folder, call):
    """States within a write that is about to be done, at every sector; three ways to be torn."""
    node = folder.by_inode[call.inode]
    before = bytes(node.live)
    for step in range(SECTOR, len(call.data), SECTOR):
        for title, parts in (("the rest is missing", [(0, call.data[:step])]),
                             ("the rest is zeros", [(0, call.data[:step] + bytes(
                                 len(call.data) - step))]),
                             ("only the rest is there", [(step, call.data[step:])])):
            torn = bytearray(before)
            for offset, data in parts:
                put(torn, call.first + offset, data)
            names = {name: bytes(torn) if other is node else bytes(other.live)
                     for name, other in folder.names.items()}
            yield f"{step} of {len(call.data)} bytes written, {title}", names, len(folder.commits)
