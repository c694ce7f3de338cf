#include "model/estimate/dimension_fit.h"
#include "model/estimate/figure_intervals.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/transformers/liger_kernels.h"
#include "model/physics/memory/tight_pool.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/gather_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// Words of the axes, in the order of Evaluation::axes.
constexpr std::array<const char *, axisCount> axisWords { "axis-fsdp", "axis-data", "axis-tensor",
    "axis-context", "axis-expert", "axis-pipeline" };

/// Ranks that the state is spread over.
double layoutShards(const Prepared &p, const Candidate &c)
{
    return makeLayout(p, c).optimizerShards;
}

/// A preallocated pool that leaves too little for what lives outside it.
void poolFinding(const Prepared &p, const Evaluation &evaluation, std::vector<Finding> &findings)
{
    const Bytes left = p.usableBytes - p.poolBytes;
    if (p.poolBytes <= Bytes {} || evaluation.outsidePool <= left)
        return;
    const double most = std::floor((1 - evaluation.outsidePool / p.usableBytes) * 100) / 100;
    const std::string field = std::string { "flags." } + poolShareVariable;
    findings.push_back({ Severity::Error, "pool-leaves-too-little",
        { Amount { Amount::Share, p.poolBytes / p.usableBytes }, left, evaluation.outsidePool,
            fmt::format("{:.2f}", most) },
        field, { { field, fmt::format("{:.2f}", most) } } });
}

void parallelFindings(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    const Evaluation &evaluation, std::vector<Finding> &findings)
{
    if (!p.isTpu && c.tensor > p.domain)
        findings.push_back({ Severity::Warning, "tensor-crosses-nodes",
            { std::to_string(c.tensor), Amount { Amount::Count, p.domain } }, "parallelism.tensor",
            { { "parallelism.tensor", std::to_string(static_cast<int>(p.domain)) } } });
    if (c.pipeline > 1 && evaluation.microBatches < 4 * c.pipeline)
        findings.push_back({ Severity::Warning, "few-micro-batches",
            { Amount { Amount::Count, evaluation.microBatches },
                Amount { Amount::Count, 4.0 * c.pipeline },
                Amount { Amount::Share, evaluation.time[TimeTerm::Bubble] / evaluation.step } },
            "parallelism.pipeline_chunks", {} });
    if (c.zeroStage == 3 && c.data > 1 && layoutShards(p, c) <= 1)
        findings.push_back({ Severity::Hint, "nothing-sharded",
            { Amount { Amount::Count, double(c.data) } }, "parallelism.fsdp",
            { { "parallelism.fsdp", std::to_string(c.data) }, { "parallelism.data", "1" } } });
    if (c.sequenceParallel && c.tensor == 1)
        findings.push_back({ Severity::Hint, "sequence-parallel-without-tensor", {},
            "parallelism.sequence_parallel", { { "parallelism.sequence_parallel", "false" } } });
    for (std::size_t i = 0; i < axisCount; ++i) {
        const AxisLoad &axis = evaluation.axes[i];
        if (axis.window > Seconds {} && axis.seconds > axis.window
            && axis.exposed > 0.1 * evaluation.step)
            findings.push_back({ Severity::Warning, "network-bound",
                { Message { axisWords[i] }, axis.seconds, axis.window }, "", {} });
    }
    (void)resolved;
}

/// What gathering a pipeline's weights once a step is worth, whichever way the plan goes.
void gatherFinding(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    std::vector<Finding> &findings)
{
    constexpr const char *field = "options.pipeline_gather";
    if (p.isInference || !resolved.framework().hasOption(field))
        return;
    Prepared open = p;
    open.pipelineGather = PipelineGather::Auto;
    const Layout layout = makeLayout(p, c);
    if (!mayGatherOnce(open, c, layout))
        return;
    const GatherChoice choice = gatherChoice(p, c, layout);
    if (choice.once.step >= choice.each.step && !layout.gathersOnce)
        return;
    const std::vector<Operand> size { choice.each.step - choice.once.step,
        choice.once.peak - choice.each.peak };
    if (layout.gathersOnce)
        findings.push_back({ Severity::Hint, "pipeline-gathers-once", size, field, {} });
    else if (choice.oncePays())
        findings.push_back(
            { Severity::Hint, "pipeline-gathers-again", size, field, { { field, "once" } } });
    else
        findings.push_back({ Severity::Hint, "pipeline-gather-no-room", size, field, {} });
}

/// Accelerate casts what it trains to 32 bits under FSDP wherever mixed precision is on, in memory
/// as well, which the plan's 16 bits do not say.
/// @source accelerate accelerator.py (_prepare_fsdp, upcasted_log), utils/fsdp_utils.py
/// (fsdp2_prepare_model, upcasted_params)
void upcastFinding(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    const Evaluation &evaluation, std::vector<Finding> &findings)
{
    const Bytes wide = elementBytes(NumberFormat::Fp32);
    const Sharder sharder = trainerSharder(resolved.plan, c);
    const bool isCast = sharder != Sharder::DeepSpeed && usesMixedPrecision(resolved.plan, sharder)
        && p.stack.flattensRoot && p.stack.keepsComputeCopy && !p.isInference && !p.tuning.isAdapted
        && p.computeBytes < wide && p.weightBytes < wide && c.zeroStage >= 3
        && makeLayout(p, c).weightShards > 1;
    if (!isCast)
        return;
    Prepared cast = p;
    cast.weightBytes = cast.gradientBytes = wide;
    const Bytes more = evaluate(cast, c).peak - evaluation.peak;
    if (more > Bytes {})
        findings.push_back(
            { Severity::Warning, "fsdp-upcasts-weights", { more }, "precision.weights",
                { { "precision.weights", "fp32" }, { "precision.gradients", "fp32" } } });
}

/// A loss fused with the head by Liger's kernels, where Liger leaves the model as it is: its
/// logits.
void ligerFinding(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    const Evaluation &evaluation, std::vector<Finding> &findings)
{
    if (p.loss != CrossEntropy::FusedLinear || p.isInference
        || !resolved.framework().fusesLossWithHead || !lacksLiger(*resolved.model))
        return;
    Prepared plain = p;
    plain.loss = CrossEntropy::Eager;
    const Bytes more = evaluate(plain, c).peak - evaluation.peak;
    if (more > Bytes {})
        findings.push_back({ Severity::Warning, "liger-lacks-model", { more },
            "options.cross_entropy", { { "options.cross_entropy", "auto" } } });
}

/// An evaluation that takes more memory than a training step, and the largest half of its batch
/// that does not.
void evaluationFinding(const Prepared &p, const Candidate &c, const Evaluation &evaluation,
    std::vector<Finding> &findings)
{
    constexpr const char *field = "workload.evaluation.micro_batch";
    if (evaluation.evaluationExcess <= Bytes {})
        return;
    Prepared smaller = p;
    Evaluation then = evaluation;
    while (smaller.evaluationMicroBatch > 1 && then.evaluationExcess > Bytes {}) {
        smaller.evaluationMicroBatch = std::max(1.0, std::floor(smaller.evaluationMicroBatch / 2));
        then = evaluate(smaller, c);
    }
    const Bytes needed = evaluation.reserved;
    const bool isTooMuch = needed > evaluation.budget && then.reserved < needed;
    Finding finding { isTooMuch ? Severity::Warning : Severity::Hint, "evaluation-is-peak",
        { Amount { Amount::Count, p.evaluationMicroBatch }, evaluation.evaluationExcess,
            evaluation.memory[MemoryTerm::LogitsLoss] },
        field, {} };
    if (smaller.evaluationMicroBatch < p.evaluationMicroBatch)
        finding.fix.push_back({ field, fmt::format("{}", smaller.evaluationMicroBatch) });
    findings.push_back(std::move(finding));
}

} // namespace

std::vector<Finding> memoryFindings(const MemoryEstimate &memory)
{
    const Bytes needed = memory.decisive().bytes;
    if (!memory.fits && needed <= memory.budget) {
        // The pool is large enough, but what lives outside it is squeezed.
        const Bytes available = memory.capacity - memory.budget;
        return { { Severity::Error, "does-not-fit",
            { memory.outsidePool, available, memory.outsidePool - available }, "", {} } };
    }
    const FitCall call = fitCall(memory);
    if (call == FitCall::DoesNotFit)
        return { { Severity::Error, "does-not-fit",
            { needed, memory.budget, needed - memory.budget }, "", {} } };
    if (call == FitCall::AtLimit)
        return { { Severity::Warning, "may-not-fit", { needed, memory.budget, fitAmount(memory) },
            "parallelism.micro_batch_sequences", {} } };
    if (needed > tightPoolShare * memory.budget)
        return { { Severity::Warning, "memory-nearly-full",
            { Amount { Amount::Share, needed / memory.budget }, memory.budget },
            "parallelism.micro_batch_sequences", {} } };
    return {};
}

std::vector<Finding> dimensionFindings(const std::vector<DimensionFit> &fits)
{
    // The number of tokens is a choice of the moment; a head size is one of the architecture.
    static constexpr std::array<std::string_view, 5> matrixDimensions { "hidden", "ffn",
        "expert_ffn", "attention_width", "vocabulary" };
    std::vector<Finding> findings;
    for (const DimensionFit &fit : fits)
        if (!fit.isAligned && std::ranges::find(matrixDimensions, fit.id) != matrixDimensions.end())
            findings.push_back({ Severity::Hint, "dimension-not-aligned",
                { Message { "dimension-" + fit.id }, Amount { Amount::Count, fit.perDevice },
                    Amount { Amount::Count, fit.best }, Amount { Amount::Count, fit.better },
                    Amount { Amount::Gain, fit.gain } },
                "", {} });
    return findings;
}

std::vector<Finding> softFindings(const ResolvedPlan &resolved, const Prepared &p,
    const Candidate &c, const Evaluation &evaluation)
{
    std::vector<Finding> findings;
    poolFinding(p, evaluation, findings);
    parallelFindings(resolved, p, c, evaluation, findings);
    gatherFinding(resolved, p, c, findings);
    upcastFinding(resolved, p, c, evaluation, findings);
    ligerFinding(resolved, p, c, evaluation, findings);
    evaluationFinding(p, c, evaluation, findings);
    const double hostLimit = resolved.accelerator.hostMemoryGibPerNode * bytesPerGib;
    if (evaluation.host.value() > hostLimit && hostLimit > 0) {
        const bool isRemat = p.remats[static_cast<std::size_t>(c.remat)].offloadBytes > 0
            && !p.options.offloadActivations;
        const std::string field = isRemat  ? "remat.policy"
            : p.options.offloadActivations ? "options.offload_activations"
            : p.options.offloadParameters  ? "options.offload_parameters"
            : p.options.offloadOptimizer   ? "options.offload_optimizer"
                                           : "options.paged_optimizer";
        findings.push_back(
            { Severity::Error, "host-memory-short", { evaluation.host, Bytes { hostLimit } }, field,
                { { field, isRemat ? fullRematId : "false" } } });
    }
    if (p.moeLayers > 0 && p.options.moeCapacityFactor > 0)
        findings.push_back({ Severity::Hint, "tokens-may-drop",
            { Amount { Amount::Count, p.options.moeCapacityFactor } },
            "options.moe_capacity_factor", { { "options.moe_capacity_factor", "0" } } });
    return findings;
}

} // namespace headroom
