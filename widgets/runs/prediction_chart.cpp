#include "widgets/runs/prediction_chart.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int longestName = 14; ///< characters below a column

} // namespace

PredictionChart::PredictionChart(QWidget *parent)
    : Chart(tr("Measured and predicted"), parent)
{
    QCustomPlot &canvas = plot();
    canvas.yAxis->setLabel(tr("seconds"));
    auto *legendRow = new QCPLayoutGrid;
    canvas.plotLayout()->addElement(1, 0, legendRow);
    legendRow->addElement(0, 0, canvas.legend);
    canvas.plotLayout()->setRowStretchFactor(1, 0.001);
    canvas.legend->setFillOrder(QCPLegend::foColumnsFirst);
    canvas.legend->setVisible(true);
}

void PredictionChart::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    ChartTable table;
    table.headers = { tr("Run"), tr("Measured, s"), tr("Predicted, s"), tr("10 %, s"),
        tr("90 %, s"), tr("Measured / predicted") };
    int inside = 0;
    for (const Entry &entry : m_entries) {
        table.rows.append({ entry.id, entry.measured, entry.middle, entry.low, entry.high,
            entry.measured / entry.middle });
        inside += entry.isInside() ? 1 : 0;
    }
    setTable(table);
    setSentence(m_entries.empty() ? QString()
                                  : tr("Measured inside the interval of the prediction: %1 of %2.")
                                        .arg(inside)
                                        .arg(m_entries.size()));
    restyle();
}

void PredictionChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_entries.empty())
        return;
    const ThemeColours colours = themeColours(palette());
    QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    QVector<double> at, low, height, middle, insideAt, inside, outsideAt, outside;
    double most = 0;
    for (std::size_t i = 0; i < drawn(); ++i) {
        const Entry &entry = m_entries[i];
        const auto x = static_cast<double>(i);
        ticks->addTick(x,
            entry.id.size() > longestName ? entry.id.left(longestName - 1) + QChar(0x2026)
                                          : entry.id);
        at.append(x);
        low.append(entry.low);
        height.append(entry.high - entry.low);
        middle.append(entry.middle);
        (entry.isInside() ? insideAt : outsideAt).append(x);
        (entry.isInside() ? inside : outside).append(entry.measured);
        most = std::max({ most, entry.high, entry.measured });
    }
    QColor soft = colours.accent;
    soft.setAlpha(70);
    auto *base = new QCPBars(canvas.xAxis, canvas.yAxis);
    base->setData(at, low, true);
    base->setPen(Qt::NoPen);
    base->setBrush(Qt::NoBrush);
    base->removeFromLegend();
    auto *interval = new QCPBars(canvas.xAxis, canvas.yAxis);
    interval->setData(at, height, true);
    interval->moveAbove(base);
    interval->setPen(QPen(colours.accent, 1));
    interval->setBrush(soft);
    interval->setName(tr("predicted, 80 %"));
    for (QCPBars *bars : { base, interval })
        bars->setWidth(0.5);
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
    points(at, middle, QCPScatterStyle::ssPlus, colours.accent, gap(2), tr("prediction"));
    points(insideAt, inside, QCPScatterStyle::ssDisc, palette().color(QPalette::Text), gap(2),
        tr("measured, inside"));
    points(outsideAt, outside, QCPScatterStyle::ssDiamond, colours.bad, gap(2) + 2,
        tr("measured, outside"));
    canvas.xAxis->setTicker(ticks);
    canvas.xAxis->setRange(-0.6, static_cast<double>(drawn()) - 0.4);
    canvas.yAxis->setRange(0, most * 1.1);
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
    return tr("%1\nmeasured %2, predicted %3 (%4)")
        .arg(entry->id, secondsText(Seconds { entry->measured }),
            secondsText(Seconds { entry->middle }),
            rangeText(secondsText(Seconds { entry->low }), secondsText(Seconds { entry->high })));
}

} // namespace headroom
