#pragma once

#include "model/estimate/estimator.h"
#include "model/estimate/mfu_place.h"

#include <memory>
#include <optional>

namespace headroom {

/// Measured runs that are shipped, for comparison. Read when they are first asked for; safe for use
/// from several threads.
class KnownRuns
{
public:
    /// measurements/measurements.csv of the library's folders; one that cannot be read has no runs.
    /// The library outlives this.
    explicit KnownRuns(const ProfileLibrary &library);
    ~KnownRuns();

    /// The MFU of a plan, measured or estimated, among the runs on the plan's chip that train the
    /// same kind of model (dense or experts, all weights or adapters, 16-bit or a narrower recipe):
    /// those of about its size and scale where there are enough, else of its size, else all.
    /// Nothing where too few were measured.
    std::optional<MfuPlace> place(
        const Estimator &estimator, const ResolvedPlan &plan, double mfu) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace headroom
