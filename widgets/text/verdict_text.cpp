#include "widgets/text/verdict_text.h"

#include "model/estimate/figure_intervals.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct VerdictTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::VerdictText)
};

/// Inside a sentence a label starts small, unless it is an abbreviation.
QString inSentence(QString label)
{
    if (label.size() > 1 && label.at(1).isLower())
        label[0] = label.at(0).toLower();
    return label;
}

struct Part
{
    QString label;
    double value;
    QString text;
};

/// "saved activations 21.0 GiB, weights 11.2 GiB, …": the three largest parts.
QString largestParts(std::vector<Part> parts)
{
    std::ranges::stable_sort(parts, [](const Part &a, const Part &b) { return a.value > b.value; });
    QStringList texts;
    for (const Part &part : parts) {
        if (part.value > 0 && texts.size() < 3)
            texts.append(QStringLiteral("%1 %2").arg(inSentence(part.label), part.text));
    }
    return texts.join(VerdictTexts::tr(", "));
}

} // namespace

QString localVerdict(const Verdict &verdict)
{
    const QLocale locale;
    return localMessage({ verdict.messageId,
        { gibNumber(verdict.needed).toStdString(), gibNumber(verdict.available).toStdString(),
            locale.toString(verdict.mfu * 100, 'f', 0).toStdString(),
            locale.toString(verdict.mfuHalfWidth * 100, 'f', 0).toStdString(),
            inSentence(termText(QString::fromStdString(verdict.bottleneck))).toStdString() } });
}

QString memorySentence(const Estimate &estimate)
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        parts.push_back({ termText(term), estimate.memory.terms[term].value(),
            bytesText(estimate.memory.terms[term]) });
    }
    //: %3 is "fits", "should fit", "is at the limit" or "does not fit".
    return VerdictTexts::tr("The plan needs %1 of the %2 pool and %3. Largest: %4.")
        .arg(gibText(estimate.memory.decisive().bytes), gibText(estimate.memory.budget),
            localMessage(fitWords(estimate.memory)), largestParts(std::move(parts)));
}

QString timeSentence(const Estimate &estimate)
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        parts.push_back({ termText(term), estimate.time.terms[term].value(),
            secondsText(estimate.time.terms[term]) });
    }
    return VerdictTexts::tr("One step takes %1. Largest: %2.")
        .arg(secondsText(estimate.time.step), largestParts(std::move(parts)));
}

QString daysText(double days)
{
    if (days < 2)
        //: Duration in hours.
        return VerdictTexts::tr("%1 h").arg(QLocale().toString(days * 24, 'f', 1));
    //: Duration in days.
    return VerdictTexts::tr("%1 days").arg(QLocale().toString(days, 'f', days < 100 ? 1 : 0));
}

} // namespace headroom
