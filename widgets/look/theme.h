#pragma once

#include <QColor>
#include <QPalette>

namespace headroom {

/// What the user picks in the View menu. System follows the desktop, also while the program runs.
enum class Appearance { System, Light, Dark };

/// Colours that QPalette has no role for. They are derived from a palette, so that one change of
/// the palette restyles everything that paints itself.
struct ThemeColours
{
    QColor card; ///< surface of panels
    QColor border;
    QColor muted; ///< secondary text
    QColor accent;
    QColor accentSoft; ///< background of the selected step
    QColor good, warning, bad;
    QColor goodSoft, warningSoft, badSoft;
    QColor grid; ///< chart grid lines
};

bool isDark(const QPalette &palette);
ThemeColours themeColours(const QPalette &palette);

/// The palette for an appearance; `system` is what the platform gives.
QPalette themePalette(Appearance appearance, const QPalette &system);

/// Sets the application palette. Call again when the platform theme changes.
void applyAppearance(Appearance appearance);

} // namespace headroom
