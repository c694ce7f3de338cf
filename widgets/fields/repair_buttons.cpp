#include "widgets/fields/repair_buttons.h"

#include "widgets/look/flow_layout.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme_icon.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QPushButton>

namespace headroom {

namespace {

constexpr int leastName = 12; ///< characters

} // namespace

QString changesText(const std::vector<FieldChange> &changes)
{
    QStringList parts;
    for (const FieldChange &change : changes) {
        const QString value = change.value.empty() ? PlanController::tr("empty")
                                                   : QString::fromStdString(change.value);
        parts.append(
            QStringLiteral("%1 → %2").arg(pathLabel(QString::fromStdString(change.path)), value));
    }
    return inOneSentence(parts);
}

RepairButtons::RepairButtons(
    PlanController &controller, const std::vector<Repair> &repairs, QWidget *parent)
    : QWidget(parent)
{
    auto *flow = new FlowLayout(this, gap(1));
    for (const Repair &repair : repairs) {
        const QString text = changesText(repair.changes);
        auto *button
            = new QPushButton(themeIcon(QStringLiteral("fix"), IconTint::Accent), text, this);
        button->setFont(textFont(TextRole::Caption));
        button->setAutoDefault(false);
        // In a narrow panel a long name is cut in its middle; the tooltip has it whole.
        button->setMinimumWidth(textWidth(leastName));
        button->setAccessibleName(tr("Repair: %1").arg(text));
        button->setToolTip(tr("Set %1").arg(text));
        // Applying rebuilds these buttons, so it waits until this click is over.
        connect(
            button, &QPushButton::clicked, &controller,
            [&controller, changes = repair.changes, text] {
                controller.apply(changes, tr("Repair: %1").arg(text));
            },
            Qt::QueuedConnection);
        flow->addWidget(button);
    }
}

} // namespace headroom
