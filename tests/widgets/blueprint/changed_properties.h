#pragma once

#include <QStringList>

class QWidget;

namespace headroom {

/// Properties of a widget that differ from those of a new one of its kind of Qt, as `name=value`;
/// without those that follow from its place or from other widgets.
QStringList changedProperties(const QWidget &widget);

} // namespace headroom
