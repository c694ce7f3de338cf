#include "model/launch/targets/tuning_plan.h"

#include "model/launch/common/translate_plan.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_difference.h"
#include "model/plan/tuning.h"
#include "model/rules/broken_rules.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *methodField = "tuning.method";
constexpr const char *weightsField = "precision.weights";
constexpr const char *adapterFramework = "hf"; ///< the Trainer with PEFT takes every method

/// Whether the plan's framework takes how the plan is tuned. What a search of degrees settles, or
/// what has nothing to do with tuning, is no matter here.
bool isTunable(const ResolvedPlan &plan)
{
    return std::ranges::none_of(brokenRules(plan), [](const RuleBreak &broken) {
        const auto names = [&broken](std::string_view start) {
            return std::ranges::any_of(broken.fields,
                [start](const std::string &field) { return field.starts_with(start); });
        };
        return (names("tuning.") || names(weightsField)) && !names("parallelism.");
    });
}

} // namespace

std::vector<FieldChange> changesToTune(const Plan &plan, TuningMethod method,
    const ProfileLibrary &library, const std::filesystem::path &folder)
{
    const FieldChange asked { methodField,
        planField(methodField)->choices.at(static_cast<std::size_t>(method)) };
    if (plan.tuning->method == method)
        return {};
    const std::vector<FieldChange> alone { asked };
    std::vector<FieldChange> narrow { asked,
        { weightsField, planFieldText(plan, "precision.compute") } };
    for (const std::vector<FieldChange> &changes : { alone, narrow }) {
        Plan changed = plan;
        changePlan(changed, changes);
        const auto resolved = resolvePlan(changed, library, folder);
        if (!resolved)
            return alone;
        if (isTunable(*resolved))
            return changes;
    }
    const auto resolved = resolvePlan(plan, library, folder);
    if (!resolved)
        return alone;
    if (resolved->accelerator.kind == AcceleratorKind::Tpu)
        return narrow;
    Plan translated = translatePlan(*resolved, adapterFramework).plan;
    if (method
        == TuningMethod::Qlora) // widens frozen weights for each GEMM: nothing for a recipe to do
        narrow.push_back({ "precision.recipe", "none" });
    changePlan(translated, narrow);
    return changesBetween(plan, translated);
}

} // namespace headroom
