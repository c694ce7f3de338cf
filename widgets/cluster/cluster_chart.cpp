#include "widgets/cluster/cluster_chart.h"

#include "widgets/charts/chart_marks.h"
#include "widgets/charts/log_ticker.h"
#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom {
namespace {

constexpr double margin = 0.05; ///< of the range in decades, on each side
constexpr double farLimit = 10; ///< ratio beyond which a limit is not worth the room
constexpr int intervalOpacity = 110; ///< of 255

double cheapest(const ClusterChart::Series &series)
{
    return std::ranges::min(series.points, {}, &ClusterChart::Point::cost).cost;
}

/// Where the chip's name is led to: its machine that takes longest.
const ClusterChart::Point &last(const ClusterChart::Series &series)
{
    return *std::ranges::max_element(series.points, {}, &ClusterChart::Point::days);
}

/// A range in decades with room on both sides, and a limit in it unless that is far away.
void setRange(QCPAxis &axis, double least, double most, std::optional<double> limit)
{
    if (limit && *limit > least / farLimit && *limit < most * farLimit) {
        least = std::min(least, *limit);
        most = std::max(most, *limit);
    }
    const double room = std::pow(std::max(most / least, 1.5), margin);
    axis.setRange(least / room, most * room);
}

} // namespace

ClusterChart::ClusterChart(QWidget *parent)
    : Chart(tr("Cost against time"), parent)
{
    QCustomPlot &canvas = plot();
    canvas.xAxis->setLabel(tr("time to train, days"));
    canvas.yAxis->setLabel(tr("cost, USD"));
    canvas.legend->setVisible(false); // every line is named where it ends
    for (QCPAxis *axis : { canvas.xAxis, canvas.yAxis })
        setLogarithmic(*axis);
}

void ClusterChart::setSeries(std::vector<Series> series, const Limits &limits)
{
    std::erase_if(series, [](const Series &one) { return one.points.empty(); });
    ChartTable table;
    table.headers = { tr("Chip"), tr("Machine"), tr("Days"), tr("Days, 10 %"), tr("Days, 90 %"),
        tr("Cost, USD"), tr("Cost, 10 %"), tr("Cost, 90 %") };
    for (const Series &one : series)
        for (const Point &point : one.points)
            table.rows.append({ one.name, point.machine, point.days, point.minDays, point.maxDays,
                point.cost, point.minCost, point.maxCost });
    setTable(table);
    m_chips = series.size();
    std::ranges::stable_sort(series, {}, cheapest);
    if (series.size() > static_cast<std::size_t>(chipColours))
        series.resize(static_cast<std::size_t>(chipColours));
    m_series = std::move(series);
    m_limits = limits;
    m_selected.clear();
    setSentence(sentence());
    restyle();
}

QString ClusterChart::sentence() const
{
    if (m_series.empty())
        return tr("There is nothing to show yet.");
    const QString marks = tr("Each point is a machine, the slanted line its 80 % interval, the "
                             "diamond the recommended one.");
    if (m_chips <= m_series.size())
        return marks;
    return inOneParagraph(
        { marks, tr("The %1 cheapest of %2 chips are drawn.").arg(m_series.size()).arg(m_chips) });
}

void ClusterChart::select(const QString &id)
{
    if (id == m_selected)
        return;
    m_selected = id;
    restyle();
}

void ClusterChart::setRanges()
{
    double soonest = std::numeric_limits<double>::infinity(), latest = 0;
    double least = soonest, most = 0;
    for (const Series &series : m_series)
        for (const Point &point : series.points) {
            soonest = std::min(soonest, point.minDays);
            latest = std::max(latest, point.maxDays);
            least = std::min(least, point.minCost);
            most = std::max(most, point.maxCost);
        }
    setRange(*plot().xAxis, soonest, latest, m_limits.days);
    setRange(*plot().yAxis, least, most, m_limits.cost);
}

void ClusterChart::drawLimits()
{
    const QPen pen(themeColours(palette()).bad, 1.2, Qt::DashLine);
    const QCPRange days = plot().xAxis->range(), costs = plot().yAxis->range();
    const auto draw = [&](QPointF from, QPointF to, const QString &name, Qt::Alignment side) {
        addLine(plot(), from, to, pen);
        addCaption(plot(), from.x(), from.y(), name, side, pen.color());
    };
    if (m_limits.days && days.contains(*m_limits.days))
        draw({ *m_limits.days, costs.lower }, { *m_limits.days, costs.upper }, tr("deadline"),
            Qt::AlignLeft | Qt::AlignBottom);
    if (m_limits.cost && costs.contains(*m_limits.cost))
        draw({ days.lower, *m_limits.cost }, { days.upper, *m_limits.cost }, tr("budget"),
            Qt::AlignLeft | Qt::AlignBottom);
}

/// The chips' names in a column to the right of all machines.
void ClusterChart::nameSeries()
{
    std::vector<NamedPlace> places;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const Point &end = last(m_series[i]);
        places.push_back({ m_series[i].name, { end.days, end.cost },
            chipColour(static_cast<int>(i), palette()) });
    }
    QCPAxis &axis = *plot().xAxis;
    const QCPRange range = axis.range();
    axis.setRange(range.lower,
        range.lower * std::pow(range.upper / range.lower, 1 / shareBesideNames(plot(), places)));
    addNameColumn(plot(), range.upper, places);
}

void ClusterChart::drawSeries(const Series &series, const QColor &colour)
{
    QCPGraph *line = plot().addGraph();
    line->setPen(QPen(colour, 1.4));
    line->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour, 1), QBrush(colour), gap(1) + 2));
    for (const Point &point : series.points)
        line->addData(point.days, point.cost);
    QColor faint = colour;
    faint.setAlpha(intervalOpacity);
    for (const Point &point : series.points) {
        auto *interval = new QCPItemLine(&plot());
        interval->setPen(QPen(faint, 1));
        interval->start->setCoords(point.minDays, point.minCost);
        interval->end->setCoords(point.maxDays, point.maxCost);
        interval->setClipToAxisRect(true);
    }
}

void ClusterChart::drawMark(
    const Point &point, int shape, double size, const QColor &colour, bool isFilled)
{
    QCPGraph *mark = plot().addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(QCPScatterStyle(static_cast<QCPScatterStyle::ScatterShape>(shape),
        QPen(colour, 1.6), isFilled ? QBrush(colour) : QBrush(Qt::NoBrush), size));
    mark->addData(point.days, point.cost);
}

void ClusterChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_series.empty())
        return;
    setRanges();
    drawLimits();
    nameSeries();
    for (std::size_t i = 0; i < m_series.size(); ++i)
        drawSeries(m_series[i], chipColour(static_cast<int>(i), palette()));
    const QColor ink = palette().color(QPalette::WindowText);
    for (const Series &series : m_series)
        for (const Point &point : series.points) {
            if (point.isRecommended)
                drawMark(
                    point, QCPScatterStyle::ssDiamond, gap(3), themeColours(palette()).good, true);
            if (point.id == m_selected)
                drawMark(point, QCPScatterStyle::ssSquare, gap(4), ink, false);
        }
}

void ClusterChart::resizeEvent(QResizeEvent *event)
{
    Chart::resizeEvent(event);
    // The names keep their distance, once the plot itself has its new size.
    QMetaObject::invokeMethod(this, &ClusterChart::restyle, Qt::QueuedConnection);
}

const ClusterChart::Point *ClusterChart::nearest(const QPointF &position) const
{
    auto &canvas = const_cast<ClusterChart *>(this)->plot();
    const Point *found = nullptr;
    double distance = gap(3);
    for (const Series &series : m_series)
        for (const Point &point : series.points) {
            const double off = std::hypot(canvas.xAxis->coordToPixel(point.days) - position.x(),
                canvas.yAxis->coordToPixel(point.cost) - position.y());
            if (off < distance) {
                distance = off;
                found = &point;
            }
        }
    return found;
}

QString ClusterChart::textAt(const QPointF &position) const
{
    const Point *point = nearest(position);
    if (!point)
        return {};
    //: Tooltip of a machine: its name, days with their interval, cost with its interval.
    return tr("%1\n%2 (%3)\n%4 (%5)")
        .arg(point->machine, daysText(point->days),
            intervalNote(daysText(point->minDays), daysText(point->maxDays)),
            roughMoneyText(point->cost),
            intervalNote(roughMoneyText(point->minCost), roughMoneyText(point->maxCost)));
}

QString ClusterChart::idAt(const QPointF &position) const
{
    const Point *point = nearest(position);
    return point ? point->id : QString();
}

} // namespace headroom
