#include "model/base/units/format_quantity.h"
#include "model/estimate/dimension_fit.h"
#include "model/physics/tight_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

void memoryFindings(const Prepared &p, const Evaluation &evaluation, std::vector<Finding> &findings)
{
    if (!evaluation.fits) {
        const bool isPool = evaluation.peak > evaluation.budget;
        const Bytes needed = isPool ? evaluation.peak : evaluation.outsidePool;
        const Bytes available = isPool ? evaluation.budget : Bytes { p.usableBytes - p.poolBytes };
        findings.push_back({ Severity::Error, "does-not-fit",
            { formatBytes(needed), formatBytes(available), formatBytes(needed - available) }, "",
            {} });
    } else if (evaluation.peak > tightPoolShare * evaluation.budget) {
        findings.push_back({ Severity::Warning, "memory-nearly-full",
            { formatShare(evaluation.peak / evaluation.budget), formatBytes(evaluation.budget) },
            "parallelism.micro_batch_sequences", {} });
    }
}

void parallelFindings(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    const Evaluation &evaluation, std::vector<Finding> &findings)
{
    if (!p.isTpu && c.tensor > p.domain)
        findings.push_back({ Severity::Warning, "tensor-crosses-nodes",
            { std::to_string(c.tensor), formatCount(p.domain) }, "parallelism.tensor",
            { { "parallelism.tensor", std::to_string(static_cast<int>(p.domain)) } } });
    if (c.pipeline > 1 && evaluation.microBatches < 4 * c.pipeline)
        findings.push_back({ Severity::Warning, "few-micro-batches",
            { formatCount(evaluation.microBatches), formatCount(4.0 * c.pipeline),
                formatShare(evaluation.time[TimeTerm::Bubble] / evaluation.step) },
            "parallelism.pipeline_chunks", {} });
    if (c.sequenceParallel && c.tensor == 1)
        findings.push_back({ Severity::Hint, "sequence-parallel-without-tensor", {},
            "parallelism.sequence_parallel", { { "parallelism.sequence_parallel", "false" } } });
    for (std::size_t i = 0; i < axisCount; ++i) {
        const AxisLoad &axis = evaluation.axes[i];
        if (axis.seconds > 0 && axis.window > 0 && axis.seconds > axis.window
            && axis.exposed > 0.1 * evaluation.step.value())
            findings.push_back({ Severity::Warning, "network-bound",
                { std::string(i == 0 ? "FSDP"
                          : i == 1   ? "data-parallel"
                          : i == 2   ? "tensor-parallel"
                          : i == 3   ? "context-parallel"
                          : i == 4   ? "expert-parallel"
                                     : "pipeline"),
                    formatSeconds(Seconds { axis.seconds }),
                    formatSeconds(Seconds { axis.window }) },
                "", {} });
    }
    (void)resolved;
}

/// A gain that rounds to nothing is said to be small, not to be "+0.0 %".
std::string gainText(double gain)
{
    constexpr double smallest = 0.0005; ///< fraction
    return gain < smallest ? "<0.1 %" : fmt::format("{:+.1f} %", 100 * gain);
}

} // namespace

std::vector<Finding> dimensionFindings(const std::vector<DimensionFit> &fits)
{
    // The number of tokens is a choice of the moment; a head size is one of the architecture.
    static constexpr std::array<std::string_view, 5> matrixDimensions { "hidden", "ffn",
        "expert_ffn", "attention_width", "vocabulary" };
    std::vector<Finding> findings;
    for (const DimensionFit &fit : fits)
        if (!fit.isAligned && std::ranges::find(matrixDimensions, fit.id) != matrixDimensions.end())
            findings.push_back({ Severity::Hint, "dimension-not-aligned",
                { fit.label, formatCount(fit.perDevice), formatCount(fit.best),
                    formatCount(fit.better), gainText(fit.gain) },
                "", {} });
    return findings;
}

std::vector<Finding> softFindings(const ResolvedPlan &resolved, const Prepared &p,
    const Candidate &c, const Evaluation &evaluation)
{
    std::vector<Finding> findings;
    memoryFindings(p, evaluation, findings);
    parallelFindings(resolved, p, c, evaluation, findings);
    const double hostLimit = resolved.accelerator.hostMemoryGibPerNode * bytesPerGib;
    if (evaluation.host.value() > hostLimit && hostLimit > 0)
        findings.push_back({ Severity::Error, "host-memory-short",
            { formatBytes(evaluation.host), formatBytes(Bytes { hostLimit }) }, "remat.policy",
            {} });
    if (p.moeLayers > 0 && p.options.moeCapacityFactor > 0)
        findings.push_back({ Severity::Hint, "tokens-may-drop",
            { formatCount(p.options.moeCapacityFactor) }, "options.moe_capacity_factor", {} });
    return findings;
}

} // namespace headroom
