#include "model/incidents/incident_fault.h"

#include "model/diagnosis/slowed_chip.h"
#include "model/plan/remat_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

bool hasNetwork(const FaultDraw &draw)
{
    return draw.planned.plan.hardware.nodes > 1;
}

bool sockets(RunningMachine &machine, const FaultDraw &draw)
{
    machine.network = draw.strength;
    machine.usesSockets = true;
    return hasNetwork(draw);
}

bool slowAdapter(RunningMachine &machine, const FaultDraw &draw)
{
    machine.network = draw.strength;
    return hasNetwork(draw);
}

/// The links of one node fall back to the host's: a share of its rate, as PCIe brings it.
bool pcie(RunningMachine &machine, const FaultDraw &draw)
{
    const Accelerator &chip = draw.planned.accelerator;
    machine.links = chip.hostRate * draw.strength / chip.linkRate;
    return draw.planned.plan.hardware.devicesPerNode > 1 && machine.links < 0.5;
}

bool heat(RunningMachine &machine, const FaultDraw &draw)
{
    machine.clock = draw.strength;
    return true;
}

bool lateHost(RunningMachine &machine, const FaultDraw &draw)
{
    constexpr double lateSteps = 0.09; // seldom enough that the median does not see them
    machine.jitterChance = lateSteps;
    machine.jitterShare = draw.strength;
    return true;
}

bool lateBatches(RunningMachine &machine, const FaultDraw &draw)
{
    machine.batchShare = draw.strength;
    return true;
}

bool slowCheckpoints(RunningMachine &machine, const FaultDraw &draw)
{
    constexpr int every = 10;
    machine.stallEvery = every;
    machine.stallShare = draw.strength;
    return true;
}

bool fragmentation(RunningMachine &machine, const FaultDraw &draw)
{
    constexpr double retriesPerGrowth = 160; // of the run, at twice the step's length
    machine.growth = draw.strength;
    machine.retries = static_cast<int>(std::lround(draw.strength * retriesPerGrowth));
    return true;
}

bool flag(RunningMachine &machine, const char *name, const std::string &value)
{
    machine.told.flags[name] = machine.actual.flags[name] = value;
    return true;
}

bool connections(RunningMachine &machine, const FaultDraw &draw)
{
    return flag(
        machine, "CUDA_DEVICE_MAX_CONNECTIONS", fmt::format("{}", 1 << std::lround(draw.strength)));
}

bool noScheduler(RunningMachine &machine, const FaultDraw &)
{
    return flag(machine, "xla_gpu_enable_latency_hiding_scheduler", "false");
}

/// A profile of another release has other names: the scheduler that it would have started finds
/// none of them.
bool staleProfile(RunningMachine &machine, const FaultDraw &)
{
    machine.told.flags["xla_gpu_pgle_profile_file_or_directory_path"] = "/profiles/step.pbtxt";
    machine.actual.flags["xla_gpu_enable_latency_hiding_scheduler"] = "false";
    machine.hasForeignProfile = true;
    return true;
}

bool combineThresholds(RunningMachine &machine, const FaultDraw &draw)
{
    const std::string bytes
        = fmt::format("{}", static_cast<std::int64_t>(std::exp2(draw.strength)));
    flag(machine, "xla_gpu_reduce_scatter_combine_threshold_bytes", bytes);
    return flag(machine, "xla_gpu_all_gather_combine_threshold_bytes", bytes);
}

bool recomputation(RunningMachine &machine, const FaultDraw &draw)
{
    machine.told.remat = machine.actual.remat = { fullRematId, {} };
    return draw.planned.plan.remat.policy != fullRematId;
}

void setMesh(RunningMachine &machine, const Mesh &mesh)
{
    machine.told.parallelism.mesh = machine.actual.parallelism.mesh = mesh;
}

/// Shards of weights across nodes and whole replicas inside: the reverse of what the plan says.
bool rankOrder(RunningMachine &machine, const FaultDraw &draw)
{
    const Plan &plan = draw.planned.plan;
    const int node = plan.hardware.devicesPerNode, nodes = plan.hardware.nodes;
    const Parallelism &degrees = plan.parallelism;
    if (degrees.fsdp != node || degrees.data != nodes || nodes % node != 0)
        return false;
    setMesh(
        machine, { { { "data", node } }, { { "data", nodes / node }, { "fsdp", degrees.fsdp } } });
    return true;
}

/// A tensor group's ranks on several nodes.
bool tensorAcrossNodes(RunningMachine &machine, const FaultDraw &draw)
{
    const Parallelism &degrees = draw.planned.plan.parallelism;
    const int node = draw.planned.plan.hardware.devicesPerNode;
    if (degrees.tensor != node || degrees.fsdp % 4 != 0 || !hasNetwork(draw))
        return false;
    setMesh(machine,
        { { { "tensor", node / 4 }, { "fsdp", 4 } },
            { { "tensor", 4 }, { "fsdp", degrees.fsdp / 4 } } });
    return true;
}

bool unevenExperts(RunningMachine &machine, const FaultDraw &draw)
{
    machine.actual.options.moeLoadImbalance = draw.strength;
    return draw.planned.model->moe && draw.planned.plan.parallelism.expert > 1;
}

bool precisionFallback(RunningMachine &machine, const FaultDraw &draw)
{
    machine.actual.precision.recipe = "none";
    return draw.planned.plan.precision.recipe.starts_with("fp8");
}

bool smallerBatch(RunningMachine &machine, const FaultDraw &draw)
{
    const auto by = static_cast<std::int64_t>(std::exp2(draw.strength));
    std::int64_t &batch = machine.told.workload.globalBatchSequences;
    const bool divides = batch % by == 0;
    batch /= by;
    machine.actual.workload.globalBatchSequences = batch;
    return divides;
}

bool upcastLoss(RunningMachine &machine, const FaultDraw &draw)
{
    machine.told.options.crossEntropy = machine.actual.options.crossEntropy = CrossEntropy::Eager;
    return draw.planned.plan.options.crossEntropy == CrossEntropy::Fused;
}

/// Nothing is broken: the chip is another than the plan's.
bool otherChip(RunningMachine &machine, const FaultDraw &draw)
{
    const bool isOlder = draw.strength < 0.5;
    machine.told.hardware.accelerator = machine.actual.hardware.accelerator
        = isOlder ? "a100-80-sxm" : "h100-pcie";
    return !draw.planned.plan.precision.recipe.starts_with("fp8");
}

// In no list of causes:

bool slowMemory(RunningMachine &machine, const FaultDraw &draw)
{
    machine.memoryRate = draw.strength;
    return true;
}

bool sharedUnits(RunningMachine &machine, const FaultDraw &draw)
{
    machine.units = draw.strength;
    return true;
}

bool slowAttention(RunningMachine &machine, const FaultDraw &draw)
{
    machine.units = machine.memoryRate = draw.strength;
    return true;
}

constexpr FaultPlace everywhere = FaultPlace::Cluster, onNode = FaultPlace::Node,
                     onDevice = FaultPlace::Device, onAdapter = FaultPlace::Adapter;

// Strengths are ranges of what such faults do in reports of users (ASSUMED where the thread gives
// no figure); the effect on a step is the estimate's.
constexpr FaultKind kinds[] {
    { "infiniband-off", 1, "", everywhere, 'n', 0.04, 0.12, false, 0.1, true, { "network-slow" },
        {}, sockets },
    { "pcie-path", 1, "", onNode, 'l', 0.7, 0.9, false, 0.1, true, { "links-slow" }, {}, pcie },
    { "data-loader", 1, "", everywhere, 'h', 1.15, 1.7, false, 0.1, true,
        { "input-pipeline", "device-idle" }, {}, lateBatches },
    { "checkpoint-stall", 1, "", everywhere, 's', 0.6, 3, false, 0, true, { "regular-stalls" }, {},
        slowCheckpoints },
    { "scheduler-off", 1, "maxtext", everywhere, 'f', 1, 1, false, 0.02, true,
        { "flag-value", "flag-default" }, {}, noScheduler },
    { "recomputation-on", 1, "", everywhere, 'r', 1, 1, false, 0.05, true,
        { "other-plan", "recomputation" }, "remat", recomputation },
    { "smaller-batch", 1, "", everywhere, 'b', 1, 2, true, 0, true,
        { "other-plan", "small-micro-batch" }, "workload.global_batch_sequences", smallerBatch },
    { "slow-nic", 2, "", onAdapter, 'n', 0.3, 0.7, false, 0.1, true, { "network-slow" }, {},
        slowAdapter },
    { "half-rate-cable", 2, "", onAdapter, 'n', 0.5, 0.5, false, 0.1, true, { "network-slow" }, {},
        slowAdapter },
    { "hot-device", 2, "", onDevice, 'c', 0.6, 0.85, false, 0.1, true, { "clocks", "slow-node" },
        {}, heat },
    { "host-jitter", 2, "", onNode, 'j', 0.5, 1.5, false, 0, true,
        { "irregular-stalls", "two-kinds" }, {}, lateHost },
    { "tensor-across-nodes", 2, "maxtext", everywhere, 'm', 1, 1, false, 0.1, true,
        { "other-plan" }, "parallelism.mesh", tensorAcrossNodes },
    { "other-chip", 2, "", everywhere, 'a', 0, 1, false, 0.1, true, { "other-plan", "other-chip" },
        "hardware.accelerator", otherChip },
    { "connections", 2, "maxtext", everywhere, 'q', 3, 5, true, 0.01, true,
        { "flag-value", "flag-default" }, {}, connections },
    { "combine-threshold", 2, "maxtext", everywhere, 'f', 18, 22, true, 0.02, true,
        { "flag-value", "flag-default" }, {}, combineThresholds },
    { "expert-imbalance", 2, "megatron", everywhere, 'e', 1.6, 3, false, 0.08, true,
        { "expert-imbalance" }, {}, unevenExperts },
    { "fragmentation", 3, "torchtitan", everywhere, 'g', 0.15, 0.6, false, 0, true,
        { "memory-retries", "drift" }, {}, fragmentation },
    { "stale-profile", 3, "maxtext", everywhere, 'f', 1, 1, false, 0.02, true, { "stale-profile" },
        {}, staleProfile },
    { "rank-order", 3, "maxtext", everywhere, 'm', 1, 1, false, 0.05, true, { "other-plan" },
        "parallelism.mesh", rankOrder },
    { "precision-fallback", 3, "megatron torchtitan", everywhere, 'p', 1, 1, false, 0.1, true,
        { "precision-fallback" }, {}, precisionFallback },
    { "upcast-loss", 3, "megatron", everywhere, 'o', 1, 1, false, 0.004, true, { "other-plan" },
        "options.cross_entropy", upcastLoss },
    { "slow-memory", 3, "", everywhere, 'u', 0.3, 0.55, false, 0.2, false, {}, {}, slowMemory },
    { "shared-units", 3, "", everywhere, 'u', 0.55, 0.75, false, 0.2, false, {}, {}, sharedUnits },
    { "slow-kernels", 3, "", everywhere, 'u', 0.6, 0.8, false, 0.2, false, {}, {}, slowAttention },
};

} // namespace

void slowDown(Accelerator &chip, const RunningMachine &machine)
{
    slowNetwork(chip, machine.network);
    slowLinks(chip, machine.links);
    slowUnits(chip, machine.clock * machine.units);
    chip.memoryBandwidth = chip.memoryBandwidth * machine.memoryRate;
}

bool FaultKind::runsOn(std::string_view framework) const
{
    return frameworks.empty() || frameworks.find(framework) != std::string_view::npos;
}

std::span<const FaultKind> faultKinds()
{
    return kinds;
}

const FaultKind *faultKind(std::string_view id)
{
    const auto found = std::ranges::find(kinds, id, &FaultKind::id);
    return found == std::end(kinds) ? nullptr : found;
}

Message Fault::title() const
{
    return { std::string("fault-") + kind->id, {} };
}

Message Fault::explanation() const
{
    return { std::string("fault-why-") + kind->id,
        { kind->isPower ? fmt::format("{:.0f}", std::exp2(strength))
                        : fmt::format("{:.3g}", strength) } };
}

Message Fault::where() const
{
    switch (kind->place) {
    case FaultPlace::Node:
        return { "fault-at-node", { std::to_string(node) } };
    case FaultPlace::Device:
        return { "fault-at-device", { std::to_string(node), std::to_string(device) } };
    case FaultPlace::Adapter:
        return { "fault-at-adapter", { std::to_string(node), std::to_string(device) } };
    case FaultPlace::Cluster:
        break;
    }
    return { "fault-at-cluster", {} };
}

} // namespace headroom
