#pragma once

#include "model/advice/remedy_moves.h"
#include "model/estimate/change.h"
#include "model/estimate/estimator.h"
#include "model/intake/plan_intake.h"
#include "model/sources/lint_files.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What a better run is.
enum class TuneObjective { Throughput, Memory, Cost };

/// What `tune` is asked.
struct TuneQuestion
{
    std::vector<NamedText> files; ///< of one run
    std::string log; ///< file of a log of the run; empty: none
    std::string chip; ///< id of a hardware profile; empty: the files say
    std::optional<int> nodes;
    TuneObjective objective = TuneObjective::Throughput;
    bool allowsNumerics = false; ///< other formats of numbers
    bool allowsWork = false; ///< another batch, other lengths, adapters
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

    /// Share of the step that the hunks save; negative where they cost time.
    double gain() const;
};

/// Share of a step from which `--check` objects. ASSUMED, as layout-wastes: less is within the
/// error of most estimates.
inline constexpr double checkedGain = 0.05;

/// Reads the files into a plan, and changes them so that reading them again gives the best plan
/// that the files can say, by the ladder of remedies: layout alone unless more is allowed. The
/// global batch stays unless work is. Each change is kept only where the changed files read back
/// as the plan that was meant.
TuneOutcome tuneFiles(const TuneQuestion &question, const Estimator &estimator);

} // namespace headroom
