#pragma once

#include "model/search/cluster.h"
#include "widgets/frame/page.h"

#include <stop_token>

class QBoxLayout;
class QSortFilterProxyModel;
class QTableView;

namespace headroom {

class Card;
class ClusterChart;
class ClusterForm;
class ClusterModel;
class PlanFiles;
class PriceList;
class RecommendationCard;
class TableLook;
class TextLabel;
class WindowContext;
class Workers;

/// The second question: what a model needs to be trained on so many tokens, with a deadline or a
/// budget. Days and cost of every chip and number of devices; each machine is a plan to open.
class ClusterPage : public Page
{
    Q_OBJECT
public:
    ClusterPage(WindowContext &context, PlanFiles &files, QWidget *parent);
    ~ClusterPage() override;

    const ClusterModel &machines() const { return *m_model; }
    /// The model and the work of a plan that was asked for elsewhere.
    void takeQuestion(const Plan &question);
    bool isSearching() const { return m_isSearching; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildNothing();
    QWidget *buildResults();
    void ask();
    void stop();
    void end(const Result<ClusterOutcome> &outcome);
    void showMachines();
    void showChart();
    void showMissing();
    void selectionChanged();
    void selectId(const QString &id);
    void choosePrices();
    void openSelected(const char *page);
    void pinSelected();

    WindowContext &m_context;
    PlanFiles &m_files;
    PriceList *m_prices;
    ClusterForm *m_form;
    ClusterModel *m_model;
    QSortFilterProxyModel *m_sorted;
    TextLabel *m_missing = nullptr;
    Card *m_nothing = nullptr; ///< until there is an answer
    QWidget *m_results = nullptr;
    QBoxLayout *m_sides = nullptr; ///< table and chart
    QTableView *m_table = nullptr;
    TableLook *m_columns = nullptr;
    ClusterChart *m_chart = nullptr;
    RecommendationCard *m_card = nullptr;
    Workers *m_workers;
    std::stop_source m_stop; ///< of the question that runs
    int m_question = 0; ///< counts them: what a former one finds is not wanted
    bool m_isSearching = false;
    QString m_selected; ///< machine that the user went to; empty: the first choice
    bool m_isFilling = false; ///< the table; the user selects nothing meanwhile
};

} // namespace headroom
