#pragma once

#include "model/library/collectives/collective_kinds.h"
#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

#include <vector>

namespace headroom {

/// Collectives of one kind on one axis that a device takes part in during a step.
struct StepCollective
{
    CollectiveKind kind = CollectiveKind::AllGather;
    Axis axis = Axis::Fsdp;
    double group = 1; ///< ranks
    double count = 0; ///< operations
    Bytes bytes; ///< of all of them, as CollectiveKind counts: whole buffers
};

/// What the estimate prices in the terms exposed_*, as operations of the stage that sets the pace.
/// Embedding and head are gathered and reduced once a round, beside the layers.
/// @source FORMULAS §6.5, §6.6
std::vector<StepCollective> stepCollectives(const Prepared &prepared, const Candidate &candidate);

} // namespace headroom
