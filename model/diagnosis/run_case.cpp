#include "model/diagnosis/run_case.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

bool RunCase::isInside() const
{
    return measured >= predicted.time.p10.value() && measured <= predicted.time.p90.value();
}

double RunCase::gap(CauseSeconds counts) const
{
    const bool isToPlan = counts == CauseSeconds::OfDeparture && plannedEstimate;
    const TimeEstimate &time = isToPlan ? plannedEstimate->time : predicted.time;
    const double width = time.p90.value() - time.p10.value();
    return std::max(std::abs(measured - time.step.value()), width / 2);
}

bool RunCase::wasRead(std::string_view path) const
{
    return std::ranges::any_of(run.fieldsRead, [&](const std::string &read) {
        return read == path
            || (path.ends_with('.')
                && (read.starts_with(path) || path.substr(0, path.size() - 1) == read));
    });
}

std::optional<double> RunCase::longerBy(const std::function<void(Plan &)> &change) const
{
    Plan other = plan();
    change(other);
    const std::optional<Estimate> estimate = answer(other);
    if (!estimate)
        return std::nullopt;
    return estimate->time.step.value() - predicted.time.step.value();
}

double RunCase::longerOn(const std::function<void(Accelerator &)> &change) const
{
    ResolvedPlan other = resolved;
    change(other.accelerator);
    return estimator.estimate(other).time.step.value() - predicted.time.step.value();
}

void CauseList::add(std::string id, double sure, std::optional<double> seconds, Message evidence,
    CauseSeconds counts)
{
    const double gap = std::max(m_case.gap(counts), 1e-12);
    const double share = seconds ? std::clamp(*seconds / gap, 0.0, 1.0) : shareWhenUnknown;
    // What slows a run down does not explain one that is faster.
    static constexpr std::array eitherWay { "assumed-fields", "impossible", "recomputation",
        "other-work" };
    if (counts != CauseSeconds::OfDeparture && m_case.excess() < 0 && !m_case.isInside()
        && std::ranges::find(eitherWay, id) == eitherWay.end())
        sure = 0;
    Message test { "test-" + id, {} };
    m_causes.push_back({ std::move(id), sure * share, std::move(evidence), std::move(test), seconds,
        counts, 0, sure >= sureOfLog });
}

bool CauseList::has(std::string_view id) const
{
    return std::ranges::any_of(
        m_causes, [&](const RunCause &cause) { return cause.id == id && cause.weight > 0; });
}

std::vector<RunCause> CauseList::take()
{
    std::ranges::stable_sort(m_causes, std::greater {}, &RunCause::weight);
    std::vector<RunCause> first;
    for (RunCause &cause : m_causes)
        if (std::ranges::none_of(
                first, [&](const RunCause &other) { return other.id == cause.id; }))
            first.push_back(std::move(cause));
    m_causes.clear();
    return first;
}

} // namespace headroom
