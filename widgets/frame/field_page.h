#pragma once

#include "widgets/frame/page.h"

namespace headroom {

class Card;
class FieldForm;
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

private:
    WindowContext &m_context;
};

} // namespace headroom
