#!/usr/bin/env python3
"""Gives exported axolotl.yml files to axolotl's own validate_config(), from a clone of which nothing else is run.

usage: axolotl_accepts.py CLONE HEADROOM_CLI SOURCE_DIR [REVISION]

The pydantic models and their validators are axolotl's; torch, transformers and what else they import is replaced by
objects that do nothing. The machine is one of H100s. Each configuration must be taken, and what the models make of it
must hold every key as it was written. Exit status 1 when one is not.
"""
import importlib.abc
import importlib.machinery
import importlib.util
import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import types

import yaml
from pydantic_core import core_schema

sys.dont_write_bytecode = True
OWN = {"axolotl", "pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection", "packaging",
       "yaml", *sys.stdlib_module_names}
# Packages beside the schemas that read hardware, models or data.
REPLACED = ("axolotl.loaders", "axolotl.utils.bench", "axolotl.utils.distributed", "axolotl.utils.datasets",
            "axolotl.telemetry")


def member(name):
    """A question about the machine is answered with no, but for bf16; processes are counted as one."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name.startswith("is_"):
        return lambda *words, **named: "bf16" in name
    if name == "get_default_process_count":
        return lambda: 1
    return Nothing()


class Nothing:
    """Takes every call, attribute and index."""

    def __call__(self, *words, **named):
        return words[0] if len(words) == 1 and not named and callable(words[0]) else Nothing()

    def __getattr__(self, name):
        return member(name)

    def __getitem__(self, key):
        return Nothing()

    def __iter__(self):
        return iter(())

    def __mro_entries__(self, bases):
        return (object,)

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __get_pydantic_core_schema__(self, source, handler):
        return core_schema.any_schema()  # as a type: transformers' lists of names


class Replaced(types.ModuleType):
    def __getattr__(self, name):
        return member(name)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in OWN and not name.startswith(REPLACED):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = Replaced(spec.name)
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


class Dict(dict):
    """What axolotl's DictDefault needs of the package addict."""

    def __init__(self, *others, **named):
        super().__init__()
        for key, value in dict(*others, **named).items():
            self[key] = self._hook(value)

    @classmethod
    def _hook(cls, value):
        if isinstance(value, dict):
            return cls(value)
        return type(value)(map(cls._hook, value)) if isinstance(value, (list, tuple)) else value

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def to_dict(self):
        def plain(value):
            if isinstance(value, Dict):
                return value.to_dict()
            return type(value)(map(plain, value)) if isinstance(value, (list, tuple)) else value
        return {key: plain(value) for key, value in self.items()}


def with_packaging():
    """The package that pip carries stands in for one that is not installed."""
    if not importlib.util.find_spec("packaging"):
        import pip._vendor.packaging.version as version
        sys.modules["packaging"], sys.modules["packaging.version"] = sys.modules["pip._vendor.packaging"], version


def packages_without_their_start(root):
    """Packages whose __init__ would import the whole of axolotl."""
    for name in ("axolotl", "axolotl.utils", "axolotl.integrations", "axolotl.core"):
        module = types.ModuleType(name)
        module.__path__ = [str(root / name.replace(".", "/"))]
        module.__version__ = "0"
        sys.modules[name] = module


def extracted(clone, revision, folder):
    archive = subprocess.run(["git", "-C", clone, "archive", revision, "src/axolotl"], capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder)
    return folder / "src"


def differences(written, taken, place=""):
    """Keys of the file that the models lost or changed."""
    for key, value in written.items():
        if isinstance(value, dict) and isinstance(taken.get(key), dict):
            yield from differences(value, taken[key], f"{place}{key}.")
        elif key == "datasets":
            for one, other in zip(value, taken.get(key) or [{}]):
                yield from differences(one, other if isinstance(other, dict) else other.model_dump(), "datasets.")
        elif taken.get(key) != value and str(taken.get(key)) != str(value):
            yield f"{place}{key}: {value!r} became {taken.get(key)!r}"


def main():
    clone, program, source, *revision = sys.argv[1:]
    sys.path.insert(0, str(pathlib.Path(source, "tests/app/cli")))
    from tuning_cases import CASES, ONLY  # beside the test of the keys
    cases = {**CASES, **{name: words for name, (targets, words) in ONLY.items() if "axolotl" in targets}}

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        root = extracted(clone, *(revision or ["v0.18.0"]), folder)
        with_packaging()
        sys.modules["addict"] = types.SimpleNamespace(Dict=Dict)
        sys.meta_path.insert(0, Finder())
        packages_without_their_start(root)
        from axolotl.integrations.base import PluginManager
        from axolotl.utils.config import validate_config
        from axolotl.utils.dict import DictDefault
        wrong = 0
        for case, words in cases.items():
            out = folder / "export"
            subprocess.run([program, "export", words[0], "--target", "axolotl", "--out", out, "--force", *words[1:]],
                           capture_output=True, check=True)
            written = yaml.safe_load((out / "axolotl.yml").read_text())
            manager = PluginManager.get_instance()
            for plugin in written.get("plugins", []):
                manager.register(plugin)
            try:
                taken = validate_config(DictDefault(dict(written)), capabilities={
                    "bf16": True, "fp8": True, "n_gpu": 8, "n_node": 1, "compute_capability": "sm_90"},
                    env_capabilities={"torch_version": "2.9.0"}).to_dict()
            except ValueError as refused:
                problems = [str(refused).replace("\n", " ")[:400]]
            else:
                problems = list(differences(written, taken))
            wrong += bool(problems)
            print(f"{case}: " + ("; ".join(problems) or f"taken, {len(written)} keys as written"))
    print(f"{len(cases) - wrong} of {len(cases)} configurations accepted by axolotl's validate_config()")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
