#pragma once

#include <QProxyStyle>

class QStyleOptionSlider;

namespace headroom {

/// Fusion drawn flat: quiet surfaces, one accent, slim scroll bars, room around text in tables, and
/// outlines that stand out on dark surfaces too. A table that has the keyboard shows it on its
/// frame and by the strong colour of its selected row.
class ApplicationStyle : public QProxyStyle
{
    Q_OBJECT
public:
    ApplicationStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
        QPainter *painter, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
        const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
        const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *answer) const override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(
        StandardPixmap which, const QStyleOption *option, const QWidget *widget) const override;
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool drawFlatControl(ControlElement element, const QStyleOption &option, QPainter *painter,
        const QWidget *widget) const;
    QRect scrollBarRect(const QStyleOptionSlider &option, SubControl part) const;
};

} // namespace headroom
