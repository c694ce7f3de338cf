#pragma once

#include "widgets/fields/repair_buttons.h"
#include "widgets/look/panels.h"

class QPushButton;
class QVBoxLayout;

namespace headroom {

class WindowContext;

/// A finding with what to do about it; its fix is one click.
class FindingCard : public Card
{
    Q_OBJECT
public:
    FindingCard(WindowContext &context, QWidget *parent);

    void setFinding(const Finding &finding);
    /// Remedies beside the finding's own; an empty list takes them away.
    void setRepairs(const std::vector<PricedRepair> &repairs);
    const Finding &finding() const { return m_finding; }

private:
    void applyFix();

    WindowContext &m_context;
    Finding m_finding;
    IconLabel *m_icon;
    TextLabel *m_message;
    TextLabel *m_action;
    QPushButton *m_fix;
    QPushButton *m_goTo;
    QPushButton *m_find; ///< of a plan that does not fit
    QVBoxLayout *m_texts;
    QWidget *m_repairs = nullptr;
};

/// Cards for a list of findings; cards are kept and refilled, so that an edit costs no new widgets.
class FindingList : public QWidget
{
    Q_OBJECT
public:
    FindingList(WindowContext &context, QWidget *parent);

    void setFindings(const std::vector<Finding> &findings);
    /// Whether these are all, so that an empty list means that nothing is to be remarked.
    void setComplete(bool isComplete);
    /// Offers remedies on the card of finding `id`.
    void setRepairs(const std::string &id, const std::vector<PricedRepair> &repairs);

private:
    WindowContext &m_context;
    std::vector<Finding> m_findings;
    std::vector<FindingCard *> m_cards;
    TextLabel *m_none;
    bool m_isComplete = false;
};

} // namespace headroom
