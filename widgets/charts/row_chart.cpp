#include "widgets/charts/row_chart.h"

#include "widgets/charts/chart_marks.h"
#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <qcustomplot.h>

#include <QMouseEvent>

#include <algorithm>

namespace headroom {
namespace {

constexpr double barWidth = 0.62; ///< of the distance between two rows
constexpr int rowHeight = 6; ///< in steps of gap()
constexpr int minRows = 5; ///< room is left for so many, or a lone bar fills the chart
constexpr int longestName = 44; ///< characters
constexpr double minBars = 0.15; ///< of the width; with less, the texts stand above the bars
constexpr double stackedBar = 0.3; ///< as barWidth
constexpr double stackedShift = 0.2; ///< of bar and text from the middle of their row
constexpr int stackedRowHeight = 9; ///< in steps of gap()
constexpr int rowsOfTotal = 3; ///< room for a total, its text and the labels of limits
constexpr double limitTop = -0.8; ///< where the lines of limits begin
constexpr double roomBehind = 1.02; ///< axis beyond the furthest mark

} // namespace

RowChart::RowChart(const QString &title, QWidget *parent)
    : Chart(title, parent)
{
    QCustomPlot &canvas = plot();
    canvas.xAxis->setVisible(false); // the values stand beside the bars
    canvas.legend->setVisible(false);
    // Only then is it known how much room the names leave.
    connect(&canvas, &QCustomPlot::afterLayout, this, &RowChart::fitRange);
}

void RowChart::setData(Data content)
{
    m_data = std::move(content);
    ChartTable table;
    table.headers = { m_data.rowsAre, m_data.valuesAre };
    for (const Row &row : m_data.rows)
        table.rows.append({ row.label, row.value });
    setTable(table);
    setSentence(m_data.sentence);
    restyle();
}

void RowChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_data.rows.empty())
        return;
    m_isStacked = !hasRoomBeside();
    const auto rows = static_cast<int>(m_data.rows.size());
    canvas.setMinimumHeight((rows + 1 + (m_data.total ? rowsOfTotal : 0))
        * gap(m_isStacked ? stackedRowHeight : rowHeight));
    drawZero();
    drawLimits(); // behind the texts
    const QFontMetrics metrics(textFont(TextRole::Caption));
    QStringList names;
    for (int key = 0; key < rows; ++key) {
        const Row &row = m_data.rows[static_cast<std::size_t>(key)];
        names.append(metrics.elidedText(row.label, Qt::ElideMiddle, textWidth(longestName)));
        drawRow(key, row);
    }
    if (m_data.total) {
        names.append(m_data.total->label);
        drawTotal(rows);
    }
    nameRows(canvas, names);
    canvas.yAxis->setTickLabels(!m_isStacked);
    // With a line for the labels of limits, and one for the total's text.
    canvas.yAxis->setRange(m_data.limits.empty() ? -0.7 : -1.5,
        m_data.total ? rows + 1.3 : std::max(rows, minRows) - 0.3);
}

QColor RowChart::colourOf(const Row &row) const
{
    const ThemeColours colours = themeColours(palette());
    if (!row.id.isEmpty())
        return seriesColour(row.id, palette());
    return row.tone == Tone::Good ? colours.good
        : row.tone == Tone::Bad   ? colours.bad
                                  : colours.accent;
}

void RowChart::drawRow(int key, const Row &row)
{
    auto *bar = new QCPBars(plot().yAxis, plot().xAxis);
    bar->setBrush(seriesBrush(colourOf(row), row.isHatched));
    bar->setPen(Qt::NoPen);
    bar->setWidth(m_isStacked ? stackedBar : barWidth);
    bar->setData({ key + (m_isStacked ? stackedShift : 0) }, { row.value }, true);
    QCPItemText *text = addCaption(plot(), 0, 0, {}, {}, palette().color(QPalette::WindowText));
    if (row.isStrong)
        text->setFont(textFont(TextRole::Strong));
    if (!m_data.limits.empty()) // one that passes here stays readable beside it
        text->setBrush(themeColours(palette()).card);
    if (m_isStacked)
        placeAbove(*text, key, row);
    else
        placeBeside(*text, key, row);
}

void RowChart::drawTotal(int key)
{
    const Total &total = *m_data.total;
    const QColor ink = palette().color(QPalette::WindowText);
    addInterval(plot(), total.low, total.high, key, ink);
    QCPGraph *dot = plot().addGraph(plot().yAxis, plot().xAxis);
    dot->setLineStyle(QCPGraph::lsNone);
    dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, ink, ink, gap(2)));
    dot->setData({ double(key) }, { total.value }, true);
    // Below its line: beside it there may be no room on either side.
    addCaption(plot(), total.value, key, total.text, Qt::AlignHCenter | Qt::AlignTop, ink)
        ->setPadding(QMargins(0, gap(2), 0, 0));
}

/// Bars to the left begin at a line of their side, as those to the right do at the axis.
void RowChart::drawZero()
{
    const bool goesLeft
        = std::ranges::any_of(m_data.rows, [](const Row &row) { return row.value < 0; });
    plot().yAxis->setBasePen(goesLeft ? QPen(Qt::NoPen) : plot().xAxis->basePen());
    plot().yAxis->setTickPen(goesLeft ? QPen(Qt::NoPen) : plot().xAxis->tickPen());
    if (goesLeft)
        addLine(plot(), { 0, -0.7 }, { 0, static_cast<double>(m_data.rows.size()) - 0.3 },
            plot().xAxis->basePen());
}

void RowChart::drawLimits()
{
    const double bottom = static_cast<double>(m_data.rows.size()) + 0.6;
    for (const Limit &limit : m_data.limits) {
        addLine(plot(), { limit.value, limitTop }, { limit.value, bottom },
            QPen(palette().color(QPalette::WindowText), 1.2, limit.style));
        // On the side that has the room: near the axis its label would lie across that.
        const bool isNearAxis = m_data.total && limit.value < m_data.total->high / 2;
        if (!limit.label.isEmpty())
            addCaption(plot(), limit.value, limitTop, limit.label,
                (isNearAxis ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom,
                themeColours(palette()).muted)
                ->setPadding({});
    }
}

/// The value at the end of its bar; the name stands at the axis.
void RowChart::placeBeside(QCPItemText &text, int key, const Row &row)
{
    text.position->setCoords(row.value, key);
    text.setPositionAlignment((row.value < 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    text.setText(row.text);
}

/// Name and value in one line that begins where the chart does; the name gives way.
void RowChart::placeAbove(QCPItemText &text, int key, const Row &row)
{
    text.position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    text.position->setCoords(0, key - stackedShift);
    text.setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const QFontMetrics metrics(text.font());
    //: A row of a chart: name, value.
    const QString line = tr("%1: %2");
    const int rest = metrics.horizontalAdvance(line.arg(QString(), row.text)) + gap(8);
    text.setText(
        line.arg(metrics.elidedText(row.label, Qt::ElideMiddle, plot().width() - rest), row.text));
}

void RowChart::resizeEvent(QResizeEvent *event)
{
    Chart::resizeEvent(event);
    if (m_isStacked || !hasRoomBeside())
        restyle();
}

RowChart::Widths RowChart::textWidths() const
{
    const QFontMetrics names(textFont(TextRole::Caption)), values(textFont(TextRole::Strong));
    Widths widths;
    for (const Row &row : m_data.rows) {
        widths.names = std::max(
            widths.names, std::min(names.horizontalAdvance(row.label), textWidth(longestName)));
        int &side = row.value < 0 ? widths.left : widths.right;
        side = std::max(side, values.horizontalAdvance(row.text) + 2 * gap(1));
    }
    return widths;
}

/// Whether names and values leave the bars their share of the width.
bool RowChart::hasRoomBeside() const
{
    const Widths texts = textWidths();
    return m_data.total || width() * (1 - minBars) >= texts.names + texts.left + texts.right;
}

/// The axis ends beyond it, or where the text under the total does.
double RowChart::furthestMark() const
{
    const double room = const_cast<RowChart *>(this)->plot().axisRect()->width();
    double most = 0;
    for (const Limit &limit : m_data.limits)
        most = std::max(most, limit.value);
    if (!m_data.total)
        return most * roomBehind;
    const Total &total = *m_data.total;
    const double half
        = QFontMetrics(textFont(TextRole::Caption)).horizontalAdvance(total.text) / 2.0 + gap(1);
    most = std::max({ most, total.high, total.value }) * roomBehind;
    return half < room ? std::max(most, total.value * room / (room - half)) : most;
}

/// Room for every bar and for the text at its end, on the side where it is.
void RowChart::fitRange()
{
    if (m_data.rows.empty())
        return;
    QCustomPlot &canvas = plot();
    double most = 0, least = 0;
    for (const Row &row : m_data.rows) {
        most = std::max(most, row.value);
        least = std::min(least, row.value);
    }
    const Widths texts = m_isStacked ? Widths {} : textWidths();
    const double bars = canvas.axisRect()->width() - texts.left - texts.right;
    if (bars > 0 && most > least) {
        const double scale = (most - least) / bars; // of a pixel
        const double line = least < 0 ? gap(1) * scale : 0; // the one that they begin at is seen
        canvas.xAxis->setRange(least - texts.left * scale,
            std::max(most + texts.right * scale, furthestMark()) + line);
    }
}

const RowChart::Row *RowChart::rowUnder(const QPointF &position) const
{
    const QCustomPlot &canvas = const_cast<RowChart *>(this)->plot();
    const int row = rowAt(canvas, position.y(), m_data.rows.size());
    return row < 0 ? nullptr : &m_data.rows[static_cast<std::size_t>(row)];
}

bool RowChart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &plot() && event->type() == QEvent::MouseButtonRelease) {
        if (const Row *row = rowUnder(static_cast<QMouseEvent *>(event)->position()))
            emit rowActivated(row->source);
    }
    return Chart::eventFilter(watched, event);
}

QString RowChart::textAt(const QPointF &position) const
{
    const Row *row = rowUnder(position);
    //: A row of a chart: name, value.
    return row ? tr("%1: %2").arg(row->label, row->text) : QString();
}

QString RowChart::idAt(const QPointF &position) const
{
    const Row *row = rowUnder(position);
    return row ? row->id : QString();
}

} // namespace headroom
