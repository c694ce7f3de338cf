#include "model/base/text/plain_number.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/launch/common/plain_options.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/torch_launch.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/deepspeed_config.h"
#include "model/launch/torch/hf_script.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/sequence_split.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

int zeroStage(const LaunchSpec &spec)
{
    return deepspeedStage(spec.plan().options, spec.degrees);
}

// What DeepSpeed takes without being told, written out so that they can be tuned. Buckets and
// limits count elements. @source DeepSpeed documentation, "ZeRO Optimizations for FP16 Training"
constexpr int bucketElements = 500'000'000;
constexpr int prefetchElements = 50'000'000;
constexpr int persistenceElements = 100'000; ///< smaller parameters are not sharded
constexpr int maxLiveElements = 1'000'000'000;

Document zeroSection(const LaunchSpec &spec, ExportDraft &draft)
{
    const Parallelism &degrees = spec.degrees;
    const int stage = zeroStage(spec);
    std::vector<Document::Member> zero { { "stage", stage } };
    if (stage > 0) {
        zero.push_back({ "overlap_comm", spec.plan().options.overlapGradReduce });
        zero.push_back({ "contiguous_gradients", true });
        zero.push_back({ "reduce_bucket_size", bucketElements });
    }
    if (stage == 1 || stage == 2)
        zero.push_back({ "allgather_bucket_size", bucketElements });
    if (stage == 3) {
        zero.push_back({ "stage3_prefetch_bucket_size", prefetchElements });
        zero.push_back({ "stage3_param_persistence_threshold", persistenceElements });
        zero.push_back({ "stage3_max_live_parameters", maxLiveElements });
        zero.push_back({ "stage3_gather_16bit_weights_on_model_save", true });
    }
    if (spec.plan().options.offloadOptimizer && stage > 0)
        zero.push_back({ "offload_optimizer",
            Document::mapping({ { "device", "cpu" }, { "pin_memory", true } }) });
    if (spec.plan().options.offloadParameters)
        zero.push_back({ "offload_param",
            Document::mapping({ { "device", "cpu" }, { "pin_memory", true } }) });
    if (degrees.data > 1 && degrees.fsdp > 1) {
        const bool isGrouped = stage == 3 && degrees.expert == 1; // AutoEP refuses hpZ
        if (isGrouped)
            zero.push_back({ "zero_hpz_partition_size", degrees.fsdp });
        draft.note(fmt::format(
            "DeepSpeed shards over all {} data-parallel ranks; {} shards in {} replicas have no "
            "exact counterpart{}.",
            degrees.data * degrees.fsdp, degrees.fsdp, degrees.data,
            isGrouped ? ", so only the gathered copies stay within a group (hpZ)" : ""));
    }
    return Document::mapping(std::move(zero));
}

Document optimizerSection(const LaunchSpec &spec)
{
    const OptimizerTraits &optimizer = spec.resolved().optimizer();
    const TrainingDefaults defaults = hfDefaults(spec);
    std::vector<Document::Member> params { { "lr", leadingNumber(defaults.learningRate) } };
    if (optimizer.id == Optimizer::SgdMomentum) {
        params.push_back({ "momentum", 0.9 });
    } else if (isAdam(optimizer.id)) {
        params.push_back({ "betas",
            Document::sequence({ Document(leadingNumber(defaults.beta1)),
                Document(leadingNumber(defaults.beta2)) }) });
        params.push_back({ "weight_decay", leadingNumber(defaults.weightDecay) });
    }
    return Document::mapping({ { "type", std::string(optimizer.nameIn(Framework::DeepSpeed).name) },
        { "params", Document::mapping(std::move(params)) } });
}

/// Warm-up, and a cosine to a tenth of the rate. A checkpoint keeps the place in it.
/// @source DeepSpeed 0.19.5, runtime/lr_schedules.py (WarmupCosineLR)
Document scheduleSection(const LaunchSpec &spec)
{
    constexpr double lastShare = 0.1;
    return Document::mapping({ { "type", "WarmupCosineLR" },
        { "params",
            Document::mapping({ { "total_num_steps", hfSteps(spec) },
                { "warmup_num_steps", hfDefaults(spec).warmupSteps }, { "warmup_type", "linear" },
                { "cos_min_ratio", lastShare } }) } });
}

/// 16 bits throughout, which DeepSpeed has since 0.18.3 and only with both switches.
void addPure16(const LaunchSpec &spec, std::vector<Document::Member> &bf16, ExportDraft &draft)
{
    const Precision &precision = spec.plan().precision;
    if (precision.optimizerState == NumberFormat::Fp32)
        return;
    bf16.push_back({ "bf16_master_weights_and_grads", true });
    bf16.push_back({ "bf16_optimizer_states", true });
    draft.note("16-bit weights and states without fp32 copies need DeepSpeed 0.18.3 or later.");
}

void addPrecision(
    const LaunchSpec &spec, std::vector<Document::Member> &members, ExportDraft &draft)
{
    const Precision &precision = spec.plan().precision;
    const bool isBf16 = precision.compute == NumberFormat::Bf16;
    const bool isFp16 = precision.compute == NumberFormat::Fp16;
    std::vector<Document::Member> bf16 { { "enabled", isBf16 } };
    addPure16(spec, bf16, draft);
    members.push_back({ "bf16", Document::mapping(std::move(bf16)) });
    members.push_back({ "fp16", Document::mapping({ { "enabled", isFp16 } }) });
    if (isBf16 || isFp16)
        members.push_back({ "data_types",
            Document::mapping({ { "grad_accum_dtype", nameOf(precision.gradients) } }) });
}

void addExperts(const LaunchSpec &spec, std::vector<Document::Member> &members, ExportDraft &draft)
{
    const Parallelism &degrees = spec.degrees;
    if (degrees.expert == 1)
        return;
    members.push_back({ "expert_parallel",
        Document::mapping({ { "enabled", true }, { "autoep_size", degrees.expert } }) });
    draft.note(
        fmt::format("DeepSpeed's AutoEP cuts the experts: DeepSpeed {} or later.", minAutoExperts));
}

std::string runStart(const LaunchSpec &spec, std::string_view purpose)
{
    return shellStart(spec, purpose) + shellFolder() + exportVariables(torchEnvironment(spec, true))
        + '\n' + torchLaunchArray(spec);
}

/// Starts the training script, the exported one or the user's.
std::string ownRun(const LaunchSpec &spec, bool hasScript)
{
    return runStart(spec,
               "Starts a training script with DeepSpeed: TRAIN_SCRIPT=mine.py bash run.sh "
               "--its-own-options")
        + "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n  "
        + trainingScriptWord(hasScript)
        + " --deepspeed --deepspeed_config \"${HERE}/ds_config.json\" \"$@\"\n";
}

/// Starts the program that trains adapters; the Trainer takes DeepSpeed's configuration.
std::string adapterRun(const LaunchSpec &spec, ExportDraft &draft)
{
    addPeftScript(spec, draft);
    ArgumentGroups arguments;
    addTrainerArguments(spec, Sharder::DeepSpeed, arguments, draft);
    return runStart(spec, "Starts train.py, which trains adapters: MODEL=... DATA=... bash run.sh")
        + arguments.arrays() + trainerPaths(spec)
        + "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
        + "  \"${TRAIN_SCRIPT:-${HERE}/train.py}\" " + trainerOutput(spec) + " \\\n  "
        + arguments.expansion() + " --deepspeed \"${HERE}/ds_config.json\" \"$@\"\n";
}

/// Ulysses: train.py registers it with Transformers. @source DeepSpeed 0.19,
/// runtime/sequence_parallel/ulysses_sp.py and runtime/config.py
void addUlysses(const LaunchSpec &spec, std::vector<Document::Member> &members)
{
    const Parallelism &degrees = spec.degrees;
    if (degrees.context == 1)
        return;
    members.push_back({ "sequence_parallel_size", degrees.context });
}

/// Tensor parallelism of models that Transformers has, which DeepSpeed splits by itself.
/// @source DeepSpeed 0.19, runtime/tensor_parallel/config.py and engine.py
void addTensorParallel(
    const LaunchSpec &spec, std::vector<Document::Member> &members, ExportDraft &draft)
{
    const Parallelism &degrees = spec.degrees;
    if (degrees.tensor == 1)
        return;
    members.push_back({ "tensor_parallel",
        Document::mapping({ { "autotp_size", degrees.tensor },
            { "tp_overlap_comm", spec.plan().options.tensorOverlap == Switch::On } }) });
    draft.note("Ranks of a tensor group must see the same sequences, as train.py lets them.");
    if (degrees.sequenceParallel)
        draft.lose("parallelism.sequence_parallel", "true",
            "DeepSpeed's tensor parallelism keeps norms and residuals whole");
}

} // namespace

Document deepspeedConfig(const LaunchSpec &spec, DeepSpeedNumbers numbers, ExportDraft &draft)
{
    const bool isAuto = numbers == DeepSpeedNumbers::Trainer;
    const auto number
        = [isAuto](std::int64_t value) { return isAuto ? Document("auto") : Document(value); };
    std::vector<Document::Member> members;
    // With tensor groups DeepSpeed counts every rank; micro-batch and passes say enough.
    // The Trainer's own product counts the ranks of a sequence as well.
    if (spec.degrees.tensor == 1 && !(isAuto && spec.degrees.context > 1))
        members.push_back({ "train_batch_size", number(spec.batch.global) });
    members.push_back(
        { "train_micro_batch_size_per_gpu", number(static_cast<std::int64_t>(spec.batch.micro)) });
    members.push_back({ "gradient_accumulation_steps", number(spec.batch.accumulation) });
    for (PlainOption &option : plainOptions(spec.plan(), Framework::DeepSpeed))
        if (option.name.find('.') == std::string::npos) // others are of those who write the section
            members.push_back({ std::move(option.name), std::move(option.value) });
    members.push_back({ "gradient_clipping", isAuto ? Document("auto") : Document(1.0) });
    addPrecision(spec, members, draft);
    members.push_back({ "zero_optimization", zeroSection(spec, draft) });
    addTensorParallel(spec, members, draft);
    if (!isAuto) {
        addUlysses(spec, members);
        addExperts(spec, members, draft);
        members.push_back({ "optimizer", optimizerSection(spec) });
        members.push_back({ "scheduler", scheduleSection(spec) });
        if (spec.resolved().optimizer().id == Optimizer::SgdMomentum && zeroStage(spec) > 0)
            members.push_back({ "zero_allow_untested_optimizer", true });
        if (spec.resolved().rematKind() != RematKind::Whole) {
            Document kept = Document::mapping({ { "partition_activations", false } });
            if (spec.plan().options.offloadActivations)
                kept.set("cpu_checkpointing", true);
            members.push_back({ "activation_checkpointing", std::move(kept) });
        }
        members.push_back({ "steps_per_print", 1 });
        members.push_back({ "wall_clock_breakdown", spec.isBenchmark() });
    }
    return Document::mapping(std::move(members));
}

namespace {

/// What becomes of a run that ends early, in the words of train.json.
void tellCheckpoints(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.isBenchmark())
        return;
    const Job &job = spec.job();
    if (job.checkpointEverySteps == 0)
        return draft.note(
            "No checkpoints are written: a run that ends early begins again at step 0. "
            "`job.checkpoint_every_steps` of the plan asks for them.");
    draft.note(fmt::format(
        "train.py goes on from the newest checkpoint in {}, with optimizer and place in the data; "
        "on another number of devices the data begin anew.",
        markdownCode(job.checkpointFolder.empty() ? "checkpoints" : job.checkpointFolder)));
}

} // namespace

void renderDeepSpeed(const LaunchSpec &spec, ExportDraft &draft)
{
    tellSequenceSplit(spec, draft);
    draft.add("ds_config.json",
        writeJson(deepspeedConfig(spec, DeepSpeedNumbers::Fixed, draft)) + "\n",
        "DeepSpeed configuration with every number written out");
    const bool isAdapted = trainsAdapters(spec);
    const bool hasScript = !isAdapted && addTrainingScript(spec, "train_deepspeed.py", draft);
    addTrainingRun(spec, isAdapted ? adapterRun(spec, draft) : ownRun(spec, hasScript), draft);
    if (isAdapted)
        addTrainerResume(spec, FileReader::Framework, draft);
    else if (hasScript)
        tellCheckpoints(spec, draft);
    addTorchJob(spec, draft);
    const Plan &plan = spec.plan();
    const RematKind kind = spec.resolved().rematKind();
    if (kind != RematKind::Whole && !isFullRemat(kind))
        draft.lose("remat.policy", plan.remat.policy,
            "DeepSpeed's configuration cannot say what is kept: the program's calls decide");
    if (kind != RematKind::Whole && !isAdapted)
        draft.note("DeepSpeed recomputes only where the model calls its checkpointing (or "
                   "torch's); the program must wrap every layer, as Transformers' models do.");
    if (spec.isBenchmark())
        draft.note(fmt::format(
            "Benchmark: {} steps on one repeated synthetic batch, nothing saved; DeepSpeed's own "
            "timers are on. A script of yours must do the same.",
            benchmarkSteps));
    draft.note(trainingDefaultsNote(hfDefaults(spec)));
    if (!isAdapted && !hasScript)
        draft.note("Sequence length and steps are your script's own business; the schedule in "
                   "ds_config.json counts the plan's steps.");
    draft.howToRun.push_back(trainingStart(spec));
}

} // namespace headroom
