#!/usr/bin/env python3
"""Writes the tables of profiles/keys: what the programs take that people write configurations and scripts for.

usage: framework_keys.py megatron OUT RELEASE=TREE… [FORK=TREE]   arguments; FORK is a name, and its tree a fork
       framework_keys.py classes OUT RELEASE=TREE… -- ROOT… PATTERN…   fields of classes and of those they inherit from
       framework_keys.py torchtitan OUT RELEASE=TREE…             "table.key" of the TOML file


TREE is the extracted source of one release, oldest first; nothing of it is executed. A row is name, kind
(switch, int, float, bool, text, list, any), values (joined with "|"), since and until (empty: always, still)
and program (a fork's name, or empty). A name that the oldest tree has is taken for older than all."""
import ast
import csv
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from megatron_arguments import dataclasses_of, factories, field_rows, fields_of, option_rows


def parse(file):
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return ast.Module([], [])


def kind_of(row):
    """Kind and values of an argument: what argparse makes of it."""
    if row["action"] in ("store_true", "store_false", "store_const"):
        return "switch", ""
    values = ""
    if row["choices"].startswith("["):
        try:
            values = "|".join(str(value) for value in ast.literal_eval(row["choices"]) if value is not None)
        except (ValueError, SyntaxError):
            values = ""
    kind = row["type"].replace("Optional[", "").replace(" | None", "").rstrip("]")
    kind = {"int": "int", "float": "float"}.get(kind, "text" if kind in ("str", "") else "any")
    if row["action"] not in ("", None) or row["nargs"] in ("'?'",):
        kind = "any"  # optional values, counts, classes of their own
    return ("list" if row["nargs"] else kind), values


def megatron_names(tree):
    """Argument -> kind and values of the training program, then of anything else in the tree."""
    main = next(p for p in (tree / "megatron/training/arguments.py", tree / "megatron/arguments.py") if p.is_file())
    rows = dict(option_rows(parse(main)))
    classes = dataclasses_of(tree)
    for owner, excluded in factories(parse(main)):
        for name, (annotation, value) in fields_of(owner.rsplit(".", 1)[-1], classes).items():
            if name not in excluded and "init=False" not in (ast.unparse(value) if value else ""):
                for flag, row in field_rows(name, annotation, value):
                    rows.setdefault(flag, row)
    found = {name.removeprefix("--"): kind_of(row) for name, row in rows.items()}
    for file in sorted(tree.rglob("*.py")):
        for name, row in option_rows(parse(file)):
            found.setdefault(name.removeprefix("--"), ("any" if kind_of(row)[0] != "switch" else "switch", ""))
    return found


def annotated_kind(annotation):
    text = ast.unparse(annotation)
    values = ""
    found = re.search(r"Literal\[([^\]]*)\]", text)
    if found and re.fullmatch(r"(Optional\[)?(typing\.)?Literal\[[^\]]*\]\]?( \| None)?", text):
        return "text", "|".join(str(v) for v in ast.literal_eval(f"[{found[1]}]") if v is not None)
    bare = re.sub(r"^Optional\[(.*)\]$", r"\1", text).replace(" | None", "").replace("None | ", "")
    return {"int": "int", "float": "float", "bool": "bool", "str": "text"}.get(bare, "any"), values


def classes_in(tree, patterns):
    """Class -> fields with kind, and bases, of the files that match."""
    found = {}
    for pattern in patterns:
        for file in sorted(tree.glob(pattern)):
            for node in ast.walk(parse(file)):
                if isinstance(node, ast.ClassDef):
                    own = {}
                    for item in node.body:
                        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                            own[item.target.id] = annotated_kind(item.annotation)
                            for call in ast.walk(item):  # pydantic's other names
                                for word in getattr(call, "keywords", []):
                                    if word.arg in ("alias", "validation_alias") and isinstance(word.value, ast.Constant):
                                        own[str(word.value.value)] = annotated_kind(item.annotation)
                    bases = [ast.unparse(base).rsplit(".", 1)[-1] for base in node.bases]
                    found.setdefault(node.name, (own, bases))
    return found


def class_names(tree, roots, patterns):
    classes = classes_in(tree, patterns)
    names = {}

    def add(name):
        own, bases = classes.get(name, ({}, []))
        for base in bases:
            add(base)
        names.update(own)

    for root in roots:
        for name in [n for n in classes if re.fullmatch(root, n)]:
            add(name)
    return names


def titan_names(tree):
    """"table.key" of JobConfig, or of the argparse calls of the first release."""
    files = [tree / "torchtitan/config/job_config.py", tree / "torchtitan/config_manager.py"]
    classes = {}
    for file in files:
        if file.is_file():
            for node in ast.walk(parse(file)):
                if isinstance(node, ast.ClassDef):
                    classes[node.name] = [
                        (i.target.id, i.annotation)
                        for i in node.body
                        if isinstance(i, ast.AnnAssign) and isinstance(i.target, ast.Name)
                    ]
    names = {}

    def walk(owner, prefix):
        for name, annotation in classes.get(owner, []):
            kind = ast.unparse(annotation)
            if kind in classes:
                walk(kind, prefix + name + ".")
            else:
                names[prefix + name] = annotated_kind(annotation) if "list" not in kind else ("any", "")

    walk("JobConfig", "")
    return names


def joined(trees, names_of):
    """Rows of all releases: the newest kind, the span of releases."""
    rows, releases = {}, [release for release, _ in trees]
    for index, (release, tree) in enumerate(trees):
        names = names_of(pathlib.Path(tree))
        for name, (kind, values) in names.items():
            row = rows.setdefault(name, {"name": name, "since": release if index else "", "until": "", "program": ""})
            row.update(kind=kind, values=values, until="")
        for name, row in rows.items():
            if name not in names and not row["until"]:
                row["until"] = release
    return rows, releases


def write(out, rows):
    with open(out, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, ["name", "kind", "values", "since", "until", "program"], lineterminator="\n")
        table.writeheader()
        for name in sorted(rows):
            if "," not in name and "," not in rows[name]["values"] and '"' not in rows[name]["values"]:
                table.writerow(rows[name])
    print(len(rows), "names in", out)


def main():
    what, out, *rest = sys.argv[1:]
    trees = [tuple(word.split("=", 1)) for word in rest if re.match(r"^[\w.-]+=", word)]
    if what == "megatron":
        forks = [pair for pair in trees if not pair[0][0].isdigit()]
        rows, _ = joined([pair for pair in trees if pair[0][0].isdigit()], megatron_names)
        for fork, tree in forks:
            for name, (kind, values) in megatron_names(pathlib.Path(tree)).items():
                rows.setdefault(name, {"name": name, "kind": kind, "values": values, "since": "", "until": "", "program": fork})
    elif what == "classes":
        split = rest.index("--")
        roots = [word for word in rest[split + 1 :] if "/" not in word]
        patterns = [word for word in rest[split + 1 :] if "/" in word]
        rows, _ = joined(trees, lambda tree: class_names(tree, roots, patterns))
    elif what == "torchtitan":
        rows, _ = joined(trees, titan_names)
    else:
        sys.exit(__doc__)
    write(out, rows)


if __name__ == "__main__":
    main()
