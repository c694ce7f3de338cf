#pragma once

#include "model/base/outcome/result.h"
#include "widgets/frame/plan_search.h"
#include "widgets/look/panels.h"

#include <optional>

class QPushButton;

namespace headroom {

class ChoiceBox;
class JobFields;
class NumberBox;
class PlanFiles;
class RecommendationCard;
class TaskChoice;
class WindowContext;

/// The first question: what somebody is here for, and for what on which devices. A search
/// recommends a plan, or devices; where none fits, the nearest change with which one does. Whoever
/// has a run that is slow gives its files.
class PlanFinder : public Card
{
    Q_OBJECT
public:
    PlanFinder(WindowContext &context, PlanFiles &files, QWidget *parent);

    QWidget *firstField() const;

private:
    QWidget *buildForm();
    QWidget *buildActions();
    QWidget *buildRun();
    void showTask();
    void takeChip();
    void edit();
    QList<NumberBox *> fill(Plan &plan) const;
    std::optional<Plan> asked();
    QStringList whatIsMeant() const;
    void offerName(const Error &error);
    void find();
    void findDevices();
    void compareMachines();
    void showNearest(const FoundPlan &miss);

    WindowContext &m_context;
    PlanFiles &m_files;
    TaskChoice *m_task;
    QWidget *m_form = nullptr, *m_run = nullptr;
    ChoiceBox *m_model = nullptr, *m_chip = nullptr;
    NumberBox *m_nodes = nullptr, *m_devices = nullptr, *m_links = nullptr, *m_gigabits = nullptr;
    JobFields *m_job = nullptr;
    TextLabel *m_rate = nullptr, *m_problem = nullptr;
    QWidget *m_near = nullptr; ///< names that were probably meant
    QPushButton *m_find = nullptr;
    RecommendationCard *m_card = nullptr;
    std::optional<FoundPlan> m_found;
};

} // namespace headroom
