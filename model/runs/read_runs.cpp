#include "model/runs/read_runs.h"

#include "model/launch/common/shell_text.h"
#include "model/plan/framework_traits.h"
#include "model/runs/facts/join_traces.h"
#include "model/runs/facts/step_evidence.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace headroom {
namespace {

/// What a rate has to be divided into to give seconds; nothing where the batch is not known.
std::optional<double> workOf(
    const StepLog &log, const RunTrace &trace, const Plan &plan, const PlanDraft &draft)
{
    const auto isKnown
        = [&](const char *path) { return draft.origin(path) != FieldOrigin::Assumed; };
    const double batch = static_cast<double>(plan.workload.globalBatchSequences);
    if (log.measure == StepMeasure::Time)
        return 1;
    if (log.measure == StepMeasure::Clock)
        return std::nullopt;
    const FrameworkTraits *const framework = findFramework(trace.framework);
    const auto length = static_cast<double>(plan.workload.sequenceLength);
    if (log.measure == StepMeasure::TokenRate && framework && framework->id == Framework::Torchtitan
        && !isKnown("workload.global_batch_sequences")
        && draft.origin("parallelism.micro_batch_sequences") == FieldOrigin::Read
        && draft.origin("workload.sequence_length") == FieldOrigin::Read) {
        // Each rank of data parallelism takes the batch that it prints; degrees that nothing shows
        // are taken as one.
        const Parallelism &degrees = plan.parallelism;
        return degrees.microBatch * length
            / (static_cast<double>(degrees.tensor) * degrees.pipeline * degrees.context);
    }
    if (!isKnown("workload.global_batch_sequences"))
        return std::nullopt;
    if (log.measure == StepMeasure::SampleRate)
        return batch;
    if (!isKnown("workload.sequence_length") || draft.devices == FieldOrigin::Assumed)
        return std::nullopt;
    const double devices = static_cast<double>(plan.hardware.nodes) * plan.hardware.devicesPerNode;
    return batch * length / devices;
}

StepRules rulesOf(const RunTrace &trace, const StepLog &log, double work)
{
    StepRules rules;
    rules.warmUp = trace.warmUp;
    rules.work = work;
    // While the batch grows, steps are not those of the plan.
    rules.batch = log.largestBatch();
    const FrameworkTraits *const framework = findFramework(trace.framework);
    if (framework && framework->id == Framework::MaxText && trace.config.has("profiler")) {
        rules.profiledFrom = trace.config.integer("skip_first_n_steps_for_profiler").value_or(1);
        rules.profiledTo = rules.profiledFrom + trace.config.integer("profiler_steps").value_or(5);
    }
    return rules;
}

/// Takes the steps out of the trace: of a long log two copies of them are most of what is held.
void addSteps(RunRecord &record, RunTrace &trace, const PlanDraft &draft)
{
    if (!trace.isMeasured())
        return;
    const StepLog &log = trace.steps.empty() ? trace.unnumbered : trace.steps;
    const std::optional<double> work = workOf(log, trace, record.plan, draft);
    StepEvidence evidence = stepEvidence(trace, work);
    StepRules rules = rulesOf(trace, log, evidence.work);
    rules.warmUp = evidence.warmUp;
    trace.steps = StepLog {};
    record.steps
        = stepStatistics(std::move(evidence.samples), evidence.isRate, evidence.attempts, rules);
    record.notes.insert(record.notes.end(), evidence.notes.begin(), evidence.notes.end());
    const StepStatistics &steps = record.steps;
    if (steps.median > 0 && evidence.isTimed) {
        record.stepSeconds = steps.median;
        if (steps.p10 > 0) {
            record.stepP10 = steps.p10;
            record.stepP90 = steps.p90;
        }
    } else if (!evidence.isTimed) {
        record.notes.push_back({ "run-batch-unknown", {} });
        record.steps.modes.clear();
    }
    if (!steps.modes.empty())
        record.notes.push_back({ "run-bimodal",
            { fmt::format("{:.4g}", steps.modes[0].seconds),
                fmt::format("{:.0f}", 100 * steps.modes[0].share),
                fmt::format("{:.4g}", steps.modes[1].seconds),
                fmt::format("{:.0f}", 100 * steps.modes[1].share) } });
    const auto isKnown
        = [&](const char *path) { return draft.origin(path) != FieldOrigin::Assumed; };
    // From step and batch where they are known: what lines print is rounded, and per JAX device.
    const Plan &plan = record.plan;
    if (record.stepSeconds && isKnown("workload.global_batch_sequences")
        && isKnown("workload.sequence_length") && draft.devices != FieldOrigin::Assumed)
        record.tokensPerSecondPerDevice = static_cast<double>(plan.workload.globalBatchSequences)
            * static_cast<double>(plan.workload.sequenceLength)
            / (static_cast<double>(plan.hardware.nodes) * plan.hardware.devicesPerNode
                * *record.stepSeconds);
    else if (steps.tokensPerSecondPerDevice > 0)
        record.tokensPerSecondPerDevice = steps.tokensPerSecondPerDevice;
}

/// What the steps themselves say about why they are slow.
void addStepSigns(const StepStatistics &steps, RunSigns &signs)
{
    if (steps.rankSpread > 0)
        signs.see(RunSign::RankSpread, steps.rankSpread);
    if (steps.slow.count > 0) {
        signs.see(RunSign::SlowSteps, static_cast<double>(steps.slow.count));
        signs.see(RunSign::SlowStepSeconds, steps.slow.extra.value());
        signs.see(RunSign::SlowStepPeriod, static_cast<double>(steps.slow.period));
        signs.see(RunSign::SlowStepShare, steps.slow.share);
    }
    if (steps.drift != 0)
        signs.see(RunSign::Drift, steps.drift);
    if (steps.modes.size() == 2) {
        signs.see(RunSign::FastModeSeconds, steps.modes[0].seconds);
        signs.see(RunSign::FastModeShare, steps.modes[0].share);
        signs.see(RunSign::SlowModeSeconds, steps.modes[1].seconds);
    }
    if (steps.attempts > 1)
        signs.see(RunSign::Attempts, steps.attempts);
}

/// The largest figure of the best kind; of a run that died full, what it held then.
void addMemory(RunRecord &record, const RunTrace &trace)
{
    const bool isLate
        = trace.memory.allocated > 0 || trace.memory.reserved > 0 || trace.memory.device > 0;
    const MemoryPeaks &peaks = isLate || trace.early.allocated == 0 ? trace.memory : trace.early;

    struct Figure
    {
        double bytes;
        const char *is;
    };
    for (const Figure &figure :
        { Figure { peaks.allocated, "allocated" }, Figure { peaks.reserved, "reserved" },
            Figure { peaks.device, "device" }, Figure { peaks.compiled, "compiled" } })
        if (figure.bytes > 0) {
            record.peakBytes = figure.bytes;
            record.memoryIs = figure.is;
            return;
        }
}

std::string uniqueId(const RunRecord &record, const RunTrace &trace, std::set<std::string> &taken)
{
    std::string wanted = trace.name;
    if (wanted.empty())
        wanted = std::filesystem::path(record.source()).stem().string();
    const std::string id = slug(wanted, "run");
    std::string unique = id;
    for (int i = 2; !taken.insert(unique).second; ++i)
        unique = fmt::format("{}-{}", id, i);
    return unique;
}

std::vector<RunFact> missingFactsOf(const PlanDraft &draft)
{
    std::vector<std::string> assumed;
    for (const auto &[path, origin] : draft.origins())
        if (origin == FieldOrigin::Assumed)
            assumed.push_back(path);
    if (draft.devices == FieldOrigin::Assumed)
        assumed.emplace_back(assumedDevices);
    return missingFacts(assumed);
}

RunRecord recordOf(
    RunTrace &trace, const ProfileLibrary &library, const Plan *base, std::set<std::string> &ids)
{
    std::ranges::stable_sort(trace.sources, std::greater {}, &RunSource::hasSteps);
    inferFacts(trace);
    PlanDraft draft = rebuildPlan(trace, library, base);
    if (trace.planText.empty())
        noteBrokenRules(draft, library);
    RunRecord record;
    record.crash = trace.crash;
    record.format = trace.format;
    record.plan = draft.plan;
    record.fields = draft.origins();
    record.missing = missingFactsOf(draft);
    record.notes = trace.notes;
    record.notes.insert(record.notes.end(), draft.notes.begin(), draft.notes.end());
    record.sources = trace.sources;
    record.terms = trace.terms;
    // As a project file keeps it: whole numbers within bounds, words without marks of its own.
    if (CompiledStep compiled = parseCompiled(compiledText(trace.compiled)); !compiled.isEmpty())
        record.compiled = std::move(compiled);
    record.id = uniqueId(record, trace, ids);
    record.signs = trace.signs;
    record.environment = trace.environment;
    addSteps(record, trace, draft);
    if (record.stepSeconds)
        addStepSigns(record.steps, record.signs);
    addMemory(record, trace);
    return record;
}

/// Sums of a report become seconds of a step; how many steps they cover is marked or said.
void finishSums(RunTrace &trace, int statedSteps)
{
    if (!trace.terms.empty() || trace.sums.empty())
        return;
    const double steps = statedSteps > 0 ? statedSteps : trace.sums.steps;
    if (!(steps > 0))
        return trace.note({ "profile-no-steps", {} });
    for (std::size_t i = 0; i < kernelGroupCount; ++i)
        if (trace.sums.seconds[i] > 0)
            trace.terms.push_back(
                { kernelGroupId(static_cast<KernelGroup>(i)), trace.sums.seconds[i] / steps });
    trace.note({ "profile-sums", { fmt::format("{:.0f}", steps) } });
}

} // namespace

RunsReading runsOf(TraceCollection traces, const ProfileLibrary &library, const Plan *base)
{
    std::set<std::string> files;
    for (const RunTrace &trace : traces.runs)
        for (const RunSource &source : trace.sources)
            files.insert(source.file);
    joinTraces(traces.runs, [&](const RunTrace &a, const RunTrace &b) {
        return rebuildPlan(a, library, base).plan == rebuildPlan(b, library, base).plan;
    });
    if (traces.runs.empty() && traces.operations.empty())
        for (const std::string &file : files)
            traces.add(Unrecognised { file, 1, { "run-part-alone", {} } });
    RunsReading reading;
    std::set<std::string> ids;
    for (RunTrace &trace : traces.runs) {
        finishSums(trace, traces.profileSteps);
        reading.runs.push_back(recordOf(trace, library, base, ids));
    }
    reading.operations = std::move(traces.operations);
    reading.machines = std::move(traces.machines);
    reading.unrecognised = std::move(traces.unrecognised);
    reading.unrecognisedCount = traces.unrecognisedCount;
    return reading;
}

RunsReading readRuns(const std::vector<std::string> &files, const ProfileLibrary &library,
    const Plan *base, int profileSteps)
{
    TraceCollection traces;
    traces.profileSteps = profileSteps;
    for (const std::string &file : files) {
        if (file == "-")
            readRunInput(traces);
        else
            readRunFile(file, traces);
    }
    return runsOf(std::move(traces), library, base);
}

} // namespace headroom
