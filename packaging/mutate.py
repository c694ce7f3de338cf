#!/usr/bin/env python3
"""Inverts random lines of the physics, one at a time, and reports which the suite lets live.

    packaging/mutate.py [N] [--seed S] [--only TEXT] [--minutes M] [-- CMAKE_OPTIONS…]

Works on a copy of the tracked files in build-mutants/, at -O0 unless the options say otherwise, and runs the suites
that look at numbers, those that fail soonest first; what they let live meets the wider ones. A change that does not
compile is not counted, one that runs for minutes counts as noticed. Exit status 1 when less than 95 % are noticed.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build-mutants"
NEAR = """tst_golden_results tst_time_golden tst_state_memory tst_activation_memory tst_state_traffic tst_collectives
tst_collective_laws tst_overlap tst_low_precision tst_host_work tst_expert_layers tst_tensor_traffic tst_products tst_estimator tst_laws tst_derivations""".split()
WIDE = """tst_measured_memory tst_collective_measurements tst_timeline_estimate tst_measurement tst_flag_witnesses
tst_laws tst_lessons tst_search_brute_force tst_figure_intervals tst_advice""".split()
LONGEST_TEST = 300  # seconds
FEW_PLANS, PLANS_OF_THE_SUITE = 300, 2000  # that the laws draw
DOES_NOT_COMPILE = "does not compile"
SWAPS = [(" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "),
         (" *= ", " /= "), (" < ", " >= "), (" <= ", " > "), (" > ", " <= "), (" >= ", " < "), (" == ", " != "),
         (" != ", " == "), (" && ", " || "), (" || ", " && "), ("std::max(", "std::min("), ("std::min(", "std::max("),
         ("std::ceil(", "std::floor("), ("std::floor(", "std::ceil(")]
CONDITION = re.compile(r"^(\s*)(if|while) \((?!const auto|auto )(.*)\)( \{)?$")
CHOICE = re.compile(r" \? ([^?:]+) : ([^?:;]+);$")
NUMBER = re.compile(r"(?<![\w.\"])(\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.\"])")


def code_of(line):
    """The line without its comment; nothing where it holds no formula."""
    line = line.split("//")[0].rstrip()
    plain = line.strip()
    if not plain or plain.startswith(("#", "*", "template", "static_assert", "using ", "namespace", "case ", "/")):
        return ""
    return line


def mutations(line):
    code = code_of(line)
    if not code:
        return
    texts = [match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', code)]

    def in_text(at):
        return any(begin <= at < end for begin, end in texts)

    for old, new in SWAPS:
        for match in re.finditer(re.escape(old), code + " "):
            if not in_text(match.start()) and not re.match(r"\s*(for|template)\b", code):
                yield (code + " ")[:match.start()] + new + (code + " ")[match.end():]
    match = CONDITION.match(code)
    if match and not texts:
        yield f"{match[1]}{match[2]} (!({match[3]})){match[4] or ''}"
    match = CHOICE.search(code)
    if match and not texts:
        yield code[:match.start()] + f" ? {match[2]} : {match[1]};"
    # Formulas as text for derivations repeat the formula; constants of a table are looked at by their own tests.
    for match in NUMBER.finditer(code):
        if not in_text(match.start()) and "constexpr" in code and "=" in code[:match.start()]:
            yield code[:match.start()] + f"({match[1]} * 1.5 + 1)" + code[match.end():]


def candidates(only):
    found = []
    for file in sorted((ROOT / "model/physics").glob("*")):
        if file.suffix not in (".h", ".cpp") or file.name in ("trace.h", "trace.cpp", "derivation.h"):
            continue
        if only and only not in file.name:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            changed = list(mutations(line))
            if changed:
                found.append((file.relative_to(ROOT), number, line, changed))
    return found


def prepare(options):
    source = WORK / "source"
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in files:
        origin, copy = ROOT / name, source / name
        if origin.is_file() and (not copy.exists() or copy.read_bytes() != origin.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(origin, copy)
    chosen = options or ["-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"]
    subprocess.run(["cmake", "--preset", "release", "-DHEADROOM_BENCHMARKS=OFF", "-DHEADROOM_WERROR=OFF", *chosen],
                   cwd=source, check=True, stdout=subprocess.DEVNULL)
    return source, source / "build-release"


def built(build, targets):
    return subprocess.run(["ninja", "-C", str(build), *targets], capture_output=True, text=True, check=False)


def noticed_by(build, tests, plans):
    """The first suite that fails, or nothing; `plans` is how many the laws draw. Suites are built as they are needed."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin",
                   "XDG_DATA_HOME": str(WORK / "home"), "HEADROOM_LAW_PLANS": str(plans)}
    for test in tests:
        if built(build, [test]).returncode:
            return DOES_NOT_COMPILE
        try:
            result = subprocess.run([str(build / "tests" / test)], env=environment, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL, timeout=LONGEST_TEST, check=False)
        except subprocess.TimeoutExpired:
            return test + " (without end)"
        if result.returncode:
            return test
    return ""


def main():
    own = sys.argv[1:]
    options = own[own.index("--") + 1:] if "--" in own else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--minutes", type=float, default=1e9, help="begins no further line after this")
    arguments = parser.parse_args(own[:own.index("--")] if "--" in own else own)
    source, build = prepare(options)
    broken = noticed_by(build, NEAR, FEW_PLANS)
    if broken:
        sys.exit(f"{broken} fails before anything is changed")
    lines = candidates(arguments.only)
    chance = random.Random(arguments.seed)
    chance.shuffle(lines)
    end = time.monotonic() + 60 * arguments.minutes
    tried, living = 0, []
    for name, number, line, changed in lines:
        if tried >= arguments.count or time.monotonic() > end:
            break
        text = chance.choice(changed)
        file = source / name
        original = file.read_text()
        content = original.splitlines()
        content[number - 1] = text
        file.write_text("\n".join(content) + "\n")
        try:
            witness = noticed_by(build, NEAR, FEW_PLANS) or noticed_by(build, WIDE, PLANS_OF_THE_SUITE)
        finally:
            file.write_text(original)
        if witness == DOES_NOT_COMPILE:
            continue
        tried += 1
        print(f"{witness or 'LIVES':<32} {name}:{number}: {line.strip()}  ->  {text.strip()}", flush=True)
        if not witness:
            living.append(f"{name}:{number}")
    print(f"{tried} changed lines, {tried - len(living)} noticed, {len(living)} let live ({len(lines)} could be changed)")
    return 1 if tried and len(living) > 0.05 * tried else 0


if __name__ == "__main__":
    sys.exit(main())
