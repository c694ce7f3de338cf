#include "widgets/charts/scatter_chart.h"

#include "widgets/charts/log_ticker.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr int legendColumns = 2;
constexpr double bandWidth = 0.2; ///< drawn beside the line of equality

} // namespace

ScatterChart::ScatterChart(const QString &title, const QString &unit, QWidget *parent)
    : Chart(title, parent)
    , m_unit(unit)
{
    QCustomPlot &canvas = plot();
    for (QCPAxis *axis : { canvas.xAxis, canvas.yAxis })
        setLogarithmic(*axis);
    canvas.xAxis->setLabel(tr("measured, %1").arg(unit));
    canvas.yAxis->setLabel(tr("predicted, %1").arg(unit));
    putLegendBelow(legendColumns); // no corner is free of points where the text is long
    canvas.legend->setFillOrder(QCPLegend::foRowsFirst); // the two long texts in one column
}

void ScatterChart::setPoints(std::vector<Point> points, const QString &sentence)
{
    m_points = std::move(points);
    ChartTable table;
    table.headers = { tr("Run"), tr("Measured, %1").arg(m_unit), tr("Predicted, %1").arg(m_unit),
        tr("Predicted / measured") };
    for (const Point &point : m_points)
        table.rows.append(
            { point.id, point.measured, point.predicted, point.predicted / point.measured });
    setTable(table);
    setSentence(sentence);
    restyle();
}

void ScatterChart::setOwn(const std::optional<Own> &own)
{
    if (own == m_own)
        return;
    m_own = own;
    if (!m_points.empty())
        restyle();
}

/// On the line of equality, as high as its interval.
void ScatterChart::drawOwn()
{
    QCustomPlot &canvas = plot();
    const QColor ink = palette().color(QPalette::WindowText);
    QCPGraph *interval = canvas.addGraph();
    interval->setData({ m_own->predicted, m_own->predicted }, { m_own->low, m_own->high }, true);
    interval->setPen(QPen(ink, 2));
    interval->removeFromLegend();
    QCPGraph *own = canvas.addGraph();
    own->setLineStyle(QCPGraph::lsNone);
    own->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, ink, ink, gap(3)));
    own->setData({ m_own->predicted }, { m_own->predicted });
    own->setName(tr("this plan with its interval (not measured)"));
}

void ScatterChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    canvas.axisRect()->setVisible(!m_points.empty()); // bare axes say nothing
    if (m_points.empty())
        return;
    double least = m_points.front().measured, most = least;
    QVector<double> xs, ys;
    for (const Point &point : m_points) {
        least = std::min({ least, point.measured, point.predicted });
        most = std::max({ most, point.measured, point.predicted });
        xs.append(point.measured);
        ys.append(point.predicted);
    }
    if (m_own) {
        least = std::min(least, m_own->low);
        most = std::max(most, m_own->high);
    }
    least /= 1.5;
    most *= 1.5;
    const ThemeColours colours = themeColours(palette());
    const auto line = [&](double factor, Qt::PenStyle style, const QString &name) {
        QCPGraph *graph = canvas.addGraph();
        graph->setData({ least, most }, { least * factor, most * factor }, true);
        graph->setPen(QPen(colours.muted, 1.2, style));
        if (name.isEmpty())
            graph->removeFromLegend();
        else
            graph->setName(name);
    };
    line(1, Qt::SolidLine, tr("equal"));
    line(1 + bandWidth, Qt::DashLine, tr("±20 %"));
    line(1 / (1 + bandWidth), Qt::DashLine, {});
    QCPGraph *points = canvas.addGraph();
    points->setLineStyle(QCPGraph::lsNone);
    QColor fill = colours.accent;
    fill.setAlpha(110);
    points->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, colours.accent, fill, gap(1) + 2));
    points->setData(xs, ys);
    points->setName(tr("%n runs", nullptr, static_cast<int>(m_points.size())));
    if (m_own)
        drawOwn();
    canvas.xAxis->setRange(least, most);
    canvas.yAxis->setRange(least, most);
}

QString ScatterChart::textAt(const QPointF &position) const
{
    const Point *found = nearest(m_points, position, gap(3),
        [](const Point &point) { return QPointF(point.measured, point.predicted); });
    if (!found)
        return {};
    return tr("%1\nmeasured %2, predicted %3")
        .arg(found->id, numberText(found->measured, 4), numberText(found->predicted, 4));
}

} // namespace headroom
