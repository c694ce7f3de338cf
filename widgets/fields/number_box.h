#pragma once

#include <QAbstractSpinBox>

#include <functional>

namespace headroom {

/// A number field that takes any text, so that a wrong number can be explained instead of being
/// swallowed. The arrows ask `stepper` for the next value. The wheel works only with focus.
class NumberBox : public QAbstractSpinBox
{
    Q_OBJECT
public:
    using Stepper = std::function<QString(int steps)>; ///< empty: no step in that direction

    explicit NumberBox(QWidget *parent = nullptr);

    void setStepper(Stepper stepper) { m_stepper = std::move(stepper); }
    void setValueText(const QString &text); ///< silent

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;
    QSize sizeHint() const override;

signals:
    void textEdited(const QString &text);

protected:
    StepEnabled stepEnabled() const override;
    void wheelEvent(QWheelEvent *event) override;

private:
    Stepper m_stepper;
};

} // namespace headroom
