#include "model/launch/common/preflight.h"

#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/library/architecture/parameter_count.h"
#include "model/plan/job.h"
#include "model/plan/optimizer_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Python packages that a target's program imports, by the names of their distributions.
std::string_view packagesOf(const LaunchSpec &spec)
{
    struct Row
    {
        std::string_view target, packages;
    };
    constexpr Row rows[] { { "megatron", "torch" }, { "nemo", "torch megatron-bridge" },
        { "torchtitan", "torch" }, { "deepspeed", "torch transformers deepspeed" },
        { "hf-trainer", "torch transformers accelerate" }, { "trl", "torch trl" },
        { "axolotl", "torch axolotl" }, { "llama-factory", "torch llamafactory" } };
    const auto row = std::ranges::find(rows, spec.target, &Row::target);
    if (row != std::end(rows))
        return row->packages;
    return spec.framework().runsXla ? "jax" : "torch";
}

/// Bytes of a parameter's fp32 copy in a checkpoint.
constexpr double masterBytes = 4;

} // namespace

Bytes checkpointBytes(const LaunchSpec &spec)
{
    const ResolvedPlan &resolved = spec.resolved();
    const bool isTuned = isAdapted(resolved.plan);
    double parameters = static_cast<double>(countParameters(*resolved.model).total());
    if (isTuned && spec.request->prediction)
        parameters = spec.request->prediction->parametersTrained;
    return Bytes { parameters
        * (masterBytes
            + resolved.optimizer().stateBytesAt(resolved.plan.precision.optimizerState)) };
}

std::string preflightLines(const LaunchSpec &spec, std::string_view container)
{
    std::string words
        = fmt::format("--gpus {} --packages {}", spec.processesPerNode(), packagesOf(spec));
    if (const Job job = spec.job(); job.checkpointEverySteps > 0) {
        const std::int64_t kept = std::max<std::int64_t>(job.keepCheckpoints, 1);
        // One more is being written before the oldest goes.
        const double gib = inGib(checkpointBytes(spec)) * static_cast<double>(kept + 1);
        words += fmt::format(" \\\n    --folder {} --need-gib {:.0f}",
            job.checkpointFolder.empty() ? "\"${PWD}\"" : shellQuote(job.checkpointFolder),
            std::ceil(gib));
    }
    return fmt::format(
        "# GPUs, packages, network and disk of each node, in one line; PREFLIGHT=0 leaves it out.\n"
        "if [[ \"${{PREFLIGHT:-1}}\" != 0 ]]; then\n"
        "  if ! REPORT=\"$(srun --nodes=\"${{SLURM_NNODES}}\" --ntasks=\"${{SLURM_NNODES}}\" "
        "--ntasks-per-node=1 \\\n"
        "{0}    python3 \"${{HERE}}/preflight.py\" {1})\"; then\n"
        "    echo \"${{REPORT}}\" >&2\n"
        "    echo \"pre-flight: not all of ${{SLURM_NNODES}} nodes are ready; PREFLIGHT=0 starts "
        "all the same\" >&2\n"
        "    exit 3\n"
        "  fi\n"
        "  echo \"pre-flight: ${{SLURM_NNODES}} nodes ready; ${{REPORT%%$'\\n'*}}\"\n"
        "fi\n\n",
        container, words);
}

void addPreflight(ExportDraft &draft, const LaunchSpec &spec)
{
    draft.addScript("preflight.py", introducedScript(spec, "preflight.py"),
        "what a job asks each node before it trains (exit 3: something is missing)");
}

} // namespace headroom
