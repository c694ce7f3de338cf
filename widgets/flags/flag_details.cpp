#include "widgets/flags/flag_details.h"

#include "widgets/text/wording.h"

#include <QCoreApplication>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct Texts
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
        parts.append(
            (entry.sinceOrEarlier ? Texts::tr("since %1 or earlier") : Texts::tr("since %1"))
                .arg(QString::fromStdString(entry.since->text())));
    else if (!entry.sinceText.empty())
        parts.append(Texts::tr("since %1").arg(QString::fromStdString(entry.sinceText)));
    if (entry.removed)
        parts.append(Texts::tr("gone from %1").arg(QString::fromStdString(entry.removed->text())));
    if (entry.noopFrom)
        parts.append(Texts::tr("without effect from %1")
                         .arg(QString::fromStdString(entry.noopFrom->text())));
    return parts.join(QStringLiteral(", "));
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
    QString html = paragraph(Texts::tr("What it does:"), row.says);
    const QString advice = row.isOwn ? Texts::tr("Set by you:")
        : row.kind                   ? Texts::tr("%1:").arg(adviceKindText(*row.kind))
                                     : Texts::tr("Advice:");
    html += paragraph(advice, row.reason);
    html += paragraph(Texts::tr("Value:"), row.isOn ? row.value : QString());
    html += paragraph(Texts::tr("Default:"), row.defaultValue);
    if (!row.entry)
        return html;
    const FlagEntry &entry = *row.entry;
    html += paragraph(Texts::tr("Releases:"), versions(entry));
    html += paragraph(Texts::tr("Accepts:"),
        entry.values.empty() ? QString::fromStdString(entry.valuesText) : joined(entry.values));
    html += paragraph(Texts::tr("Followed by:"), joined(entry.replacedBy));
    html += paragraph(Texts::tr("Note:"), modelText("model/flagSays", entry.note));
    if (!entry.source.empty())
        html += QStringLiteral("<p><b>%1</b> %2</p>")
                    .arg(Texts::tr("Source:").toHtmlEscaped(), link(entry.source));
    return html;
}

} // namespace headroom
