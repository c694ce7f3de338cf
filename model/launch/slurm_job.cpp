#include "model/launch/slurm_job.h"

#include "model/launch/script_text.h"
#include "model/launch/shell_text.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom {

namespace {

/// Seconds before the time limit at which Slurm wakes the job, enough for a last checkpoint.
/// ASSUMED: writing one takes less
constexpr int noticeSeconds = 300;

bool goesOn(const LaunchSpec &spec)
{
    return spec.plan().job.requeue && !spec.isBenchmark();
}

/// Lines for what the plan says of the scheduler, and nothing for what it leaves open.
std::string schedulerLines(const LaunchSpec &spec, JobKind kind)
{
    const Job &job = spec.plan().job;
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

} // namespace

std::string slurmTime(const LaunchSpec &spec)
{
    constexpr std::int64_t minutesOfAnHour = 60;
    constexpr std::int64_t minutesOfADay = 24 * minutesOfAnHour;
    const double wanted
        = spec.plan().job.timeLimitMinutes.value_or(static_cast<double>(minutesOfAnHour));
    const auto minutes = static_cast<std::int64_t>(std::ceil(wanted));
    const std::string days
        = minutes >= minutesOfADay ? fmt::format("{}-", minutes / minutesOfADay) : std::string {};
    return fmt::format("{}{:02}:{:02}:00", days, minutes % minutesOfADay / minutesOfAnHour,
        minutes % minutesOfAnHour);
}

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
        introductionComment(spec), purpose, slurmTime(spec), schedulerLines(spec, kind));
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
        spec.plan().job.container.empty() ? "" : "\\\n" + containerOptions(spec.plan().job) + "  ",
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
