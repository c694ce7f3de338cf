"""Flags of XLA's debug options, read from its sources without building them.

Names stand in xla/debug_options_flags.cc, as do most defaults; types in xla/xla.proto."""
import pathlib
import re

TYPES = {"bool": "bool", "int32": "int32", "int64": "int64", "float": "float", "double": "float", "string": "string"}


def first(clone, *names):
    for name in names:
        if (clone / name).is_file():
            return (clone / name).read_text()
    raise SystemExit(f"none of {', '.join(names)} below {clone}")


def sources(clone):
    return (
        first(clone, "xla/debug_options_flags.cc", "third_party/xla/xla/debug_options_flags.cc"),
        first(clone, "xla/xla.proto", "third_party/xla/xla/xla.proto"),
    )


def message_of(proto, name):
    """The text between the braces of a message."""
    start = proto.index(f"message {name} {{")
    depth, at = 0, start
    while True:
        depth += {"{": 1, "}": -1}.get(proto[at], 0)
        at += 1
        if depth == 0 and proto[at - 1] == "}":
            return proto[start:at]


def types_of(proto):
    """Field -> type as the profiles call it."""
    found = {}
    for repeated, kind, name in re.findall(
        r"^\s*(optional|repeated|map)?\s*([\w.<>, ]+?)\s+(xla_\w+)\s*=\s*\d+", message_of(proto, "DebugOptions"), re.M
    ):
        plain = TYPES.get(kind.strip(), "enum" if "<" not in kind else "string")
        found[name] = "repeated" if repeated == "repeated" else plain
    return found


def constants_of(text):
    """Named whole numbers, as products of literals and of each other."""
    found = {}
    for name, expression in re.findall(r"constexpr\s+\w+\s+(k\w+)\s*=\s*([^;]+);", text):
        value = number(expression, found)
        if value is not None:
            found[name] = value
    return found


def number(expression, constants):
    """Value of a product, sum or shift of whole numbers; None where it is something else."""
    plain = re.sub(r"(?<=\d)(LL|L|UL|ULL|u|l|ll)\b", "", " ".join(expression.split()))
    for name, value in constants.items():
        plain = re.sub(rf"\b{name}\b", str(value), plain)
    if plain == "std::numeric_limits<int64_t>::max()":
        return 2**63 - 1
    return eval(plain, {"__builtins__": {}}) if re.fullmatch(r"[-\d*+ ()<]+", plain) else None


def default_text(expression, constants):
    """A default as the profiles write it; empty where only the program knows."""
    plain = " ".join(expression.split())
    if plain in ("true", "false"):
        return plain
    if re.fullmatch(r'"[^"]*"', plain):
        return plain[1:-1]
    if re.fullmatch(r"-?\d*\.\d+f?", plain):
        return plain.rstrip("f")
    if re.fullmatch(r"DebugOptions::\w+", plain):
        return plain.removeprefix("DebugOptions::")
    value = number(plain, constants)
    return "" if value is None else str(value)


def flags_of(clone):
    """Flag -> (type, default); the default is empty where the sources compute it."""
    clone = pathlib.Path(clone)
    code, proto = sources(clone)
    types = types_of(proto)
    constants = constants_of(code)
    utilities = clone / "xla/service/collective_utils.h"
    if utilities.is_file():
        constants = {**constants_of(utilities.read_text()), **constants}
    # What only some builds set is not the default of a published one.
    code = re.sub(r"^#if.*?^#endif.*?$", "", code, flags=re.M | re.S)
    set_to = dict(re.findall(r"opts\.set_(xla_\w+)\(((?:[^()]|\([^()]*\))*)\);", code))
    names = re.findall(r'tsl::Flag\(\s*"(xla_\w+)"', code)
    zero = {"bool": "false", "int32": "0", "int64": "0", "float": "0", "string": ""}
    found = {}
    for name in names:
        kind = types.get(name, "")
        default = default_text(set_to[name], constants) if name in set_to else zero.get(kind, "")
        found[name] = (kind, default)
    return found


def same_default(old, new):
    """Whether two defaults mean the same: 0.1 and 0.10, the last part of an enum's name."""
    try:
        return float(old) == float(new)
    except ValueError:
        return old == new or old.endswith(new) or new.endswith(old)


def entries_of(lines):
    """Name -> (first line, line behind the last) of each flag of a facts file."""
    found, open_name = {}, None
    for at, line in enumerate(lines):
        match = re.match(r"  (xla_\w+):\s*$", line)
        if match:
            open_name = match[1]
            found[open_name] = [at, len(lines)]
            for other in list(found)[:-1]:
                found[other][1] = min(found[other][1], at)
    return found


def place_behind(lines, entry, key, text):
    """Puts a key at its usual place of an entry: behind `since`, or behind the type."""
    start, end = entry
    at = next((i for i in range(start, end) if re.match(rf"    {key}:", lines[i])), start + 1)
    lines.insert(at + 1, text)


def refresh_facts(facts, flags, release):
    """Rewrites facts/*.yaml for a release that is newer than all of them; yields (what, flag, detail)."""
    known = set()
    for path in sorted(facts.glob("xla_*.yaml")):
        lines = path.read_text().split("\n")
        for name, entry in sorted(entries_of(lines).items(), key=lambda item: -item[1][0]):
            known.add(name)
            body = lines[entry[0] : entry[1]]
            is_gone = any(line.startswith("    removed:") for line in body)
            waits = any(line.startswith("    status: unreleased") for line in body)
            if name not in flags:
                if not is_gone and not any(line.startswith("    status:") for line in body):
                    place_behind(lines, entry, "since_or_earlier" if "    since_or_earlier: true" in body else "since",
                                 f"    removed: {release}")
                    yield "gone", name, ""
                continue
            kind, default = flags[name]
            if waits:
                at = entry[0] + next(i for i, line in enumerate(body) if line.startswith("    status: unreleased"))
                lines[at] = f"    since: {release}"
                following = next((i for i in range(*entry) if lines[i] == '    next: "new"'), None)
                if following:
                    del lines[following]
                    entry[1] -= 1
                yield "released", name, kind
            at = next((i for i in range(*entry) if lines[i].startswith('    default: "')), None)
            if at is None or not default or is_gone:
                continue
            pairs = lines[at].split('"')[1]
            old = pairs.split(";")[-1].split(":", 1)[-1]
            if waits:
                lines[at] = f'    default: "{release}:{default}"'
            elif not same_default(old, default):
                lines[at] = f'    default: "{pairs};{release}:{default}"'
                yield "default", name, f"{old} -> {default}"
        path.write_text("\n".join(lines))
    for name in sorted(set(flags) - known):
        yield "new", name, f"{flags[name][0]}, default {flags[name][1] or 'computed'}"
