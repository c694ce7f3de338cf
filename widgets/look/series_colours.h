#pragma once

#include "model/physics/trace/terms.h"

#include <QBrush>
#include <QColor>
#include <QPalette>

class QPainter;
class QRectF;

namespace headroom {

/// The one place that gives each term its colour, the same in every bar, chart, table and timeline.
/// Hues are spread so that neighbours stay apart for the common kinds of colour blindness; exposed
/// communication is hatched as well, so that meaning never rests on colour alone.
QColor seriesColour(MemoryTerm term, const QPalette &palette);
QColor seriesColour(TimeTerm term, const QPalette &palette);
/// By term id, for anything else ("forward", "backward" …) a steady colour from the same set.
QColor seriesColour(const QString &termId, const QPalette &palette);
/// Colour of the n-th pinned plan.
QColor pinColour(int index, const QPalette &palette);

/// Chips of one chart that have colours of their own.
inline constexpr int chipColours = 9;
/// Colour of the n-th chip.
QColor chipColour(int index, const QPalette &palette);

bool isHatched(TimeTerm term);

/// The same as a brush.
QBrush seriesBrush(const QColor &colour, bool hatched);
/// Fills a rectangle as a segment of that series: colour and, where due, hatching.
void paintSeries(QPainter &painter, const QRectF &rect, const QColor &colour, bool hatched);

} // namespace headroom
