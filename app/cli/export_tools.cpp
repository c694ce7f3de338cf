#include "app/cli/export_tools.h"

#include "model/launch/targets/export_remedies.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"
#include "model/session/next_proposals.h"

namespace headroom {

Result<ExportWorkshop> ExportWorkshop::open(const Workbench &bench, const LoadedPlan &loaded)
{
    const auto catalogue = bench.catalogue();
    if (!catalogue)
        return catalogue.errors();
    // The numbers of an export are those of `estimate`, own measurements of the plan included.
    Result<Estimator> estimator = bench.estimator(calibrationPath({}, loaded.plan, loaded.file));
    if (!estimator)
        return estimator.errors();
    ExportWorkshop workshop(bench);
    workshop.m_estimator = std::make_shared<Estimator>(*std::move(estimator));
    workshop.m_catalogue = *catalogue;
    workshop.m_flags = launchFlagSource(*catalogue);
    return workshop;
}

SweepSources ExportWorkshop::sweepSources(
    const ExportTools &tools, const Plan &plan, const std::filesystem::path &folder) const
{
    const auto best
        = [this, plan, folder](int count) -> Result<std::vector<std::vector<FieldChange>>> {
        SearchRequest request;
        request.plan = plan;
        request.folder = folder;
        request.free = defaultFreeSettings();
        request.top = static_cast<std::size_t>(count);
        const Result<SearchOutcome> outcome = searchConfigurations(*m_estimator, request);
        if (!outcome)
            return outcome.errors();
        std::vector<std::vector<FieldChange>> settings;
        for (const SearchRow &row : outcome->rows)
            settings.push_back(row.settings);
        settings.resize(std::min(settings.size(), request.top)); // without the plan itself
        return settings;
    };
    const auto next
        = [this, plan, folder](int count) -> Result<std::vector<std::vector<FieldChange>>> {
        const NextProposals wanted { plan, folder / "plan", {}, static_cast<std::size_t>(count),
            {} };
        const Result<std::vector<NextRun>> runs = proposeRuns(wanted, m_bench);
        if (!runs)
            return runs.errors();
        std::vector<std::vector<FieldChange>> settings;
        for (const NextRun &run : *runs)
            settings.push_back(run.settings);
        return settings;
    };
    return { tools, m_catalogue, best, next };
}

Errors refusedExport(const CheckedPlan &plan, const ExportTarget &target,
    const ExportOptions &options, const ExportWorkshop &workshop)
{
    const std::filesystem::path folder = plan.loaded.file.parent_path();
    const ExportTools tools = workshop.tools();
    const auto attempt = [&](const ResolvedPlan &tried) {
        const auto files = exportFiles(tried, folder, target, options, tools);
        return files ? Errors {} : files.errors();
    };
    if (attempt(plan.resolved).empty())
        return {};
    const FrameworkTraits &framework = frameworkTraits(target.frameworkFor(plan.resolved.plan));
    return plan.loaded.placed(
        explainRefusal(plan.resolved, framework, workshop.library(), folder, attempt).causes);
}

Result<const ExportTarget *> chosenExportTarget(const std::string &id)
{
    if (const ExportTarget *target = exportTarget(id))
        return target;
    std::string ids;
    for (const ExportTarget &target : exportTargets())
        ids += (ids.empty() ? "" : " ") + target.id;
    return Error { "export-unknown-target", "--target", { id, ids } };
}

} // namespace headroom
