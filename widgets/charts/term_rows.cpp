#include "widgets/charts/term_rows.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double termRowBarWidth = 0.6; ///< of the distance between two rows
constexpr int termRowHeight = 6; ///< in steps of gap()
constexpr int longestTermName = 24; ///< characters
constexpr double roomBehind = 1.02; ///< axis beyond the longest mark

} // namespace

TermRows::TermRows(Kind kind, QWidget *parent)
    : Chart(kind == Kind::Memory ? tr("Memory per device") : tr("Step time"), parent)
    , m_kind(kind)
{
    QCustomPlot &canvas = plot();
    canvas.yAxis->setRangeReversed(true);
    canvas.yAxis->grid()->setVisible(false);
    canvas.xAxis->setVisible(false); // the values stand beside the bars
    canvas.legend->setVisible(false);
    // Only then is it known how much room the names leave.
    connect(&canvas, &QCustomPlot::afterLayout, this, &TermRows::fitRange);
}

void TermRows::addRow(const QString &id, double value, const QString &text, double share)
{
    if (value <= 0)
        return;
    const auto time = timeTermById(id.toStdString());
    m_rows.push_back({ id, termText(id),
        //: A term's value and its share of the whole.
        tr("%1, %2").arg(text, shareText(share)), value, {}, time && isHatched(*time) });
}

void TermRows::setEstimate(const Estimate &estimate)
{
    m_rows.clear();
    m_limits.clear();
    ChartTable table;
    const MemoryEstimate &memory = estimate.memory;
    const TimeEstimate &time = estimate.time;
    if (m_kind == Kind::Memory) {
        table.headers = { tr("Term"), tr("Bytes") };
        for (std::size_t i = 0; i < memoryTermCount; ++i) {
            const Bytes value = memory.terms.values.at(i);
            addRow(QString::fromLatin1(termId(static_cast<MemoryTerm>(i))), inGib(value),
                bytesText(value), value / memory.peak);
        }
        m_total = { inGib(memory.peak), inGib(memory.p10), inGib(memory.p90),
            rangeText(gibText(memory.p10), gibText(memory.p90)) };
        m_limits = { { tr("budget %1").arg(gibText(memory.budget)), inGib(memory.budget) },
            { {}, inGib(memory.capacity), Qt::DashLine } };
        setSentence(memorySentence(estimate));
    } else {
        table.headers = { tr("Term"), tr("Seconds") };
        for (std::size_t i = 0; i < timeTermCount; ++i) {
            const Seconds value = time.terms.values.at(i);
            addRow(QString::fromLatin1(termId(static_cast<TimeTerm>(i))), value.value(),
                secondsText(value), value / time.step);
        }
        m_total = { time.step.value(), time.p10.value(), time.p90.value(),
            rangeText(secondsText(time.p10), secondsText(time.p90)) };
        setSentence(timeSentence(estimate));
    }
    std::ranges::stable_sort(m_rows, std::greater {}, &Row::value);
    for (const Row &row : m_rows)
        table.rows.append(
            { row.name, m_kind == Kind::Memory ? row.value * bytesPerGib : row.value });
    setTable(table);
    plot().setMinimumHeight((static_cast<int>(m_rows.size()) + 4) * gap(termRowHeight));
    restyle();
}

void TermRows::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_rows.empty())
        return;
    drawLimits(static_cast<int>(m_rows.size())); // behind the texts
    const QFontMetrics metrics(textFont(TextRole::Caption));
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    int key = 0;
    for (Row &row : m_rows) {
        row.colour = seriesColour(row.id, palette());
        names->addTick(
            key, metrics.elidedText(row.name, Qt::ElideRight, textWidth(longestTermName)));
        drawRow(key++, row);
    }
    //: The sum of the rows with its interval of 80 % probability.
    names->addTick(key, tr("Total, 80 %"));
    drawTotal(key);
    canvas.yAxis->setTickLength(0);
    canvas.yAxis->setTicker(names);
    // With a line for the labels of limits, and one for the interval's.
    canvas.yAxis->setRange(m_limits.empty() ? -0.7 : -1.5, key + 1.3);
}

void TermRows::drawRow(int key, const Row &row)
{
    auto *bar = new QCPBars(plot().yAxis, plot().xAxis);
    bar->setBrush(seriesBrush(row.colour, row.isHatched));
    bar->setPen(Qt::NoPen);
    bar->setWidth(termRowBarWidth);
    bar->setData({ double(key) }, { row.value }, true);
    auto *text = new QCPItemText(&plot());
    text->position->setCoords(row.value, key);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->setPadding(QMargins(gap(1), 0, 0, 0));
    text->setText(row.text);
    text->setFont(textFont(TextRole::Caption));
    text->setColor(palette().color(QPalette::WindowText));
    text->setBrush(
        themeColours(palette()).card); // a limit that passes here stays readable beside it
    text->setClipToAxisRect(false);
}

/// The interval has a line of its own, so that no bar hides it.
void TermRows::drawTotal(int key)
{
    QCustomPlot &canvas = plot();
    const QColor ink = palette().color(QPalette::WindowText);
    auto *line = new QCPItemLine(&canvas);
    line->start->setCoords(m_total.low, key);
    line->end->setCoords(m_total.high, key);
    line->setHead(QCPLineEnding(QCPLineEnding::esBar, gap(2)));
    line->setTail(QCPLineEnding(QCPLineEnding::esBar, gap(2)));
    line->setPen(QPen(ink, 1.5));
    QCPGraph *dot = canvas.addGraph(canvas.yAxis, canvas.xAxis);
    dot->setLineStyle(QCPGraph::lsNone);
    dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, ink, ink, gap(2)));
    dot->setData({ double(key) }, { m_total.value }, true);
    auto *text = new QCPItemText(&canvas);
    // Below its line: beside it there may be no room on either side.
    text->position->setCoords(m_total.value, key);
    text->setPositionAlignment(Qt::AlignHCenter | Qt::AlignTop);
    text->setPadding(QMargins(0, gap(2), 0, 0));
    text->setText(m_total.text);
    text->setFont(textFont(TextRole::Caption));
    text->setColor(ink);
    text->setClipToAxisRect(false);
}

void TermRows::drawLimits(int rows)
{
    for (const Limit &limit : m_limits) {
        auto *line = new QCPItemLine(&plot());
        line->start->setCoords(limit.value, -0.8);
        line->end->setCoords(limit.value, rows + 0.6);
        line->setPen(QPen(palette().color(QPalette::WindowText), 1.2, limit.style));
        if (limit.label.isEmpty())
            continue;
        auto *text = new QCPItemText(&plot());
        text->position->setCoords(limit.value, -0.8);
        // On the side that has the room: near the axis its label would lie across that.
        const bool isNearAxis = limit.value < m_total.high / 2;
        text->setPositionAlignment((isNearAxis ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
        text->setText(limit.label);
        text->setFont(textFont(TextRole::Caption));
        text->setColor(themeColours(palette()).muted);
        text->setClipToAxisRect(false);
    }
}

/// The axis ends where the last mark does, or further where the text beside a bar needs it.
void TermRows::fitRange()
{
    if (m_rows.empty())
        return;
    QCustomPlot &canvas = plot();
    const QFontMetrics metrics(textFont(TextRole::Caption));
    double most = std::max(m_total.high, m_total.value);
    for (const Limit &limit : m_limits)
        most = std::max(most, limit.value);
    most *= roomBehind;
    const double room = canvas.axisRect()->width();
    const auto leaveRoom = [&](double value, double text) {
        if (text < room)
            most = std::max(most, value * room / (room - text));
    };
    for (const Row &row : m_rows)
        leaveRoom(row.value, metrics.horizontalAdvance(row.text) + 2 * gap(1));
    leaveRoom(m_total.value, metrics.horizontalAdvance(m_total.text) / 2.0 + gap(1));
    canvas.xAxis->setRange(0, most);
}

const TermRows::Row *TermRows::rowAt(const QPointF &position) const
{
    auto &canvas = const_cast<TermRows *>(this)->plot();
    const auto key = std::lround(canvas.yAxis->pixelToCoord(position.y()));
    return key >= 0 && key < static_cast<long>(m_rows.size())
        ? &m_rows[static_cast<std::size_t>(key)]
        : nullptr;
}

QString TermRows::textAt(const QPointF &position) const
{
    const Row *row = rowAt(position);
    return row ? tr("%1: %2").arg(row->name, row->text) : QString();
}

QString TermRows::idAt(const QPointF &position) const
{
    const Row *row = rowAt(position);
    return row ? row->id : QString();
}

} // namespace headroom
