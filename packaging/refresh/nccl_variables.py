"""Environment variables that a checkout of NCCL or RCCL reads, and what becomes of profiles/flags/nccl.yaml.
Nothing of the checkout is executed."""
import re

# NCCL_PARAM(MaxCTAs, "MAX_CTAS", MAXCHANNELS) reads NCCL_MAX_CTAS; RCCL_PARAM the same with its prefix.
PARAMETER = re.compile(r'\b(NCCL|RCCL)_PARAM\s*\(\s*\w+\s*,\s*"([A-Z0-9_]+)"\s*,\s*([^;"{}]*?)\)[ \t]*(?:;|$)', re.M)
# The newer form, DEFINE_NCCL_PARAM(variable, type, NCCL_DEBUG, default, ...), and what is asked for by its whole name.
DEFINED = re.compile(r"\bDEFINE_NCCL_PARAM\s*\(\s*\w+\s*,\s*[\w:<> *]+?,\s*((?:NCCL|RCCL)_[A-Z0-9_]+)\s*,\s*([^,()]*)")
NAMED = re.compile(r'(?:[gG]etEnv|getenv|ncclGetLevel)\s*\(([^;]*?)\)')
QUOTED = re.compile(r'"((?:NCCL|RCCL)_[A-Z0-9_]+)"')
LINE = re.compile(r'^  (\w+): \{since: ([\d.]+)(?:, until: ([\d.]+))?, default: "(.*)", at: (\S+)\}$')


def sources(clone):
    for path in sorted((clone / "src").rglob("*")):
        if path.suffix in (".cc", ".h", ".cu", ".cpp", ".hpp", ".in") and path.is_file():
            yield path.relative_to(clone / "src"), path.read_text(errors="replace")


def variables_of(clone):
    """Name -> (default, file below src)."""
    found = {}
    for path, text in sources(clone):
        for prefix, name, default in PARAMETER.findall(text):
            found.setdefault(f"{prefix}_{name}", (" ".join(default.split()), str(path)))
        for name, default in DEFINED.findall(text):
            found.setdefault(name, (" ".join(default.split()), str(path)))
        for arguments in NAMED.findall(text):
            for name in QUOTED.findall(arguments):
                found.setdefault(name, ("", str(path)))
    return found


def refresh_variables(file, clone, release):
    """Writes the file and yields (what, name, detail)."""
    text = file.read_text()
    head, _, body = text.partition("\nvariables:\n")
    known = {}
    for line in body.splitlines():
        if match := LINE.match(line):
            known[match[1]] = list(match.groups()[1:])
    now = variables_of(clone)
    for name, (default, at) in sorted(now.items()):
        default = default.replace("\\", "").replace('"', "'")
        if name not in known:
            known[name] = [release, None, default, at]
            yield "new", name, default
            continue
        row = known[name]
        if row[1]:
            row[1] = None
            yield "back", name, ""
        if row[2] != default:
            yield "changed", name, f"default {row[2] or 'none'} -> {default or 'none'}"
        row[2:] = [default, at]
    for name, row in sorted(known.items()):
        if name not in now and not row[1]:
            row[1] = release
            yield "gone", name, ""
    head = re.sub(r'(?m)^release: .*$', f'release: "{release}"', head)
    lines = [
        "  {}: {{since: {}{}, default: \"{}\", at: {}}}".format(
            name, row[0], f", until: {row[1]}" if row[1] else "", row[2], row[3])
        for name, row in sorted(known.items())
    ]
    file.write_text(head + "\nvariables:\n" + "\n".join(lines) + "\n")
