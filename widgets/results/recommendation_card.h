#pragma once

#include "model/estimate/estimate.h"
#include "widgets/look/panels.h"

class QPushButton;

namespace headroom {

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
/// with it.
class RecommendationCard : public Card
{
    Q_OBJECT
public:
    /// `name` begins the names of its buttons: "searchApply", "searchPin", "searchExport".
    RecommendationCard(const QString &name, QWidget *parent);

    void setRecommendation(const Recommendation &recommendation);
    QPushButton *applyButton() const { return m_apply; }

signals:
    void applyWanted();
    void compareWanted();
    void exportWanted();

private:
    TextLabel *m_heading, *m_configuration, *m_figures, *m_why;
    QWidget *m_changes; ///< a chip for each
    QPushButton *m_apply;
};

} // namespace headroom
