#include "paint_recorder.h"

#include <qcustomplot.h>

#include <QPaintDevice>
#include <QPaintEngine>
#include <QRegularExpression>
#include <QWidget>

namespace headroom {
namespace {

constexpr int dotsPerInch = 96;
constexpr double millimetres = 25.4; ///< of an inch
constexpr int shownPoints = 12; ///< of an outline
constexpr double shiftedBy = 0.6; ///< pixels that a painted line may be off
constexpr double shiftedShare = 0.005; ///< the same, of the number

QString number(double value)
{
    const double rounded = std::round(value * 10) / 10;
    return QString::number(rounded == 0 ? 0.0 : rounded);
}

QString text(const QPointF &point)
{
    return number(point.x()) + ',' + number(point.y());
}

QString text(const QRectF &rect)
{
    return QStringLiteral("%1 %2x%3")
        .arg(text(rect.topLeft()), number(rect.width()), number(rect.height()));
}

QString text(const QColor &colour)
{
    return colour.name(colour.alpha() < 255 ? QColor::HexArgb : QColor::HexRgb);
}

class Engine : public QPaintEngine
{
public:
    explicit Engine(QStringList &lines)
        : QPaintEngine(AllFeatures)
        , m_lines(lines)
    { }

    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState &) override { }

    void drawRects(const QRectF *rects, int count) override
    {
        for (int i = 0; i < count; ++i)
            note(QStringLiteral("rect ") + text(state->transform().mapRect(rects[i])) + fill()
                + edge());
    }
    void drawRects(const QRect *rects, int count) override
    {
        for (int i = 0; i < count; ++i) {
            const QRectF rect(rects[i]);
            drawRects(&rect, 1);
        }
    }
    void drawLines(const QLineF *lines, int count) override
    {
        for (int i = 0; i < count; ++i)
            note(QStringLiteral("line %1 to %2%3")
                     .arg(text(at(lines[i].p1())), text(at(lines[i].p2())), edge()));
    }
    void drawLines(const QLine *lines, int count) override
    {
        for (int i = 0; i < count; ++i) {
            const QLineF line(lines[i]);
            drawLines(&line, 1);
        }
    }
    void drawEllipse(const QRectF &rect) override
    {
        note(QStringLiteral("ellipse ") + text(state->transform().mapRect(rect)) + fill() + edge());
    }
    void drawEllipse(const QRect &rect) override { drawEllipse(QRectF(rect)); }
    void drawPath(const QPainterPath &path) override
    {
        const QPainterPath mapped = state->transform().map(path);
        note(QStringLiteral("outline of %1 in %2%3%4")
                 .arg(mapped.elementCount())
                 .arg(text(mapped.boundingRect()), fill(), edge()));
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        QStringList places;
        for (int i = 0; i < std::min(count, shownPoints); ++i)
            places << text(at(points[i]));
        note((mode == PolylineMode ? QStringLiteral("lines ") : QStringLiteral("polygon "))
            + places.join(' ')
            + (count > shownPoints ? QStringLiteral(" … of %1").arg(count) : QString())
            + (mode == PolylineMode ? QString() : fill()) + edge());
    }
    void drawPolygon(const QPoint *points, int count, PolygonDrawMode mode) override
    {
        const QPolygonF polygon(QPolygon(QList<QPoint>(points, points + count)));
        drawPolygon(polygon.constData(), count, mode);
    }
    void drawPoints(const QPointF *points, int count) override
    {
        for (int i = 0; i < count; ++i)
            note(QStringLiteral("point ") + text(at(points[i])) + edge());
    }
    void drawPoints(const QPoint *points, int count) override
    {
        for (int i = 0; i < count; ++i) {
            const QPointF point(points[i]);
            drawPoints(&point, 1);
        }
    }
    void drawTextItem(const QPointF &place, const QTextItem &item) override
    {
        const QFont font = item.font();
        QString look;
        if (font.bold() || font.weight() > QFont::Normal)
            look += QStringLiteral(" bold");
        if (font.italic())
            look += QStringLiteral(" italic");
        if (font.underline())
            look += QStringLiteral(" underlined");
        note(QStringLiteral("\"%1\" %2 size %3%4 %5")
                 .arg(item.text(), text(at(place)), number(item.ascent()), look,
                     text(state->pen().color())));
    }
    void drawPixmap(const QRectF &rect, const QPixmap &, const QRectF &) override
    {
        note(QStringLiteral("picture ") + text(state->transform().mapRect(rect)));
    }
    void drawImage(
        const QRectF &rect, const QImage &, const QRectF &, Qt::ImageConversionFlags) override
    {
        note(QStringLiteral("picture ") + text(state->transform().mapRect(rect)));
    }
    void drawTiledPixmap(const QRectF &rect, const QPixmap &, const QPointF &) override
    {
        note(QStringLiteral("pattern ") + text(state->transform().mapRect(rect)));
    }

private:
    QPointF at(const QPointF &point) const { return state->transform().map(point); }

    QString fill() const
    {
        const QBrush brush = state->brush();
        if (brush.style() == Qt::NoBrush)
            return {};
        return QStringLiteral(" fill ") + text(brush.color())
            + (brush.style() == Qt::SolidPattern
                    ? QString()
                    : QStringLiteral(" pattern %1").arg(brush.style()));
    }
    QString edge() const
    {
        const QPen pen = state->pen();
        if (pen.style() == Qt::NoPen)
            return {};
        return QStringLiteral(" edge ") + text(pen.color())
            + (pen.widthF() > 1 ? QStringLiteral(" width ") + number(pen.widthF()) : QString())
            + (pen.style() == Qt::SolidLine ? QString()
                                            : QStringLiteral(" style %1").arg(pen.style()));
    }
    void note(const QString &line)
    {
        m_lines << line
                + (state->opacity() < 1
                        ? QStringLiteral(" opacity ") + number(state->opacity() * 100) + '%'
                        : QString());
    }

    QStringList &m_lines;
};

/// Has a size and takes everything down.
class Recorder : public QPaintDevice
{
public:
    explicit Recorder(QSize size)
        : m_engine(lines)
        , m_size(size)
    { }

    QPaintEngine *paintEngine() const override { return &m_engine; }

    QStringList lines;

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return dotsPerInch;
        case PdmWidthMM:
            return qRound(m_size.width() * millimetres / dotsPerInch);
        case PdmHeightMM:
            return qRound(m_size.height() * millimetres / dotsPerInch);
        case PdmNumColors:
            return std::numeric_limits<int>::max();
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 0;
        }
    }

private:
    mutable Engine m_engine;
    QSize m_size;
};

} // namespace

QStringList paintedBy(QSize size, const std::function<void(QPainter &)> &paint)
{
    Recorder recorder(size);
    QPainter painter(&recorder);
    paint(painter);
    painter.end();
    return recorder.lines;
}

QStringList paintedBy(QWidget &widget)
{
    Recorder recorder(widget.size());
    widget.render(&recorder, {}, QRegion(QRect({}, widget.size())), QWidget::RenderFlags());
    return recorder.lines;
}

QStringList paintedBy(QCustomPlot &plot)
{
    Recorder recorder(plot.size());
    QCPPainter painter(&recorder);
    painter.setMode(QCPPainter::pmVectorized);
    plot.toPainter(&painter, plot.width(), plot.height());
    painter.end();
    return recorder.lines;
}

bool isSameLine(const QString &was, const QString &is)
{
    static const QRegularExpression number(QStringLiteral("-?\\d+(\\.\\d+)?"));
    if (!was.trimmed().startsWith('~') || !is.trimmed().startsWith('~')
        || QString(was).remove(number) != QString(is).remove(number))
        return false;
    auto before = number.globalMatch(was), now = number.globalMatch(is);
    while (before.hasNext() && now.hasNext()) {
        const double a = before.next().captured().toDouble(), b = now.next().captured().toDouble();
        if (std::abs(a - b) > std::max(shiftedBy, shiftedShare * std::abs(a)))
            return false;
    }
    return !before.hasNext() && !now.hasNext();
}

} // namespace headroom
