#include "widgets/look/theme_icon.h"

#include "widgets/look/theme.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace headroom {
namespace {

QColor tintColour(IconTint tint, QIcon::Mode mode, const QPalette &palette)
{
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::WindowText);
    const ThemeColours colours = themeColours(palette);
    switch (tint) {
    case IconTint::Muted:
        return colours.muted;
    case IconTint::Accent:
        return colours.accent;
    case IconTint::OnAccent:
        return palette.color(QPalette::HighlightedText);
    case IconTint::Good:
        return colours.good;
    case IconTint::Warning:
        return colours.warning;
    case IconTint::Bad:
        return colours.bad;
    case IconTint::Text:
        break;
    }
    return palette.color(QPalette::WindowText);
}

class SvgIconEngine : public QIconEngine
{
public:
    SvgIconEngine(QString name, IconTint tint)
        : m_name(std::move(name))
        , m_tint(tint)
    { }

    QIconEngine *clone() const override { return new SvgIconEngine(*this); }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        const QColor colour = tintColour(m_tint, mode, QApplication::palette());
        const QString key = QStringLiteral("headroom/%1/%2/%3x%4@%5")
                                .arg(m_name, colour.name())
                                .arg(size.width())
                                .arg(size.height())
                                .arg(scale);
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        QFile file(QStringLiteral(":/headroom/icons/%1.svg").arg(m_name));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QByteArray svg = file.readAll();
        svg.replace("currentColor", colour.name().toLatin1());
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(svg).render(&painter, QRectF(QPointF(0, 0), QSizeF(size)));
        painter.end();
        pixmap.setDevicePixelRatio(scale);
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

private:
    QString m_name;
    IconTint m_tint;
};

} // namespace

QIcon themeIcon(const QString &name, IconTint tint)
{
    return QIcon(new SvgIconEngine(name, tint));
}

} // namespace headroom
