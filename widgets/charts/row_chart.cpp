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
constexpr double leastBars = 0.15; ///< of the width; with less, the texts stand above the bars
constexpr double stackedBar = 0.3; ///< as barWidth
constexpr double stackedShift = 0.2; ///< of bar and text from the middle of their row
constexpr int stackedRowHeight = 9; ///< in steps of gap()

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
    canvas.setMinimumHeight((static_cast<int>(m_data.rows.size()) + 1)
        * gap(m_isStacked ? stackedRowHeight : rowHeight));
    const QFontMetrics metrics(textFont(TextRole::Caption));
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    int key = 0;
    for (const Row &row : m_data.rows) {
        names->addTick(key, metrics.elidedText(row.label, Qt::ElideMiddle, textWidth(longestName)));
        drawRow(key++, row);
    }
    canvas.yAxis->setTickLength(0);
    canvas.yAxis->setTickLabels(!m_isStacked);
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
    bar->setWidth(m_isStacked ? stackedBar : barWidth);
    bar->setData({ key + (m_isStacked ? stackedShift : 0) }, { row.value }, true);
    auto *text = new QCPItemText(&plot());
    text->setFont(textFont(row.isStrong ? TextRole::Strong : TextRole::Caption));
    text->setColor(palette().color(QPalette::WindowText));
    text->setPadding(QMargins(gap(1), 0, gap(1), 0));
    text->setClipToAxisRect(false);
    if (m_isStacked)
        placeAbove(*text, key, row);
    else
        placeBeside(*text, key, row);
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
    return width() * (1 - leastBars) >= texts.names + texts.left + texts.right;
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
        canvas.xAxis->setRange(least - texts.left * scale, most + texts.right * scale);
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
