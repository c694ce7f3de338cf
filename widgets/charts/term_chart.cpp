#include "widgets/charts/term_chart.h"

#include "widgets/charts/chart_marks.h"
#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr double termBarWidth = 0.62; ///< of the distance between two bars
constexpr double limitReach = 0.42; ///< of a limit's line above and below its bar
constexpr double roomForBars = 1.04; ///< axis beyond the longest bar
constexpr double roomForLimits = 1.13; ///< and beside the label of the last limit

} // namespace

TermChart::TermChart(Kind kind, QWidget *parent)
    : Chart(kind == Kind::Memory ? tr("Memory per device") : tr("Step time"), parent)
    , m_kind(kind)
{
    QCustomPlot &canvas = plot();
    putLegendBelow(maxLegendColumns);
    canvas.xAxis->setLabel(
        kind == Kind::Memory ? tr("GiB (2³⁰ bytes) per device") : tr("seconds per step"));
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
        QVariantList row { one.front().label };
        for (const TermBar::Segment &term : one)
            row.append(term.value);
        table.rows.append(row);
    }
    setTable(table);
    setSentence(sentence());
    restyle();
}

QString TermChart::sentence() const
{
    if (m_bars.size() == 1)
        return termTotal(m_kind, m_bars.front().estimate).sentence;
    QStringList parts;
    for (const Bar &bar : m_bars)
        parts.append(QStringLiteral("%1 %2").arg(bar.label, termTotal(m_kind, bar.estimate).text));
    return parts.join(QStringLiteral("; "));
}

std::vector<TermChart::Series> TermChart::series() const
{
    std::vector<Series> all;
    for (const Bar &bar : m_bars) {
        const std::vector<TermBar::Segment> terms = termSegments(m_kind, bar.estimate, palette());
        all.resize(terms.size());
        for (std::size_t i = 0; i < terms.size(); ++i)
            all[i].push_back(terms[i]);
    }
    // A term that no bar has takes no room in legend and table.
    std::erase_if(all, [](const Series &one) {
        return std::ranges::none_of(
            one, [](const TermBar::Segment &term) { return term.value > 0; });
    });
    return all;
}

double TermChart::inAxisUnit(double value) const
{
    return m_kind == Kind::Memory ? value / bytesPerGib : value;
}

void TermChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_bars.empty())
        return;
    drawSeries();
    drawLimits();
    QStringList names;
    double most = 0;
    for (const Bar &bar : m_bars) {
        const TermTotal total = termTotal(m_kind, bar.estimate);
        if (total.high > total.low)
            addInterval(canvas, inAxisUnit(total.low), inAxisUnit(total.high),
                static_cast<double>(names.size()), palette().color(QPalette::WindowText));
        const QString label = QFontMetrics(textFont(TextRole::Caption))
                                  .elidedText(bar.label, Qt::ElideRight, textWidth(18));
        names.append(m_bars.size() > 1 ? label : QString());
        most = std::max({ most, total.value, total.high,
            m_kind == Kind::Memory ? bar.estimate.memory.capacity.value() : 0 });
    }
    nameRows(canvas, names);
    canvas.yAxis->setRange(-0.6, static_cast<double>(m_bars.size()) - 0.4);
    canvas.xAxis->setRange(
        0, inAxisUnit(most) * (m_kind == Kind::Memory ? roomForLimits : roomForBars));
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
        widest = std::max(widest, QFontMetrics(legend.font()).horizontalAdvance(one.front().label));
    const int column = widest + legend.iconSize().width() + legend.iconTextPadding() + gap(6);
    const int columns = std::clamp(plot().width() / column, 1, maxLegendColumns);
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
        const TermBar::Segment &term = one.front();
        auto *bars = new QCPBars(canvas.yAxis, canvas.xAxis);
        bars->setName(term.label);
        bars->setBrush(seriesBrush(seriesColour(term.id, palette()), term.hatched));
        bars->setPen(QPen(themeColours(palette()).card, 1));
        bars->setWidth(termBarWidth);
        for (std::size_t i = 0; i < one.size(); ++i)
            bars->addData(static_cast<double>(i), inAxisUnit(one[i].value));
        if (below)
            bars->moveAbove(below);
        below = bars;
    }
}

void TermChart::drawLimits()
{
    if (m_kind != Kind::Memory)
        return;
    const QColor ink = palette().color(QPalette::WindowText);
    const auto limit = [&](Bytes value, std::size_t row, Qt::PenStyle style, const QString &label,
                           Qt::Alignment side) {
        const double x = inAxisUnit(value.value()), middle = static_cast<double>(row);
        addLine(
            plot(), { x, middle - limitReach }, { x, middle + limitReach }, QPen(ink, 1.5, style));
        if (row == 0)
            addCaption(plot(), x, middle - limitReach, label, Qt::AlignBottom | side, ink);
    };
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const MemoryEstimate &memory = m_bars[i].estimate.memory;
        limit(memory.budget, i, Qt::SolidLine, tr("budget"), Qt::AlignRight);
        limit(memory.capacity, i, Qt::DashLine, tr("capacity"), Qt::AlignLeft);
    }
}

const TermBar::Segment *TermChart::segmentAt(const QPointF &position, int *bar) const
{
    const QCustomPlot &canvas = const_cast<TermChart *>(this)->plot();
    const double value = canvas.xAxis->pixelToCoord(position.x());
    *bar = rowAt(canvas, position.y(), m_bars.size());
    if (*bar < 0 || value < 0
        || std::abs(canvas.yAxis->pixelToCoord(position.y()) - *bar) > termBarWidth / 2)
        return nullptr;
    double sum = 0;
    for (const Series &one : m_series) {
        const TermBar::Segment &term = one[static_cast<std::size_t>(*bar)];
        sum += inAxisUnit(term.value);
        if (value <= sum)
            return &term;
    }
    return nullptr;
}

QString TermChart::textAt(const QPointF &position) const
{
    int bar = 0;
    const TermBar::Segment *term = segmentAt(position, &bar);
    if (!term)
        return {};
    return m_bars.size() > 1
        //: Plan, term, value.
        ? tr("%1\n%2: %3")
              .arg(m_bars[static_cast<std::size_t>(bar)].label, term->label, term->valueText)
        : tr("%1: %2").arg(term->label, term->valueText);
}

QString TermChart::idAt(const QPointF &position) const
{
    int bar = 0;
    const TermBar::Segment *term = segmentAt(position, &bar);
    return term ? term->id : QString();
}

} // namespace headroom
