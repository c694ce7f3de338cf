#include "widgets/flags/flag_details.h"

#include "widgets/flags/flag_effect.h"
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

/// The beginning of an explanation, as far as one reads at a glance.
QString firstSentence(const QString &explanation)
{
    const qsizetype end = explanation.indexOf(QStringLiteral(". "));
    return end < 0 ? explanation : explanation.left(end + 1);
}

QString longExplanation(const FlagTexts &texts)
{
    QString html = paragraph(FlagDetailsTexts::tr("When to use it:"), text(texts.use));
    html += paragraph(FlagDetailsTexts::tr("What it costs:"), text(texts.cost));
    html += paragraph(FlagDetailsTexts::tr("Watch:"), text(texts.watch));
    html += paragraph(FlagDetailsTexts::tr("How to check that it works:"), text(texts.check));
    html += section(FlagDetailsTexts::tr("How it changes the step:"), effectLines(texts));
    html += section(FlagDetailsTexts::tr("Not modelled:"), escaped(texts.notModelled));
    QStringList conflicts;
    for (const auto &[other, why] : texts.conflicts)
        //: Another flag and why the two conflict.
        conflicts.append(
            FlagDetailsTexts::tr("%1: %2").arg(flagLink(other), text(why).toHtmlEscaped()));
    html += section(FlagDetailsTexts::tr("Conflicts:"), conflicts);
    html += section(FlagDetailsTexts::tr("Known bugs:"), escaped(texts.bugs));
    html += section(FlagDetailsTexts::tr("Where sources disagree:"), escaped(texts.disagree));
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
        parts.append(FlagDetailsTexts::tr("removed in %1")
                         .arg(QString::fromStdString(entry.removed->text())));
    if (entry.noopFrom)
        parts.append(FlagDetailsTexts::tr("no effect since %1")
                         .arg(QString::fromStdString(entry.noopFrom->text())));
    return inOneSentence(parts);
}

/// "true, written to XLA_FLAGS; default false; since 0.4.7"
QString statusText(const FlagRow &row)
{
    QStringList parts;
    if (row.kind == AdviceKind::NotInVersion)
        parts.append(FlagDetailsTexts::tr("not available"));
    else if (row.isOn) //: A value and where it is written: "true, written to XLA_FLAGS".
        parts.append(FlagDetailsTexts::tr("%1, written to %2").arg(row.value, row.carrier));
    else
        parts.append(FlagDetailsTexts::tr("not written"));
    if (!row.defaultValue.isEmpty())
        parts.append(FlagDetailsTexts::tr("default %1").arg(row.defaultValue));
    if (row.entry)
        if (const QString known = versions(*row.entry); !known.isEmpty())
            parts.append(known);
    return parts.join(QStringLiteral("; "));
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
    // Why it is advised is no reason for what was set against it.
    const QString advice = row.isOwn
        ? (row.kind ? FlagDetailsTexts::tr("Headroom's advice:") : FlagDetailsTexts::tr("You set:"))
        : row.kind ? FlagDetailsTexts::tr("%1:").arg(adviceKindText(*row.kind))
                   : FlagDetailsTexts::tr("When:");
    const QString use = row.texts ? firstSentence(text(row.texts->use)) : QString();
    html += paragraph(advice, row.reason.isEmpty() ? use : row.reason);
    if (row.texts) {
        html += paragraph(FlagDetailsTexts::tr("Cost:"), firstSentence(text(row.texts->cost)));
        std::vector<std::string> others;
        for (const auto &[other, why] : row.texts->conflicts)
            others.push_back(other);
        html += section(FlagDetailsTexts::tr("Conflicts with:"),
            others.empty() ? QStringList() : QStringList { flagLinks(others) });
    }
    return html + paragraph(FlagDetailsTexts::tr("In this release:"), statusText(row));
}

QString flagBackground(const FlagRow &row)
{
    if (!row.entry)
        return {};
    QString html;
    const FlagEntry &entry = *row.entry;
    if (row.texts)
        html += longExplanation(*row.texts);
    html += paragraph(FlagDetailsTexts::tr("Area:"), areaText(entry.area));
    html += paragraph(FlagDetailsTexts::tr("Releases:"), versions(entry));
    html += paragraph(FlagDetailsTexts::tr("Accepts:"),
        entry.values.empty() ? text(entry.valuesText) : joined(entry.values));
    html += section(FlagDetailsTexts::tr("Overridden by:"),
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

} // namespace headroom
