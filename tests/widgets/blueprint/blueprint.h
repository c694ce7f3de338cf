#pragma once

#include <QStringList>

class QWidget;

namespace headroom {

/// How a widget and everything visible below it is built: a line for each widget with its place in
/// its parent, its size, text and every property that differs from that of a new widget of its
/// kind; for each layout its margins and what is in it; for views their cells and headings; and
/// what widgets that paint by themselves paint. Places depend on fonts: see fixed_look.h.
void addBlueprint(QWidget &widget, QStringList &lines);

/// Where the layouts are at fault: what is in no layout, has no size, reaches beyond its parent or
/// lies over its neighbour, and pages that are wider than what shows them.
QStringList faultsOfLayout(const QWidget &widget);
/// How the last of these ends.
inline const QString wider = QStringLiteral(" is wider than what shows it");

} // namespace headroom
