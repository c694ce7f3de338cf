#include "widgets/look/spacing.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace headroom {

int gap(int steps)
{
    const double step = QFontMetricsF(QApplication::font()).height() / 4.0;
    return std::max(1, static_cast<int>(std::lround(step * steps)));
}

int textWidth(int characters)
{
    return QFontMetrics(QApplication::font()).averageCharWidth() * characters;
}

QFont textFont(TextRole role)
{
    QFont font = QApplication::font();
    const double size = font.pointSizeF();
    switch (role) {
    case TextRole::Title:
        font.setPointSizeF(size * 1.5);
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Figure:
        font.setPointSizeF(size * 1.3);
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Heading:
        font.setPointSizeF(size * 1.1);
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Strong:
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::Caption:
        font.setPointSizeF(size * 0.9);
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
