#include "model/launch/sweep/sweep_scripts.h"

#include "model/launch/common/script_text.h"
#include "model/launch/common/slurm_job.h"

#include <fmt/format.h>

namespace headroom {

std::string runOneScript(const LaunchSpec &spec)
{
    return shellStart(spec,
               "One run of the sweep: bash run_one.sh NUMBER. A run that is done is not repeated; "
               "delete its "
               "folder in results for that.")
        + shellFolder()
        + "NUMBER=\"${1:?number of the run, see runs.txt}\"\n"
          "LINE=\"$(awk -v wanted=\"${NUMBER}\" '$1 == wanted' \"${HERE}/runs.txt\")\"\n"
          "read -r _ DIRECTORY CASE TASKS EXTRA <<<\"${LINE:?no run ${NUMBER} in runs.txt}\"\n"
          "RESULT=\"${HERE}/results/${DIRECTORY}\"\n"
          "if [[ -f \"${RESULT}/status\" ]]; then\n"
          "  echo \"run ${NUMBER} (${CASE}) is done\"\n"
          "  exit 0\n"
          "fi\n"
          "mkdir -p -- \"${RESULT}\"\n"
          "export OUT_DIR=\"${RESULT}/output\" RUN_NAME=\"run-${DIRECTORY}\"\n"
          "ARGUMENTS=()\n"
          "if [[ \"${EXTRA}\" != - ]]; then ARGUMENTS=(\"${EXTRA}\"); fi\n\n"
          "STATUS=0\n"
          "if [[ -n \"${SLURM_JOB_ID:-}\" ]]; then\n"
          "  MASTER_ADDR=\"$(scontrol show hostnames \"${SLURM_JOB_NODELIST}\" | head -n 1)\"\n"
          "  export MASTER_ADDR MASTER_PORT=\"$((20000 + SLURM_JOB_ID % 4096))\" "
          "NNODES=\"${SLURM_NNODES}\"\n"
          "  if [[ \"${TASKS}\" == 1 ]]; then\n"
          "    JAX_COORDINATOR_IP=\"$(getent ahostsv4 \"${MASTER_ADDR}\" | awk 'NR == 1 { print $1 "
          "}' || true)\"\n"
          "    export JAX_COORDINATOR_IP JAX_COORDINATOR_PORT=\"$((12345 + SLURM_JOB_ID % "
          "4096))\"\n"
          "  fi\n"
          "  bash \"${HERE}/record.sh\" >\"${RESULT}/environment.txt\" 2>&1 || true\n"
          "  # shellcheck disable=SC2016\n"
          "  srun --ntasks-per-node=\"${TASKS}\" --kill-on-bad-exit=1 \\\n"
          "    bash -c 'export NODE_RANK=\"${SLURM_NODEID}\"; exec bash \"$0\" \"$@\"' \\\n"
          "    \"${HERE}/cases/${CASE}/run.sh\" \"${ARGUMENTS[@]}\" >\"${RESULT}/log.txt\" 2>&1 || "
          "STATUS=$?\n"
          "else\n"
          "  bash \"${HERE}/record.sh\" >\"${RESULT}/environment.txt\" 2>&1 || true\n"
          "  bash \"${HERE}/cases/${CASE}/run.sh\" \"${ARGUMENTS[@]}\" >\"${RESULT}/log.txt\" 2>&1 "
          "|| STATUS=$?\n"
          "fi\n"
          "echo \"${STATUS}\" >\"${RESULT}/status\"\n"
          "echo \"run ${NUMBER} (${CASE}) ended with ${STATUS}\"\n"
          "exit \"${STATUS}\"\n";
}

std::string runSweepScript(const LaunchSpec &spec)
{
    return shellStart(spec,
               "All runs in order, one after the other; a failing run does not end the sweep.")
        + shellFolder()
        + "FAILED=0\n"
          "while read -r NUMBER _; do\n"
          "  if ! bash \"${HERE}/run_one.sh\" \"${NUMBER}\" </dev/null; then FAILED=$((FAILED + "
          "1)); fi\n"
          "done <\"${HERE}/runs.txt\"\n"
          "echo \"${FAILED} run(s) failed\"\n"
          "bash \"${HERE}/collect.sh\"\n";
}

std::string sweepJob(const LaunchSpec &spec, std::size_t runs, int tasksPerNode)
{
    std::string text = jobHeader(spec, tasksPerNode,
        "The runs as a job array, one at a time and in order: two at once would disturb each "
        "other.");
    const std::string mark = "set -euo pipefail\n";
    text.replace(text.find(mark), 0, fmt::format("#SBATCH --array=1-{}%1\n", runs));
    std::string folder = jobFolder();
    for (std::size_t place = 0; (place = folder.find("run.sh", place)) != std::string::npos;
         place += 10)
        folder.replace(place, 6, "run_one.sh");
    return text + folder + "exec bash \"${HERE}/run_one.sh\" \"${SLURM_ARRAY_TASK_ID}\"\n";
}

std::string recordScript(const LaunchSpec &spec)
{
    return shellStart(
               spec, "What this run ran on: versions, flags, environment, nodes and topology.")
        + "echo \"# versions\"\n"
          "python3 --version || true\n"
          "python3 -m pip list --format=freeze 2>/dev/null | grep -i -E "
          "'^(jax|jaxlib|libtpu|maxtext|torch|torchtitan|transformer.engine|deepspeed|transformers|"
          "nvidia-)' || true\n"
          "echo \"# environment\"\n"
          "env | grep -E '^(XLA|JAX|LIBTPU|TF_CPP|NCCL|CUDA|NVTE|TORCH|PYTORCH|SLURM)' | sort || "
          "true\n"
          "echo \"# nodes\"\n"
          "if [[ -n \"${SLURM_JOB_NODELIST:-}\" ]]; then scontrol show hostnames "
          "\"${SLURM_JOB_NODELIST}\"; else uname -n; fi\n"
          "echo \"# topology\"\n"
          "if command -v scontrol >/dev/null; then scontrol show topology 2>/dev/null || true; fi\n"
          "for tool in nvidia-smi rocm-smi; do\n"
          "  if ! command -v \"${tool}\" >/dev/null; then continue; fi\n"
          "  if [[ \"${tool}\" == nvidia-smi ]]; then\n"
          "    nvidia-smi --query-gpu=index,name,driver_version,clocks.max.sm,power.limit "
          "--format=csv || true\n"
          "    nvidia-smi topo -m || true\n"
          "  else\n"
          "    rocm-smi --showtopo || true\n"
          "  fi\n"
          "done\n";
}

std::string collectScript(const LaunchSpec &spec)
{
    return shellStart(spec, "Ranks the cases of the sweep and writes measurements.csv.")
        + shellFolder() + "exec python3 \"${HERE}/collect.py\" \"$@\" \"${HERE}\"\n";
}

} // namespace headroom
