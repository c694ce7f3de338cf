#pragma once

#include "widgets/fields/field_form.h"
#include "widgets/frame/page.h"

namespace headroom {

class Card;
class WindowContext;

/// A page made of groups of plan fields.
class FieldPage : public Page
{
    Q_OBJECT
public:
    FieldPage(
        WindowContext &context, const QString &title, const QString &purpose, QWidget *parent);

    FieldForm *addGroup(const QString &heading, const QStringList &paths);
    /// A card of facts that the page fills itself.
    Card *addFacts(const QString &heading);

protected:
    WindowContext &context() const { return m_context; }

    /// A letter that the page gives away itself.
    void takeMnemonic(char letter) { m_letters.insert(QLatin1Char(letter)); }

private:
    WindowContext &m_context;
    Mnemonics m_letters = windowMnemonics();
};

} // namespace headroom
