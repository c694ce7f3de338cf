#pragma once

#include "model/base/outcome/message.h"
#include "model/estimate/estimator.h"
#include "model/estimate/figure_intervals.h"
#include "model/search/search.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// Devices that a cluster question tries at most unless it says otherwise.
inline constexpr std::int64_t defaultMaxDevices = 16384;

/// Tokens of a step where only a model is named. ASSUMED, what pretraining runs of some billion
/// parameters usually have (Llama 2: 4 million, arXiv 2307.09288 table 19).
inline constexpr std::int64_t typicalBatchTokens = std::int64_t { 1 } << 22;
/// Sequences of this many tokens that make such a step; at least 1.
inline std::int64_t typicalBatch(std::int64_t sequenceLength)
{
    return std::max<std::int64_t>(
        1, typicalBatchTokens / std::max<std::int64_t>(1, sequenceLength));
}

/// "I want to train this model: what do I need?" The plan gives model, workload and framework. Its
/// global batch stays as it is whatever the number of devices; its degrees, micro-batch and remat
/// policy are chosen anew for every machine.
struct ClusterRequest
{
    Plan plan; ///< names its training tokens
    std::filesystem::path folder; ///< where relative paths of the plan start
    std::vector<std::string> chips; ///< ids of chips or machines; empty: all chips with a price
    std::map<std::string, double> prices; ///< USD per device-hour by chip; else the profile's
    std::int64_t maxDevices = defaultMaxDevices;
    std::optional<double> deadlineDays; ///< failures and checkpoints included
    std::optional<double> budget; ///< USD
    double minFit = defaultMinFit; ///< probability of fitting that every plan has
    int threads = 0; ///< 0: as many as the machine has
    bool isExhaustive = false; ///< no bounds: every valid plan is evaluated
};

/// The fastest plan of one machine that fits.
struct ClusterPoint
{
    std::string chip;
    std::int64_t devices = 1;
    Plan plan; ///< valid
    Estimate estimate; ///< equal to a lone estimate of the plan
    FigureInterval days, cost; ///< 80 % intervals
    /// That it finishes in time; 0 without a deadline.
    double deadlineProbability = 0;
    /// No other number of devices of this chip is both sooner and cheaper.
    bool isOnFront = false;

    const RunInterruptions &run() const { return *estimate.run->withFailures; }
};

/// All sizes of one chip, or of one machine type.
struct ClusterChip
{
    std::string id, name;
    double price = 0; ///< USD per device-hour
    std::string priceDate, priceSource; ///< of the profile; empty where the price is the user's
    std::vector<ClusterPoint> points; ///< fewest devices first
    std::vector<std::int64_t> withoutPlan; ///< device counts where no valid plan fits surely
    std::optional<Error> refusal; ///< why the chip cannot run this at all
    bool isSolved = false; ///< else the question was cancelled before its last machine
    std::string accelerator {}; ///< the chip; equal to `id` unless that is a machine type
};

/// Which point a deadline or a budget leads to.
struct ClusterChoice
{
    std::size_t chip = 0, point = 0; ///< places in ClusterOutcome::chips and its points
    bool keepsLimits = false; ///< else it comes closest
    Message reason;
};

struct ClusterOutcome
{
    std::vector<ClusterChip> chips; ///< in the order of the request
    std::optional<ClusterChoice> recommended; ///< nothing where no machine has a plan
    SearchCounts counts;
    double seconds = 0;
    bool wasCancelled = false;
};

/// How far a question is.
struct ClusterProgress
{
    std::size_t done = 0, machines = 0;
    /// The chip whose last machine has just been solved; else null. It lives as long as the call.
    const ClusterChip *finished = nullptr;
};

/// Called from one of the searching threads, after each machine; never from two at once.
using ClusterObserver = std::function<void(const ClusterProgress &)>;

/// For every chip and every machine size up to `maxDevices` the fastest plan, with days and cost.
/// Equal requests give equal outcomes (but for `seconds`) whatever the number of threads. A thread
/// solves one chip after the other, so that the observer hears of each as soon as may be. Problems:
/// unknown chips, a price or the training tokens missing.
Result<ClusterOutcome> clusterOptions(const Estimator &estimator, const ClusterRequest &request,
    const ClusterObserver &observer = {}, const std::stop_token &stop = {});

/// The point that the limits of a request lead to: with a deadline the cheapest that keeps all
/// limits, with a budget alone the soonest. Where none keeps them: the soonest for a deadline that
/// is missed, the cheapest for a budget. Without a limit the cheapest of all; nothing where no
/// machine has a plan.
std::optional<ClusterChoice> recommendedMachine(
    const ClusterRequest &request, const std::vector<ClusterChip> &chips);

} // namespace headroom
