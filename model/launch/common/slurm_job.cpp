#include "model/launch/common/slurm_job.h"

#include "model/estimate/figure_intervals.h"
#include "model/launch/common/preflight.h"
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

bool savesCheckpoints(const LaunchSpec &spec)
{
    return spec.job().checkpointEverySteps > 0;
}

/// MaxText saves a checkpoint where JAX tells it of a SIGTERM, which goes through srun.
/// @source MaxText 0.2.4, common/checkpointing.py (reached_preemption)
bool savesBySignal(const LaunchSpec &spec)
{
    return spec.isMaxText() && savesCheckpoints(spec);
}

/// How a program hears when it must end: words in front of run.sh's, or a variable. axolotl saves
/// when run.sh tells it, and trains on.
/// @source Megatron-LM core_v0.19.0, training/training.py (exit_duration_in_mins saves and ends);
///   Megatron-Bridge of 2026-08-22, training/train.py; stop_time.py of the exports
struct StopWay
{
    std::string_view target, words;
    bool ends = true; ///< the program ends by itself, once it has saved
};

/// nullptr: the program does not hear it, or saves nothing.
const StopWay *stopWay(const LaunchSpec &spec)
{
    static constexpr StopWay rows[] {
        { "megatron", "set -- --exit-duration-in-mins \"$(((STOP_AT - NOW) / 60))\" \"$@\"\n" },
        { "nemo", "set -- \"train.exit_duration_in_mins=$(((STOP_AT - NOW) / 60))\" \"$@\"\n" },
        { "deepspeed", "export STOP_AT\n" },
        { "hf-trainer", "export STOP_AT\n" },
        { "trl", "export STOP_AT\n" },
        { "torchtitan", "export STOP_AT\n" },
        { "llama-factory", "export STOP_AT\n" },
        { "axolotl", "export STOP_AT\n", false },
    };
    const auto row = std::ranges::find(rows, spec.target, &StopWay::target);
    return savesCheckpoints(spec) && row != std::end(rows) ? row : nullptr;
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
        lines += "#SBATCH --requeue\n"
                 "#SBATCH --open-mode=append\n";
    if (kind == JobKind::Training && (goesOn(spec) || savesBySignal(spec)))
        lines += fmt::format("#SBATCH --signal=B:USR1@{}\n", noticeSeconds);
    return lines;
}

/// Shell lines that name the folders of the container, before srun; nothing without one.
std::string containerMounts(const Job &job)
{
    if (job.container.empty())
        return {};
    return "# What run.sh is told of by variables lies outside of the container as well; pyxis "
           "parts\n"
           "# mounts at commas, and their ends at colons.\n"
           "MOUNTS=\"${HERE}:${HERE},${PWD}:${PWD}\"\n"
           "for PLACE in \"${MEGATRON_DIR:-}\" \"${MODEL:-}\" \"${DATA:-}\" "
           "\"${TRAIN_SCRIPT:-}\" \"${OUT_DIR:-}\" \"${HF_HOME:-}\"; do\n"
           "  if [[ \"${PLACE}\" == /* && \"${PLACE}\" != *[,:]* ]]; then\n"
           "    MOUNTS+=\",${PLACE}:${PLACE}\"\n"
           "  fi\n"
           "done\n";
}

/// Options of srun for the container, as the plugin pyxis reads them.
std::string containerOptions(const Job &job)
{
    if (job.container.empty())
        return {};
    std::string mounts = "\"${MOUNTS}\"";
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
           "  # Slurm shows the arguments after the path.\n"
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

namespace {

/// Lines that let the run save and end by itself before Slurm ends it.
std::string stopLines(const LaunchSpec &spec)
{
    const StopWay *const way = stopWay(spec);
    if (!way)
        return {};
    constexpr int longestNotice = 900; // seconds; ASSUMED: a checkpoint takes less
    return fmt::format("# A while before the time limit the run saves a checkpoint{}.\n"
                       "NOW=\"$(date +%s)\"\n"
                       "END=\"${{SLURM_JOB_END_TIME:-$((NOW + {}))}}\"\n"
                       "NOTICE=\"$(((END - NOW) / 10))\"\n"
                       "STOP_AT=\"$((END - (NOTICE < {} ? NOTICE : {})))\"\n"
                       "{}\n",
        way->ends ? " and ends" : "", jobMinutes(spec, JobKind::Training) * 60, longestNotice,
        longestNotice, way->words);
}

/// What the shell does when Slurm's signal comes.
std::string signalLines(const LaunchSpec &spec)
{
    std::string text = fmt::format(
        "# Slurm says so {} seconds before the time limit: {}. Only a shell that waits hears the\n"
        "# signal.\n"
        "go_on_later() {{\n",
        noticeSeconds,
        goesOn(spec) ? "the job goes back to the queue, and then on\n# from its last checkpoint, "
                       "if it has one"
                     : "the run saves a checkpoint and ends");
    if (savesBySignal(spec))
        text += "  # JAX tells all processes, and MaxText saves at a step on which they agree.\n"
                "  kill -TERM \"${RUN}\" 2>/dev/null || true\n"
                "  for _ in {1..24}; do\n"
                "    kill -0 \"${RUN}\" 2>/dev/null || break\n"
                "    sleep 10\n"
                "  done\n";
    if (goesOn(spec))
        text += "  echo \"the time limit is near: the job goes back to the queue\" >&2\n"
                "  scontrol requeue \"${SLURM_JOB_ID}\"\n";
    else
        text += "  echo \"the time limit is near: sbatch again goes on from the last checkpoint\" "
                ">&2\n";
    return text + "}\n";
}

/// After a run that may have ended because of the limit.
std::string afterStop(const LaunchSpec &spec)
{
    if (const StopWay *const way = stopWay(spec); !way || !way->ends)
        return {};
    return std::string("if (($(date +%s) >= STOP_AT)); then\n")
        + (goesOn(spec) ? "  go_on_later\n"
                        : "  echo \"the time limit was near: sbatch again goes on from the last "
                          "checkpoint\" >&2\n")
        + "fi\n";
}

} // namespace

std::string jobStep(const LaunchSpec &spec, std::string_view command)
{
    // What bash -c gets is for the inner shell to expand.
    const std::string_view silence = command.starts_with("bash -c")
        ? "# NODE_RANK differs from task to task, so it is set inside srun.\n"
          "# shellcheck disable=SC2016\n"
        : "";
    const std::string container = containerOptions(*spec.plan().job);
    const std::string step = fmt::format("{}srun --kill-on-bad-exit=1 {}{}", silence,
        container.empty() ? "" : "\\\n" + container + "  ", command);
    const std::string before
        = containerMounts(*spec.plan().job) + preflightLines(spec, container) + stopLines(spec);
    if (!goesOn(spec) && !savesBySignal(spec))
        return before + step + '\n' + afterStop(spec);
    return before + signalLines(spec)
        + fmt::format("trap go_on_later USR1\n"
                      "{} &\n"
                      "{}"
                      "wait \"$!\"\n",
            step, savesBySignal(spec) ? "RUN=\"$!\"\n" : "")
        + afterStop(spec);
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
