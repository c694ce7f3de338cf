#pragma once

#include "model/plan/plan.h"
#include "widgets/look/panels.h"

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace headroom {

class ChoiceBox;
class NumberBox;
class PriceList;
class WindowContext;
struct ClusterRequest;

/// What the cluster page asks: a model, tokens, sequences and how many of them a step has, a
/// deadline, a budget, prices. What is of the plan is the open plan's until something else is
/// typed; another model, and one that was only named, get a step of typical size.
class ClusterForm : public Card
{
    Q_OBJECT
public:
    /// @param start  the plan that the program starts with, which is nobody's
    ClusterForm(WindowContext &context, PriceList &prices, Plan start, QWidget *parent);

    QWidget *firstField() const;
    /// The model and the work of a question that was asked elsewhere, until another plan is open.
    void takeQuestion(const Plan &question);
    /// What is asked; nothing, with the reason in sight, when something is missing.
    std::optional<ClusterRequest> request();
    void refuse(const QString &reason);
    /// While a question runs, how far it is stands there, and Cancel in place of Find.
    void setRunning(bool isRunning);
    void setProgress(std::size_t done, std::size_t machines);

signals:
    void asked();
    void cancelled();
    void pricesWanted();

private:
    QWidget *buildFields();
    QLayout *buildActions();
    void takePlan();
    void showPlan();
    const Plan &base() const;
    void showTokens();
    void showBatch();

    WindowContext &m_context;
    PriceList &m_prices;
    Plan m_start;
    std::optional<Plan> m_question; ///< in place of the open plan
    ChoiceBox *m_model = nullptr;
    NumberBox *m_sequence = nullptr, *m_batch = nullptr;
    NumberBox *m_tokens = nullptr, *m_days = nullptr, *m_budget = nullptr;
    QLabel *m_tokensLabel = nullptr;
    QPushButton *m_find = nullptr, *m_cancel = nullptr;
    QProgressBar *m_progress = nullptr;
    TextLabel *m_workload = nullptr, *m_problem = nullptr;
    bool m_isModelTyped = false, m_areTokensTyped = false; ///< else they are the open plan's
    bool m_isSequenceTyped = false, m_isBatchTyped = false;
};

} // namespace headroom
