#pragma once

#include "model/launch/sweep/sweep_cases.h"

namespace headroom {

struct SweepOptions
{
    int repetitions = 3; ///< of every case
    unsigned seed = 1; ///< of the order inside a repetition
};

/// One start of one case.
struct SweepRun
{
    int number = 1;
    std::string caseId;
    std::string directory; ///< "003-c02-268435456"
};

/// The order of runs: the baseline first, after every repetition and so last; inside a repetition
/// the cases in an order that the seed fixes.
std::vector<SweepRun> sweepOrder(const Sweep &sweep, const SweepOptions &options);

/// A sweep as it was written: cases that the target cannot tell from the baseline are not in it.
struct SweepExport
{
    Sweep sweep;
    std::vector<ExportFile> files;
};

/// All files of a sweep: one folder per case with the target's own files, the manifest, a shell
/// loop and a Slurm job array over the runs, and the program that collects results. Errors of any
/// case name it; targets that do not start by run.sh are refused.
Result<SweepExport> sweepFiles(const Sweep &sweep, const ResolvedPlan &plan,
    const std::filesystem::path &folder, const ExportTarget &target, const SweepOptions &options,
    const ExportTools &tools);

/// One row of the measurement CSV for a plan, by column; figures that only a run gives are missing.
std::vector<std::pair<std::string, std::string>> measurementRow(const LaunchSpec &spec);
/// All columns of the measurement CSV, in order.
std::span<const char *const> measurementColumns();

} // namespace headroom
