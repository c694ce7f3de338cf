#include "widgets/search/search_worker.h"

#include <utility>

namespace headroom {

/// What the thread does. It touches nothing of the worker but through queued calls and the flag of
/// unseen progress; the worker outlives it.
class SearchWorker::Work
{
public:
    Work(SearchWorker &worker, SearchRequest request)
        : m_worker(worker)
        , m_services(worker.m_services)
        , m_request(std::move(request))
        , m_generation(worker.m_generation)
    { }

    void operator()(const std::stop_token &stop)
    {
        run(stop);
        post([this_ = &m_worker] {
            this_->m_isRunning = false;
            emit this_->ended();
        });
    }

private:
    void run(const std::stop_token &stop)
    {
        const auto show = [this](const SearchProgress &progress) {
            // The window shows the latest state; what it has no time for is left out.
            if (m_worker.m_hasUnseen.exchange(true))
                return;
            post([this_ = &m_worker, seen = std::make_shared<const SearchProgress>(progress)] {
                this_->m_hasUnseen = false;
                emit this_->progressed(seen);
            });
        };
        Result<SearchOutcome> found = m_services.search(m_request, show, stop);
        if (!found) {
            post([this_ = &m_worker, errors = found.errors()] { emit this_->failed(errors); });
            return;
        }
        const auto outcome = std::make_shared<const SearchOutcome>(*std::move(found));
        post([this_ = &m_worker, outcome] { emit this_->finished(outcome); });
        if (const auto &miss = outcome->nearestMiss; miss && miss->shortBytes > Bytes {})
            help(miss->row.settings, stop);
        for (const bool wantsPrices : { false, true }) {
            if (stop.stop_requested())
                return;
            const auto reasons = std::make_shared<const SearchReasons>(
                m_services.searchReasons(m_request, *outcome, wantsPrices, stop));
            if (!stop.stop_requested())
                post([this_ = &m_worker, reasons, wantsPrices] {
                    emit this_->explained(reasons, wantsPrices);
                });
        }
    }

    void help(const PlanMove &settings, const std::stop_token &stop)
    {
        const auto helps = std::make_shared<const Remedies>(missRemedies(*m_services.library,
            m_services.estimate, m_services.figures ? m_services.figures : m_services.estimate,
            m_request.plan, settings, m_request.folder, stop));
        if (!stop.stop_requested())
            post([this_ = &m_worker, helps] { emit this_->helped(helps); });
    }

    template <class Action> void post(Action action)
    {
        QMetaObject::invokeMethod(
            &m_worker,
            [this_ = &m_worker, generation = m_generation, action = std::move(action)] {
                if (generation == this_->m_generation)
                    action();
            },
            Qt::QueuedConnection);
    }

    SearchWorker &m_worker;
    PlanServices m_services;
    SearchRequest m_request;
    int m_generation;
};

SearchWorker::SearchWorker(PlanServices services, QObject *parent)
    : QObject(parent)
    , m_services(std::move(services))
{ }

SearchWorker::~SearchWorker() = default;

void SearchWorker::start(const SearchRequest &request)
{
    if (!m_services.search || !m_services.searchReasons)
        return;
    m_thread = {}; // stops an earlier search and waits, which takes a few milliseconds
    ++m_generation;
    m_hasUnseen = false;
    m_isRunning = true;
    m_thread = std::jthread(Work(*this, request));
}

void SearchWorker::cancel()
{
    m_thread.request_stop();
}

} // namespace headroom
