#include "model/frameworks/megatron/megatron_settings.h"

#include "model/base/text/plain_number.h"
#include "model/base/text/release_number.h"
#include "model/frameworks/book/training_defaults.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/transformers/huggingface_config.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/job.h"
#include "model/plan/option_names.h"
#include "model/plan/run_length.h"
#include "model/plan/stage_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom::books::megatron {
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

void writePipeline(const ResolvedPlan &resolved, Settings &settings)
{
    const Parallelism &degrees = resolved.plan.parallelism;
    settings.set("pipeline_model_parallel_size", degrees.pipeline);
    if (degrees.pipeline == 1)
        return;
    const int layers = resolved.model->layers;
    const int chunks = degrees.pipeline * degrees.chunks;
    const auto layOut = [&](const std::vector<int> &virtualStages) {
        settings.set(
            "pipeline_model_parallel_layout", layoutText(virtualStages, resolved.model->mtpLayers));
    };
    if (fitsPipeline(degrees.stageLayers.size(), degrees.pipeline, degrees.chunks))
        return layOut(virtualStageLayers(degrees.stageLayers, degrees.pipeline, degrees.chunks));
    if (layers % chunks != 0 && (layers + 2) % chunks != 0)
        return layOut(evenStages(layers, chunks));
    if (layers % chunks != 0) {
        settings.set("account_for_embedding_in_pipeline_split", true);
        settings.set("account_for_loss_in_pipeline_split", true);
    }
    if (degrees.chunks > 1)
        settings.set("num_virtual_stages_per_pipeline_rank", degrees.chunks);
}

void writeContext(const Parallelism &degrees, Settings &settings)
{
    settings.set("context_parallel_size", degrees.context);
    constexpr std::array names { "all_gather", "p2p", "a2a" };
    if (degrees.context > 1)
        settings.set("cp_comm_type", names[static_cast<std::size_t>(degrees.contextStrategy)]);
}

/// Options that are one argument; of a switch that is off nothing is written.
void writeOptions(const Plan &plan, Settings &settings)
{
    for (const OptionNames &row : optionNames())
        if (const std::string text = planFieldText(plan, row.path);
            row.isPlain && !row.megatron.empty() && text != "false")
            settings.set(row.megatron,
                text == "true"          ? Value(true)
                    : plainNumber(text) ? Value::number(text)
                                        : Value(text));
}

/// Which ranks hold which part of the state, and what runs beside its traffic.
void writeSharding(const Plan &plan, Settings &settings)
{
    const Parallelism &degrees = plan.parallelism;
    const bool isDistributed = megatronDistributesOptimizer(plan);
    if (isDistributed)
        settings.set("use_distributed_optimizer", true);
    if (megatronUsesFsdp(degrees)) {
        settings.set("use_megatron_fsdp", true);
        settings.set("data_parallel_sharding_strategy",
            degrees.zeroStage == 2 ? "optim_grads" : "optim_grads_params");
        settings.set("gradient_accumulation_fusion", false);
        settings.set("ckpt_format", "fsdp_dtensor");
    }
    if (isDistributed && degrees.fsdp > 1 && degrees.data > 1)
        settings.set("num_distributed_optimizer_instances", degrees.data);
    writeOptions(plan, settings);
    if (plan.options.overlapParamGather && plan.options.overlapGradReduce && isDistributed)
        settings.set("overlap_param_gather", true);
    if (megatronOverlapsTensor(plan))
        settings.set("tp_comm_overlap", true);
}

void writeParallel(const ResolvedPlan &resolved, Settings &settings)
{
    const Parallelism &degrees = resolved.plan.parallelism;
    settings.set("tensor_model_parallel_size", degrees.tensor);
    writePipeline(resolved, settings);
    writeContext(degrees, settings);
    if (degrees.sequenceParallel)
        settings.set("sequence_parallel", true);
    writeSharding(resolved.plan, settings);
}

/// Gradients have the type of the weights unless a flag says otherwise, and the flags are two.
void writeFormats(const Precision &precision, Settings &settings)
{
    if (precision.compute != NumberFormat::Fp32)
        settings.set(nameOf(precision.compute), true);
    const NumberFormat gradients = precision.gradients;
    if (gradients == precision.compute && gradients != NumberFormat::Bf16)
        return;
    settings.set(gradients == NumberFormat::Fp32 ? "accumulate_allreduce_grads_in_fp32"
                                                 : "grad_reduce_in_bf16",
        true);
}

void writeRecipe(const PrecisionRecipe &recipe, Settings &settings)
{
    if (recipe.isNone())
        return;
    if (recipe.matmulRate == MatmulRate::Fp4)
        return settings.set("fp4", "e2m1");
    if (recipe.matmulRate != MatmulRate::Fp8)
        return;
    // By RecipeScales
    constexpr std::array names { "delayed", "tensorwise", "blockwise", "mxfp8" };
    const bool scalesTensors
        = recipe.scales == RecipeScales::Delayed || recipe.scales == RecipeScales::Current;
    settings.set("fp8", scalesTensors ? "hybrid" : "e4m3");
    settings.set("fp8_recipe", names[static_cast<std::size_t>(recipe.scales)]);
    if (recipe.scales == RecipeScales::Delayed) {
        settings.set("fp8_amax_history_len", 1024);
        settings.set("fp8_amax_compute_algo", "max");
    }
}

/// Weights kept in 8 bits alone, both ways round, where Megatron keeps them next to 16 bits
/// otherwise: with a scale for each tensor and an optimizer that is sharded, or steps on the host
/// by the delayed recipe. @source Megatron-LM training/arguments.py (fp8_param_gather); Transformer
/// Engine module/linear.py (weight_workspace)
void writeLowWeights(const ResolvedPlan &resolved, Settings &settings)
{
    const PrecisionRecipe &recipe = resolved.recipe;
    const bool isDelayed = recipe.scales == RecipeScales::Delayed;
    const bool scalesTensors = isDelayed || recipe.scales == RecipeScales::Current;
    if (recipe.isNone() || recipe.matmulRate != MatmulRate::Fp8 || !scalesTensors)
        return;
    if (megatronDistributesOptimizer(resolved.plan)
        && (isDelayed || !resolved.plan.options.offloadOptimizer))
        settings.set("fp8_param_gather", true);
}

void writeOptimizer(const ResolvedPlan &resolved, Settings &settings)
{
    const Plan &plan = resolved.plan;
    const bool isReplicated = plan.parallelism.data * plan.parallelism.fsdp > 1;
    const std::string name(resolved.optimizer().nameIn(Framework::Megatron).name);
    settings.set(
        "optimizer", plan.optimizer == Optimizer::Muon && isReplicated ? "dist_" + name : name);
    if (const std::string_view state = megatronStateType(plan); !state.empty()) {
        settings.set("use_precision_aware_optimizer", true);
        settings.set("exp_avg_dtype", state);
        settings.set("exp_avg_sq_dtype", state);
    }
    if (plan.options.offloadOptimizer) {
        settings.set("optimizer_cpu_offload", true);
        settings.set("use_precision_aware_optimizer", true);
    }
}

/// Words of a field that lists modules.
std::vector<std::string> moduleWords(const Plan &plan, std::string_view path)
{
    return listedWords(planFieldText(plan, path));
}

/// Recomputation in Megatron's two grains, and inputs that go to the host. Whole layers that are
/// recomputed keep no inner input.
void writeRemat(const ResolvedPlan &resolved, Settings &settings)
{
    const Plan &plan = resolved.plan;
    const RematKind kind = resolved.rematKind();
    if (kind == RematKind::AllButCore) {
        settings.set("recompute_granularity", "selective");
        settings.set("recompute_modules",
            plan.options.recomputeModules.empty() ? std::vector<std::string> { "core_attn" }
                                                  : moduleWords(plan, "options.recompute_modules"));
    } else if (kind != RematKind::Whole) {
        settings.set("recompute_granularity", "full");
        settings.set("recompute_method", "uniform");
        settings.set("recompute_num_layers", 1);
    }
    if (megatronOffloadsActivations(resolved)) {
        settings.set("fine_grained_activation_offloading", true);
        settings.set("offload_modules", moduleWords(plan, "options.offload_modules"));
    }
}

/// First release whose fused loss is "native"; older ones name the "te" kernel.
/// @source core_v0.18.2, megatron/training/arguments.py, line 1529 (core_v0.19.0: 1643): te is
/// refused; core_v0.12.0, line 1700: the argument is new
constexpr std::string_view nativeLossRelease = "0.18.2";

void writeKernels(const Plan &plan, std::string_view release, Settings &settings)
{
    settings.set("attention_backend",
        plan.attention == AttentionChoice::Unfused    ? "unfused"
            : attentionTraits(plan.attention).isFlash ? "flash"
                                                      : "fused");
    if (plan.options.crossEntropy == CrossEntropy::Fused) {
        settings.set("cross_entropy_loss_fusion", true);
        settings.set(
            "cross_entropy_fusion_impl", isRelease(release, nativeLossRelease) ? "native" : "te");
    }
}

/// The parts of a layer that are recorded: attention, and the router up to the exchange. What
/// follows depends on how many tokens each expert got.
std::vector<std::string> graphModules(const ResolvedPlan &resolved)
{
    if (!resolved.model->moe)
        return { "attn" };
    // With a capacity the all-to-all's preparation waits for the host.
    if (resolved.plan.options.moeCapacityFactor > 0)
        return { "attn", "moe_router" };
    return { "attn", "moe_router", "moe_preprocess" };
}

/// Which part of a step is recorded as CUDA graphs.
void writeGraphs(const ResolvedPlan &resolved, std::string_view release, Settings &settings)
{
    const CudaGraphs graphs = resolved.plan.options.cudaGraphs;
    if (graphs == CudaGraphs::Auto || graphs == CudaGraphs::None)
        return;
    if (graphs == CudaGraphs::Full) {
        settings.set("cuda_graph_impl",
            isRelease(release, megatronModulesRelease) ? "full_iteration" : "local");
        settings.set("cuda_graph_scope", std::vector<std::string> { "full_iteration" });
        settings.set("check_for_nan_in_loss_and_grad", false);
        return;
    }
    settings.set("cuda_graph_impl", "transformer_engine");
    if (graphs != CudaGraphs::Partial)
        return; // without modules whole layers are recorded
    settings.set("cuda_graph_modules", graphModules(resolved));
    settings.set("cuda_graph_scope", graphModules(resolved));
}

void writeTraining(const ResolvedPlan &resolved, std::string_view release, Settings &settings)
{
    const Plan &plan = resolved.plan;
    settings.set("micro_batch_size", static_cast<std::int64_t>(plan.parallelism.microBatch));
    settings.set("global_batch_size", plan.workload.globalBatchSequences);
    const std::int64_t known = runSteps(plan.workload);
    const std::int64_t steps = known > 0 ? known : openRunSteps;
    const TrainingDefaults defaults = trainingDefaults(resolved, steps);
    settings.set("train_iters", steps);
    settings.set("lr", Value::number(defaults.learningRate));
    settings.set("min_lr", Value::number(defaults.lastLearningRate));
    settings.set("lr_warmup_iters", defaults.warmupSteps);
    settings.set("lr_decay_style", "cosine");
    settings.set("lr_decay_iters", steps);
    settings.set("adam_beta1", Value::number(defaults.beta1));
    settings.set("adam_beta2", Value::number(defaults.beta2));
    settings.set("weight_decay", Value::number(defaults.weightDecay));
    settings.set("clip_grad", Value::number("1.0"));
    writeFormats(plan.precision, settings);
    writeRecipe(resolved.recipe, settings);
    writeOptimizer(resolved, settings);
    writeLowWeights(resolved, settings);
    writeRemat(resolved, settings);
    writeKernels(plan, release, settings);
    writeGraphs(resolved, release, settings);
}

void writeLogging(Settings &settings)
{
    settings.set("log_interval", 1);
    settings.set("eval_iters", 0);
    settings.set("log_throughput", true);
}

void writeCheckpoints(const Job &job, Settings &settings)
{
    if (job.checkpointEverySteps == 0)
        return;
    const std::string folder = job.checkpointFolder.empty() ? "checkpoints" : job.checkpointFolder;
    settings.set("save", folder);
    settings.set("load", folder); // an empty folder begins a run
    settings.set("save_interval", job.checkpointEverySteps);
    if (job.requeue)
        settings.set("exit_signal_handler", true);
}

void writeData(const ResolvedPlan &resolved, Settings &settings)
{
    const Job &job = *resolved.plan.job;
    // Data without a tokenizer: the one of the model, where the hub has it.
    const std::string tokenizer = !job.tokenizer.empty() || job.dataPath.empty()
        ? job.tokenizer
        : huggingFaceName(*resolved.model);
    if (tokenizer.empty()) {
        settings.set("tokenizer_type", "NullTokenizer");
        settings.set("vocab_size", resolved.model->vocab);
    } else {
        settings.set("tokenizer_type", "HuggingFaceTokenizer");
        settings.set("tokenizer_model", tokenizer);
    }
    if (job.dataPath.empty())
        settings.set("mock_data", true);
    else
        settings.set("data_path", job.dataPath);
}

} // namespace

std::string layoutText(const std::vector<int> &layers, int predictionHeads)
{
    std::string text = "E";
    for (std::size_t depth = 0; depth < layers.size(); ++depth) {
        text += depth == 0 ? "" : "|";
        text += layers[depth] == 0 ? "" : fmt::format("t*{}", layers[depth]);
    }
    // The loss must be last, and all prediction heads on one stage; with it they need no other.
    return text + std::string(static_cast<std::size_t>(predictionHeads), 'm') + "L";
}

Settings write(const ResolvedPlan &resolved, std::string_view release)
{
    Settings settings(keys(), release);
    writeModel(resolved, settings);
    writeExperts(resolved, settings);
    writeParallel(resolved, settings);
    writeTraining(resolved, release, settings);
    writeLogging(settings);
    writeCheckpoints(*resolved.plan.job, settings);
    writeData(resolved, settings);
    return settings;
}

} // namespace headroom::books::megatron
