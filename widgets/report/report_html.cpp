#include "widgets/report/report_html.h"

namespace headroom {

QString reportHeading(const QString &text)
{
    return QStringLiteral("<h2>%1</h2>").arg(text.toHtmlEscaped());
}

QString reportRow(const QStringList &cells, const QString &tag)
{
    QString row;
    for (qsizetype i = 0; i < cells.size(); ++i)
        row += QStringLiteral("<%1 %2>%3</%1>")
                   .arg(tag,
                       i > 0 ? QStringLiteral("align=\"right\" style=\"white-space:nowrap\"")
                             : QStringLiteral("align=\"left\""),
                       cells.at(i).toHtmlEscaped());
    return QStringLiteral("<tr>%1</tr>").arg(row);
}

QString reportTable(const QString &rows)
{
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\">%1</table>")
        .arg(rows);
}

QString reportList(const QStringList &sentences)
{
    QString items;
    for (const QString &sentence : sentences)
        items += QStringLiteral("<li>%1</li>").arg(sentence.toHtmlEscaped());
    return items.isEmpty() ? QString() : QStringLiteral("<ul>%1</ul>").arg(items);
}

} // namespace headroom
