#pragma once

#include "model/launch/sweep/sweep_export.h"

namespace headroom {

/// Starts one run by its number: bash run_one.sh 3.
std::string runOneScript(const LaunchSpec &spec);
/// All runs after each other on this machine or inside one allocation.
std::string runSweepScript(const LaunchSpec &spec);
/// The same as a Slurm job array, one run at a time.
std::string sweepJob(const LaunchSpec &spec, std::size_t runs, int tasksPerNode);
/// Versions, flags, environment, nodes and topology of one run.
std::string recordScript(const LaunchSpec &spec);
/// Ranks the cases that have run and writes their measurements.csv.
std::string collectScript(const LaunchSpec &spec);

} // namespace headroom
