#pragma once

#include "widgets/fields/field_form.h"
#include "widgets/frame/page.h"

class QToolButton;

namespace headroom {

class Card;
class FoldButton;
class WindowContext;

/// A page made of groups of plan fields. A page with a fold button folds away what means nothing
/// for the plan.
class FieldPage : public Page
{
    Q_OBJECT
public:
    FieldPage(
        WindowContext &context, const QString &title, const QString &purpose, QWidget *parent);

    FieldForm *addGroup(const QString &heading, const QStringList &paths);
    /// A group that only some need: closed while the plan has nothing in it.
    FieldForm *addFoldedGroup(const QString &heading, const QStringList &paths);
    /// A card of facts that the page fills itself.
    Card *addFacts(const QString &heading);
    void reveal(QWidget *widget) override;

protected:
    WindowContext &context() const { return m_context; }

    /// Takes away the fields that are idle(), now and as the plan changes.
    void foldIdle();
    /// The button that shows the folded fields, too; the page places it and says what is idle().
    QToolButton *addFoldButton();
    /// Whether a field has no effect on the plan as it stands.
    virtual bool isIdle(const QString &path) const;
    /// Whether the plan has something else there than a new plan has.
    bool isSet(const QString &path) const;
    void fold();
    /// What the widest form needs with its labels beside its inputs, in its card.
    int formsWidth() const;

    /// Takes a group out of the columns, for a page that places it elsewhere.
    void takeCard(QWidget *card);

    /// A letter that the page gives away itself.
    void takeMnemonic(char letter) { m_letters.insert(QLatin1Char(letter)); }

private:
    struct Fold
    {
        FoldButton *button;
        FieldForm *form;
    };

    void addCard(Card *card);
    FieldForm *addForm(Card *card, const QStringList &paths);
    bool isBroken(const QString &path) const;
    void openFolds();

    WindowContext &m_context;
    QWidget *m_cards = nullptr; ///< the groups, in one column or two
    QList<FieldForm *> m_forms;
    QList<Fold> m_folds;
    QToolButton *m_all = nullptr; ///< shows the folded fields, too
    Mnemonics m_letters = windowMnemonics();
};

} // namespace headroom
