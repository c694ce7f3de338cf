#include "widgets/search/front_chart.h"

#include "widgets/charts/log_ticker.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int namesInRow = 2; ///< of the legend
constexpr double wideRange = 5; ///< ratio from which an axis is logarithmic
constexpr double margin = 0.08; ///< of the range, on each side

/// Shows `least` to `most` with a margin, on a scale that suits their ratio.
void setAxis(QCPAxis &axis, double least, double most)
{
    if (least > 0 && most / least > wideRange) {
        setLogarithmic(axis);
        const double factor = std::pow(most / least, margin);
        axis.setRange(least / factor, most * factor);
        return;
    }
    axis.setScaleType(QCPAxis::stLinear);
    axis.setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    const double room = std::max(margin * (most - least), 0.01 * most);
    axis.setRange(std::max(0.0, least - room), most + room);
}

} // namespace

FrontChart::FrontChart(QWidget *parent)
    : Chart(tr("Step time against memory"), parent)
{
    QCustomPlot &canvas = plot();
    canvas.xAxis->setLabel(tr("step time, seconds"));
    canvas.yAxis->setLabel(tr("memory, GiB"));
    putLegendBelow(namesInRow);
    for (QCPAxis *axis : { canvas.xAxis, canvas.yAxis }) {
        axis->setNumberFormat(QStringLiteral("gbc"));
        axis->setNumberPrecision(4);
    }
}

void FrontChart::setPoints(std::vector<Point> points, Reference reference)
{
    m_points = std::move(points);
    m_reference = std::move(reference);
    m_selected = -1;
    ChartTable table;
    table.headers = { tr("Candidate"), tr("Against the plan"), tr("Step time, s"),
        tr("Memory, GiB"), tr("Best compromise") };
    for (const Point &point : m_points)
        table.rows.append({ point.name, point.configuration, point.seconds, point.gib,
            point.isOnFront ? tr("yes") : tr("no") });
    setTable(table);
    setSentence(sentence());
    restyle();
}

QString FrontChart::sentence() const
{
    std::vector<const Point *> front;
    for (const Point &point : m_points)
        if (point.isOnFront)
            front.push_back(&point);
    if (front.empty())
        return m_points.empty() ? tr("There is nothing to show yet.")
                                : tr("The best compromises appear when the search ends.");
    const auto [fastest, slowest]
        = std::ranges::minmax(front, {}, [](const Point *point) { return point->seconds; });
    return tr(
        "%n best compromises between time and memory: from %1 s with %2 GiB to %3 s with %4 GiB.",
        nullptr, static_cast<int>(front.size()))
        .arg(numberText(fastest->seconds, 4), numberText(fastest->gib, 3),
            numberText(slowest->seconds, 4), numberText(slowest->gib, 3));
}

void FrontChart::select(int point)
{
    if (point == m_selected)
        return;
    m_selected = point;
    restyle();
}

void FrontChart::setRanges()
{
    double fastest = m_points.front().seconds, slowest = fastest;
    double least = m_points.front().gib, most = least;
    const auto widen = [&](const Point &point) {
        fastest = std::min(fastest, point.seconds);
        slowest = std::max(slowest, point.seconds);
        least = std::min(least, point.gib);
        most = std::max(most, point.gib);
    };
    for (const Point &point : m_points)
        widen(point);
    if (m_reference.plan)
        widen(*m_reference.plan);
    most = std::max(most, m_reference.budgetGib);
    setAxis(*plot().xAxis, fastest, slowest);
    setAxis(*plot().yAxis, least, most);
}

void FrontChart::drawFront()
{
    QVector<double> xs, ys;
    for (const Point &point : m_points)
        if (point.isOnFront) {
            xs.append(point.seconds);
            ys.append(point.gib);
        }
    if (xs.isEmpty())
        return;
    QCPGraph *line = plot().addGraph();
    line->setLineStyle(QCPGraph::lsStepLeft);
    line->setPen(QPen(themeColours(palette()).accent, 1.4));
    line->setData(xs, ys);
    line->setName(tr("best compromises"));
}

void FrontChart::drawSeries(const QString &name, const std::vector<const Point *> &points,
    int shape, const QColor &colour, bool isFilled)
{
    if (points.empty())
        return;
    QCPGraph *graph = plot().addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(static_cast<QCPScatterStyle::ScatterShape>(shape),
        QPen(colour, 1.5), isFilled ? QBrush(colour) : QBrush(Qt::NoBrush), gap(2)));
    for (const Point *point : points)
        graph->addData(point->seconds, point->gib);
    graph->setName(name);
}

void FrontChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_points.empty())
        return;
    const ThemeColours colours = themeColours(palette());
    setRanges();
    if (m_reference.budgetGib > 0) {
        QCPGraph *budget = canvas.addGraph();
        budget->setPen(QPen(colours.bad, 1.2, Qt::DashLine));
        budget->setData({ canvas.xAxis->range().lower, canvas.xAxis->range().upper },
            { m_reference.budgetGib, m_reference.budgetGib }, true);
        budget->setName(tr("memory budget"));
    }
    drawFront();
    std::vector<const Point *> ties, others, recommended, chosen;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const Point &point = m_points[i];
        (point.isRecommended ? recommended : point.isTie ? ties : others).push_back(&point);
        if (static_cast<int>(i) == m_selected)
            chosen.push_back(&point);
    }
    drawSeries(tr("configuration"), others, QCPScatterStyle::ssCircle, colours.accent, false);
    drawSeries(tr("as fast as the best"), ties, QCPScatterStyle::ssDisc, colours.accent, true);
    drawSeries(tr("recommended"), recommended, QCPScatterStyle::ssDiamond, colours.good, true);
    if (m_reference.plan)
        drawSeries(tr("the plan now"), { &*m_reference.plan }, QCPScatterStyle::ssCross,
            palette().color(QPalette::WindowText), false);
    if (chosen.empty())
        return;
    drawSeries(tr("selected"), chosen, QCPScatterStyle::ssSquare,
        palette().color(QPalette::WindowText), false);
    canvas.graph(canvas.graphCount() - 1)
        ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssSquare,
            QPen(palette().color(QPalette::WindowText), 1.5), Qt::NoBrush, gap(3)));
}

const FrontChart::Point *FrontChart::pointAt(const QPointF &position) const
{
    return nearest(m_points, position, gap(3),
        [](const Point &point) { return QPointF(point.seconds, point.gib); });
}

QString FrontChart::textAt(const QPointF &position) const
{
    const Point *point = pointAt(position);
    if (!point)
        return {};
    //: Tooltip of a point: name, settings, step time, memory.
    return tr("%1: %2\n%3 s, %4 GiB")
        .arg(point->name, point->configuration, numberText(point->seconds, 4),
            numberText(point->gib, 3));
}

bool FrontChart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &plot() && event->type() == QEvent::MouseButtonPress) {
        if (const Point *point = pointAt(static_cast<QMouseEvent *>(event)->position()))
            emit pointClicked(static_cast<int>(point - m_points.data()));
    }
    return Chart::eventFilter(watched, event);
}

} // namespace headroom
