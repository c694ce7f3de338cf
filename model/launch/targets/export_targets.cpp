#include "model/launch/targets/export_targets.h"

#include "model/frameworks/book/witness_text.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/launch/common/export_directory.h"
#include "model/launch/common/inline_shape.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/tuning.h"
#include "model/plan/used_releases.h"

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

std::optional<Refusal> needsTraining(const ResolvedPlan &resolved)
{
    if (resolved.plan.workload.mode == WorkloadMode::Training)
        return std::nullopt;
    return Refusal { "workload.mode", { "needs-training" } };
}

constexpr rule_rows::WitnessRow noOffload { "trainer-no-offload",
    { "huggingface/transformers", "src/transformers/training_args.py", "offload_activations",
        false } };

/// For the Trainer's program, which trains on documents, of which adapters see whole ones.
std::optional<Refusal> reasonAgainstTrainer(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    if (plan.tuning->objective == TuningObjective::Dpo)
        return Refusal { "tuning.objective", { "trainer-no-preferences" } };
    if (isAdapted(plan) && plan.parallelism.context > 1)
        return Refusal { "parallelism.context",
            { "adapters-no-context", { std::to_string(plan.parallelism.context) } } };
    if (plan.options.offloadActivations)
        return Refusal { "options.offload_activations",
            seen({ noOffload.reason }, noOffload.witness) };
    return needsTraining(resolved);
}

constexpr rule_rows::WitnessRow wholeModels { "no-adapters",
    { "NVIDIA/Megatron-LM", "megatron/training/arguments.py", "add_argument('--lora", false } };

std::optional<Refusal> needsMegatron(const ResolvedPlan &resolved)
{
    if (hasGemma2Blocks(*resolved.model)
        || hasGemma3Blocks(*resolved.model)) // which Megatron-Bridge has
        return Refusal { "model", { "megatron-norms" } };
    if (isAdapted(resolved.plan))
        return Refusal { "tuning.method",
            seen(Message { wholeModels.reason,
                     { std::string(frameworkTraits(Framework::Megatron).title) } },
                wholeModels.witness) };
    return needsTraining(resolved);
}

std::optional<Refusal> needsNvidia(const ResolvedPlan &resolved)
{
    if (!resolved.accelerator.isNvidia())
        return Refusal { "hardware.accelerator",
            { "needs-nvidia", { resolved.accelerator.name } } };
    return needsTraining(resolved);
}

const std::vector<ExportTarget> &targetTable()
{
    static const std::vector<ExportTarget> table {
        { "maxtext-gpu", "MaxText on GPUs, started by a shell script on each node.", { "maxtext" },
            ChipNeed::Gpu, FileReader::Framework, needsTraining, renderMaxTextGpu },
        { "maxtext-tpu", "MaxText on TPU slices, started by a shell script on each host.",
            { "maxtext" }, ChipNeed::Tpu, FileReader::Framework, needsTraining, renderMaxTextTpu },
        { "maxtext-slurm", "MaxText on GPUs under Slurm, with one process per GPU or one per node.",
            { "maxtext" }, ChipNeed::Gpu, FileReader::Framework, needsTraining,
            renderMaxTextSlurm },
        { "maxtext-gke", "MaxText on Google Kubernetes Engine, as a JobSet or through XPK.",
            { "maxtext" }, ChipNeed::Any, FileReader::Framework, needsTraining, renderMaxTextGke },
        { "jax",
            "Flags and variables for any JAX program, and a tuning script for its Pallas kernels.",
            { "jax", "maxtext" }, ChipNeed::Any, FileReader::Program, {}, renderJax },
        { "pgle-auto", "Profile-guided scheduling by JAX itself (AutoPGLE), the recommended way.",
            { "maxtext", "jax" }, ChipNeed::Gpu, FileReader::Framework, needsNvidia,
            renderPgleAuto },
        { "pgle-jax-profiler",
            "Profile-guided scheduling in two runs, with costs from the JAX profiler.",
            { "maxtext", "jax" }, ChipNeed::Gpu, FileReader::Framework, needsNvidia,
            renderPgleJaxProfiler },
        { "pgle-nsys", "Profile-guided scheduling in two runs, with costs from Nsight Systems.",
            { "maxtext", "jax" }, ChipNeed::Gpu, FileReader::Framework, needsNvidia,
            renderPgleNsys },
        { "megatron", "Megatron-LM's pretrain_gpt.py with torchrun.", { "megatron" }, ChipNeed::Gpu,
            FileReader::Framework, needsMegatron, renderMegatron },
        { "nemo", "NeMo: a Megatron-Bridge configuration in Python, started with torchrun.",
            { "megatron" }, ChipNeed::Gpu, FileReader::Bridge, needsNvidia, renderNemo },
        { "torchtitan", "torchtitan: TOML for v0.2.2 and a Python recipe for later releases.",
            { "torchtitan" }, ChipNeed::Gpu, FileReader::Framework, needsTraining,
            renderTorchtitan },
        { "deepspeed", "DeepSpeed's JSON configuration, with a small training script.",
            { "deepspeed" }, ChipNeed::Gpu, FileReader::Framework, needsTraining, renderDeepSpeed },
        { "hf-trainer", "Arguments of Hugging Face's Trainer, with FSDP or DeepSpeed underneath.",
            { "hf" }, ChipNeed::Gpu, FileReader::Framework, reasonAgainstTrainer, renderHfTrainer },
        { "axolotl", "axolotl's YAML file, with FSDP or DeepSpeed underneath.", { "hf" },
            ChipNeed::Gpu, FileReader::Tool, reasonAgainstAxolotl, renderAxolotl },
        { "llama-factory", "LLaMA-Factory's YAML file, with FSDP or DeepSpeed underneath.",
            { "hf" }, ChipNeed::Gpu, FileReader::Tool, reasonAgainstLlamaFactory,
            renderLlamaFactory },
        { "trl",
            "A configuration of TRL's supervised tuning or DPO, with FSDP or DeepSpeed underneath.",
            { "hf" }, ChipNeed::Gpu, FileReader::Tool, reasonAgainstTrl, renderTrl },
        { "measure", "A kit that measures the parts of the plan's step: GEMMs, attention, links.",
            { "maxtext", "jax", "megatron", "torchtitan", "deepspeed", "hf" }, ChipNeed::Any,
            FileReader::Program, {}, renderMeasure, true },
        { "prove",
            "Asks the compiler for memory and collectives of the plan's step, without running it.",
            { "maxtext", "jax" }, ChipNeed::Any, FileReader::Framework, reasonAgainstProof,
            renderProve },
    };
    return table;
}

std::optional<Refusal> chipReason(const ExportTarget &target, const Accelerator &chip)
{
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    const bool isWrong = target.chip == (isTpu ? ChipNeed::Gpu : ChipNeed::Tpu);
    if (!isWrong)
        return std::nullopt;
    return Refusal { "hardware.accelerator", { isTpu ? "needs-gpu" : "needs-tpu", { chip.name } } };
}

} // namespace

std::string ExportTarget::frameworkFor(const Plan &plan) const
{
    const bool runsIt
        = std::find(frameworks.begin(), frameworks.end(), plan.framework) != frameworks.end();
    return runsIt ? plan.framework : frameworks.front();
}

std::span<const ExportTarget> exportTargets()
{
    return targetTable();
}

const ExportTarget *exportTarget(std::string_view id)
{
    const auto &table = targetTable();
    const auto row = std::find_if(
        table.begin(), table.end(), [id](const ExportTarget &target) { return target.id == id; });
    return row == table.end() ? nullptr : &*row;
}

const ExportTarget *firstTarget(const ResolvedPlan &plan)
{
    const auto &table = targetTable();
    const auto first = [&](auto isRefused) {
        const auto row = std::ranges::find_if(table, [&](const ExportTarget &target) {
            return target.frameworks.front() == plan.plan.framework && !target.measures
                && !isRefused(target);
        });
        return row == table.end() ? nullptr : &*row;
    };
    const ExportTarget *taking
        = first([&](const ExportTarget &target) { return refusalOf(target, plan).has_value(); });
    return taking ? taking : first([&](const ExportTarget &target) {
        return chipReason(target, plan.accelerator).has_value();
    });
}

std::optional<Refusal> refusalOf(const ExportTarget &target, const ResolvedPlan &plan)
{
    std::optional<Refusal> reason = chipReason(target, plan.accelerator);
    if (reason || !target.reasonAgainst)
        return reason;
    return target.reasonAgainst(plan);
}

Error notExpressible(const ExportTarget &target, Refusal refusal)
{
    return { "export-not-expressible",
        refusal.field.empty() ? "--target" : std::move(refusal.field),
        { target.id, std::move(refusal.reason), Message { "export-other-target" } } };
}

Error ruleInTheWay(const ExportTarget &target, const RuleBreak &broken)
{
    // What a framework's rule says without its introduction, which names the target already.
    const Message *reason = broken.error.id == frameworkRuleId
        ? std::get_if<Message>(&broken.error.args[1])
        : nullptr;
    return notExpressible(target,
        { broken.fields.front(),
            reason ? *reason : Message { broken.error.id, broken.error.args } });
}

Result<std::vector<ExportFile>> renderTarget(
    const ExportRequest &request, const ExportTarget &target)
{
    if (std::optional<Refusal> reason = refusalOf(target, request.plan))
        return notExpressible(target, *std::move(reason));
    ExportDraft draft;
    Result<LaunchSpec> spec = launchSpec(request, target.id, draft);
    if (!spec)
        return spec.errors();
    target.render(*spec, draft);
    if (!draft.refusals.empty()) {
        Errors errors;
        for (Refusal &reason : draft.refusals)
            errors.push_back(notExpressible(target, std::move(reason)));
        return errors;
    }
    if (!target.measures)
        tellChoices(*spec, target, draft);
    draft.add("plan.headroom.yaml", portablePlan(request, draft),
        "the plan, for headroom and headroom-cli");
    const std::string readme = exportReadme(*spec, target, draft);
    draft.add("README.md", readme, "this text");
    std::vector<ExportFile> files;
    for (ExportDraft::Entry &entry : draft.entries)
        files.push_back(std::move(entry.file));
    signExport(files);
    return files;
}

Plan portableCopy(const ExportRequest &request)
{
    Plan plan = request.original;
    nameReleases(plan, request.plan);
    if (!plan.model.configJson.empty()) {
        plan.model.configJson.clear();
        plan.model.shape = inlineShape(*request.plan.model);
    }
    for (std::string *file : { &plan.calibration, &plan.compiled })
        if (std::filesystem::path(*file).is_absolute())
            file->clear();
    return plan;
}

std::string portablePlan(const ExportRequest &request, ExportDraft &draft)
{
    const Plan plan = portableCopy(request);
    constexpr const char *why = "its path is absolute and would not hold elsewhere";
    if (plan.calibration != request.original.calibration)
        draft.leaveOut("calibration", why);
    if (plan.compiled != request.original.compiled)
        draft.leaveOut("compiled", why);
    return writePlan(plan);
}

} // namespace headroom
