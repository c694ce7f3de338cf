#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/outcome/message.h"
#include "model/estimate/estimator.h"
#include "model/plan/resolved_plan.h"
#include "model/search/collector.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

enum class Objective {
    Throughput, ///< least step time
    Memory, ///< most headroom
    Cost, ///< least USD per 10^12 tokens
    Devices, ///< fewest devices; with a deadline those that reach it
};

/// "throughput", "memory", "cost" or "devices".
const char *objectiveName(Objective objective);
/// Nothing for any other name.
std::optional<Objective> objectiveByName(std::string_view name);

/// The peak's 80 % interval ends below the budget.
inline constexpr double defaultMinFit = 0.9;

struct SearchRequest
{
    Plan plan; ///< fixed settings hold its values; it need not be valid where settings are free
    std::filesystem::path folder; ///< where relative paths of the plan start
    std::vector<std::string> free; ///< paths from settingsByName; see defaultFreeSettings()
    std::size_t top = 10; ///< at least 1
    int threads = 0; ///< 0: as many as the machine has
    Objective objective = Objective::Throughput;
    std::optional<double> deadlineDays;
    double minFit = defaultMinFit; ///< probability of fitting that a recommendation needs, 0 to < 1
    bool isExhaustive = false; ///< no bounds and no shortcuts
    bool wantsCustomRemat = true; ///< refines the best results by per-tensor policies
    /// Whether the plan is one that somebody has, and may be told to keep.
    bool mayKeepPlan = true;
    /// Only what the plan's framework can train: no model whose blocks it lacks.
    bool wantsFiles = true;
    /// Words the place of a broken rule, given the fields that take part in it.
    std::function<std::string(const std::vector<std::string> &)> where;
};

/// One configuration of a result list.
struct SearchRow
{
    std::vector<FieldChange> settings; ///< the free settings; applied to the plan they give the row
    Candidate candidate;
    int variant = 0;
    Estimate estimate; ///< equal to a lone estimate of the settings
    double value = 0; ///< of the objective; smaller is better
    Simplicity simplicity;
    bool isTie = false; ///< cannot be told apart from the first
};

/// Why no configuration qualifies, how close the closest one is, and what would help.
struct NearestMiss
{
    SearchRow row;
    Bytes shortBytes; ///< more than there is; 0 when only the deadline is missed
    double shortDays = 0; ///< beyond the deadline
    struct Remedy
    {
        std::string id; ///< "more-devices", "free-setting", "remat-policy", "optimizer"
        std::vector<FieldChange> changes;
        Seconds step; ///< of the best configuration with it
    };
    std::vector<Remedy> remedies;
};

/// The best configuration of one tuning method, or the one that comes closest to fitting.
struct MethodResult
{
    std::string method; ///< "lora"
    SearchRow row;
    bool fits = false;
};

struct SearchOutcome
{
    SearchCounts counts;
    double seconds = 0; ///< the search alone
    bool wasCancelled = false;
    std::vector<SearchRow> rows;
    std::optional<std::size_t> recommended; ///< a place in `rows`; see recommend()
    bool isKept = false; ///< the recommended one is the plan as it stands
    std::optional<Message> reason; ///< why that one: a clause, or a sentence where it is kept
    std::optional<SearchRow> simplest; ///< what is recommended were the plan not kept
    std::optional<SearchRow> own; ///< the plan as it stands, when it is valid
    std::vector<SearchRow> pareto; ///< no point beats these in both step time and memory
    std::optional<NearestMiss> nearestMiss; ///< when nothing qualifies
    std::vector<MethodResult> methods; ///< one for each tuning method, where that is free
};

struct SearchProgress
{
    SearchCounts counts;
    double seconds = 0; ///< since the start
    std::uint64_t blocksDone = 0, blocks = 0; ///< pieces of the present pass over the space
    std::vector<SearchRow> rows; ///< the best so far
};
/// How fast a search goes.
double evaluationsPerSecond(const SearchCounts &counts, double seconds);

/// Called from the searching thread, a few times a second and first when there is a first result.
using SearchObserver = std::function<void(const SearchProgress &)>;

/// Best configurations of the free settings. Equal requests give equal outcomes (but for `seconds`)
/// whatever the number of threads. Problems: unknown names, settings that contradict each other
/// (the rule that they break), an objective that lacks an input.
Result<SearchOutcome> searchConfigurations(const Estimator &estimator, const SearchRequest &request,
    const SearchObserver &observer = {}, const std::stop_token &stop = {});

} // namespace headroom
