#include "widgets/report/report_choices.h"

#include "model/advice/levers.h"
#include "model/estimate/figure_intervals.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/report/report_html.h"
#include "widgets/text/plan_text.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct ChoiceTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Report)
};

QString choiceRow(const QString &name, const Estimate &estimate)
{
    const auto &[memory, time] = std::tie(estimate.memory, estimate.time);
    const auto withRange = [](const QString &value, const QString &low, const QString &high) {
        return QStringLiteral("%1 (%2)").arg(value, rangeText(low, high));
    };
    return reportRow(
        { name, withRange(secondsText(time.step), secondsText(time.p10), secondsText(time.p90)),
            withRange(gibText(memory.peak), gibText(memory.p10), gibText(memory.p90)),
            localAmount(fitAmount(memory)) });
}

/// Worth a line: something gets better.
bool isGain(const Estimate &then, const Estimate &now)
{
    return then.time.step < now.time.step || then.memory.peak < now.memory.peak;
}

} // namespace

QString alternativesTable(
    const PlanController &controller, const Estimate &now, const std::vector<Pin> &pins)
{
    QString rows = reportRow({ ChoiceTexts::tr("Choice"), ChoiceTexts::tr("Step time (80 %)"),
                                 ChoiceTexts::tr("Memory (80 %)"), ChoiceTexts::tr("Fits") },
        QStringLiteral("th"));
    rows += choiceRow(
        ChoiceTexts::tr("This plan: %1").arg(configurationText(controller.plan())), now);
    for (const Pin &pin : pins)
        if (!(pin.plan == controller.plan()))
            //: A plan that was put aside for comparison: its name.
            rows += choiceRow(
                ChoiceTexts::tr("Pinned: %1").arg(QString::fromStdString(pin.shownName())),
                pin.estimate);
    for (const Lever &lever : levers(controller.plan(), controller.bestChanges()))
        if (lever.estimate && isGain(*lever.estimate, now))
            rows += choiceRow(QStringLiteral("%1: %2").arg(modelText("model/levers", lever.label),
                                  changesText(lever.changes)),
                *lever.estimate);
    return reportTable(rows);
}

QString risksList(const Estimate &estimate)
{
    QStringList risks {
        //: A probability.
        ChoiceTexts::tr("The plan fits in memory with a probability of %1.")
            .arg(localAmount(fitAmount(estimate.memory))),
    };
    if (!estimate.isExtrapolated) // else a finding says why
        risks.append(ChoiceTexts::tr("Measurements cover plans like this one."));
    if (estimate.run && estimate.run->withFailures)
        risks.append(ChoiceTexts::tr("Expected failures during the run: %1; %2 of the time makes "
                                     "progress after restarts and checkpoints.")
                         .arg(countText(std::round(estimate.run->withFailures->failures)),
                             shareText(estimate.run->withFailures->goodput)));
    for (const Finding &finding : estimate.findings)
        risks.append(inOneParagraph({ ChoiceTexts::tr("%1:").arg(severityText(finding.severity)),
            findingMessageText(finding), findingActionText(finding) }));
    if (estimate.findings.empty())
        risks.append(ChoiceTexts::tr("No findings for this plan."));
    return reportList(risks);
}

} // namespace headroom
