#include "model/measurement/measured_run.h"

#include "model/measurement/free_text.h"
#include "model/measurement/measured_shape.h"
#include "model/memory/peak_memory.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

int degree(const std::optional<double> &value, int fallback = 1)
{
    return value && *value >= 1 ? static_cast<int>(std::min(*value, 1e6)) : fallback;
}

/// Framework of a plan for the word of a measurement; policies and rules of sharding follow it.
std::string planFramework(const std::string &word)
{
    const std::string text = loweredText(word);
    if (hasWord(text, "maxtext"))
        return "maxtext";
    if (hasWord(text, "pax") || hasWord(text, "jax"))
        return "jax";
    if (hasWord(text, "titan"))
        return "torchtitan";
    if (hasWord(text, "foundry") || hasWord(text, "fsdp"))
        return "hf";
    return "megatron";
}

/// Splits devices over the degrees that the row names; what it leaves open goes to data or FSDP.
void applyDegrees(MeasuredRun &run, const Measurement &row, double unitsPerDevice)
{
    Parallelism &own = run.resolved.plan.parallelism;
    own.tensor = degree(row.tensor);
    own.pipeline = degree(row.pipeline);
    own.pipelineChunks = degree(row.chunks);
    if (!row.chunks && own.pipeline > 1 && run.stack->interleavesWhenSilent
        && !run.resolved.model->moe) {
        // About four layers a chunk, as these recipes have where they say.
        const int perStage = run.resolved.model->layers / own.pipeline;
        for (int chunks = std::max(1, perStage / 4); chunks >= 1; --chunks)
            if (perStage % chunks == 0) {
                own.pipelineChunks = chunks;
                break;
            }
        run.assumptions.push_back("Interleaving not stated: about four layers a chunk assumed.");
        run.missing.microBatch = true;
    }
    own.context = degree(row.context);
    own.expert = degree(row.expert);
    own.zeroStage
        = row.zeroStage ? static_cast<int>(*row.zeroStage) : (row.fsdp && *row.fsdp > 1 ? 3 : 1);
    int fsdp = degree(row.fsdp), data = degree(row.data);
    const int units = static_cast<int>(std::max(1.0, *row.devices * unitsPerDevice));
    const bool isAxis = run.resolved.expertIsAxis();
    const int inner = own.tensor * own.pipeline * own.context * (isAxis ? own.expert : 1);
    const int ranks = std::max(1, units / inner);
    if (fsdp * data != ranks) {
        run.missing.parallelism = run.missing.parallelism || (row.data && row.fsdp);
        if (!row.fsdp && own.zeroStage < 3)
            data = std::max(1, ranks / fsdp);
        else if (row.fsdp)
            data = std::max(1, ranks / fsdp);
        else
            fsdp = std::max(1, ranks / data);
        if (fsdp * data > ranks) {
            fsdp = ranks;
            data = 1;
        }
        if (!row.data && !row.fsdp && !row.tensor)
            run.missing.parallelism = true;
    }
    if (own.zeroStage >= 3 && !row.fsdp && data > 1 && fsdp == 1)
        std::swap(fsdp, data);
    // Two JAX devices on one chip share its memory and links: the plan counts chips.
    if (unitsPerDevice > 1) {
        const int halves = static_cast<int>(unitsPerDevice);
        int *const axes[] = { &fsdp, &data, &own.context, &own.tensor, &own.expert };
        for (int *axis : axes)
            if (*axis % halves == 0) {
                *axis /= halves;
                break;
            }
    }
    own.fsdp = fsdp;
    own.data = data;
    const bool modern = run.resolved.plan.framework != "megatron" || !run.stack->isUnfused;
    own.sequenceParallel = row.sequenceParallel.value_or(own.tensor > 1 && modern);
    own.expertTensor = isAxis ? 1 : own.tensor;
    if (!isAxis && own.expert > 1
        && own.expert * own.expertTensor > ranks * own.tensor * own.context)
        own.expertTensor = 1;
}

void applyBatch(MeasuredRun &run, const Measurement &row, double unitsPerDevice)
{
    Parallelism &own = run.resolved.plan.parallelism;
    const double ranks = run.resolved.dataParallelRanks();
    const double local = *row.globalBatch / ranks;
    const bool isJax = run.resolved.expertIsAxis();
    if (row.microBatch && *row.microBatch > 0) {
        own.microBatchSequences = *row.microBatch;
        if (isJax)
            own.microBatchSequences = *row.microBatch * unitsPerDevice * *row.devices / ranks;
        // torchtitan states the batch of a rank, which its pipeline cuts into as many parts as
        // stages.
        if (run.resolved.plan.framework == "torchtitan" && own.pipeline > 1)
            own.microBatchSequences
                = std::max(1.0, own.microBatchSequences / (own.pipeline * own.pipelineChunks));
    } else {
        own.microBatchSequences = isJax && own.pipeline == 1 ? local : 1;
        run.missing.microBatch = true;
        run.assumptions.push_back("Micro-batch not stated: one sequence per rank assumed.");
    }
    own.microBatchSequences = std::min(own.microBatchSequences, std::max(local, 1e-6));
}

void applyPrecision(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups)
{
    Precision &precision = run.resolved.plan.precision;
    const std::string word = loweredText(row.precision);
    precision.compute = hasWord(word, "fp16") ? "fp16" : hasWord(word, "fp32") ? "fp32" : "bf16";
    run.missing.precision = word.empty();
    const std::string id = readRecipe(row);
    if (id.empty()) {
        run.resolved.recipe.id = "none";
    } else if (const auto recipe = lookups.recipe(id)) {
        run.resolved.recipe = *recipe;
    } else {
        run.resolved.recipe.id = id;
        run.resolved.recipe.matmulRate = id == "nvfp4" ? "fp4" : id == "int8" ? "int8" : "fp8";
    }
    precision.recipe = run.resolved.recipe.id;
    const std::string notes = loweredText(row.notes);
    if (hasWord(notes, "bf16/pure") || hasWord(notes, "pure bf16")) {
        precision.weights = precision.gradients = "bf16";
        precision.optimizerState = "bf16";
    }
    if (run.stack->gradientBytes > 0)
        precision.gradients = run.stack->gradientBytes < 4 ? "bf16" : "fp32";
    const OptimizerWords optimizer = readOptimizer(row.optimizer);
    run.resolved.plan.optimizer = optimizer.id;
    run.resolved.plan.options.optimizerInBackward = optimizer.inBackward;
    run.resolved.plan.options.offloadOptimizer = optimizer.offloaded;
}

void applyRemat(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups)
{
    const RematWords words = readRemat(row.remat, lookups.rematPolicyIds());
    run.rematIsOpen = !words.isKnown;
    run.missing.remat = !words.isKnown;
    std::string id = words.isKnown ? words.policy : "no_recompute";
    RematPolicy &policy = run.resolved.remat;
    if (id == "custom") {
        policy.id = "custom";
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
    if (run.resolved.plan.framework == "torchtitan" && !hasWord(notes, "compile"))
        options.compile = false;
    if (hasWord(notes, "async tp") || hasWord(notes, "asynctp"))
        options.tensorOverlap = "on";
    if (hasWord(notes, "vanilla tp"))
        options.tensorOverlap = "off";
    if (hasWord(notes, "no tp/dp") || hasWord(notes, "no tp overlap")) {
        options.tensorOverlap = "off";
        options.overlapGradReduce = options.overlapParamGather = false;
    }
    if (hasWord(notes, "fused cross-entropy") || hasWord(notes, "fused ce"))
        options.crossEntropy = "fused";
    if (hasWord(notes, "no te;") || hasWord(notes, "no te "))
        options.compile = false;
    run.expertOverlap = hasWord(notes, "ep overlap on") ? 1
        : hasWord(notes, "ep overlap off")              ? 0
                                                        : -1;
    run.resolved.plan.attention = row.attention.empty() ? "flash" : row.attention;
    run.missing.attention = row.attention.empty();
    Parallelism &own = run.resolved.plan.parallelism;
    if (own.context > 1)
        own.contextStrategy = hasWord(notes, "a2a") || hasWord(notes, "ulysses")
            ? ContextStrategy::Ulysses
            : run.resolved.expertIsAxis() ? ContextStrategy::AllGather
                                          : ContextStrategy::Ring;
    (void)attention;
}

/// Hardware of the row; a part that a note describes as the slower variant takes its profile.
std::string hardwareId(const Measurement &row)
{
    const std::string note = loweredText(row.interconnectNote + " " + row.notes);
    if (row.hardware == "h100-sxm"
        && (hasWord(note, "500w") || hasWord(note, "low-tdp") || hasWord(note, "96gb hbm2e")))
        return "h100-96-500w";
    return row.hardware;
}

/// Bridges that join two PCIe cards are bought apart: without a word of one, peers talk over PCIe.
bool hasStatedBridge(const Measurement &row)
{
    const std::string note = loweredText(row.interconnectNote);
    return hasWord(note, "nvlink") && !hasWord(note, "not stated") && !hasWord(note, "no nvlink");
}

/// The measured step time where the row gives it or a rate of tokens.
std::optional<double> statedStep(const Measurement &row)
{
    if (row.stepSeconds && *row.stepSeconds > 0)
        return row.stepSeconds;
    if (row.tokensPerSecondPerDevice && *row.tokensPerSecondPerDevice > 0)
        return *row.globalBatch * *row.seqLen / *row.devices / *row.tokensPerSecondPerDevice;
    return std::nullopt;
}

/// The measured step time from a rate of FLOPs, where the row gives no other.
std::optional<double> stepOfFlopRate(
    const Measurement &row, const Prepared &prepared, const std::string &framework)
{
    const double devices = *row.devices;
    const bool isMegatron = framework == "megatron";
    if (row.hardwareTflops && *row.hardwareTflops > 0)
        return stepFlop(prepared, FlopsConvention::Hardware) / devices
            / (*row.hardwareTflops * 1e12);
    const FlopsConvention convention = hasWord(loweredText(row.framework), "bridge")
        ? FlopsConvention::Causal
        : FlopsConvention::Full;
    if (row.modelTflops && *row.modelTflops > 0)
        return stepFlop(prepared, convention) / devices / (*row.modelTflops * 1e12);
    if (row.mfuPercent && *row.mfuPercent > 0)
        return stepFlop(prepared, convention) / devices / (*row.mfuPercent / 100 * prepared.peak16);
    if (row.hfuPercent && *row.hfuPercent > 0 && isMegatron)
        return stepFlop(prepared, FlopsConvention::Hardware) / devices
            / (*row.hfuPercent / 100 * prepared.peak16);
    return std::nullopt;
}

/// Without policies and recipes to choose from beside the row's own: a third of the work.
Prepared preparedAlone(const MeasuredRun &run, const Estimator &estimator)
{
    Prepared prepared = prepare({ run.resolved, estimator.stacks().chip(run.resolved.accelerator),
        *run.stack, run.flags, {}, {} });
    prepared.memoryFactor = estimator.calibration().memoryFactor;
    return prepared;
}

} // namespace

double stepFlop(const Prepared &p, FlopsConvention convention)
{
    const double tokens = p.globalBatch * p.sequence;
    const double full = 6 * p.layers * p.sequence * p.heads * (p.headDim + p.valueDim);
    switch (convention) {
    case FlopsConvention::Causal:
        return tokens * (6 * p.matmulParameters + full / 2);
    case FlopsConvention::Full:
        return tokens * (6 * p.matmulParameters + full);
    case FlopsConvention::Plain:
        return tokens * 6 * p.matmulParameters;
    case FlopsConvention::Hardware:
        break;
    }
    // arXiv 2104.04473 eq. 3: full recomputation of the layers, the head once.
    const double head = p.headParameters;
    return tokens * (8 * (p.matmulParameters - head) + 6 * head + full * 4 / 3);
}

std::variant<MeasuredRun, ExcludedRow> measuredRun(
    const Measurement &row, const Estimator &estimator)
{
    MeasurementLookups lookups(estimator.library());
    return measuredRun(row, estimator, lookups);
}

std::variant<MeasuredRun, ExcludedRow> measuredRun(
    const Measurement &row, const Estimator &estimator, MeasurementLookups &lookups)
{
    const auto accelerator = lookups.accelerator(hardwareId(row));
    if (!accelerator)
        return ExcludedRow { row.id, "unknown-hardware", 0 };
    MeasuredRun run;
    run.row = row;
    run.resolved.accelerator = *accelerator;
    constexpr int bridgedPair = 2;
    if (run.resolved.accelerator.scaleUpDomain == bridgedPair && !hasStatedBridge(row))
        run.resolved.accelerator.scaleUpDomain = 1;
    const Accelerator &chip = run.resolved.accelerator;

    Plan &plan = run.resolved.plan;
    plan.name = row.id;
    plan.framework = planFramework(row.framework);
    plan.hardware.accelerator = chip.id;
    plan.hardware.devicesPerNode = degree(row.devicesPerNode, chip.devicesPerNode);
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    std::string lacking;
    const std::shared_ptr<const ModelShape> profile = lookups.model(row.modelName);
    std::optional<ModelShape> shape = measuredShape(row, profile.get(), run.missing.shape, lacking);
    if (!shape)
        return ExcludedRow { row.id, lacking, 0 };
    run.resolved.model = std::make_shared<const ModelShape>(*std::move(shape));

    StackQuery query;
    query.framework = row.framework;
    query.accelerator = chip.id;
    query.version = row.frameworkVersion;
    query.isTpu = isTpu;
    query.isUnfused
        = attentionKernelByName(row.attention, AttentionKernel::Flash2) == AttentionKernel::Unfused;
    run.stack = &estimator.stacks().stack(query);
    run.missing.stack = run.stack->isGeneric;
    run.flags.memoryFraction = run.stack->memoryFraction;

    plan.workload.sequenceLength = static_cast<std::int64_t>(*row.seqLen);
    plan.workload.globalBatchSequences = static_cast<std::int64_t>(std::max(1.0, *row.globalBatch));
    const double units
        = isTpu && chip.jaxDevicesPerChip > 1 && row.fsdp ? chip.jaxDevicesPerChip : 1;
    applyDegrees(run, row, units);
    int slices = 1;
    if (isTpu) {
        const Parallelism &own = plan.parallelism;
        const int inSlice = own.fsdp * own.tensor * own.context * own.expert * own.pipeline;
        slices = std::max(1, static_cast<int>(*row.devices) / std::max(1, inSlice));
        plan.hardware.devicesPerNode = static_cast<int>(*row.devices) / slices;
    }
    plan.hardware.nodes = isTpu
        ? slices
        : std::max(1, static_cast<int>(std::ceil(*row.devices / plan.hardware.devicesPerNode)));
    if (!isTpu && *row.devices < plan.hardware.devicesPerNode)
        plan.hardware.devicesPerNode = static_cast<int>(*row.devices);
    if (const auto rate = readNetworkRate(row.interconnectNote, plan.hardware.devicesPerNode))
        plan.hardware.nicGbytesPerSecondPerDevice = rate;
    else
        run.missing.networkRate = plan.hardware.nodes > 1;
    applyPrecision(run, row, lookups);
    applyRemat(run, row, lookups);
    applyOptions(run, row);
    applyBatch(run, row, units);

    run.stepSeconds = statedStep(row);
    const auto any = [](const std::optional<double> &value) { return value && *value > 0; };
    if (!run.stepSeconds
        && (any(row.hardwareTflops) || any(row.modelTflops) || any(row.mfuPercent)
            || any(row.hfuPercent)))
        run.stepSeconds = stepOfFlopRate(row, preparedAlone(run, estimator), plan.framework);
    if (row.peakMemoryGib && *row.peakMemoryGib > 0)
        run.peakBytes = *row.peakMemoryGib * bytesPerGib;
    run.memoryIs = row.memoryIs.empty() ? run.stack->memoryMeans : row.memoryIs;
    return run;
}

int openPolicy(Prepared &prepared, const Candidate &candidate)
{
    Candidate trial = candidate;
    NoTrace none;
    const auto fits = [&](int policy) {
        trial.remat = policy;
        Evaluation evaluation;
        evaluateMemory(prepared, trial, evaluation, none);
        return evaluation.peak.value() + evaluation.outsidePool.value() <= prepared.usableBytes;
    };
    if (fits(prepared.wholeRemat))
        return prepared.wholeRemat;
    const int count = static_cast<int>(prepared.remats.size());
    int full = -1;
    // Policies stand from the least recomputation to the smallest memory.
    for (int policy = 1; policy < count; ++policy) {
        const bool isWhole = prepared.remats[static_cast<std::size_t>(policy)].id == "full";
        full = isWhole ? policy : full;
        if (!isWhole && policy != prepared.wholeRemat && prepared.expertIsAxis && fits(policy))
            return policy;
    }
    if (full < 0)
        return prepared.wholeRemat;
    if (prepared.expertIsAxis)
        return full;
    const RematCosts whole = prepared.remats[static_cast<std::size_t>(prepared.wholeRemat)];
    const RematCosts least = prepared.remats[static_cast<std::size_t>(full)];
    const RematCosts light = lightRemat(prepared, whole);
    prepared.remats.push_back(light);
    const bool lightIsEnough = prepared.stack.recomputesLightly && fits(count);
    const RematCosts &from = !prepared.stack.recomputesLightly || lightIsEnough ? whole : light;
    const RematCosts &to = lightIsEnough ? light : least;
    double low = 0, high = 1;
    for (int step = 0; step < 6; ++step) {
        const double middle = (low + high) / 2;
        prepared.remats.back() = mixedRemat(from, to, middle);
        (fits(count) ? high : low) = middle;
    }
    prepared.remats.back() = mixedRemat(from, to, high);
    return count;
}

Prepared preparedRun(const MeasuredRun &run, const Estimator &estimator)
{
    // Other policies matter only where the row leaves its own open.
    Prepared prepared = run.rematIsOpen ? estimator.prepare(run.resolved, *run.stack, run.flags)
                                        : preparedAlone(run, estimator);
    prepared.expertOverlap = run.expertOverlap;
    return prepared;
}

double peakAs(const std::string &memoryIs, const Prepared &prepared, const Evaluation &evaluation)
{
    const double pool = evaluation.peak.value();
    const double allocated = pool - evaluation.memory[MemoryTerm::Temporary].value();
    if (memoryIs == "allocated")
        return allocated + prepared.stack.workspaceGib * bytesPerGib;
    if (memoryIs == "device")
        return pool + evaluation.outsidePool.value();
    return pool;
}

/// What nvidia-smi shows is read on one node, as a rule the first, which holds the first stage.
static double firstStageBytes(const Prepared &prepared, const Candidate &candidate)
{
    NoTrace none;
    double host = 0;
    const Layout layout = makeLayout(prepared, candidate);
    return stageMemory(prepared, candidate, layout, Stage::First, host, none).total().value();
}

RunPrediction predictRun(const MeasuredRun &run, Prepared &prepared, Candidate candidate)
{
    if (run.rematIsOpen)
        candidate.remat = openPolicy(prepared, candidate);
    RunPrediction prediction;
    prediction.evaluation = evaluate(prepared, candidate);
    prediction.stepSeconds = prediction.evaluation.step.value();
    prediction.peakBytes = peakAs(run.memoryIs, prepared, prediction.evaluation);
    if (run.memoryIs == "device" && prediction.evaluation.worstStage > 0)
        prediction.peakBytes
            += firstStageBytes(prepared, candidate) - prediction.evaluation.peak.value();
    const IntervalWidths time = timeInterval(prepared, candidate, run.missing);
    prediction.p10Seconds = prediction.stepSeconds * time.low;
    prediction.p90Seconds = prediction.stepSeconds * time.high;
    const IntervalWidths memory = memoryInterval(prepared, candidate, run.missing);
    prediction.p10Bytes = prediction.peakBytes * memory.low;
    prediction.p90Bytes = prediction.peakBytes * memory.high;
    prediction.remat = prepared.remats[static_cast<std::size_t>(candidate.remat)].id;
    return prediction;
}

RunPrediction predictRun(const MeasuredRun &run, const Estimator &estimator)
{
    Prepared prepared = preparedRun(run, estimator);
    return predictRun(run, prepared, planCandidate(run.resolved.plan));
}

} // namespace headroom
