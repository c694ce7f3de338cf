#pragma once

#include "model/advice/remedies.h"
#include "model/estimate/change.h"
#include "model/estimate/estimator.h"
#include "model/intake/plan_intake.h"
#include "model/sources/lint_files.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What a better run is: a shorter step, less memory, fewer dollars a token, or fewer devices, on
/// which the step is as short as it can be.
enum class TuneObjective { Throughput, Memory, Cost, Devices };

/// What `tune` is asked.
struct TuneQuestion
{
    std::vector<NamedText> files; ///< of one run
    /// File of a log of the run; empty: none. It tells what the files leave open, and its step time
    /// corrects the figures.
    std::string log {};
    std::string chip {}; ///< id of a hardware profile; empty: the files say
    std::optional<int> nodes {};
    TuneObjective objective = TuneObjective::Throughput;
    bool allowsNumerics = false; ///< other formats of numbers
    bool allowsWork = false; ///< another batch, other lengths, adapters
    IntakeAnswers answers {}; ///< to what no file tells
};

/// What a log of the run says of its step.
struct LoggedStep
{
    Seconds step; ///< median
    Seconds predicted; ///< of the plan that the log shows, before the correction
};

/// A change of the plan that lines of the files stand for.
struct TuneHunk
{
    std::string file;
    std::size_t line = 1; ///< of the user's file, 1-based
    PlanMove set;
    PlanChange change; ///< against the plan before this hunk
    double fitProbability = 0; ///< with it
    Message reason;
    bool reshards = false; ///< checkpoints lie otherwise after it
};

inline constexpr TuneObjective tuneObjectives[] { TuneObjective::Throughput, TuneObjective::Memory,
    TuneObjective::Cost, TuneObjective::Devices };
/// "throughput", "memory", "cost" or "devices".
const char *tuneObjectiveName(TuneObjective objective);

/// What the files are and what they could be.
struct TuneOutcome
{
    bool hasRead = false; ///< the files tell a plan
    std::vector<MissingField> missing; ///< not empty: nothing was tuned
    Errors problems; ///< rules that the files break; not empty: nothing was tuned
    std::vector<NamedText> after; ///< the files as they should be, in their order
    std::vector<TuneHunk> hunks; ///< in the order in which the plan changes
    Plan before, plan; ///< that the files are, and are to be
    std::optional<Estimate> now, then;
    std::optional<LoggedStep> measured; ///< by the log; figures are corrected by it
    /// What would help where the files, changed or not, do not fit, though they cannot say it.
    std::optional<Remedies> beyond;

    /// Share of what the objective counts that the hunks save; negative where they cost some.
    double gain = 0;
};

/// Share of the objective from which `--check` objects. ASSUMED, as layout-wastes: less is within
/// the error of most estimates.
inline constexpr double checkedGain = 0.05;

/// Reads the files into a plan, and changes them so that reading them again gives the best plan
/// that the files can say, by the ladder of remedies: layout alone unless more is allowed. The
/// global batch stays unless work is. Each change is kept only where the changed files read back
/// as the plan that was meant.
TuneOutcome tuneFiles(const TuneQuestion &question, const Estimator &estimator);

} // namespace headroom
