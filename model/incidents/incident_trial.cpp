#include "model/incidents/incident_trial.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *schedulerFlag = "xla_gpu_enable_latency_hiding_scheduler";
constexpr const char *profileFlag = "xla_gpu_pgle_profile_file_or_directory_path";
constexpr const char *queuesVariable = "CUDA_DEVICE_MAX_CONNECTIONS";

void dropFlag(RunningMachine &machine, const char *name)
{
    machine.told.flags.erase(name);
    machine.actual.flags.erase(name);
}

void syntheticData(RunningMachine &machine, const Plan &)
{
    machine.batchShare = 0;
}

void noCheckpoints(RunningMachine &machine, const Plan &)
{
    machine.stallEvery = 0;
    machine.stallShare = 0;
}

void quietHosts(RunningMachine &machine, const Plan &)
{
    machine.jitterChance = machine.jitterShare = 0;
}

void plannedMesh(RunningMachine &machine, const Plan &planned)
{
    machine.told.parallelism.mesh = machine.actual.parallelism.mesh = planned.parallelism.mesh;
}

void plannedRecomputation(RunningMachine &machine, const Plan &planned)
{
    machine.told.remat = machine.actual.remat = planned.remat;
}

void plannedBatch(RunningMachine &machine, const Plan &planned)
{
    machine.told.workload.globalBatchSequences = machine.actual.workload.globalBatchSequences
        = planned.workload.globalBatchSequences;
}

void noRecipe(RunningMachine &machine, const Plan &)
{
    machine.told.precision.recipe = machine.actual.precision.recipe = "none";
}

void fusedLoss(RunningMachine &machine, const Plan &)
{
    machine.told.options.crossEntropy = machine.actual.options.crossEntropy = CrossEntropy::Fused;
}

void evenRouting(RunningMachine &machine, const Plan &)
{
    machine.told.options.moeLoadImbalance = machine.actual.options.moeLoadImbalance = 0;
}

/// A profile of another program hides nothing, whether the scheduler runs or not.
void schedulerOn(RunningMachine &machine, const Plan &)
{
    machine.told.flags[schedulerFlag] = "true";
    if (!machine.hasForeignProfile)
        machine.actual.flags[schedulerFlag] = "true";
}

void noProfile(RunningMachine &machine, const Plan &)
{
    dropFlag(machine, profileFlag);
    if (machine.hasForeignProfile)
        dropFlag(machine, schedulerFlag);
    machine.hasForeignProfile = false;
}

void advisedThresholds(RunningMachine &machine, const Plan &)
{
    dropFlag(machine, "xla_gpu_all_gather_combine_threshold_bytes");
    dropFlag(machine, "xla_gpu_reduce_scatter_combine_threshold_bytes");
}

void oneQueue(RunningMachine &machine, const Plan &)
{
    machine.told.flags[queuesVariable] = machine.actual.flags[queuesVariable] = "1";
}

void expandableSegments(RunningMachine &machine, const Plan &)
{
    machine.growth = 0;
    machine.retries = 0;
}

constexpr IncidentTrial trials[] {
    { "synthetic-data", {}, syntheticData },
    { "no-checkpoints", {}, noCheckpoints },
    { "quiet-hosts", {}, quietHosts },
    { "planned-batch", {}, plannedBatch },
    { "planned-recomputation", {}, plannedRecomputation },
    { "planned-mesh", "maxtext", plannedMesh },
    { "scheduler-on", "maxtext", schedulerOn },
    { "no-profile", "maxtext", noProfile },
    { "advised-thresholds", "maxtext", advisedThresholds },
    { "one-queue", "maxtext", oneQueue },
    { "no-recipe", "megatron torchtitan", noRecipe },
    { "fused-loss", "megatron", fusedLoss },
    { "even-routing", "megatron", evenRouting },
    { "expandable-segments", "torchtitan", expandableSegments },
};

} // namespace

Message IncidentTrial::title() const
{
    return { std::string("trial-") + id, {} };
}

std::span<const IncidentTrial> incidentTrials()
{
    return trials;
}

std::vector<const IncidentTrial *> trialsOf(const Plan &plan)
{
    std::vector<const IncidentTrial *> possible;
    for (const IncidentTrial &trial : trials)
        if (trial.frameworks.empty()
            || trial.frameworks.find(plan.framework) != std::string_view::npos)
            possible.push_back(&trial);
    return possible;
}

const IncidentTrial *incidentTrial(std::string_view id)
{
    const auto found = std::ranges::find(trials, id, &IncidentTrial::id);
    return found == std::end(trials) ? nullptr : found;
}

} // namespace headroom
