#pragma once

#include "widgets/fields/field_form.h"

#include <QWidget>

#include <vector>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLayout;
class QPushButton;

namespace headroom {

struct FlagEffects;
class TextLabel;
class WindowContext;

/// The flags that move blocks, beside the timeline. Each change is one step of the plan's history.
class TimelineSwitches : public QWidget
{
    Q_OBJECT
public:
    TimelineSwitches(WindowContext &context, QWidget *parent);

    /// Shows what is in effect for the plan.
    void refresh();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildFlags();
    QWidget *buildOptions();
    void addSwitch(QLayout *row, std::size_t index);
    void switchFlag(std::size_t index, bool on);
    void setThreshold(int index);
    void backToAdvice();

    WindowContext &m_context;
    Mnemonics m_letters = windowMnemonics();
    std::vector<QCheckBox *> m_switches;
    QComboBox *m_threshold = nullptr;
    QPushButton *m_advice = nullptr;
    TextLabel *m_note = nullptr;
    QWidget *m_flags = nullptr;
    QBoxLayout *m_options = nullptr; ///< values and ticks
};

} // namespace headroom
