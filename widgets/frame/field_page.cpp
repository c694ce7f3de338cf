#include "widgets/frame/field_page.h"

#include "widgets/fields/field_editor.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"

#include <QVBoxLayout>

namespace headroom {

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
    body()->addWidget(card);
    if (!initialFocus() && !form->editors().isEmpty())
        setInitialFocus(form->editors().first()->input());
    return form;
}

Card *FieldPage::addFacts(const QString &heading)
{
    auto *card = new Card(heading, this);
    body()->addWidget(card);
    return card;
}

} // namespace headroom
