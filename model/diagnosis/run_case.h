#pragma once

#include "model/advice/what_if.h"
#include "model/diagnosis/diagnosis.h"

#include <functional>
#include <string_view>
#include <utility>

namespace headroom {

// How sure kinds of evidence are (FORMULAS §11.3). ASSUMED: there is no collection of explained
// runs to fit them to; they only order the causes.
inline constexpr double sureOfLog = 1; ///< the log says that it is so
inline constexpr double sureOfEstimate = 0.4; ///< only the estimate fits: others may fit as well
inline constexpr double shareWhenUnknown = 0.3; ///< of the difference, where no size is known

/// A run with everything that finders of causes look at.
struct RunCase
{
    const ProjectRun &run;
    const ResolvedPlan &resolved;
    const Estimate &predicted;
    const ProfileLibrary &library;
    const Estimator &estimator;
    const FlagCatalogue &catalogue;
    PlanAnswer answer; ///< with the effective flags of each plan
    const Plan *planned = nullptr;
    std::optional<Estimate> plannedEstimate;
    double measured = 0; ///< seconds of a step

    const Plan &plan() const { return resolved.plan; }
    double excess() const { return measured - predicted.time.step.value(); }
    bool isInside() const;
    /// What causes are measured against: the difference from the prediction, or for a departure
    /// from the plan that from the plan's; no less than half of the interval.
    double gap(CauseSeconds counts) const;
    bool wasRead(std::string_view path) const; ///< the run itself tells this field
    /// Seconds that a step of the plan takes longer after `change`; nothing where it is invalid.
    std::optional<double> longerBy(const std::function<void(Plan &)> &change) const;
    /// Seconds that a step of the run's plan takes longer on a chip changed like that.
    double longerOn(const std::function<void(Accelerator &)> &change) const;
};

/// Whether the run's figure of memory is all that is taken of the device.
inline bool countsWholeDevice(const ProjectRun &run)
{
    return run.memoryIs == memoryMeaningNames[static_cast<std::size_t>(MemoryMeaning::Device)];
}

/// Seconds as evidence says them.
inline Amount durationOf(double seconds)
{
    return { Amount::Duration, seconds };
}

/// Gathers causes; those without a number cannot be added.
class CauseList
{
public:
    explicit CauseList(const RunCase &of)
        : m_case(of)
    { }
    /// `sure` of 0 to 1; `seconds` of a step that it explains. `number` is the one that points at
    /// the cause; it must stand among the operands of `evidence`.
    void add(std::string id, double sure, std::optional<double> seconds, Message evidence,
        CauseSeconds counts = CauseSeconds::OfDifference);
    /// Whether a cause of that kind was found already: what the log shows counts before a fit.
    bool has(std::string_view id) const;
    std::vector<RunCause> take(); ///< heaviest first, one for each id

private:
    const RunCase &m_case;
    std::vector<RunCause> m_causes;
};

void addCausesFromLog(const RunCase &of, CauseList &causes);
void addCausesFromPlan(const RunCase &of, CauseList &causes);
/// Rates and settings for which the estimate comes out at what was measured. After the others.
void addCausesByFit(const RunCase &of, CauseList &causes);

} // namespace headroom
