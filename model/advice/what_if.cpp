#include "model/advice/what_if.h"

#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Degrees that may give way, in the order in which people would trade them.
constexpr std::array<std::string_view, 5> tradedDegrees { "parallelism.fsdp", "parallelism.data",
    "parallelism.tensor", "parallelism.context", "parallelism.pipeline" };

std::optional<Plan> changed(const Plan &plan, const std::vector<FieldChange> &changes)
{
    Plan next = plan;
    if (!changePlan(next, changes).problems.empty())
        return std::nullopt;
    return next;
}

std::optional<WhatIf> answered(const Plan &plan, std::string_view path, StepDirection direction,
    std::vector<FieldChange> changes, const PlanAnswer &answer)
{
    const auto next = changed(plan, changes);
    if (!next)
        return std::nullopt;
    auto estimate = answer(*next);
    if (!estimate)
        return std::nullopt;
    return WhatIf { std::string { path }, direction, std::move(changes), std::move(*estimate) };
}

StepDirection opposite(StepDirection direction)
{
    return direction == StepDirection::Up ? StepDirection::Down : StepDirection::Up;
}

double termValue(std::string_view id, const Estimate &estimate)
{
    if (const auto memory = memoryTermById(id))
        return estimate.memory.terms[*memory].value();
    if (const auto time = timeTermById(id))
        return estimate.time.terms[*time].value();
    if (id == "peak_bytes" || id == "headroom_bytes")
        return estimate.memory.peak.value();
    if (id == "step_seconds")
        return estimate.time.step.value();
    return estimate.throughput.mfu;
}

} // namespace

std::optional<WhatIf> whatIf(
    const Plan &plan, std::string_view path, StepDirection direction, const PlanAnswer &answer)
{
    const auto value = nextFieldValue(plan, path, direction);
    if (!value)
        return std::nullopt;
    const FieldChange step { std::string { path }, *value };
    if (auto alone = answered(plan, path, direction, { step }, answer))
        return alone;
    const bool isDegree = std::ranges::find(tradedDegrees, path) != tradedDegrees.end()
        || path == "parallelism.expert";
    // More devices need a degree that takes them.
    const bool isCount = path == "hardware.nodes" || path == "hardware.devices_per_node";
    if (!isDegree && !isCount)
        return std::nullopt;
    for (const std::string_view other : tradedDegrees) {
        const auto traded = nextFieldValue(plan, other, isCount ? direction : opposite(direction));
        if (other == path || !traded)
            continue;
        if (auto found
            = answered(plan, path, direction, { step, { std::string { other }, *traded } }, answer))
            return found;
    }
    if (isCount)
        return std::nullopt;
    if (const auto nodes = nextFieldValue(plan, "hardware.nodes", direction))
        return answered(plan, path, direction, { step, { "hardware.nodes", *nodes } }, answer);
    return std::nullopt;
}

std::vector<WhatIf> allWhatIfs(const Plan &plan, const PlanAnswer &answer)
{
    std::vector<WhatIf> found;
    for (const PlanField &field : planFields()) {
        for (const StepDirection direction : { StepDirection::Down, StepDirection::Up }) {
            if (auto step = whatIf(plan, field.path, direction, answer))
                found.push_back(std::move(*step));
        }
    }
    return found;
}

std::vector<std::string> fieldsThatMove(
    std::string_view id, const Estimate &now, const std::vector<WhatIf> &steps)
{
    std::vector<std::string> paths;
    const double present = termValue(id, now);
    for (const WhatIf &step : steps) {
        const bool moves = termValue(id, step.estimate) != present;
        if (moves && std::ranges::find(paths, step.path) == paths.end())
            paths.push_back(step.path);
    }
    return paths;
}

} // namespace headroom
