#include "app/gui/application_services.h"

#include "model/advice/plan_tables.h"
#include "model/base/files/read_file.h"
#include "model/estimate/estimator.h"
#include "model/estimate/measured_throughput.h"
#include "model/estimate/plain_figures.h"
#include "model/intake/plan_intake.h"
#include "model/launch/targets/launch_flags.h"
#include "model/launch/targets/prepare_export.h"
#include "model/measurement/validation.h"
#include "model/search/cluster.h"
#include "model/search/search_reasons.h"
#include "model/timeline/build_timeline.h"
#include "model/tune/tune_choice.h"

namespace headroom {
namespace {
constexpr std::size_t maxShownRuns = 20000; ///< points of a chart; figures count every run
}

Result<std::unique_ptr<ApplicationServices>> ApplicationServices::make(
    const ProfileLibrary &library)
{
    const Workbench bench { library };
    Result<Estimator> estimator = bench.estimatorAhead();
    if (!estimator)
        return estimator.errors();
    return std::unique_ptr<ApplicationServices>(
        new ApplicationServices(bench, std::move(*estimator)));
}

ApplicationServices::ApplicationServices(Workbench bench, Estimator estimator)
    : m_bench(std::move(bench))
    , m_library(m_bench.library())
    , m_estimator(std::make_unique<Estimator>(std::move(estimator)))
    , m_calibrated(*m_estimator)
    , m_known(m_library)
{ }

ApplicationServices::~ApplicationServices() = default;

std::shared_ptr<const FlagCatalogue> ApplicationServices::flags()
{
    const auto loaded = m_bench.catalogue();
    return loaded ? *loaded : nullptr;
}

std::shared_ptr<const ReleaseTable> ApplicationServices::releases()
{
    const auto loaded = m_bench.releases();
    return loaded ? *loaded : nullptr;
}

/// With the plan's own measurements; the search itself says what is wrong with a plan.
std::shared_ptr<const Estimator> ApplicationServices::estimatorOf(
    const Plan &plan, const std::filesystem::path &folder)
{
    if (const auto resolved = resolvePlan(plan, m_library, folder))
        return m_calibrated.of(*resolved);
    return { m_estimator.get(), [](const Estimator *) {} };
}

PlanServices ApplicationServices::services()
{
    PlanServices services;
    services.library = &m_library;
    services.estimate = [this](const ResolvedPlan &plan) { return m_calibrated.estimate(plan); };
    services.figures
        = [this](const ResolvedPlan &plan) { return plainFigures(*m_calibrated.of(plan), plan); };
    services.tables
        = [this](const ResolvedPlan &plan) { return planTables(*m_calibrated.of(plan), plan); };
    services.explain
        = [this](const ResolvedPlan &plan) { return m_calibrated.of(plan)->explain(plan); };
    services.timeline
        = [this](const ResolvedPlan &plan) { return buildTimeline(plan, *m_calibrated.of(plan)); };
    services.flagEffects = [this](const ResolvedPlan &plan) { return m_estimator->flagsOf(plan); };
    services.flags = [this] { return flags(); };
    services.releases = [this] { return releases(); };
    services.intake = [this](const std::vector<std::string> &files, const IntakeAnswers &answers) {
        return planFromFiles(files, m_library, nullptr, answers);
    };
    services.tune
        = [this](const TuneQuestion &question) { return tuneFiles(question, *m_estimator); };
    services.choose
        = [this](const ChoiceRequest &request) { return chooseHunks(request, *m_estimator); };
    services.previewExport = [this](const ResolvedPlan &plan, const std::filesystem::path &folder,
                                 const ExportTarget &target, const ExportOptions &options) {
        const auto estimator = m_calibrated.of(plan);
        const ExportTools tools { m_library, *estimator, [this](const ResolvedPlan &translated) {
                                     return flags() ? launchFlags(translated, flags())
                                                    : LaunchFlags {};
                                 } };
        return headroom::previewExport(plan, folder, target, options, tools);
    };
    services.measured = [this](const ResolvedPlan &plan, double seconds) {
        const Prepared prepared = m_calibrated.of(plan)->prepare(plan);
        MeasuredThroughput made = measuredThroughput(prepared,
            evaluate(prepared, planCandidate(plan.plan)), Seconds { seconds },
            static_cast<double>(plan.deviceCount()), m_calibrated.estimate(plan).time.step);
        made.place = m_known.place(*m_estimator, plan, made.mfu);
        return made;
    };
    services.search = [this](const SearchRequest &request, const SearchObserver &progress,
                          std::stop_token stop) {
        return searchConfigurations(
            *estimatorOf(request.plan, request.folder), request, progress, std::move(stop));
    };
    services.cluster = [this](const ClusterRequest &request, const ClusterObserver &progress,
                           const std::stop_token &stop) {
        return clusterOptions(*estimatorOf(request.plan, request.folder), request, progress, stop);
    };
    services.searchReasons = [this](const SearchRequest &request, const SearchOutcome &outcome,
                                 bool wantsPrices, std::stop_token stop) {
        return headroom::searchReasons(*estimatorOf(request.plan, request.folder), request, outcome,
            wantsPrices, std::move(stop));
    };
    services.validate = [this](const std::filesystem::path &csv) { return validateRuns(csv); };
    return services;
}

Result<Validation> ApplicationServices::validateRuns(const std::filesystem::path &csv) const
{
    const auto runs = InputStream::open(csv);
    if (!runs)
        return runs.errors();
    ValidationOptions options;
    options.by = GroupBy::Hardware; // what the page sorts them by
    options.keptRows = maxShownRuns;
    return validate(
        **runs, csv.filename().string(), *m_estimator, Baselines::shipped(*m_estimator), options);
}

} // namespace headroom
