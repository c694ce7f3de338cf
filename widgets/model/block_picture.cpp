#include "widgets/model/block_picture.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <QPainter>
#include <QPainterPath>

namespace headroom {
namespace {

constexpr int shapeLines = 3; ///< that a part has room for
constexpr int gapSteps = 6; ///< between parts, where the arrow is

QString count(auto value)
{
    return countText(static_cast<double>(value));
}

QString by(auto first, auto second)
{
    return QStringLiteral("%1 × %2").arg(count(first), count(second));
}

QStringList attentionShapes(const ModelShape &model)
{
    if (model.mla)
        return { BlockPicture::tr("%1 heads, latent").arg(count(model.heads)) };
    return { BlockPicture::tr("queries %1").arg(by(model.heads, model.headDim)),
        BlockPicture::tr("keys, values %1").arg(by(model.kvHeads, model.headDim)) };
}

QStringList mlpShapes(const ModelShape &model, std::int64_t inner)
{
    return { QStringLiteral("%1 → %2 → %1").arg(count(model.hidden), count(inner)),
        QString::fromStdString(model.activation)
            + (model.gatedMlp ? BlockPicture::tr(", gated") : QString()) };
}

void arrow(QPainter &painter, QPointF from, QPointF to)
{
    painter.drawLine(from, to);
    const double head = gap(1);
    painter.drawLine(to, to + QPointF(-head, -head));
    painter.drawLine(to, to + QPointF(-head, head));
}

} // namespace

BlockPicture::BlockPicture(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("blockPicture"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("The model's block"));
}

void BlockPicture::setModel(const ModelShape &model)
{
    m_parts = { { tr("Embedding"), { by(model.vocab, model.hidden) }, false },
        { tr("Attention"), attentionShapes(model), true } };
    if (model.moe) {
        QStringList shapes {
            tr("%1 experts, %2 a token").arg(count(model.moe->experts), count(model.moe->topK))
        };
        m_parts.append({ tr("Experts"), shapes + mlpShapes(model, model.moe->ffn), true });
    } else {
        m_parts.append({ tr("MLP"), mlpShapes(model, model.ffn), true });
    }
    m_parts.append({ tr("Head"),
        { by(model.hidden, model.vocab),
            model.tiedEmbeddings ? tr("shared with the embedding") : QString() },
        false });
    //: Times that the block of a model is repeated.
    m_layers = tr("%1 layers").arg(count(model.layers));
    m_isParallel = model.parallelBlock;
    QStringList words { m_layers };
    for (const Part &part : std::as_const(m_parts)) {
        QStringList shapes = part.shapes;
        shapes.removeAll(QString());
        words.append(QStringLiteral("%1: %2").arg(part.title, shapes.join(QStringLiteral(", "))));
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

void BlockPicture::clear()
{
    m_parts.clear();
    setAccessibleDescription({});
    update();
}

QSize BlockPicture::sizeHint() const
{
    const int line = QFontMetrics(textFont(TextRole::Caption)).height();
    return { textWidth(60), line * (shapeLines + 3) + gap(8) };
}

void BlockPicture::paintEvent(QPaintEvent *)
{
    if (m_parts.isEmpty())
        return;
    const ThemeColours theme = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont caption = textFont(TextRole::Caption), strong = textFont(TextRole::Strong);
    const int line = QFontMetrics(caption).height();
    const auto parts = static_cast<double>(m_parts.size());
    const double wide = (width() - (parts - 1) * gap(gapSteps) - 2 * gap(2)) / parts;
    const double top = line + gap(6), height = line * (shapeLines + 1) + gap(2);
    const auto place = [&](qsizetype part) {
        return QRectF(
            gap(2) + static_cast<double>(part) * (wide + gap(gapSteps)), top, wide, height);
    };
    // The block, which its layers repeat.
    const QRectF block(place(1).left() - gap(2), 0.5, 2 * wide + gap(gapSteps) + 2 * gap(2),
        top + height + gap(2) - 1);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.accentSoft);
    painter.drawRoundedRect(block, gap(1), gap(1));
    painter.setPen(theme.accent);
    painter.setFont(strong);
    painter.drawText(block.adjusted(gap(2), gap(1), -gap(2), 0), Qt::AlignTop | Qt::AlignRight,
        QStringLiteral("× ") + m_layers);
    for (qsizetype part = 0; part < m_parts.size(); ++part) {
        const QRectF box = place(part);
        painter.setPen(QPen(m_parts[part].isInBlock ? theme.accent : theme.border, 1));
        painter.setBrush(theme.card);
        painter.drawRoundedRect(box, gap(1), gap(1));
        const QRectF inner = box.adjusted(gap(2), gap(1), -gap(1), -gap(1));
        const auto write = [&](int row, const QFont &font, const QColor &colour,
                               const QString &text) {
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(QRectF(inner.left(), inner.top() + row * line, inner.width(), line),
                Qt::AlignVCenter | Qt::AlignLeft,
                painter.fontMetrics().elidedText(
                    text, Qt::ElideRight, static_cast<int>(inner.width())));
        };
        write(0, strong, palette().color(QPalette::WindowText), m_parts[part].title);
        for (qsizetype row = 0; row < m_parts[part].shapes.size(); ++row)
            write(static_cast<int>(row) + 1, caption, theme.muted, m_parts[part].shapes[row]);
        painter.setPen(QPen(theme.muted, 1.5));
        if (part > 0)
            arrow(painter, { place(part - 1).right() + 2, box.center().y() },
                { box.left() - 2, box.center().y() });
        // What goes in is added to what comes out.
        if (m_parts[part].isInBlock && !m_isParallel) {
            const double from = box.left() - gap(3), to = box.right() + gap(2);
            const double above = box.top() - gap(2);
            QPainterPath around({ from, box.center().y() });
            for (const QPointF &corner :
                { QPointF(from, above), QPointF(to, above), QPointF(to, box.center().y()) })
                around.lineTo(corner);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.muted, 1, Qt::DashLine));
            painter.drawPath(around);
        }
    }
}

} // namespace headroom
