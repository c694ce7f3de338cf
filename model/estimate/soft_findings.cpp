#include "model/estimate/estimator.h"
#include "model/units/format_quantity.h"

#include <cmath>

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
    } else if (evaluation.peak > 0.92 * evaluation.budget) {
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

void alignmentFindings(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    std::vector<Finding> &findings)
{
    const double multiple = std::max(1, resolved.accelerator.tileAlignment);
    const auto check = [&](const char *name, double size) {
        if (size > 0 && std::fmod(size, multiple) != 0) {
            const double better = std::ceil(size / multiple) * multiple;
            findings.push_back({ Severity::Hint, "dimension-not-aligned",
                { name, formatCount(size), formatCount(multiple), formatCount(better) }, "", {} });
        }
    };
    check("model width", p.hidden);
    check("MLP width per device", p.ffn / c.tensor);
    check("attention width per device", p.heads * p.headDim / c.tensor);
    check("vocabulary per device", p.vocab / c.tensor);
}

} // namespace

std::vector<Finding> softFindings(const ResolvedPlan &resolved, const Prepared &p,
    const Candidate &c, const Evaluation &evaluation)
{
    std::vector<Finding> findings;
    memoryFindings(p, evaluation, findings);
    parallelFindings(resolved, p, c, evaluation, findings);
    alignmentFindings(resolved, p, c, findings);
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
