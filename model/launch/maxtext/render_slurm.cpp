#include "model/launch/common/machine_checks.h"
#include "model/launch/common/preflight.h"
#include "model/launch/common/slurm_job.h"
#include "model/launch/maxtext/maxtext_launch.h"
#include "model/launch/targets/export_targets.h"

#include <fmt/format.h>

namespace headroom {
namespace {

std::string perGpuJob(const LaunchSpec &spec)
{
    return jobHeader(spec, spec.processesPerNode(),
               "One task per GPU (MaxText hardware: gpu_multiprocess), the usual choice.",
               JobKind::Training)
        + jobFolder()
        + "# Every task must see all GPUs of its node: JAX takes the one numbered SLURM_LOCALID, "
          "so\n"
          "# nothing here binds a GPU to a task. JAX finds the coordinator in Slurm's own "
          "variables.\n"
        + jobLogs() + jobStep(spec, "bash \"${HERE}/run.sh\" \"$@\"");
}

std::string perNodeJob(const LaunchSpec &spec)
{
    return jobHeader(spec, 1,
               "One task per node (MaxText hardware: gpu); compare it with one per GPU.",
               JobKind::Training)
        + jobFolder()
        + "address_of() {\n"
          "  getent ahostsv4 \"$1\" | awk 'NR == 1 { print $1 }' || true\n"
          "}\n"
          "FIRST_HOST=\"$(scontrol show hostnames \"${SLURM_JOB_NODELIST}\" | head -n 1)\"\n"
          "JAX_COORDINATOR_IP=\"$(address_of \"${FIRST_HOST}\")\"\n"
          "if [[ -z \"${JAX_COORDINATOR_IP}\" ]]; then\n"
          "  # A node name that no resolver knows may still have an address in Slurm.\n"
          "  JAX_COORDINATOR_IP=\"$(address_of \"$(scontrol show node \"${FIRST_HOST}\" |\n"
          "    sed -n 's/.*NodeAddr=\\([^ ]*\\).*/\\1/p')\")\"\n"
          "fi\n"
          "export JAX_COORDINATOR_IP=\"${JAX_COORDINATOR_IP:?no address for the first node}\"\n"
          "export JAX_COORDINATOR_PORT=\"$((12345 + SLURM_JOB_ID % 4096))\"\n"
          "export NNODES=\"${SLURM_NNODES}\"\n"
          "export NCCL_LAUNCH_MODE=GROUP\n\n"
        + jobLogs()
        + jobStep(spec,
            "bash -c 'export NODE_RANK=\"${SLURM_NODEID}\"; exec bash \"$0\" \"$@\"' \\\n"
            "  \"${HERE}/run.sh\" hardware=gpu \"$@\"");
}

std::string networkJob(const LaunchSpec &spec)
{
    return jobHeader(spec, spec.processesPerNode(),
               "Measures all-reduce bandwidth over all nodes of the job; run it before training.")
        + jobFolder()
        + "FIRST_HOST=\"$(scontrol show hostnames \"${SLURM_JOB_NODELIST}\" | head -n 1)\"\n"
          "export MASTER_ADDR=\"${FIRST_HOST}\"\n"
          "export MASTER_PORT=\"$((20000 + SLURM_JOB_ID % 4096))\"\n"
          "srun --kill-on-bad-exit=1 bash \"${HERE}/check_network.sh\"\n";
}

} // namespace

void renderMaxTextSlurm(const LaunchSpec &spec, ExportDraft &draft)
{
    addJaxRun(spec, MaxTextHardware::GpuPerDevice, FlagSource::Script, draft);
    draft.addScript("job_per_gpu.sbatch", perGpuJob(spec), "Slurm job with one process per GPU");
    draft.addScript("job_per_node.sbatch", perNodeJob(spec), "Slurm job with one process per node");
    draft.addScript("check_network.sbatch", networkJob(spec), "Slurm job around check_network.sh");
    addPreflight(draft, spec);
    tellTimeLimit(spec, draft);
    addMachineChecks(spec, draft);
    addInputCheck(spec, draft);
    draft.howToRun.push_back(
        "`sbatch job_per_gpu.sbatch`, from any directory; add partition, account "
        "and time with sbatch's own options, which win over the file.");
    draft.howToRun.push_back(
        "`sbatch job_per_node.sbatch` runs the same with one process per node; "
        "which is faster depends on model and cluster.");
}

} // namespace headroom
