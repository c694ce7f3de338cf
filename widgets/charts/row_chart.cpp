#include "widgets/charts/row_chart.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <qcustomplot.h>

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double barWidth = 0.62; ///< of the distance between two rows
constexpr int rowHeight = 6; ///< in steps of gap()
constexpr int longestName = 44; ///< characters
constexpr int roomForBoth = 90; ///< characters; with less, names are cut and values stand right
constexpr int longestNarrowName = 22; ///< characters

} // namespace

RowChart::RowChart(const QString &title, QWidget *parent)
    : Chart(title, parent)
{
    QCustomPlot &canvas = plot();
    canvas.yAxis->setRangeReversed(true);
    canvas.yAxis->grid()->setVisible(false);
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
    plot().setMinimumHeight((static_cast<int>(m_data.rows.size()) + 1) * gap(rowHeight));
    restyle();
}

void RowChart::draw()
{
    QCustomPlot &canvas = plot();
    canvas.clearPlottables();
    canvas.clearItems();
    if (m_data.rows.empty())
        return;
    const QFontMetrics metrics(textFont(TextRole::Caption));
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    int key = 0;
    for (const Row &row : m_data.rows) {
        names->addTick(key,
            metrics.elidedText(row.label, Qt::ElideMiddle,
                textWidth(m_isNarrow ? longestNarrowName : longestName)));
        drawRow(key++, row);
    }
    canvas.yAxis->setTickLength(0);
    canvas.yAxis->setTicker(names);
    canvas.yAxis->setRange(-0.7, key - 0.3);
}

void RowChart::drawRow(int key, const Row &row)
{
    const ThemeColours colours = themeColours(palette());
    const QColor colour = row.tone == Tone::Good ? colours.good
        : row.tone == Tone::Bad                  ? colours.bad
                                                 : colours.accent;
    auto *bar = new QCPBars(plot().yAxis, plot().xAxis);
    bar->setBrush(colour);
    bar->setPen(Qt::NoPen);
    bar->setWidth(barWidth);
    bar->setData({ double(key) }, { row.value }, true);
    auto *text = new QCPItemText(&plot());
    text->position->setCoords(isTextLeft(row) ? row.value : std::max(0.0, row.value), key);
    text->setPositionAlignment(
        (isTextLeft(row) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    text->setPadding(QMargins(gap(1), 0, gap(1), 0));
    text->setText(row.text);
    text->setFont(textFont(row.isStrong ? TextRole::Strong : TextRole::Caption));
    text->setColor(palette().color(QPalette::WindowText));
    text->setClipToAxisRect(false);
}

/// Values stand at the end of their bar; where there is little room, all of them on the right of
/// it.
bool RowChart::isTextLeft(const Row &row) const
{
    return row.value < 0 && !m_isNarrow;
}

void RowChart::resizeEvent(QResizeEvent *event)
{
    Chart::resizeEvent(event);
    const bool isNarrow = width() < textWidth(roomForBoth);
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    restyle();
}

/// Room for every bar and for the text at its end, on the side where it is.
void RowChart::fitRange()
{
    if (m_data.rows.empty())
        return;
    QCustomPlot &canvas = plot();
    double most = 0, least = 0;
    int right = 0, left = 0;
    for (const Row &row : m_data.rows) {
        const int text = QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(row.text);
        most = std::max(most, row.value);
        least = std::min(least, row.value);
        int &side = isTextLeft(row) ? left : right;
        side = std::max(side, text + 2 * gap(1));
    }
    const double room = canvas.axisRect()->width();
    const double bars = room - left - right;
    if (bars > 0 && most > least) {
        const double scale = (most - least) / bars; // of a pixel
        canvas.xAxis->setRange(least - left * scale, most + right * scale);
    }
}

int RowChart::rowAt(const QPointF &position) const
{
    auto &canvas = const_cast<RowChart *>(this)->plot();
    const auto key = std::lround(canvas.yAxis->pixelToCoord(position.y()));
    return key >= 0 && key < static_cast<long>(m_data.rows.size()) ? static_cast<int>(key) : -1;
}

bool RowChart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &plot() && event->type() == QEvent::MouseButtonRelease) {
        const int row = rowAt(static_cast<QMouseEvent *>(event)->position());
        if (row >= 0)
            emit rowActivated(m_data.rows[static_cast<std::size_t>(row)].source);
    }
    return Chart::eventFilter(watched, event);
}

QString RowChart::textAt(const QPointF &position) const
{
    const int row = rowAt(position);
    return row < 0 ? QString()
                   : QStringLiteral("%1: %2").arg(m_data.rows[static_cast<std::size_t>(row)].label,
                       m_data.rows[static_cast<std::size_t>(row)].text);
}

} // namespace headroom
