#pragma once

#include "model/estimate/estimate.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/resolved_plan.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace headroom {

class FlagCatalogue;
class ReleaseTable;
struct ChoiceRequest;
struct ClusterOutcome;
struct ClusterProgress;
struct ClusterRequest;
struct ExportOptions;
struct ExportPreview;
struct ExportTarget;
struct FlagEffects;
struct MeasuredThroughput;
struct PlanIntake;
struct PlanTables;
struct SearchOutcome;
struct SearchProgress;
struct SearchReasons;
struct SearchRequest;
struct Timeline;
struct TuneChoice;
struct TuneOutcome;
struct TuneQuestion;
struct Validation;

/// What the window needs from the model library. app/ fills it; tests fill it with what they need.
struct PlanServices
{
    const ProfileLibrary *library = nullptr;
    std::function<Estimate(const ResolvedPlan &)> estimate;
    /// Its plain figures alone, for the many plans that are only compared with the one at hand.
    std::function<Estimate(const ResolvedPlan &)> figures;
    std::function<std::vector<Derivation>(const ResolvedPlan &)> explain;
    /// Tables beside the estimate: dimensions, axes, policies, network, kinds of operations.
    std::function<PlanTables(const ResolvedPlan &)> tables;
    /// One step as scheduled events.
    std::function<Timeline(const ResolvedPlan &)> timeline;
    /// What the effective flags of a plan do.
    std::function<FlagEffects(const ResolvedPlan &)> flagEffects;
    /// Loaded when first asked for; null when it cannot be read.
    std::function<std::shared_ptr<const FlagCatalogue>()> flags;
    /// Which releases go together; null when the table cannot be read.
    std::function<std::shared_ptr<const ReleaseTable>()> releases;
    /// The plan that logs, configurations, scripts and sentences tell of, with the user's answers
    /// to what none of them tells; safe to call from a worker thread.
    std::function<PlanIntake(
        const std::vector<std::string> &files, const std::map<std::string, std::string> &answers)>
        intake;
    /// What the files of a run could be; safe to call from a worker thread.
    std::function<TuneOutcome(const TuneQuestion &)> tune;
    /// The files with those changes that are wanted; safe to call from a worker thread.
    std::function<TuneChoice(const ChoiceRequest &)> choose;
    /// All files of an export, and what is to be said of it; `folder` is where relative paths of
    /// the plan start.
    std::function<Result<ExportPreview>(const ResolvedPlan &plan,
        const std::filesystem::path &folder, const ExportTarget &target,
        const ExportOptions &options)>
        previewExport;
    /// What a measured step time means for the plan.
    std::function<MeasuredThroughput(const ResolvedPlan &, double seconds)> measured;
    /// Predicts every run of a CSV; safe to call from a worker thread.
    std::function<Result<Validation>(const std::filesystem::path &csv)> validate;
    /// Best configurations of a request; safe to call from a worker thread, which also gets the
    /// progress.
    std::function<Result<SearchOutcome>(const SearchRequest &,
        const std::function<void(const SearchProgress &)> &progress, std::stop_token stop)>
        search;
    /// What a model can be trained on, and for how much; safe to call from a worker thread. The
    /// progress comes from several, one at a time.
    std::function<Result<ClusterOutcome>(const ClusterRequest &,
        const std::function<void(const ClusterProgress &)> &progress, std::stop_token stop)>
        cluster;
    /// Why its results are what they are; safe to call from a worker thread. Prices of held
    /// settings need a search each and are left out unless wanted.
    std::function<SearchReasons(
        const SearchRequest &, const SearchOutcome &, bool wantsPrices, std::stop_token stop)>
        searchReasons;
};

} // namespace headroom
