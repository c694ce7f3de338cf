#include "widgets/charts/term_chart.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <qcustomplot.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr double termBarWidth = 0.62; ///< of the distance between two bars
constexpr double roomForBars = 1.04; ///< axis beyond the longest bar
constexpr double roomForLimits = 1.13; ///< and beside the label of the last limit

} // namespace

TermChart::TermChart(Kind kind, QWidget *parent)
    : Chart(kind == Kind::Memory ? tr("Memory per device") : tr("Step time"), parent)
    , m_kind(kind)
{
    QCustomPlot &canvas = plot();
    putLegendBelow(mostLegendColumns);
    canvas.xAxis->setLabel(
        kind == Kind::Memory ? tr("GiB (2³⁰ bytes) per device") : tr("seconds per step"));
    canvas.yAxis->setRangeReversed(true);
    canvas.yAxis->grid()->setVisible(false);
}

void TermChart::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    m_series = series();
    ChartTable table;
    table.headers = { tr("Term") };
    for (const Bar &bar : m_bars)
        table.headers.append(
            m_kind == Kind::Memory ? tr("%1 (bytes)").arg(bar.label) : tr("%1 (s)").arg(bar.label));
    for (const Series &one : m_series) {
        QVariantList row { one.label };
        for (const double value : one.values)
            row.append(m_kind == Kind::Memory ? value * bytesPerGib : value);
        table.rows.append(row);
    }
    setTable(table);
    setSentence(sentence());
    restyle();
}

QString TermChart::sentence() const
{
    if (m_bars.empty())
        return {};
    const bool isMemory = m_kind == Kind::Memory;
    if (m_bars.size() == 1)
        return isMemory ? memorySentence(m_bars.front().estimate)
                        : timeSentence(m_bars.front().estimate);
    QStringList parts;
    for (const Bar &bar : m_bars)
        parts.append(QStringLiteral("%1 %2").arg(bar.label,
            isMemory ? gibText(bar.estimate.memory.peak) : secondsText(bar.estimate.time.step)));
    return parts.join(QStringLiteral("; "));
}

std::vector<TermChart::Series> TermChart::series() const
{
    std::vector<Series> all;
    const std::size_t count = m_kind == Kind::Memory ? memoryTermCount : timeTermCount;
    for (std::size_t i = 0; i < count; ++i) {
        Series one;
        for (const Bar &bar : m_bars) {
            if (m_kind == Kind::Memory) {
                const Bytes value = bar.estimate.memory.terms.values.at(i);
                one.values.push_back(inGib(value));
                one.texts.append(bytesText(value));
            } else {
                const Seconds value = bar.estimate.time.terms.values.at(i);
                one.values.push_back(value.value());
                one.texts.append(secondsText(value));
            }
        }
        one.id = QString::fromLatin1(m_kind == Kind::Memory ? termId(static_cast<MemoryTerm>(i))
                                                            : termId(static_cast<TimeTerm>(i)));
        one.label = termText(one.id);
        // A term that no bar has takes no room in legend and table.
        if (std::ranges::any_of(one.values, [](double value) { return value > 0; }))
            all.push_back(std::move(one));
    }
    return all;
}

void TermChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    m_plottables.clear();
    if (m_bars.empty())
        return;
    drawSeries();
    drawLimits();
    drawIntervals();
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    double most = 0;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const QString label = QFontMetrics(textFont(TextRole::Caption))
                                  .elidedText(m_bars[i].label, Qt::ElideRight, textWidth(18));
        names->addTick(static_cast<double>(i), m_bars.size() > 1 ? label : QString());
        const Estimate &estimate = m_bars[i].estimate;
        most = std::max({ most,
            m_kind == Kind::Memory ? inGib(
                std::max({ estimate.memory.peak, estimate.memory.p90, estimate.memory.capacity }))
                                   : std::max(estimate.time.step, estimate.time.p90).value() });
    }
    canvas.yAxis->setTickLength(0); // names need no tick
    canvas.yAxis->setTicker(names);
    canvas.yAxis->setRange(-0.6, static_cast<double>(m_bars.size()) - 0.4);
    canvas.xAxis->setRange(0, most * (m_kind == Kind::Memory ? roomForLimits : roomForBars));
    fitLegend();
}

void TermChart::resizeEvent(QResizeEvent *event)
{
    Chart::resizeEvent(event);
    fitLegend();
}

/// As many columns as show every name whole.
void TermChart::fitLegend()
{
    QCPLegend &legend = *plot().legend;
    int widest = 0;
    for (const Series &one : m_series)
        widest = std::max(widest, QFontMetrics(legend.font()).horizontalAdvance(one.label));
    const int column = widest + legend.iconSize().width() + legend.iconTextPadding() + gap(6);
    const int columns = std::clamp(plot().width() / column, 1, mostLegendColumns);
    if (columns == legend.wrap())
        return;
    legend.setWrap(columns);
    legend.setFillOrder(QCPLegend::foColumnsFirst, true);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void TermChart::drawSeries()
{
    QCustomPlot &canvas = plot();
    QCPBars *below = nullptr;
    for (const Series &one : m_series) {
        auto *bars = new QCPBars(canvas.yAxis, canvas.xAxis);
        bars->setName(one.label);
        const QColor colour = seriesColour(one.id, palette());
        const auto time = timeTermById(one.id.toStdString());
        bars->setBrush(seriesBrush(colour, time && isHatched(*time)));
        bars->setPen(QPen(themeColours(palette()).card, 1));
        bars->setWidth(termBarWidth);
        QVector<double> keys, values;
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            keys.append(static_cast<double>(i));
            values.append(one.values[i]);
        }
        bars->setData(keys, values, true);
        if (below)
            bars->moveAbove(below);
        below = bars;
        m_plottables.push_back(bars);
    }
}

void TermChart::drawLimits()
{
    if (m_kind != Kind::Memory)
        return;
    QCustomPlot &canvas = plot();
    const QColor text = palette().color(QPalette::WindowText);
    const auto limit = [&](double x, double top, double bottom, Qt::PenStyle style,
                           const QString &label, bool left) {
        auto *line = new QCPItemLine(&canvas);
        line->start->setCoords(x, top);
        line->end->setCoords(x, bottom);
        line->setPen(QPen(text, 1.5, style));
        auto *caption = new QCPItemText(&canvas);
        caption->position->setCoords(x, top);
        caption->setPositionAlignment(Qt::AlignBottom | (left ? Qt::AlignRight : Qt::AlignLeft));
        caption->setPadding(QMargins(gap(1), 0, gap(1), 0));
        caption->setText(label);
        caption->setFont(textFont(TextRole::Caption));
        caption->setColor(text);
        caption->setClipToAxisRect(false);
    };
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const MemoryEstimate &memory = m_bars[i].estimate.memory;
        const double middle = static_cast<double>(i);
        const double top = middle - 0.42;
        const double bottom = middle + 0.42;
        limit(inGib(memory.budget), top, bottom, Qt::SolidLine, i == 0 ? tr("budget") : QString(),
            true);
        limit(inGib(memory.capacity), top, bottom, Qt::DashLine,
            i == 0 ? tr("capacity") : QString(), false);
    }
}

void TermChart::drawIntervals()
{
    QCustomPlot &canvas = plot();
    const QPen pen(palette().color(QPalette::WindowText), 1.5);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const Estimate &estimate = m_bars[i].estimate;
        const double low
            = m_kind == Kind::Memory ? inGib(estimate.memory.p10) : estimate.time.p10.value();
        const double high
            = m_kind == Kind::Memory ? inGib(estimate.memory.p90) : estimate.time.p90.value();
        if (high <= low)
            continue;
        auto *line = new QCPItemLine(&canvas);
        line->start->setCoords(low, static_cast<double>(i));
        line->end->setCoords(high, static_cast<double>(i));
        line->setHead(QCPLineEnding(QCPLineEnding::esBar, gap(2)));
        line->setTail(QCPLineEnding(QCPLineEnding::esBar, gap(2)));
        line->setPen(pen);
    }
}

const TermChart::Series *TermChart::seriesAt(const QPointF &position, int *bar) const
{
    auto &canvas = const_cast<TermChart *>(this)->plot();
    const double key = canvas.yAxis->pixelToCoord(position.y());
    const double value = canvas.xAxis->pixelToCoord(position.x());
    const int index = static_cast<int>(std::lround(key));
    if (index < 0 || index >= static_cast<int>(m_bars.size())
        || std::abs(key - index) > termBarWidth / 2 || value < 0)
        return nullptr;
    double sum = 0;
    for (const Series &one : m_series) {
        sum += one.values[static_cast<std::size_t>(index)];
        if (value <= sum) {
            *bar = index;
            return &one;
        }
    }
    return nullptr;
}

QString TermChart::textAt(const QPointF &position) const
{
    int bar = 0;
    const Series *one = seriesAt(position, &bar);
    if (!one)
        return {};
    const QString value = one->texts.at(bar);
    return m_bars.size() > 1
        //: Plan, term, value.
        ? tr("%1\n%2: %3").arg(m_bars[static_cast<std::size_t>(bar)].label, one->label, value)
        : tr("%1: %2").arg(one->label, value);
}

QString TermChart::idAt(const QPointF &position) const
{
    int bar = 0;
    const Series *one = seriesAt(position, &bar);
    return one ? one->id : QString();
}

} // namespace headroom
