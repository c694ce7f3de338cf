#include "widgets/flags/flag_details.h"

#include <QCoreApplication>

namespace headroom {
namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("headroom::FlagPage", text);
}

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
    return text.startsWith(QLatin1String("http")) ? QStringLiteral("<a href=\"%1\">%1</a>").arg(escaped) : escaped;
}

QString versions(const FlagEntry &entry)
{
    QStringList parts;
    if (entry.since)
        parts.append((entry.sinceOrEarlier ? tr("since %1 or earlier") : tr("since %1"))
                         .arg(QString::fromStdString(entry.since->text())));
    else if (!entry.sinceText.empty())
        parts.append(tr("since %1").arg(QString::fromStdString(entry.sinceText)));
    if (entry.removed)
        parts.append(tr("gone from %1").arg(QString::fromStdString(entry.removed->text())));
    if (entry.noopFrom)
        parts.append(tr("without effect from %1").arg(QString::fromStdString(entry.noopFrom->text())));
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
    QString html = paragraph(tr("What it does:"), row.says);
    const QString advice = row.isOwn ? tr("Set by you:") : row.kind ? adviceKindText(*row.kind) + QLatin1Char(':')
                                                                  : tr("Advice:");
    html += paragraph(advice, row.reason);
    html += paragraph(tr("Value:"), row.isOn ? row.value : QString());
    html += paragraph(tr("Default:"), row.defaultValue);
    if (!row.entry)
        return html;
    const FlagEntry &entry = *row.entry;
    html += paragraph(tr("Releases:"), versions(entry));
    html += paragraph(tr("Accepts:"),
        entry.values.empty() ? QString::fromStdString(entry.valuesText) : joined(entry.values));
    html += paragraph(tr("Followed by:"), joined(entry.replacedBy));
    html += paragraph(tr("Note:"), QString::fromStdString(entry.note));
    if (!entry.source.empty())
        html += QStringLiteral("<p><b>%1</b> %2</p>").arg(tr("Source:").toHtmlEscaped(), link(entry.source));
    return html;
}

} // namespace headroom
