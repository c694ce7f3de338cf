#include "model/measurement/measured_fields.h"

#include "model/base/text/plain_number.h"
#include "model/measurement/free_text.h"
#include "model/plan/degrees.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <array>

namespace headroom {

int statedDegree(const std::optional<double> &value, int fallback)
{
    return value && *value >= 1 ? static_cast<int>(std::min(*value, 1e6)) : fallback;
}

const std::string &chipOf(const Measurement &row)
{
    const std::string *const told = row.toldValue("hardware.accelerator");
    return told ? *told : row.hardware;
}

namespace {

constexpr std::array<std::string_view, 4> fieldsOfNoPlan { "nvlink_domain", "nvlink_bridge",
    "mtp_layers", "optimizer_shards" };

/// A whole number that the row tells, within bounds.
std::optional<int> toldCount(const Measurement &row, std::string_view path, int least, int most)
{
    const std::string *const told = row.toldValue(path);
    const std::optional<double> value = told ? plainNumber(*told) : std::nullopt;
    if (!value || *value < least || *value > most)
        return std::nullopt;
    return static_cast<int>(*value);
}

void applyTold(MeasuredRun &run, const Measurement &row, bool isSetting)
{
    for (const ToldField &told : row.told)
        if (told.isSetting == isSetting
            && std::ranges::find(fieldsOfNoPlan, told.path) == fieldsOfNoPlan.end()
            && !setPlanField(run.resolved.plan, told.path, told.value, told.column).empty())
            run.assumptions.push_back(
                "Not understood in column " + told.column + ": " + told.value);
}

} // namespace

void applyWords(MeasuredRun &run, const Measurement &row)
{
    Plan &plan = run.resolved.plan;
    const std::string *const framework = row.toldValue("framework");
    plan.framework = framework ? *framework : frameworkTraits(Framework::Megatron).name;
    plan.attention = AttentionChoice::Flash; // whichever the stack has
    // Nobody quantises in torchtitan without a compiler: components/quantization/float8.py warns.
    const FrameworkTraits *const named = findFramework(row.framework);
    plan.options.compile
        = !named || !named->isEagerUnlessSaid || hasWord(loweredText(row.precision), "fp8");
    // What MaxText does unless told otherwise; a measured run is nobody's choice any more.
    plan.options.pipelineGather = PipelineGather::Each;
    applyTold(run, row, false);
    run.missing.attention = row.attention.empty();
    run.missing.precision = row.precision.empty();
}

void applyMachineSettings(MeasuredRun &run, const Measurement &row)
{
    constexpr int maxDevicesOfDomain = 4096, maxPredictionLayers = 16, bridgedPair = 2;
    int &domain = run.resolved.accelerator.scaleUpDomain;
    // Bridges that join two PCIe cards are bought apart: without a word of one, peers use PCIe.
    if (domain == bridgedPair && !row.toldValue("nvlink_bridge"))
        domain = 1;
    domain = toldCount(row, "nvlink_domain", 1, maxDevicesOfDomain).value_or(domain);
    const auto layers = toldCount(row, "mtp_layers", 0, maxPredictionLayers);
    if (layers && *layers != run.resolved.model->mtpLayers) {
        ModelShape shape = *run.resolved.model;
        shape.mtpLayers = *layers;
        run.resolved.model = std::make_shared<const ModelShape>(std::move(shape));
    }
}

namespace {

/// Chunks of about four layers, as these recipes have where they say.
void assumeInterleaving(MeasuredRun &run)
{
    constexpr int defaultChunkLayers = 4;
    Parallelism &own = run.resolved.plan.parallelism;
    const int perStage = run.resolved.model->layers / own.pipeline;
    own.chunks = std::max(1, perStage / defaultChunkLayers);
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
    if (const int shards = toldCount(row, "optimizer_shards", 1, data).value_or(1);
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

void applyNetwork(MeasuredRun &run, const Measurement &row)
{
    HardwareChoice &hardware = run.resolved.plan.hardware;
    hardware.nicGbytesPerSecondPerDevice
        = readNetworkRate(row.interconnectNote, hardware.devicesPerNode);
    run.missing.networkRate = hardware.nodes > 1 && !hardware.nicGbytesPerSecondPerDevice
        && !row.toldValue("hardware.nic_gbytes_per_s_per_device");
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

void applySettings(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups)
{
    Plan &plan = run.resolved.plan;
    if (run.stack->gradientBytes > Bytes {})
        plan.precision.gradients = run.stack->gradientBytes < elementBytes(NumberFormat::Fp32)
            ? NumberFormat::Bf16
            : NumberFormat::Fp32;
    if (plan.parallelism.context > 1 && !row.toldValue("parallelism.context_strategy"))
        plan.parallelism.contextStrategy
            = run.resolved.framework().runsXla ? ContextStrategy::AllGather : ContextStrategy::Ring;
    for (const auto &[column, value] : row.notUnderstood)
        run.assumptions.push_back("Not understood in column " + column + ": " + value);
    applyTold(run, row, true);
    if (const auto recipe = lookups.recipe(plan.precision.recipe))
        run.resolved.recipe = *recipe;
    plan.precision.recipe = run.resolved.recipe.id;
}

} // namespace headroom
