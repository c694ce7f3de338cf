#!/usr/bin/env python3
# @plan
#
# Asks the compiler what the plan's step needs, without running it: the bytes of memory_analysis(), and how often a
# step runs each collective and with how many bytes. Writes prove.json, which `headroom-cli runs add` reads.
# MaxText: its own train_compile, for the plan's TPU topology, on GPUs of the plan, or on stand-ins that the CPU
# back end makes. A program of one's own: prove_step() in it gives back jax.jit(step).lower(shapes).
# Exit status: 0 compiled, 2 cannot compile.
import argparse
import copy
import importlib
import importlib.metadata
import json
import os
import platform
import runpy
import sys
import time

import hlo_collectives

FIELDS = ("generated_code_size_in_bytes", "argument_size_in_bytes", "output_size_in_bytes", "alias_size_in_bytes",
          "temp_size_in_bytes", "host_generated_code_size_in_bytes", "host_argument_size_in_bytes",
          "host_output_size_in_bytes", "host_alias_size_in_bytes", "host_temp_size_in_bytes", "peak_memory_in_bytes")
MOST_ROWS = 1000


class Fault(Exception):
    """What stands in the way, in words for the user."""


def arguments():
    parser = argparse.ArgumentParser(description="compiles the plan's step and says what the compiler needs")
    parser.add_argument("--what", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "what.json"))
    parser.add_argument("--out", default="prove.json", help="file to write")
    parser.add_argument("--on", choices=("tpu", "gpu", "cpu"), default="cpu", help="back end that compiles")
    parser.add_argument("program", nargs=argparse.REMAINDER,
                        help="for MaxText its configuration and key=value, else a program and its arguments")
    return parser.parse_args()


def same_topology(name, wanted):
    """Whether "v5p:4x4x8" is the plan's "4x4x8"; sides of 1 do not count, their order does not either."""
    def sides(text):
        return sorted(side for side in text.split(":")[-1].split("x") if side != "1")
    return sides(name) == sides(wanted)


def maxtext_step(what, options):
    """The compiled step of MaxText's train_compile, and what was done to it."""
    try:
        train_compile = importlib.import_module(what["module"])
    except ImportError as fault:
        raise Fault(f"{what['module']} is not here ({fault}): install MaxText {what['maxtext']}") from fault
    table = train_compile.accelerator_to_spec_map.UserFacingNameToSystemCharacteristics
    name = what["topology"]
    if name not in table:
        alike = [one for one in table if one.split("-")[0] == name.split("-")[0]]
        raise Fault(f"MaxText knows no topology {name}; it has {', '.join(alike) or 'none of this chip'}")
    if options.on == "tpu":
        if what["slice"] and not same_topology(table[name].topology_name, what["slice"]):
            raise Fault(f"MaxText compiles {name} for {table[name].topology_name}, and the plan's slice is {what['slice']}")
    else:
        # The row says "the devices that are here"; how many make a slice is the plan's.
        row = copy.copy(table[name])
        row.devices_per_slice = what["devices"] if options.on == "cpu" else what["devices_per_slice"]
        table[name] = row
    kept = []
    compile_step = train_compile.jit_and_compile

    def keep(*words, **more):
        kept.append(compile_step(*words, **more))
        return kept[-1]

    train_compile.jit_and_compile = keep
    slices = 1 if options.on == "cpu" else what["slices"]
    train_compile.main(["train_compile", *options.program, f"compile_topology={name}",
                        f"compile_topology_num_slices={slices}"])
    if not kept:
        raise Fault("train_compile did not compile a step")
    return kept[-1]


def own_step(what, options):
    """The compiled step of a program that lowers it itself."""
    if not options.program:
        raise Fault("name your program: bash run.sh train.py")
    program = options.program[0]
    sys.argv = list(options.program)
    sys.path.insert(0, os.path.dirname(os.path.abspath(program)))
    make = runpy.run_path(program, run_name="headroom_prove").get("prove_step")
    if not callable(make):
        raise Fault(f"{program} has no prove_step(): define one that gives back jax.jit(step).lower(shapes of its arguments)")
    lowered = make()
    return lowered.compile() if hasattr(lowered, "compile") else lowered


def memory_of(compiled):
    """memory_analysis() as a mapping; older releases lack some fields."""
    stats = compiled.memory_analysis()
    if isinstance(stats, (list, tuple)):
        stats = stats[0] if stats else None
    found = {}
    for field in FIELDS:
        value = getattr(stats, field, None)
        if isinstance(value, int) and value >= 0:
            found[field] = value
    return found


def text_of(compiled):
    text = compiled.as_text()
    return text if isinstance(text, str) else "\n".join(text or [])


def versions():
    found = {"python": platform.python_version()}
    for name in ("jax", "jaxlib", "libtpu", "maxtext", "flax"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def missing_on(what, options):
    """What a compile here cannot tell about the plan's own chip."""
    if options.on != "cpu":
        return []
    chip = what["accelerator"]
    return [{"what": "memory", "why": f"the CPU back end plans its own buffers: they say nothing of {chip}"},
            {"what": "fusions", "why": f"kernels, layouts and overlap of {chip}'s compiler are not those of the CPU"},
            {"what": "combined collectives", "why": "the CPU back end joins and splits collectives otherwise: bytes compare, counts less"}]


def document(what, options, compiled, seconds):
    rows, loops = hlo_collectives.collectives(text_of(compiled))
    lacks = missing_on(what, options)
    if loops["unknown"]:
        lacks.append({"what": "loops", "why": f"{loops['unknown']} loops do not tell their trips: what is inside counts once"})
    if loops["conditional"]:
        lacks.append({"what": "conditionals", "why": f"every branch of {loops['conditional']} counts as if it ran"})
    memory = memory_of(compiled)
    if not memory:
        lacks.append({"what": "memory", "why": "this back end gives no memory_analysis()"})
    return {"schema_version": 1, "proof": "headroom-prove", "plan_json": json.dumps(what["plan"], sort_keys=True),
            "program": "maxtext" if what.get("module") else "own", "on": options.on, "topology": what.get("topology", ""),
            "devices": what["devices"], "compile_seconds": seconds, "versions": versions(), "memory": memory,
            "collectives": rows[:MOST_ROWS], "loops": loops,
            "substituted": what.get("substituted", []) if options.on == "cpu" else [], "missing": lacks}


def write(path, content):
    """The whole file or none."""
    beside = f"{path}.part{os.getpid()}"
    with open(beside, "w", encoding="utf-8") as stream:
        json.dump(content, stream, indent=1, allow_nan=False)
        stream.write("\n")
    os.replace(beside, path)


def report(content):
    memory = content["memory"]
    for field in FIELDS:
        if memory.get(field):
            print(f"{field:<36} {memory[field] / (1 << 30):10.3f} GiB")
    for row in content["collectives"]:
        print(f"{row['kind']:<20} {row['group'] or '-':>6} devices {row['count']:>8} times {row['bytes'] / (1 << 30):10.3f} GiB")
    for lack in content["missing"]:
        print(f"cannot tell: {lack['what']} ({lack['why']})")


def main():
    options = arguments()
    try:
        with open(options.what, encoding="utf-8") as stream:
            what = json.load(stream)
        start = time.perf_counter()
        compiled = maxtext_step(what, options) if what.get("module") else own_step(what, options)
        content = document(what, options, compiled, time.perf_counter() - start)
    except (OSError, ValueError, AssertionError, Fault) as fault:
        print(f"prove: {fault}", file=sys.stderr)
        return 2
    write(options.out, content)
    report(content)
    print(f"wrote {options.out}: headroom-cli runs add {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
