#pragma once

#include "widgets/frame/plan_search.h"
#include "widgets/look/panels.h"

#include <optional>

class QPushButton;

namespace headroom {

class ChoiceBox;
class MethodBox;
class NumberBox;
class PlanFiles;
class RecommendationCard;
class WindowContext;

/// The first question: model, chip, nodes, network and method in one row, and the plan that a
/// search recommends for them; where none fits, the nearest change with which one does.
class PlanFinder : public Card
{
    Q_OBJECT
public:
    PlanFinder(WindowContext &context, PlanFiles &files, QWidget *parent);

    QWidget *firstField() const;

private:
    void takeChip();
    void showRate();
    void forget();
    std::optional<Plan> asked();
    void find();
    void showNearest(const FoundPlan &miss);

    WindowContext &m_context;
    PlanFiles &m_files;
    ChoiceBox *m_model, *m_chip;
    NumberBox *m_nodes, *m_devices, *m_links, *m_gigabits;
    TextLabel *m_rate, *m_problem;
    MethodBox *m_method;
    QPushButton *m_find;
    RecommendationCard *m_card;
    std::optional<FoundPlan> m_found;
};

} // namespace headroom
