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

/// Whether a framework with, or without, Megatron-Bridge has to refuse the switch.
bool isMissing(const AdapterSwitch &row, bool hasBridge)
{
    return row.needsPeft && !(hasBridge && row.inBridge);
}

/// The first switch that is on and missing; null: none is.
const AdapterSwitch *missingSwitch(const Facts &facts, bool hasBridge)
{
    const Tuning &tuning = *facts.whole->plan.tuning;
    for (const AdapterSwitch &row : adapterSwitches())
        if (tuning.isAdapted() && isMissing(row, hasBridge) && tuning.*row.is)
            return &row;
    return nullptr;
}

template <bool hasBridge> void addMissingSwitches(Rows &rows)
{
    Words fields;
    for (const AdapterSwitch &row : adapterSwitches())
        if (isMissing(row, hasBridge))
            fields.emplace_back(row.path);
    if (fields.empty())
        return;
    fields.emplace_back("framework");
    rows.push_back(framework(
        "no-peft-switch", setting::none, std::move(fields),
        [](const Facts &facts, const Degrees &) {
            return missingSwitch(facts, hasBridge) == nullptr;
        },
        [](const Broken &broken) {
            return words(
                missingSwitch(broken.facts, hasBridge)->path, broken.facts.framework->title);
        }));
}

} // namespace

void addTrainerOnly(Rows &rows, bool hasBridge)
{
    if (hasBridge)
        addMissingSwitches<true>(rows);
    else
        addMissingSwitches<false>(rows);
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
