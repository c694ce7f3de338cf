#include "model/launch/slurm_job.h"

#include "model/launch/script_text.h"

#include <fmt/format.h>

namespace headroom {

std::string jobHeader(const LaunchSpec &spec, int tasksPerNode, std::string_view purpose)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    return fmt::format("#!/usr/bin/env bash\n{4}#\n# {5}\n"
                       "#SBATCH --job-name={0}\n"
                       "#SBATCH --nodes={1}\n"
                       "#SBATCH --ntasks-per-node={2}\n"
                       "#SBATCH --gpus-per-node={3}\n"
                       "#SBATCH --exclusive\n"
                       "#SBATCH --time=01:00:00\n"
                       "#SBATCH --output={0}-%j.out\n"
                       "set -euo pipefail\n\n",
        spec.slug, hardware.nodes, tasksPerNode, hardware.devicesPerNode, introductionComment(spec),
        purpose);
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

} // namespace headroom
