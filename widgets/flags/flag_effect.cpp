#include "widgets/flags/flag_effect.h"

#include "model/estimate/change.h"
#include "model/flags/advice/flag_trial.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct FlagEffectTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::FlagPage)
};

/// A plan with the flag in its other state, and what that plan takes.
struct TriedFlag
{
    FlagTrial trial;
    Estimate other;
    FlagDelta delta;
};

std::optional<TriedFlag> tried(const PlanController &controller, const FlagRow &row)
{
    const ResolvedPlan *resolved = controller.resolved();
    const Estimate *now = controller.estimate();
    const auto catalogue = controller.services().flags ? controller.services().flags() : nullptr;
    if (!resolved || !now || !catalogue || !row.entry)
        return std::nullopt;
    const auto advisor = FlagAdvisor::make(catalogue, *resolved);
    auto trial = advisor ? trialOf(*advisor, *resolved, row.entry->name) : std::nullopt;
    auto other = trial ? controller.estimateOf(trial->plan) : std::nullopt;
    if (!other)
        return std::nullopt;
    const FlagDelta delta = flagDelta(*trial, *now, *other);
    return TriedFlag { *std::move(trial), *std::move(other), delta };
}

} // namespace

QString evidenceText(Evidence evidence)
{
    switch (evidence) {
    case Evidence::Exact:
        return FlagEffectTexts::tr("exact");
    case Evidence::Compiled:
        return FlagEffectTexts::tr("compiled");
    case Evidence::Measured:
        return FlagEffectTexts::tr("measured");
    case Evidence::Cited:
        return FlagEffectTexts::tr("cited");
    case Evidence::Fitted:
        return FlagEffectTexts::tr("fitted");
    case Evidence::Assumed:
        break;
    }
    return FlagEffectTexts::tr("assumed");
}

FlagEffect flagEffect(const PlanController &controller, const FlagRow &row)
{
    if (row.kind == AdviceKind::NotInVersion)
        return {};
    if (!row.texts || row.texts->effects.empty())
        return { FlagEffectTexts::tr("not modelled"), 0 };
    const auto trial = tried(controller, row);
    if (!trial)
        return {};
    QStringList parts;
    if (trial->delta.step.value() != 0)
        parts.append(secondsChangeText(trial->delta.step));
    if (trial->delta.peak.value() != 0)
        parts.append(bytesChangeText(trial->delta.peak));
    if (trial->delta.budget.value() != 0) //: A change of the memory pool: "pool +3.1 GiB".
        parts.append(FlagEffectTexts::tr("pool %1").arg(bytesChangeText(trial->delta.budget)));
    if (parts.isEmpty())
        return { FlagEffectTexts::tr("no change"), 0 };
    return { parts.join(QStringLiteral(", ")), trial->delta.step.value() };
}

QString flagEffectText(const PlanController &controller, const FlagRow &row)
{
    const auto found = tried(controller, row);
    if (!found)
        return {};
    const auto &[trial, other, delta] = *found;
    const Estimate &now = *controller.estimate();
    const QString setting
        = QStringLiteral("%1=%2").arg(row.name, QString::fromStdString(trial.value));
    if (delta.isNothing())
        return FlagEffectTexts::tr("%1 does not change this plan's estimate.").arg(setting);
    const Estimate &without = trial.isWritten ? other : now;
    const Estimate &with = trial.isWritten ? now : other;
    const auto known = row.texts ? weakestEvidence(*row.texts) : std::nullopt;
    const Evidence evidence = known.value_or(Evidence::Assumed);
    TermDoubts doubts;
    if (evidence == Evidence::Assumed)
        doubts.fill(assumedSizeDoubt);
    const Change interval = planChange(without, with, doubts).step;
    //: The change of the step, as a share, and the ends of its 80 % interval.
    const QString step = FlagEffectTexts::tr("step %1 (%2; %3 to %4)")
                             .arg(secondsChangeText(delta.step),
                                 ratioChangeText(without.time.step.value(), with.time.step.value()),
                                 secondsChangeText(Seconds { interval.p10 }),
                                 secondsChangeText(Seconds { interval.p90 }));
    QStringList parts { step,
        FlagEffectTexts::tr("peak memory %1").arg(bytesChangeText(delta.peak)) };
    if (delta.budget.value() != 0)
        parts.append(FlagEffectTexts::tr("memory pool %1").arg(bytesChangeText(delta.budget)));
    parts.append(evidenceText(evidence));
    const QString list = inOneSentence(parts);
    return trial.isWritten
        ? FlagEffectTexts::tr("Effect of %1 on this plan: %2.").arg(setting, list)
        : FlagEffectTexts::tr("Effect of setting %1 on this plan: %2.").arg(setting, list);
}

} // namespace headroom
