#!/usr/bin/env python3
"""What one place alone may do: load the flag catalogue, releases and priors, and compose estimators.

usage: single_homes.py HEADROOM_CLI SOURCE_DIR
"""
import pathlib
import re
import sys

SOURCE = pathlib.Path(sys.argv[2])
# Call → files of the product that may make it. Those that define it do not count.
HOMES = {
    # A log's own flags are told from those that an export would have set, below the workbench.
    r"FlagCatalogue::load\(": {"model/session/workbench.cpp", "model/session/skipped_files.cpp",
                               "model/runs/rebuild_flags.cpp"},
    r"Estimator::make\(": {"model/session/workbench.cpp"},
    r"ReleaseTable::load\(": {"model/library/profiles/profile_library.cpp"},
    # A calibration is made of runs below the workbench, too.
    r"loadCalibrationPriors\(": {"model/session/workbench.cpp", "model/session/plan_estimator.cpp",
                                 "model/session/skipped_files.cpp", "model/calibration/calibration_file.cpp"},
    r"\bsetFlagEffects\(": {"model/session/workbench.cpp"},
    r"\bsetCompiledMemory\(": {"model/session/workbench.cpp"},
}

failures = 0
for call, homes in HOMES.items():
    found = set()
    for folder in ("app", "model", "widgets"):
        for file in sorted((SOURCE / folder).rglob("*.cpp")):
            # A definition begins its line; a call does not.
            if re.search(r"^[ \t].*" + call, file.read_text(encoding="utf-8"), re.MULTILINE):
                found.add(str(file.relative_to(SOURCE)))
    for extra in sorted(found - homes):
        print(f"FAIL: {extra} has {call}, which {', '.join(sorted(homes))} alone may have")
        failures += 1
    for gone in sorted(homes - found):
        print(f"FAIL: {gone} no longer has {call}: take it out of the list")
        failures += 1
sys.exit(failures > 0)
