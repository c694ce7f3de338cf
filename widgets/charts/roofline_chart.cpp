#include "widgets/charts/roofline_chart.h"

#include "widgets/charts/log_ticker.h"
#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom {
namespace {

constexpr int maxRoofsInRow = 3;

struct KnownKind
{
    std::string_view id;
    TimeTerm term;
};
/// The term that the time of an operation is part of; all others are GEMMs.
constexpr std::array kinds {
    KnownKind { "attention", TimeTerm::Attention },
    KnownKind { "norms", TimeTerm::Elementwise },
    KnownKind { "elementwise", TimeTerm::Elementwise },
    KnownKind { "head", TimeTerm::HeadLoss },
    KnownKind { "optimizer", TimeTerm::Optimizer },
    KnownKind { "fsdp", TimeTerm::ExposedFsdp },
    KnownKind { "data", TimeTerm::ExposedData },
    KnownKind { "tensor", TimeTerm::ExposedTensor },
    KnownKind { "context", TimeTerm::ExposedContext },
    KnownKind { "expert", TimeTerm::ExposedExpert },
    KnownKind { "pipeline", TimeTerm::ExposedPipeline },
};

TimeTerm termOf(std::string_view id)
{
    const auto known = std::ranges::find(kinds, id, &KnownKind::id);
    return known == kinds.end() ? TimeTerm::Gemm : known->term;
}

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
    for (QCPAxis *axis : { canvas.xAxis, canvas.yAxis })
        setLogarithmic(*axis);
    canvas.xAxis->setLabel(tr("arithmetic intensity, FLOP per byte moved"));
    canvas.yAxis->setLabel(tr("TFLOP/s per device"));
    putLegendBelow(maxRoofsInRow); // of the roofs; points are labelled in place
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
            ? tr("The ridge is at %1 FLOP per byte. Most time goes into %2, at %3 FLOP per byte.")
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
    for (const RooflinePoint &point : m_points) {
        QCPGraph *graph = canvas.addGraph();
        const QColor colour = seriesColour(termOf(point.id), palette());
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(
            point.isCollective() ? QCPScatterStyle::ssDiamond : QCPScatterStyle::ssDisc, colour,
            colour, gap(2)));
        graph->addData(point.intensity(), rate(point));
        graph->removeFromLegend();
    }
    const std::vector<NamedPlace> places = names();
    canvas.xAxis->setRange(
        least, least * std::pow(most / least, 1 / shareBesideNames(canvas, places)));
    canvas.yAxis->setRange(
        std::min(slowest, inTflopPerSecond(FlopPerSecond { memory * least })) / 2, fastest * 2);
    addNameColumn(canvas, most, places);
}

std::vector<NamedPlace> RooflineChart::names() const
{
    std::vector<NamedPlace> places;
    for (const RooflinePoint &point : m_points)
        places.push_back({ modelText("model/roofline", point.label),
            { point.intensity(), rate(point) }, seriesColour(termOf(point.id), palette()) });
    return places;
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

void RooflineChart::resizeEvent(QResizeEvent *event)
{
    Chart::resizeEvent(event);
    // The labels keep their distance, once the plot itself has its new size.
    QMetaObject::invokeMethod(this, &RooflineChart::restyle, Qt::QueuedConnection);
}

QString RooflineChart::describe(const RooflinePoint &point) const
{
    const QString text
        = tr("%1\n%2 FLOP per byte, %3\n%4 of a step")
              .arg(modelText("model/roofline", point.label), numberText(point.intensity(), 3),
                  flopRateText(point.attained()), secondsText(point.time));
    return point.isCollective() ? text + QLatin1Char('\n')
            + tr("alongside %1 of computation").arg(secondsText(point.beside))
                                : text;
}

QString RooflineChart::textAt(const QPointF &position) const
{
    const RooflinePoint *found = nearest(m_points, position, gap(4),
        [](const RooflinePoint &point) { return QPointF(point.intensity(), rate(point)); });
    return found ? describe(*found) : QString();
}

} // namespace headroom
