#pragma once

#include "model/incidents/incident_random.h"
#include "model/plan/resolved_plan.h"

#include <optional>

namespace headroom {

/// A machine as it runs a plan: what its log says of it, and what it does. Without a fault both are
/// the plan, and every share is 1.
struct RunningMachine
{
    Plan told; ///< as configuration and environment in the log have it
    Plan actual; ///< as it runs: differs from `told` where nothing prints the difference

    // Rates of the slowest part as a share of what the chip's profile says: everything that waits
    // for it takes that long.
    double network = 1, links = 1, clock = 1;
    double memoryRate = 1, units = 1; ///< nothing on the machine shows these two
    bool usesSockets = false; ///< NCCL found no InfiniBand adapter
    int missingAdapters = 0; ///< of the node that the fault lies on
    bool hasForeignProfile = false; ///< the scheduler's profile is of another program

    // Of a step without a fault:
    double batchShare = 0; ///< that the host takes for the next batch; it loads beside the step
    double stallShare = 0; ///< that a step with a checkpoint is longer
    int stallEvery = 0; ///< steps between checkpoints; 0: none are written
    double jitterChance = 0, jitterShare = 0; ///< of a step that it is late, and by how much
    double growth = 0; ///< by which the last step is longer than the first
    int retries = 0; ///< times that the allocator emptied its cache, by the end
};

/// The machine's chip with the rates of its slowest part.
void slowDown(Accelerator &chip, const RunningMachine &machine);

} // namespace headroom
