#pragma once

#include "model/launch/launch_spec.h"

#include <string>
#include <string_view>

namespace headroom {

/// Shebang, introduction and #SBATCH lines, which must stand before the first command; Slurm
/// expands no variables in them.
std::string jobHeader(const LaunchSpec &spec, int tasksPerNode, std::string_view purpose);

/// HERE inside a job: Slurm runs a copy of the script, so its own folder is asked for.
std::string jobFolder();

/// LOG_DIR, a folder for each job, and NCCL's log in it.
std::string jobLogs();

/// The step that every task of the job runs, in the plan's container. A job that may be requeued
/// asks for that itself shortly before its time limit.
std::string jobStep(const LaunchSpec &spec, std::string_view command);

/// The plan's time limit as Slurm writes it ("1-12:00:00"), an hour when it has none.
std::string slurmTime(const LaunchSpec &spec);

} // namespace headroom
