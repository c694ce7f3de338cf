#pragma once

#include <QFont>
#include <QSizePolicy>

class QWidget;

namespace headroom {

/// Distances follow the text size, so that the window keeps its proportions at any font and scale.
/// One step is a quarter of the line height of the application font (about four device-independent
/// pixels).
int gap(int steps);

/// Width of `characters` average Latin characters of the application font.
int textWidth(int characters);

/// Of a wrapped label that must not widen its panel; its height follows from the width it gets.
QSizePolicy wrappingPolicy();

/// The type scale. Everything is relative to the system font.
enum class TextRole { Title, Heading, Strong, Body, Caption, Figure, Code };
QFont textFont(TextRole role);

} // namespace headroom
