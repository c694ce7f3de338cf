#pragma once

#include <QSize>
#include <QStringList>

#include <functional>

class QCustomPlot;
class QPainter;
class QWidget;

namespace headroom {

/// What is painted, as text: a line for each text, rectangle, line, outline, ellipse and picture in
/// the order of painting, with place, size and colours.
QStringList paintedBy(QSize size, const std::function<void(QPainter &)> &paint);

/// What a widget paints by itself, without its children.
QStringList paintedBy(QWidget &widget);

/// What a plot shows at its size.
QStringList paintedBy(QCustomPlot &plot);

/// Of two lines of a blueprint, the recorded one first: what is painted may be off by less than a
/// pixel, everything else is the same.
bool isSameLine(const QString &was, const QString &is);

} // namespace headroom
