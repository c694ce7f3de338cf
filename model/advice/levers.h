#pragma once

#include "model/advice/remedies.h"
#include "model/advice/what_if.h"

#include <string>
#include <vector>

namespace headroom {

/// What the tune-up chapter says of a method: does it raise speed, does it save memory.
struct LeverVerdict
{
    bool speed = false;
    bool memory = false;
};

/// One method of the tune-up chapter with its sign and size for one plan.
struct Lever
{
    std::string id; ///< "gradient-accumulation"
    std::string label;
    LeverVerdict chapter;
    std::vector<FieldChange> changes; ///< the best of it; empty: nothing to try here
    std::string note; ///< what the method does or costs; English sentence
    std::optional<Estimate> estimate; ///< of the plan with the changes
};

/// The methods of the chapter (gradient accumulation, checkpointing, mixed precision, batch size,
/// optimizer, input pipeline, ZeRO), each with the best change of its setting alone.
/// @param changes  of the plan, as bestChanges() gives them
/// @source Software Tune Up For The Best Performance, "Methods"
std::vector<Lever> levers(const Plan &plan, const std::vector<Remedy> &changes);

/// One rung of the remat ladder: a policy with what it costs.
struct RematRung
{
    std::string policy;
    bool isPlan = false;
    Estimate estimate;
};

/// Every policy that the plan's framework takes, from the fastest step to the smallest memory.
std::vector<RematRung> rematLadder(
    const Plan &plan, const std::vector<std::string> &policies, const PlanAnswer &answer);

/// One activation tensor of the plan's policy and what moving it elsewhere would bring.
struct TensorMove
{
    std::string tensor;
    TensorPlace place = TensorPlace::Remat; ///< as the plan has it
    Bytes deviceBytes; ///< that it takes when kept on the device
    TensorPlace other = TensorPlace::Remat; ///< the place that was tried
    std::optional<Estimate> estimate; ///< with the tensor at `other`
};

/// A tensor and where it waits.
using PlacedTensor = std::pair<std::string, TensorPlace>;

/// The tensors that matter to this plan's memory. `placed` is the plan's own list as resolved.
std::vector<TensorMove> tensorMoves(
    const Plan &plan, const std::vector<PlacedTensor> &placed, const PlanAnswer &answer);

/// The plan with policy custom and every tensor of `placed` written out, one of them moved.
Plan planWithTensor(const Plan &plan, const std::vector<PlacedTensor> &placed,
    const std::string &tensor, TensorPlace place);

} // namespace headroom
