#include "widgets/charts/roofline_chart.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom {
namespace {

constexpr double nearPoints = 0.05; ///< share of an axis at which two labels would overlap

} // namespace

RooflineChart::RooflineChart(QWidget *parent)
    : Chart(tr("Roofline"), parent)
{
    QCustomPlot &canvas = plot();
    for (QCPAxis *axis : { canvas.xAxis, canvas.yAxis }) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>(new QCPAxisTickerLog));
        axis->setNumberFormat(QStringLiteral("gbc"));
        axis->setNumberPrecision(6); // 10,000 without an exponent
    }
    canvas.xAxis->setLabel(tr("arithmetic intensity, FLOP per byte moved"));
    canvas.yAxis->setLabel(tr("TFLOP/s per device"));
    auto *legendColumn = new QCPLayoutGrid;
    canvas.plotLayout()->addElement(0, 1, legendColumn);
    legendColumn->addElement(0, 0, canvas.legend);
    legendColumn->addElement(1, 0, new QCPLayoutElement);
    canvas.plotLayout()->setColumnStretchFactor(1, 0.001);
    canvas.legend->setVisible(true);
}

double RooflineChart::intensity(const RooflinePoint &point) const
{
    return point.flop / Flop { 1 } / std::max(1.0, point.bytes.value());
}

double RooflineChart::rate(const RooflinePoint &point) const
{
    return inTflopPerSecond(point.flop / point.time);
}

void RooflineChart::setResult(const Estimate &estimate, const Accelerator &chip)
{
    m_points.clear();
    for (const RooflinePoint &point : estimate.roofline) {
        if (point.flop.value() > 0 && point.bytes.value() > 0 && point.time.value() > 0)
            m_points.push_back(point);
    }
    // The utilisation says which number format's peak the estimate divides by.
    const double peak = estimate.throughput.mfu > 0
        ? estimate.throughput.model.value() / estimate.throughput.mfu
        : chip.peak.bf16.value_or(FlopPerSecond {}).value();
    m_roofs = { peak, chip.memoryBandwidth.value(), chip.linkRate.value() };
    ChartTable table;
    table.headers = { tr("Work"), tr("FLOP"), tr("Bytes"), tr("FLOP per byte"), tr("Seconds"),
        tr("TFLOP/s") };
    const RooflinePoint *longest = nullptr;
    for (const RooflinePoint &point : m_points) {
        table.rows.append({ modelText("model/roofline", point.label), point.flop.value(),
            point.bytes.value(), intensity(point), point.time.value(), rate(point) });
        if (!longest || point.time > longest->time)
            longest = &point;
    }
    setTable(table);
    setSentence(longest
            ? tr("The ridge lies at %1 FLOP per byte. Most time goes into %2, at %3 FLOP per byte.")
                  .arg(numberText(std::round(m_roofs.peak / m_roofs.memory)),
                      modelText("model/roofline", longest->label),
                      numberText(intensity(*longest), 3))
            : tr("There is no work to show yet."));
    restyle();
}

void RooflineChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_points.empty() || m_roofs.memory <= 0)
        return;
    double least = std::numeric_limits<double>::max();
    double most = 0, fastest = m_roofs.peak / 1e12, slowest = std::numeric_limits<double>::max();
    for (const RooflinePoint &point : m_points) {
        least = std::min(least, intensity(point));
        most = std::max(most, intensity(point));
        slowest = std::min(slowest, rate(point));
        fastest = std::max(fastest, rate(point));
    }
    const double ridge = m_roofs.peak / m_roofs.memory;
    least = std::min(least, ridge / 10) / 2;
    most = std::max(most, ridge * 10) * 2;
    drawRoofs(least, most);
    int number = 0;
    for (const RooflinePoint &point : m_points) {
        ++number;
        QCPGraph *graph = canvas.addGraph();
        const QColor colour = seriesColour(QString::fromStdString(point.id), palette());
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(
            point.isCollective ? QCPScatterStyle::ssDiamond : QCPScatterStyle::ssDisc, colour,
            colour, gap(2)));
        graph->addData(intensity(point), rate(point));
        graph->setName(
            QStringLiteral("%1  %2").arg(number).arg(modelText("model/roofline", point.label)));
    }
    canvas.xAxis->setRange(least, most);
    canvas.yAxis->setRange(
        std::min(slowest, inTflopPerSecond(FlopPerSecond { m_roofs.memory * least })) / 2,
        fastest * 2);
    drawNumbers();
}

/// Points that lie on top of each other share one label below them.
void RooflineChart::drawNumbers()
{
    QCustomPlot &canvas = plot();
    const auto share = [](const QCPRange &range, double a, double b) {
        return std::abs(std::log(a / b)) / std::log(range.upper / range.lower);
    };
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const auto isNear = [&](const std::vector<std::size_t> &group) {
            return std::ranges::any_of(group, [&](std::size_t other) {
                return share(canvas.xAxis->range(), intensity(m_points[i]),
                           intensity(m_points[other]))
                    < nearPoints
                    && share(canvas.yAxis->range(), rate(m_points[i]), rate(m_points[other]))
                    < 2 * nearPoints;
            });
        };
        const auto group = std::ranges::find_if(groups, isNear);
        if (group == groups.end())
            groups.push_back({ i });
        else
            group->push_back(i);
    }
    for (const auto &group : groups) {
        double x = 0, y = std::numeric_limits<double>::max();
        QStringList numbers;
        for (const std::size_t i : group) {
            x += std::log(intensity(m_points[i])) / static_cast<double>(group.size());
            y = std::min(y, rate(m_points[i]));
            numbers.append(QString::number(i + 1));
        }
        auto *caption = new QCPItemText(&canvas);
        caption->position->setCoords(std::exp(x), y);
        caption->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
        caption->setPadding(QMargins(0, gap(1), 0, 0));
        caption->setText(numbers.join(QStringLiteral(", ")));
        caption->setFont(textFont(TextRole::Caption));
        caption->setColor(palette().color(QPalette::WindowText));
    }
}

void RooflineChart::drawRoofs(double least, double most)
{
    QCustomPlot &canvas = plot();
    const auto roof = [&](double bandwidth, const QString &name, Qt::PenStyle style) {
        if (bandwidth <= 0)
            return;
        QCPGraph *graph = canvas.addGraph();
        const double ridge = m_roofs.peak / bandwidth;
        graph->setData({ least, ridge, std::max(most, ridge) },
            { bandwidth * least / 1e12, m_roofs.peak / 1e12, m_roofs.peak / 1e12 }, true);
        graph->setPen(QPen(palette().color(QPalette::WindowText), 1.8, style));
        graph->setName(name);
    };
    roof(m_roofs.memory, tr("roof of device memory"), Qt::SolidLine);
    roof(m_roofs.link, tr("roof of the scale-up link"), Qt::DashLine);
}

QString RooflineChart::describe(const RooflinePoint &point) const
{
    return tr("%1\n%2 FLOP per byte, %3\n%4 of a step")
        .arg(modelText("model/roofline", point.label), numberText(intensity(point), 3),
            flopRateText(point.flop / point.time), secondsText(point.time));
}

QString RooflineChart::textAt(const QPointF &position) const
{
    auto &canvas = const_cast<RooflineChart *>(this)->plot();
    const RooflinePoint *nearest = nullptr;
    double distance = gap(4);
    for (const RooflinePoint &point : m_points) {
        const double x = canvas.xAxis->coordToPixel(intensity(point)) - position.x();
        const double y = canvas.yAxis->coordToPixel(rate(point)) - position.y();
        if (std::hypot(x, y) < distance) {
            distance = std::hypot(x, y);
            nearest = &point;
        }
    }
    return nearest ? describe(*nearest) : QString();
}

} // namespace headroom
