#include "widgets/look/spacing.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double digitShare = 0.85; ///< width of an average letter, by that of a digit

// The four sizes of all texts in the window, by that of the application font.
constexpr double titleSize = 1.5;
constexpr double headingSize = 1.2;
constexpr double captionSize = 0.9;

} // namespace

int gap(int steps)
{
    const double step = QFontMetricsF(QApplication::font()).height() / 4.0;
    return std::max(1, static_cast<int>(std::lround(step * steps)));
}

int textWidth(int characters)
{
    // Chinese fonts state the width of their ideographs, which the texts measured here are not made
    // of.
    const QFontMetricsF font(QApplication::font());
    const double latin = digitShare * font.horizontalAdvance(QLatin1Char('0'));
    const double width = std::min(std::floor(font.averageCharWidth()), latin);
    return static_cast<int>(std::lround(width * characters));
}

QSizePolicy wrappingPolicy()
{
    QSizePolicy policy { QSizePolicy::Ignored, QSizePolicy::Preferred };
    policy.setHeightForWidth(true);
    return policy;
}

QFont textFont(TextRole role)
{
    QFont font = QApplication::font();
    const double size = font.pointSizeF();
    switch (role) {
    case TextRole::Title:
        font.setPointSizeF(size * titleSize);
        font.setWeight(QFont::Bold);
        break;
    case TextRole::Figure:
    case TextRole::Heading:
        font.setPointSizeF(size * headingSize);
        font.setWeight(QFont::Bold);
        break;
    case TextRole::Strong:
        font.setWeight(QFont::Bold);
        break;
    case TextRole::Caption:
        font.setPointSizeF(size * captionSize);
        break;
    case TextRole::Code:
        font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        font.setPointSizeF(size);
        break;
    case TextRole::Body:
        break;
    }
    return font;
}

} // namespace headroom
