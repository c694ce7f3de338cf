#pragma once

#include "model/runs/facts/compared_figure.h"
#include "model/runs/facts/compared_term.h"
#include "model/runs/facts/plan_draft.h"
#include "model/runs/operation_verdict.h"

#include "model/library/profiles/profile_library.h"
#include "model/measurement/run_facts.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One run as it is shown and kept: its plan with the origin of each field, and what was measured.
/// What is absent was not measured, or cannot be computed from what is known.
struct RunRecord
{
    std::string id; ///< a slug, unique among the runs of a reading
    std::string format;
    Plan plan;
    std::vector<std::pair<std::string, FieldOrigin>> fields;
    StepStatistics steps; ///< its seconds have a meaning only where stepSeconds is there
    std::optional<double> stepSeconds, stepP10, stepP90;
    std::optional<double> tokensPerSecondPerDevice;
    std::optional<double> peakBytes;
    std::string memoryIs; ///< allocated | reserved | device | compiled; empty: no figure
    std::vector<TermSeconds> terms; ///< of a step, from a profile
    std::vector<ComparedTerm> comparison; ///< of them with the estimate, where somebody asked
    std::optional<CompiledStep> compiled; ///< what a compiler planned
    std::vector<ComparedFigure> compiledFigures; ///< of it with the estimate, where somebody asked
    std::optional<RunCrash> crash; ///< how it ended before its time
    RunSigns signs; ///< what may point at why it was slow
    std::map<std::string, std::string> environment; ///< variables that change speed, and versions
    std::vector<Message> notes;
    std::vector<RunFact> missing {}; ///< what neither the files nor the user's plan say
    std::vector<RunSource> sources; ///< what has steps first

    bool isMeasured() const { return steps.used > 0; }
    std::string source() const { return sources.empty() ? std::string {} : sources.front().file; }
};

struct RunsReading
{
    std::vector<RunRecord> runs;
    std::vector<OperationSample> operations;
    std::vector<KitMachine> machines {}; ///< that they were measured on, by the measuring kit
    std::vector<OperationVerdict> verdicts {}; ///< on them, where somebody asked
    std::vector<Unrecognised> unrecognised;
    std::int64_t unrecognisedCount = 0;

    bool isEmpty() const { return runs.empty() && operations.empty(); }
};

/// Reads files of any known kind ("-" is standard input) and makes runs of them (FORMULAS §11).
/// Fields that no file tells are those of `base`, where the user names the plan of the runs.
/// `profileSteps`: see TraceCollection.
RunsReading readRuns(const std::vector<std::string> &files, const ProfileLibrary &library,
    const Plan *base, int profileSteps = 0);

/// The same from what was read already.
RunsReading runsOf(TraceCollection traces, const ProfileLibrary &library, const Plan *base);

} // namespace headroom
