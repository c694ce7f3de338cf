#include "widgets/frame/no_result.h"

#include "widgets/fields/field_editor.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/planning/plan_controller.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

NoResult::NoResult(WindowContext &context, Place place, QWidget *parent)
    : Card(parent)
    , m_context(context)
    , m_place(place)
{
    setObjectName(QStringLiteral("noResult"));
    setTone(Tone::Bad);
    auto *heading = new TextLabel(
        tr("This plan has no result:"), TextRole::Strong, TextLabel::Ink::Normal, this);
    heading->setWordWrap(true);
    setAccessibleName(heading->text());
    body()->addWidget(heading);
    connect(&context.controller, &PlanController::problemsChanged, this, &NoResult::refresh);
    if (place == Place::BesidePage)
        connect(&context, &WindowContext::pageShown, this, &NoResult::refresh);
    refresh();
}

/// Whether the page in sight has a card of its own, or the field that tells the problem.
bool NoResult::isToldOnPage(const PlanProblem &problem) const
{
    const QWidget *all = window();
    const auto isInSight = [all](const QWidget *widget) { return widget->isVisibleTo(all); };
    const auto cards = all->findChildren<NoResult *>();
    if (std::ranges::any_of(cards, [&](const NoResult *other) {
            return other->m_place == Place::OnPage && isInSight(other->parentWidget());
        }))
        return true;
    const auto editors = all->findChildren<FieldEditor *>();
    const auto &problems = m_context.controller.problems();
    const auto first = std::ranges::find(problems, problem.primaryPath, &PlanProblem::primaryPath);
    return first->text == problem.text && std::ranges::any_of(editors, [&](const auto *editor) {
        return editor->path() == problem.primaryPath && isInSight(editor);
    });
}

void NoResult::refresh()
{
    const auto &problems = m_context.controller.problems();
    setVisible(!problems.empty());
    delete m_list;
    m_list = nullptr;
    if (problems.empty())
        return;
    m_list = new QWidget(this);
    m_list->setObjectName(QStringLiteral("problemList"));
    auto *list = new QVBoxLayout(m_list);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(gap(1));
    std::vector<PlanProblem> told;
    for (const PlanProblem &problem : problems)
        if (m_place == Place::OnPage || !isToldOnPage(problem))
            told.push_back(problem);
    if (told.size() < problems.size()) {
        auto *text = new TextLabel(tr("The page says why and offers ways out."), TextRole::Body,
            TextLabel::Ink::Normal, m_list);
        text->setWordWrap(true);
        list->addWidget(text);
    }
    addProblems(told, list);
    list->addWidget(waysOut(!told.empty(), m_list));
    body()->addWidget(m_list);
}

void NoResult::addProblems(const std::vector<PlanProblem> &problems, QVBoxLayout *list)
{
    std::vector<Repair> offered; // each remedy once, beside the first problem that it cures
    for (const PlanProblem &problem : problems) {
        auto *text = new TextLabel(problem.text, TextRole::Body, TextLabel::Ink::Normal, m_list);
        text->setWordWrap(true);
        list->addWidget(text);
        std::vector<Repair> offers;
        for (const Repair &repair : problem.repairs)
            if (std::ranges::find(offered, repair) == offered.end())
                offers.push_back(repair);
        if (offers.empty())
            continue;
        list->addWidget(new RepairButtons(m_context.controller, priceless(offers), m_list));
        list->addSpacing(gap(1));
        offered.insert(offered.end(), offers.begin(), offers.end());
    }
}

QWidget *NoResult::waysOut(bool goesToField, QWidget *parent)
{
    auto *ways = new QWidget(parent);
    auto *flow = new FlowLayout(ways, gap(1));
    const auto add = [&](const QString &icon, const QString &text, auto action) {
        auto *button = new QPushButton(themeIcon(icon, IconTint::Accent), text, ways);
        button->setFont(textFont(TextRole::Caption));
        // What it does may rebuild this card, so it waits until the click is over.
        connect(button, &QPushButton::clicked, &m_context, action, Qt::QueuedConnection);
        flow->addWidget(button);
    };
    const auto &problems = m_context.controller.problems();
    const QString field = problems.front().primaryPath;
    if (goesToField && !field.isEmpty())
        add(QStringLiteral("next"), tr("Go to the field"),
            [&context = m_context, field] { emit context.showField(field); });
    // A search turns the degrees; what is unknown or mistyped it cannot guess, and the job is none
    // of its settings.
    if (std::ranges::all_of(problems, [](const PlanProblem &problem) {
            return problem.id.starts_with("rule-")
                && !problem.primaryPath.startsWith(QLatin1String("job."));
        }))
        add(QStringLiteral("search"), tr("Find one that fits"),
            [&context = m_context] { emit context.suggestRequested(); });
    return ways;
}

} // namespace headroom
