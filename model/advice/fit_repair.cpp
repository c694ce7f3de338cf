#include "model/advice/fit_repair.h"

#include "model/advice/levers.h"
#include "model/advice/sweep.h"
#include "model/base/text/plain_number.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr const char *microBatchPath = "parallelism.micro_batch_sequences";

std::optional<FitRepair> smallerMicroBatch(const ResolvedPlan &resolved, const PlanAnswer &answer)
{
    const double own = resolved.plan.parallelism.microBatch;
    std::vector<std::string> values = microBatchChoices(resolved);
    std::erase_if(values,
        [own](const std::string &value) { return plainNumber(value).value_or(own) >= own; });
    auto points = sweepField(resolved.plan, microBatchPath, values, answer);
    const auto largest = std::find_if(points.rbegin(), points.rend(),
        [](const SweepPoint &point) { return point.estimate.memory.fits; });
    if (largest == points.rend())
        return std::nullopt;
    return FitRepair { { { microBatchPath, largest->value } }, std::move(largest->estimate) };
}

std::optional<FitRepair> fastestPolicy(const ResolvedPlan &resolved,
    const std::vector<std::string> &policies, const PlanAnswer &answer)
{
    for (RematRung &rung : rematLadder(resolved.plan, policies, answer))
        if (!rung.isPlan && rung.estimate.memory.fits)
            return FitRepair { { { "remat.policy", rung.policy } }, std::move(rung.estimate) };
    return std::nullopt;
}

std::optional<FitRepair> nextDegree(
    const ResolvedPlan &resolved, const char *path, const PlanAnswer &answer)
{
    auto step = whatIf(resolved.plan, path, StepDirection::Up, answer);
    if (!step || !step->estimate.memory.fits)
        return std::nullopt;
    return FitRepair { std::move(step->changes), std::move(step->estimate) };
}

bool takesMachines(const FitRepair &repair)
{
    return std::ranges::any_of(repair.changes,
        [](const FieldChange &change) { return change.path.starts_with("hardware."); });
}

} // namespace

std::vector<FitRepair> fitRepairs(const ResolvedPlan &resolved, const Estimate &now,
    const std::vector<std::string> &policies, const PlanAnswer &answer)
{
    std::vector<FitRepair> repairs;
    if (now.memory.fits)
        return repairs;
    const auto add = [&repairs](std::optional<FitRepair> repair) {
        if (repair)
            repairs.push_back(*std::move(repair));
    };
    add(smallerMicroBatch(resolved, answer));
    add(fastestPolicy(resolved, policies, answer));
    for (const char *path : { "parallelism.fsdp", "parallelism.tensor", "parallelism.pipeline" })
        add(nextDegree(resolved, path, answer));
    // Machines cost more than time.
    std::ranges::stable_sort(repairs, [](const FitRepair &a, const FitRepair &b) {
        return std::pair { takesMachines(a), a.estimate.time.step }
        < std::pair { takesMachines(b), b.estimate.time.step };
    });
    return repairs;
}

} // namespace headroom
