#include "widgets/charts/chart_marks.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <qcustomplot.h>

#include <cmath>

namespace headroom {

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
