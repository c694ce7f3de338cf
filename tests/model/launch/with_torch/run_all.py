#!/usr/bin/env python3
"""The shipped scripts on a real PyTorch, as far as Debian's (1.13, gloo, no GPU) can run them.

usage: run_all.py HEADROOM_CLI SOURCE_DIR
"""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(sys.argv[2], "tests/app/cli"))]
import kit  # noqa: E402
import resume  # noqa: E402
from checks import failures  # noqa: E402

resume.main()
kit.main(29700)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
