#include "widgets/frame/field_page.h"

#include "widgets/fields/field_editor.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/fold_button.h"
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
    FieldForm *form = addForm(new Card(heading, this), paths);
    if (!initialFocus() && !form->editors().isEmpty())
        setInitialFocus(form->editors().first()->input());
    return form;
}

FieldForm *FieldPage::addForm(Card *card, const QStringList &paths)
{
    auto *form = new FieldForm(m_context.controller, m_letters, card);
    form->addFields(paths);
    card->body()->addWidget(form);
    addCard(card);
    m_forms.append(form);
    return form;
}

FieldForm *FieldPage::addFoldedGroup(const QString &heading, const QStringList &paths)
{
    auto *card = new Card(this);
    card->setAccessibleName(heading);
    auto *button = new FoldButton(heading, card);
    button->setObjectName(
        QStringLiteral("fold_%1").arg(paths.first().section(QLatin1Char('.'), 0, 0)));
    button->setFont(textFont(TextRole::Heading));
    button->setAutoRaise(true);
    card->body()->addWidget(button, 0, Qt::AlignLeft);
    FieldForm *form = addForm(card, paths);
    button->setParts({ form });
    m_folds.append({ button, form });
    const PlanController &controller = m_context.controller;
    connect(&controller, &PlanController::planChanged, this, &FieldPage::openFolds);
    connect(&controller, &PlanController::problemsChanged, this, &FieldPage::openFolds);
    openFolds();
    return form;
}

/// What has a value or a problem is in sight.
void FieldPage::openFolds()
{
    for (const Fold &fold : m_folds)
        if (std::ranges::any_of(fold.form->editors(), [this](const FieldEditor *editor) {
                return isSet(editor->path()) || isBroken(editor->path());
            }))
            fold.button->setChecked(true);
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

void FieldPage::foldIdle()
{
    const PlanController &controller = m_context.controller;
    connect(&controller, &PlanController::planChanged, this, &FieldPage::fold);
    connect(&controller, &PlanController::problemsChanged, this, &FieldPage::fold);
    fold();
}

QToolButton *FieldPage::addFoldButton()
{
    m_all = new QToolButton(this);
    m_all->setObjectName(QStringLiteral("allFields"));
    m_all->setText(tr("Show all fields"));
    m_all->setToolTip(tr("Include fields that have no effect on this plan"));
    m_all->setCheckable(true);
    m_all->setFocusPolicy(Qt::StrongFocus);
    connect(m_all, &QToolButton::toggled, this, &FieldPage::fold);
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

/// What means nothing and is not set takes part in a rule, but is not what breaks it.
bool FieldPage::isBroken(const QString &path) const
{
    return std::ranges::any_of(m_context.controller.problems(), [&](const PlanProblem &problem) {
        return problem.primaryPath == path || (problem.paths.contains(path) && isSet(path));
    });
}

void FieldPage::fold()
{
    const bool showsAll = m_all && m_all->isChecked();
    for (FieldForm *form : m_forms)
        for (const FieldEditor *editor : form->editors()) {
            const QString &path = editor->path();
            const bool isWanted = showsAll || !isIdle(path) || isBroken(path);
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
    for (const Fold &fold : m_folds)
        if (widget && fold.form->isAncestorOf(widget))
            fold.button->setChecked(true);
    if (widget && !widget->isVisibleTo(this)) {
        if (m_all)
            m_all->setChecked(true);
        for (FieldForm *form : m_forms)
            for (const FieldEditor *editor : form->editors())
                if (editor == widget || editor->isAncestorOf(widget))
                    form->setFieldVisible(editor->path(), true);
    }
    Page::reveal(widget);
}

} // namespace headroom
