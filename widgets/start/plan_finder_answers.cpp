// What the first question is answered with.
#include "model/plan/fields/plan_difference.h"
#include "model/session/plan_remedies.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/labelled_fields.h"
#include "widgets/fields/number_box.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/frame/background.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/recommendation_card.h"
#include "widgets/start/plan_finder.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QPushButton>

#include <utility>

namespace headroom {
namespace {

constexpr std::string_view nearSuffix = "-near"; ///< of errors that name what was meant

} // namespace

/// The plan in question; says what is missing.
std::optional<Plan> PlanFinder::asked()
{
    Plan plan = m_files.defaultPlan();
    QStringList problems;
    QList<NumberBox *> wrong = fill(plan);
    for (; !wrong.isEmpty(); wrong.removeLast()) { // the first keeps the focus
        LabelledFields::setWrong(wrong.last(), true);
        problems.prepend(LabelledFields::refuse(wrong.last()));
    }
    if (problems.isEmpty())
        if (const auto resolved = resolvePlan(plan, m_context.controller.library()); !resolved)
            for (const Error &error : resolved.errors()) {
                problems.append(errorMessageText(error));
                offerName(error);
            }
    problems.removeDuplicates();
    m_problem->setText(problems.join(QLatin1Char('\n')));
    if (!problems.isEmpty())
        return std::nullopt;
    return plan;
}

/// What was probably meant by a name that nothing has: a click writes it and asks again.
void PlanFinder::offerName(const Error &error)
{
    if (!error.id.ends_with(nearSuffix) || error.args.size() < 2)
        return;
    Operand meant = error.args[1];
    const std::string *name = meant.name();
    if (!name)
        return;
    ChoiceBox *box = fieldOfError(error).starts_with("model") ? m_model : m_chip;
    //: %1: the name of a model or chip that was probably meant.
    auto *button = new QPushButton(tr("Use %1").arg(QString::fromStdString(*name)), m_near);
    button->setObjectName(QStringLiteral("finderUse"));
    connect(
        button, &QPushButton::clicked, this,
        [this, box, text = QString::fromStdString(*name)] {
            box->setChoiceText(text);
            if (box == m_chip)
                takeChip();
            find();
        },
        Qt::QueuedConnection);
    m_near->layout()->addWidget(button);
    m_near->show();
}

/// A search over numbers of nodes for the plan in question, whatever plan is open.
void PlanFinder::findDevices()
{
    edit();
    if (const std::optional<Plan> plan = asked())
        emit m_context.devicesRequested(changesBetween(m_context.controller.plan(), *plan));
}

void PlanFinder::compareMachines()
{
    edit();
    if (const std::optional<Plan> plan = asked())
        emit m_context.machinesRequested(*plan);
}

void PlanFinder::find()
{
    edit();
    const std::optional<Plan> plan = asked();
    if (!plan)
        return;
    m_found = findPlan(window(), m_context.controller, tr("Trying every valid plan…"), *plan);
    if (!m_found) {
        m_problem->setText(tr("No plan can be searched for this; the open plan says why."));
        return;
    }
    if (!m_found->qualifies)
        return showNearest(*std::exchange(m_found, {}));
    m_card->setRecommendation({ m_found->plan, m_found->estimate, tr("Recommended"),
        //: Why the search recommends a plan, as a clause.
        m_found->reason ? tr("Why: %1.").arg(localMessage(*m_found->reason)) : QString(), {} });
    m_card->show();
    m_card->applyButton()->setFocus();
}

/// What would make the nearest plan fit, after the ladder of changes was searched to its end.
void PlanFinder::showNearest(const FoundPlan &miss)
{
    PlanController &controller = m_context.controller;
    const auto resolved = resolvePlan(miss.plan, controller.library());
    const PlanServices &services = controller.services();
    if (!resolved || !services.figures)
        return m_problem->setText(tr("No plan fits."));
    const auto helps = madeInBackground(window(), tr("Looking for what would fit…"),
        [library = services.library, whole = services.estimate, figures = services.figures,
            plan = *resolved, now = miss.estimate](BackgroundTask &task) {
            return planRemedies(*library, whole, figures, plan, now, {}, task.stopToken());
        });
    if (!helps)
        return;
    if (helps->all.empty()) {
        const Bytes lacks = helps->nearest ? helps->nearest->lacks : Bytes {};
        m_problem->setText(
            //: %1: an amount of memory.
            tr("No plan fits, whatever is changed: the nearest lacks %1 per device.")
                .arg(gibText(lacks)));
        return;
    }
    const Remedy &first = helps->all.front();
    m_found = FoundPlan { miss.plan, first.estimate, {} };
    changePlan(m_found->plan, first.changes);
    m_card->setRecommendation({ m_found->plan, m_found->estimate, tr("Fits with a change"),
        //: %1: what is changed, such as "FSDP → 32".
        tr("No plan fits as asked. The nearest change that makes one fit: %1.")
            .arg(changesText(first.changes)),
        {} });
    m_card->show();
    m_card->applyButton()->setFocus();
}

} // namespace headroom
