#include "model/launch/common/slurm_job.h"

#include "model/estimate/figure_intervals.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// Seconds before the time limit at which Slurm wakes the job, enough for a last checkpoint.
/// ASSUMED: writing one takes less
constexpr int noticeSeconds = 300;

bool goesOn(const LaunchSpec &spec)
{
    return spec.plan().job->requeue && !spec.isBenchmark();
}

/// Lines for what the plan says of the scheduler, and nothing for what it leaves open.
std::string schedulerLines(const LaunchSpec &spec, JobKind kind)
{
    const Job &job = *spec.plan().job;
    std::string lines;
    if (!job.partition.empty())
        lines += fmt::format("#SBATCH --partition={}\n", job.partition);
    if (!job.account.empty())
        lines += fmt::format("#SBATCH --account={}\n", job.account);
    if (kind == JobKind::Training && goesOn(spec))
        lines += fmt::format("#SBATCH --requeue\n"
                             "#SBATCH --open-mode=append\n"
                             "#SBATCH --signal=B:USR1@{}\n",
            noticeSeconds);
    return lines;
}

/// Options of srun for the container, as the plugin pyxis reads them.
std::string containerOptions(const Job &job)
{
    if (job.container.empty())
        return {};
    // One word; pyxis parts its mounts at commas and their ends at colons.
    std::string mounts = "\"${HERE}:${HERE},${PWD}:${PWD}\"";
    for (const std::string &path : { job.dataPath, job.checkpointFolder, job.tokenizer })
        if (path.starts_with('/') && path.find_first_of("*?,:") == std::string::npos)
            mounts += fmt::format(",{0}:{0}", shellQuote(path));
    return fmt::format("  --container-image={} \\\n"
                       "  --container-mounts={} \\\n"
                       "  --container-workdir=\"${{PWD}}\" \\\n",
        shellQuote(job.container), mounts);
}

constexpr std::int64_t minutesOfAnHour = 60;
constexpr std::int64_t minutesOfADay = 24 * minutesOfAnHour;

/// What a training run takes by the 90 % end of its estimate, failures counted, as whole hours;
/// nothing where the plan names no end.
std::optional<std::int64_t> minutesOfRun(const LaunchSpec &spec)
{
    const std::optional<Estimate> &prediction = spec.request->prediction;
    if (spec.isBenchmark() || !prediction || !prediction->run)
        return std::nullopt;
    constexpr double hoursOfADay = 24;
    constexpr double hoursOfAYear = 366 * hoursOfADay; // more than any scheduler takes
    const double hours = std::ceil(calendarRun(*prediction).daysEnds.high * hoursOfADay);
    return static_cast<std::int64_t>(std::clamp(hours, 1.0, hoursOfAYear)) * minutesOfAnHour;
}

/// Minutes of a job: what the plan says, else those of the run, an hour where its end is not known,
/// and no more than the queue takes.
std::int64_t jobMinutes(const LaunchSpec &spec, JobKind kind)
{
    const Job &job = *spec.plan().job;
    if (job.timeLimitMinutes)
        return static_cast<std::int64_t>(std::ceil(*job.timeLimitMinutes));
    std::int64_t minutes = minutesOfAnHour;
    if (kind == JobKind::Training)
        minutes = minutesOfRun(spec).value_or(minutes);
    if (job.queueLimitMinutes)
        minutes = std::min(minutes, static_cast<std::int64_t>(std::floor(*job.queueLimitMinutes)));
    return minutes;
}

/// As Slurm writes it: "1-12:00:00".
std::string slurmTime(std::int64_t minutes)
{
    const std::string days
        = minutes >= minutesOfADay ? fmt::format("{}-", minutes / minutesOfADay) : std::string {};
    return fmt::format("{}{:02}:{:02}:00", days, minutes % minutesOfADay / minutesOfAnHour,
        minutes % minutesOfAnHour);
}

} // namespace

std::string jobHeader(
    const LaunchSpec &spec, int tasksPerNode, std::string_view purpose, JobKind kind)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    const bool isHost = kind == JobKind::Host;
    return fmt::format("#!/usr/bin/env bash\n{4}#\n# {5}\n"
                       "#SBATCH --job-name={0}\n"
                       "#SBATCH --nodes={1}\n"
                       "#SBATCH --ntasks-per-node={2}\n"
                       "{3}"
                       "#SBATCH --exclusive\n"
                       "#SBATCH --time={6}\n"
                       "{7}"
                       "#SBATCH --output={0}-%j.out\n"
                       "set -euo pipefail\n\n",
        spec.slug, isHost ? 1 : hardware.nodes, tasksPerNode,
        isHost ? std::string {}
               : fmt::format("#SBATCH --gpus-per-node={}\n", spec.processesPerNode()),
        introductionComment(spec), purpose, slurmTime(jobMinutes(spec, kind)),
        schedulerLines(spec, kind));
}

void tellTimeLimit(const LaunchSpec &spec, ExportDraft &draft)
{
    const Job &job = *spec.plan().job;
    if (job.timeLimitMinutes || spec.isBenchmark())
        return;
    const std::string limit = slurmTime(jobMinutes(spec, JobKind::Training));
    const auto whole = minutesOfRun(spec);
    if (!whole)
        return draft.note(fmt::format(
            "The Slurm job ends after {}: the plan names no training tokens, so that the "
            "end of the run is not known. `job.time_limit_minutes` sets another limit.",
            limit));
    if (!job.queueLimitMinutes || static_cast<double>(*whole) <= *job.queueLimitMinutes)
        return draft.note(fmt::format(
            "The Slurm job ends after {}, the 90 % end of the estimate of the whole run. "
            "`job.time_limit_minutes` sets another limit.",
            limit));
    draft.note(fmt::format(
        "The Slurm job ends after {}, the queue's limit, and the run may take {}: {}.", limit,
        slurmTime(*whole),
        job.requeue ? "it goes back to the queue and on from its last checkpoint"
                    : "`job.requeue` and `job.checkpoint_every_steps` of the plan make it go on"));
}

std::string jobFolder()
{
    return "# Slurm runs a copy of this file: the folder of the export is asked for.\n"
           "HERE=\"${HEADROOM_DIR:-}\"\n"
           "if [[ -z \"${HERE}\" ]]; then\n"
           "  # Every task of an array has the same command: the first line will do.\n"
           "  JOB=\"$(scontrol show job \"${SLURM_JOB_ID}\")\"\n"
           "  COMMAND=\"$(sed -n '/^ *Command=/{s///p;q;}' <<<\"${JOB}\")\"\n"
           "  # Slurm shows the arguments behind the path.\n"
           "  while [[ ! -f \"${COMMAND}\" && \"${COMMAND}\" == *' '* ]]; do\n"
           "    COMMAND=\"${COMMAND% *}\"\n"
           "  done\n"
           "  HERE=\"$(dirname -- \"${COMMAND}\")\"\n"
           "fi\n"
           "if [[ ! -f \"${HERE}/run.sh\" ]]; then\n"
           "  HERE=\"${SLURM_SUBMIT_DIR}\"\n"
           "fi\n"
           "if [[ ! -f \"${HERE}/run.sh\" ]]; then\n"
           "  echo \"run.sh not found: submit with HEADROOM_DIR=/path/of/this/folder\" >&2\n"
           "  exit 2\n"
           "fi\n\n";
}

std::string jobLogs()
{
    return "LOG_DIR=\"${LOG_DIR:-${PWD}/logs/${SLURM_JOB_ID}}\"\n"
           "mkdir -p -- \"${LOG_DIR}\"\n"
           "export NCCL_DEBUG=\"${NCCL_DEBUG:-WARN}\"\n"
           "export NCCL_DEBUG_FILE=\"${NCCL_DEBUG_FILE:-${LOG_DIR}/nccl-%h-%p.log}\"\n\n";
}

std::string jobStep(const LaunchSpec &spec, std::string_view command)
{
    // What bash -c gets is for the inner shell to expand.
    const std::string_view silence
        = command.starts_with("bash -c") ? "# shellcheck disable=SC2016\n" : "";
    const std::string step = fmt::format("{}srun --kill-on-bad-exit=1 {}{}", silence,
        spec.plan().job->container.empty() ? ""
                                           : "\\\n" + containerOptions(*spec.plan().job) + "  ",
        command);
    if (!goesOn(spec))
        return step + '\n';
    return fmt::format(
        "# Slurm says so {} seconds before the time limit: the job goes back to the "
        "queue, and then on\n"
        "# from its last checkpoint, if it has one. Only a shell that waits hears the signal.\n"
        "go_on_later() {{\n"
        "  echo \"the time limit is near: the job goes back to the queue\" >&2\n"
        "  scontrol requeue \"${{SLURM_JOB_ID}}\"\n"
        "}}\n"
        "trap go_on_later USR1\n"
        "{} &\n"
        "wait \"$!\"\n",
        noticeSeconds, step);
}

void addPhaseJob(const LaunchSpec &spec, std::span<const JobPhase> phases, ExportDraft &draft)
{
    std::string text = jobHeader(spec, spec.processesPerNode(),
                           "One task per GPU; the scripts run one after the other.")
        + jobFolder() + jobLogs();
    for (const JobPhase &phase : phases)
        text += fmt::format("{}bash \"${{HERE}}/{}\"{}\n",
            phase.isEverywhere ? "srun --kill-on-bad-exit=1 " : "", phase.script,
            phase.isEverywhere ? " \"$@\"" : "");
    draft.addScript("job.sbatch", text, "Slurm job around these scripts, one process per GPU");
}

} // namespace headroom
