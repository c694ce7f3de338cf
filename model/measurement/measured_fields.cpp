#include "model/measurement/measured_fields.h"

#include "model/measurement/free_text.h"
#include "model/plan/degrees.h"

#include <algorithm>
#include <bit>

namespace headroom {

int statedDegree(const std::optional<double> &value, int fallback)
{
    return value && *value >= 1 ? static_cast<int>(std::min(*value, 1e6)) : fallback;
}

Framework planFramework(const std::string &word)
{
    const std::string text = loweredText(word);
    if (hasWord(text, "maxtext"))
        return Framework::MaxText;
    if (hasWord(text, "pax") || hasWord(text, "jax"))
        return Framework::Jax;
    if (hasWord(text, "titan") || hasWord(text, "torchtune"))
        return Framework::Torchtitan;
    if (hasWord(text, "deepspeed") && !hasWord(text, "megatron"))
        return Framework::DeepSpeed;
    if (hasWord(text, "foundry") || hasWord(text, "fsdp") || hasWord(text, "litgpt"))
        return Framework::HuggingFace;
    return Framework::Megatron;
}

namespace {

/// Chunks of about four layers, as these recipes have where they say.
void assumeInterleaving(MeasuredRun &run)
{
    constexpr int usualChunkLayers = 4;
    Parallelism &own = run.resolved.plan.parallelism;
    const int perStage = run.resolved.model->layers / own.pipeline;
    own.chunks = std::max(1, perStage / usualChunkLayers);
    while (perStage % own.chunks != 0)
        --own.chunks;
    run.assumptions.push_back("Interleaving not stated: about four layers a chunk assumed.");
    run.missing.microBatch = true;
}

/// Data and FSDP degrees of so many ranks.
void splitRanks(MeasuredRun &run, const Measurement &row, int ranks)
{
    Parallelism &own = run.resolved.plan.parallelism;
    int fsdp = statedDegree(row.fsdp), data = statedDegree(row.data);
    const auto stated = [&] { return std::int64_t { fsdp } * data; };
    if (stated() != ranks) {
        run.missing.parallelism = run.missing.parallelism || (row.data && row.fsdp);
        if (row.fsdp || own.zeroStage < 3)
            data = std::max(1, ranks / fsdp);
        else
            fsdp = std::max(1, ranks / data);
        if (stated() > ranks) {
            fsdp = ranks;
            data = 1;
        }
        if (!row.data && !row.fsdp && !row.tensor)
            run.missing.parallelism = true;
    }
    if (own.zeroStage >= 3 && !row.fsdp && data > 1 && fsdp == 1)
        std::swap(fsdp, data);
    // A sharded optimizer with replicas: data says how many hold the same shard.
    if (const int shards = readOptimizerShards(row.notes);
        own.zeroStage == 1 && fsdp == 1 && shards > 1 && data % shards == 0) {
        fsdp = shards;
        data /= shards;
    }
    own.fsdp = fsdp;
    own.data = data;
}

} // namespace

void applyDegrees(MeasuredRun &run, const Measurement &row, double unitsPerDevice)
{
    Parallelism &own = run.resolved.plan.parallelism;
    own.tensor = statedDegree(row.tensor);
    own.pipeline = statedDegree(row.pipeline);
    own.chunks = statedDegree(row.chunks);
    if (!row.chunks && own.pipeline > 1 && run.stack->interleavesWhenSilent
        && !run.resolved.model->moe)
        assumeInterleaving(run);
    own.context = statedDegree(row.context);
    own.expert = statedDegree(row.expert);
    own.zeroStage
        = row.zeroStage ? static_cast<int>(*row.zeroStage) : (row.fsdp && *row.fsdp > 1 ? 3 : 1);
    const int units = static_cast<int>(std::max(1.0, *row.devices * unitsPerDevice));
    const bool isAxis = run.resolved.expertIsAxis();
    const double inner = deviceProduct(own, isAxis); // data and fsdp are 1 as yet
    const int ranks = std::max(1, static_cast<int>(units / inner));
    splitRanks(run, row, ranks);
    // Two JAX devices on one chip share its memory and links: the plan counts chips.
    if (unitsPerDevice > 1) {
        const int halves = static_cast<int>(unitsPerDevice);
        int *const axes[] = { &own.fsdp, &own.data, &own.context, &own.tensor, &own.expert };
        for (int *axis : axes)
            if (*axis % halves == 0) {
                *axis /= halves;
                break;
            }
    }
    // Sequence parallelism came with the years of fused attention.
    own.sequenceParallel = row.sequenceParallel.value_or(own.tensor > 1 && !run.stack->isUnfused);
    own.expertTensor = isAxis ? 1 : own.tensor;
    if (!isAxis && own.expert > 1
        && std::int64_t { own.expert } * own.expertTensor
            > std::int64_t { ranks } * own.tensor * own.context)
        own.expertTensor = 1;
}

void applyBatch(MeasuredRun &run, const Measurement &row, double unitsPerDevice)
{
    Parallelism &own = run.resolved.plan.parallelism;
    const auto ranks = static_cast<double>(run.resolved.dataParallelRanks());
    const double local = *row.globalBatch / ranks;
    const bool isJax = run.resolved.framework().runsXla;
    if (row.microBatch && *row.microBatch > 0) {
        own.microBatch = *row.microBatch;
        if (isJax)
            own.microBatch = *row.microBatch * unitsPerDevice * *row.devices / ranks;
        // Some state the batch of a rank, which the pipeline cuts into as many parts as stages.
        if (run.resolved.framework().statesBatchOfRank && own.pipeline > 1)
            own.microBatch = std::max(1.0, own.microBatch / (double(own.pipeline) * own.chunks));
    } else {
        own.microBatch = isJax && own.pipeline == 1 ? local : 1;
        run.missing.microBatch = true;
        run.assumptions.push_back("Micro-batch not stated: one sequence per rank assumed.");
    }
    own.microBatch = std::min(own.microBatch, std::max(local, 1e-6));
}

void applyPrecision(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups)
{
    Precision &precision = run.resolved.plan.precision;
    const std::string word = loweredText(row.precision);
    precision.compute = hasWord(word, "fp16") ? NumberFormat::Fp16
        : hasWord(word, "fp32")               ? NumberFormat::Fp32
                                              : NumberFormat::Bf16;
    run.missing.precision = word.empty();
    const std::string id = readRecipe(row);
    if (const auto recipe = lookups.recipe(id.empty() ? "none" : id))
        run.resolved.recipe = *recipe;
    precision.recipe = run.resolved.recipe.id;
    const std::string notes = loweredText(row.notes);
    if (hasWord(notes, "bf16/pure") || hasWord(notes, "pure bf16")
        || hasWord(loweredText(row.optimizer), "bf16-true")
        || (hasWord(loweredText(row.framework), "torchtune")
            && precision.compute == NumberFormat::Bf16)) {
        precision.weights = precision.gradients = NumberFormat::Bf16;
        precision.optimizerState = NumberFormat::Bf16;
    }
    if (run.stack->gradientBytes > Bytes {})
        precision.gradients = run.stack->gradientBytes < elementBytes(NumberFormat::Fp32)
            ? NumberFormat::Bf16
            : NumberFormat::Fp32;
    const OptimizerWords optimizer = readOptimizer(row.optimizer);
    run.resolved.plan.optimizer = optimizer.id;
    run.resolved.plan.options.optimizerInBackward = optimizer.inBackward;
    run.resolved.plan.options.offloadOptimizer = optimizer.offloaded;
    // What MaxText does unless told otherwise; a measured run is nobody's choice any more.
    run.resolved.plan.options.pipelineGather = PipelineGather::Each;
}

void applyRemat(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups)
{
    const RematWords words = readRemat(row.remat, lookups.rematPolicyIds());
    run.rematIsOpen = !words.isKnown;
    run.missing.remat = !words.isKnown;
    const std::string id = words.isKnown ? words.policy : wholeRematId;
    RematPolicy &policy = run.resolved.remat;
    if (rematKind(id, run.resolved.framework()) == RematKind::Custom) {
        policy.id = id;
        policy.perTensorKeys = true;
        policy.tensors = words.tensors;
    } else if (const auto found = lookups.rematPolicy(id)) {
        policy = *found;
    } else {
        policy.id = id;
    }
    for (const std::string &word : words.notUnderstood)
        run.assumptions.push_back("Not understood in column remat: " + word);
    run.resolved.plan.remat.policy = policy.id;
}

void applyOptions(MeasuredRun &run, const Measurement &row)
{
    PlanOptions &options = run.resolved.plan.options;
    const std::string notes = loweredText(row.notes), attention = loweredText(row.attention);
    options.compile = !hasWord(notes, "eager");
    if (run.resolved.framework().isEagerUnlessSaid && !hasWord(notes, "compile"))
        options.compile = false;
    if (hasWord(notes, "async tp") || hasWord(notes, "asynctp"))
        options.tensorOverlap = Switch::On;
    if (hasWord(notes, "vanilla tp"))
        options.tensorOverlap = Switch::Off;
    if (hasWord(notes, "no tp/dp") || hasWord(notes, "no tp overlap")) {
        options.tensorOverlap = Switch::Off;
        options.overlapGradReduce = options.overlapParamGather = false;
    }
    if (hasWord(notes, "fused cross-entropy") || hasWord(notes, "fused ce"))
        options.crossEntropy = CrossEntropy::Fused;
    if (hasWord(notes, "liger")) {
        // @source Liger Kernel (arXiv 2410.10989), fused linear cross-entropy
        options.crossEntropy = CrossEntropy::FusedLinear;
    }
    if (hasWord(notes, "no te;") || hasWord(notes, "no te "))
        options.compile = false;
    if (hasWord(notes, "ep overlap on"))
        options.expertOverlap = Switch::On;
    if (hasWord(notes, "ep overlap off"))
        options.expertOverlap = Switch::Off;
    run.resolved.plan.attention = readAttention(row.attention);
    run.missing.attention = row.attention.empty();
    Parallelism &own = run.resolved.plan.parallelism;
    if (own.context > 1)
        own.contextStrategy = hasWord(notes, "a2a") || hasWord(notes, "ulysses")
            ? ContextStrategy::Ulysses
            : run.resolved.framework().runsXla ? ContextStrategy::AllGather
                                               : ContextStrategy::Ring;
    (void)attention;
}

std::string hardwareId(const Measurement &row)
{
    const std::string note = loweredText(row.interconnectNote + " " + row.notes);
    if (row.hardware == "h100-sxm"
        && (hasWord(note, "500w") || hasWord(note, "low-tdp") || hasWord(note, "96gb hbm2e")))
        return "h100-96-500w";
    return row.hardware;
}

bool hasStatedBridge(const Measurement &row)
{
    const std::string note = loweredText(row.interconnectNote);
    return hasWord(note, "nvlink") && !hasWord(note, "not stated") && !hasWord(note, "no nvlink");
}

} // namespace headroom
