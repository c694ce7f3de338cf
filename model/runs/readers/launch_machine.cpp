#include "model/runs/readers/launch_machine.h"

#include "model/plan/machine_comment.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <optional>

namespace headroom {
namespace {

/// An option of a job script and what it says of the machine.
struct JobOption
{
    std::string_view option, fact;
    std::string_view variable; ///< that the job system sets to it; empty: none
};
// @source SchedMD sbatch(1): options, and "OUTPUT ENVIRONMENT VARIABLES"
constexpr std::array jobOptions { JobOption { "nodes", "nodes", "SLURM_NNODES" },
    JobOption { "N", "nodes", "SLURM_NNODES" },
    JobOption { "gpus-per-node", "devices_per_node", "SLURM_GPUS_ON_NODE" },
    JobOption { "gres", "devices_per_node", "SLURM_GPUS_ON_NODE" },
    JobOption { "gpus", "devices", "SLURM_GPUS" }, JobOption { "G", "devices", "SLURM_GPUS" },
    JobOption { "ntasks-per-node", "", "SLURM_NTASKS_PER_NODE" },
    JobOption { "ntasks", "", "SLURM_NTASKS" }, JobOption { "n", "", "SLURM_NTASKS" },
    JobOption { "constraint", "device_hint", "" }, JobOption { "C", "device_hint", "" },
    JobOption { "partition", "device_hint", "" }, JobOption { "p", "device_hint", "" } };

/// "gpu:h100:8", "h100:8" or "8": a count and maybe a kind of device. "1:4" and "2-4" are ranges,
/// of which the larger counts.
void addJobOption(LaunchText &launch, const JobOption &row, std::string_view value)
{
    if (row.fact == "device_hint") {
        launch.job.emplace(row.fact, value);
        return;
    }
    if (row.option == "gres" && !value.starts_with("gpu"))
        return; // a licence, a disk
    std::string_view count = value;
    if (const std::size_t mark = count.find_last_of(":-"); mark != std::string_view::npos)
        count.remove_prefix(mark + 1);
    if (const auto number = wholeNumberText(count); !number || *number < 1)
        return;
    Scan kind { value };
    kind.accept("gpu:");
    if (const std::string_view name = kind.until(":");
        !kind.rest().empty() && !wholeNumberText(name))
        launch.job.emplace("device_name", name);
    if (!row.fact.empty())
        launch.job.emplace(row.fact, count);
    if (!row.variable.empty())
        launch.variables.emplace(row.variable, count);
    if (row.variable == "SLURM_NNODES")
        launch.variables.emplace("SLURM_JOB_NUM_NODES", count);
}

/// What the job's own lines leave open, an export's comment may tell.
void addMachineLine(LaunchText &launch, std::string_view text)
{
    const std::optional<MachineComment> machine = machineCommentOf(text);
    if (!machine)
        return;
    launch.job.emplace("device_name", machine->accelerator);
    launch.job.emplace("devices_per_node", std::to_string(machine->devicesPerNode));
    launch.job.emplace("nodes", std::to_string(machine->nodes));
}

/// An option or variable of a launcher and the fact that it states.
struct MachineWord
{
    std::string_view name, fact;
};
// @source torchrun --help; deepspeed/launcher/runner.py; accelerate/commands/launch.py; srun(1)
constexpr std::array machineOptions { MachineWord { "nproc_per_node", "devices_per_node" },
    MachineWord { "gpus_per_node", "devices_per_node" }, MachineWord { "gres", "devices_per_node" },
    MachineWord { "num_gpus", "devices_per_node" }, MachineWord { "nnodes", "nodes" },
    MachineWord { "num_nodes", "nodes" }, MachineWord { "num_machines", "nodes" },
    MachineWord { "nodes", "nodes" }, MachineWord { "num_processes", "devices" } };
// @source torchtitan run_train.sh (NGPU); LLaMA-Factory src/llamafactory/launcher.py (NNODES,
// NPROC_PER_NODE); the others are what scripts of Megatron-LM and DeepSpeed call them
constexpr std::array machineVariables { MachineWord { "NGPU", "devices_per_node" },
    MachineWord { "GPUS_PER_NODE", "devices_per_node" },
    MachineWord { "NPROC_PER_NODE", "devices_per_node" },
    MachineWord { "NUM_GPUS", "devices_per_node" }, MachineWord { "NNODES", "nodes" },
    MachineWord { "NUM_NODES", "nodes" } };

/// "h100:8", "1:4": the last part.
std::optional<std::string> countText(std::string_view value)
{
    if (const std::size_t colon = value.rfind(':'); colon != std::string_view::npos)
        value.remove_prefix(colon + 1);
    const auto count = wholeNumberText(value);
    return count && *count >= 1 ? std::optional { std::string(value) } : std::nullopt;
}

/// "worker-0:0,1@worker-1:0,1": the devices of each host. @source deepspeed/launcher/runner.py,
/// parse_resource_filter
void addIncluded(std::string_view hosts, const TextPlace &place, RunTrace &run)
{
    std::int64_t nodes = 0, perNode = 0;
    Scan scan { hosts };
    while (!scan.rest().empty()) {
        Scan host { scan.until("@") };
        host.until(":");
        if (host.rest().empty())
            return; // the whole of a host: its devices are not named
        ++nodes;
        perNode = 1 + std::ranges::count(host.rest(), ',');
    }
    run.facts.set("nodes", std::to_string(nodes), place.file, place.line);
    run.facts.set("devices_per_node", std::to_string(perNode), place.file, place.line);
}

} // namespace

void addJobLines(LaunchText &launch, std::string_view text)
{
    Scan lines { text };
    while (!lines.rest().empty()) {
        Scan line { trimmed(lines.until("\n")) };
        if (!line.accept("#SBATCH "))
            continue;
        Scan words { line.until(" #") };
        while (!trimmed(words.rest()).empty()) {
            words.skipBlanks();
            std::string_view word = words.word();
            if (word.empty())
                break;
            while (word.starts_with("-"))
                word.remove_prefix(1);
            Scan parts { word };
            const std::string_view name = parts.until("=");
            const auto row = std::ranges::find(jobOptions, name, &JobOption::option);
            if (row == jobOptions.end())
                continue;
            std::string_view value = parts.rest();
            if (value.empty()) {
                words.skipBlanks();
                value = words.word();
            }
            addJobOption(launch, *row, value);
        }
    }
    addMachineLine(launch, text);
}

void addMachineOption(
    std::string_view name, std::string_view value, const TextPlace &place, RunTrace &run)
{
    if (name == "gres" && !value.starts_with("gpu"))
        return; // a licence, a disk
    if (name == "include" && value.find(':') != std::string_view::npos)
        return addIncluded(value, place, run);
    const auto row = std::ranges::find(machineOptions, name, &MachineWord::name);
    // srun inside a job may start a part of it.
    if (row == machineOptions.end() || (name == "nodes" && run.facts.has("nodes")))
        return;
    if (const auto count = countText(value))
        run.facts.set(row->fact, *count, place.file, place.line);
}

void addMachineOfScript(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    for (const MachineWord &row : machineVariables) {
        const auto value = launch.variables.find(std::string(row.name));
        if (value == launch.variables.end() || run.facts.has(row.fact))
            continue;
        if (const auto count = countText(value->second))
            run.facts.set(row.fact, *count, place.file, place.line);
    }
    // Some clouds count nodes so; a script that tells neither sets what torch.distributed reads.
    const auto world = launch.variables.find("WORLD_SIZE");
    if (world != launch.variables.end() && !run.facts.has("nodes")
        && !run.facts.has("devices_per_node") && !run.facts.has("devices"))
        if (const auto count = countText(world->second))
            run.facts.set("devices", *count, place.file, place.line);
    const auto visible = launch.variables.find("CUDA_VISIBLE_DEVICES");
    if (visible != launch.variables.end() && !run.facts.has("devices_per_node")
        && !run.facts.has("devices"))
        run.facts.set("devices_per_node",
            std::to_string(1 + std::ranges::count(visible->second, ',')), place.file, place.line);
    for (const auto &[fact, value] : launch.job)
        run.facts.set(fact, value, place.file, place.line);
}

} // namespace headroom
