#!/usr/bin/env python3
"""Asks a clone of a framework whether the reasons of refusals still hold.

usage: witnesses.py CLONE OWNER/NAME [REVISION]

Reads the witnesses of the rules in model/frameworks that are of the repository OWNER/NAME and looks in
CLONE, of which nothing is run, whether each file holds the text, or lacks it where the witness says so.
Lists those whose reason is gone; exit status 1 when there are any."""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(rf"\{{\s*{TEXT},\s*\{{\s*{TEXT},\s*{TEXT},\s*{TEXT}(,\s*false)?\s*\}}\s*\}}")


def unescaped(text):
    return text.replace('\\"', '"').replace("\\\\", "\\")


def witnesses(repository):
    """(file of the rule, reason, path, text, whether it should be there)"""
    for source in sorted((ROOT / "model/frameworks").glob("*/*_r*s.cpp")):
        for reason, owner, path, text, absent in ROW.findall(source.read_text(encoding="utf-8")):
            if owner == repository:
                yield source, reason, path, unescaped(text), not absent


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    clone, repository = sys.argv[1:3]
    revision = sys.argv[3] if len(sys.argv) == 4 else "HEAD"
    asked = gone = 0
    for source, reason, path, text, should in witnesses(repository):
        shown = subprocess.run(["git", "-C", clone, "show", f"{revision}:{path}"], capture_output=True, text=True)
        asked += 1
        if (shown.returncode == 0 and text in shown.stdout) == should:
            continue
        gone += 1
        why = "is no file" if shown.returncode else "holds" if not should else "does not hold"
        print(f"{source.relative_to(ROOT)}: {reason}: {path} {why}" + ("" if shown.returncode else f": {text}"))
    if not asked:
        sys.exit(f"no rule has a witness in {repository}")
    print(f"{asked - gone} of {asked} reasons hold in {repository} at {revision}")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main())
