#pragma once

#include <QIcon>

namespace headroom {

/// Tint of an icon; it follows the palette of the moment it is painted.
enum class IconTint { Text, Muted, Accent, OnAccent, Good, Warning, Bad };

/// An icon of resources/icons by name, drawn from SVG at any size and in the current palette.
QIcon themeIcon(const QString &name, IconTint tint = IconTint::Text);

} // namespace headroom
