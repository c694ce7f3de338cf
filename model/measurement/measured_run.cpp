#include "model/measurement/measured_run.h"

#include "model/library/architecture/model_flops.h"
#include "model/measurement/free_text.h"
#include "model/measurement/kept_plan.h"
#include "model/measurement/measured_fields.h"
#include "model/measurement/measured_shape.h"
#include "model/measurement/run_facts.h"
#include "model/plan/degrees.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// The measured step time where the row gives it or a rate of tokens.
std::optional<Seconds> statedStep(const Measurement &row)
{
    if (row.stepSeconds && *row.stepSeconds > 0)
        return Seconds { *row.stepSeconds };
    if (row.tokensPerSecondPerDevice && *row.tokensPerSecondPerDevice > 0)
        return Seconds { *row.globalBatch * *row.seqLen / *row.devices
            / *row.tokensPerSecondPerDevice };
    return std::nullopt;
}

/// The measured step time from a rate of FLOPs, where the row gives no other.
std::optional<Seconds> stepOfFlopRate(const Measurement &row, const ResolvedPlan &resolved)
{
    const ModelShape &model = *resolved.model;
    const Workload &workload = resolved.plan.workload;
    const auto sequence = static_cast<double>(workload.sequenceLength);
    const double tokens
        = static_cast<double>(workload.globalBatchSequences) * sequence / *row.devices;
    const auto seconds
        = [&](Flop perToken, FlopPerSecond rate) { return perToken * tokens / rate; };
    const auto any = [](const std::optional<double> &value) { return value && *value > 0; };
    constexpr double percent = 0.01;
    const FlopPerSecond peak = densePeak(resolved.accelerator, resolved.plan.precision.compute);
    const Flop hardware = recomputedFlopsPerToken(model, sequence);
    if (any(row.hardwareTflops))
        return seconds(hardware, tflopPerSecond(*row.hardwareTflops));
    const FlopsConvention convention = hasWord(loweredText(row.framework), "bridge")
        ? FlopsConvention::Causal
        : FlopsConvention::FullAttention;
    const Flop counted = modelFlopsPerToken(model, sequence, convention);
    if (any(row.modelTflops))
        return seconds(counted, tflopPerSecond(*row.modelTflops));
    if (any(row.mfuPercent))
        return seconds(counted, peak * (*row.mfuPercent * percent));
    if (any(row.hfuPercent) && resolved.framework().hfuCountsRecomputation)
        return seconds(hardware, peak * (*row.hfuPercent * percent));
    return std::nullopt;
}

StackQuery stackQuery(const Measurement &row, const Accelerator &chip, AttentionChoice attention)
{
    StackQuery query;
    query.framework = row.framework;
    query.accelerator = chip.id;
    query.version = row.frameworkVersion;
    query.isTpu = chip.kind == AcceleratorKind::Tpu;
    query.isUnfused = attention == AttentionChoice::Unfused;
    return query;
}

/// Nodes of so many devices; on TPUs slices, over which data parallelism alone goes.
void setNodes(Plan &plan, double devices, bool isTpu)
{
    HardwareChoice &hardware = plan.hardware;
    if (isTpu) {
        Degrees inSlice = plan.parallelism;
        inSlice.data = 1;
        hardware.nodes
            = std::max(1, static_cast<int>(std::floor(devices) / deviceProduct(inSlice, true)));
        hardware.devicesPerNode = static_cast<int>(devices) / hardware.nodes;
        return;
    }
    hardware.nodes = std::max(1, static_cast<int>(std::ceil(devices / hardware.devicesPerNode)));
    if (devices < hardware.devicesPerNode)
        hardware.devicesPerNode = static_cast<int>(devices);
}

/// The plan that the row keeps, where it can be predicted as any plan is.
std::optional<ResolvedPlan> validPlan(const Measurement &row, const ProfileLibrary &library)
{
    if (row.planJson.empty())
        return std::nullopt;
    const Result<Plan> kept = keptPlan(row.planJson, row.id);
    if (!kept)
        return std::nullopt;
    Result<ResolvedPlan> resolved = resolveKept(*kept, library);
    if (!resolved)
        return std::nullopt;
    return *std::move(resolved);
}

/// The run of a plan that the row keeps, predicted as any plan is.
MeasuredRun runOfPlan(const Measurement &row, ResolvedPlan resolved, const Estimator &estimator)
{
    MeasuredRun run;
    run.row = row;
    run.row.devices = static_cast<double>(resolved.deviceCount());
    run.row.seqLen = static_cast<double>(resolved.plan.workload.sequenceLength);
    run.row.globalBatch = static_cast<double>(resolved.plan.workload.globalBatchSequences);
    run.stack = &estimator.stackOf(resolved);
    run.flags = estimator.flagsOf(resolved);
    run.resolved = std::move(resolved);
    return run;
}

/// The run that columns describe.
std::variant<MeasuredRun, ExcludedRow> runOfColumns(
    const Measurement &row, const Estimator &estimator, MeasurementLookups &lookups)
{
    const auto accelerator = lookups.accelerator(chipOf(row));
    if (!accelerator)
        return ExcludedRow { row.id, "unknown-hardware", 0 };
    MeasuredRun run;
    run.row = row;
    run.resolved.accelerator = *accelerator;
    const Accelerator &chip = run.resolved.accelerator;

    Plan &plan = run.resolved.plan;
    plan.name = row.id;
    applyWords(run, row);
    plan.hardware.accelerator = chip.id;
    plan.hardware.devicesPerNode = statedDegree(row.devicesPerNode, chip.devicesPerNode);
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    std::string lacking;
    const std::shared_ptr<const ModelShape> profile = lookups.model(row.modelName);
    std::optional<ModelShape> shape = measuredShape(row, profile.get(), run.missing.shape, lacking);
    if (!shape)
        return ExcludedRow { row.id, lacking, 0 };
    run.resolved.model = std::make_shared<const ModelShape>(*std::move(shape));

    applyMachineSettings(run, row);

    run.stack = &estimator.stacks().stack(stackQuery(row, chip, plan.attention));
    run.missing.stack = run.stack->isGeneric;
    run.flags.memoryFraction = run.stack->memoryFraction;

    plan.workload.sequenceLength = static_cast<std::int64_t>(*row.seqLen);
    plan.workload.globalBatchSequences = static_cast<std::int64_t>(std::max(1.0, *row.globalBatch));
    const double units
        = isTpu && chip.jaxDevicesPerChip > 1 && row.fsdp ? chip.jaxDevicesPerChip : 1;
    applyDegrees(run, row, units);
    setNodes(plan, *row.devices, isTpu);
    applyNetwork(run, row);
    applyRemat(run, row, lookups);
    applySettings(run, row, lookups);
    applyBatch(run, row, units);
    return run;
}

void takeFigures(MeasuredRun &run)
{
    const Measurement &row = run.row;
    run.step = statedStep(row);
    if (!run.step)
        run.step = stepOfFlopRate(row, run.resolved);
    if (row.peakMemoryGib && *row.peakMemoryGib > 0)
        run.peak = gib(*row.peakMemoryGib);
    if (row.peakAtLeastGib && *row.peakAtLeastGib > 0)
        run.peakAtLeast = gib(*row.peakAtLeastGib);
    const auto meaning = std::ranges::find(memoryMeaningNames, row.memoryIs);
    run.memoryIs = meaning == memoryMeaningNames.end()
        ? run.stack->memoryMeans
        : static_cast<MemoryMeaning>(meaning - memoryMeaningNames.begin());
}

} // namespace

std::variant<MeasuredRun, ExcludedRow> measuredRun(
    const Measurement &row, const Estimator &estimator)
{
    MeasurementLookups lookups(estimator.library());
    return measuredRun(row, estimator, lookups);
}

std::variant<MeasuredRun, ExcludedRow> measuredRun(
    const Measurement &row, const Estimator &estimator, MeasurementLookups &lookups)
{
    if (const auto missing = missingFacts(fieldPaths(row.fieldsAssumed)); !missing.empty())
        return ExcludedRow { row.id, "assumed:" + factList(missing), 0, missing };
    std::variant<MeasuredRun, ExcludedRow> run = ExcludedRow {};
    if (std::optional<ResolvedPlan> kept = validPlan(row, estimator.library()))
        run = runOfPlan(row, *std::move(kept), estimator);
    else
        run = runOfColumns(row, estimator, lookups);
    if (auto *mapped = std::get_if<MeasuredRun>(&run))
        takeFigures(*mapped);
    return run;
}

} // namespace headroom
