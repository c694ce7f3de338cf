#include "model/frameworks/book/tuning_rows.h"

#include "model/plan/framework_traits.h"
#include "model/plan/tuning.h"

namespace headroom::rule_rows {
namespace {

Operands title(const Broken &broken)
{
    return words(broken.facts.framework->title);
}

} // namespace

void addTrainerOnly(Rows &rows)
{
    rows.push_back(framework(
        "no-dora", setting::none, { "tuning.dora", "framework" },
        [](const Facts &facts, const Degrees &) {
            const Tuning &tuning = *facts.whole->plan.tuning;
            return !tuning.isAdapted() || !tuning.dora;
        },
        title));
    rows.push_back(framework(
        "no-trained-modules", setting::none, { "tuning.trained", "framework" },
        [](const Facts &facts, const Degrees &) {
            const Tuning &tuning = *facts.whole->plan.tuning;
            return !tuning.isAdapted() || tuning.trained == TrainedWhole::None;
        },
        title));
    addNoPreferences(rows);
}

void addNoPreferences(Rows &rows)
{
    rows.push_back(framework(
        "no-preferences", setting::none, { "tuning.objective", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->plan.tuning->objective != TuningObjective::Dpo;
        },
        title));
}

} // namespace headroom::rule_rows
