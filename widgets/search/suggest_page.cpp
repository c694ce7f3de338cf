#include "widgets/search/suggest_page.h"

#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "widgets/charts/save_chart.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/recommendation_card.h"
#include "widgets/search/front_chart.h"
#include "widgets/search/search_details.h"
#include "widgets/search/search_form.h"
#include "widgets/search/search_problem.h"
#include "widgets/search/search_words.h"
#include "widgets/search/setting_choice.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr int detailsHeight = 58; ///< in steps of gap()
constexpr int pauseBeforeSearch = 150; ///< milliseconds

} // namespace

SuggestPage::SuggestPage(WindowContext &context, QWidget *parent)
    : Page(tr("Suggest"), tr("Tries every valid configuration and explains which are fastest."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_answer(new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, this))
    , m_worker(new SearchWorker(context.controller.services(), this))
    , m_form(new SearchForm(this))
    , m_problem(new SearchProblem(this))
    , m_model(new CandidateModel(this))
    , m_sorted(new CandidateFilter(*m_model, this))
    , m_table(new QTableView(this))
    , m_details(new SearchDetails(this))
    , m_chart(new FrontChart(this))
    , m_card(new RecommendationCard(QStringLiteral("search"),
          tr("Applies this configuration to the plan (undo reverts)"), context.controller, this))
{
    setObjectName(QStringLiteral("page_suggest"));
    m_chart->setObjectName(QStringLiteral("searchChart"));
    setWantsExplanation(false);
    setWantsResultPanel(false); // each candidate brings its own figures
    m_answer->setObjectName(QStringLiteral("searchAnswer"));
    m_answer->setWordWrap(true);
    body()->addWidget(m_answer);
    body()->addWidget(m_form);
    body()->addWidget(m_problem);
    body()->addWidget(m_card);
    body()->addWidget(buildResults());
    m_details->setMinimumHeight(gap(detailsHeight));
    body()->addWidget(m_details, 1);
    body()->addStretch(0); // holds the form up when a problem hides the results
    setInitialFocus(m_form->startButton());
    connect(m_form, &SearchForm::startRequested, this, &SuggestPage::start);
    connect(m_form, &SearchForm::questionChanged, &m_again, qOverload<>(&QTimer::start));
    connect(m_form, &SearchForm::cancelRequested, m_worker, &SearchWorker::cancel);
    connect(m_worker, &SearchWorker::progressed, this,
        [this](const SearchWorker::Progress &progress) { showProgress(*progress); });
    connect(m_worker, &SearchWorker::finished, this, &SuggestPage::showOutcome);
    connect(m_worker, &SearchWorker::helped, this, [this](const SearchWorker::Helps &helps) {
        if (m_outcome && m_outcome->nearestMiss)
            m_problem->showHelps(*helps, *m_outcome->nearestMiss);
    });
    connect(m_worker, &SearchWorker::failed, this, &SuggestPage::showErrors);
    connect(m_worker, &SearchWorker::explained, this,
        [this](const SearchWorker::Reasons &reasons, bool isComplete) {
            showReasons(*reasons, isComplete);
        });
    connect(m_worker, &SearchWorker::ended, this, &SuggestPage::end);
    connect(m_problem, &SearchProblem::changeWanted, this,
        [this](const std::vector<FieldChange> &changes) {
            applyChanges(changes);
            start(); // the free degrees have to follow
        });
    connect(m_problem, &SearchProblem::freeWanted, this, &SuggestPage::freeAndStart);
    connect(m_details, &SearchDetails::changeWanted, this, &SuggestPage::applyChanges);
    connect(m_card, &RecommendationCard::applyWanted, this, &SuggestPage::apply);
    connect(m_card, &RecommendationCard::compareWanted, this, &SuggestPage::pin);
    connect(m_card, &RecommendationCard::exportWanted, this, &SuggestPage::exportSelected);
    connect(m_chart, &FrontChart::pointClicked, this, &SuggestPage::select);
    connect(m_chart, &Chart::exportRequested, this,
        [this](Chart *chart) { saveChart(m_context, *chart, this); });
    connect(&context.controller, &PlanController::planChanged, this, &SuggestPage::planChanged);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        if (!m_outcome || !isVisible())
            return;
        showFront(); // the plan has moved in it
        showAnswer();
    });
    m_again.setParent(this); // who waits for the page finds it
    m_again.setSingleShot(true);
    m_again.setInterval(pauseBeforeSearch);
    connect(&m_again, &QTimer::timeout, this, &SuggestPage::start);
    selectionChanged();
    showParts();
}

void SuggestPage::startUnlessDone()
{
    const bool isOfPlan = std::exchange(m_question, {}).empty();
    if (!isOfPlan || !isDone())
        start();
}

/// The results of this plan are on show, or on their way.
bool SuggestPage::isDone() const
{
    return m_isSearching || (m_outcome && isAnswered(m_context.controller.plan()));
}

void SuggestPage::askForDevices(const std::vector<FieldChange> &changes)
{
    m_question = changes;
    m_form->setObjective(Objective::Devices);
    freeAndStart("hardware.nodes");
}

void SuggestPage::start()
{
    const PlanController &controller = m_context.controller;
    SearchRequest request;
    request.plan = controller.planWith(m_question).value_or(controller.plan());
    request.folder = controller.folder();
    m_problem->clear();
    if (const Errors errors = m_form->fill(request); !errors.empty()) {
        showErrors(errors);
        return;
    }
    m_request = std::move(request);
    forgetResults();
    m_again.stop();
    m_isOutdated = false;
    m_isSearching = true;
    m_form->setRunning(true);
    setStatus({});
    showParts();
    showAnswer();
    m_worker->start(m_request);
}

void SuggestPage::showProgress(const SearchProgress &progress)
{
    if (!m_isSearching)
        return;
    m_form->setProgress(progress);
    if (progress.rows.empty())
        return;
    setItems(headroom::candidates(progress));
    showFront();
}

void SuggestPage::showOutcome(const SearchWorker::Outcome &outcome)
{
    if (m_isOutdated)
        return; // it answers a plan that is gone
    m_outcome = outcome;
    m_isSearching = false;
    m_form->setRunning(false);
    setStatus(outcomeText(*outcome));
    setItems(headroom::candidates(*outcome));
    m_details->setMethods(outcome->methods, m_request.plan);
    if (outcome->nearestMiss)
        m_problem->showMiss(*outcome->nearestMiss, m_request.plan);
    fold(true);
    showParts();
    showAnswer();
    showFront();
    if (outcome->recommended)
        select(static_cast<int>(*outcome->recommended));
    m_table->scrollToTop(); // the fastest ones; the card above shows what is recommended
    emit m_context.message(outcome->rows.empty()
            ? tr("The search found no configuration that qualifies.")
            : tr("Search finished."));
}

void SuggestPage::showErrors(const Errors &errors)
{
    m_isOutdated = false;
    m_isSearching = false;
    m_form->setRunning(false);
    m_form->setStatus({});
    std::vector<Repair> repairs; // of the plan, of which the search found no valid relative
    for (const PlanProblem &problem : m_context.controller.problems())
        repairs.insert(repairs.end(), problem.repairs.begin(), problem.repairs.end());
    m_problem->showErrors(errors, repairs);
    showParts();
    showAnswer();
}

void SuggestPage::end()
{
    m_details->end();
    m_form->setRunning(false);
}

void SuggestPage::showReasons(const SearchReasons &reasons, bool isComplete)
{
    if (m_outcome && !m_outcome->rows.empty())
        m_details->setReasons(reasons, isComplete);
}

void SuggestPage::setItems(std::vector<CandidateItem> items)
{
    std::vector<FieldChange> before;
    if (const CandidateItem *item = selected())
        before = item->row.settings;
    for (CandidateItem &item : items)
        item.row.settings = withQuestion(std::move(item.row.settings));
    m_model->setItems(std::move(items), m_context.controller.plan());
    showColumns();
    select(m_model->rowOf(before));
    selectionChanged();
    showParts();
}

/// Nothing is shown before there is something to show, and a problem needs the room.
void SuggestPage::showParts()
{
    const bool hasResults = m_model->rowCount() > 0 || m_isSearching;
    for (QWidget *part : std::initializer_list<QWidget *> { m_results, m_details })
        part->setVisible(hasResults);
}

void SuggestPage::showFront()
{
    std::vector<FrontChart::Point> points;
    FrontChart::Reference reference;
    for (const CandidateItem &item : m_model->items()) {
        const Estimate &estimate = item.row.estimate;
        const int row = static_cast<int>(points.size());
        points.push_back({ item.rank ? QString::number(*item.rank) : tr("compromise"),
            m_model->index(row, CandidateModel::Configuration).data().toString(),
            estimate.time.step.value(), inGib(estimate.memory.peak), item.isOnFront, item.row.isTie,
            item.isRecommended });
        reference.budgetGib = std::max(reference.budgetGib, inGib(estimate.memory.budget));
    }
    if (const Estimate *own = ownEstimate())
        reference.plan = FrontChart::Point { tr("the plan now"), {}, own->time.step.value(),
            inGib(own->memory.peak) };
    m_chart->setPoints(std::move(points), std::move(reference));
    selectionChanged(); // the chart has forgotten what is selected
}

/// Of the plan as it is now, which may be one that was applied.
const Estimate *SuggestPage::ownEstimate() const
{
    const PlanController &controller = m_context.controller;
    return m_outcome && !controller.isStale() ? controller.estimate() : nullptr;
}

void SuggestPage::selectionChanged()
{
    const CandidateItem *item = selected();
    const bool isWhole = item && m_outcome;
    m_chart->select(m_sorted->mapToSource(m_table->currentIndex()).row());
    m_card->setVisible(isWhole);
    m_card->setEnabled(isWhole);
    if (!isWhole)
        return;
    showCard();
    const Plan plan = planOf(m_request, item->row);
    std::optional<Comparison> againstPlan, againstFirst;
    if (const Estimate *own = ownEstimate())
        againstPlan = compareEstimates(m_context.controller.plan(), *own, plan, item->row.estimate);
    if (!m_outcome->rows.empty() && item->rank != 1) {
        const SearchRow &first = m_outcome->rows.front();
        againstFirst
            = compareEstimates(planOf(m_request, first), first.estimate, plan, item->row.estimate);
    }
    m_details->setComparisons(againstPlan, againstFirst);
}

/// The selected candidate in words.
void SuggestPage::showCard()
{
    const CandidateItem &item = *selected();
    QString why;
    if (item.isRecommended && m_outcome->reason)
        //: Why the search recommends a result, as a clause.
        why = m_outcome->isKept ? QString() // the answer above says it
                                : tr("Why: %1.").arg(localMessage(*m_outcome->reason));
    else if (item.row.isTie)
        why = tr("As fast as the best, within the error of the estimate.");
    m_card->setRecommendation({ planOf(m_request, item.row), item.row.estimate,
        item.isRecommended ? tr("Recommended") : tr("Selected"), why,
        differences(m_context.controller.plan(), item.row.settings) });
}

/// Whether the plan differs from the one that was searched at most in what was free: applying a
/// result leaves the others as good as they were.
bool SuggestPage::isAnswered(const Plan &plan) const
{
    Plan asked = plan;
    changePlan(asked, m_question);
    for (const std::string &path : m_request.free)
        setPlanField(asked, path, planFieldText(m_request.plan, path), {});
    asked.remat = m_request.plan.remat; // refined tensor by tensor
    asked.name = m_request.plan.name;
    return asked == m_request.plan;
}

void SuggestPage::forgetResults()
{
    m_outcome = nullptr;
    m_equals->hide();
    m_details->clear();
    setItems({});
}

/// Results of another plan are not shown, still less applied: the search starts again.
void SuggestPage::planChanged()
{
    const Plan &plan = m_context.controller.plan();
    m_model->setPresent(plan);
    if (m_isOutdated && !isVisible())
        return; // nothing is left to forget
    if (!m_isOutdated && m_outcome && isAnswered(plan)) {
        showAnswer();
        return;
    }
    m_worker->cancel();
    m_question.clear(); // it was one about another plan
    m_isSearching = false;
    m_isOutdated = true;
    m_form->setRunning(false);
    m_problem->clear();
    forgetResults();
    showAnswer();
    if (isVisible())
        m_again.start();
}

void SuggestPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_isOutdated || !isDone())
        m_again.start();
    else if (m_outcome)
        showFront();
}

} // namespace headroom
