"""Flags of Megatron-LM's command line, read from its sources without running them.

Some stand in megatron/training/arguments.py; the others are fields of dataclasses, which its
ArgumentGroupFactory turns into flags: dashes for underscores, a bool that is true by default becomes
--no-NAME and --disable-NAME."""
import ast


def words(node):
    """A literal as text; other expressions as they are written."""
    if node is None:
        return ""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return ast.unparse(node)
    return str(list(value)) if isinstance(value, (list, tuple)) else str(value)


def option_rows(tree):
    """Rows of the calls of add_argument."""
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "add_argument"):
            continue
        values = {keyword.arg: keyword.value for keyword in call.keywords}
        row = {
            "action": words(values.get("action")),
            "type": words(values.get("type")),
            "choices": words(values.get("choices")),
            "nargs": ast.unparse(values["nargs"]) if "nargs" in values else "",
        }
        for name in call.args:
            if isinstance(name, ast.Constant) and str(name.value).startswith("--"):
                yield name.value, row


def factories(tree):
    """(class, excluded fields) of each ArgumentGroupFactory; a list may be named before its use."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        lists = {
            target.id: item.value
            for item in ast.walk(function)
            if isinstance(item, ast.Assign)
            for target in item.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "ArgumentGroupFactory":
                excluded = next((k.value for k in call.keywords if k.arg == "exclude"), None)
                if isinstance(excluded, ast.Name):
                    excluded = lists.get(excluded.id)
                yield ast.unparse(call.args[0]), set(ast.literal_eval(excluded) if excluded else [])


def dataclasses_of(clone):
    """Name -> (fields with annotation and default, bases) of all classes below megatron/."""
    found = {}
    for file in sorted((clone / "megatron").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef):
                fields = {
                    item.target.id: (item.annotation, item.value)
                    for item in node.body
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
                }
                found.setdefault(node.name, (fields, [ast.unparse(base).rsplit(".", 1)[-1] for base in node.bases]))
    return found


def fields_of(name, classes):
    fields = {}
    for base in classes.get(name, ({}, []))[1]:
        fields.update(fields_of(base, classes))
    fields.update(classes.get(name, ({}, []))[0])
    return fields


def literal_values(annotation):
    """Values of a Literal anywhere in an annotation, as a list."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("Literal"):
            inner = node.slice
            return words(inner if isinstance(inner, ast.Tuple) else ast.List([inner], ast.Load()))
    return ""


def default_of(value):
    """What the field starts with: that of field(default=...) too."""
    if isinstance(value, ast.Call):
        return next((k.value for k in value.keywords if k.arg == "default"), None)
    return value


def own_names(value):
    """arg_names of the field's argparse_meta; empty: made from the field's name."""
    if not isinstance(value, ast.Call):
        return []
    for node in ast.walk(value):
        if isinstance(node, ast.Dict):
            for key, item in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and key.value == "arg_names":
                    return [name.value for name in item.elts]
    return []


def field_rows(name, annotation, value):
    kind = ast.unparse(annotation)
    dashed = name.replace("_", "-")
    is_switch = kind in ("bool", "Optional[bool]", "bool | None")
    is_true = is_switch and words(default_of(value)) == "True"
    names = own_names(value) or ([f"--no-{dashed}", f"--disable-{dashed}"] if is_true else [f"--{dashed}"])
    choices = literal_values(annotation)
    row = {
        "action": ("store_false" if is_true else "store_true") if is_switch else "",
        "type": "" if is_switch else kind,
        "choices": choices,
        "nargs": "",
    }
    return [(flag, row) for flag in names]


def megatron_flags(clone):
    """Flag -> action, type, choices, nargs."""
    tree = ast.parse((clone / "megatron/training/arguments.py").read_text())
    flags = dict(option_rows(tree))
    classes = dataclasses_of(clone)
    for owner, excluded in factories(tree):
        for name, (annotation, value) in fields_of(owner.rsplit(".", 1)[-1], classes).items():
            if name not in excluded and "init=False" not in (ast.unparse(value) if value else ""):
                for flag, row in field_rows(name, annotation, value):
                    flags.setdefault(flag, row)
    return flags
