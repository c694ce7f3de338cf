#pragma once

#include "widgets/look/panels.h"

namespace headroom {

class WindowContext;

/// Says that the plan has no result, why, and what would cure it. Shown wherever a result would be;
/// hidden while the plan has one.
class NoResult : public Card
{
    Q_OBJECT
public:
    NoResult(WindowContext &context, QWidget *parent);

private:
    void refresh();
    void addProblems(QVBoxLayout *list);
    QWidget *waysOut(QWidget *parent);

    WindowContext &m_context;
    QWidget *m_list = nullptr;
};

} // namespace headroom
