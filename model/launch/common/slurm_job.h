#pragma once

#include "model/launch/common/launch_spec.h"

#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Whether a job trains by jobStep, and so may go back to the queue, does something once, or does
/// it on one node without devices.
enum class JobKind { Once, Training, Host };

/// Shebang, introduction and #SBATCH lines, which must stand before the first command; Slurm
/// expands no variables in them.
std::string jobHeader(const LaunchSpec &spec, int tasksPerNode, std::string_view purpose,
    JobKind kind = JobKind::Once);

/// Whence the time limit of a training job comes, for the README, unless the plan sets it.
void tellTimeLimit(const LaunchSpec &spec, ExportDraft &draft);

/// HERE inside a job: Slurm runs a copy of the script, so its own folder is asked for.
std::string jobFolder();

/// LOG_DIR, a folder for each job, and NCCL's log in it.
std::string jobLogs();

/// The step that every task of the job runs, in the plan's container. A job that may be requeued
/// asks for that itself shortly before its time limit.
std::string jobStep(const LaunchSpec &spec, std::string_view command);

/// One script of a job of several, and whether every task runs it or the first node alone.
struct JobPhase
{
    const char *script;
    bool isEverywhere;
};

/// Adds job.sbatch with one task per GPU: the scripts one after the other.
void addPhaseJob(const LaunchSpec &spec, std::span<const JobPhase> phases, ExportDraft &draft);

} // namespace headroom
