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

double rate(const RooflinePoint &point)
{
    return inTflopPerSecond(point.attained());
}

struct RoofLook
{
    Qt::PenStyle style;
    const char *name;
};
constexpr RoofLook roofLooks[] {
    { Qt::SolidLine, QT_TRANSLATE_NOOP("headroom::RooflineChart", "roof of device memory") },
    { Qt::DashLine, QT_TRANSLATE_NOOP("headroom::RooflineChart", "roof of the scale-up link") },
    { Qt::DashLine, QT_TRANSLATE_NOOP("headroom::RooflineChart", "roof of one torus axis") },
    { Qt::DashDotLine, QT_TRANSLATE_NOOP("headroom::RooflineChart", "roof of the host bus") },
    { Qt::DotLine, QT_TRANSLATE_NOOP("headroom::RooflineChart", "roof of the network") },
};

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

void RooflineChart::setResult(const Estimate &estimate, const Accelerator &chip)
{
    m_points.clear();
    for (const RooflinePoint &point : estimate.roofline) {
        if (point.flop.value() > 0 && point.bytes.value() > 0 && point.time.value() > 0)
            m_points.push_back(point);
    }
    // The utilisation says which number format's peak the estimate divides by.
    m_peak = estimate.throughput.mfu > 0 ? estimate.throughput.model / estimate.throughput.mfu
                                         : chip.peak.bf16.value_or(FlopPerSecond {});
    m_roofs = { { Roof::Memory, chip.memoryBandwidth } };
    for (const RooflinePoint &point : m_points) {
        const std::pair own { point.roof, point.roofRate };
        if (std::ranges::find(m_roofs, own) == m_roofs.end())
            m_roofs.push_back(own);
    }
    ChartTable table;
    table.headers = { tr("Work"), tr("FLOP"), tr("Bytes"), tr("FLOP per byte"), tr("Seconds"),
        tr("TFLOP/s") };
    const RooflinePoint *longest = nullptr;
    for (const RooflinePoint &point : m_points) {
        table.rows.append({ modelText("model/roofline", point.label), point.flop.value(),
            point.bytes.value(), point.intensity(), point.time.value(), rate(point) });
        if (!point.isCollective() && (!longest || point.time > longest->time))
            longest = &point;
    }
    setTable(table);
    setSentence(longest
            ? tr("The ridge lies at %1 FLOP per byte. Most time goes into %2, at %3 FLOP per byte.")
                  .arg(numberText(std::round(m_peak.value() / m_roofs.front().second.value())),
                      modelText("model/roofline", longest->label),
                      numberText(longest->intensity(), 3))
            : tr("There is no work to show yet."));
    restyle();
}

void RooflineChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_points.empty() || m_roofs.front().second.value() <= 0)
        return;
    double least = std::numeric_limits<double>::max();
    double most = 0, fastest = inTflopPerSecond(m_peak),
           slowest = std::numeric_limits<double>::max();
    for (const RooflinePoint &point : m_points) {
        least = std::min(least, point.intensity());
        most = std::max(most, point.intensity());
        slowest = std::min(slowest, rate(point));
        fastest = std::max(fastest, rate(point));
    }
    const double memory = m_roofs.front().second.value(), ridge = m_peak.value() / memory;
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
            point.isCollective() ? QCPScatterStyle::ssDiamond : QCPScatterStyle::ssDisc, colour,
            colour, gap(2)));
        graph->addData(point.intensity(), rate(point));
        graph->setName(
            QStringLiteral("%1  %2").arg(number).arg(modelText("model/roofline", point.label)));
    }
    canvas.xAxis->setRange(least, most);
    canvas.yAxis->setRange(
        std::min(slowest, inTflopPerSecond(FlopPerSecond { memory * least })) / 2, fastest * 2);
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
                return share(canvas.xAxis->range(), m_points[i].intensity(),
                           m_points[other].intensity())
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
            x += std::log(m_points[i].intensity()) / static_cast<double>(group.size());
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
    const double peak = inTflopPerSecond(m_peak);
    for (const auto &[roof, bandwidth] : m_roofs) {
        const RoofLook &look = roofLooks[static_cast<std::size_t>(roof)];
        const double ridge = m_peak.value() / bandwidth.value();
        QCPGraph *graph = canvas.addGraph();
        graph->setData({ least, ridge, std::max(most, ridge) },
            { inTflopPerSecond(FlopPerSecond { bandwidth.value() * least }), peak, peak }, true);
        graph->setPen(QPen(palette().color(QPalette::WindowText), 1.8, look.style));
        graph->setName(tr(look.name));
    }
}

QString RooflineChart::describe(const RooflinePoint &point) const
{
    const QString text
        = tr("%1\n%2 FLOP per byte, %3\n%4 of a step")
              .arg(modelText("model/roofline", point.label), numberText(point.intensity(), 3),
                  flopRateText(point.attained()), secondsText(point.time));
    return point.isCollective()
        ? text + QLatin1Char('\n') + tr("beside %1 of computation").arg(secondsText(point.beside))
        : text;
}

QString RooflineChart::textAt(const QPointF &position) const
{
    auto &canvas = const_cast<RooflineChart *>(this)->plot();
    const RooflinePoint *nearest = nullptr;
    double distance = gap(4);
    for (const RooflinePoint &point : m_points) {
        const double x = canvas.xAxis->coordToPixel(point.intensity()) - position.x();
        const double y = canvas.yAxis->coordToPixel(rate(point)) - position.y();
        if (std::hypot(x, y) < distance) {
            distance = std::hypot(x, y);
            nearest = &point;
        }
    }
    return nearest ? describe(*nearest) : QString();
}

} // namespace headroom
