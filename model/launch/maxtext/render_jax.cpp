#include "model/launch/common/kernel_tuning.h"
#include "model/launch/common/machine_checks.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/maxtext/maxtext_launch.h"
#include "model/launch/targets/export_targets.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

std::vector<LaunchFlag> variablesOf(const LaunchSpec &spec)
{
    return jaxEnvironment(
        spec, spec.isTpu() ? MaxTextHardware::Tpu : MaxTextHardware::GpuPerDevice);
}

std::string preambleShell(const LaunchSpec &spec)
{
    std::string text = introductionComment(spec);
    text = "# shellcheck shell=bash\n" + text
        + "#\n# Source it before a JAX program starts: . ./headroom_env.sh\n"
          "# The variables are read once, when the backend starts; what was set before wins.\n\n";
    text += exportVariables(variablesOf(spec));
    text += flagBlock("XLA_FLAGS", "XLA_FLAG_LIST", spec.xlaFlags);
    text += flagBlock("LIBTPU_INIT_ARGS", "LIBTPU_FLAG_LIST", spec.tpuFlags);
    return text;
}

std::string pythonList(std::string_view name, const std::vector<LaunchFlag> &flags)
{
    std::string text = fmt::format("{} = [\n", name);
    for (const LaunchFlag &flag : flags)
        text += "    " + pythonString(flagWord(flag)) + ",\n";
    return text + "]\n";
}

std::string preamblePython(const LaunchSpec &spec)
{
    std::string text = introductionComment(spec)
        + "#\n# Import it before jax: `import headroom_env`. The variables are read once, when the "
          "backend\n"
          "# starts. What the caller has set already wins.\n"
          "import os\nimport sys\n\n"
          "if \"jax\" in sys.modules:\n"
          "    raise RuntimeError(\"import headroom_env before jax: XLA reads its flags only "
          "once\")\n\n";
    text += pythonList("XLA_FLAGS", spec.xlaFlags);
    text += pythonList("LIBTPU_INIT_ARGS", spec.tpuFlags);
    text += "VARIABLES = {\n";
    for (const LaunchFlag &variable : variablesOf(spec))
        text += fmt::format(
            "    {}: {},\n", pythonString(variable.name), pythonString(variable.value));
    text
        += "}\n\n"
           "for name, flags in ((\"XLA_FLAGS\", XLA_FLAGS), (\"LIBTPU_INIT_ARGS\", "
           "LIBTPU_INIT_ARGS)):\n"
           "    if flags:\n"
           "        os.environ[name] = \" \".join(flags + [os.environ.get(name, \"\")]).strip()\n"
           "for name, value in VARIABLES.items():\n"
           "    os.environ.setdefault(name, value)\n\n\n"
           "def start():\n"
           "    \"\"\"Joins the processes of the job; call it before anything touches a "
           "device.\"\"\"\n"
           "    import jax\n\n"
           "    if int(os.environ.get(\"SLURM_NTASKS\", \"1\")) > 1:\n"
           "        jax.distributed.initialize()  # Slurm says who and where, one process per GPU\n"
           "    elif \"JAX_COORDINATOR_ADDRESS\" in os.environ:\n"
           "        jax.distributed.initialize(\n"
           "            os.environ[\"JAX_COORDINATOR_ADDRESS\"],\n"
           "            num_processes=int(os.environ[\"NNODES\"]),\n"
           "            process_id=int(os.environ[\"NODE_RANK\"]),\n"
           "        )\n";
    return text;
}

void adviseMatmulPrecision(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.plan().precision.compute != NumberFormat::Bf16)
        return;
    draft.note("The plan multiplies matrices in bfloat16. A JAX program does that only when "
               "its layers say so (`dtype=jnp.bfloat16` in Flax, or a cast of both operands); "
               "float32 weights stay float32 with `param_dtype=jnp.float32`. A float32 matrix "
               "multiplication runs at the much lower TF32 or float32 rate, and no flag here "
               "changes that.");
}

} // namespace

void renderJax(const LaunchSpec &spec, ExportDraft &draft)
{
    draft.add("headroom_env.sh", preambleShell(spec), "flags and variables, to be sourced");
    draft.add(
        "headroom_env.py", preamblePython(spec), "the same for Python, to be imported before jax");
    draft.addScript("run.sh",
        shellStart(spec,
            "Runs a JAX program with the plan's flags: bash run.sh train.py --its-own-options")
            + shellFolder()
            + "# shellcheck source=/dev/null\n"
              ". \"${HERE}/headroom_env.sh\"\n\n"
              "if [[ $# -eq 0 ]]; then\n"
              "  set -- \"${TRAIN_SCRIPT:?name your program: bash run.sh train.py}\"\n"
              "fi\n"
              "exec python3 \"$@\"\n",
        "runs a JAX program with them");
    addKernelTuning(spec, draft);
    addMachineChecks(spec, draft);
    adviseMatmulPrecision(spec, draft);
    const Plan &plan = spec.plan();
    draft.note(
        fmt::format("Model, batch ({} sequences per step, {} per pass and data-parallel rank) "
                    "and mesh are up to the program; the prediction holds when it follows the "
                    "plan.",
            plan.workload.globalBatchSequences, numberText(plan.parallelism.microBatch)));
    draft.howToRun.push_back("`bash run.sh train.py`, or source `headroom_env.sh`, or `import "
                             "headroom_env` as the first line of the program.");
    draft.howToRun.push_back(
        "`bash tune_kernels.sh` on one device times block sizes of attention and "
        "matmul kernels.");
}

} // namespace headroom
