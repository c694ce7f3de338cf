#include "widgets/start/task_choice.h"

#include "model/plan/tuning.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/spacing.h"

#include <QButtonGroup>
#include <QRadioButton>

namespace headroom {
namespace {

constexpr int slowRun = -2; ///< of the group; -1 means none

} // namespace

TaskChoice::TaskChoice(QWidget *parent)
    : QWidget(parent)
    , m_answers(new QButtonGroup(this))
{
    setAccessibleName(tr("What do you want to do?"));
    auto *row = new FlowLayout(this, gap(3));
    const auto add = [&](const char *name, const QString &text, int id) {
        auto *answer = new QRadioButton(text, this);
        answer->setObjectName(QLatin1String(name));
        m_answers->addButton(answer, id);
        row->addWidget(answer);
    };
    add("askTrain", tr("&Train all weights"), static_cast<int>(TuningMethod::Full));
    add("askLora", tr("Fine-tune with LoR&A"), static_cast<int>(TuningMethod::Lora));
    add("askQlora", tr("Fine-tune with &QLoRA"), static_cast<int>(TuningMethod::Qlora));
    add("askSlow", tr("M&y run is slow"), slowRun);
    m_answers->button(static_cast<int>(TuningMethod::Full))->setChecked(true);
    connect(m_answers, &QButtonGroup::idToggled, this, [this](int, bool isOn) {
        if (isOn)
            emit chosen();
    });
}

bool TaskChoice::isSlowRun() const
{
    return m_answers->checkedId() == slowRun;
}

int TaskChoice::method() const
{
    return isSlowRun() ? static_cast<int>(TuningMethod::Full) : m_answers->checkedId();
}

} // namespace headroom
