#include "widgets/runs/step_chart.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

namespace headroom {
namespace {

constexpr std::array uses { StepUse::Counts, StepUse::WarmUp, StepUse::Evaluation,
    StepUse::Profiled, StepUse::Outlier, StepUse::Ramp, StepUse::Skipped };
/// Shapes say what colour says as well.
constexpr std::array shapes { QCPScatterStyle::ssDisc, QCPScatterStyle::ssCircle,
    QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssCross,
    QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssPlus };
/// A compilation may take a hundred steps' time: the axis ends here, in medians.
constexpr double maxMedians = 1.6;
constexpr double edgeRoom = 1.08;
/// Steps beyond the axis whose seconds are written beside their mark.
constexpr std::size_t maxBroken = 4;

/// Two slanted strokes below an arrow head: the point lies beyond what is drawn.
QPainterPath breakMark(double size)
{
    QPainterPath path;
    path.moveTo(-size / 2, -size / 4);
    path.lineTo(0, -size);
    path.lineTo(size / 2, -size / 4);
    for (const double y : { size / 2, size }) {
        path.moveTo(-size / 2, y);
        path.lineTo(size / 2, y - size / 2);
    }
    return path;
}

} // namespace

StepChart::StepChart(QWidget *parent)
    : Chart(tr("Steps of the run"), parent)
{
    QCustomPlot &canvas = plot();
    canvas.xAxis->setLabel(tr("step"));
    canvas.yAxis->setLabel(tr("seconds"));
    putLegendBelow(5);
}

QString StepChart::useText(StepUse use)
{
    switch (use) {
    case StepUse::WarmUp:
        return tr("warm-up");
    case StepUse::Evaluation:
        return tr("after an evaluation");
    case StepUse::Profiled:
        return tr("profiled");
    case StepUse::Outlier:
        return tr("outlier");
    case StepUse::Ramp:
        return tr("batch still growing");
    case StepUse::Skipped:
        return tr("skipped by the optimizer");
    case StepUse::Counts:
        break;
    }
    return tr("counted");
}

void StepChart::setSteps(
    std::vector<StepPoint> points, std::optional<double> median, std::optional<Band> predicted)
{
    m_points = std::move(points);
    m_median = median;
    m_predicted = predicted;
    ChartTable table;
    table.headers = { tr("Step"), tr("Seconds"), tr("Use") };
    for (const StepPoint &point : m_points)
        table.rows.append(
            { static_cast<qlonglong>(point.step), point.seconds, useText(point.use) });
    setTable(table);
    setSentence(sentence());
    restyle();
}

QString StepChart::sentence() const
{
    if (m_points.empty())
        return tr("This run has no step times.");
    const auto leftOut = std::ranges::count_if(
        m_points, [](const StepPoint &point) { return point.use != StepUse::Counts; });
    if (!m_median)
        return tr("%n of the steps shown are not counted.", nullptr, static_cast<int>(leftOut));
    //: The median step; then how many points are marked as left out.
    QString text = tr("Median step %1; %n of the steps shown are not counted.", nullptr,
        static_cast<int>(leftOut))
                       .arg(secondsText(Seconds { *m_median }));
    const double most = top() / edgeRoom;
    const auto beyond = std::ranges::count_if(
        m_points, [most](const StepPoint &point) { return point.seconds > most; });
    if (beyond > 0)
        text = inOneParagraph({ text,
            tr("Beyond the axis: %n, up to %1.", nullptr, static_cast<int>(beyond))
                .arg(secondsText(
                    Seconds { std::ranges::max(m_points, {}, &StepPoint::seconds).seconds })) });
    return text;
}

double StepChart::top() const
{
    double most = m_predicted ? m_predicted->high : 0;
    double counted = 0;
    for (const StepPoint &point : m_points)
        (point.use == StepUse::Counts ? counted : most)
            = std::max(point.use == StepUse::Counts ? counted : most, point.seconds);
    const double usual = m_median.value_or(counted);
    return std::max({ std::min(most, maxMedians * usual), counted,
               m_predicted ? m_predicted->high : 0.0 })
        * edgeRoom;
}

void StepChart::drawBand(double left, double right)
{
    QCustomPlot &canvas = plot();
    const ThemeColours colours = themeColours(palette());
    if (m_predicted) {
        QCPGraph *low = canvas.addGraph(), *high = canvas.addGraph();
        low->setData({ left, right }, { m_predicted->low, m_predicted->low }, true);
        high->setData({ left, right }, { m_predicted->high, m_predicted->high }, true);
        low->setPen(Qt::NoPen);
        high->setPen(Qt::NoPen);
        QColor fill = colours.accent;
        fill.setAlpha(46);
        high->setBrush(fill);
        high->setChannelFillGraph(low);
        low->removeFromLegend();
        high->setName(tr("predicted, 80 %"));
        QCPGraph *middle = canvas.addGraph();
        middle->setData({ left, right }, { m_predicted->middle, m_predicted->middle }, true);
        middle->setPen(QPen(colours.accent, 1.4, Qt::DashLine));
        middle->removeFromLegend();
    }
    if (m_median) {
        QCPGraph *median = canvas.addGraph();
        median->setData({ left, right }, { *m_median, *m_median }, true);
        median->setPen(QPen(palette().color(QPalette::Text), 1.2));
        median->setName(tr("median"));
    }
}

void StepChart::drawPoints(StepUse use, double most)
{
    QVector<double> xs, ys;
    for (const StepPoint &point : m_points)
        if (point.use == use && point.seconds <= most) {
            xs.append(static_cast<double>(point.step));
            ys.append(point.seconds);
        }
    if (xs.isEmpty())
        return;
    const ThemeColours colours = themeColours(palette());
    const bool isCounted = use == StepUse::Counts;
    const QColor colour = isCounted ? palette().color(QPalette::Text)
        : use == StepUse::Outlier   ? colours.bad
                                    : colours.warning;
    QCPGraph *graph = plot().addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(
        QCPScatterStyle(shapes.at(static_cast<std::size_t>(use)), QPen(colour, isCounted ? 1 : 1.6),
            isCounted ? QBrush(colour) : QBrush(Qt::NoBrush), isCounted ? gap(1) : gap(2)));
    graph->setData(xs, ys);
    graph->setName(useText(use));
}

/// Steps that lie beyond the axis: a mark at its edge, and how long the longest took.
void StepChart::drawBroken(double most)
{
    std::vector<StepPoint> beyond;
    for (const StepPoint &point : m_points)
        if (point.seconds > most)
            beyond.push_back(point);
    if (beyond.empty())
        return;
    QVector<double> xs, ys;
    for (const StepPoint &point : beyond) {
        xs.append(static_cast<double>(point.step));
        ys.append(most);
    }
    const QColor colour = themeColours(palette()).bad;
    QCPGraph *graph = plot().addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(
        QCPScatterStyle(breakMark(gap(2)), QPen(colour, 1.6), Qt::NoBrush, gap(2)));
    graph->setData(xs, ys);
    graph->setName(tr("beyond the axis"));
    std::ranges::sort(beyond, std::greater {}, &StepPoint::seconds);
    for (const StepPoint &point : beyond | std::views::take(maxBroken)) {
        auto *text = new QCPItemText(&plot());
        text->position->setCoords(static_cast<double>(point.step), most);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        text->setPadding(QMargins(gap(2), 0, 0, 0));
        text->setText(secondsText(Seconds { point.seconds }));
        text->setColor(colour);
        text->setFont(textFont(TextRole::Caption));
    }
}

void StepChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_points.empty())
        return;
    const auto [first, last] = std::ranges::minmax(m_points, {}, &StepPoint::step);
    const double span = std::max(static_cast<double>(last.step - first.step), 1.0);
    const double left = static_cast<double>(first.step) - span * 0.02,
                 right = static_cast<double>(last.step) + span * 0.02;
    const double most = top();
    drawBand(left, right);
    for (const StepUse use : uses)
        drawPoints(use, most / edgeRoom);
    drawBroken(most / edgeRoom);
    canvas.xAxis->setRange(left, right);
    canvas.yAxis->setRange(0, most);
}

QString StepChart::textAt(const QPointF &position) const
{
    const double most = top() / edgeRoom;
    const StepPoint *found = nearest(m_points, position, gap(3), [most](const StepPoint &point) {
        return QPointF(static_cast<double>(point.step), std::min(point.seconds, most));
    });
    if (!found)
        return {};
    return tr("step %1: %2, %3")
        .arg(countText(static_cast<double>(found->step)), secondsText(Seconds { found->seconds }),
            useText(found->use));
}

} // namespace headroom
