#include "model/launch/torch/torchtitan_config.h"

#include "model/base/text/plain_number.h"
#include "model/frameworks/book/witness_text.h"
#include "model/launch/common/plain_options.h"
#include "model/launch/common/torch_launch.h"
#include "model/launch/torch/tuning_tool.h"
#include "model/plan/job.h"
#include "model/plan/stage_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

TitanTable trainingTable(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const auto micro = static_cast<std::int64_t>(spec.batch.micro);
    // A pipelined pass takes all its micro-batches as one local batch.
    const std::int64_t local = micro * spec.batch.pipelineMicroBatches;
    TitanTable table { "training", {} };
    table.values.push_back({ "local_batch_size", local });
    table.values.push_back({ "global_batch_size", spec.batch.global });
    table.values.push_back({ "seq_len", plan.workload.sequenceLength });
    table.values.push_back({ "steps", titanSteps(spec) });
    table.values.push_back({ "dataset", spec.isBenchmark() ? "c4_test" : "c4" });
    if (const std::string path = spec.job().dataPath; path.empty()) {
        if (!spec.isBenchmark())
            draft.note("The plan names no data, so torchtitan streams C4 from the Hugging Face "
                       "hub; an export with `--benchmark` reads the sample in its sources. "
                       "`job.data_path` and `job.tokenizer` of the plan name yours.");
    } else {
        table.values.push_back({ "dataset_path", path });
        draft.note("torchtitan's reader `c4` takes the text column of whatever dataset_path names; "
                   "another layout needs a reader of its own in torchtitan.");
    }
    table.values.push_back({ "dtype", dtypeOf(plan.precision.weights) });
    table.values.push_back({ "mixed_precision_param", dtypeOf(plan.precision.compute) });
    table.values.push_back({ "mixed_precision_reduce", "float32" });
    if (plan.options.offloadOptimizer) {
        table.values.push_back({ "enable_cpu_offload", true });
        draft.note("torchtitan's offload moves weights and gradients to the host together with the "
                   "optimizer.");
    }
    return table;
}

/// What is validated as often as checkpoints are written. Of a pipeline, torchtitan validates the
/// local batch of training. @source torchtitan 0.2.2, config/job_config.py (Validation),
/// components/validate.py (pp_schedule)
void addValidation(const LaunchSpec &spec, std::vector<TitanTable> &tables, ExportDraft &draft)
{
    constexpr std::int64_t batches = 10; // a placeholder: all of C4's part takes hours
    const std::int64_t sequences = evaluatedRows(spec);
    if (sequences == 0)
        return;
    if (spec.degrees.pipeline > 1)
        return draft.lose("workload.evaluation.micro_batch", std::to_string(sequences),
            "torchtitan validates a pipeline with the batch of training");
    const std::string path = spec.job().dataPath;
    TitanTable table { "validation",
        { { "enable", true }, { "dataset", path.empty() ? "c4_validation" : "c4" } } };
    if (!path.empty())
        table.values.push_back({ "dataset_path", path });
    table.values.push_back({ "local_batch_size", sequences });
    table.values.push_back({ "seq_len", spec.plan().workload.sequenceLength });
    table.values.push_back({ "freq", evaluationSteps(spec) });
    table.values.push_back({ "steps", batches });
    tables.push_back(std::move(table));
    draft.note(path.empty()
            ? "Ten batches are validated at a time; later sources (headroom_recipe.py) validate "
              "nothing until a recipe says so."
            : "Ten batches of the training data are validated at a time: name others in "
              "`validation.dataset_path`. Later sources (headroom_recipe.py) validate nothing "
              "until a recipe says so.");
}

/// Which modules each pipeline stage holds, spelt out.
Document stageModules(const std::vector<int> &layers)
{
    std::vector<Document> stages;
    int next = 0;
    for (std::size_t stage = 0; stage < layers.size(); ++stage) {
        std::vector<Document> modules;
        if (stage == 0)
            modules.emplace_back("tok_embeddings");
        for (int i = 0; i < layers[stage]; ++i)
            modules.emplace_back(fmt::format("layers.{}", next++));
        if (stage + 1 == layers.size()) {
            modules.emplace_back("norm");
            modules.emplace_back("output");
        }
        stages.push_back(Document::sequence(std::move(modules)));
    }
    return Document::sequence(std::move(stages));
}

void addPipeline(const LaunchSpec &spec, TitanTable &table)
{
    const Parallelism &degrees = spec.degrees;
    table.values.push_back({ "pipeline_parallel_degree", degrees.pipeline });
    if (degrees.pipeline == 1)
        return;
    const int layers = spec.model().layers;
    const int chunks = degrees.pipeline * degrees.chunks;
    table.values.push_back(
        { "pipeline_parallel_schedule", degrees.chunks > 1 ? "Interleaved1F1B" : "1F1B" });
    table.values.push_back(
        { "pipeline_parallel_microbatch_size", static_cast<std::int64_t>(spec.batch.micro) });
    if (!degrees.stageLayers.empty()) {
        table.values.push_back({ "module_fqns_per_model_part",
            stageModules(
                virtualStageLayers(degrees.stageLayers, degrees.pipeline, degrees.chunks)) });
        return;
    }
    // Embedding and head count as a layer each unless the layers alone come out even.
    const int ends = layers % chunks == 0 ? 0 : 1;
    const int perStage = (layers + 2 * ends + chunks - 1) / chunks;
    table.values.push_back({ "pipeline_parallel_first_stage_less_layers", ends });
    table.values.push_back({ "pipeline_parallel_last_stage_less_layers", ends });
    table.values.push_back({ "pipeline_parallel_layers_per_stage", perStage });
}

void addTensor(const LaunchSpec &spec, TitanTable &table, ExportDraft &draft)
{
    const Parallelism &degrees = spec.degrees;
    table.values.push_back({ "tensor_parallel_degree", degrees.tensor });
    if (degrees.tensor == 1)
        return;
    if (!degrees.sequenceParallel)
        draft.note("torchtitan's tensor parallelism always shards the sequence between the "
                   "matmuls: less memory "
                   "than the plan counts.");
    if (spec.plan().options.tensorOverlap == Switch::On)
        table.values.push_back({ "enable_async_tensor_parallel", true });
}

void addExperts(const LaunchSpec &spec, TitanTable &table)
{
    const Parallelism &degrees = spec.degrees;
    if (!spec.model().moe)
        return;
    table.values.push_back({ "expert_parallel_degree", degrees.expert });
    table.values.push_back({ "expert_tensor_parallel_degree", degrees.expertTensor });
    const ExpertDispatcher dispatcher = spec.plan().options.expertDispatcher;
    if (dispatcher == ExpertDispatcher::DeepEp || dispatcher == ExpertDispatcher::HybridEp)
        table.values.push_back({ "expert_parallel_comm_backend",
            dispatcher == ExpertDispatcher::DeepEp ? "deepep" : "hybridep" });
}

TitanTable parallelismTable(const LaunchSpec &spec, ExportDraft &draft)
{
    const Parallelism &degrees = spec.degrees;
    const TitanDegrees data = titanDegrees(spec);
    TitanTable table { "parallelism", {} };
    table.values.push_back({ "data_parallel_replicate_degree", data.replicate });
    table.values.push_back({ "data_parallel_shard_degree", data.shard });
    table.values.push_back({ "fsdp_reshard_after_forward", data.reshard });
    const bool isSharded
        = degrees.zeroStage > 0 && degrees.fsdp * degrees.data * degrees.context > 1;
    if (isSharded && degrees.zeroStage < 3)
        draft.note(fmt::format(
            "ZeRO stage {} becomes FSDP that keeps gathered weights (reshard never): weights are "
            "sharded between steps, gradients within them.",
            degrees.zeroStage));
    if (isSharded && degrees.zeroStage == 1)
        draft.lose("parallelism.zero_stage", "1",
            "torchtitan's FSDP shards gradients, too: less memory than the plan counts");
    addTensor(spec, table, draft);
    table.values.push_back({ "context_parallel_degree", degrees.context });
    if (degrees.context > 1) {
        const bool isRing = degrees.contextStrategy == ContextStrategy::Ring;
        table.values.push_back(
            { "context_parallel_rotate_method", isRing ? "alltoall" : "allgather" });
    }
    addPipeline(spec, table);
    addExperts(spec, table);
    return table;
}

void addStepInBackward(const LaunchSpec &spec, TitanTable &table, ExportDraft &draft)
{
    if (!spec.plan().options.optimizerInBackward)
        return;
    table.values.push_back({ "early_step_in_backward", true });
    draft.note("Gradients are not clipped where the optimizer steps in the backward pass.");
    draft.note("After v0.2.2 torchtitan has no step in the backward pass: headroom_recipe.py "
               "goes without.");
}

TitanTable optimizerTable(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const OptimizerTraits &optimizer = spec.resolved().optimizer();
    const bool has16BitStates = plan.precision.weights == NumberFormat::Bf16;
    const bool wants16BitStates = optimizer.id == Optimizer::AdamWBf16
        || plan.precision.optimizerState == NumberFormat::Bf16;
    if (has16BitStates && !wants16BitStates)
        draft.lose("precision.optimizer_state", nameOf(plan.precision.optimizerState),
            "torchtitan's AdamW keeps its states in the type of the weights, bf16");
    TitanTable table { "optimizer", {} };
    table.values.push_back({ "name", "AdamW" });
    const TrainingDefaults defaults = titanDefaults(spec);
    for (const auto &[key, value] : { std::pair { "lr", defaults.learningRate },
             std::pair { "beta1", defaults.beta1 }, std::pair { "beta2", defaults.beta2 },
             std::pair { "weight_decay", defaults.weightDecay } })
        table.values.push_back({ key, leadingNumber(value) });
    addStepInBackward(spec, table, draft);
    return table;
}

/// Warm-up, and a cosine over the rest of the run.
TitanTable scheduleTable(const LaunchSpec &spec)
{
    constexpr double lastShare = 0.1; // of the highest rate
    return { "lr_scheduler",
        { { "warmup_steps", titanDefaults(spec).warmupSteps }, { "decay_type", "cosine" },
            { "min_lr_factor", lastShare } } };
}

TitanTable checkpointTable(const LaunchSpec &spec)
{
    const TitanCheckpoint kept = titanCheckpoint(spec);
    TitanTable table { "activation_checkpoint", {} };
    table.values.push_back({ "mode", titanCheckpointWords[static_cast<std::size_t>(kept)] });
    if (kept == TitanCheckpoint::Selective)
        table.values.push_back({ "selective_ac_option", "op" });
    return table;
}

/// Checkpoints; a run goes on from the newest one in its folder without being told.
TitanTable savingTable(const LaunchSpec &spec)
{
    TitanTable table { "checkpoint", { { "enable", !spec.isBenchmark() } } };
    const Job &job = spec.job();
    if (job.checkpointEverySteps > 0)
        table.values.push_back({ "interval", job.checkpointEverySteps });
    // The newest may still be being written when the next one begins: torchtitan refuses 1, and 0
    // keeps all.
    // @source torchtitan 0.2.2, components/checkpoint.py
    constexpr std::int64_t fewestKept = 2;
    if (!spec.isBenchmark())
        table.values.push_back({ "keep_latest_k",
            job.keepCheckpoints == 0 ? 0 : std::max(job.keepCheckpoints, fewestKept) });
    if (!job.checkpointFolder.empty())
        table.values.push_back({ "folder", job.checkpointFolder });
    return table;
}

/// Options that are one key, in front of the others of their table.
void addOptions(const Plan &plan, std::vector<TitanTable> &tables)
{
    for (PlainOption &option : plainOptions(plan, Framework::Torchtitan)) {
        const std::size_t dot = option.name.rfind('.');
        auto table = std::ranges::find(tables, option.name.substr(0, dot), &TitanTable::name);
        if (table == tables.end())
            table = tables.insert(table, { option.name.substr(0, dot), {} });
        table->values.emplace(
            table->values.begin(), option.name.substr(dot + 1), std::move(option.value));
    }
}

/// The loss is fused when it is compiled, and eager when the model alone is.
TitanTable compileTable(const LaunchSpec &spec)
{
    const PlanOptions &options = spec.plan().options;
    TitanTable table { "compile", {} };
    if (options.crossEntropy == CrossEntropy::Eager && options.compile)
        table.values.push_back({ "components", Document::sequence({ Document("model") }) });
    if (options.crossEntropy == CrossEntropy::Fused)
        table.values.push_back(
            { "components", Document::sequence({ Document("model"), Document("loss") }) });
    return table;
}

constexpr rule_rows::WitnessRow titanRecipes { "no-recipe",
    { "pytorch/torchtitan", "torchtitan/components/quantization/__init__.py", "int8", false } };

/// The converter and its table for a low-precision recipe; nothing for none.
void addRecipe(const LaunchSpec &spec, std::vector<TitanTable> &tables, ExportDraft &draft)
{
    const PrecisionRecipe &recipe = spec.resolved().recipe;
    if (recipe.isNone())
        return;
    if (recipe.matmulRate == MatmulRate::Fp4) // a converter of headroom_recipe.py
        return tables.push_back({ "quantize.linear.nvfp4", {} });
    if (recipe.matmulRate != MatmulRate::Fp8)
        return draft.refuse("precision.recipe",
            seen({ titanRecipes.reason, { "torchtitan", recipe.id } }, titanRecipes.witness));
    TitanTable &model = tables[1];
    if (recipe.scales == RecipeScales::MicroBlocks) {
        model.values.push_back(
            { "converters", Document::sequence({ Document("quantize.linear.mx") }) });
        tables.push_back({ "quantize.linear.mx", { { "recipe_name", "mxfp8_cublas" } } });
        return;
    }
    const bool isRowwise = recipe.scales == RecipeScales::Blocks;
    if (isRowwise)
        draft.note("torchtitan's nearest recipe to blockwise fp8 scales by row.");
    if (!spec.plan().options.compile)
        draft.note("Float8 is slow in torchtitan without compilation.");
    model.values.push_back(
        { "converters", Document::sequence({ Document("quantize.linear.float8") }) });
    TitanTable table { "quantize.linear.float8",
        { { "recipe_name", isRowwise ? "rowwise" : "tensorwise" } } };
    if (!isRowwise) {
        table.values.push_back({ "enable_fsdp_float8_all_gather", true });
        table.values.push_back({ "precompute_float8_dynamic_scale_for_fsdp", true });
    }
    table.values.push_back({ "filter_fqns", Document::sequence({ Document("output") }) });
    tables.push_back(std::move(table));
}

} // namespace

std::int64_t titanSteps(const LaunchSpec &spec)
{
    constexpr std::int64_t openSteps = 10000; // of a plan that names no tokens
    return spec.steps() > 0 ? spec.steps() : openSteps;
}

TrainingDefaults titanDefaults(const LaunchSpec &spec)
{
    return trainingDefaults(spec.resolved(), titanSteps(spec));
}

TitanDegrees titanDegrees(const LaunchSpec &spec)
{
    const Parallelism &degrees = spec.degrees;
    if (degrees.zeroStage == 0)
        return { degrees.data * degrees.fsdp, 1, "default" };
    if (degrees.zeroStage < 3 && degrees.fsdp == 1)
        return { 1, degrees.data, "never" };
    return { degrees.data, degrees.fsdp, degrees.zeroStage < 3 ? "never" : "default" };
}

TitanCheckpoint titanCheckpoint(const LaunchSpec &spec)
{
    const RematKind kind = spec.resolved().rematKind();
    return kind == RematKind::Whole               ? TitanCheckpoint::None
        : kind == spec.framework().selectiveRemat ? TitanCheckpoint::Selective
                                                  : TitanCheckpoint::Full;
}

std::vector<TitanTable> titanTables(
    const LaunchSpec &spec, const TitanModel &model, ExportDraft &draft)
{
    std::vector<TitanTable> tables;
    tables.push_back({ "job", { { "dump_folder", "./outputs" }, { "description", spec.slug } } });
    tables.push_back({ "model",
        { { "name", std::string(model.name) }, { "flavor", std::string(model.flavor) } } });
    if (const std::string tokenizer = spec.job().tokenizer; !tokenizer.empty())
        tables.back().values.push_back({ "hf_assets_path", tokenizer });
    tables.push_back(trainingTable(spec, draft));
    tables.push_back(parallelismTable(spec, draft));
    tables.push_back(optimizerTable(spec, draft));
    tables.push_back(scheduleTable(spec));
    tables.push_back(checkpointTable(spec));
    tables.push_back(compileTable(spec));
    tables.push_back(savingTable(spec));
    addValidation(spec, tables, draft);
    tables.push_back({ "metrics", { { "log_freq", spec.isBenchmark() ? 1 : 10 } } });
    if (spec.isBenchmark())
        tables.push_back({ "profiling",
            { { "enable_profiling", true },
                { "profile_freq", benchmarkProfileStart + benchmarkProfileSteps },
                { "profiler_active", benchmarkProfileSteps }, { "profiler_warmup", 3 } } });
    addOptions(spec.plan(), tables);
    addRecipe(spec, tables, draft);
    return tables;
}

} // namespace headroom
