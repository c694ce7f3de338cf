#include "model/advice/fit_repair.h"

#include "model/advice/levers.h"
#include "model/advice/sweep.h"
#include "model/base/text/plain_number.h"
#include "model/physics/flag_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom {
namespace {

const std::string poolSharePath = std::string { "flags." } + poolShareVariable;
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

/// A pool that the plan fits in, as large as what lives outside it leaves, where that is enough:
/// it costs no time.
std::optional<FitRepair> poolOfItsSize(
    const ResolvedPlan &resolved, const Estimate &now, const PlanAnswer &answer)
{
    const Bytes usable = resolved.accelerator.usableMemory;
    if (!resolved.framework().runsXla || resolved.accelerator.kind != AcceleratorKind::Gpu
        || usable <= Bytes {})
        return std::nullopt;
    const double share = std::floor((1 - now.memory.outsidePool / usable) * 100) / 100;
    if (!(share > 0) || now.memory.peak > share * usable)
        return std::nullopt;
    auto points
        = sweepField(resolved.plan, poolSharePath, { fmt::format("{:.2f}", share) }, answer);
    if (points.empty() || !points.front().estimate.memory.fits)
        return std::nullopt;
    return FitRepair { { { poolSharePath, points.front().value } },
        std::move(points.front().estimate) };
}

bool isPool(const FitRepair &repair)
{
    return repair.changes.front().path == poolSharePath;
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
    add(poolOfItsSize(resolved, now, answer));
    add(smallerMicroBatch(resolved, answer));
    add(fastestPolicy(resolved, policies, answer));
    for (const char *path : { "parallelism.fsdp", "parallelism.tensor", "parallelism.pipeline" })
        add(nextDegree(resolved, path, answer));
    // A pool costs nothing, and machines cost more than time.
    std::ranges::stable_sort(repairs, [](const FitRepair &a, const FitRepair &b) {
        return std::tuple { takesMachines(a), !isPool(a), a.estimate.time.step }
        < std::tuple { takesMachines(b), !isPool(b), b.estimate.time.step };
    });
    return repairs;
}

} // namespace headroom
