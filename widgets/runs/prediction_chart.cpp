#include "widgets/runs/prediction_chart.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

// Of a column, which is 1 wide.
constexpr double loneWidth = 0.5, pairedWidth = 0.34, pairedOffset = 0.2;

} // namespace

PredictionChart::PredictionChart(QWidget *parent)
    : Chart(tr("Measured and predicted"), parent)
{
    QCustomPlot &canvas = plot();
    canvas.yAxis->setLabel(tr("seconds"));
    putLegendBelow(maxLegendColumns);
    connect(&canvas, &QCustomPlot::beforeReplot, this, &PredictionChart::nameColumns);
}

void PredictionChart::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    ChartTable table;
    table.headers = { tr("Run"), tr("Measured, s"), tr("Predicted, s"), tr("10 %, s"),
        tr("90 %, s"), tr("Measured / predicted") };
    if (hasBefore())
        table.headers.append({ tr("Before, s"), tr("Measured / before") });
    for (const Entry &entry : m_entries) {
        const Range &range = entry.predicted;
        QVariantList row { entry.id, entry.measured, range.middle, range.low, range.high,
            entry.measured / range.middle };
        if (entry.before)
            row.append({ entry.before->middle, entry.measured / entry.before->middle });
        table.rows.append(row);
    }
    setTable(table);
    setSentence(sentence());
    restyle();
}

bool PredictionChart::hasBefore() const
{
    return std::ranges::any_of(m_entries, [](const Entry &one) { return one.before.has_value(); });
}

QString PredictionChart::sentence() const
{
    if (m_entries.empty())
        return {};
    const auto inside = std::ranges::count_if(m_entries, &Entry::isInside);
    if (!hasBefore())
        return tr("%1 of %2 measured runs lie within the predicted interval.")
            .arg(inside)
            .arg(m_entries.size());
    const auto before = std::ranges::count_if(
        m_entries, [](const Entry &one) { return one.before && one.before->holds(one.measured); });
    return tr("Measured within the interval: %1 of %3 before the calibration, %2 of %3 with it.")
        .arg(before)
        .arg(inside)
        .arg(m_entries.size());
}

/// Bars from the 10th to the 90th percentile with the prediction in them; those before the
/// calibration stand to the left.
void PredictionChart::drawIntervals(bool isBefore)
{
    QCustomPlot &canvas = plot();
    QColor colour = themeColours(palette()).accent;
    if (isBefore)
        colour = palette().color(QPalette::PlaceholderText);
    const double width = hasBefore() ? pairedWidth : loneWidth;
    const double off = !hasBefore() ? 0 : isBefore ? -pairedOffset : pairedOffset;
    QVector<double> at, low, height, middle;
    for (std::size_t i = 0; i < drawn(); ++i) {
        const Entry &entry = m_entries[i];
        if (isBefore && !entry.before)
            continue;
        const Range &range = isBefore ? *entry.before : entry.predicted;
        at.append(static_cast<double>(i) + off);
        low.append(range.low);
        height.append(range.high - range.low);
        middle.append(range.middle);
    }
    auto *base = new QCPBars(canvas.xAxis, canvas.yAxis);
    base->setData(at, low, true);
    base->setPen(Qt::NoPen);
    base->setBrush(Qt::NoBrush);
    base->removeFromLegend();
    auto *interval = new QCPBars(canvas.xAxis, canvas.yAxis);
    interval->setData(at, height, true);
    interval->moveAbove(base);
    interval->setPen(QPen(colour, 1, isBefore ? Qt::DashLine : Qt::SolidLine));
    QColor soft = colour;
    soft.setAlpha(isBefore ? 30 : 70);
    interval->setBrush(soft);
    interval->setName(isBefore ? tr("before the calibration, 80 %") : tr("predicted, 80 %"));
    for (QCPBars *bars : { base, interval })
        bars->setWidth(width);
    QCPGraph *graph = canvas.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssPlus, QPen(colour, 2), QBrush(colour), gap(2)));
    graph->setData(at, middle);
    graph->setName(tr("prediction"));
    if (isBefore)
        graph->removeFromLegend();
}

void PredictionChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_entries.empty())
        return;
    const ThemeColours colours = themeColours(palette());
    QVector<double> insideAt, inside, outsideAt, outside;
    double most = 0;
    for (std::size_t i = 0; i < drawn(); ++i) {
        const Entry &entry = m_entries[i];
        const auto x = static_cast<double>(i);
        (entry.isInside() ? insideAt : outsideAt).append(x);
        (entry.isInside() ? inside : outside).append(entry.measured);
        most = std::max({ most, entry.predicted.high, entry.measured,
            entry.before ? entry.before->high : 0.0 });
    }
    if (hasBefore())
        drawIntervals(true);
    drawIntervals(false);
    const auto points = [&](const QVector<double> &x, const QVector<double> &y,
                            QCPScatterStyle::ScatterShape shape, const QColor &colour, int size,
                            const QString &name) {
        if (x.isEmpty())
            return;
        QCPGraph *graph = canvas.addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 2), QBrush(colour), size));
        graph->setData(x, y);
        graph->setName(name);
    };
    points(insideAt, inside, QCPScatterStyle::ssDisc, palette().color(QPalette::Text), gap(2),
        tr("measured, within"));
    points(outsideAt, outside, QCPScatterStyle::ssDiamond, colours.bad, gap(2) + 2,
        tr("measured, outside"));
    canvas.xAxis->setRange(-0.6, static_cast<double>(drawn()) - 0.4);
    canvas.yAxis->setRange(0, most * 1.1);
}

/// As much of each name as its column has room for.
void PredictionChart::nameColumns()
{
    QCustomPlot &canvas = plot();
    const QMargins margins = canvas.axisRect()->margins();
    const int width = canvas.viewport().width() - margins.left() - margins.right();
    const QFontMetrics metrics(canvas.xAxis->tickLabelFont());
    QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    for (std::size_t i = 0; i < drawn(); ++i)
        ticks->addTick(static_cast<double>(i),
            metrics.elidedText(m_entries[i].id, Qt::ElideMiddle,
                width / (static_cast<int>(drawn()) + 1) - gap(1)));
    canvas.xAxis->setTicker(ticks);
}

const PredictionChart::Entry *PredictionChart::entryAt(const QPointF &position) const
{
    auto &canvas = const_cast<PredictionChart *>(this)->plot();
    const double x = std::round(canvas.xAxis->pixelToCoord(position.x()));
    return x >= 0 && x < static_cast<double>(drawn()) ? &m_entries[static_cast<std::size_t>(x)]
                                                      : nullptr;
}

QString PredictionChart::idAt(const QPointF &position) const
{
    const Entry *entry = entryAt(position);
    return entry ? entry->id : QString();
}

QString PredictionChart::textAt(const QPointF &position) const
{
    const Entry *entry = entryAt(position);
    if (!entry)
        return {};
    const auto text = [](const Range &range) {
        return QStringLiteral("%1 (%2)").arg(secondsText(Seconds { range.middle }),
            rangeText(secondsText(Seconds { range.low }), secondsText(Seconds { range.high })));
    };
    const QString measured = secondsText(Seconds { entry->measured });
    if (entry->before)
        return tr("%1\nmeasured %2, predicted %3, before the calibration %4")
            .arg(entry->id, measured, text(entry->predicted), text(*entry->before));
    //: A run, its step, and the prediction with its interval in brackets.
    return tr("%1\nmeasured %2, predicted %3").arg(entry->id, measured, text(entry->predicted));
}

} // namespace headroom
