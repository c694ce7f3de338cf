#include "model/frameworks/book/training_defaults.h"
#include "model/frameworks/book/witness_text.h"
#include "model/launch/common/print_settings.h"
#include "model/launch/common/process_degrees.h"
#include "model/launch/common/script_text.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/megatron_arguments.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/job.h"

#include <fmt/format.h>

namespace headroom {
namespace {

constexpr rule_rows::WitnessRow megatronRecipes { "no-recipe",
    { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
        "fp8_recipe: Optional[Literal['tensorwise', 'delayed', 'mxfp8', 'blockwise', "
        "'custom']]" } };

void tellModel(const LaunchSpec &spec, FileReader reader, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    const bool isGelu = model.activation.find("gelu") != std::string::npos;
    const bool isBridged
        = reader == FileReader::Bridge && (hasGemma2Blocks(model) || hasGemma3Blocks(model));
    if (isGelu && model.gatedMlp && !isBridged)
        draft.note("Gated GELU is Megatron-LM's quick approximation of it.");
    if (model.positionEmbedding == PositionEmbedding::Rope && !megatronHasRope(model))
        draft.note(
            "The base of the model's rotary positions is not known, or Megatron-LM's arguments do "
            "not hold their scaling: Megatron's defaults stand. They change the loss, not the "
            "speed.");
    if (model.window.tokens > 0 && model.window.chunked)
        draft.note(
            "The model attends in fixed chunks; Megatron-LM has none, so attention is full.");
    const ExpertDispatcher dispatcher = spec.plan().options.expertDispatcher;
    if (model.moe
        && (dispatcher == ExpertDispatcher::DeepEp || dispatcher == ExpertDispatcher::HybridEp))
        draft.note("The dispatch kernels are a package besides Megatron-LM, deep_ep; HybridEP "
                   "is a branch of it.");
}

void tellParallelism(const Plan &plan, ExportDraft &draft)
{
    const Parallelism &degrees = plan.parallelism;
    if (megatronDistributesOptimizer(plan) && degrees.zeroStage == 0
        && megatronStateRanks(degrees) > 1)
        draft.lose("parallelism.zero_stage", "0",
            "offloaded or small optimizer states exist only in Megatron-LM's distributed "
            "optimizer, which shards them");
    if (plan.options.tensorOverlap == Switch::On && degrees.tensor > 1
        && !megatronOverlapsTensor(plan))
        draft.lose("options.tensor_overlap", "on",
            "Megatron-LM overlaps tensor traffic only with sequence parallelism");
}

void tellTraining(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const PrecisionRecipe &recipe = spec.resolved().recipe;
    if (!recipe.isNone() && recipe.matmulRate != MatmulRate::Fp4
        && recipe.matmulRate != MatmulRate::Fp8)
        draft.refuse("precision.recipe",
            seen(
                { megatronRecipes.reason, { "Megatron-LM", recipe.id } }, megatronRecipes.witness));
    if (plan.optimizer == Optimizer::AdamW8bit)
        draft.note("Eight-bit states are fp8 here, with a scale per tensor; bitsandbytes' are "
                   "blockwise integers.");
    if (megatronStateType(plan) == "bf16" && plan.precision.compute != NumberFormat::Fp32
        && plan.precision.weights != NumberFormat::Fp32)
        draft.note("Megatron-LM keeps fp32 copies of 16-bit weights also with 16-bit states: 4 "
                   "bytes a parameter more than the plan counts.");
    if (attentionTraits(plan.attention).isFlash && plan.attention != AttentionChoice::Flash)
        draft.settle("attention", nameOf(plan.attention),
            "`--attention-backend flash`; which FlashAttention runs is what is installed");
}

/// Shell lines of TOKENS and DATA: the plan's tokenizer and data, or mock ones, and what of the
/// script's arguments takes their place.
std::string dataText(ArgumentGroups &arguments)
{
    const std::string tokens = arguments.take("TOKENS"), data = arguments.take("DATA");
    return fmt::format(
        "TOKENS=({})\n"
        "DATA=({} --split \"99,1,0\")\n"
        "# Data and a tokenizer among the arguments stand for these; other arguments are added.\n"
        "for WORD in \"$@\"; do\n"
        "  case \"${{WORD%%=*}}\" in\n"
        "    --data-path | --data-args-path | --per-split-data-args-path | --train-data-path)\n"
        "      DATA=()\n"
        "      ;;\n"
        "    --tokenizer-type)\n"
        "      TOKENS=()\n"
        "      ;;\n"
        "  esac\n"
        "done\n\n",
        tokens, data);
}

} // namespace

books::Settings megatronSettings(const LaunchSpec &spec)
{
    ResolvedPlan run = planOfProcesses(spec.resolved());
    *run.plan.job = spec.job();
    books::Settings settings = books::megatron::write(run, run.releases.megatron);
    if (!spec.isBenchmark())
        return settings;
    settings.set("train_iters", benchmarkSteps);
    settings.set("lr_decay_iters", benchmarkSteps);
    settings.set("lr_warmup_iters", trainingDefaults(run, benchmarkSteps).warmupSteps);
    settings.set("profile", true);
    settings.set("use_pytorch_profiler", true);
    settings.set("profile_step_start", benchmarkProfileStart);
    settings.set("profile_step_end", benchmarkProfileStart + benchmarkProfileSteps);
    settings.set("profile_ranks", 0);
    settings.set("tensorboard_dir", "tensorboard");
    return settings;
}

void tellMegatron(const LaunchSpec &spec, FileReader reader, ExportDraft &draft)
{
    tellModel(spec, reader, draft);
    tellParallelism(spec.plan(), draft);
    tellTraining(spec, draft);
    if (!spec.isBenchmark() && spec.job().checkpointEverySteps == 0)
        draft.note("No checkpoints are written: a run that ends early begins again at step 0. "
                   "`job.checkpoint_every_steps` of the plan asks for them.");
}

void renderMegatron(const LaunchSpec &spec, ExportDraft &draft)
{
    tellMegatron(spec, FileReader::Framework, draft);
    ArgumentGroups arguments = argumentGroups(megatronSettings(spec));
    const std::string data = dataText(arguments);
    if (const Job &job = spec.job(); job.checkpointEverySteps > 0 && job.keepCheckpoints > 0)
        draft.note("Megatron-LM deletes no checkpoints: what `job.keep_checkpoints` leaves is for "
                   "you to delete.");
    std::string text = shellStart(spec,
        "Trains with Megatron-LM. MEGATRON_DIR is the folder of pretrain_gpt.py; further "
        "arguments are passed on; a data path or tokenizer there replaces the plan's.");
    text += exportVariables(torchEnvironment(spec, megatronUsesFsdp(spec.degrees)));
    text += '\n' + torchLaunchArray(spec) + arguments.arrays() + data;
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  \"${MEGATRON_DIR:+${MEGATRON_DIR}/}pretrain_gpt.py\" \\\n  "
        + arguments.expansion() + " \\\n  \"${TOKENS[@]}\" \"${DATA[@]}\" \"$@\"\n";
    draft.addScript("run.sh", text, "starts pretrain_gpt.py on this node");
    addTorchJob(spec, draft);
    draft.note("Megatron-LM has no flag for data parallelism: it is the world size over tensor, "
               "pipeline and "
               "context.");
    draft.note("The vocabulary is padded to a multiple of 128 times the tensor degree.");
    draft.note(trainingDefaultsNote(trainingDefaults(spec.resolved(), spec.steps())));
    draft.howToRun.push_back(torchStart("MEGATRON_DIR=… ")
        + ". Arguments after run.sh are passed on; a data path or a tokenizer there replaces "
          "the plan's.");
    if (spec.job().dataPath.empty())
        draft.note("The plan names no data, so the run trains on mock data. `job.data_path` and "
                   "`job.tokenizer` of the plan name yours; so does `bash run.sh --data-path … "
                   "--tokenizer-type …`.");
}

} // namespace headroom
