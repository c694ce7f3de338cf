#!/usr/bin/env python3
"""The pre-flight of a job on machines that are made up: tools, packages, network and disk found or missing.

usage: preflight.py HEADROOM_CLI SOURCE_DIR
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from checks import check, command, failures

SMI = 'for i in $(seq 0 {}); do echo "GPU $i: NVIDIA H100 80GB HBM3 (UUID: GPU-$i)"; done\n'
ROCM = 'echo device,Device Name\nfor i in $(seq 0 {}); do echo "card$i,MI300X"; done\n'
# Runs what it is told of once for each node, without srun's own options; the run itself only says so.
SRUN = """while [[ "${1:-}" == -* ]]; do shift; done
case "$*" in
  *preflight.py*) for _ in 1 2; do "$@" || exit; done ;;
  *) echo "the run starts" ;;
esac
"""


class Machine:
    """Two nodes with a PATH and a PYTHONPATH that hold what is given, and the exported job."""

    def __init__(self, folder, tools, packages):
        self.folder = pathlib.Path(folder)
        self.tools = self.folder / "bin"
        self.packages = self.folder / "packages"
        for place in (self.tools, self.packages):
            place.mkdir(parents=True)
        for name, text in {"srun": SRUN, "scontrol": "echo localhost\n", **tools}.items():
            tool = self.tools / name
            tool.write_text("#!/usr/bin/env bash\n" + text)
            tool.chmod(0o755)
        for name, release in packages.items():
            info = self.packages / f"{name}-{release}.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {release}\n")

    def submit(self, job, **variables):
        environment = {"PATH": f"{self.tools}:/usr/bin:/bin", "PYTHONPATH": str(self.packages), "HOME": str(self.folder),
                       "SLURM_NNODES": "2", "SLURM_JOB_ID": "1", "SLURM_JOB_NODELIST": "localhost",
                       "SLURM_SUBMIT_DIR": str(job.parent), "LC_ALL": "C.UTF-8", **variables}
        result = subprocess.run(["bash", job], env={**environment}, cwd=self.folder, capture_output=True, text=True,
                                timeout=60, check=False)
        return result.returncode, result.stdout + result.stderr


def main():
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        out = place / "job"
        command("export", "llama3.1-8b-h100-node", "--target", "deepspeed", "--out", out, "--set", "framework=deepspeed",
                "--set", "hardware.nodes=2", "--set", "parallelism.data=2")
        job = out / "job.sbatch"
        whole = {"torch": "2.9.0", "transformers": "5.12.1", "deepspeed": "0.19.5"}
        eight = {"nvidia-smi": SMI.format(7)}
        cases = [  # name, tools, packages, variables, exit status, what the job says, whether the run starts
            ("a ready machine", eight, whole, {}, 0,
             ["pre-flight: 2 nodes ready", "8 of 8 GPUs, torch 2.9.0, transformers 5.12.1, deepspeed 0.19.5"], True),
            ("AMD's tool", {"rocm-smi": ROCM.format(7)}, whole, {}, 0, ["8 of 8 GPUs"], True),
            ("a GPU fell off the bus", {"nvidia-smi": SMI.format(6)}, whole, {}, 3,
             ["not ready: 7 of 8 GPUs", "pre-flight: not all of 2 nodes are ready"], False),
            ("a tool that fails", {"nvidia-smi": "echo Failed >&2; exit 9\n"}, whole, {}, 0,
             ["no nvidia-smi or rocm-smi, so GPUs are not counted"], True),
            ("no DeepSpeed", eight, {"torch": "2.9.0", "transformers": "5.12.1"}, {}, 3,
             ["not ready: deepspeed is not installed"], False),
            ("a name without address", {**eight, "scontrol": "echo no-such-host.invalid\n"}, whole, {}, 3,
             ["no-such-host.invalid has no address here"], False),
            ("left out", {}, {}, {"PREFLIGHT": "0"}, 0, [], True),
        ]
        for number, (case, tools, packages, variables, status, says, starts) in enumerate(cases):
            got, text = Machine(place / str(number), tools, packages).submit(job, **variables)
            check(got == status, f"{case}: exit {got}, wanted {status}: {text[-600:]}")
            for words in says:
                check(words in text, f"{case}: no {words!r} in {text[-600:]}")
            check(("the run starts" in text) == starts, f"{case}: {text[-300:]}")
        too_small(out, Machine(place / "disk", eight, whole))
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


def too_small(out, machine):
    """Less room than the checkpoints take that are kept."""
    environment = {**os.environ, "PATH": f"{machine.tools}:/usr/bin:/bin", "PYTHONPATH": str(machine.packages)}
    words = [sys.executable, out / "preflight.py", "--gpus", "8", "--packages", "torch", "--folder", machine.folder]
    result = subprocess.run([*words, "--need-gib", "1e9"], env=environment, capture_output=True, text=True, check=False)
    check(result.returncode == 3 and "GiB free of 1000000000 wanted" in result.stdout, f"disk: {result.stdout}")
    result = subprocess.run([*words, "--need-gib", "0"], env=environment, capture_output=True, text=True, check=False)
    check(result.returncode == 0 and result.stdout.count("\n") == 1, f"disk: {result.stdout}")


main()
