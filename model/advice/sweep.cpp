#include "model/advice/sweep.h"

#include "model/plan/fields/framework_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr double largestMicroBatch = 64;
constexpr int batchDoublings = 8;
/// One-way GB/s per device: 100 to 800 Gbit/s networks and their halves, and NVLink-class fabrics.
constexpr std::array networkRates { 6.25, 12.5, 25.0, 50.0, 100.0, 200.0, 400.0 };

void addOwn(std::vector<double> &values, double own)
{
    values.push_back(own);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<std::string> texts(const std::vector<double> &values)
{
    std::vector<std::string> found;
    for (const double value : values)
        found.push_back(
            value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{}", value));
    return found;
}

} // namespace

std::vector<std::string> microBatchChoices(const ResolvedPlan &resolved)
{
    const double perRank = static_cast<double>(resolved.plan.workload.globalBatchSequences)
        / static_cast<double>(resolved.dataParallelRanks());
    std::vector<double> values;
    for (double size = 1; size <= std::min(perRank, largestMicroBatch); ++size) {
        if (std::fmod(perRank, size) == 0)
            values.push_back(size);
    }
    addOwn(values, resolved.plan.parallelism.microBatch);
    return texts(values);
}

std::vector<std::string> globalBatchChoices(const ResolvedPlan &resolved)
{
    std::vector<double> values;
    double batch
        = resolved.plan.parallelism.microBatch * static_cast<double>(resolved.dataParallelRanks());
    for (int i = 0; i < batchDoublings; ++i, batch *= 2) {
        if (batch == std::floor(batch))
            values.push_back(batch);
    }
    addOwn(values, static_cast<double>(resolved.plan.workload.globalBatchSequences));
    return texts(values);
}

std::vector<std::string> networkRateChoices(const ResolvedPlan &resolved)
{
    std::vector<double> values(networkRates.begin(), networkRates.end());
    addOwn(values, resolved.accelerator.nicRate.value() / bytesPerGb);
    return texts(values);
}

std::vector<SweepPoint> sweepField(const Plan &plan, const std::string &path,
    const std::vector<std::string> &values, const PlanAnswer &answer)
{
    std::vector<SweepPoint> points;
    for (const std::string &value : values) {
        Plan next = plan;
        const FieldChange change { path, value };
        if (!changePlan(next, { &change, 1 }).problems.empty())
            continue;
        if (auto estimate = answer(next))
            points.push_back({ value, next == plan, std::move(*estimate) });
    }
    return points;
}

} // namespace headroom
