#include "widgets/charts/chart_marks.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int leaderOpacity = 150; ///< of 255
constexpr double lineShare = 1.15; ///< of a name's height: from one name to the next
constexpr double leastShare = 0.5; ///< of the width, whatever the names need
constexpr double mostShare = 0.9;
constexpr int axesHeight = 24; ///< in steps of gap(): horizontal axis and legend
constexpr int leastHeight = 30; ///< in steps of gap()
constexpr int axesWidth = 20; ///< in steps of gap(): vertical axis and the edges

} // namespace

QCPItemText *addCaption(QCustomPlot &plot, double x, double y, const QString &text,
    Qt::Alignment alignment, const QColor &ink)
{
    auto *caption = new QCPItemText(&plot);
    caption->position->setCoords(x, y);
    caption->setPositionAlignment(alignment);
    caption->setPadding(QMargins(gap(1), 0, gap(1), 0));
    caption->setText(text);
    caption->setFont(textFont(TextRole::Caption));
    caption->setColor(ink);
    caption->setClipToAxisRect(false);
    return caption;
}

QCPItemLine *addLine(QCustomPlot &plot, QPointF from, QPointF to, const QPen &pen)
{
    auto *line = new QCPItemLine(&plot);
    line->start->setCoords(from);
    line->end->setCoords(to);
    line->setPen(pen);
    return line;
}

double shareBesideNames(const QCustomPlot &plot, const std::vector<NamedPlace> &places)
{
    const QFontMetrics metrics(textFont(TextRole::Caption));
    int widest = 0;
    for (const NamedPlace &place : places)
        widest = std::max(widest, metrics.horizontalAdvance(place.name));
    const double width = std::max(plot.width() - gap(axesWidth), gap(axesWidth));
    return std::clamp(1 - (widest + gap(3)) / width, leastShare, mostShare);
}

/// Heights are shares of the axis, so that they hold whatever the size of the chart.
void addNameColumn(QCustomPlot &plot, double from, std::vector<NamedPlace> places)
{
    std::ranges::stable_sort(
        places, std::greater {}, [](const NamedPlace &place) { return place.at.y(); });
    const QCPRange range = plot.yAxis->range();
    const QFontMetrics metrics(textFont(TextRole::Caption));
    const double height = std::max(plot.height() - gap(axesHeight), gap(leastHeight));
    const double line = std::min(
        metrics.height() * lineShare / height, 1.0 / static_cast<double>(places.size() + 1));
    // From above each name takes its place or the next free one; what is left over moves up.
    std::vector<double> tops;
    for (const NamedPlace &place : places) {
        const double wanted
            = std::log(range.upper / place.at.y()) / std::log(range.upper / range.lower);
        tops.push_back(std::max(wanted, tops.empty() ? line : tops.back() + line));
    }
    double bottom = 1 - line / 2;
    for (std::size_t k = tops.size(); k-- > 0;) {
        tops[k] = std::min(tops[k], bottom);
        bottom = tops[k] - line;
    }
    const QColor ink = plot.palette().color(QPalette::WindowText);
    for (std::size_t k = 0; k < places.size(); ++k) {
        QCPItemText *text
            = addCaption(plot, from, 0, places[k].name, Qt::AlignLeft | Qt::AlignVCenter, ink);
        text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        text->position->setCoords(from, tops[k]);
        text->setPadding(QMargins(gap(1), 0, 0, 0));
        auto *leader = new QCPItemLine(&plot);
        leader->start->setCoords(places[k].at);
        leader->end->setParentAnchor(text->left);
        QColor faint = places[k].ink;
        faint.setAlpha(leaderOpacity);
        leader->setPen(QPen(faint, 1));
    }
}

void addInterval(QCustomPlot &plot, double low, double high, double row, const QColor &ink)
{
    QCPItemLine *line = addLine(plot, { low, row }, { high, row }, QPen(ink, 1.5));
    line->setHead(QCPLineEnding(QCPLineEnding::esBar, gap(2)));
    line->setTail(QCPLineEnding(QCPLineEnding::esBar, gap(2)));
}

void nameRows(QCustomPlot &plot, const QStringList &names)
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (qsizetype i = 0; i < names.size(); ++i)
        ticker->addTick(static_cast<double>(i), names.at(i));
    plot.yAxis->setRangeReversed(true);
    plot.yAxis->grid()->setVisible(false);
    plot.yAxis->setTickLength(0); // names need no tick
    plot.yAxis->setTicker(ticker);
}

int rowAt(const QCustomPlot &plot, double y, std::size_t rows)
{
    const auto key = std::lround(plot.yAxis->pixelToCoord(y));
    return key >= 0 && key < static_cast<long>(rows) ? static_cast<int>(key) : -1;
}

} // namespace headroom
