#include "model/plan/fields/framework_options.h"

#include "model/plan/framework_traits.h"
#include "model/plan/mesh.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr std::string_view optionPrefix = "options.";
constexpr std::string_view degreePrefix = "parallelism.";
constexpr std::string_view meshPrefix = "parallelism.mesh.";
constexpr std::string_view methodPath = "tuning.method";
constexpr std::string_view basePath = "tuning.base";

std::string defaultText(std::string_view path)
{
    static const Plan untouched;
    return planFieldText(untouched, path);
}

bool namesOne(std::span<const std::string> paths, std::string_view prefix)
{
    return std::ranges::any_of(
        paths, [prefix](const std::string &path) { return path.starts_with(prefix); });
}

/// Takes the mesh away where degrees or machine are not those of `before` and it does not fit them,
/// or where experts went into the mesh or out of it.
std::vector<FieldChange> dropForeignMesh(Plan &plan, const Plan &before)
{
    const bool isAxis = frameworkTraits(plan.framework).expertIsAxis;
    const bool wasAxis = frameworkTraits(before.framework).expertIsAxis;
    const bool movesExperts = before.parallelism.expert > 1 && isAxis != wasAxis;
    const bool isSame = plan.hardware.devicesPerNode == before.hardware.devicesPerNode
        && meshShape(plan.parallelism, isAxis) == meshShape(before.parallelism, wasAxis);
    if (!movesExperts && (isSame || meshFits(plan)))
        return {};
    return meshFields(std::exchange(plan.parallelism.mesh, {}));
}

} // namespace

bool isForeignOption(const Plan &plan, const PlanField &field)
{
    return field.path.starts_with(optionPrefix)
        && !frameworkTraits(plan.framework).hasOption(field.path);
}

std::vector<std::string> foreignOptions(const Plan &plan)
{
    std::vector<std::string> paths;
    for (const PlanField &field : planFields())
        if (isForeignOption(plan, field) && field.get(plan) != defaultText(field.path))
            paths.push_back(field.path);
    return paths;
}

std::vector<FieldChange> dropForeignOptions(Plan &plan, std::span<const std::string> kept)
{
    std::vector<FieldChange> dropped;
    for (const std::string &path : foreignOptions(plan)) {
        if (std::ranges::find(kept, path) != kept.end())
            continue;
        dropped.push_back({ path, planFieldText(plan, path) });
        planField(path)->assign(plan, defaultText(path));
    }
    return dropped;
}

std::vector<FieldChange> moveExperts(Plan &plan, const FrameworkTraits &from)
{
    const bool isAxis = frameworkTraits(plan.framework).expertIsAxis;
    Parallelism &degrees = plan.parallelism;
    if (degrees.expert == 1 || isAxis == from.expertIsAxis)
        return {};
    const char *path = "parallelism.fsdp";
    int *ranks = &degrees.fsdp;
    if (isAxis && degrees.fsdp % degrees.expert != 0) {
        path = "parallelism.data";
        ranks = &degrees.data;
    }
    if (isAxis ? *ranks % degrees.expert != 0 : *ranks > maxDevices / degrees.expert)
        return {};
    std::vector<FieldChange> moved { { path, std::to_string(*ranks) } };
    *ranks = isAxis ? *ranks / degrees.expert : *ranks * degrees.expert;
    degrees.mesh = {};
    return moved;
}

bool hasForeignBase(const Tuning &tuning)
{
    return tuning.isAdapted()
        && isQuantised(tuning.storedBase()) != (tuning.method == TuningMethod::Qlora);
}

void readFusedLoss(Plan &plan)
{
    if (plan.options.crossEntropy == CrossEntropy::Fused
        && frameworkTraits(plan.framework).fusesLossWithHead)
        plan.options.crossEntropy = CrossEntropy::FusedLinear;
}

void moveFusedLoss(Plan &plan)
{
    readFusedLoss(plan);
    if (plan.options.crossEntropy == CrossEntropy::FusedLinear
        && !frameworkTraits(plan.framework).fusesLossWithHead)
        plan.options.crossEntropy = CrossEntropy::Fused;
}

std::vector<FieldChange> dropForeignFields(
    Plan &plan, const Plan &before, std::span<const std::string> kept)
{
    std::vector<FieldChange> dropped;
    if (plan.framework != before.framework) {
        dropped = dropForeignOptions(plan, kept);
        const bool isNamed
            = std::ranges::find(kept, std::string("options.cross_entropy")) != kept.end();
        if (!isNamed)
            moveFusedLoss(plan);
        if (!namesOne(kept, degreePrefix))
            for (FieldChange &degree : moveExperts(plan, frameworkTraits(before.framework)))
                dropped.push_back(std::move(degree));
    }
    if (!namesOne(kept, meshPrefix))
        for (FieldChange &axis : dropForeignMesh(plan, before))
            dropped.push_back(std::move(axis));
    if (plan.tuning->method != before.tuning->method && hasForeignBase(*plan.tuning)
        && std::ranges::find(kept, basePath) == kept.end()) {
        dropped.push_back({ std::string(basePath), planFieldText(plan, basePath) });
        plan.tuning->base = BaseFormat::Auto;
    }
    readFusedLoss(plan);
    return dropped;
}

ChangeOutcome changePlan(Plan &plan, std::span<const FieldChange> changes, const std::string &where)
{
    const Plan before = plan;
    ChangeOutcome result;
    std::vector<std::string> named;
    for (const FieldChange &change : changes) {
        for (Error &problem : setPlanField(plan, change.path, change.value, where))
            result.problems.push_back(std::move(problem));
        named.push_back(change.path);
    }
    result.dropped = dropForeignFields(plan, before, named);
    return result;
}

Problems droppedNotes(const Plan &plan, std::span<const FieldChange> dropped)
{
    std::string options, base, mesh;
    Problems notes;
    for (const FieldChange &field : dropped) {
        if (field.path.starts_with(meshPrefix)) {
            mesh += fmt::format("{}{}={}", mesh.empty() ? "" : ", ", field.path, field.value);
            continue;
        }
        if (field.path.starts_with(degreePrefix)) {
            const FrameworkTraits &framework = frameworkTraits(plan.framework);
            notes.push_back(
                { framework.expertIsAxis ? "experts-get-axis" : "experts-move-inside", "framework",
                    { std::string { framework.title }, field.path, field.value,
                        planFieldText(plan, field.path) } });
            continue;
        }
        std::string &list = field.path == basePath ? base : options;
        list += fmt::format("{}{}={}", list.empty() ? "" : ", ", field.path, field.value);
    }
    if (!options.empty())
        notes.push_back({ "options-dropped", "framework",
            { std::string { frameworkTraits(plan.framework).title }, options } });
    if (!base.empty())
        notes.push_back({ "options-dropped", std::string(methodPath),
            { planFieldText(plan, methodPath), base } });
    if (!mesh.empty())
        notes.push_back({ "mesh-dropped", "parallelism.mesh", { mesh } });
    return notes;
}

bool compilesUnlessSaid(const std::string &framework)
{
    const FrameworkTraits *traits = findFramework(framework);
    return !traits || !traits->isEagerUnlessSaid || !traits->hasOption("options.compile");
}

} // namespace headroom
