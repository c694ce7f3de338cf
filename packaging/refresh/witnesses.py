#!/usr/bin/env python3
"""Asks a clone of a framework whether the reasons of refusals still hold.

usage: witnesses.py CLONE OWNER/NAME [REVISION]

Reads the witnesses in model/ that are of the repository OWNER/NAME and looks in CLONE, of which nothing is
run, whether each file holds the text, or lacks it where the witness says so: at REVISION (HEAD without), or
at the tag of the release that the witness names.
Lists those whose reason is gone; exit status 1 when there are any."""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = r'"(?:[^"\\]|\\.)*"'
TEXT = rf"({LITERAL}(?:\s*{LITERAL})*)"
ROW = re.compile(
    rf"\{{\s*{TEXT},\s*\{{\s*{TEXT},\s*{TEXT},\s*{TEXT}(?:,\s*(true|false))?(?:,\s*{TEXT})?\s*\}}\s*\}}")


def unescaped(literals):
    """What the compiler makes of literals that follow each other."""
    text = "".join(literal[1:-1] for literal in re.findall(LITERAL, literals))
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), text)


def witnesses(repository):
    """(file of the rule, reason, path, text, whether it should be there, tag of the release or an empty text)"""
    for source in sorted((ROOT / "model").glob("*/*/*.cpp")):
        for row in ROW.findall(source.read_text(encoding="utf-8")):
            reason, owner, path, text, release = (unescaped(row[i]) for i in (0, 1, 2, 3, 5))
            if owner == repository:
                yield source, reason, path, text, row[4] != "false", release


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    clone, repository = sys.argv[1:3]
    revision = sys.argv[3] if len(sys.argv) == 4 else "HEAD"
    asked = gone = 0
    for source, reason, path, text, should, release in witnesses(repository):
        # What a release has or lacks stays true; its tag must be in the clone.
        shown = subprocess.run(["git", "-C", clone, "show", f"{release or revision}:{path}"], capture_output=True,
                               text=True)
        asked += 1
        if shown.returncode == 0 and (text in shown.stdout) == should:
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
