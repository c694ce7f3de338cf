#include "model/advice/levers.h"

#include "model/plan/fields/framework_options.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// A method of the chapter, and the setting that it turns.
struct Method
{
    const char *id, *label;
    LeverVerdict chapter;
    const char *path; ///< nullptr: of no plan
    std::optional<StepDirection> direction; ///< of a number
    const char *note;
    bool isOptional = false; ///< left out where there is nothing to try
};

/// @source Software Tune Up For The Best Performance, "Methods"; the last one: MaxText
/// pipeline_fsdp_ag_once, FORMULAS §6.7
constexpr std::array methods {
    Method { "gradient-accumulation", "Gradient accumulation", { true, true },
        "parallelism.micro_batch_sequences", StepDirection::Down,
        "More and smaller micro-batches in the same global batch." },
    Method { "gradient-checkpointing", "Gradient checkpointing", { true, true }, "remat.policy", {},
        "Computes activations again instead of keeping them; the freed memory may buy a larger "
        "micro-batch." },
    Method { "mixed-precision", "Mixed precision", { true, false }, "precision.compute", {},
        "Runs matrix multiplications on the 16-bit units." },
    Method { "batch-size", "Batch size", { true, true }, "parallelism.micro_batch_sequences",
        StepDirection::Up,
        "A larger micro-batch fills the matrix units better and takes more memory." },
    Method { "optimizer", "Optimizer choice", { true, true }, "optimizer", {},
        "An optimizer with less state, if the model trains well with it." },
    Method { "data-loader", "Input pipeline", { true, false }, nullptr, {},
        "Not in the model: loading must stay faster than a step, or every step waits." },
    Method { "zero", "DeepSpeed ZeRO", { false, true }, "parallelism.zero_stage", {},
        "Shards optimizer state, gradients and weights over the data-parallel ranks." },
    Method { "pipeline-gather", "Gather a pipeline's weights once", { true, true },
        "options.pipeline_gather", {},
        "Stages keep their gathered weights and whole gradients for a step instead of gathering "
        "with every micro-batch: less traffic for more memory.",
        true },
};

bool isOf(const Remedy &change, const Method &method, const Plan &plan)
{
    return method.path && change.changes.front().path == method.path
        && (!method.direction
            || (*method.direction == StepDirection::Down) == isDecrease(change, plan));
}

} // namespace

std::vector<Lever> levers(const Plan &plan, const std::vector<Remedy> &changes)
{
    std::vector<Lever> all;
    for (const Method &method : methods) {
        Lever lever { method.id, method.label, method.chapter, {}, method.note, {} };
        const auto best = std::ranges::find_if(
            changes, [&](const Remedy &change) { return isOf(change, method, plan); });
        if (best != changes.end()) {
            lever.changes = best->changes;
            lever.estimate = best->estimate;
        } else if (method.isOptional) {
            continue;
        }
        all.push_back(std::move(lever));
    }
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
