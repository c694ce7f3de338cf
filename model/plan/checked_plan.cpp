#include "model/plan/checked_plan.h"

namespace headroom {
namespace {

/// Names that a profile lookup could not find come without a place: it is the line that names them.
/// Ids end in "-near" when a likely spelling was found.
Errors withPlaces(Errors problems, const LoadedPlan &loaded)
{
    static constexpr std::pair<const char *, const char *> fieldOfError[] {
        { "unknown-model", "model" },
        { "unknown-accelerator", "hardware.accelerator" },
        { "unknown-remat-policy", "remat.policy" },
        { "unknown-recipe", "precision.recipe" },
        { "rule-remat-tensor-unknown", "remat.tensors" },
    };
    for (Error &problem : problems) {
        for (const auto &[id, field] : fieldOfError)
            if (problem.id.starts_with(id) && problem.where.empty())
                problem.where = loaded.where({ field });
        if (problem.where.starts_with(inlineShapeMark))
            problem.where.replace(0, inlineShapeMark.size() - 1, loaded.file.string());
    }
    return problems;
}

} // namespace

Errors ruleErrors(const LoadedPlan &loaded, const ResolvedPlan &resolved)
{
    Errors problems;
    for (RuleBreak &broken : brokenRules(resolved)) {
        broken.error.where = loaded.where(broken.fields);
        problems.push_back(std::move(broken.error));
    }
    return problems;
}

Result<CheckedPlan> openPlan(const std::string &file, const std::vector<std::string> &settings,
    const ProfileLibrary &library)
{
    std::filesystem::path path = file;
    std::error_code failure;
    if (!std::filesystem::exists(path, failure))
        if (const auto example = library.planPath(file))
            path = *example;
    Result<LoadedPlan> loaded = loadPlan(path);
    if (!loaded)
        return loaded.errors();
    CheckedPlan argument { *std::move(loaded), {} };
    Problems problems = applySettings(argument.loaded, settings);
    if (!problems.empty())
        return problems;
    Result<ResolvedPlan> resolved = resolvePlan(argument.loaded.plan, library, path.parent_path());
    if (!resolved)
        return withPlaces(resolved.errors(), argument.loaded);
    argument.resolved = *std::move(resolved);
    return argument;
}

Result<CheckedPlan> openCheckedPlan(const std::string &file,
    const std::vector<std::string> &settings, const ProfileLibrary &library)
{
    Result<CheckedPlan> opened = openPlan(file, settings, library);
    if (!opened)
        return opened;
    const Errors problems = ruleErrors(opened->loaded, opened->resolved);
    if (!problems.empty())
        return problems;
    return opened;
}

} // namespace headroom
