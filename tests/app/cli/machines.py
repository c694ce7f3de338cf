#!/usr/bin/env python3
"""hardware.machine: what a machine type sets, what wins over it, and what is refused.

usage: machines.py HEADROOM_CLI SOURCE_DIR
"""
import pathlib
import subprocess
import sys
import tempfile

from checks import CLI, check, command, command_json, failures

# Names that people use, with chip and devices.
KNOWN = """a3-mega h100-sxm 8, a3-megagpu-8g h100-sxm 8, a3-ultra h200 8, a4 b200 8, p4d a100-40-sxm 8,
p4de.24xlarge a100-80-sxm 8, p5 h100-sxm 8, p5e h200 8, p5en h200 8, p6-b200 b200 8, nd-h100-v5 h100-sxm 8,
Standard_ND96isr_H100_v5 h100-sxm 8, ndm-a100-v4 a100-80-sxm 8, nd-h200-v5 h200 8, g5.xlarge a10g 1, g6.12xlarge l4 4,
g6e.48xlarge l40s 8, v5litepod-16 tpu-v5e 16, v5p-128 tpu-v5p 64, v6e-256 tpu-v6e 256, v7x-64 tpu-v7x 64,
BM.GPU.H100.8 h100-sxm 8, dgx-h100 h100-sxm 8, dgx-a100 a100-80-sxm 8, dgx-b200 b200 8, hgx-h100 h100-sxm 8"""


def plan(folder, hardware):
    file = folder / "p.headroom.yaml"
    file.write_text("schema_version: 1\nmodel: llama3.1-8b\nhardware: {" + hardware + "}\nworkload: {sequence_length: 8192, "
                    "global_batch_sequences: 128}\nparallelism: {fsdp: 8}\n")
    return file


def hardware(file, *settings):
    words = [word for setting in settings for word in ("--set", setting)]
    return command_json("check", file, *words)["plan"]["hardware"]


def refused(file, says, *settings):
    words = [word for setting in settings for word in ("--set", setting)]
    message = command("check", file, *words, status=2).stderr
    check(says in message, f"{settings}: {message}")


def main():
    machines = {row["id"]: row for row in command_json("profiles", "machines")["machines"]}
    chips = {row["id"]: row for row in command_json("profiles", "hardware")["hardware"]}
    check(len(machines) >= 100, f"{len(machines)} machines")
    for row in machines.values():
        check(row["accelerator"] in chips and row["source"], f"{row['id']}: {row}")
        check(("usd_per_device_hour" in row) == ("price_date" in row), f"{row['id']}: a price has a date")
        check((chips[row["accelerator"]]["kind"] == "tpu") == bool(row["topology"]), f"{row['id']}: topology")
        check(row["id"] not in chips, f"{row['id']} is a chip, too")
        check(row["topology"] or ("nic_gbytes_per_s_per_device" in row and "host_memory_gib" in row), row["id"])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for entry in KNOWN.replace("\n", " ").split(", "):
            machine, chip, devices = entry.split()
            found = hardware(plan(folder, f"machine: {machine}, nodes: 1"), f"parallelism.fsdp={devices}",
                             "framework=jax", "attention=unfused", "workload.global_batch_sequences=256")
            check((found["accelerator"], found["devices_per_node"]) == (chip, int(devices)), f"{entry}: {found}")
        # What it leaves to no one else.
        found = hardware(plan(folder, "machine: p4d, nodes: 1"))
        check(found["machine"] == "p4d" and "nic_gbytes_per_s_per_device" not in found, str(found))
        estimate = command_json("estimate", plan(folder, "machine: p4d, nodes: 1"), "--set", "workload.training_tokens=1e10")
        same = command_json("estimate", plan(folder, "accelerator: a100-40-sxm, nodes: 1, devices_per_node: 8, "
                                             "nic_gbytes_per_s_per_device: 6.25, host_memory_gib_per_node: 1152, "
                                             "price_per_device_hour: 2.7447"), "--set", "workload.training_tokens=1e10")
        check(estimate["run"] == same["run"] and estimate["time"] == same["time"], "a machine is its values")
        # Keys beside it win.
        ours = hardware(plan(folder, "machine: p5.48xlarge, accelerator: h100, devices_per_node: 4, nodes: 2, "
                             "price_per_device_hour: 1"))
        check(ours["devices_per_node"] == 4 and ours["price_per_device_hour"] == 1, str(ours))
        check(hardware(plan(folder, "accelerator: h100-sxm, nodes: 1, devices_per_node: 8"),
                       "hardware.machine=nd-h100-v5")["machine"] == "nd-h100-v5", "a machine by --set")
        # Another chip is an error, and so is an unknown name.
        refused(plan(folder, "machine: p4d, accelerator: h100-sxm, nodes: 1"),
                "p.headroom.yaml:3: machine p4d has chips of another kind: a100-40-sxm, not h100-sxm")
        refused(plan(folder, "machine: p4d, nodes: 1"), "not b200", "hardware.accelerator=b200")
        refused(plan(folder, "machine: a3-meg, nodes: 1"), "machine a3-meg is not known; did you mean a3-mega?")
        refused(plan(folder, "machine: toaster, nodes: 1"), "profiles machines")
        # A saved plan keeps it.
        saved = folder / "saved.headroom.yaml"
        saved.write_text(command("check", plan(folder, "machine: a3-mega, nodes: 1"), "--print").stdout)
        check("machine: a3-mega" in saved.read_text(), saved.read_text())
        check(hardware(saved) == hardware(plan(folder, "machine: a3-mega, nodes: 1")), "saved and loaded again")
        # A file of the user's that contradicts itself is named.
        own = folder / "data/headroom/machines"
        own.mkdir(parents=True)
        (own / "round.yaml").write_text("schema_version: 1\nid: round\nname: R\nprovider: P\nsource: here\n"
                                        "accelerator: tpu-v5p\ndevices: 8\ntopology: 2x2x1\n")
        result = subprocess.run([CLI, "profiles", "machines"], capture_output=True, text=True, check=False,
                                env={"XDG_DATA_HOME": str(folder / "data")})
        check(result.returncode == 0 and "round.yaml:8: " in result.stderr, result.stderr)
        # The cluster question compares them.
        file = plan(folder, "accelerator: h100-sxm, nodes: 1, devices_per_node: 8")
        asked = command_json("cluster", file, "--tokens", "1e9", "--chips", "p5,nd-h100-v5,bm.gpu.h100.8",
                             "--most-devices", "16")["chips"]
        cost = {chip["id"]: chip["points"][0]["cost_usd"] for chip in asked}
        check(list(cost) == ["p5", "nd-h100-v5", "bm.gpu.h100.8"], str(cost))
        check(all([point["devices"] for point in chip["points"]] == [8, 16] for chip in asked), "whole machines")
        check(abs(cost["nd-h100-v5"] / cost["p5"] - 12.29 / 6.88) < 1e-9, f"one chip at two prices: {cost}")
        check(asked[0]["price_date"] == "2026-09" and asked[0]["price_source"].startswith("Amazon"), str(asked[0])[:300])
        check(asked[0]["points"][0]["settings"]["hardware.machine"] == "p5", "the settings name the machine")
        result = command("cluster", file, "--tokens", "1e9", "--chips", "toaster", status=2)
        check("toaster" in result.stderr, result.stderr)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
