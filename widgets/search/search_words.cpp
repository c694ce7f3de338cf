#include "widgets/search/search_words.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::size_t termsInSentence = 3; ///< of time, and of memory

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Search)
};

QString valueText(const std::string &value)
{
    return value.empty() ? Texts::tr("none") : QString::fromStdString(value);
}

QString amountText(const TermDifference &term)
{
    const double size = std::abs(term.change());
    //: An amount of a term: "1.9 s of Exposed all-gather".
    return Texts::tr("%1 of %2")
        .arg(term.isTime ? secondsText(Seconds { size }) : bytesText(Bytes { size }),
            termText(QString::fromStdString(term.id)));
}

QString countsText(const SearchCounts &counts, double seconds)
{
    return Texts::tr("%1 lawful configurations, %2 evaluated, %3 fit; %4 evaluations per second")
        .arg(countText(static_cast<double>(counts.enumerated)),
            countText(static_cast<double>(counts.evaluated)),
            countText(static_cast<double>(counts.feasible)),
            shortCountText(evaluationsPerSecond(counts, seconds)));
}

} // namespace

QString objectiveText(Objective objective)
{
    switch (objective) {
    case Objective::Throughput:
        return Texts::tr("Shortest step");
    case Objective::Memory:
        return Texts::tr("Most memory left");
    case Objective::Cost:
        return Texts::tr("Least cost");
    case Objective::Devices:
        break;
    }
    return Texts::tr("Fewest devices");
}

QString knobText(const std::string &path)
{
    return path == "flags" ? Texts::tr("Overlap flags") : pathLabel(QString::fromStdString(path));
}

QStringList differences(const Plan &plan, const std::vector<FieldChange> &settings)
{
    QStringList parts;
    for (const FieldChange &setting : settings) {
        const std::string before = planFieldText(plan, setting.path);
        if (before != setting.value)
            //: A knob with its value before and after.
            parts.append(Texts::tr("%1 %2 → %3")
                             .arg(pathLabel(QString::fromStdString(setting.path)),
                                 valueText(before), valueText(setting.value)));
    }
    return parts;
}

QString settingsText(const std::vector<FieldChange> &settings)
{
    QStringList parts;
    for (const FieldChange &setting : settings)
        parts.append(
            pathLabel(QString::fromStdString(setting.path)) + u' ' + valueText(setting.value));
    return inOneSentence(parts);
}

QString differenceText(const Plan &plan, const std::vector<FieldChange> &settings)
{
    const QStringList parts = differences(plan, settings);
    return parts.isEmpty() ? Texts::tr("as the plan is") : inOneSentence(parts);
}

QString comparisonSentence(const Comparison &comparison)
{
    QStringList saves, costs;
    std::size_t times = 0, bytes = 0;
    for (const TermDifference &term : comparison.terms) {
        std::size_t &count = term.isTime ? times : bytes;
        if (count++ < termsInSentence)
            (term.change() < 0 ? saves : costs).append(amountText(term));
    }
    if (saves.isEmpty() && costs.isEmpty())
        return Texts::tr("Both take the same time and memory.");
    if (costs.isEmpty())
        return Texts::tr("Saves %1.").arg(inOneSentence(saves));
    if (saves.isEmpty())
        return Texts::tr("Costs %1.").arg(inOneSentence(costs));
    return Texts::tr("Saves %1; costs %2.").arg(inOneSentence(saves), inOneSentence(costs));
}

QString progressText(const SearchProgress &progress)
{
    return countsText(progress.counts, progress.seconds);
}

QString outcomeText(const SearchOutcome &outcome)
{
    const QString counts = countsText(outcome.counts, outcome.seconds);
    if (outcome.wasCancelled)
        return Texts::tr("Stopped early; these are the best so far. %1.").arg(counts);
    //: Duration of the search, then its counts.
    return Texts::tr("Finished in %1: %2.").arg(secondsText(Seconds { outcome.seconds }), counts);
}

} // namespace headroom
