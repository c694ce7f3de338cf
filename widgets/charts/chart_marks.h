#pragma once

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QStringList>

#include <vector>

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
/// A name that is led to a place of the axes.
struct NamedPlace
{
    QString name;
    QPointF at;
    QColor ink;
};
/// The share of the plot's width that the names leave to what they name.
double shareBesideNames(const QCustomPlot &plot, const std::vector<NamedPlace> &places);
/// Names in a column from a place of the horizontal axis on, in the order of height and never over
/// each other. The vertical axis is logarithmic and has its range.
void addNameColumn(QCustomPlot &plot, double from, std::vector<NamedPlace> places);
/// An interval across the rows of a chart, with a bar at either end.
void addInterval(QCustomPlot &plot, double low, double high, double row, const QColor &ink);
/// Names rows along the vertical axis from above, which has no lines and ticks of its own then.
void nameRows(QCustomPlot &plot, const QStringList &names);
/// The row of so many that a place of the plot is in; −1: none.
int rowAt(const QCustomPlot &plot, double y, std::size_t rows);

} // namespace headroom
