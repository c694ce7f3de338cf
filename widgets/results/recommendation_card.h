#pragma once

#include "model/estimate/estimate.h"
#include "widgets/look/panels.h"

class QPushButton;

namespace headroom {

class PlanController;

/// A plan that a search offers.
struct Recommendation
{
    Plan plan;
    Estimate estimate;
    QString heading; ///< what it is: "Recommended"
    QString why; ///< a sentence
    QStringList changes; ///< against the plan at hand; empty: not told
};

/// The offer in one glance: the configuration in words, its figures, what it changes, what to do
/// with it. What is the plan at hand already, but for its name, cannot be applied and says so.
class RecommendationCard : public Card
{
    Q_OBJECT
public:
    /// `name` begins the names of its buttons: "searchApply", "searchPin", "searchExport";
    /// `applyTip` says what applying does.
    RecommendationCard(
        const QString &name, QString applyTip, const PlanController &controller, QWidget *parent);

    void setRecommendation(const Recommendation &recommendation);
    QPushButton *applyButton() const { return m_apply; }
    /// Whether the plan at hand is what is offered.
    bool isPlan() const;

signals:
    void applyWanted();
    void compareWanted();
    void exportWanted();

private:
    void showWhetherPlan();

    const PlanController &m_controller;
    Plan m_plan;
    QString m_applyTip;
    TextLabel *m_heading, *m_configuration, *m_figures, *m_why;
    QWidget *m_changes; ///< a chip for each
    QPushButton *m_apply, *m_export;
};

} // namespace headroom
