#!/usr/bin/env python3
# @plan
#
# Counts the collectives of a compiled program from its HLO text: how often a step runs each, over how many
# devices, and how many bytes it moves. A start and its done are one operation; loops multiply by their trips.
import re

# Of the HLO opcode, and its word here.
KINDS = {"all-gather": "all_gather", "reduce-scatter": "reduce_scatter", "all-reduce": "all_reduce",
         "all-to-all": "all_to_all", "ragged-all-to-all": "all_to_all", "collective-permute": "collective_permute"}
# Bits of an element; what is not here has no bytes (token, opaque).
BITS = {"pred": 8, "s2": 2, "u2": 2, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "s16": 16, "u16": 16, "s32": 32, "u32": 32,
        "s64": 64, "u64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "c64": 64, "c128": 128, "f4e2m1fn": 4,
        "f8e3m4": 8, "f8e4m3": 8, "f8e4m3fn": 8, "f8e4m3b11fnuz": 8, "f8e4m3fnuz": 8, "f8e5m2": 8, "f8e5m2fnuz": 8,
        "f8e8m0fnu": 8}
MOST_RUNS = 1 << 40  # of one operation in a step: a text that says more is broken
HEADER = re.compile(r"^(ENTRY\s+)?%?([^\s(]+)\s.*\{\s*$")
NAMED = re.compile(r"^\s+(ROOT\s+)?%?([^\s=]+)\s*=\s*")
OPCODE = re.compile(r"\s*([a-z][a-z0-9\-]*)\(")
ARRAY = re.compile(r"\b([a-z][a-z0-9]*)\[([\d,<=? ]*)\]")
TRIPS = re.compile(r'"known_trip_count"\s*:\s*\{\s*"n"\s*:\s*"?(\d+)"?')
CALLED = {"calls": re.compile(r"\bcalls=%?([^\s,)}]+)"), "to_apply": re.compile(r"\bto_apply=%?([^\s,)}]+)"),
          "body": re.compile(r"\bbody=%?([^\s,)}]+)"), "condition": re.compile(r"\bcondition=%?([^\s,)}]+)")}
BRANCHES = re.compile(r"\b(?:branch_computations|called_computations)=\{([^}]*)\}")
EITHER = re.compile(r"\b(?:true|false)_computation=%?([^\s,)}]+)")


class Instruction:
    """One line: its name, the text of its shape, its opcode, and everything from the operands on."""

    __slots__ = ("name", "shape", "opcode", "rest", "is_root")

    def __init__(self, name, shape, opcode, rest, is_root):
        self.name, self.shape, self.opcode, self.rest, self.is_root = name, shape, opcode, rest, is_root


def closing(text, start):
    """Index of the bracket that closes the one at start; the end of the text where none does."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] in "({[":
            depth += 1
        elif text[index] in ")}]":
            depth -= 1
            if depth == 0:
                return index
    return len(text)


def instruction(line):
    found = NAMED.match(line)
    if not found:
        return None
    at = found.end()
    end = closing(line, at) + 1 if line[at:at + 1] == "(" else line.find(" ", at)
    opcode = OPCODE.match(line, end) if end > at else None
    if not opcode:
        return None
    return Instruction(found.group(2), line[at:end], opcode.group(1), line[opcode.end() - 1:], bool(found.group(1)))


def computations(text):
    """The instructions of every computation by its name, and the name of the one that runs first."""
    found, own, entry = {}, None, None
    for line in text.splitlines():
        if line[:1] not in (" ", "\t"):
            header = HEADER.match(line) if not line.startswith("HloModule") else None
            own = found.setdefault(header.group(2), []) if header else None
            if header and header.group(1):
                entry = header.group(2)
        elif own is not None:
            one = instruction(line)
            if one:
                own.append(one)
    return found, entry


def elements(shape):
    """The members of a tuple's text; the text itself where it is an array."""
    if not shape.startswith("("):
        return [shape]
    parts, depth, start = [], 0, 1
    for index, letter in enumerate(shape):
        if letter in "({[":
            depth += 1
        elif letter in ")}]":
            depth -= 1
        if (letter == "," and depth == 1) or (depth == 0 and index):
            parts.append(shape[start:index].strip())
            start = index + 1
            if depth == 0:
                break
    return [part for part in parts if part]


def shape_bytes(shape):
    """Bytes of all arrays of a shape, without padding and without what is only control."""
    total = 0
    for kind, sides in ARRAY.findall(re.sub(r"/\*.*?\*/", "", shape)):
        bits = BITS.get(kind, 0)
        for side in sides.replace(" ", "").split(","):
            digits = side.lstrip("<=?")
            bits *= int(digits) if digits else 1
        total += (bits + 7) // 8
    return total


def group_size(rest, devices):
    """Devices that take part in one operation; 0 where the text does not tell."""
    at = rest.find("replica_groups=")
    if at < 0:
        return 0
    text = rest[at + len("replica_groups="):]
    listed = re.match(r"\{\{([\d,\s]*)\}", text)
    if listed:
        return len([one for one in listed.group(1).split(",") if one.strip()])
    counted = re.match(r"\[(\d+),(\d+)\]<=", text)
    if counted:
        return int(counted.group(2))
    mesh = re.match(r"@?mesh[^\[]*\[([^\]]*)\]\s*\{([^}]*)\}", text)
    if mesh:
        sizes = dict(re.findall(r"['\"]?(\w+)['\"]?\s*=\s*(\d+)", mesh.group(1)))
        size = 1
        for axis in re.findall(r"\w+", mesh.group(2)):
            size *= int(sizes.get(axis, 1))
        return size
    return devices if text.startswith("{}") else 0


def moved_bytes(one, opcode, group):
    """Bytes of the whole buffer, the larger of what a device puts in and gets out, as nccl-tests counts them."""
    shape = one.shape
    if one.opcode.endswith("-start") and opcode in ("all-gather", "collective-permute", "reduce-scatter", "all-to-all"):
        parts = elements(shape)
        if len(parts) > 1:  # operands, results, and counters of some back ends
            shape = parts[1]
    size = shape_bytes(shape)
    return size * max(group, 1) if opcode == "reduce-scatter" else size


def trips_of(one, program):
    """How often a loop runs, and how that is known: told, inferred, or unknown (then once)."""
    told = TRIPS.search(one.rest)
    if told:
        return int(told.group(1)), "told"
    condition = CALLED["condition"].search(one.rest)
    body = program.get(condition.group(1), []) if condition else []
    limits = {each.name: re.match(r"\((\d+)\)", each.rest) for each in body if each.opcode == "constant"}
    for each in body:
        if each.is_root and each.opcode == "compare" and "direction=LT" in each.rest:
            operands = re.findall(r"%?([\w.\-]+)(?=[,)])", each.rest[:closing(each.rest, 0) + 1])
            counts = [int(limits[name].group(1)) for name in operands if limits.get(name)]
            if len(counts) == 1:
                return counts[0], "inferred"
    return 1, "unknown"


def followed(one, program):
    """Computations that an instruction runs once each."""
    if one.opcode.endswith("-done") or one.opcode.endswith("-update"):
        return []  # what its start began
    names = []
    if one.opcode in ("fusion", "call", "async-start", "custom-call"):
        for key in ("calls", "to_apply"):
            names += CALLED[key].findall(one.rest)
        for listed in BRANCHES.findall(one.rest):
            names += re.findall(r"[^\s,%]+", listed)
    elif one.opcode == "conditional":
        for listed in BRANCHES.findall(one.rest):
            names += re.findall(r"[^\s,%]+", listed)
        names += EITHER.findall(one.rest)
    return [name for name in names if name in program]


def collectives(text):
    """Rows by kind, group and element type, and what is known of the loops around them."""
    program, entry = computations(text)
    devices = 1
    for count in re.findall(r"\b(?:num_partitions|replica_count)=(\d+)", text.split("\n", 1)[0]):
        devices *= int(count)
    rows, loops = {}, {"told": 0, "inferred": 0, "unknown": 0, "conditional": 0}

    def visit(name, runs, is_sure, path):
        if name in path or runs > MOST_RUNS:
            return
        for one in program[name]:
            opcode = one.opcode[:-6] if one.opcode.endswith("-start") else one.opcode
            if opcode in KINDS:
                group = 0 if opcode == "collective-permute" else group_size(one.rest, devices)
                kind = ARRAY.search(one.shape)
                key = (KINDS[opcode], group, kind.group(1) if kind else "")
                row = rows.setdefault(key, {"instructions": 0, "count": 0, "bytes": 0, "unsure": 0})
                row["instructions"] += 1
                row["count"] += runs
                row["bytes"] += runs * moved_bytes(one, opcode, group)
                row["unsure"] += 0 if is_sure else 1
            elif one.opcode == "while":
                body = CALLED["body"].search(one.rest)
                trips, how = trips_of(one, program)
                loops[how] += 1
                if body and body.group(1) in program:
                    visit(body.group(1), runs * trips, is_sure and how != "unknown", path | {name})
            else:
                loops["conditional"] += one.opcode == "conditional"
                for inner in followed(one, program):
                    visit(inner, runs, is_sure and one.opcode != "conditional", path | {name})

    if entry:
        visit(entry, 1, True, frozenset())
    return ([{"kind": kind, "group": group, "format": form, **row} for (kind, group, form), row in sorted(rows.items())],
            loops)
