#pragma once

#include <QAbstractSpinBox>

#include <functional>

namespace headroom {

/// A number field that takes any text, so that a wrong number can be explained instead of being
/// swallowed. A long number has its thousands set apart, but not while it is typed. What its arrows
/// do is the owner's.
class NumberBox : public QAbstractSpinBox
{
    Q_OBJECT
public:
    /// What the arrows do; steps are +1 or -1.
    struct Stepper
    {
        std::function<bool(int steps)> isPossible;
        std::function<void(int steps)> take;
    };

    explicit NumberBox(QWidget *parent = nullptr);

    void setStepper(Stepper stepper) { m_stepper = std::move(stepper); }
    void setValueText(const QString &text); ///< silent
    QString valueText() const; ///< as it was set or typed

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;
    QSize sizeHint() const override;

signals:
    void textEdited(const QString &text);

protected:
    StepEnabled stepEnabled() const override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void show(const QString &text);

    QString m_value; ///< what a grouped number stands for
    Stepper m_stepper;
};

} // namespace headroom
