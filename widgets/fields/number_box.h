#pragma once

#include <QAbstractSpinBox>

#include <functional>

namespace headroom {

/// A number field that takes any text, so that a wrong number can be explained instead of being
/// swallowed. What its arrows do is the owner's.
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

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;
    QSize sizeHint() const override;

signals:
    void textEdited(const QString &text);

protected:
    StepEnabled stepEnabled() const override;

private:
    Stepper m_stepper;
};

} // namespace headroom
