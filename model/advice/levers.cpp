#include "model/advice/levers.h"

#include "model/plan/fields/framework_options.h"
#include "model/plan/optimizer_traits.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::optional<Estimate> tried(
    const Plan &plan, const std::vector<FieldChange> &changes, const PlanAnswer &answer)
{
    Plan next = plan;
    if (!changePlan(next, changes).problems.empty())
        return std::nullopt;
    return next == plan ? std::nullopt : answer(next);
}

Lever lever(std::string id, std::string label, LeverVerdict chapter, std::string note)
{
    return { std::move(id), std::move(label), chapter, {}, std::move(note), {} };
}

/// Tries candidates in order and keeps the first that is lawful.
void tryFirst(Lever &lever, const Plan &plan,
    const std::vector<std::vector<FieldChange>> &candidates, const PlanAnswer &answer)
{
    for (const auto &changes : candidates) {
        if (auto estimate = tried(plan, changes, answer)) {
            lever.changes = changes;
            lever.estimate = std::move(estimate);
            return;
        }
    }
}

void tryStep(Lever &lever, const Plan &plan, const char *path, StepDirection direction,
    const PlanAnswer &answer)
{
    if (auto step = whatIf(plan, path, direction, answer)) {
        lever.changes = std::move(step->changes);
        lever.estimate = std::move(step->estimate);
    }
}

Lever checkpointing(const Plan &plan, const PlanAnswer &answer)
{
    Lever all = lever("gradient-checkpointing", "Gradient checkpointing", { true, true },
        "Computes activations again instead of keeping them; the freed memory may buy a larger "
        "micro-batch.");
    tryFirst(all, plan,
        { { { "remat.policy", fullRematId } }, { { "remat.policy", "minimal" } },
            { { "remat.policy", wholeRematId } } },
        answer);
    return all;
}

Lever mixedPrecision(const Plan &plan, const PlanAnswer &answer)
{
    const bool isMixed = plan.precision.compute != NumberFormat::Fp32;
    Lever precision = lever("mixed-precision", "Mixed precision", { true, false },
        isMixed ? "Already on; tried: what fp32 would cost."
                : "Runs matrix products on the 16-bit units.");
    tryFirst(precision, plan,
        { { { "precision.compute", nameOf(isMixed ? NumberFormat::Fp32 : NumberFormat::Bf16) } } },
        answer);
    return precision;
}

Lever optimizerChoice(const Plan &plan, const PlanAnswer &answer)
{
    Lever choice = lever("optimizer", "Optimizer choice", { true, true },
        "An optimizer with less state, if the model trains well with it.");
    std::vector<std::vector<FieldChange>> candidates;
    for (const Optimizer id :
        { Optimizer::Lion, Optimizer::AdamW8bit, Optimizer::AdamWBf16, Optimizer::AdamW }) {
        if (plan.optimizer != id)
            candidates.push_back({ { "optimizer", nameOf(id) } });
    }
    tryFirst(choice, plan, candidates, answer);
    return choice;
}

Lever zero(const Plan &plan, const PlanAnswer &answer)
{
    Lever sharding = lever("zero", "DeepSpeed ZeRO", { false, true },
        "Shards optimizer state, gradients and weights over the data-parallel ranks.");
    std::vector<std::vector<FieldChange>> candidates;
    const int stage = plan.parallelism.zeroStage;
    for (const int next : { stage + 1, stage - 1, stage - 2 }) {
        if (next >= 1 && next <= 3)
            candidates.push_back({ { "parallelism.zero_stage", std::to_string(next) } });
    }
    tryFirst(sharding, plan, candidates, answer);
    return sharding;
}

/// @source MaxText pipeline_fsdp_ag_once; FORMULAS §6.7
Lever pipelineGather(const Plan &plan, const PlanAnswer &answer)
{
    Lever gather = lever("pipeline-gather", "Gather a pipeline's weights once", { true, true },
        "Stages keep their gathered weights and whole gradients for a step instead of gathering "
        "with every micro-batch: less traffic for more memory.");
    const char *field = "options.pipeline_gather";
    const auto sameStep = [](const Estimate &a, const Estimate &b) {
        return a.time.step == b.time.step && a.memory.peak == b.memory.peak;
    };
    const auto once = tried(plan, { { field, "once" } }, answer);
    const auto each = tried(plan, { { field, "each" } }, answer);
    const auto own = answer(plan);
    if (own && once && !sameStep(*own, *once)) {
        gather.changes = { { field, "once" } };
        gather.estimate = once;
    } else if (own && each && !sameStep(*own, *each)) {
        gather.changes = { { field, "each" } };
        gather.estimate = each;
    }
    return gather;
}

} // namespace

std::vector<Lever> levers(const Plan &plan, const PlanAnswer &answer)
{
    std::vector<Lever> all;
    all.push_back(lever("gradient-accumulation", "Gradient accumulation", { true, true },
        "More and smaller micro-batches in the same global batch."));
    tryStep(all.back(), plan, "parallelism.micro_batch_sequences", StepDirection::Down, answer);
    all.push_back(checkpointing(plan, answer));
    all.push_back(mixedPrecision(plan, answer));
    all.push_back(lever("batch-size", "Batch size", { true, true },
        "A larger micro-batch fills the matrix units better and takes more memory."));
    tryStep(all.back(), plan, "parallelism.micro_batch_sequences", StepDirection::Up, answer);
    all.push_back(optimizerChoice(plan, answer));
    all.push_back(lever("data-loader", "Input pipeline", { true, false },
        "Not in the model: loading must stay faster than a step, or every step waits."));
    all.push_back(zero(plan, answer));
    if (Lever gather = pipelineGather(plan, answer); gather.estimate)
        all.push_back(std::move(gather));
    return all;
}

std::vector<RematRung> rematLadder(
    const Plan &plan, const std::vector<std::string> &policies, const PlanAnswer &answer)
{
    std::vector<RematRung> rungs;
    for (const std::string &policy : policies) {
        // The plan's own list of tensors makes the policy; without one there is nothing to try.
        if (policy == customRematId && plan.remat.policy != policy)
            continue;
        Plan next = plan;
        setRematPolicy(next, policy);
        if (auto estimate = answer(next))
            rungs.push_back({ policy, policy == plan.remat.policy, std::move(*estimate) });
    }
    std::ranges::stable_sort(rungs, [](const RematRung &a, const RematRung &b) {
        const auto key = [](const RematRung &rung) {
            return std::pair(rung.estimate.time.step, rung.estimate.memory.peak);
        };
        return key(a) < key(b);
    });
    return rungs;
}

Plan planWithTensor(const Plan &plan, const std::vector<PlacedTensor> &placed,
    const std::string &tensor, TensorPlace place)
{
    Plan next = plan;
    next.remat.policy = customRematId;
    next.remat.tensors.clear();
    for (const auto &[name, where] : placed)
        next.remat.tensors[name] = where;
    next.remat.tensors[tensor] = place;
    return next;
}

std::vector<TensorMove> tensorMoves(
    const Plan &plan, const std::vector<PlacedTensor> &placed, const PlanAnswer &answer)
{
    std::vector<TensorMove> moves;
    for (const auto &[tensor, place] : placed) {
        TensorMove move;
        move.tensor = tensor;
        move.place = place;
        move.other = place == TensorPlace::Device ? TensorPlace::Remat : TensorPlace::Device;
        const auto here = answer(planWithTensor(plan, placed, tensor, place));
        move.estimate = answer(planWithTensor(plan, placed, tensor, move.other));
        if (!here || !move.estimate)
            continue;
        const auto saved = [](const Estimate &estimate) {
            return estimate.memory.terms[MemoryTerm::SavedActivations];
        };
        const Bytes difference = saved(*move.estimate) - saved(*here);
        move.deviceBytes = Bytes { std::abs(difference.value()) };
        moves.push_back(std::move(move));
    }
    return moves;
}

} // namespace headroom
