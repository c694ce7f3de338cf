"""Keys of DeepSpeed's configuration file, by the syntax trees of its sources.

What is at the top is what runtime/config.py and its neighbours look up in the mapping by constants; what is in a
section is a class of pydantic, or constants as well. Nothing of the sources is executed."""
import ast
import re

# Section -> class whose fields it holds, wherever the release keeps it.
CLASSES = {
    "zero_optimization": "DeepSpeedZeroConfig",
    "zero_optimization.offload_param": "DeepSpeedZeroOffloadParamConfig",
    "zero_optimization.offload_optimizer": "DeepSpeedZeroOffloadOptimizerConfig",
    "fp16": "DeepSpeedFP16Config",
    "bf16": "DeepSpeedBF16Config",
    "bfloat16": "DeepSpeedBF16Config",
    "tensor_parallel": "TPTrainingConfig",
}
# Sections that read their members by constants: the beginning of the constants' names.
CONSTANTS = {
    "activation_checkpointing": "ACT_CHKPT_",
    "fp16": "FP16_",
    "data_types": "GRAD_ACCUM_",
}
MEMBERS = {"optimizer": ["type", "params", "legacy_fusion"], "scheduler": ["type", "params"]}


def kind_of(annotation):
    text = ast.unparse(annotation)
    bare = re.sub(r"^Optional\[(.*)\]$", r"\1", text).replace(" | None", "")
    return {"int": "int", "float": "float", "bool": "bool", "str": "text"}.get(bare, "any")


def kind_of_value(value):
    kinds = {bool: "bool", int: "int", float: "float", str: "text"}
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    if isinstance(value, ast.Constant):
        return kinds.get(type(value.value), "any")
    return "int" if isinstance(value, ast.Call) and ast.unparse(value.func) in ("pp_int", "int") else "any"


def parse(file):
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError, OSError):
        return ast.Module([], [])


def class_fields(trees):
    """Class -> field -> kind, other names of a field (aliases, deprecated ones) included."""
    found = {}
    for tree in trees:
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            own = {}
            for item in node.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                    own[item.target.id] = kind_of(item.annotation)
                    for call in ast.walk(item):
                        for word in getattr(call, "keywords", []):
                            if word.arg == "alias" and isinstance(word.value, ast.Constant):
                                own[str(word.value.value)] = kind_of(item.annotation)
            found.setdefault(node.name, {}).update(own)
    return found


def constants_of(trees):
    """Name -> text, and the kind of its default where a constant NAME_DEFAULT says it."""
    texts, kinds = {}, {}
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                name, value = node.targets[0].id, node.value
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    texts[name] = value.value
                if name.endswith("_DEFAULT"):
                    kinds[name.removesuffix("_DEFAULT")] = kind_of_value(value)
    return texts, kinds


def looked_up(tree):
    """Names and texts by which a mapping called param_dict (or _dict, ds_config) is asked."""
    asked = set()
    mappings = ("param_dict", "self._param_dict")

    def add(node):
        if isinstance(node, ast.Name):
            asked.add(("name", node.id))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            asked.add(("text", node.value))

    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) in mappings:
            add(node.slice)
        elif isinstance(node, ast.Compare) and len(node.comparators) == 1:
            where = ast.unparse(node.comparators[0]).removesuffix(".keys()")
            if isinstance(node.ops[0], (ast.In, ast.NotIn)) and where in mappings:
                add(node.left)
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name.startswith("get_") and len(node.args) > 1 and ast.unparse(node.args[0]) in mappings:
                add(node.args[1])
            elif name.rsplit(".", 1)[0] in mappings and name.endswith((".get", ".pop")) and node.args:
                add(node.args[0])
    return asked


def deepspeed_names(tree):
    """Dotted key -> (kind, values)."""
    root = tree / "deepspeed"
    files = sorted(file for file in root.rglob("*.py") if "inference/v2" not in file.as_posix())
    trees = [parse(file) for file in files]
    classes = class_fields(trees)
    texts, kinds = constants_of([parse(f) for f in files if f.name in ("constants.py", "config.py") or "config" in f.name])
    names = {}
    readers = [root / "runtime/config.py", root / "runtime/precision_config.py", root / "runtime/bf16_config.py"]
    for file in readers:
        for how, what in looked_up(parse(file)):
            if what.startswith("SPARSE_") and what not in ("SPARSE_ATTENTION", "SPARSE_GRADIENTS"):
                continue  # members of that section
            text = texts.get(what) if how == "name" else what
            if text and re.fullmatch(r"[a-z][a-z0-9_]*", text):
                names[text] = (kinds.get(what, "any") if how == "name" else "any", "")
    # Members of a section that the readers ask by a constant of the section's own mapping.
    for section, start in CONSTANTS.items():
        for name, text in texts.items():
            if name.startswith(start) and not name.endswith(("_DEFAULT", "_FORMAT")) and re.fullmatch(r"[a-z][a-z0-9_]*", text) and text != section:
                names.setdefault(f"{section}.{text}", (kinds.get(name, "any"), ""))
    for field, kind in classes.get("DeepSpeedMonitorConfig", {}).items():
        names.setdefault(field, (kind, ""))
    for section, owner in CLASSES.items():
        for field, kind in classes.get(owner, {}).items():
            names[f"{section}.{field}"] = (kind, "")
    for section, members in MEMBERS.items():
        names.setdefault(section, ("any", ""))
        for member in members:
            names[f"{section}.{member}"] = ("bool" if member == "legacy_fusion" else "text" if member == "type" else "any", "")
    for key in list(names):
        if "." in key:
            names.setdefault(key.rsplit(".", 1)[0], ("any", ""))
    # A section is a mapping, whatever a constant of its name says.
    for key in {key.rsplit(".", 1)[0] for key in names if "." in key}:
        names[key] = ("any", "")
    return names
