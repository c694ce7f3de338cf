#include "widgets/timeline/timeline_chart.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_text.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int tableDelay = 250; ///< milliseconds after the last movement
constexpr std::size_t maxTableRows = 500;
constexpr double shortestView = 2e-6; ///< seconds
constexpr int layersInPreset = 4;
constexpr int maxTicks = 5;
constexpr const char *longestTick = "000.0 ms";
constexpr int minHeight = 40, minRowHeight = 4; ///< in steps of gap()

/// Ticks in seconds or milliseconds, with as many decimals as tell neighbours apart.
class DurationTicker : public QCPAxisTicker
{
public:
    explicit DurationTicker(const QCPAxis &axis)
        : m_axis(axis)
    { }

protected:
    double getTickStep(const QCPRange &range) override
    {
        // No label touches the next.
        const int label
            = QFontMetrics(m_axis.tickLabelFont()).horizontalAdvance(QLatin1String(longestTick));
        setTickCount(std::clamp(m_axis.axisRect()->width() / (2 * label), 2, maxTicks));
        m_step = QCPAxisTicker::getTickStep(range);
        return m_step;
    }
    QString getTickLabel(double tick, const QLocale &locale, QChar, int) override
    {
        const bool inSeconds = m_step >= 1e-3;
        const double unit = inSeconds ? 1 : 1e-3;
        int decimals = 0; // as many as tell one tick from the next
        for (double step = m_step / unit; decimals < 6 && std::abs(step - std::round(step)) > 1e-6;
             step *= 10)
            ++decimals;
        const QString number = locale.toString(tick / unit, 'f', decimals);
        return inSeconds
            ? QCoreApplication::translate("headroom::TimelineChart", "%1 s").arg(number)
            : QCoreApplication::translate("headroom::TimelineChart", "%1 ms").arg(number);
    }

private:
    const QCPAxis &m_axis;
    double m_step = 1;
};

} // namespace

/// The one plottable: it asks the painter for what is visible.
class TimelinePlottable : public QCPAbstractPlottable
{
public:
    TimelinePlottable(TimelineChart &chart, QCPAxis *keys, QCPAxis *values)
        : QCPAbstractPlottable(keys, values)
        , m_chart(chart)
    { }

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }
    QCPRange getKeyRange(bool &found, QCP::SignDomain) const override
    {
        found = true;
        return { 0, m_chart.end() };
    }
    QCPRange getValueRange(bool &found, QCP::SignDomain, const QCPRange &) const override
    {
        found = true;
        return { 0, static_cast<double>(m_chart.m_painter.rows().size()) };
    }

protected:
    void draw(QCPPainter *painter) override
    {
        m_chart.m_painter.paint(*painter, m_chart.frame(), m_chart.palette());
        if (!m_chart.plot().hasFocus())
            return;
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(QPen(themeColours(m_chart.palette()).accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(m_chart.frame().area.adjusted(1, 1, -1, -1));
    }
    void drawLegendIcon(QCPPainter *, const QRectF &) const override { }

private:
    TimelineChart &m_chart;
};

TimelineChart::TimelineChart(QWidget *parent)
    : Chart(tr("Step timeline"), parent)
    , m_tableTimer(new QTimer(this))
{
    QCustomPlot &canvas = plot();
    canvas.setFocusPolicy(Qt::StrongFocus);
    canvas.setObjectName(QStringLiteral("timelinePlot"));
    canvas.setAccessibleName(TimelineChart::tr("One training step as blocks on streams"));
    canvas.xAxis->setTicker(QSharedPointer<DurationTicker>(new DurationTicker(*canvas.xAxis)));
    canvas.xAxis->setSubTicks(false);
    canvas.yAxis->setSubTicks(false);
    canvas.yAxis->grid()->setVisible(false);
    canvas.yAxis->setRangeReversed(true);
    canvas.legend->setVisible(false);
    new TimelinePlottable(*this, canvas.xAxis, canvas.yAxis);
    m_tableTimer->setSingleShot(true);
    m_tableTimer->setInterval(tableDelay);
    connect(m_tableTimer, &QTimer::timeout, this, &TimelineChart::refreshTable);
}

TimelineChart::~TimelineChart()
{
    // The plot still owns the plottable, which looks at this chart.
    plot().clearPlottables();
}

int TimelineChart::shownStage() const
{
    return m_stage >= 0 ? m_stage : m_timeline.referenceStage;
}

TimelineFrame TimelineChart::frame() const
{
    const QRect area = const_cast<TimelineChart *>(this)->plot().axisRect()->rect();
    return { QRectF(area), m_from, m_to };
}

void TimelineChart::rebuildRows()
{
    std::vector<TimelineRow> rows;
    if (m_stage < 0) {
        for (int stage = 0; stage < static_cast<int>(m_timeline.stages.size()); ++stage)
            rows.push_back({ stage, TimelineStream::Compute, tr("Stage %1").arg(stage + 1) });
    } else {
        for (std::size_t i = 0; i < timelineStreamCount; ++i) {
            const auto stream = static_cast<TimelineStream>(i);
            if (i == 0 || usesStream(m_timeline, m_stage, stream))
                rows.push_back({ m_stage, stream, streamText(m_timeline, stream) });
        }
    }
    m_row = std::min(m_row, static_cast<int>(rows.size()) - 1);
    if (m_measured) {
        rows.push_back({ m_stage, TimelineStream::Compute, tr("Measured"), m_measured->felt });
        if (!m_measured->hidden.empty())
            rows.push_back(
                { m_stage, TimelineStream::Compute, tr("Measured, hidden"), m_measured->hidden });
    }
    QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    for (std::size_t i = 0; i < rows.size(); ++i)
        ticks->addTick(static_cast<double>(i) + 0.5, rows[i].label);
    QCustomPlot &canvas = plot();
    canvas.yAxis->setTicker(ticks);
    canvas.yAxis->setRange(0, static_cast<double>(rows.size()));
    setMinimumHeight(gap(minHeight) + static_cast<int>(rows.size()) * gap(minRowHeight));
    m_painter.setRows(std::move(rows));
}

double TimelineChart::end() const
{
    return std::max({ m_timeline.makespan, m_measured ? m_measured->step.value() : 0, m_reach });
}

void TimelineChart::setMeasured(std::optional<MeasuredStep> measured)
{
    if (m_measured == measured)
        return;
    m_measured = std::move(measured);
    select(std::nullopt);
    rebuildRows();
    if (m_preset != Preset::Free)
        applyPreset();
    applyRange();
    refreshTable();
}

void TimelineChart::setTimeline(Timeline timeline, int stage)
{
    const double before = m_timeline.makespan;
    m_timeline = std::move(timeline);
    m_stage = std::min(stage, static_cast<int>(m_timeline.stages.size()) - 1);
    m_painter.setTimeline(&m_timeline);
    select(std::nullopt);
    rebuildRows();
    if (m_preset == Preset::Free && before > 0) {
        // What is in view stays where it is, as far as the step reaches.
        m_to = std::min(m_to, end());
        m_from = std::min(m_from, m_to - shortestView);
    } else {
        applyPreset();
    }
    setSentence(timelineSentence(m_timeline, shownStage()));
    plot().setAccessibleName(title());
    applyRange();
    restyle();
    refreshTable();
}

void TimelineChart::setPreset(Preset preset)
{
    m_preset = preset;
    applyPreset();
    applyRange();
}

/// A pass in the steady state: of the middle micro-batch, or the only one.
void TimelineChart::applyPreset()
{
    m_from = 0;
    m_to = end();
    if (m_timeline.stages.empty() || m_preset == Preset::Step || m_preset == Preset::Free)
        return;
    const std::vector<Pass> &passes
        = m_timeline.stages[static_cast<std::size_t>(shownStage())].passes;
    const int middle = m_timeline.shownMicroBatches / 2;
    const auto of = [&](PassKind kind) {
        return std::ranges::find_if(passes,
            [&](const Pass &pass) { return pass.kind == kind && pass.microBatch == middle; });
    };
    const auto forward = of(PassKind::Forward), backward = of(PassKind::Backward);
    if (forward == passes.end())
        return;
    if (m_preset == Preset::MicroBatch) {
        const bool isAdjacent = backward != passes.end() && backward - forward < 4;
        const double end = isAdjacent ? backward->end() : forward->end() + forward->duration;
        const double margin = 0.03 * (end - forward->start);
        m_from = forward->start - margin;
        m_to = end + margin;
        return;
    }
    const auto &pass = backward != passes.end() ? *backward : *forward;
    const std::vector<LayerSpan> &layers
        = m_timeline.templates[static_cast<std::size_t>(pass.pattern)].layers;
    const std::size_t first = layers.size() > layersInPreset ? layers.size() / 2 : 0;
    const std::size_t last = std::min(layers.size(), first + layersInPreset) - 1;
    m_from = pass.start + layers[first].start;
    m_to = pass.start + layers[last].end;
}

void TimelineChart::setRange(double from, double to)
{
    const double span = std::clamp(to - from, std::min(shortestView, end()), 1.1 * end());
    const double margin = 0.05 * span;
    m_from = std::clamp(from, -margin, std::max(-margin, end() + margin - span));
    m_to = m_from + span;
    m_preset = Preset::Free;
    applyRange();
}

void TimelineChart::applyRange()
{
    plot().xAxis->setRange(m_from, m_to);
    plot().replot(QCustomPlot::rpQueuedReplot);
    m_tableTimer->start();
    emit rangeChanged();
}

void TimelineChart::zoom(double factor, double around)
{
    setRange(around - (around - m_from) / factor, around + (m_to - around) / factor);
}

void TimelineChart::pan(double share)
{
    const double step = share * (m_to - m_from);
    setRange(m_from + step, m_to + step);
}

void TimelineChart::repaintNow()
{
    plot().replot(QCustomPlot::rpImmediateRefresh);
}

void TimelineChart::draw()
{
    plot().xAxis->setRange(m_from, m_to);
}

QString TimelineChart::textAt(const QPointF &position) const
{
    if (const MeasuredBlock *own = m_dragging ? nullptr : m_painter.measuredAt(frame(), position))
        return tr("%1 of run %2: %3 of a step in total")
            .arg(localMessage(own->label()), QString::fromStdString(m_measured->run),
                secondsText(own->end - own->start));
    const auto hit = m_painter.blockAt(frame(), position);
    if (!hit || m_dragging)
        return {};
    const int stage = m_painter.rows()[static_cast<std::size_t>(hit->row)].stage;
    return blockFacts(m_timeline, stage, hit->block).join(QLatin1Char('\n'));
}

QString TimelineChart::idAt(const QPointF &position) const
{
    const auto hit = m_painter.blockAt(frame(), position);
    return hit && hit->block.level == DrawnLevel::Kernel
        ? QString::fromLatin1(termId(hit->block.term))
        : QString();
}

/// The table twin lists what is in view, down to the detail that is drawn.
void TimelineChart::refreshTable()
{
    ChartTable table;
    table.headers = { tr("Row"), tr("Block"), tr("Layer"), tr("Micro-batch"), tr("Start, s"),
        tr("Duration, s"), tr("Delays computation, s") };
    const TimelineFrame now = frame();
    const double cell = 2 * (m_to - m_from) / std::max(1.0, now.area.width());
    std::vector<DrawnBlock> blocks;
    for (const TimelineRow &row : m_painter.rows()) {
        for (const MeasuredBlock &block : row.measured)
            table.rows.append({ row.label, localMessage(block.label()), QString(), QString(),
                block.start.value(), (block.end - block.start).value(), QString() });
        if (!row.measured.empty())
            continue;
        blocks.clear();
        drawnBlocks(m_timeline, row.stage, row.stream, { m_from, m_to, cell }, blocks);
        for (const DrawnBlock &block : blocks) {
            if (table.rows.size() >= static_cast<qsizetype>(maxTableRows))
                break;
            table.rows.append({ row.label, blockText(block),
                block.layer < 0 ? QVariant(QString()) : QVariant(block.layer + 1),
                block.microBatch < 0 ? QVariant(QString()) : QVariant(block.microBatch + 1),
                block.start, block.end - block.start, block.exposed });
        }
    }
    setTable(table);
}

} // namespace headroom
