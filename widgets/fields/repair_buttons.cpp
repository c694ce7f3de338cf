#include "widgets/fields/repair_buttons.h"

#include "widgets/look/flow_layout.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme_icon.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QPushButton>

namespace headroom {

namespace {

constexpr int minName = 12; ///< characters

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

void letBeCut(QPushButton &button, const QString &tip)
{
    button.setMinimumWidth(textWidth(minName));
    button.setToolTip(tip);
}

std::vector<PricedRepair> priceless(const std::vector<Repair> &repairs)
{
    std::vector<PricedRepair> offers;
    for (const Repair &repair : repairs)
        offers.push_back({ repair.changes, {} });
    return offers;
}

RepairButtons::RepairButtons(
    PlanController &controller, const std::vector<PricedRepair> &repairs, QWidget *parent)
    : QWidget(parent)
{
    auto *flow = new FlowLayout(this, gap(1));
    for (const PricedRepair &repair : repairs) {
        const QString changes = changesText(repair.changes);
        //: A remedy: what it changes, and what a step then takes more or less.
        const QString text
            = repair.price.isEmpty() ? changes : tr("%1: %2").arg(changes, repair.price);
        auto *button
            = new QPushButton(themeIcon(QStringLiteral("fix"), IconTint::Accent), text, this);
        button->setFont(textFont(TextRole::Caption));
        button->setAutoDefault(false);
        button->setAccessibleName(tr("Repair: %1").arg(text));
        letBeCut(*button, tr("Set %1").arg(text));
        // Applying rebuilds these buttons, so it waits until this click is over.
        connect(
            button, &QPushButton::clicked, &controller,
            [&controller, fields = repair.changes, changes] {
                controller.apply(fields, tr("Repair: %1").arg(changes));
            },
            Qt::QueuedConnection);
        flow->addWidget(button);
    }
}

} // namespace headroom
