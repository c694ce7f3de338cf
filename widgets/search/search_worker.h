#pragma once

#include "model/search/search_reasons.h"
#include "model/session/plan_remedies.h"
#include "widgets/planning/plan_services.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <thread>

namespace headroom {

/// Runs one search at a time in a thread of its own and hands on what it finds: results while it
/// runs, the outcome, what helps where nothing fits, then its reasons, then the prices of held
/// settings. Signals come in the thread of the receiver; those of a search that was replaced do not
/// come any more.
class SearchWorker : public QObject
{
    Q_OBJECT
public:
    using Progress = std::shared_ptr<const SearchProgress>;
    using Outcome = std::shared_ptr<const SearchOutcome>;
    using Reasons = std::shared_ptr<const SearchReasons>;
    using Helps = std::shared_ptr<const Remedies>;

    SearchWorker(PlanServices services, QObject *parent);
    ~SearchWorker() override; ///< stops the search and waits for its end

    /// Replaces a search that still runs.
    void start(const SearchRequest &request);
    /// The search ends at its next look; what it has found until then is its outcome.
    void cancel();
    bool isRunning() const { return m_isRunning; }

signals:
    void progressed(const headroom::SearchWorker::Progress &progress);
    void failed(const headroom::Errors &errors);
    void finished(const headroom::SearchWorker::Outcome &outcome);
    /// What would make the nearest miss fit, as changes of the plan of the request.
    void helped(const headroom::SearchWorker::Helps &helps);
    /// Without prices first, then once more with them.
    void explained(const headroom::SearchWorker::Reasons &reasons, bool isComplete);
    void ended(); ///< nothing more will come

private:
    class Work;

    PlanServices m_services;
    int m_generation = 0;
    bool m_isRunning = false;
    std::atomic<bool> m_hasUnseen = false; ///< progress that the window has not shown yet
    std::jthread m_thread;
};

} // namespace headroom
