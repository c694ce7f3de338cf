#pragma once

#include <QProxyStyle>

namespace headroom {

/// Fusion with check marks that stand out on dark surfaces too: Fusion draws their outline darker
/// than the window, which a dark window swallows.
class ApplicationStyle : public QProxyStyle
{
    Q_OBJECT
public:
    ApplicationStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
        QPainter *painter, const QWidget *widget) const override;
};

} // namespace headroom
