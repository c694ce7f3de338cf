#include "widgets/charts/curve_chart.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr std::array shapes { QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare,
    QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond };
constexpr double topRoom = 1.3; ///< above the highest value

} // namespace

CurveChart::CurveChart(const QString &title, QWidget *parent)
    : Chart(title, parent)
{
    putLegendBelow(maxLegendColumns);
}

void CurveChart::setData(Data content)
{
    m_data = std::move(content);
    ChartTable table;
    table.headers = { m_data.xLabel };
    for (const Curve &curve : m_data.curves)
        table.headers.append(curve.label);
    if (!m_data.fits.empty())
        table.headers.append(tr("Fits"));
    for (qsizetype i = 0; i < m_data.positions.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        QVariantList row { m_data.positions.at(i) };
        for (const Curve &curve : m_data.curves)
            row.append(
                std::isfinite(curve.values[at]) ? QVariant(curve.values[at]) : QVariant(QString()));
        if (!m_data.fits.empty())
            row.append(m_data.fits[at] ? tr("yes") : tr("no"));
        table.rows.append(row);
    }
    setTable(table);
    setSentence(m_data.sentence);
    restyle();
}

void CurveChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_data.positions.isEmpty())
        return;
    canvas.xAxis->setLabel(m_data.xLabel);
    canvas.yAxis->setLabel(m_data.leftLabel);
    canvas.yAxis2->setLabel(m_data.rightLabel);
    canvas.yAxis2->setVisible(!m_data.rightLabel.isEmpty());
    QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    for (qsizetype i = 0; i < m_data.positions.size(); ++i)
        ticks->addTick(static_cast<double>(i), m_data.positions.at(i));
    canvas.xAxis->setTicker(ticks);
    canvas.xAxis->setRange(-0.5, static_cast<double>(m_data.positions.size()) - 0.5);
    drawUnfit();
    drawCurves();
    drawCurrent();
}

void CurveChart::drawCurves()
{
    QCustomPlot &canvas = plot();
    double left = 0, right = 0;
    std::size_t shape = 0;
    for (const Curve &curve : m_data.curves) {
        if (!curve.isDrawn)
            continue;
        QCPGraph *graph
            = canvas.addGraph(canvas.xAxis, curve.rightAxis ? canvas.yAxis2 : canvas.yAxis);
        const QColor colour
            = curve.colour.isValid() ? curve.colour : pinColour(static_cast<int>(shape), palette());
        graph->setName(curve.label);
        graph->setPen(QPen(colour, 2, curve.rightAxis ? Qt::DashLine : Qt::SolidLine));
        graph->setScatterStyle(
            QCPScatterStyle(shapes.at(shape % shapes.size()), colour, colour, gap(2)));
        ++shape;
        QVector<double> xs, ys;
        for (std::size_t i = 0; i < curve.values.size(); ++i) {
            xs.append(static_cast<double>(i));
            ys.append(curve.values[i]);
            if (std::isfinite(curve.values[i])) {
                double &most = curve.rightAxis ? right : left;
                most = std::max(most, curve.values[i]);
            }
        }
        graph->setData(xs, ys, true);
    }
    canvas.yAxis->setRange(0, left > 0 ? left * topRoom : 1);
    canvas.yAxis2->setRange(0, right > 0 ? right * topRoom : 1);
}

void CurveChart::drawUnfit()
{
    QCustomPlot &canvas = plot();
    const ThemeColours colours = themeColours(palette());
    bool labelled = false;
    for (std::size_t i = 0; i < m_data.fits.size(); ++i) {
        if (m_data.fits[i])
            continue;
        auto *area = new QCPItemRect(&canvas);
        area->setLayer(QStringLiteral("background"));
        for (QCPItemPosition *corner : { area->topLeft, area->bottomRight }) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        area->topLeft->setCoords(static_cast<double>(i) - 0.5, 0);
        area->bottomRight->setCoords(static_cast<double>(i) + 0.5, 1);
        area->setPen(Qt::NoPen);
        QColor hatch = colours.bad;
        hatch.setAlpha(70);
        area->setBrush(QBrush(hatch, Qt::BDiagPattern));
        if (labelled)
            continue;
        labelled = true;
        auto *caption = new QCPItemText(&canvas);
        caption->position->setTypeX(QCPItemPosition::ptPlotCoords);
        caption->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        caption->position->setCoords(static_cast<double>(i) - 0.45, 0.02);
        caption->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
        caption->setText(tr("does not fit"));
        caption->setFont(textFont(TextRole::Caption));
        caption->setColor(colours.bad);
        caption->setBrush(colours.card);
        caption->setPadding(QMargins(gap(1), 0, gap(1), 0));
    }
}

void CurveChart::drawCurrent()
{
    if (m_data.current < 0)
        return;
    QCustomPlot &canvas = plot();
    auto *line = new QCPItemLine(&canvas);
    for (QCPItemPosition *end : { line->start, line->end }) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    line->start->setCoords(m_data.current, 0);
    line->end->setCoords(m_data.current, 1);
    line->setPen(QPen(themeColours(palette()).accent, 1.5, Qt::DotLine));
    auto *caption = new QCPItemText(&canvas);
    caption->position->setTypeX(QCPItemPosition::ptPlotCoords);
    caption->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    caption->position->setCoords(m_data.current, 0); // above the plot, where no curve is
    caption->setPositionAlignment(Qt::AlignBottom | Qt::AlignHCenter);
    caption->setClipToAxisRect(false);
    caption->setText(tr("this plan"));
    caption->setFont(textFont(TextRole::Caption));
    caption->setColor(themeColours(palette()).accent);
    caption->setBrush(themeColours(palette()).card);
    caption->setPadding(QMargins(gap(1), 0, gap(1), 0));
}

QString CurveChart::textAt(const QPointF &position) const
{
    auto &canvas = const_cast<CurveChart *>(this)->plot();
    if (!canvas.axisRect()->rect().contains(position.toPoint()))
        return {};
    const auto index = std::lround(canvas.xAxis->pixelToCoord(position.x()));
    if (index < 0 || index >= m_data.positions.size())
        return {};
    //: Label of the axis and the value on it.
    QStringList lines { tr("%1: %2").arg(m_data.xLabel, m_data.positions.at(index)) };
    for (const Curve &curve : m_data.curves) {
        const double value = curve.values[static_cast<std::size_t>(index)];
        if (std::isfinite(value))
            lines.append(tr("%1: %2").arg(curve.label, numberText(value, 4)));
    }
    if (!m_data.fits.empty() && !m_data.fits[static_cast<std::size_t>(index)])
        lines.append(tr("does not fit"));
    return lines.join(QLatin1Char('\n'));
}

} // namespace headroom
