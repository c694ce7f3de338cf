#!/usr/bin/env python3
"""Brings the key tables of the exports up to a newer release of a framework.

usage: refresh.py maxtext CLONE RELEASE      keys of base.yml and of the typed model
       refresh.py torchtitan CLONE RELEASE   tables of the TOML file (torchtitan up to v0.2.2)
       refresh.py megatron CLONE RELEASE     flags of the command line
       refresh.py xla CLONE RELEASE          compiler flags; RELEASE is the jaxlib that pins the checkout
       refresh.py nccl CLONE RELEASE         environment variables that NCCL reads, one release after the other

CLONE is a local checkout; nothing of it is executed. Rewrites the table under tests/data/launch, for xla
for maxtext profiles/keys/maxtext.csv as well, the entries of profiles/flags/facts (which flags went, which defaults changed, which are released now), for
nccl the rows of profiles/flags/nccl.yaml,
prints what came, went or changed, and which files of this repository name it. New keys have no place in
the exports until somebody gives them one, new compiler flags no entry until somebody says what they do;
keys that went need a date in model/launch first. Fields of Megatron-Bridge: nemo_fields.py beside this
file."""
import ast
import csv
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

from framework_keys import maxtext_rows, write
from megatron_arguments import megatron_flags
from nccl_variables import refresh_variables
from xla_flags import flags_of, refresh_facts

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/data/launch"


def first(*paths):
    for path in paths:
        if path.is_file():
            return path
    sys.exit("none of these is there: " + ", ".join(map(str, paths)))


def literals(annotation):
    """Values of a Literal, joined with "|"; empty for other types."""
    found = re.fullmatch(r"Literal\[(.*)\]", annotation)
    return "|".join(str(value) for value in ast.literal_eval(f"[{found[1]}]")) if found else ""


def fields(tree):
    """(class, field, annotation) of all classes of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                    yield node.name, item.target.id, ast.unparse(item.annotation)


def composed(tree, name):
    """The class and all that it inherits from in this file; members of other classes are nested."""
    bases = {n.name: [ast.unparse(b) for b in n.bases] for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}
    found, open_names = set(), [name]
    while open_names:
        one = open_names.pop()
        if one not in found and one in bases:
            found.add(one)
            open_names += bases[one]
    return found


def maxtext_keys(clone):
    """Key -> (type, allowed values)."""
    configs = ["src/maxtext/configs", "src/MaxText/configs", "MaxText/configs"]
    base = first(*(clone / folder / "base.yml" for folder in configs)).read_text()
    keys = {key: ("", "") for key in re.findall(r"^([a-z_][a-z0-9_]*):", base, re.M)}
    for folder in configs:
        typed = clone / folder / "types.py"
        if typed.is_file():
            tree = ast.parse(typed.read_text())
            whole = composed(tree, "MaxTextConfig")
            for owner, name, annotation in fields(tree):
                if owner in whole and not name.startswith("_") and name != "model_config":
                    keys[name] = (annotation, literals(annotation))
    return keys


def refresh_maxtext(clone, release):
    path = DATA / "maxtext_keys.csv"
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        names, rows = reader.fieldnames, list(reader)
    now = maxtext_keys(clone)
    known = {row["key"]: row for row in rows}
    changes = []
    for row in rows:
        if row["key"] in now and row["enforced"] == "REMOVED":
            row["enforced"] = ""
            row["history"] += f"; back in {release}"
            changes.append(("back", row["key"], ""))
        elif row["key"] not in now and row["enforced"] != "REMOVED":
            row["enforced"] = "REMOVED"
            row["history"] += f"; gone in {release}"
            changes.append(("gone", row["key"], ""))
    for key, (kind, allowed) in now.items():
        if key not in known:
            row = dict.fromkeys(names, "")
            row.update(key=key, type=kind, allowed_values=allowed, derived="no", history=f"new in {release}")
            rows.append(row)
            changes.append(("new", key, kind))
    return path, names, rows, changes


def refresh_torchtitan(clone, release):
    source = first(clone / "torchtitan/config/job_config.py", clone / "torchtitan/config_manager.py")
    classes = {}
    for owner, name, annotation in fields(ast.parse(source.read_text())):
        classes.setdefault(owner, []).append((name, annotation))
    found = {}

    def walk(owner, table):
        for name, annotation in classes.get(owner, []):
            if annotation in classes:
                walk(annotation, f"{table}.{name}" if table else name)
            elif table:
                found[table, name] = annotation

    walk("JobConfig", "")
    path = DATA / "torchtitan_toml_keys.csv"
    with path.open(newline="") as file:
        before = {(row["table"], row["key"]): row["type"] for row in csv.DictReader(file)}
    changes = [("gone", ".".join(key), "") for key in before if key not in found]
    changes += [("new", ".".join(key), kind) for key, kind in found.items() if key not in before]
    changes += [
        ("changed", ".".join(key), f"{before[key]} -> {kind}")
        for key, kind in found.items()
        if key in before and before[key] != kind
    ]
    rows = [{"table": table, "key": key, "type": kind} for (table, key), kind in found.items()]
    return path, ["table", "key", "type"], rows, changes


def refresh_megatron(clone, release):
    path = DATA / "megatron_args.csv"
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        names, before = reader.fieldnames, {row["flag"]: row for row in reader}
    now = megatron_flags(clone)
    changes = [("gone", flag, "") for flag in before if flag not in now]
    rows = []
    for flag in sorted(now):
        row = {"flag": flag, **now[flag]}
        if flag not in before:
            changes.append(("new", flag, row["type"] or row["action"] or row["choices"]))
        for name in names[1:]:
            old = before.get(flag, row)[name]
            if "".join(old.split()) != "".join(row[name].split()):
                changes.append(("changed", flag, f"{name} {old or 'none'} -> {row[name] or 'none'}"))
        rows.append({name: row[name] for name in names})
    return path, names, rows, changes


def refresh_xla(clone, release):
    """Writes profiles/flags/facts itself."""
    return ROOT / "profiles/flags/facts", [], [], list(refresh_facts(ROOT / "profiles/flags/facts", flags_of(clone), release))


def refresh_nccl(clone, release):
    """Writes profiles/flags/nccl.yaml itself."""
    path = ROOT / "profiles/flags/nccl.yaml"
    return path, [], [], list(refresh_variables(path, clone, release))


def named_in(key):
    """Files of the repository that name the key, the tables themselves apart."""
    command = ["git", "-C", str(ROOT), "grep", "-lwF", "-e", key, "--", "model", "tests", "profiles", "README.md"]
    files = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
    return [file for file in files if not file.startswith("tests/data/launch/")]


def main():
    kinds = {
        "maxtext": refresh_maxtext,
        "torchtitan": refresh_torchtitan,
        "megatron": refresh_megatron,
        "xla": refresh_xla,
        "nccl": refresh_nccl,
    }
    tests = {"xla": "tst_flag|tst_lint|flag_catalogue", "nccl": "tst_flag|tst_lint", "megatron": "tst_export|tst_plan_choices|tst_nemo"}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    path, names, rows, changes = kinds[sys.argv[1]](pathlib.Path(sys.argv[2]), sys.argv[3])
    if names:
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    if sys.argv[1] == "maxtext":  # what `lint` and `tune` know of it
        write(ROOT / "profiles/keys/maxtext.csv", maxtext_rows(path))
    for what, key, detail in changes:
        touched = named_in(key.rsplit(".", 1)[-1]) if what != "new" else []
        print(f"{what:8} {key}{': ' + detail if detail else ''}{'  <- ' + ', '.join(touched) if touched else ''}")
    print(f"{len(changes)} changes in {path.relative_to(ROOT)}; then: ctest -R "
          f"'{tests.get(sys.argv[1], 'tst_export|tst_maxtext|tst_plan_choices')}'")
    listed = f"jaxlib: {sys.argv[3]}," in (ROOT / "profiles/flags/releases.yaml").read_text()
    if sys.argv[1] == "xla" and not listed:
        print(f"profiles/flags/releases.yaml needs a line for jaxlib {sys.argv[3]} with its day and commit")


main()
