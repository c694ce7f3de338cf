#pragma once

#include <QColor>
#include <QPen>
#include <QStringList>

class QCPItemLine;
class QCPItemText;
class QCustomPlot;

namespace headroom {

// Marks that several charts draw alike.

/// Small text at a place of the axes, which may run out of them.
QCPItemText *addCaption(QCustomPlot &plot, double x, double y, const QString &text,
    Qt::Alignment alignment, const QColor &ink);
/// A straight line between two places of the axes.
QCPItemLine *addLine(QCustomPlot &plot, QPointF from, QPointF to, const QPen &pen);
/// An interval across the rows of a chart, with a bar at either end.
void addInterval(QCustomPlot &plot, double low, double high, double row, const QColor &ink);
/// Names rows along the vertical axis from above, which has no lines and ticks of its own then.
void nameRows(QCustomPlot &plot, const QStringList &names);
/// The row of so many that a place of the plot is in; −1: none.
int rowAt(const QCustomPlot &plot, double y, std::size_t rows);

} // namespace headroom
