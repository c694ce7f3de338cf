#pragma once

#include "model/outcome/finding.h"
#include "widgets/look/panels.h"

class QPushButton;

namespace headroom {

class WindowContext;

/// A finding with what to do about it; its fix is one click.
class FindingCard : public Card
{
    Q_OBJECT
public:
    FindingCard(WindowContext &context, QWidget *parent);

    void setFinding(const Finding &finding);

private:
    void applyFix();

    WindowContext &m_context;
    Finding m_finding;
    IconLabel *m_icon;
    TextLabel *m_message;
    TextLabel *m_action;
    QPushButton *m_fix;
    QPushButton *m_goTo;
};

/// Cards for a list of findings; cards are kept and refilled, so that an edit costs no new widgets.
class FindingList : public QWidget
{
    Q_OBJECT
public:
    FindingList(WindowContext &context, QWidget *parent);

    void setFindings(const std::vector<Finding> &findings);

private:
    WindowContext &m_context;
    std::vector<Finding> m_findings;
    std::vector<FindingCard *> m_cards;
    TextLabel *m_none;
};

} // namespace headroom
