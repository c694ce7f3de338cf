#include "widgets/report/plan_report.h"

#include "model/advice/verdict.h"
#include "widgets/charts/term_chart.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPrintDialog>
#include <QPrinter>
#include <QTextDocument>

#include <set>

namespace headroom {
namespace {

constexpr QSize chartSize { 640, 250 }; ///< of a picture in the report, in points
constexpr double chartScale = 3; ///< pixels per point, for print

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Report)
};

QString cell(const QString &text, bool right = false)
{
    return QStringLiteral("<td%1>%2</td>")
        .arg(right ? QStringLiteral(" align=\"right\"") : QString(), text.toHtmlEscaped());
}

QString tableRow(const QString &label, const QString &value)
{
    return QStringLiteral("<tr>%1%2</tr>").arg(cell(label), cell(value, true));
}

QString heading(const QString &text)
{
    return QStringLiteral("<h2>%1</h2>").arg(text.toHtmlEscaped());
}

QString table(const QString &rows)
{
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\">%1</table>")
        .arg(rows);
}

QString inputs(const Plan &plan)
{
    QString rows;
    static const Plan defaults;
    for (const PlanField &field : planFields()) {
        const QString text = QString::fromStdString(field.get(plan));
        const bool matters = field.path.starts_with("model") || field.path.starts_with("hardware")
            || field.path.starts_with("workload") || field.get(plan) != field.get(defaults);
        if (matters && !text.isEmpty() && field.path != "name")
            rows += tableRow(
                fieldLabel(field), QStringLiteral("%1 %2").arg(text, fieldUnit(field)).trimmed());
    }
    for (const auto &[name, value] : plan.flags)
        rows += tableRow(QString::fromStdString(name), QString::fromStdString(value));
    return table(rows);
}

QString terms(const Estimate &estimate)
{
    QString memory, time;
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const Bytes value = estimate.memory.terms.values.at(i);
        if (value.value() > 0)
            memory += tableRow(termText(static_cast<MemoryTerm>(i)), bytesText(value));
    }
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const Seconds value = estimate.time.terms.values.at(i);
        if (value.value() > 0)
            time += tableRow(termText(static_cast<TimeTerm>(i)), secondsText(value));
    }
    return QStringLiteral("<p><img src=\"chart:memory\" width=\"%1\"></p>%2<p><img "
                          "src=\"chart:time\" width=\"%1\"></p>%3")
        .arg(chartSize.width())
        .arg(table(memory), table(time));
}

QString findings(const Estimate &estimate)
{
    QString items;
    for (const Finding &finding : estimate.findings)
        items += QStringLiteral("<li><b>%1</b> %2</li>")
                     .arg(Texts::tr("%1:").arg(severityText(finding.severity)).toHtmlEscaped(),
                         inOneParagraph({ findingMessageText(finding), findingActionText(finding) })
                             .toHtmlEscaped());
    return items.isEmpty() ? QStringLiteral("<p>%1</p>")
                                 .arg(Texts::tr("Nothing to remark on this plan.").toHtmlEscaped())
                           : QStringLiteral("<ul>%1</ul>").arg(items);
}

void collect(const std::vector<Derivation> &derivations, std::set<QString> &sources,
    std::set<QString> &assumptions)
{
    for (const Derivation &derivation : derivations) {
        if (!derivation.source.empty())
            sources.insert(QString::fromStdString(derivation.source));
        if (!derivation.assumption.empty())
            assumptions.insert(QString::fromStdString(derivation.assumption));
        collect(derivation.operands, sources, assumptions);
    }
}

QString list(const std::set<QString> &texts)
{
    QString items;
    for (const QString &text : texts)
        items += QStringLiteral("<li>%1</li>").arg(text.toHtmlEscaped());
    return QStringLiteral("<ul>%1</ul>").arg(items);
}

/// Charts of a report are always light: they go to paper.
QImage chart(TermChart::Kind kind, const Estimate &estimate)
{
    TermChart drawn(kind, nullptr);
    drawn.setPalette(themePalette(Appearance::Light, {}));
    drawn.setBars({ { Texts::tr("This plan"), estimate } });
    return drawn.image(chartSize, chartScale);
}

} // namespace

void writeReport(const PlanController &controller, QTextDocument &document)
{
    const Estimate *estimate = controller.estimate();
    const ResolvedPlan *resolved = controller.resolved();
    if (!estimate || !resolved)
        return;
    document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:memory")),
        chart(TermChart::Kind::Memory, *estimate));
    document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:time")),
        chart(TermChart::Kind::Time, *estimate));
    std::set<QString> sources, assumptions;
    for (const std::string &text : estimate->assumptions)
        assumptions.insert(modelText("model/derivations", text));
    collect(controller.derivations(), sources, assumptions);
    QString html = QStringLiteral("<h1>%1</h1><p><b>%2</b></p>")
                       .arg(controller.displayName().toHtmlEscaped(),
                           localVerdict(verdict(*estimate)).toHtmlEscaped());
    html += QStringLiteral("<p>%1</p>")
                .arg(inOneParagraph({ memorySentence(*estimate), timeSentence(*estimate) })
                         .toHtmlEscaped());
    html += heading(Texts::tr("Memory and time")) + terms(*estimate);
    html += heading(Texts::tr("Findings")) + findings(*estimate);
    html += heading(Texts::tr("Inputs")) + inputs(resolved->plan);
    html += heading(Texts::tr("Assumptions")) + list(assumptions);
    html += heading(Texts::tr("Sources")) + list(sources);
    document.setHtml(html);
}

bool saveReport(const PlanController &controller, const QString &file)
{
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(file);
    printer.setDocName(controller.displayName());
    QTextDocument document;
    writeReport(controller, document);
    if (document.isEmpty())
        return false;
    document.print(&printer);
    return QFileInfo(file).size() > 0;
}

void printReport(const PlanController &controller, QWidget *parent)
{
    QPrinter printer(QPrinter::HighResolution);
    QPrintDialog dialog(&printer, parent);
    if (dialog.exec() != QDialog::Accepted)
        return;
    QTextDocument document;
    writeReport(controller, document);
    document.print(&printer);
}

} // namespace headroom
