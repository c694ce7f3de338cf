#pragma once

#include "widgets/look/panels.h"

#include <vector>

namespace headroom {

struct PlanProblem;
class WindowContext;

/// Says that the plan has no result, why, and what would cure it. Shown wherever a result would be;
/// hidden while the plan has one. Each problem is told once: beside a page, only what that page
/// does not tell, at a field or in its own card.
class NoResult : public Card
{
    Q_OBJECT
public:
    enum class Place { OnPage, BesidePage };

    NoResult(WindowContext &context, Place place, QWidget *parent);

private:
    void refresh();
    bool isToldOnPage(const PlanProblem &problem) const;
    void addProblems(const std::vector<PlanProblem> &problems, QVBoxLayout *list);
    QWidget *waysOut(bool goesToField, QWidget *parent);

    WindowContext &m_context;
    Place m_place;
    QWidget *m_list = nullptr;
};

} // namespace headroom
