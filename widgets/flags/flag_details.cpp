#include "widgets/flags/flag_details.h"

#include "model/estimate/change.h"
#include "model/flags/advice/flag_trial.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct FlagDetailsTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::FlagPage)
};

/// One paragraph with a strong heading; nothing when there is nothing to say.
QString paragraph(const QString &heading, const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p><b>%1</b> %2</p>").arg(heading.toHtmlEscaped(), text.toHtmlEscaped());
}

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

/// A heading over one line, or over a list of several; the lines are rich text.
QString section(const QString &heading, const QStringList &lines)
{
    if (lines.isEmpty())
        return {};
    const QString head = QStringLiteral("<b>%1</b> ").arg(heading.toHtmlEscaped());
    if (lines.size() == 1)
        return QStringLiteral("<p>%1%2</p>").arg(head, lines.front());
    return QStringLiteral("<p>%1</p><ul><li>%2</li></ul>")
        .arg(head, lines.join(QStringLiteral("</li><li>")));
}

QStringList escaped(const std::vector<std::string> &values)
{
    QStringList lines;
    for (const std::string &value : values)
        lines.append(text(value).toHtmlEscaped());
    return lines;
}

QString flagLink(const std::string &name)
{
    return QStringLiteral("<a href=\"flag:%1\">%1</a>").arg(text(name).toHtmlEscaped());
}

QString flagLinks(const std::vector<std::string> &names)
{
    QStringList links;
    for (const std::string &name : names)
        links.append(flagLink(name));
    return links.join(QStringLiteral(", "));
}

QString evidenceText(Evidence evidence)
{
    switch (evidence) {
    case Evidence::Exact:
        return FlagDetailsTexts::tr("exact");
    case Evidence::Compiled:
        return FlagDetailsTexts::tr("compiled");
    case Evidence::Measured:
        return FlagDetailsTexts::tr("measured");
    case Evidence::Cited:
        return FlagDetailsTexts::tr("cited");
    case Evidence::Fitted:
        return FlagDetailsTexts::tr("fitted");
    case Evidence::Assumed:
        break;
    }
    return FlagDetailsTexts::tr("assumed");
}

QStringList effectLines(const FlagTexts &texts)
{
    QStringList lines;
    for (const FlagTermEffect &effect : texts.effects) {
        const QString term = termText(text(effect.term)).toHtmlEscaped();
        const QString change = effect.direction == "more" ? FlagDetailsTexts::tr("more")
                                                          : FlagDetailsTexts::tr("less");
        //: A term of the estimate, the direction in which the flag moves it, how sure that is, why.
        lines.append(FlagDetailsTexts::tr("%1: %2 (%3). %4")
                         .arg(term, change, evidenceText(effect.evidence),
                             text(effect.text).toHtmlEscaped()));
    }
    return lines;
}

QString longExplanation(const FlagTexts &texts)
{
    QString html = paragraph(FlagDetailsTexts::tr("When to use it:"), text(texts.use));
    html += paragraph(FlagDetailsTexts::tr("What it costs:"), text(texts.cost));
    html += paragraph(FlagDetailsTexts::tr("What to watch:"), text(texts.watch));
    html += paragraph(FlagDetailsTexts::tr("How to see that it worked:"), text(texts.check));
    html += section(FlagDetailsTexts::tr("What it does to the step:"), effectLines(texts));
    html += section(FlagDetailsTexts::tr("Not modelled:"), escaped(texts.notModelled));
    QStringList conflicts;
    for (const auto &[other, why] : texts.conflicts)
        //: Another flag and why the two conflict.
        conflicts.append(
            FlagDetailsTexts::tr("%1: %2").arg(flagLink(other), text(why).toHtmlEscaped()));
    html += section(FlagDetailsTexts::tr("Conflicts:"), conflicts);
    html += section(FlagDetailsTexts::tr("Known bugs:"), escaped(texts.bugs));
    html += section(FlagDetailsTexts::tr("Where documents disagree:"), escaped(texts.disagree));
    return html;
}

QString link(const std::string &source)
{
    const QString text = QString::fromStdString(source);
    const QString escaped = text.toHtmlEscaped();
    return text.startsWith(QLatin1String("http"))
        ? QStringLiteral("<a href=\"%1\">%1</a>").arg(escaped)
        : escaped;
}

QString versions(const FlagEntry &entry)
{
    QStringList parts;
    if (entry.since)
        parts.append((entry.sinceOrEarlier ? FlagDetailsTexts::tr("since %1 or earlier")
                                           : FlagDetailsTexts::tr("since %1"))
                         .arg(QString::fromStdString(entry.since->text())));
    else if (!entry.sinceText.empty())
        parts.append(FlagDetailsTexts::tr("since %1").arg(QString::fromStdString(entry.sinceText)));
    if (entry.removed)
        parts.append(FlagDetailsTexts::tr("gone from %1")
                         .arg(QString::fromStdString(entry.removed->text())));
    if (entry.noopFrom)
        parts.append(FlagDetailsTexts::tr("without effect from %1")
                         .arg(QString::fromStdString(entry.noopFrom->text())));
    return inOneSentence(parts);
}

QString joined(const std::vector<std::string> &values)
{
    QStringList texts;
    for (const std::string &value : values)
        texts.append(QString::fromStdString(value));
    return texts.join(QStringLiteral(", "));
}

} // namespace

QString flagDetails(const FlagRow &row)
{
    QString html = paragraph(FlagDetailsTexts::tr("What it does:"), row.says);
    const QString advice = row.isOwn ? FlagDetailsTexts::tr("Set by you:")
        : row.kind                   ? FlagDetailsTexts::tr("%1:").arg(adviceKindText(*row.kind))
                                     : FlagDetailsTexts::tr("Advice:");
    html += paragraph(advice, row.reason);
    html += paragraph(FlagDetailsTexts::tr("Value:"), row.isOn ? row.value : QString());
    html += paragraph(FlagDetailsTexts::tr("Default:"), row.defaultValue);
    if (!row.entry)
        return html;
    const FlagEntry &entry = *row.entry;
    if (row.texts)
        html += longExplanation(*row.texts);
    html += paragraph(FlagDetailsTexts::tr("Area:"), areaText(entry.area));
    html += paragraph(FlagDetailsTexts::tr("Releases:"), versions(entry));
    html += paragraph(FlagDetailsTexts::tr("Accepts:"),
        entry.values.empty() ? text(entry.valuesText) : joined(entry.values));
    html += section(FlagDetailsTexts::tr("Followed by:"),
        entry.replacedBy.empty() ? QStringList() : QStringList { flagLinks(entry.replacedBy) });
    html += paragraph(FlagDetailsTexts::tr("Note:"), modelText("model/flagSays", entry.note));
    if (!entry.source.empty())
        html += section(FlagDetailsTexts::tr("Source:"), { link(entry.source) });
    QStringList links;
    if (row.texts)
        for (const FlagLink &other : row.texts->seeAlso)
            links.append(
                QStringLiteral("<a href=\"%1\">%2</a>")
                    .arg(text(other.url).toHtmlEscaped(), text(other.title).toHtmlEscaped()));
    html += section(FlagDetailsTexts::tr("See also:"), links);
    return html;
}

QString flagEffectText(const PlanController &controller, const FlagRow &row)
{
    const ResolvedPlan *resolved = controller.resolved();
    const Estimate *now = controller.estimate();
    const auto catalogue = controller.services().flags ? controller.services().flags() : nullptr;
    if (!resolved || !now || !catalogue || !row.entry)
        return {};
    const auto advisor = FlagAdvisor::make(catalogue, *resolved);
    const auto trial = advisor ? trialOf(*advisor, *resolved, row.entry->name) : std::nullopt;
    const auto other = trial ? controller.estimateOf(trial->plan) : std::nullopt;
    if (!other)
        return {};
    const QString setting = QStringLiteral("%1=%2").arg(row.name, text(trial->value));
    const FlagDelta delta = flagDelta(*trial, *now, *other);
    if (delta.isNothing())
        return FlagDetailsTexts::tr("%1 moves no number of this plan's estimate.").arg(setting);
    const Estimate &without = trial->isWritten ? *other : *now;
    const Estimate &with = trial->isWritten ? *now : *other;
    const auto known = row.texts ? weakestEvidence(*row.texts) : std::nullopt;
    const Evidence evidence = known.value_or(Evidence::Assumed);
    TermDoubts doubts;
    if (evidence == Evidence::Assumed)
        doubts.fill(assumedSizeDoubt);
    const Change interval = planChange(without, with, doubts).step;
    //: The change of the step, as a share, and the ends of its 80 % interval.
    const QString step = FlagDetailsTexts::tr("step %1 (%2; %3 to %4)")
                             .arg(secondsChangeText(delta.step),
                                 ratioChangeText(without.time.step.value(), with.time.step.value()),
                                 secondsChangeText(Seconds { interval.p10 }),
                                 secondsChangeText(Seconds { interval.p90 }));
    QStringList parts { step,
        FlagDetailsTexts::tr("peak memory %1").arg(bytesChangeText(delta.peak)) };
    if (delta.budget.value() != 0)
        parts.append(FlagDetailsTexts::tr("memory pool %1").arg(bytesChangeText(delta.budget)));
    parts.append(evidenceText(evidence));
    const QString list = inOneSentence(parts);
    return trial->isWritten
        ? FlagDetailsTexts::tr("On this plan %1 brings: %2.").arg(setting, list)
        : FlagDetailsTexts::tr("On this plan %1 would bring: %2.").arg(setting, list);
}

} // namespace headroom
