#pragma once

#include <QStringList>

class QWidget;

namespace headroom {

/// What a view of text holds and how it looks, nothing for other widgets: lines of the text, those
/// that are painted with size and colours, and of code the colours of its words.
void addWritten(QWidget &widget, const QString &indent, QStringList &lines);

} // namespace headroom
