#include "model/launch/maxtext/maxtext_launch.h"

#include "model/launch/common/kernel_tuning.h"
#include "model/launch/common/machine_checks.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/targets/export_targets.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// JAX's own default; written out so that the run uses what the prediction assumes.
constexpr const char *defaultMemoryFraction = "0.75";

void ensure(std::vector<LaunchFlag> &variables, std::string name, std::string value)
{
    for (const LaunchFlag &variable : variables)
        if (variable.name == name)
            return;
    variables.push_back({ std::move(name), std::move(value), FlagCarrier::Environment, {} });
}

std::string pythonCommand(const LaunchSpec &spec, const MaxTextConfig &config)
{
    if (!spec.isMaxText())
        return "# The program and its arguments; it must set dtype, batch and mesh as the plan "
               "says.\n"
               "exec python3 \"${@:?name your program, for example: bash run.sh train.py}\"\n";
    const std::string folder = spec.job().checkpointFolder;
    std::string command
        = folder.empty() ? std::string {} : fmt::format("OUTPUT={}\n", shellQuote(folder));
    command += fmt::format("exec python3 {} \"${{HERE}}/config.yml\" \\\n"
                           "  run_name=\"${{RUN_NAME:-{}}}\" \\\n"
                           "  base_output_directory=\"${{OUT_DIR:-{}}}\" \\\n",
        maxtextTrainer(spec.resolved()), spec.slug, folder.empty() ? "output" : "${OUTPUT}");
    if (!config.commandLine.empty())
        command += "  override_model_config=true \\\n";
    for (const MaxTextSetting &setting : config.commandLine)
        command += "  " + shellQuote(maxtextArgument(setting)) + " \\\n";
    if (!spec.isTpu())
        return command + "  \"$@\"\n";
    return "# What tune_kernels.sh found, such as sa_block_q=1024, one to a line.\n"
           "TUNED=()\n"
           "if [[ -f \"${HERE}/tuned_blocks.txt\" ]]; then\n"
           "  mapfile -t TUNED <\"${HERE}/tuned_blocks.txt\"\n"
           "fi\n"
        + command + "  \"${TUNED[@]}\" \"$@\"\n";
}

/// One process per node finds its peers only when it is told about them; without, every node would
/// train alone and say nothing.
std::string coordinatorBlock(const LaunchSpec &spec, MaxTextHardware hardware)
{
    const int nodes = spec.plan().hardware.nodes;
    if (hardware != MaxTextHardware::GpuPerNode || nodes == 1)
        return {};
    return fmt::format("# One process per node: each needs to know its peers.\n"
                       "export NNODES=\"${{NNODES:-{}}}\"\n"
                       "export NODE_RANK=\"${{NODE_RANK:?rank of this node, 0 to {}}}\"\n"
                       "export JAX_COORDINATOR_IP=\"${{JAX_COORDINATOR_IP:?address of node 0}}\"\n"
                       "export JAX_COORDINATOR_PORT=\"${{JAX_COORDINATOR_PORT:-12345}}\"\n\n",
        nodes, nodes - 1);
}

std::string runScript(
    const LaunchSpec &spec, MaxTextHardware hardware, FlagSource flags, const MaxTextConfig &config)
{
    std::string text = shellStart(spec,
        spec.isMaxText() ? "Trains with MaxText. Arguments are handed on: bash run.sh steps=10"
                         : "Runs a JAX program with the plan's flags and variables.");
    if (spec.isMaxText())
        text += shellFolder() + '\n';
    text += coordinatorBlock(spec, hardware);
    const std::string variables = exportVariables(jaxEnvironment(spec, hardware));
    text += variables;
    if (flags == FlagSource::Script) {
        const std::string xla = flagBlock("XLA_FLAGS", "XLA_FLAG_LIST", spec.xlaFlags);
        const std::string tpu = flagBlock("LIBTPU_INIT_ARGS", "LIBTPU_FLAG_LIST", spec.tpuFlags);
        text += (variables.empty() || (xla + tpu).empty() ? "" : "\n") + xla + tpu;
    }
    if (!text.ends_with("\n\n"))
        text += '\n';
    return text + pythonCommand(spec, config);
}

/// Releases of the TPU compiler are published without a list of what they take.
void addFusionRemark(const LaunchSpec &spec, ExportDraft &draft)
{
    const auto fuses = [](const LaunchFlag &flag) {
        return flag.name == "xla_tpu_enable_async_collective_fusion";
    };
    if (spec.chip().id == "tpu-v5p" && std::ranges::any_of(spec.tpuFlags, fuses))
        draft.note("MaxText's own configurations for v5p fuse collectives with computation as this "
                   "export does (sources of 2026-08-22). A newer libtpu was reported to refuse "
                   "that set on v5p, and no published source says which: when the run stops at "
                   "start-up over xla_tpu_enable_async_collective_fusion, set it and its sisters "
                   "to `default` in the plan's flags, which leaves them out.");
}

void addProfileAdvice(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.isBenchmark())
        draft.note(
            fmt::format("Benchmark: {} steps on one repeated synthetic batch; the profiler is on "
                        "from step {} for {} steps, so take the median of the others.",
                benchmarkSteps, benchmarkProfileStart, benchmarkProfileSteps));
}

} // namespace

std::vector<LaunchFlag> jaxEnvironment(const LaunchSpec &spec, MaxTextHardware hardware)
{
    std::vector<LaunchFlag> variables = spec.environment;
    if (hardware == MaxTextHardware::Tpu)
        return variables;
    ensure(variables, "XLA_PYTHON_CLIENT_MEM_FRACTION", defaultMemoryFraction);
    const bool isNvidia = spec.chip().isNvidia();
    if (isNvidia && spec.plan().attention != AttentionChoice::Unfused
        && spec.framework().cudnnThroughTe)
        ensure(variables, "NVTE_FUSED_ATTN", "1");
    if (isNvidia && hardware == MaxTextHardware::GpuPerNode && spec.plan().hardware.nodes > 1)
        ensure(variables, "NCCL_LAUNCH_MODE", "GROUP");
    return variables;
}

void addJaxRun(
    const LaunchSpec &spec, MaxTextHardware hardware, FlagSource flags, ExportDraft &draft)
{
    MaxTextConfig config;
    if (spec.isMaxText()) {
        config = maxtextConfig(spec, hardware, draft);
        tellMaxTextRun(spec, draft);
        draft.add(
            "config.yml", maxtextYaml(spec, config), "MaxText settings that differ from base.yml");
        draft.note("MaxText needs Python 3.12 or later; python3 is taken from PATH.");
        addProfileAdvice(spec, draft);
        addFusionRemark(spec, draft);
    }
    draft.addScript("run.sh", runScript(spec, hardware, flags, config),
        spec.isMaxText() ? "sets flags and variables and starts MaxText"
                         : "runs your JAX program with the plan's flags");
}

void renderMaxTextGpu(const LaunchSpec &spec, ExportDraft &draft)
{
    addJaxRun(spec, MaxTextHardware::GpuPerNode, FlagSource::Script, draft);
    addMachineChecks(spec, draft);
    addInputCheck(spec, draft);
    const int nodes = spec.plan().hardware.nodes;
    if (nodes == 1)
        draft.howToRun.push_back("`bash run.sh` on the node: one process drives all its GPUs.");
    else
        draft.howToRun.push_back(fmt::format(
            "On each of the {} nodes: `NODE_RANK=… JAX_COORDINATOR_IP=… bash run.sh`, one process "
            "per "
            "node, NODE_RANK from 0 to {}. One process per GPU is what NVIDIA recommends; it needs "
            "a "
            "launcher, which the target maxtext-slurm has.",
            nodes, nodes - 1));
}

void renderMaxTextTpu(const LaunchSpec &spec, ExportDraft &draft)
{
    addJaxRun(spec, MaxTextHardware::Tpu, FlagSource::Script, draft);
    addKernelTuning(spec, draft);
    addInputCheck(spec, draft);
    draft.howToRun.push_back("`bash tune_kernels.sh` on one chip, once, times block sizes of "
                             "attention, forward and backward, and writes the best into "
                             "tuned_blocks.txt, which run.sh reads.");
    draft.howToRun.push_back(spec.plan().hardware.nodes == 1
            ? "`bash run.sh` on every host of the slice at the same time."
            : "`bash run.sh` on every host of every slice at the same time; a launcher such as XPK "
              "(target maxtext-gke) joins the slices.");
}

void addInputCheck(const LaunchSpec &spec, ExportDraft &draft)
{
    if (!spec.isMaxText())
        return;
    std::string text = shellStart(spec,
        "Share of the step that waits for input: the same run on one "
        "repeated batch and on real data.");
    text += shellFolder();
    text += "WORK=\"${WORK:-input-check}\"\n"
            "if [[ $# -eq 0 ]]; then\n"
            "  echo \"usage: bash check_input.sh dataset_type=hf hf_path=DATASET ...\" >&2\n"
            "  exit 2\n"
            "fi\n"
            "mkdir -p -- \"${WORK}\"\n"
            "SHORT=(steps=25 enable_checkpointing=false \"profiler=''\")\n\n"
            "# The same program twice; only the data differs.\n"
            "bash \"${HERE}/run.sh\" \"${SHORT[@]}\" dataset_type=synthetic reuse_example_batch=1 "
            "2>&1 |\n"
            "  tee \"${WORK}/synthetic.log\"\n"
            "bash \"${HERE}/run.sh\" \"${SHORT[@]}\" reuse_example_batch=0 \"$@\" 2>&1 | tee "
            "\"${WORK}/real.log\"\n\n"
            "median() {\n"
            "  sed -n 's/.*completed step: [0-9]*, seconds: \\([0-9.]*\\).*/\\1/p' \"$1\" | tail "
            "-n +6 | sort -g |\n"
            "    awk '{ value[NR] = $1 } END { if (NR) print value[int((NR + 1) / 2)] }'\n"
            "}\n"
            "synthetic=\"$(median \"${WORK}/synthetic.log\")\"\n"
            "real=\"$(median \"${WORK}/real.log\")\"\n"
            "awk -v a=\"${synthetic:?no steps in synthetic.log}\" -v b=\"${real:?no steps in "
            "real.log}\" 'BEGIN {\n"
            "  wait = b > a ? (b - a) / b : 0\n"
            "  printf \"synthetic %.4f s, real data %.4f s: %.1f %% of a step waits for "
            "input\\n\", a, b, 100 * wait\n"
            "  exit wait > 0.03 ? 3 : 0\n"
            "}'\n";
    draft.addScript("check_input.sh", text,
        "measures the share of a step that waits for input (exit 3 above 3 %)");
}

} // namespace headroom
