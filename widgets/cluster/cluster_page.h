#pragma once

#include "widgets/frame/page.h"

#include <optional>

class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace headroom {

class ChoiceBox;
class ClusterChart;
class ClusterModel;
class FlowLayout;
class NumberBox;
class PlanFiles;
class PriceList;
class RecommendationCard;
class TableLook;
class TextLabel;
class WindowContext;
struct ClusterRequest;

/// The second question: what a model needs to be trained on so many tokens, with a deadline or a
/// budget. Days and cost of every chip and number of devices; each machine is a plan to open.
class ClusterPage : public Page
{
    Q_OBJECT
public:
    ClusterPage(WindowContext &context, PlanFiles &files, QWidget *parent);

    const ClusterModel &machines() const { return *m_model; }

private:
    QWidget *buildQuestion();
    QWidget *buildResults();
    NumberBox *addNumber(const QString &label, const char *name, int width, const QString &empty);
    void takePlan();
    std::optional<ClusterRequest> question();
    void ask();
    void refuse(const QString &text);
    void showOutcome(const ClusterRequest &request);
    void showChart(const ClusterRequest &request);
    void showMissing();
    void selectionChanged();
    void selectId(const QString &id);
    void choosePrices();
    void openSelected(const char *page);
    void pinSelected();

    WindowContext &m_context;
    PlanFiles &m_files;
    PriceList *m_prices;
    ClusterModel *m_model;
    QSortFilterProxyModel *m_sorted;
    FlowLayout *m_row = nullptr;
    ChoiceBox *m_choice = nullptr; ///< the model
    NumberBox *m_tokens = nullptr, *m_days = nullptr, *m_budget = nullptr;
    TextLabel *m_workload = nullptr, *m_problem = nullptr, *m_missing = nullptr;
    bool m_isModelTyped = false, m_areTokensTyped = false; ///< else they are the open plan's
    QPushButton *m_find = nullptr;
    QWidget *m_results = nullptr;
    QTableView *m_table = nullptr;
    TableLook *m_columns = nullptr;
    ClusterChart *m_chart = nullptr;
    RecommendationCard *m_card = nullptr;
};

} // namespace headroom
