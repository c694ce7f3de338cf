#!/usr/bin/env python3
"""Changes random statements, one at a time, and reports which the suites let live: of physics and estimate, or of other folders.

    packaging/mutate.py [N] [--seed S] [--folders FOLDER,FOLDER|all] [--only TEXT] [--without NAME,NAME] [--jobs J]
                        [--copy FOLDER] [--longest SECONDS] [-- CMAKE_OPTIONS…]

All changes are compiled into one copy of the tracked files (build-mutants/source), each behind a switch that an
environment variable selects; see mutate_source.py. A copy that is built already (--copy) is only brought up to date. Which suite reaches which change is measured once, then every change meets the
suites that reach it, those that noticed most for their time first; what the suites of the chosen folders let live
meets all others, and the tests of the command line that compare printed texts. `all` is model/, widgets/ and app/cli. A change in a header that everything includes makes everything be compiled: --without
leaves such files out, and --longest suites that take longer: what they alone would notice counts as alive. Changes that do not compile are replaced by
another one of the same statement, or counted. One that runs without end or takes too much memory counts as noticed.
What packaging/mutants_equivalent.txt names changes no result, and is left out of the score. Ends with a table by folder;
exit status 1 when less than 95 % of the changes of physics and estimate are noticed, 90 % of other folders.
"""
import argparse
import concurrent.futures
import json
import mmap
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
from mutate_source import MOST, SWITCH, Source, with_changes  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build-mutants"
SOURCE = WORK / "source"
PROGRAMS = SOURCE / "build-release"
PHYSICS = ("model/physics", "model/estimate")
EVERYTHING = ("model", "widgets", "app/cli")
# What records and words computations instead of doing them: not physics.
RECORDING = ("model/physics/trace/", "model/estimate/report/", "model/estimate/soft_findings.cpp")
EQUIVALENT = ROOT / "packaging/mutants_equivalent.txt"
LONGEST_TEST = 900  # seconds
MOST_MEMORY = 6 << 30  # bytes
FEW_PLANS, PLANS_OF_THE_SUITE = 300, 2000  # that laws and derivations draw
DRAWN = ("tst_laws", "tst_derivations")
NEAR = 5  # times as likely to notice
WANTED, WANTED_ELSEWHERE = 0.95, 0.90
# Tests of the command line that compare texts and documents: they need the program alone.
COMMAND_TESTS = ("printed_text.py", "contract.py", "messages.py", "wrong_words.py", "runs.py", "calibrate.py")
LIVES = "LIVES"


def copy_sources(folders):
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        origin, copy = ROOT / name, SOURCE / name
        if name.startswith(tuple(f"{folder}/" for folder in folders)) and name.endswith((".h", ".cpp")):
            continue  # written with changes
        if origin.is_file() and (not copy.exists() or copy.read_bytes() != origin.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(origin, copy)


def written(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


class Mutants:
    """The chosen changes: which statement, which of its changes, and what is left to try where one does not compile."""

    def __init__(self, count, seed, only, without=(), folders=PHYSICS):
        chance = random.Random(seed)
        self.files, self.chosen, self.left, self.impossible = {}, {}, {}, 0
        everything = []
        for file in (file for folder in folders for file in sorted((ROOT / folder).rglob("*.*"))):
            name = str(file.relative_to(ROOT))
            if file.suffix not in (".h", ".cpp"):
                continue
            if file.name in without or folders == PHYSICS and name.startswith(RECORDING):
                written(SOURCE / name, file.read_text())
                continue
            self.files[name] = Source(file.read_text())
            if only in name:
                everything += [(name, changes) for changes in self.files[name].candidates() if changes]
        self.statements = len(everything)
        chance.shuffle(everything)
        for name, changes in everything:
            if len(self.chosen) >= count:
                break
            chance.shuffle(changes)
            number = len(self.chosen) + 1
            self.left[number] = changes
            self.chosen[number] = (name, None)
            if not self.next(number):
                del self.chosen[number]

    def next(self, number):
        """Takes the next change of a statement that overlaps no other; False when none is left."""
        name = self.chosen[number][0]
        taken = [change for other, (file, change) in self.chosen.items() if file == name and other != number and change]
        while self.left[number]:
            change = self.left[number].pop()
            if all(change.end <= other.begin or other.end <= change.begin for other in taken):
                self.chosen[number] = (name, change)
                return True
        self.chosen[number] = (name, None)
        return False

    def write(self):
        include = '#include "mutants.h"\n'  # on no floor of the folders
        written(SOURCE / "mutants.h", SWITCH.replace("MOST", str(MOST)))
        for name, source in self.files.items():
            changes = {number: change for number, (file, change) in self.chosen.items() if file == name and change}
            text = with_changes(source.text, changes)
            if changes and name.endswith(".h"):
                text = text.replace("#pragma once\n", f"#pragma once\n{include}#line 2\n", 1)
            elif changes:
                text = include + "#line 1\n" + text
            written(SOURCE / name, text)

    def drop(self, errors):
        """Replaces the changes on these lines of files; how many."""
        dropped = 0
        for number, (name, change) in list(self.chosen.items()):
            if not change:
                continue
            source = self.files[name]
            lines = range(source.line(change.begin), source.line(change.end) + 1)
            if any(file == name and line in lines for file, line in errors):
                dropped += 1
                if not self.next(number):
                    self.impossible += 1
        return dropped

    def build(self, targets, jobs):
        """Builds the targets, with other changes in place of those that do not compile."""
        place = re.compile(r"((?:model|widgets|app/cli)/[\w./]+):(\d+):\d+:\s+(?:error|fatal error|required from here|  required|note: .*(?:was not initialized with|was not declared|declared here))")
        for _ in range(24):
            self.write()
            built = subprocess.run(["ninja", "-C", str(PROGRAMS), "-k", "0", "-j", str(jobs), *targets], capture_output=True,
                                   text=True, errors="replace", check=False)
            if built.returncode == 0:
                return
            errors = {(match[1], int(match[2])) for match in place.finditer(built.stdout)}
            dropped = self.drop(errors)
            print(f"{dropped} changes do not compile", flush=True)
            if not dropped:
                sys.exit(f"does not compile, and not because of a change:\n{built.stdout[-3000:]}{built.stderr}")
        sys.exit("changes that compile were not found")


class Suite:
    """A test program with what it draws."""

    def __init__(self, name, plans, folder="app/cli"):
        self.name, self.plans, self.folder = name, plans, folder
        self.seconds, self.reaches, self.tried, self.noticed = 0.0, set(), 0, 0

    def environment(self, more):
        return {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin", "QTEST_DISABLE_STACK_DUMP": "1",
                "XDG_DATA_HOME": str(WORK / "home"), "HEADROOM_LAW_PLANS": str(self.plans), **more}

    def fails(self, more, limit):
        """What was wrong, or nothing. Ends with the first failure."""
        # Anonymous memory stays bounded: a changed size may ask for all there is.
        process = subprocess.Popen(self.command(), env=self.environment(more), text=True, errors="replace",
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY)))
        clock = threading.Timer(limit, process.kill)
        clock.start()
        start, first = time.monotonic(), ""
        for line in process.stdout:
            if line.startswith(("FAIL", "XPASS")):
                first = line.strip()
                process.kill()
                break
        process.stdout.read()
        status = process.wait()
        clock.cancel()
        if first:
            return first
        if time.monotonic() - start >= limit:
            return "no end"
        return f"status {status}" if status else ""

    def command(self):
        return [str(PROGRAMS / "tests" / self.name)]

    def measure(self):
        path = WORK / f"reached-{self.name}-{self.plans}"
        path.write_bytes(bytes(MOST))
        start = time.monotonic()
        wrong = self.fails({"HEADROOM_MUTANTS_REACHED": str(path)}, LONGEST_TEST)
        self.seconds = time.monotonic() - start
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as reached:
            self.reaches = {number for number in range(MOST) if reached[number]}
        return wrong

    def worth(self, folder):
        """What is to be expected of it for its time; a suite of the folder that is changed knows most of it."""
        return (self.noticed + 1) / (self.tried + 2) / (self.seconds + 0.05) * (NEAR if folder == self.folder else 1)


class CommandTest(Suite):
    """A test in Python of headroom-cli."""

    def command(self):
        return ["/usr/bin/python3", str(SOURCE / "tests/app/cli" / self.name), str(PROGRAMS / "bin/headroom-cli"), str(SOURCE)]


def suites(near, folders):
    """Those of the chosen folders, or all others with the tests of the command line."""
    rooms = tuple(folder for folder in folders if folder not in EVERYTHING)
    rooms += tuple(f"{folder}/" for folder in rooms)
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=PROGRAMS, capture_output=True, text=True, check=True).stdout
    window = any(folder.startswith("widgets") for folder in folders)
    places = {path.stem: str(path.parent.relative_to(SOURCE / "tests")) for path in (SOURCE / "tests").rglob("tst_*.cpp")}
    found = []
    for test in json.loads(listed)["tests"]:
        labels = next((one["value"] for one in test["properties"] if one["name"] == "LABELS"), [])
        room = places.get(test["name"])
        if room is None or {"long", "bench"} & set(labels) or "gui" in labels and not window:
            continue
        if (room in rooms or room.startswith(rooms)) == near:
            found.append(Suite(test["name"], FEW_PLANS, room))
    if near:
        return found
    return [CommandTest(name, FEW_PLANS) for name in COMMAND_TESTS] + found + [Suite(name, PLANS_OF_THE_SUITE) for name in DRAWN]


def equivalents():
    """(name of the file, was, becomes) of changes that change no result: `folder/file ¦ was ¦ becomes ¦ reason`."""
    rows = [line.split(" ¦ ") for line in EQUIVALENT.read_text().splitlines() if line and not line.startswith("#")]
    return {(pathlib.Path(row[0]).name, row[1], row[2]) for row in rows}


def witness_of(number, folder, all_suites):
    """The suite that notices a change of a folder, and its words."""
    left = [suite for suite in all_suites if number in suite.reaches]
    while left:
        suite = max(left, key=lambda one: one.worth(folder))
        left.remove(suite)
        wrong = suite.fails({"HEADROOM_MUTANT": str(number)}, 20 + 10 * suite.seconds)
        suite.tried += 1
        if wrong:
            suite.noticed += 1
            return suite.name, wrong
    return "", ""


def measured(all_suites, longest):
    """Those that reach a change, within a time."""
    useful = []
    for suite in all_suites:
        wrong = suite.measure()
        if wrong:
            print(f"{suite.name:<32} left out, fails before anything is changed: {wrong}", flush=True)
            continue
        if suite.reaches and suite.seconds <= longest:
            useful.append(suite)
        print(f"{suite.name:<32} {suite.seconds:7.1f} s, reaches {len(suite.reaches)}", flush=True)
    return useful


def report(mutants, number, some, harmless, is_first):
    """Tries one change and prints what became of it."""
    name, change = mutants.chosen[number]
    if (pathlib.Path(name).name, change.was, change.becomes) in harmless:
        verdict, words = "equivalent", ""
    else:
        witness, words = witness_of(number, str(pathlib.Path(name).parent), some)
        reached = sum(number in suite.reaches for suite in some)
        verdict, words = (witness, words) if witness else (LIVES, f"reached by {reached} suites")
    if verdict != LIVES or not is_first:
        place = f"{name}:{mutants.files[name].line(change.begin)}"
        print(f"{number:6} {verdict:<28} {place}: {change.was}  ->  {change.becomes}  [{words[:90]}]", flush=True)
    return verdict


def arguments():
    own = sys.argv[1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folders", default=",".join(PHYSICS), help="by commas; all: " + ", ".join(EVERYTHING))
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--without", default="", help="files that stay as they are, by commas")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--copy", default=str(SOURCE), help="folder of the changed copy")
    parser.add_argument("--longest", type=float, default=LONGEST_TEST, help="seconds that a suite may take")
    parser.add_argument("--suites", help="only these, by commas")
    parser.add_argument("--again", help="numbers, by commas, to run alone")
    read = parser.parse_args(own[:own.index("--")] if "--" in own else own)
    read.options = own[own.index("--") + 1:] if "--" in own else []
    return read


def print_table(mutants, numbers, living):
    """Changes and those that live, by folder."""
    def folder(number):
        return "/".join(pathlib.Path(mutants.chosen[number][0]).parts[:2])
    print(f"{'folder':<28} changes   live")
    for name in sorted({folder(number) for number in numbers}):
        print(f"{name:<28} {sum(folder(n) == name for n in numbers):7} {sum(folder(n) == name for n in living):6}")


def main():
    global SOURCE, PROGRAMS
    asked = arguments()
    SOURCE = pathlib.Path(asked.copy).resolve()
    PROGRAMS = SOURCE / "build-release"
    WORK.mkdir(exist_ok=True)
    folders = EVERYTHING if asked.folders == "all" else tuple(asked.folders.split(","))
    mutants = Mutants(asked.count, asked.seed, asked.only, asked.without.split(","), folders)
    copy_sources(folders)
    window = "ON" if any(folder.startswith("widgets") for folder in folders) else "OFF"
    mutants.write()
    subprocess.run(["cmake", "--preset", "release", f"-DHEADROOM_GUI={window}", "-DHEADROOM_BENCHMARKS=OFF", *asked.options],
                   cwd=SOURCE, check=True, stdout=subprocess.DEVNULL)
    both = [suite for near in (True, False) for suite in suites(near, folders)]
    mutants.build(sorted({"headroom-cli" if isinstance(suite, CommandTest) else suite.name for suite in both}), asked.jobs)
    numbers = [number for number, (_, change) in mutants.chosen.items() if change]
    print(f"{len(numbers)} changes of {mutants.statements} statements; {mutants.impossible} statements where none compiles", flush=True)
    if asked.again:
        numbers = [int(number) for number in asked.again.split(",")]
    harmless, living, equal = equivalents(), numbers, 0
    for near in (True, False):
        if not living:
            break
        some = suites(near, folders)
        if asked.suites:
            some = [suite for suite in some if suite.name in asked.suites.split(",")]
        some = measured(some, asked.longest)
        print(f"{'number':>6} {'noticed by':<28} change", flush=True)
        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            answers = list(pool.map(lambda number: report(mutants, number, some, harmless, near), living))
        equal += answers.count("equivalent")
        living = [number for number, verdict in zip(living, answers) if verdict == LIVES]
    print_table(mutants, numbers, living)
    counted = len(numbers) - equal
    share = 1 - len(living) / counted if counted else 1
    print(f"{len(numbers)} changes: {counted - len(living)} noticed, {len(living)} live, {equal} change no result; {100 * share:.1f} % "
          f"(seed {asked.seed})")
    return 0 if share >= (WANTED if folders == PHYSICS else WANTED_ELSEWHERE) else 1


if __name__ == "__main__":
    sys.exit(main())
