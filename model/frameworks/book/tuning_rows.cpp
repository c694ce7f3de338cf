#include "model/frameworks/book/tuning_rows.h"

#include "model/frameworks/book/adapter_switches.h"
#include "model/plan/framework_traits.h"
#include "model/plan/tuning.h"

namespace headroom::rule_rows {
namespace {

Operands title(const Broken &broken)
{
    return words(broken.facts.framework->title);
}

/// The first switch that is on and needs PEFT; null: none is.
const AdapterSwitch *peftSwitchOf(const Facts &facts)
{
    const Tuning &tuning = *facts.whole->plan.tuning;
    for (const AdapterSwitch &row : adapterSwitches())
        if (tuning.isAdapted() && row.needsPeft && tuning.*row.is)
            return &row;
    return nullptr;
}

} // namespace

void addTrainerOnly(Rows &rows)
{
    Words fields;
    for (const AdapterSwitch &row : adapterSwitches())
        if (row.needsPeft)
            fields.emplace_back(row.path);
    fields.emplace_back("framework");
    rows.push_back(framework(
        "no-peft-switch", setting::none, std::move(fields),
        [](const Facts &facts, const Degrees &) { return peftSwitchOf(facts) == nullptr; },
        [](const Broken &broken) {
            return words(peftSwitchOf(broken.facts)->path, broken.facts.framework->title);
        }));
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
