#!/usr/bin/env python3
"""What one place alone may do: load the flag catalogue, releases and priors, compose estimators, and rank advice.

usage: single_homes.py HEADROOM_CLI SOURCE_DIR
"""
import pathlib
import re
import sys

SOURCE = pathlib.Path(sys.argv[2])
# Call → files of the product that may make it. Those that define it do not count.
HOMES = {
    # Read once for a library, which keeps them: nobody reads them past it.
    r"FlagCatalogue::load\b": set(),
    r"CalibrationPriors::load\b": set(),
    r"kept<": {"model/flags/catalogue/flag_catalogue.cpp", "model/calibration/components.cpp"},
    # One workbench for a program; an MCP server has one for each call, in a process that reads no other folder.
    r"\bWorkbench (bench )?\{": {"app/gui/application_services.cpp", "app/cli/command_line.cpp",
                                 "app/cli/command_mcp.cpp"},
    r"Estimator::make\(": {"model/session/workbench.cpp"},
    r"ReleaseTable::load\(": {"model/library/profiles/profile_library.cpp"},
    r"\bsetFlagEffects\(": {"model/session/workbench.cpp"},
    # The best plan: one search ranks; every door asks it. Inside the search it is asked for other tuning methods and for
    # what held knobs cost; `next` and sweeps take its list.
    r"\brecommend\(": {"model/search/search.cpp"},
    r"\bfastestPoint\(": {"model/search/cluster.cpp"},
    r"\bsearchConfigurations\(": {"model/search/search_reasons.cpp", "model/search/tuning_methods.cpp",
                                  "model/calibration/next_runs.cpp", "app/gui/application_services.cpp",
                                  "app/cli/command_search.cpp", "app/cli/export_tools.cpp"},
    r"\bclusterOptions\(": {"app/gui/application_services.cpp", "app/cli/command_cluster.cpp"},
    r"\brecommendedMachine\(": {"model/search/cluster.cpp", "widgets/cluster/cluster_model.cpp"},
    # The best change of a plan, and the cheapest cure: one ladder.
    r"\bremedies\(\{": {"model/session/plan_remedies.cpp"},
    r"\bplanRemedies\(": {"model/session/plan_remedies.cpp", "model/diagnosis/memory_verdict.cpp",
                          "widgets/results/result_panel.cpp", "widgets/start/plan_finder_answers.cpp",
                          "app/cli/command_estimate.cpp", "app/cli/command_advise.cpp",
                          "model/tune/tune_files.cpp"},
    # The best value of each setting alone, from the moves of the same ladder.
    # A user's own file takes the moves that its words can say.
    r"\bplanMoves\(": {"model/advice/finding_fixes.cpp", "model/advice/remedy_trials.cpp", "model/tune/tune_files.cpp"},
    r"\bbestChanges\(question": {"model/session/plan_remedies.cpp"},
    r"\bplanChanges\(": {"model/session/plan_remedies.cpp", "widgets/planning/plan_controller.cpp",
                         "app/cli/command_advise.cpp"},
    r"\bmissRemedies\(": {"model/session/plan_remedies.cpp", "app/cli/command_search.cpp",
                          "widgets/search/search_worker.cpp"},
    # A broken rule: one list of repairs, and what lifts a refusal of an export.
    r"\brepairsAfterEdit\(": {"model/advice/repair.cpp", "widgets/planning/plan_controller.cpp"},
    r"\bexplainRefusal\(": {"app/cli/export_tools.cpp", "widgets/export/export_page.cpp"},
    r"\bsetCompiledMemory\(": {"model/session/workbench.cpp"},
    # Flag → effect: the table of switched effects, which is a header.
    r"&FlagEffects::": set(),
    # What a measured row says in words: the table of words.
    r"\bMeasurementWords::load\(": {"model/measurement/measurement_reader.cpp"},
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

# A program is told from another by its type: a comparison with its name is a second table of programs.
NAMED = (("model/plan/framework_traits.cpp", r'\.name = "([^"]+)"'),
         ("model/launch/targets/export_targets.cpp", r'^        \{ "([^"]+)"'),
         ("model/sources/program_habits.cpp", r'\.id = "([^"]+)"'))
names = set()
for file, pattern in NAMED:
    found = re.findall(pattern, (SOURCE / file).read_text(encoding="utf-8"), re.MULTILINE)
    if len(found) < 5:
        print(f"FAIL: {file} names {len(found)} programs")
        failures += 1
    names.update(found)
compared = re.compile(r'[=!]=\s*"(%s)"' % "|".join(map(re.escape, sorted(names))))
for folder in ("app", "model", "widgets"):
    for file in sorted((SOURCE / folder).rglob("*.[ch]*")):
        if file.suffix not in (".cpp", ".h"):
            continue
        text = file.read_text(encoding="utf-8")
        for match in compared.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            print(f"FAIL: {file.relative_to(SOURCE)}:{line} compares with {match.group(1)}: ask its type")
            failures += 1
sys.exit(failures > 0)
