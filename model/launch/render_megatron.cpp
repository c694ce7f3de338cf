#include "model/base/text/release_number.h"
#include "model/launch/export_targets.h"
#include "model/launch/megatron_arguments.h"
#include "model/launch/megatron_layout.h"
#include "model/launch/script_text.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/stage_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

std::vector<int> evenStages(int layers, int stages)
{
    std::vector<int> counts(static_cast<std::size_t>(stages), layers / stages);
    // What is left over goes to the middle: the first stage has the embedding, the last the head.
    const int left = layers % stages;
    const auto first = counts.begin() + (stages - left) / 2;
    std::for_each(first, first + left, [](int &count) { ++count; });
    return counts;
}

void addPipeline(const LaunchSpec &spec, ArgumentGroups &arguments)
{
    const Parallelism &degrees = spec.plan().parallelism;
    arguments.option("--pipeline-model-parallel-size", degrees.pipeline);
    if (degrees.pipeline == 1)
        return;
    const int layers = spec.model().layers;
    const int chunks = degrees.pipeline * degrees.chunks;
    const auto tellLayout = [&](const std::vector<int> &virtualStages) {
        arguments.option("--pipeline-model-parallel-layout",
            megatronLayout(virtualStages, spec.model().mtpLayers));
    };
    if (!degrees.stageLayers.empty())
        return tellLayout(
            virtualStageLayers(degrees.stageLayers, degrees.pipeline, degrees.chunks));
    if (layers % chunks != 0 && (layers + 2) % chunks != 0)
        return tellLayout(evenStages(layers, chunks));
    if (layers % chunks != 0) {
        arguments.flag("--account-for-embedding-in-pipeline-split");
        arguments.flag("--account-for-loss-in-pipeline-split");
    }
    if (degrees.chunks > 1)
        arguments.option("--num-virtual-stages-per-pipeline-rank", degrees.chunks);
}

void addContext(const Parallelism &degrees, ArgumentGroups &arguments)
{
    arguments.option("--context-parallel-size", degrees.context);
    if (degrees.context == 1)
        return;
    constexpr std::array names { "all_gather", "p2p", "a2a" };
    arguments.option("--cp-comm-type", names[static_cast<std::size_t>(degrees.contextStrategy)]);
}

bool isMuon(const LaunchSpec &spec)
{
    return spec.resolved().optimizer().id == Optimizer::Muon;
}

/// Muon has a distributed form of its own and excludes Adam's.
bool usesDistributedOptimizer(const LaunchSpec &spec)
{
    const Parallelism &degrees = spec.plan().parallelism;
    const bool isSharded = degrees.zeroStage > 0
        && (degrees.fsdp > 1 || (degrees.zeroStage < 3 && degrees.data > 1));
    const bool needsIt
        = !megatronStateType(spec.plan()).empty() || spec.plan().options.offloadOptimizer;
    return (isSharded || needsIt) && !isMuon(spec);
}

/// Which ranks hold which part of the state.
void addSharding(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Parallelism &degrees = spec.plan().parallelism;
    const PlanOptions &options = spec.plan().options;
    const bool isDistributed = usesDistributedOptimizer(spec);
    if (isDistributed)
        arguments.flag("--use-distributed-optimizer");
    if (megatronUsesFsdp(degrees)) {
        arguments.flag("--use-megatron-fsdp");
        arguments.option("--data-parallel-sharding-strategy",
            degrees.zeroStage == 2 ? "optim_grads" : "optim_grads_params");
        arguments.flag("--no-gradient-accumulation-fusion");
        arguments.option("--ckpt-format", "fsdp_dtensor");
    }
    if (isDistributed && degrees.zeroStage == 0 && degrees.fsdp * degrees.data > 1)
        draft.lose("parallelism.zero_stage", "0",
            "offloaded or small optimizer states exist only in Megatron-LM's distributed "
            "optimizer, which shards them");
    if (isDistributed && degrees.fsdp > 1 && degrees.data > 1)
        arguments.option("--num-distributed-optimizer-instances", degrees.data);
    if (options.overlapGradReduce)
        arguments.flag("--overlap-grad-reduce");
    if (options.overlapParamGather && options.overlapGradReduce && isDistributed)
        arguments.flag("--overlap-param-gather");
    if (options.tensorOverlap == Switch::On && degrees.tensor > 1) {
        if (degrees.sequenceParallel)
            arguments.flag("--tp-comm-overlap");
        else
            draft.lose("options.tensor_overlap", "on",
                "Megatron-LM overlaps tensor traffic only with sequence parallelism");
    }
}

void addParallel(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Parallelism &degrees = spec.plan().parallelism;
    arguments.start("PARALLEL");
    arguments.option("--tensor-model-parallel-size", degrees.tensor);
    addPipeline(spec, arguments);
    addContext(degrees, arguments);
    if (degrees.sequenceParallel)
        arguments.flag("--sequence-parallel");
    addSharding(spec, arguments, draft);
}

void addRecipe(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const PrecisionRecipe &recipe = spec.resolved().recipe;
    if (recipe.isNone())
        return;
    if (recipe.matmulRate == MatmulRate::Fp4)
        return arguments.option("--fp4-format", "e2m1");
    if (recipe.matmulRate != MatmulRate::Fp8)
        return draft.refuse("precision.recipe", { "no-recipe", { "Megatron-LM", recipe.id } });
    // By RecipeScales
    constexpr std::array names { "delayed", "tensorwise", "blockwise", "mxfp8" };
    const bool scalesTensors
        = recipe.scales == RecipeScales::Delayed || recipe.scales == RecipeScales::Current;
    arguments.option("--fp8-format", scalesTensors ? "hybrid" : "e4m3");
    arguments.option("--fp8-recipe", names[static_cast<std::size_t>(recipe.scales)]);
    if (recipe.scales == RecipeScales::Delayed) {
        arguments.option("--fp8-amax-history-len", 1024);
        arguments.option("--fp8-amax-compute-algo", "max");
    }
}

void addMegatronOptimizer(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const OptimizerTraits &optimizer = spec.resolved().optimizer();
    const bool isReplicated = plan.parallelism.data * plan.parallelism.fsdp > 1;
    const std::string name(optimizer.nameIn(Framework::Megatron).name);
    arguments.option("--optimizer", isMuon(spec) && isReplicated ? "dist_" + name : name);
    const std::string state(megatronStateType(plan));
    if (!state.empty()) {
        arguments.flag("--use-precision-aware-optimizer");
        arguments.option("--exp-avg-dtype", state);
        arguments.option("--exp-avg-sq-dtype", state);
    }
    if (optimizer.id == Optimizer::AdamW8bit)
        draft.note("Eight-bit states are fp8 here, with a scale per tensor; bitsandbytes' are "
                   "blockwise integers.");
    if (state == "bf16" && plan.precision.compute != NumberFormat::Fp32
        && plan.precision.weights != NumberFormat::Fp32)
        draft.note("Megatron-LM keeps fp32 copies of 16-bit weights also beside 16-bit states: 4 "
                   "bytes a parameter more than the plan counts.");
    if (plan.options.offloadOptimizer) {
        arguments.flag("--optimizer-cpu-offload");
        if (state.empty())
            arguments.flag("--use-precision-aware-optimizer");
    }
}

/// Gradients have the type of the weights unless a flag says otherwise, and the flags are two.
void addGradients(const Precision &precision, ArgumentGroups &arguments)
{
    const NumberFormat own = precision.gradients;
    if (own == precision.compute && own != NumberFormat::Bf16)
        return;
    if (own == NumberFormat::Fp32)
        arguments.flag("--accumulate-allreduce-grads-in-fp32");
    else
        arguments.flag("--grad-reduce-in-bf16");
}

/// Recomputation in Megatron's two grains.
void addRemat(const LaunchSpec &spec, ArgumentGroups &arguments)
{
    const RematKind kind = spec.resolved().rematKind();
    if (kind == RematKind::AllButCore) {
        arguments.option("--recompute-granularity", "selective");
        arguments.option("--recompute-modules", "core_attn");
    } else if (kind != RematKind::Whole) {
        arguments.option("--recompute-granularity", "full");
        arguments.option("--recompute-method", "uniform");
        arguments.option("--recompute-num-layers", 1);
    }
}

struct ReleaseValue
{
    std::string_view since; ///< first release of Megatron-Core that takes the value
    std::string_view value;
    std::string_view source;
};

/// Values of --cross-entropy-fusion-impl, oldest first. @source tags of Megatron-LM
constexpr ReleaseValue lossKernels[] {
    { "0.12.0", "te",
        "core_v0.12.0, megatron/training/arguments.py, line 1700: the argument is new" },
    { "0.18.2", "native",
        "core_v0.18.2, megatron/training/arguments.py, line 1529 (core_v0.19.0: 1643): te is "
        "refused" },
};

/// The fused loss that the release takes, of the newest for an empty text; empty where it has one
/// kernel and no argument.
std::string_view fusedLossKernel(const std::string &release)
{
    std::string_view kernel;
    for (const ReleaseValue &row : lossKernels)
        if (isRelease(release, row.since))
            kernel = row.value;
    return kernel;
}

void addKernels(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const bool isFlash = attentionTraits(plan.attention).isFlash;
    arguments.option("--attention-backend",
        plan.attention == AttentionChoice::Unfused ? "unfused"
            : isFlash                              ? "flash"
                                                   : "fused");
    if (isFlash && plan.attention != AttentionChoice::Flash)
        draft.settle("attention", nameOf(plan.attention),
            "`--attention-backend flash`; which FlashAttention runs is what is installed");
    if (plan.options.crossEntropy == CrossEntropy::Fused) {
        arguments.flag("--cross-entropy-loss-fusion");
        if (const std::string_view kernel = fusedLossKernel(spec.plan().software.megatron);
            !kernel.empty())
            arguments.option("--cross-entropy-fusion-impl", std::string(kernel));
    }
}

void addTraining(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    arguments.start("TRAIN");
    arguments.option("--micro-batch-size", static_cast<std::int64_t>(spec.batch.micro));
    arguments.option("--global-batch-size", spec.batch.global);
    const std::int64_t steps = spec.steps() > 0 ? spec.steps() : 1000;
    arguments.option("--train-iters", steps);
    arguments.option("--lr", placeholderLearningRate);
    arguments.option("--min-lr", "3e-5");
    arguments.option("--lr-decay-style", "cosine");
    arguments.option("--lr-decay-iters", steps);
    arguments.option("--clip-grad", "1.0");
    if (plan.precision.compute != NumberFormat::Fp32)
        arguments.flag("--" + nameOf(plan.precision.compute));
    addGradients(plan.precision, arguments);
    addRecipe(spec, arguments, draft);
    addMegatronOptimizer(spec, arguments, draft);
    addRemat(spec, arguments);
    addKernels(spec, arguments, draft);
    addMegatronGraphs(spec, arguments);
}

void addLogging(const LaunchSpec &spec, ArgumentGroups &arguments)
{
    arguments.start("LOG");
    arguments.option("--log-interval", 1);
    arguments.option("--eval-iters", std::int64_t { 0 });
    arguments.flag("--log-throughput");
    if (!spec.isBenchmark())
        return;
    arguments.flag("--profile");
    arguments.flag("--use-pytorch-profiler");
    arguments.option("--profile-step-start", benchmarkProfileStart);
    arguments.option("--profile-step-end", benchmarkProfileStart + benchmarkProfileSteps);
    arguments.option("--profile-ranks", std::int64_t { 0 });
    arguments.option("--tensorboard-dir", "tensorboard");
}

} // namespace

ArgumentGroups megatronArguments(const LaunchSpec &spec, ExportDraft &draft)
{
    ArgumentGroups arguments;
    addMegatronModel(spec, arguments, draft);
    addMegatronExperts(spec, arguments, draft);
    addParallel(spec, arguments, draft);
    addTraining(spec, arguments, draft);
    addLogging(spec, arguments);
    addMegatronCheckpoints(spec, arguments);
    return arguments;
}

void renderMegatron(const LaunchSpec &spec, ExportDraft &draft)
{
    const ArgumentGroups arguments = megatronArguments(spec, draft);
    std::string text = shellStart(spec,
        "Trains with Megatron-LM. MEGATRON_DIR is the folder of pretrain_gpt.py; "
        "arguments are added, and a data path or tokenizer stands for the plan's.");
    text += exportVariables(torchEnvironment(spec, megatronUsesFsdp(spec.plan().parallelism)));
    text += '\n' + torchLaunchArray(spec) + arguments.arrays() + megatronData(spec);
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  \"${MEGATRON_DIR:+${MEGATRON_DIR}/}pretrain_gpt.py\" \\\n  "
        + arguments.expansion() + " \\\n  \"${TOKENS[@]}\" \"${DATA[@]}\" \"$@\"\n";
    draft.addScript("run.sh", text, "starts pretrain_gpt.py on this node");
    addTorchJob(spec, draft);
    draft.note("Megatron-LM has no flag for data parallelism: it is the world size over tensor, "
               "pipeline and "
               "context.");
    draft.note("The vocabulary is padded to a multiple of 128 times the tensor degree.");
    draft.note(fmt::format("Learning rate {} and its schedule are placeholders: a plan has none.",
        placeholderLearningRate));
    draft.howToRun.push_back(torchStart("MEGATRON_DIR=… ")
        + ". Arguments behind run.sh are added; a data path or a tokenizer there stands for the "
          "plan's.");
    if (spec.job().dataPath.empty())
        draft.note("The plan names no data, so the run trains on mock data. `job.data_path` and "
                   "`job.tokenizer` of the plan name yours; so does `bash run.sh --data-path … "
                   "--tokenizer-type …`.");
}

} // namespace headroom
