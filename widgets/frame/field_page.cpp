#include "widgets/frame/field_page.h"

#include "widgets/fields/field_editor.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr int maxColumns = 2; ///< of cards; more would tear apart what is filled in together

} // namespace

FieldPage::FieldPage(
    WindowContext &context, const QString &title, const QString &purpose, QWidget *parent)
    : Page(title, purpose, Content::Scrolls, parent)
    , m_context(context)
{ }

FieldForm *FieldPage::addGroup(const QString &heading, const QStringList &paths)
{
    auto *card = new Card(heading, this);
    auto *form = new FieldForm(m_context.controller, m_letters, card);
    form->addFields(paths);
    card->body()->addWidget(form);
    addCard(card);
    m_forms.append(form);
    if (!initialFocus() && !form->editors().isEmpty())
        setInitialFocus(form->editors().first()->input());
    return form;
}

Card *FieldPage::addFacts(const QString &heading)
{
    auto *card = new Card(heading, this);
    addCard(card);
    return card;
}

/// Cards stand in two columns where the window is wide.
void FieldPage::addCard(Card *card)
{
    if (!m_cards) {
        m_cards = new QWidget(this);
        auto *flow = new FlowLayout(m_cards, gap(3));
        flow->setEven(true, maxColumns);
        body()->addWidget(m_cards);
    }
    m_cards->layout()->addWidget(card);
    m_cards->show();
}

void FieldPage::takeCard(QWidget *card)
{
    m_cards->layout()->removeWidget(card);
    m_cards->setHidden(m_cards->layout()->count() == 0);
}

QToolButton *FieldPage::addFoldButton()
{
    m_all = new QToolButton(this);
    m_all->setObjectName(QStringLiteral("allFields"));
    m_all->setText(tr("Show all fields"));
    m_all->setToolTip(tr("Include fields that have no effect on this plan"));
    m_all->setCheckable(true);
    m_all->setFocusPolicy(Qt::StrongFocus);
    const PlanController &controller = m_context.controller;
    connect(m_all, &QToolButton::toggled, this, &FieldPage::fold);
    connect(&controller, &PlanController::planChanged, this, &FieldPage::fold);
    connect(&controller, &PlanController::problemsChanged, this, &FieldPage::fold);
    return m_all;
}

bool FieldPage::isIdle(const QString &) const
{
    return false;
}

bool FieldPage::isSet(const QString &path) const
{
    const PlanField *field = planField(path.toStdString());
    return field->get(m_context.controller.plan()) != field->get(Plan {});
}

void FieldPage::fold()
{
    // What means nothing and is not set takes part in a rule, but is not what breaks it.
    const auto isBroken = [this](const QString &path) {
        return std::ranges::any_of(
            m_context.controller.problems(), [&](const PlanProblem &problem) {
                return problem.primaryPath == path || (problem.paths.contains(path) && isSet(path));
            });
    };
    for (FieldForm *form : m_forms)
        for (const FieldEditor *editor : form->editors()) {
            const QString &path = editor->path();
            const bool isWanted = m_all->isChecked() || !isIdle(path) || isBroken(path);
            // What has the focus is not taken away.
            if (isWanted || !editor->isAncestorOf(focusWidget()))
                form->setFieldVisible(path, isWanted);
        }
}

int FieldPage::formsWidth() const
{
    int widest = 0;
    for (const FieldForm *form : m_forms)
        widest = std::max(widest, form->wideWidth());
    return widest + 2 * gap(4);
}

void FieldPage::reveal(QWidget *widget)
{
    if (m_all && !widget->isVisibleTo(this))
        m_all->setChecked(true);
    Page::reveal(widget);
}

} // namespace headroom
