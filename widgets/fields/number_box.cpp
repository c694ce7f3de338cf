#include "widgets/fields/number_box.h"

#include "widgets/look/spacing.h"

#include <QLineEdit>
#include <QSignalBlocker>
#include <QWheelEvent>

namespace headroom {

NumberBox::NumberBox(QWidget *parent)
    : QAbstractSpinBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setKeyboardTracking(true);
    setCorrectionMode(QAbstractSpinBox::CorrectToPreviousValue);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::textEdited);
}

void NumberBox::setValueText(const QString &text)
{
    if (lineEdit()->text() == text)
        return;
    const QSignalBlocker blocker(lineEdit());
    lineEdit()->setText(text);
    update(); // the arrows may have become possible or impossible
}

void NumberBox::stepBy(int steps)
{
    const QString next = m_stepper ? m_stepper(steps) : QString();
    if (next.isEmpty())
        return;
    setValueText(next);
    lineEdit()->selectAll();
    emit textEdited(next);
}

QValidator::State NumberBox::validate(QString &, int &) const
{
    return QValidator::Acceptable;
}

QSize NumberBox::sizeHint() const
{
    QSize size = QAbstractSpinBox::sizeHint();
    size.setWidth(textWidth(18));
    return size;
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (m_stepper && !m_stepper(1).isEmpty())
        enabled |= StepUpEnabled;
    if (m_stepper && !m_stepper(-1).isEmpty())
        enabled |= StepDownEnabled;
    return enabled;
}

void NumberBox::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace headroom
