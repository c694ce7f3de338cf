#include "widgets/search/search_words.h"

#include "model/estimate/figure_intervals.h"
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
constexpr qsizetype settingsInSentence = 4; ///< the card names them all

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Search)
};

/// The layout of the mesh by the framework's default, instead of axes that the plan spells out.
constexpr std::string_view meshPaths = "parallelism.mesh.";

bool leavesMesh(const Plan &plan, const FieldChange &setting)
{
    return setting.path.starts_with(meshPaths) && setting.value.empty()
        && !planFieldText(plan, setting.path).empty();
}

QString valueText(const std::string &value)
{
    return value.empty() ? Texts::tr("none") : QString::fromStdString(value);
}

QString defaultMeshText()
{
    //: One of several changes: the plan no longer says which axis lies on which link.
    return Texts::tr("default mesh layout");
}

QString amountText(const TermDifference &term)
{
    const double size = std::abs(term.change());
    //: An amount of a term: "1.9 s of Exposed all-gather".
    return Texts::tr("%1 of %2")
        .arg(term.isTime ? secondsText(Seconds { size }) : bytesText(Bytes { size }),
            termText(QString::fromStdString(term.id)));
}

QString countsText(const SearchCounts &counts)
{
    return Texts::tr("%1 valid configurations, %2 evaluated, %3 fit")
        .arg(countText(static_cast<double>(counts.enumerated)),
            countText(static_cast<double>(counts.evaluated)),
            countText(static_cast<double>(counts.feasible)));
}

/// What a result gains by the objective; empty when it gains nothing there.
QString gainText(Objective objective, const Estimate &own, const Estimate &then)
{
    switch (objective) {
    case Objective::Throughput:
        return own.time.step > then.time.step
            ? fasterText(own.time.step.value(), then.time.step.value())
            : QString();
    case Objective::Memory:
        return own.memory.peak > then.memory.peak
            ? Texts::tr("%1 less memory").arg(bytesText(own.memory.peak - then.memory.peak))
            : QString();
    case Objective::Cost:
        return own.run && then.run && own.run->cost > then.run->cost
            ? Texts::tr("%1 cheaper").arg(roughShareText(1 - then.run->cost / own.run->cost))
            : QString();
    case Objective::Devices:
        break;
    }
    return {};
}

/// The settings that a result changes, each with its new value.
QString changedSettings(const Plan &plan, const std::vector<FieldChange> &settings)
{
    QStringList parts;
    bool hasDefaultMesh = false;
    for (const FieldChange &setting : settings)
        if (leavesMesh(plan, setting))
            hasDefaultMesh = true;
        else if (planFieldText(plan, setting.path) != setting.value)
            parts.append(
                pathLabel(QString::fromStdString(setting.path)) + u' ' + valueText(setting.value));
    if (hasDefaultMesh)
        parts.append(defaultMeshText());
    const qsizetype rest = parts.size() - settingsInSentence;
    if (rest > 1) {
        parts.resize(settingsInSentence);
        parts.append(Texts::tr("%n more changes", nullptr, static_cast<int>(rest)));
    }
    return inOneSentence(parts);
}

} // namespace

QString objectiveText(Objective objective)
{
    switch (objective) {
    case Objective::Throughput:
        return Texts::tr("Shortest step");
    case Objective::Memory:
        return Texts::tr("Most free memory");
    case Objective::Cost:
        return Texts::tr("Lowest cost");
    case Objective::Devices:
        break;
    }
    return Texts::tr("Fewest devices");
}

QString freeSettingText(const std::string &path)
{
    return path == "flags" ? Texts::tr("Overlap flags") : pathLabel(QString::fromStdString(path));
}

QStringList differences(const Plan &plan, const std::vector<FieldChange> &settings)
{
    QStringList parts;
    bool hasDefaultMesh = false;
    for (const FieldChange &setting : settings) {
        const std::string before = planFieldText(plan, setting.path);
        if (leavesMesh(plan, setting))
            hasDefaultMesh = true;
        else if (before != setting.value)
            //: A setting with its value before and after.
            parts.append(Texts::tr("%1 %2 → %3")
                             .arg(pathLabel(QString::fromStdString(setting.path)),
                                 valueText(before), valueText(setting.value)));
    }
    if (hasDefaultMesh)
        parts.append(defaultMeshText());
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
    // A policy of one's own names a dozen tensors: the card lists them, a row counts them.
    std::vector<FieldChange> shown;
    int tensors = 0;
    for (const FieldChange &setting : settings)
        if (!setting.path.starts_with("remat.tensors"))
            shown.push_back(setting);
        else if (planFieldText(plan, setting.path) != setting.value)
            ++tensors;
    QStringList parts = differences(plan, shown);
    if (tensors > 0)
        parts.append(Texts::tr("%n tensors moved", nullptr, tensors));
    return parts.isEmpty() ? Texts::tr("no change") : inOneSentence(parts);
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

QString answerText(
    const SearchOutcome &outcome, Objective objective, const Plan &plan, const Estimate *own)
{
    if (!outcome.recommended)
        return {};
    const SearchRow &best = outcome.rows[*outcome.recommended];
    const QString changes = changedSettings(plan, best.settings);
    if (outcome.isKept && outcome.reason && changes.isEmpty())
        return localMessage(*outcome.reason);
    QStringList gains;
    if (own && own->memory.fits)
        if (const QString gain = gainText(objective, *own, best.estimate); !gain.isEmpty())
            gains.append(gain);
    const QString fits = localAmount(fitAmount(best.estimate.memory));
    const QString fitsNow = own ? localAmount(fitAmount(own->memory)) : fits;
    const double slower = own ? best.estimate.time.step / own->time.step - 1 : 0;
    if (gains.isEmpty() && own && own->memory.fits && slower > smallestGain)
        gains.append(fasterText(1, 1 + slower));
    if (gains.isEmpty())
        gains.append(Texts::tr("%1 per step").arg(secondsText(best.estimate.time.step)));
    gains.append(fits == fitsNow ? Texts::tr("fits with %1").arg(fits)
                                 //: Probability of fitting, and that of the plan as it is.
                                 : Texts::tr("fits with %1 instead of %2").arg(fits, fitsNow));
    //: Settings of a configuration, then what it gains: "FSDP 8: 26 % faster, fits with 98 %."
    return changes.isEmpty() ? Texts::tr("Keep your plan: %1.").arg(inOneSentence(gains))
                             : Texts::tr("%1: %2.").arg(changes, inOneSentence(gains));
}

QString equalsText(int count, bool isFolded)
{
    return isFolded ? Texts::tr("Show %n equals", nullptr, count)
                    : Texts::tr("Hide %n equals", nullptr, count);
}

QString progressText(const SearchProgress &progress)
{
    return countsText(progress.counts);
}

QString outcomeText(const SearchOutcome &outcome)
{
    const QString counts = countsText(outcome.counts);
    if (outcome.wasCancelled)
        return Texts::tr("Stopped early; best so far. %1.").arg(counts);
    //: Duration of the search, then its counts.
    return Texts::tr("Finished in %1: %2.").arg(secondsText(Seconds { outcome.seconds }), counts);
}

} // namespace headroom
