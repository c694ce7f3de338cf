#include "widgets/results/figure_button.h"

#include "model/physics/trace/derivation.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace headroom {
namespace {

constexpr int inset = 2; ///< in steps of gap(): between the frame of the focus and the text

} // namespace

FigureButton::FigureButton(const PlanController &controller, const QString &caption,
    const QString &derivationId, Better better, QWidget *parent)
    : QAbstractButton(parent)
    , m_controller(controller)
    , m_caption(caption)
    , m_derivationId(derivationId)
    , m_better(better)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setObjectName(QStringLiteral("figure_%1").arg(derivationId));
    setProperty("explain", QStringLiteral("term:%1").arg(derivationId));
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *copy = new QAction(tr("Copy the number"), this);
    connect(copy, &QAction::triggered, this,
        [this] { QGuiApplication::clipboard()->setText(exactValue()); });
    addAction(copy);
    describe();
}

/// Every digit of the value and its unit.
QString FigureButton::exactValue() const
{
    const Derivation *derivation = m_controller.derivation(m_derivationId);
    return derivation ? exactText(derivation->value, QString::fromStdString(derivation->unit))
                      : m_value;
}

bool FigureButton::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip)
        setToolTip(exactValue() + u'\n' + tr("Show how this number is calculated"));
    return QAbstractButton::event(event);
}

/// Return opens what Space opens: a figure is no button of a dialog.
void FigureButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void FigureButton::setValue(const QString &value, const QString &note)
{
    if (value == m_value && note == m_note)
        return;
    m_value = value;
    m_note = note;
    describe();
    updateGeometry();
    update();
}

void FigureButton::setChange(const QString &change, double direction)
{
    if (change == m_change && direction == m_direction)
        return;
    m_change = change;
    m_direction = direction;
    describe();
    updateGeometry();
    update();
}

void FigureButton::setDimmed(bool dimmed)
{
    if (dimmed == m_dimmed)
        return;
    m_dimmed = dimmed;
    update();
}

void FigureButton::describe()
{
    //: Spoken by a screen reader: caption, value, change.
    setAccessibleName(m_value.isEmpty() ? m_caption : tr("%1: %2").arg(m_caption, m_value));
    setAccessibleDescription(
        m_change.isEmpty() ? m_note : tr("%1, changed by %2").arg(m_note, m_change));
}

QFont FigureButton::valueFont() const
{
    return textFont(TextRole::Figure);
}

QSize FigureButton::sizeHint() const
{
    const QFontMetrics caption(textFont(TextRole::Caption));
    const QFontMetrics value(valueFont());
    int second = value.horizontalAdvance(m_value);
    if (!m_change.isEmpty())
        second += gap(3) + caption.horizontalAdvance(m_change);
    const int first = caption.horizontalAdvance(m_caption);
    const int third = caption.horizontalAdvance(m_note);
    const int lines = caption.height() + value.height() + (m_note.isEmpty() ? 0 : caption.height());
    return { std::max({ first, second, third }) + 2 * gap(inset), lines + 2 * gap(1) };
}

QSize FigureButton::minimumSizeHint() const
{
    const int caption = QFontMetrics(textFont(TextRole::Caption)).horizontalAdvance(m_caption);
    const int value = QFontMetrics(valueFont()).horizontalAdvance(m_value);
    return { std::max(caption, value) + 2 * gap(inset), sizeHint().height() };
}

/// Beside the value where there is room, else in front of the note.
int FigureButton::paintChange(QPainter &painter, int valueWidth, int valueLine, int noteLine) const
{
    if (m_change.isEmpty())
        return 0;
    const ThemeColours colours = themeColours(palette());
    const double good = m_better == Better::Higher ? m_direction
        : m_better == Better::Lower                ? -m_direction
                                                   : 0;
    painter.setPen(good > 0 ? colours.good : good < 0 ? colours.bad : colours.muted);
    const int room = painter.fontMetrics().horizontalAdvance(m_change);
    const int beside = gap(inset) + valueWidth + gap(2);
    if (beside + room <= width() - gap(inset) || m_note.isEmpty()) {
        painter.drawText(beside, valueLine, m_change);
        return 0;
    }
    painter.drawText(gap(inset), noteLine, m_change);
    return room + gap(2);
}

/// The note as there is room for it: the unit that the value names goes first, then "80 %:".
QString FigureButton::fittingNote(const QFontMetrics &metrics, int room) const
{
    if (metrics.horizontalAdvance(m_note) <= room)
        return m_note;
    const qsizetype at = m_value.lastIndexOf(QChar(0xa0));
    const QString unit = at < 0 ? QString() : m_value.mid(at);
    const QString bare
        = !unit.isEmpty() && m_note.endsWith(unit) ? m_note.chopped(unit.size()) : m_note;
    if (metrics.horizontalAdvance(bare) <= room)
        return bare;
    const qsizetype interval = bare.indexOf(QLatin1String(": "));
    return metrics.elidedText(interval < 0 ? bare : bare.mid(interval + 2), Qt::ElideRight, room);
}

void FigureButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColours colours = themeColours(palette());
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(colours.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? colours.accentSoft : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), gap(1), gap(1));
    }
    if (m_dimmed)
        painter.setOpacity(0.45);
    const QFont captionFont = textFont(TextRole::Caption);
    const QFontMetrics caption(captionFont);
    const QFontMetrics value(valueFont());
    int y = gap(1);
    const int x = gap(inset);
    painter.setFont(captionFont);
    painter.setPen(colours.muted);
    painter.drawText(x, y + caption.ascent(), m_caption);
    y += caption.height();
    painter.setFont(valueFont());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(x, y + value.ascent(), m_value);
    painter.setFont(captionFont);
    const int noteLine = y + value.height() + caption.ascent();
    const int taken
        = paintChange(painter, value.horizontalAdvance(m_value), y + value.ascent(), noteLine);
    painter.setPen(colours.muted);
    // Half a note says nothing: beside a change it is shown whole or not at all.
    if (taken == 0)
        painter.drawText(x, noteLine, fittingNote(caption, width() - 2 * x));
    else if (x + taken + caption.horizontalAdvance(m_note) <= width() - x)
        painter.drawText(x + taken, noteLine, m_note);
}

} // namespace headroom
