#include "widgets/fields/number_box.h"

#include "widgets/look/spacing.h"
#include "widgets/text/typed_number.h"

#include <QLineEdit>
#include <QSignalBlocker>

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
    m_value = text;
    show(hasFocus() ? text : groupedNumber(text));
}

QString NumberBox::valueText() const
{
    return text() == groupedNumber(m_value) ? m_value : text();
}

void NumberBox::focusInEvent(QFocusEvent *event)
{
    show(valueText());
    QAbstractSpinBox::focusInEvent(event);
}

void NumberBox::focusOutEvent(QFocusEvent *event)
{
    QAbstractSpinBox::focusOutEvent(event); // the owner may set another text
    setValueText(valueText());
}

void NumberBox::show(const QString &text)
{
    if (lineEdit()->text() == text)
        return;
    const QSignalBlocker blocker(lineEdit());
    lineEdit()->setText(text);
    update(); // the arrows may have become possible or impossible
}

void NumberBox::stepBy(int steps)
{
    if (!m_stepper.take || !m_stepper.isPossible(steps))
        return;
    m_stepper.take(steps);
    lineEdit()->selectAll();
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
    if (m_stepper.isPossible && m_stepper.isPossible(1))
        enabled |= StepUpEnabled;
    if (m_stepper.isPossible && m_stepper.isPossible(-1))
        enabled |= StepDownEnabled;
    return enabled;
}

} // namespace headroom
