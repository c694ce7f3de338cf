#!/usr/bin/env python3
"""Writes the tables of profiles/keys: what the programs take that people write configurations and scripts for.

usage: framework_keys.py megatron OUT RELEASE=TREE… [FORK=TREE]   arguments; FORK is a name, and its tree a fork
       framework_keys.py classes OUT RELEASE=TREE… -- ROOT… PATTERN…   fields of classes and of those they inherit from
       framework_keys.py torchtitan OUT RELEASE=TREE…             "table.key" of the TOML file
       framework_keys.py trainer OUT RELEASE=TREE…                transformers' TrainingArguments; TREE may be the file
       framework_keys.py deepspeed OUT RELEASE=TREE…              keys of the JSON file, with those of sections
       framework_keys.py torchtune OUT RELEASE=TREE…              keys of its recipes' configurations
       framework_keys.py nemo OUT FIELDS                          fields of Megatron-Bridge from nemo_fields.py's table
       framework_keys.py maxtext OUT KEYS                         from tests/data/launch/maxtext_keys.csv, see refresh.py

TREE is the extracted source of one release, oldest first; nothing of it is executed. A row is name, kind
(switch, int, float, bool, text, list, any), values (joined with "|"), since and until (empty: always, still)
and program (a fork's name, or empty). A name that the oldest tree has is taken for older than all. trainer and
deepspeed keep the rows that OUT has and no tree shows, with their kinds where the trees do not tell them: names that
older releases and integrations took."""
import ast
import csv
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from deepspeed_keys import deepspeed_names
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


def trainer_names(tree):
    """Arguments of TrainingArguments, which every program on the Trainer takes."""
    if tree.is_file():
        found = {}
        for node in parse(tree).body:
            if isinstance(node, ast.ClassDef) and node.name == "TrainingArguments":
                for item in node.body:
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                        found[item.target.id] = annotated_kind(item.annotation)
        return {name: row for name, row in found.items() if not name.startswith("_")}
    found = class_names(tree, ["TrainingArguments"], ["src/transformers/training_args.py", "transformers/training_args.py"])
    return {name: row for name, row in found.items() if not name.startswith("_")}


def torchtune_names(tree):
    """Keys that recipes read from their configuration, and those that the shipped configurations have."""
    names = {}
    for file in sorted((tree / "recipes").glob("*.py")):
        for node in ast.walk(parse(file)):
            text = ast.unparse(node) if isinstance(node, (ast.Attribute, ast.Call)) else ""
            dotted = re.fullmatch(r"(?:self\._?)?cfg((?:\.[a-z_][a-z0-9_]*)+)", text)
            asked = re.match(r"(?:self\._?)?cfg((?:\.[a-z_][a-z0-9_]*)*)\.get\('([A-Za-z_][A-Za-z0-9_]*)'", text)
            if dotted and not dotted[1].endswith((".get", ".pop", ".keys", ".items")):
                names[dotted[1][1:]] = ("any", "")
            elif asked:
                names[(asked[1] + "." + asked[2])[1:]] = ("any", "")
    for file in sorted((tree / "recipes/configs").rglob("*.yaml")):
        path = []
        for line in file.read_text(encoding="utf-8").splitlines():
            found = re.match(r"( *)([A-Za-z_][A-Za-z0-9_]*):(?: +([^#]*))?", line)
            if not found:
                continue
            depth, name, value = len(found[1]), found[2], (found[3] or "").strip()
            path = [entry for entry in path if entry[0] < depth] + [(depth, name)]
            key = ".".join(part for _, part in path)
            kind = "int" if re.fullmatch(r"\d+", value) else "bool" if value in ("True", "False", "true", "false") else "any"
            known = names.get(key, (kind, ""))[0]
            names[key] = (kind if known in (kind, "any") and key not in names else known if known == kind else "any", "")
    return names


def nemo_rows(file):
    """"section.field" of ConfigContainer."""
    rows = {}
    with open(file, newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            kind = row["type"].replace("Optional[", "").rstrip("]").replace(" | None", "")
            name = row["section"] + "." + row["field"]
            rows[name] = {"name": name, "kind": {"int": "int", "float": "float", "bool": "bool", "str": "text"}.get(kind, "any"),
                          "values": "", "since": "", "until": "", "program": ""}
    return rows


def maxtext_rows(file):
    """Days of commits stand for releases, of which MaxText has few."""
    kinds = {"int": "int", "float": "float", "bool": "bool", "str": "text"}
    rows = {}
    with open(file, newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            added = re.match(r"added (\S+)", row["history"])
            # Some keys came back.
            gone = re.findall(r"removed (\S+)", row["history"]) if row["enforced"] == "REMOVED" else []
            # Only what loading the file refuses; models are their own files.
            refused = row["enforced"] == "config load" and row["key"] != "model_name"
            values = row["allowed_values"] if refused else ""
            rows[row["key"]] = {"name": row["key"], "kind": kinds.get(row["type"].removesuffix("|null"), "any"), "values": values,
                                "since": added[1] if added else "", "until": gone[-1] if gone else "", "program": ""}
    return rows


def kept(rows, out):
    """The rows with those of the file that they do not have; its releases, and its kinds where they say less."""
    if not pathlib.Path(out).is_file():
        return rows
    with open(out, newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            own = rows.get(row["name"])
            if own is None:
                rows[row["name"]] = row
            else:
                own.update(since=row["since"], until=row["until"])
                if row["kind"] != "any" and (own["kind"] == "any" or (own["kind"], row["kind"]) == ("int", "float")):
                    own.update(kind=row["kind"], values=own["values"] or row["values"])
    return rows


def joined(trees, names_of):
    """Rows of all releases: a kind that each of them takes, the span of releases."""
    rows, releases = {}, [release for release, _ in trees]
    for index, (release, tree) in enumerate(trees):
        names = names_of(pathlib.Path(tree))
        for name, (kind, values) in names.items():
            row = rows.setdefault(name, {"name": name, "since": release if index else "", "until": "", "program": ""})
            if row.get("kind", kind) != kind and "any" not in (kind, row["kind"]):
                kind = "float" if {kind, row["kind"]} == {"int", "float"} else "any"  # what some release takes
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
    elif what in ("trainer", "deepspeed"):
        rows, _ = joined(trees, trainer_names if what == "trainer" else deepspeed_names)
        rows = kept(rows, out)
    elif what == "torchtune":
        rows, _ = joined(trees, torchtune_names)
    elif what == "nemo":
        rows = nemo_rows(rest[0])
    elif what == "maxtext":
        rows = maxtext_rows(rest[0])
    else:
        sys.exit(__doc__)
    write(out, rows)


if __name__ == "__main__":
    main()
