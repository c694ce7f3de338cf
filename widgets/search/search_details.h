#pragma once

#include "model/search/search_reasons.h"
#include "widgets/results/lever_models.h"

#include <QTabWidget>

class QTableView;

namespace headroom {

class TextLabel;

/// What there is to say about the candidates: why the selected one is as it is, one step
/// of each setting from the plan, and what held settings cost.
class SearchDetails : public QTabWidget
{
    Q_OBJECT
public:
    explicit SearchDetails(QWidget *parent);

    void clear();
    /// Differences of the selected candidate to the plan and to the first result; either may miss.
    void setComparisons(const std::optional<Comparison> &againstPlan,
        const std::optional<Comparison> &againstFirst);
    /// The best of each tuning method side by side; no tab where the method is held. Settings are
    /// told against the plan that was searched.
    void setMethods(const std::vector<MethodResult> &methods, const Plan &plan);
    /// Prices come later than the rest.
    void setReasons(const SearchReasons &reasons, bool hasPrices);
    /// Nothing more will come.
    void end();

signals:
    /// The user takes a step of the sensitivity table, or the best of a method.
    void changeWanted(const std::vector<headroom::FieldChange> &changes);

private:
    struct Tab
    {
        TextLabel *text = nullptr;
        ChangeTable *model = nullptr;
        QTableView *table = nullptr;
    };
    Tab addTableTab(const QString &title, const QString &name, const QStringList &headers);
    void setSteps(const SearchReasons &reasons);
    void setPrices(const SearchReasons &reasons, bool hasPrices);

    Tab m_why, m_steps, m_prices, m_methods;
    std::vector<SensitivityRow> m_sensitivity;
    std::vector<MethodResult> m_best; ///< of the methods on show
    bool m_isComplete = false;
};

} // namespace headroom
