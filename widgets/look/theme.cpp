#include "widgets/look/theme.h"

#include <QApplication>

namespace headroom {
namespace {

struct Tones
{
    const char *window, *base, *alternate, *text, *muted, *button, *accent, *onAccent, *link,
        *toolTip;
    const char *light, *midlight, *mid, *dark, *shadow, *placeholder;
};

constexpr Tones lightTones { "#f3f5f8", "#ffffff", "#f1f4f8", "#1a2029", "#566270", "#fbfcfd",
    "#1f5f9e", "#ffffff", "#1f5f9e", "#ffffff", "#ffffff", "#eef1f5", "#c3cbd5", "#a3adb9",
    "#7a8592", "#6d7885" };
constexpr Tones darkTones { "#181c22", "#20252d", "#272d36", "#e5e9ee", "#9fabb8", "#2b313b",
    "#5aa5e8", "#0c1117", "#7db9ef", "#2b313b", "#3d4551", "#343b46", "#424b58", "#14181d",
    "#090b0e", "#8a96a3" };

QColor blend(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](float a, float b) {
        return static_cast<float>(
            share * static_cast<double>(a) + (1.0 - share) * static_cast<double>(b));
    };
    return QColor::fromRgbF(mix(over.redF(), under.redF()), mix(over.greenF(), under.greenF()),
        mix(over.blueF(), under.blueF()));
}

QPalette paletteFrom(const Tones &tones)
{
    const auto colour = [](const char *name) { return QColor(QLatin1String(name)); };
    QPalette palette;
    palette.setColor(QPalette::Window, colour(tones.window));
    palette.setColor(QPalette::WindowText, colour(tones.text));
    palette.setColor(QPalette::Base, colour(tones.base));
    palette.setColor(QPalette::AlternateBase, colour(tones.alternate));
    palette.setColor(QPalette::Text, colour(tones.text));
    palette.setColor(QPalette::Button, colour(tones.button));
    palette.setColor(QPalette::ButtonText, colour(tones.text));
    palette.setColor(QPalette::BrightText, colour(tones.onAccent));
    palette.setColor(QPalette::ToolTipBase, colour(tones.toolTip));
    palette.setColor(QPalette::ToolTipText, colour(tones.text));
    palette.setColor(QPalette::Highlight, colour(tones.accent));
    palette.setColor(QPalette::HighlightedText, colour(tones.onAccent));
    palette.setColor(QPalette::Link, colour(tones.link));
    palette.setColor(QPalette::LinkVisited, colour(tones.link));
    palette.setColor(QPalette::Light, colour(tones.light));
    palette.setColor(QPalette::Midlight, colour(tones.midlight));
    palette.setColor(QPalette::Mid, colour(tones.mid));
    palette.setColor(QPalette::Dark, colour(tones.dark));
    palette.setColor(QPalette::Shadow, colour(tones.shadow));
    palette.setColor(QPalette::PlaceholderText, colour(tones.placeholder));
    const QColor faded = blend(colour(tones.text), colour(tones.window), 0.45);
    for (const QPalette::ColorRole role :
        { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(
        QPalette::Disabled, QPalette::Highlight, blend(faded, colour(tones.window), 0.4));
    return palette;
}

} // namespace

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness()
        < palette.color(QPalette::WindowText).lightness();
}

ThemeColours themeColours(const QPalette &palette)
{
    const bool dark = isDark(palette);
    const QColor window = palette.color(QPalette::Window);
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::WindowText);
    const auto pick = [dark](const char *onLight, const char *onDark) {
        return QColor(QLatin1String(dark ? onDark : onLight));
    };
    ThemeColours colours;
    colours.card = base;
    colours.border = blend(text, base, dark ? 0.20 : 0.15);
    colours.muted = blend(text, window, dark ? 0.66 : 0.70);
    colours.accent = palette.color(QPalette::Highlight);
    colours.accentSoft = blend(colours.accent, window, dark ? 0.24 : 0.13);
    colours.good = pick("#17734a", "#57c998");
    colours.warning = pick("#8a5a00", "#e4b548");
    colours.bad = pick("#b42a20", "#ff8a80");
    const double soft = dark ? 0.17 : 0.10;
    colours.goodSoft = blend(colours.good, base, soft);
    colours.warningSoft = blend(colours.warning, base, soft);
    colours.badSoft = blend(colours.bad, base, soft);
    colours.grid = blend(text, base, dark ? 0.15 : 0.11);
    return colours;
}

QPalette themePalette(Appearance appearance, const QPalette &system)
{
    const bool dark
        = appearance == Appearance::Dark || (appearance == Appearance::System && isDark(system));
    return paletteFrom(dark ? darkTones : lightTones);
}

void applyAppearance(Appearance appearance)
{
    // An empty palette uncovers what the platform gives; it is read before ours covers it again.
    QApplication::setPalette(QPalette());
    QApplication::setPalette(themePalette(appearance, QApplication::palette()));
}

} // namespace headroom
