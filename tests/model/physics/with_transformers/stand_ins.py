"""Imports Hugging Face transformers from a clone, without the packages that its models do not need.

A package that is missing is replaced by an empty one whose attributes are empty classes (constants: empty texts): what reads or writes files of
weights and texts is imported by transformers, never called here.
"""
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import pathlib
import sys
import types

OPTIONAL = ["tqdm", "regex", "filelock", "packaging", "requests", "huggingface_hub", "tokenizers", "safetensors", "yaml"]


class Anything(type):
    """A class whose every attribute is another one; calling it makes an instance that takes anything."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return "" if name.isupper() else Anything(name, (Nothing,), {})


class Nothing(metaclass=Anything):
    def __init__(self, *_, **__):
        pass

    def __call__(self, *args, **_):
        return args[0] if args else None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


class Package(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return "" if name.isupper() else Anything(name, (Nothing,), {})


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, roots):
        self.roots = set(roots)

    def find_spec(self, name, _path=None, _target=None):
        if name.split(".")[0] not in self.roots:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = Package(spec.name)
        module.__version__ = "0"
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


def plain_versions():
    """The part of `packaging` that transformers calls while it is imported."""
    import re

    class Version(tuple):
        def __new__(cls, text):
            return super().__new__(cls, (int(part) for part in re.findall(r"\d+", str(text).split("+")[0])[:3]))

        @property
        def base_version(self):
            return ".".join(map(str, self))

        release = property(lambda self: tuple(self))
        major = property(lambda self: self[0])
        minor = property(lambda self: self[1])

    package, version = types.ModuleType("packaging"), types.ModuleType("packaging.version")
    version.parse = version.Version = Version
    package.version, package.__path__ = version, []
    sys.modules["packaging"], sys.modules["packaging.version"] = package, version


def import_transformers(clone):
    missing = [name for name in OPTIONAL if importlib.util.find_spec(name) is None]
    if "packaging" in missing:
        missing.remove("packaging")
        plain_versions()
    sys.meta_path.insert(0, Finder(missing))
    folder = pathlib.Path(clone)
    folder = folder / "src" if (folder / "src/transformers").is_dir() else folder
    if not (folder / "transformers/models").is_dir():
        sys.exit(f"{clone}: no transformers/models or src/transformers/models in it. Name a clone of Hugging Face transformers.")
    sys.path.insert(0, str(folder))
    # Versions of packages that are not here are not to be checked.
    checks = types.ModuleType("transformers.dependency_versions_check")
    checks.dep_version_check = lambda *_: None
    sys.modules[checks.__name__] = checks
    import transformers

    return transformers
