#!/usr/bin/env python3
"""Finds how far constants differ between sources and writes it into profiles/fit/spreads.yaml.

  packaging/respread.py CALIBRATION_REPLAY [ROUNDS]

Runs `calibration_replay spreads` (a program of the build tree, beside the tests). Run it after packaging/refit.py.
"""

import pathlib
import re
import subprocess
import sys

SPREADS = pathlib.Path(__file__).resolve().parent.parent / "profiles/fit/spreads.yaml"
MOST = 0.8  # beyond it the logarithm is no longer small


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    found = subprocess.run([sys.argv[1], "spreads", *sys.argv[2:]], capture_output=True, text=True, check=True).stdout
    text = SPREADS.read_text()
    for line in found.splitlines():
        key, spread = line.split()
        entry = re.compile(rf"(\{{key: {key}, [^}}]*?spread: )[^,]+")
        text = entry.sub(rf"\g<1>{min(float(spread), MOST):.3g}", text, count=1)
    SPREADS.write_text(text)


if __name__ == "__main__":
    main()
