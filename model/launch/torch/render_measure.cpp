#include "model/base/document/document.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/slurm_job.h"
#include "model/launch/common/torch_launch.h"
#include "model/launch/targets/export_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
/// Messages of collectives: from where latency counts alone to where bandwidth does.
constexpr double minMessage = 64 * 1024, minLargestMessage = 256 * mebibyte,
                 maxMessage = 4096 * mebibyte;
/// Far beyond the caches of any chip, and a second's work for no link.
constexpr double copyBytes = 1024 * mebibyte, hostBytes = 256 * mebibyte;

/// The word of measure.py for operands of so many bytes.
std::string formatOf(Bytes element, NumberFormat compute)
{
    constexpr NumberFormat wide = NumberFormat::Fp32, usual = NumberFormat::Bf16;
    return element >= elementBytes(wide) ? nameOf(wide)
        : element < elementBytes(usual)  ? "fp8"
                                         : nameOf(compute == wide ? usual : compute);
}

std::int64_t whole(double value)
{
    return std::max<std::int64_t>(std::llround(value), 1);
}

Document gemmMembers(const std::string &name, const Gemm &gemm, NumberFormat compute)
{
    return Document::mapping(
        { { "name", name }, { "m", whole(gemm.m) }, { "k", whole(gemm.k) }, { "n", whole(gemm.n) },
            { "batch", whole(gemm.batch) }, { "format", formatOf(gemm.elementBytes, compute) } });
}

/// The GEMMs of a pass: forward, and both of the backward pass.
Document gemms(const LaunchSpec &spec)
{
    Document list = Document::sequence();
    const NumberFormat compute = spec.plan().precision.compute;
    for (const PlanGemm &own : spec.request->gemms) {
        list.append(gemmMembers(own.id, own.gemm, compute));
        list.append(gemmMembers(own.id + ".dx", own.gemm.inputGradient(), compute));
        list.append(gemmMembers(own.id + ".dw", own.gemm.weightGradient(), compute));
    }
    return list;
}

/// The largest message of the plan's collectives, within bounds.
double largestMessage(const LaunchSpec &spec)
{
    double bytes = 0;
    if (spec.request->prediction)
        for (const CollectiveLoad &load : spec.request->prediction->collectives)
            bytes = std::max(bytes, load.bytes.value() / std::max(spec.model().layers, 1));
    return std::clamp(std::round(bytes / mebibyte) * mebibyte, minLargestMessage, maxMessage);
}

std::string shapesFile(const LaunchSpec &spec)
{
    const Plan &plan = spec.plan();
    const ModelShape &model = spec.model();
    const int tensor = std::max(plan.parallelism.tensor, 1);
    const Document attention = Document::mapping({ { "batch", whole(plan.parallelism.microBatch) },
        { "sequence",
            whole(static_cast<double>(plan.workload.sequenceLength)
                / std::max(plan.parallelism.context, 1)) },
        { "heads", whole(static_cast<double>(model.heads) / tensor) },
        { "head_dim", whole(model.headDim) },
        { "format", formatOf(elementBytes(NumberFormat::Bf16), plan.precision.compute) } });
    return writeJson(Document::mapping({ { "schema_version", 1 }, { "plan", spec.slug },
               { "accelerator", plan.hardware.accelerator }, { "nodes", plan.hardware.nodes },
               { "devices_per_node", spec.processesPerNode() }, { "products", gemms(spec) },
               { "attention", attention }, { "copy_bytes", whole(copyBytes) },
               { "host_bytes", whole(hostBytes) }, { "least_message", whole(minMessage) },
               { "most_message", whole(largestMessage(spec)) } }))
        + '\n';
}

std::string runScript(const LaunchSpec &spec)
{
    std::string text = shellStart(spec,
        "Measures the parts of the plan's step and writes measure.json where it is started. Run it "
        "on every node at once: under srun, or by hand with NNODES, NODE_RANK and MASTER_ADDR set. "
        "KIT_DEVICES=1 measures one device alone.");
    text += shellFolder();
    text += exportVariables(torchEnvironment(spec, true));
    text += fmt::format(
        "KIT=(\"${{HERE}}/measure.py\" \"$@\")\n"
        "DEVICES=\"${{KIT_DEVICES:-{0}}}\"\n\n"
        "# JAX and Slurm's tasks start themselves; torch wants a process for each device.\n"
        "if [[ -n \"${{SLURM_PROCID:-}}\" || \"${{DEVICES}}\" == 1 ]] ||\n"
        "  ! python3 -c 'import torch' 2>/dev/null; then\n"
        "  exec python3 \"${{KIT[@]}}\"\n"
        "fi\n"
        "exec python3 -m torch.distributed.run --nproc_per_node \"${{DEVICES}}\" \\\n"
        "  --nnodes \"${{NNODES:-1}}\" --node_rank \"${{NODE_RANK:-0}}\" \\\n"
        "  --master_addr \"${{MASTER_ADDR:-localhost}}\" --master_port \"${{MASTER_PORT:-6001}}\" "
        "\\\n"
        "  \"${{KIT[@]}}\"\n",
        spec.processesPerNode());
    return text;
}

std::string slurmJob(const LaunchSpec &spec)
{
    return jobHeader(spec, spec.processesPerNode(),
               "Measures the parts of the plan's step: one task for each device.")
        + jobFolder()
        + "MASTER_ADDR=\"$(scontrol show hostnames \"${SLURM_JOB_NODELIST}\" | head -n 1)\"\n"
          "export MASTER_ADDR\n"
          "export MASTER_PORT=\"$((20000 + SLURM_JOB_ID % 4096))\"\n"
          "srun --kill-on-bad-exit=1 bash \"${HERE}/run.sh\" \"$@\"\n";
}

} // namespace

void renderMeasure(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.request->gemms.empty())
        draft.refuse("framework", { "needs-estimate" });
    draft.add("shapes.json", shapesFile(spec), "the plan's GEMMs, attention and messages");
    draft.addScript("run.sh", runScript(spec), "runs the kit, on one device or on all");
    if (!spec.isTpu())
        draft.addScript("job.sbatch", slurmJob(spec), "Slurm job around run.sh");
    for (const char *name : { "measure.py", "measure_torch.py", "measure_jax.py" })
        draft.add(name, introducedScript(spec, name),
            name == std::string_view("measure.py") ? "the kit; writes measure.json"
                                                   : "its calls in one of the two frameworks");
    draft.howToRun.push_back(
        "`bash run.sh` on one node, `sbatch job.sbatch` on all of the plan's. It takes a few "
        "minutes, uses PyTorch or JAX (`--backend jax`), and reads and sends nothing but its own "
        "messages.");
    draft.howToRun.push_back(
        "`KIT_DEVICES=1 bash run.sh` measures one device; what needs more is listed under "
        "`missing`. `--only gemm,attention` measures some parts, `--scale 0.1` tries it out.");
    draft.howToRun.push_back("A rank that fails where others do not ends the kit on all ranks: "
                             "each prints which rank and "
                             "why, and measure.json keeps what was measured until then. "
                             "`--patience 300` lets slow ranks "
                             "come later than 120 s after the first.");
    draft.howToRun.push_back("`headroom-cli runs add measure.json` reads the result; a run "
                             "that is slower than its plan is explained with `headroom-cli "
                             "diagnose`. `headroom-cli calibrate NAME.runs.csv measure.json "
                             "--out NAME.yaml` fits the constants to both.");
    draft.note("The kit measures parts of a step, not a training run: recomputation, optimizer, "
               "schedule and compiler flags of the plan have no place in it. What the plan tells "
               "NCCL holds here as well.");
}

} // namespace headroom
