#pragma once

#include "model/base/outcome/result.h"
#include "model/estimate/estimator.h"
#include "model/measurement/measured_run.h"
#include "model/runs/facts/run_trace.h"

#include <filesystem>
#include <istream>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// One configuration that was run, prepared once, so that constants can be exchanged quickly.
struct OwnRun
{
    MeasuredRun run;
    Prepared prepared;
    Candidate candidate;
    std::string stack, chip; ///< ids
    Seconds step; ///< median of what was measured; 0: not measured
    Bytes peak; ///< likewise, what `run.memoryIs` says
    Bytes peakAtLeast; ///< of runs that died for want of memory; 0: none did
    Seconds plainStep; ///< predicted by the profiles alone
    Bytes plainPeak; ///< likewise
    std::vector<std::string> ids; ///< of the rows; several for a configuration that was repeated
    std::vector<TermSeconds> terms {}; ///< of a step, from a profile; empty: none was read
};

/// Predicted step time of a run under the constants of a library.
Seconds predictedStep(const OwnRun &run, const StackLibrary &library);

/// Makes measured rows ready. Rows that repeat a configuration become one; weak and repeated ones
/// ("dup_of") are left out, as are those without step time and memory. A run that died for want of
/// memory tells the least that its configuration takes.
std::vector<OwnRun> ownRuns(const std::vector<MeasuredRun> &rows, const Estimator &estimator);

/// The same from a measurement CSV; rows that cannot be compared are added to `left`. Errors:
/// "run-facts-missing" for each row that lacks one where no row can be compared,
/// "measurement-header" where none can for another reason, and those of reading.
Result<std::vector<OwnRun>> readOwnRuns(std::istream &stream, const std::string &name,
    const Estimator &estimator, std::vector<ExcludedRow> *left = nullptr);
/// The same from a file, with the profiles that a project file keeps.
Result<std::vector<OwnRun>> readOwnRuns(const std::filesystem::path &file,
    const Estimator &estimator, std::vector<ExcludedRow> *left = nullptr);

} // namespace headroom
