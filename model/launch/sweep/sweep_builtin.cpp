#include "model/base/units/format_quantity.h"
#include "model/flags/advice/advice_inputs.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/sweep/sweep_cases.h"
#include "model/rules/broken_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double minThreshold = 16 * bytesPerMib; ///< bytes; below it a call is all latency
constexpr double maxThreshold = 8 * bytesPerGib; ///< bytes; the flag guides' "no limit"

SweepCase flagCase(const std::string &name, double value, const std::string &shown)
{
    const std::string text = numberText(value);
    return { {}, fmt::format("{} = {}", name, shown.empty() ? text : shown),
        { { "flags." + name, text } } };
}

/// Powers of two from `least` until one holds `most`.
std::vector<SweepCase> thresholdCases(const std::string &name, double least, double most)
{
    std::vector<SweepCase> cases;
    least = std::max(std::exp2(std::floor(std::log2(std::max(least, 1.0)))), minThreshold);
    for (double value = least; value <= maxThreshold; value *= 2) {
        cases.push_back(flagCase(name, value, formatBytes(Bytes { value })));
        if (value >= most)
            break;
    }
    return cases;
}

bool runsXlaOnGpu(const ResolvedPlan &plan)
{
    return plan.accelerator.kind == AcceleratorKind::Gpu && plan.framework().runsXla;
}

std::vector<SweepCase> allReduceCases(const ResolvedPlan &plan, const SweepSources &)
{
    if (!runsXlaOnGpu(plan))
        return {};
    return thresholdCases("xla_gpu_all_reduce_combine_threshold_bytes", minThreshold,
        AdviceInputs(plan).gradients.value());
}

std::vector<SweepCase> allGatherCases(const ResolvedPlan &plan, const SweepSources &)
{
    const double layer = AdviceInputs(plan).layerGather.value();
    if (!runsXlaOnGpu(plan) || layer <= 0)
        return {};
    return thresholdCases("xla_gpu_all_gather_combine_threshold_bytes", layer / 4, layer * 4);
}

std::vector<SweepCase> reduceScatterCases(const ResolvedPlan &plan, const SweepSources &)
{
    const double layer = AdviceInputs(plan).layerGradients.value();
    if (!runsXlaOnGpu(plan) || layer <= 0)
        return {};
    return thresholdCases("xla_gpu_reduce_scatter_combine_threshold_bytes", layer / 4, layer * 4);
}

std::vector<SweepCase> memoryFractionCases(const ResolvedPlan &plan, const SweepSources &)
{
    std::vector<SweepCase> cases;
    if (!runsXlaOnGpu(plan))
        return cases;
    const AdviceInputs inputs(plan);
    for (const double fraction : { 0.75, 0.8, 0.85, 0.9, 0.92, 0.94, 0.96 }) {
        // What stays outside the pool must hold context, libraries and communicators.
        if ((1 - fraction) * inputs.usable < gib(contextGib))
            break;
        cases.push_back({ {}, fmt::format("memory fraction {:.2f}", fraction),
            { { "flags.XLA_PYTHON_CLIENT_MEM_FRACTION", fmt::format("{:.2f}", fraction) } } });
    }
    return cases;
}

std::vector<SweepCase> channelCases(const ResolvedPlan &plan, const SweepSources &)
{
    std::vector<SweepCase> cases;
    if (!runsXlaOnGpu(plan))
        return cases;
    for (const double channels : { 4, 8, 16, 24, 32 }) // NCCL's own limit is 32
        cases.push_back(flagCase("xla_gpu_nccl_collective_max_nchannels", channels, {}));
    return cases;
}

std::vector<SweepCase> scopedVmemCases(const ResolvedPlan &plan, const SweepSources &)
{
    std::vector<SweepCase> cases;
    if (plan.accelerator.kind != AcceleratorKind::Tpu)
        return cases;
    // Where no source gives the size, the smallest of any generation (64 MiB) is the limit.
    constexpr double minVmemKib = 65536;
    const double known = AdviceInputs(plan).vmemHighestKib;
    const double most = known > 0 ? known : minVmemKib + 1;
    for (const double kib : { 16384, 32768, 49152, 65536, 81920, 98304, 114688 })
        if (kib < most)
            cases.push_back(
                flagCase("xla_tpu_scoped_vmem_limit_kib", kib, fmt::format("{} MiB", kib / 1024)));
    return cases;
}

std::vector<SweepCase> rematCases(const ResolvedPlan &plan, const SweepSources &sources)
{
    std::vector<SweepCase> cases;
    for (const std::string &id : sources.tools.library.rematPolicyIds()) {
        const auto policy = sources.tools.library.rematPolicy(id);
        if (!policy || policy->perTensorKeys || !policy->behavesAs.empty())
            continue;
        const auto &frameworks = policy->frameworks;
        const bool runs = std::find(frameworks.begin(), frameworks.end(), plan.plan.framework)
            != frameworks.end();
        if (!runs)
            continue;
        ResolvedPlan variant = plan;
        variant.plan.remat = { id, {} };
        variant.remat = *policy;
        if (sources.tools.estimator.estimate(variant).memory.fits)
            cases.push_back({ {}, "recomputation " + id, { { "remat.policy", id } } });
    }
    return cases;
}

std::vector<SweepCase> accumulationCases(const ResolvedPlan &plan, const SweepSources &sources)
{
    std::vector<SweepCase> cases;
    const double perRank = static_cast<double>(plan.plan.workload.globalBatchSequences)
        / static_cast<double>(plan.dataParallelRanks());
    for (double micro = 1; micro <= perRank; micro *= 2) {
        if (std::fmod(perRank, micro) != 0)
            break;
        ResolvedPlan variant = plan;
        variant.plan.parallelism.microBatch = micro;
        if (brokenRules(variant).empty() && sources.tools.estimator.estimate(variant).memory.fits)
            cases.push_back({ {}, fmt::format("micro-batch {}, {} passes", micro, perRank / micro),
                { { "parallelism.micro_batch_sequences", numberText(micro) } } });
    }
    return cases;
}

std::vector<SweepCase> processCases(const ResolvedPlan &plan, const SweepSources &)
{
    if (!runsXlaOnGpu(plan) || plan.framework().id != Framework::MaxText)
        return {};
    return { { {}, "one process per GPU", {}, ProcessLayout::PerDevice },
        { {}, "one process per node", {}, ProcessLayout::PerNode } };
}

constexpr BuiltInSweep sweeps[] {
    { "all-reduce-threshold",
        "size up to which all-reduces are merged, from 16 MiB to all gradients", allReduceCases },
    { "all-gather-threshold", "size up to which all-gathers are merged, around one layer",
        allGatherCases },
    { "reduce-scatter-threshold", "size up to which reduce-scatters are merged, around one layer",
        reduceScatterCases },
    { "memory-fraction", "share of device memory for JAX's pool", memoryFractionCases },
    { "channels", "channels, and so processors, of one NCCL collective", channelCases },
    { "scoped-vmem", "vector memory of one TPU operation", scopedVmemCases },
    { "remat", "recomputation policies that fit in memory", rematCases },
    { "gradient-accumulation", "micro-batches of one global batch that fit in memory",
        accumulationCases },
    { "process-layout", "one process per GPU against one per node", processCases },
};

} // namespace

std::span<const BuiltInSweep> builtInSweeps()
{
    return sweeps;
}

} // namespace headroom
