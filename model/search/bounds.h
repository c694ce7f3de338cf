#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/step/pace_stage.h"
#include "model/physics/trace/evaluation.h"

#include <optional>

namespace headroom {

// Bounds that never exclude a point wrongly: a test holds them against random points.

/// Least memory peak of all points that differ from one only in data, fsdp and ZeRO stage:
/// activations as they are, state spread over as many ranks as there are.
class PeakBound
{
public:
    /// `prepared` outlives the bound.
    PeakBound(const Prepared &prepared, const Candidate &candidate);

    /// @param candidate  as before, but for its micro-batch, chunks and policy
    Bytes at(const Candidate &candidate);

private:
    /// A point's degrees with its ranks as shards, or as replicas.
    struct Extreme
    {
        Candidate candidate;
        Layout layout;
    };
    /// State of a stage. @unit bytes
    struct Least
    {
        double weights = 0, gradients = 0, optimizer = 0;
    };

    Least minState(Stage stage) const;
    double peak(Stage stage, const Least &state) const;

    const Prepared &m_prepared;
    Extreme m_sharded, m_replicated;
    std::optional<bool> m_accumulates; ///< what the states are for
    Least m_first, m_last; ///< states of the first and the last stage
};

inline Bytes minPeak(const Prepared &prepared, const Candidate &candidate)
{
    return PeakBound(prepared, candidate).at(candidate);
}

/// The largest pool of such a point.
Bytes maxBudget(const Prepared &prepared);

/// Least step time of all such points: layers of the slowest stage, bubble, transfers between
/// stages and fixed costs, without the traffic of the state, the update and copies from the host.
class StepBound
{
public:
    StepBound(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
        const LayerCosts &costs);

    /// Whether it is one of all numbers of chunks: their layers are as the plan says, or even.
    bool holdsForAllChunks() const { return m_prepared.stageLayers.empty(); }
    /// @param candidate  as before, but for its chunks
    Seconds at(const Candidate &candidate) const;

private:
    const Prepared &m_prepared;
    PaceStage m_pace; ///< the slowest stage
    StageTransfer m_transfer;
    double m_microBatches;
};

inline Seconds minStep(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    const LayerCosts &costs)
{
    return StepBound(prepared, candidate, layout, costs).at(candidate);
}

/// Flags under which no layer takes longer than under those of any point of a search that starts
/// from `own`: every overlap, every shortcut of a collective, no checker. What they make of a point
/// bounds it whatever its flags are.
FlagEffects fastestFlags(FlagEffects own);

} // namespace headroom
