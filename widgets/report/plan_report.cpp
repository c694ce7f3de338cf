#include "widgets/report/plan_report.h"

#include "model/advice/verdict.h"
#include "model/base/files/write_file.h"
#include "model/estimate/figure_intervals.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/used_releases.h"
#include "widgets/charts/term_chart.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/report/report_choices.h"
#include "widgets/report/report_html.h"
#include "widgets/report/report_pages.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDate>
#include <QLocale>
#include <QPageSize>
#include <QPdfWriter>
#include <QPrintDialog>
#include <QPrinter>
#include <QRegularExpression>
#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace headroom {
namespace {

constexpr QSize chartSize { 640, 220 }; ///< that a picture is drawn for
constexpr int pictureWidth = 480; ///< of a picture in the report, in points
constexpr double chartScale = 3; ///< pixels per point, for print
constexpr int longestFoot = 360; ///< points
constexpr int bodySize = 10; ///< points: what a decision needs goes on one page

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Report)
};

QString tableRow(const QString &label, const QString &value)
{
    return reportRow({ label, value });
}

/// Fields that a reader looks for even where the plan leaves them at their defaults.
bool isAlwaysShown(const std::string &path)
{
    static constexpr const char *starts[]
        = { "model", "hardware", "workload", "framework", "software.jaxlib", "optimizer",
              "attention", "precision.compute", "remat.policy", "parallelism.micro_batch" };
    return std::ranges::any_of(
        starts, [&path](const char *start) { return path.starts_with(start); });
}

/// Long numbers get the separators of the locale.
QString inputText(const PlanField &field, const Plan &plan)
{
    const QString text = QString::fromStdString(field.get(plan));
    if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real)
        return text;
    bool isWhole = false;
    const qlonglong number = text.toLongLong(&isWhole);
    return isWhole ? QLocale().toString(number) : text;
}

/// With the releases that the plan runs on, whoever chose them.
QString inputs(const ResolvedPlan &resolved)
{
    Plan plan = resolved.plan;
    nameReleases(plan, resolved);
    QString rows;
    static const Plan defaults;
    for (const PlanField &field : planFields()) {
        const QString text = inputText(field, plan);
        const bool matters = isAlwaysShown(field.path) || field.get(plan) != field.get(defaults);
        if (matters && !text.isEmpty() && field.path != "name")
            rows += tableRow(fieldLabel(field),
                QStringLiteral("%1 %2").arg(text, fieldUnit(field, text)).trimmed());
    }
    for (const auto &[name, value] : plan.flags)
        rows += tableRow(QString::fromStdString(name), QString::fromStdString(value));
    return reportTable(rows);
}

QString withInterval(const QString &value, const QString &low, const QString &high)
{
    //: A predicted value and the interval that holds it in 80 % of cases.
    return Texts::tr("%1 (80 %: %2 to %3)").arg(value, low, high);
}

QString figureRow(const QString &label, double value, const FigureInterval &interval,
    const std::function<QString(double)> &text)
{
    return tableRow(label, withInterval(text(value), text(interval.low), text(interval.high)));
}

/// What a decision needs.
QString figures(const Estimate &estimate)
{
    const auto &[memory, time] = std::tie(estimate.memory, estimate.time);
    const FigureIntervals ends = figureIntervals(estimate);
    QString rows = tableRow(Texts::tr("Memory per device"),
        withInterval(gibText(memory.peak), gibText(memory.p10), gibText(memory.p90)));
    rows += tableRow(Texts::tr("Step time"),
        withInterval(secondsText(time.step), secondsText(time.p10), secondsText(time.p90)));
    rows += figureRow(Texts::tr("Tokens/s per device"),
        estimate.throughput.tokensPerSecondPerDevice, ends.tokensPerSecondPerDevice,
        [](double count) { return countText(std::round(count)); });
    rows += figureRow(Texts::tr("MFU"), estimate.throughput.mfu, ends.mfu, shareText);
    if (estimate.run) {
        const CalendarRun run = calendarRun(estimate);
        rows += figureRow(Texts::tr("Time to train"), run.days, run.daysEnds, daysText);
        rows += figureRow(Texts::tr("Cost"), run.cost, run.costEnds, moneyText);
    }
    return reportTable(rows);
}

QString otherFigures(const Estimate &estimate)
{
    const FigureIntervals ends = figureIntervals(estimate);
    QString rows = tableRow(Texts::tr("Memory pool"), gibText(estimate.memory.budget));
    rows += figureRow(Texts::tr("Headroom"), estimate.memory.headroom.value(), ends.headroom,
        [](double bytes) { return gibText(Bytes { bytes }); });
    rows += figureRow(Texts::tr("HFU"), estimate.throughput.hfu, ends.hfu, shareText);
    rows += figureRow(Texts::tr("Model FLOP/s per device"), estimate.throughput.model.value(),
        ends.modelFlops, [](double rate) { return flopRateText(FlopPerSecond { rate }); });
    if (estimate.run && estimate.run->withFailures)
        rows += figureRow(
            Texts::tr("Goodput"), estimate.run->withFailures->goodput, ends.goodput, shareText);
    return reportTable(rows);
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
        .arg(pictureWidth)
        .arg(reportTable(memory), reportTable(time));
}

void collect(const std::vector<Derivation> &derivations, std::set<QString> &sources,
    std::set<QString> &assumptions)
{
    for (const Derivation &derivation : derivations) {
        if (!derivation.source.empty() && !derivation.isOwn)
            sources.insert(QString::fromStdString(derivation.source));
        if (!derivation.assumption.empty())
            assumptions.insert(QString::fromStdString(derivation.assumption));
        collect(derivation.operands, sources, assumptions);
    }
}

/// Sections of the formulas stand in one line.
std::set<QString> cited(const std::set<QString> &sources)
{
    static const QRegularExpression formulas(QStringLiteral("^(FORMULAS )?\u00a7[0-9.\u2013]+$"));
    std::set<QString> sections, kept;
    for (const QString &source : sources) {
        const QStringList parts = source.split(QStringLiteral(", "));
        const bool isSections = std::ranges::all_of(
            parts, [](const QString &part) { return formulas.match(part).hasMatch(); });
        if (!isSections)
            kept.insert(source);
        for (const QString &part : isSections ? parts : QStringList())
            sections.insert(part.mid(part.indexOf(QChar(0xa7))));
    }
    if (!sections.empty())
        kept.insert(QStringLiteral("model/FORMULAS.md ")
            + inOneSentence(QStringList(sections.begin(), sections.end())));
    return kept;
}

QString titledList(const QString &title, const std::set<QString> &texts)
{
    return texts.empty() ? QString()
                         : reportHeading(title) + reportList({ texts.begin(), texts.end() });
}

/// Charts of a report are always light: they go to paper.
QImage chart(TermChart::Kind kind, const Estimate &estimate)
{
    TermChart drawn(kind, nullptr);
    drawn.setPalette(themePalette(Appearance::Light, {}));
    // The legend falls into columns once the chart knows its width.
    drawn.setAttribute(Qt::WA_DontShowOnScreen);
    drawn.resize(chartSize);
    drawn.show();
    drawn.setBars({ { Texts::tr("This plan"), estimate } });
    return drawn.image(chartSize, chartScale);
}

QString dateText()
{
    //: Version of the program, then a date.
    return Texts::tr("Predicted by Headroom %1 on %2.")
        .arg(QCoreApplication::applicationVersion(),
            QLocale().toString(QDate::currentDate(), QLocale::LongFormat));
}

/// What stands at the foot of every page.
QString footText(const PlanController &controller)
{
    return QFontMetrics(QFont()).elidedText(controller.displayName(), Qt::ElideRight, longestFoot);
}

} // namespace

void writeReport(
    const PlanController &controller, const std::vector<Pin> &pins, QTextDocument &document)
{
    const Estimate *estimate = controller.estimate();
    const ResolvedPlan *resolved = controller.resolved();
    if (!estimate || !resolved || controller.isStale())
        return;
    document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:memory")),
        chart(TermChart::Kind::Memory, *estimate));
    document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:time")),
        chart(TermChart::Kind::Time, *estimate));
    QFont font = document.defaultFont();
    font.setPixelSize(bodySize);
    document.setDefaultFont(font);
    std::set<QString> sources, assumptions;
    for (const std::string &text : estimate->assumptions)
        assumptions.insert(modelText("model/derivations", text));
    collect(controller.derivations(), sources, assumptions);
    QString html = QStringLiteral("<h1>%1</h1><p><b>%2</b></p>")
                       .arg(controller.displayName().toHtmlEscaped(),
                           localVerdict(verdict(*estimate)).toHtmlEscaped());
    html += QStringLiteral("<p>%1</p>").arg(dateText().toHtmlEscaped());
    html += QStringLiteral("<p>%1</p>")
                .arg(inOneParagraph({ memorySentence(*estimate), timeSentence(*estimate) })
                         .toHtmlEscaped());
    html += reportHeading(Texts::tr("Prediction")) + figures(*estimate);
    html += reportHeading(Texts::tr("Alternatives"))
        + alternativesTable(controller, *estimate, pins);
    html += reportHeading(Texts::tr("Risks")) + risksList(*estimate);
    html
        += reportHeading(Texts::tr("Memory and time")) + otherFigures(*estimate) + terms(*estimate);
    html += reportHeading(Texts::tr("Inputs")) + inputs(*resolved);
    html += titledList(Texts::tr("Assumptions"), assumptions);
    html += titledList(Texts::tr("Sources"), cited(sources));
    document.setHtml(html);
}

bool saveReport(const PlanController &controller, const std::vector<Pin> &pins, const QString &file)
{
    QTextDocument document;
    writeReport(controller, pins, document);
    if (document.isEmpty())
        return false;
    QBuffer pages;
    pages.open(QIODevice::WriteOnly);
    QPdfWriter writer { &pages };
    writer.setTitle(controller.displayName());
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({}); // the pages have their own
    drawPages(document, writer, footText(controller));
    return writeFileAtomically(file.toStdString(), pages.data().toStdString()).empty();
}

void printReport(const PlanController &controller, const std::vector<Pin> &pins, QWidget *parent)
{
    QPrinter printer(QPrinter::HighResolution);
    QPrintDialog dialog(&printer, parent);
    if (dialog.exec() != QDialog::Accepted)
        return;
    QTextDocument document;
    writeReport(controller, pins, document);
    printer.setFullPage(true); // the pages have their own margins
    drawPages(document, printer, footText(controller));
}

} // namespace headroom
