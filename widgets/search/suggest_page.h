#pragma once

#include "widgets/frame/page.h"
#include "widgets/search/candidate_model.h"
#include "widgets/search/search_worker.h"

#include <QTimer>

class QTableView;
class QToolButton;

namespace headroom {

class FrontChart;
class RecommendationCard;
class SearchDetails;
class SearchForm;
class SearchProblem;
class TableLook;
class TextLabel;
class WindowContext;

/// Searches for the best configurations of the plan when it opens and when the plan changes, says
/// in one sentence what to do, and explains it. A thread searches; results stream in.
class SuggestPage : public Page
{
    Q_OBJECT
public:
    SuggestPage(WindowContext &context, QWidget *parent);

    const CandidateModel &candidates() const { return *m_model; }
    bool isSearching() const { return m_isSearching; }
    /// Searches with what the form says, unless the results on show are of this very plan.
    void startUnlessDone();
    /// Searches over the number of nodes for the fewest devices of the plan with these changes,
    /// which become those of every result.
    void askForDevices(const std::vector<FieldChange> &changes);

private:
    void buildTable();
    QWidget *buildResults();
    void showCard();
    void start();
    bool isDone() const;
    void fold(bool folded);
    void fitRows();
    void showAnswer();
    void showProgress(const SearchProgress &progress);
    void showOutcome(const SearchWorker::Outcome &outcome);
    void showErrors(const Errors &errors);
    void showReasons(const SearchReasons &reasons, bool isComplete);
    void end();
    void setItems(std::vector<CandidateItem> items);
    void showFront();
    void selectionChanged();
    void showColumns();
    void showParts();
    void planChanged();
    bool isAnswered(const Plan &plan) const;
    void forgetResults();
    void showEvent(QShowEvent *event) override;
    void select(int row);
    const Estimate *ownEstimate() const;
    const CandidateItem *selected() const;
    void apply();
    void pin();
    void exportSelected();
    void applyChanges(const std::vector<FieldChange> &changes);
    void freeAndStart(const std::string &path);
    void setStatus(const QString &text);
    std::vector<FieldChange> withQuestion(std::vector<FieldChange> settings) const;

    WindowContext &m_context;
    TextLabel *m_answer; ///< what to do, in one sentence
    SearchWorker *m_worker;
    SearchForm *m_form;
    SearchProblem *m_problem;
    CandidateModel *m_model;
    CandidateFilter *m_sorted;
    QTableView *m_table;
    QToolButton *m_equals = nullptr; ///< folds what is equal to the best
    TableLook *m_columns = nullptr;
    SearchDetails *m_details;
    FrontChart *m_chart;
    RecommendationCard *m_card; ///< what is selected, the recommendation first
    QWidget *m_results = nullptr; ///< chart and table
    std::vector<FieldChange> m_question; ///< changes of the plan that results bring with them
    SearchRequest m_request; ///< of the results on show
    SearchWorker::Outcome m_outcome;
    bool m_isSearching = false;
    bool m_isOutdated = false; ///< there were results, of another plan
    QTimer m_again; ///< searches again when the plan has not changed for a moment
};

} // namespace headroom
