#include "model/diagnosis/run_case.h"

#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <cmath>

// Causes that lie in what was run, told by the estimate of other plans. The thresholds are ours.

namespace headroom {
namespace {

/// Of the step: a change that brings less is not told from noise.
constexpr double minGain = 0.01;
/// The same of a setting that the run tells: that it is another is known, and only what it costs is
/// computed.
constexpr double minReadGain = 0.002;
/// Memory that lies further from the estimate than this speaks of another policy.
constexpr double memoryDiffers = 0.1, memoryAgrees = 0.05;
/// A layer that gives the device less work than this many times what issuing it takes.
constexpr double hostBoundRatio = 1.2;
constexpr const char *meshPath = "parallelism.mesh";
constexpr std::size_t maxOtherFields = 3, maxFlags = 3, maxFieldNames = 6;

Amount memory(double bytes)
{
    return { Amount::Memory, bytes };
}

void findHostBound(const RunCase &of, CauseList &causes)
{
    if (of.resolved.accelerator.kind == AcceleratorKind::Tpu
        || of.plan().options.cudaGraphs == CudaGraphs::Full)
        return;
    const double layers = static_cast<double>(of.resolved.model->layers)
        / std::max(of.plan().parallelism.pipeline, 1);
    const double passes = std::max(of.predicted.derived.microBatches, 1.0) * layers;
    const double device = of.predicted.time.forward.value() / passes;
    const Prepared prepared = of.estimator.prepare(of.resolved);
    const double issue = (prepared.stack.launchSecondsPerLayer * prepared.launchShare).value();
    if (device > 0 && issue > 0 && device < hostBoundRatio * issue)
        causes.add("host-bound", sureOfEstimate,
            std::max(issue - device, 0.0) * passes, // forward only: the least it can be
            { "seen-host-bound", { durationOf(device), durationOf(issue) } });
}

/// Flags that cost time by a value of their own, or by their default where another is advised.
void findFlagValues(const RunCase &of, CauseList &causes)
{
    const double least = minGain * of.predicted.time.step.value();
    const auto together = of.longerBy([](Plan &plan) { plan.flags.clear(); });
    std::size_t found = 0;
    for (const auto &[name, value] : of.plan().flags) {
        const std::string &flag = name; // clang 14 captures no names of a structured binding
        const auto unset = of.longerBy([&](Plan &plan) { plan.flags[flag] = "default"; });
        const auto advised = of.longerBy([&](Plan &plan) { plan.flags.erase(flag); });
        const bool hasOwnCost = unset && -*unset >= least;
        if (!hasOwnCost && (!advised || -*advised < least))
            continue;
        // Flags that cost time only together are one cause.
        const double gain = std::max(hasOwnCost ? -*unset : -*advised, together ? -*together : 0.0);
        Message evidence { hasOwnCost ? "seen-flag-value" : "seen-flag-default",
            { name, value, durationOf(gain) } };
        if (!hasOwnCost && value == "default")
            evidence = { "seen-flag-unset", { name, durationOf(gain) } };
        causes.add(hasOwnCost ? "flag-value" : "flag-default", sureOfLog, gain, std::move(evidence),
            CauseSeconds::OfPrediction);
        if (++found == maxFlags)
            return;
    }
}

/// Advised flags, which the prediction takes, of a run that shows none.
std::vector<std::string> unshownFlags(const RunCase &of)
{
    std::vector<std::string> advised;
    if (!of.resolved.framework().runsXla || of.wasRead("flags."))
        return advised;
    const auto advisor = FlagAdvisor::make(
        { std::shared_ptr<const FlagCatalogue> {}, &of.catalogue }, of.resolved);
    if (!advisor)
        return advised;
    for (const EffectiveFlag &flag : advisor->effective(of.resolved).flags)
        if (!flag.isFromPlan)
            advised.push_back(flag.name);
    return advised;
}

void setDefaults(Plan &plan, const std::vector<std::string> &flags)
{
    for (const std::string &name : flags)
        plan.flags[name] = "default";
}

void findMissingFlags(const RunCase &of, CauseList &causes)
{
    if (of.isInside() || of.excess() <= 0)
        return;
    const std::vector<std::string> advised = unshownFlags(of);
    if (advised.empty())
        return;
    const auto longer = of.longerBy([&](Plan &plan) { setDefaults(plan, advised); });
    const double step = of.predicted.time.step.value();
    // Beyond what was measured some of them must have been set.
    if (longer && *longer >= minGain * step)
        causes.add("flags-unknown", sureOfEstimate * std::min(1.0, of.excess() / *longer), longer,
            { "seen-flags-unknown",
                { std::to_string(advised.size()), durationOf(step + *longer), durationOf(step) } });
}

void findOldCompiler(const RunCase &of, CauseList &causes)
{
    if (!of.resolved.framework().runsXla || !of.wasRead("software.jaxlib")
        || of.catalogue.releases().examined().empty())
        return;
    // A release that was planned departs from nothing.
    if (of.planned && of.planned->software.jaxlib == of.plan().software.jaxlib)
        return;
    const std::string newest = of.catalogue.releases().examined().back().text();
    // What a release turns on by itself counts where the run does not set it.
    const std::vector<std::string> unset = unshownFlags(of);
    const auto own = of.longerBy([&](Plan &plan) { setDefaults(plan, unset); });
    const auto newer = of.longerBy([&](Plan &plan) {
        setDefaults(plan, unset);
        plan.software.jaxlib = newest;
    });
    if (own && newer && *own - *newer >= minGain * of.predicted.time.step.value())
        causes.add("old-jaxlib", sureOfLog, *own - *newer,
            { "seen-old-jaxlib",
                { of.resolved.releases.jaxlib, newest, durationOf(*own - *newer) } });
}

/// Measured memory far from the estimate, but at that of another policy which also comes nearer to
/// the measured step.
void findRecomputation(const RunCase &of, CauseList &causes)
{
    const double peak = of.predicted.memory.peak.value();
    if (!of.run.peakBytes || countsWholeDevice(of.run) || peak <= 0
        || std::abs(*of.run.peakBytes / peak - 1) < memoryDiffers)
        return;
    std::optional<RunCause> best;
    double nearest = std::abs(of.excess());
    for (const std::string &policy : of.library.rematPolicyIds()) {
        if (policy == of.plan().remat.policy)
            continue;
        Plan other = of.plan();
        other.remat = { policy, {} };
        const auto estimate = of.answer(other);
        if (!estimate)
            continue;
        const double step = estimate->time.step.value(), own = estimate->memory.peak.value();
        if (own <= 0 || std::abs(*of.run.peakBytes / own - 1) > memoryAgrees
            || std::abs(of.measured - step) >= nearest)
            continue;
        nearest = std::abs(of.measured - step);
        best = RunCause { "recomputation", 0,
            { "seen-recomputation",
                { memory(*of.run.peakBytes), of.plan().remat.policy, memory(peak), policy,
                    memory(own), durationOf(step) } },
            {}, std::abs(step - of.predicted.time.step.value()), CauseSeconds::OfDifference };
    }
    if (best)
        causes.add(best->id, of.wasRead("remat.policy") ? sureOfEstimate : sureOfLog, best->seconds,
            best->evidence);
}

void findSmallMicroBatch(const RunCase &of, CauseList &causes)
{
    Plan other = of.plan();
    other.parallelism.microBatch *= 2;
    std::optional<Estimate> doubled = of.answer(other);
    // Without gradient accumulation the global batch grows as well: more tokens, which count.
    const bool isLargerBatch = !doubled;
    if (isLargerBatch) {
        other.workload.globalBatchSequences *= 2;
        doubled = of.answer(other);
    }
    if (!doubled || !doubled->memory.fits)
        return;
    const double step = of.predicted.time.step.value();
    const double gain = step - doubled->time.step.value() / (isLargerBatch ? 2 : 1);
    if (gain < minGain * step)
        return;
    Message evidence { "seen-small-micro-batch",
        { fmt::format("{:g}", other.parallelism.microBatch),
            fmt::format("{:g}", of.plan().parallelism.microBatch), durationOf(gain) } };
    if (isLargerBatch) {
        evidence.id = "seen-small-batch";
        evidence.operands.emplace_back(std::to_string(other.workload.globalBatchSequences));
    }
    causes.add(
        "small-micro-batch", sureOfEstimate, gain, std::move(evidence), CauseSeconds::OfPrediction);
}

/// A mesh in one line: "tensor 4, fsdp 2 inside a node; tensor 2 across".
std::string meshText(const Mesh &mesh)
{
    const auto side = [](const std::map<std::string, int> &degrees, const char *where) {
        std::string text;
        for (const auto &[axis, degree] : degrees)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis, degree);
        return text.empty() ? text : text + where;
    };
    const std::string inside = side(mesh.ici, " inside a node"), across = side(mesh.dcn, " across");
    if (inside.empty() && across.empty())
        return "that of the degrees";
    return inside + (inside.empty() || across.empty() ? "" : "; ") + across;
}

std::string differenceText(const Plan &plan, const std::string &path)
{
    return path == meshPath ? meshText(plan.parallelism.mesh) : planFieldText(plan, path);
}

/// What moved from the plan to the run, each field alone.
void findOtherPlan(const RunCase &of, CauseList &causes)
{
    if (!of.planned || !of.plannedEstimate)
        return;
    const double planned = of.plannedEstimate->time.step.value();
    const double ownPasses = of.predicted.derived.gradientAccumulation;
    const double plannedPasses = of.plannedEstimate->derived.gradientAccumulation;
    struct Difference
    {
        std::string path;
        double seconds;
        const char *evidence;
    };
    std::vector<Difference> differences;
    const auto differBy = [&](const std::string &path, const Plan &changed) {
        const auto estimate = of.answer(changed);
        const double longer = estimate ? estimate->time.step.value() - planned : 0;
        // Less work is no slower step, and still not what was planned.
        const double counts = path.starts_with("workload.") ? std::abs(longer) : longer;
        if (std::abs(longer) >= minReadGain * planned)
            differences.push_back(
                { path, counts, counts > longer ? "seen-other-work" : "seen-other-plan" });
    };
    for (const PlanField &field : planFields()) {
        const std::string value = field.get(of.plan());
        if (value == field.get(*of.planned) || !of.wasRead(field.path)
            || std::string_view(field.path).starts_with(meshPath))
            continue;
        Plan changed = *of.planned;
        field.assign(changed, value);
        differBy(field.path, changed);
    }
    // The sides of a mesh only fit together.
    if (of.plan().parallelism.mesh != of.planned->parallelism.mesh) {
        Plan changed = *of.planned;
        changed.parallelism.mesh = of.plan().parallelism.mesh;
        differBy(meshPath, changed);
    }
    std::ranges::sort(
        differences, std::greater {}, [](const Difference &one) { return one.seconds; });
    if (const double longer = of.predicted.time.step.value() - planned;
        ownPasses > plannedPasses && longer > 0) {
        causes.add("gradient-accumulation", sureOfLog, longer,
            { "seen-gradient-accumulation",
                { fmt::format("{:g}", ownPasses), fmt::format("{:g}", plannedPasses),
                    durationOf(longer) } },
            CauseSeconds::OfDeparture);
    }
    if (differences.empty() || differences.front().seconds <= 0)
        return;
    const Difference &largest = differences.front();
    causes.add("other-plan", sureOfLog, largest.seconds,
        { largest.evidence,
            { largest.path, differenceText(of.plan(), largest.path),
                differenceText(*of.planned, largest.path), durationOf(largest.seconds) } },
        CauseSeconds::OfDeparture);
}

/// No step does more than the chip's peak.
void findImpossible(const RunCase &of, CauseList &causes)
{
    const double mfu = of.predicted.throughput.mfu * of.predicted.time.step.value() / of.measured;
    if (mfu > 1)
        causes.add("impossible", sureOfLog, std::abs(of.excess()),
            { "seen-impossible", { Amount { Amount::Share, mfu } } });
}

/// Fields that decide the estimate and that nobody told.
void findAssumed(const RunCase &of, CauseList &causes)
{
    static constexpr const char *paths[] { "hardware.accelerator", "hardware.nodes",
        "hardware.devices_per_node", "workload.sequence_length", "workload.global_batch_sequences",
        "parallelism.micro_batch_sequences", "remat.policy", "precision.recipe" };
    if (of.isInside())
        return;
    std::string names;
    std::size_t count = 0;
    const auto isUnknown = [&](const char *path) {
        return std::ranges::find(of.run.fieldsAssumed, path) != of.run.fieldsAssumed.end();
    };
    for (const char *path : paths)
        if (isUnknown(path) && ++count <= maxFieldNames)
            names += (names.empty() ? "" : ", ") + std::string(path);
    if (of.run.fieldsAssumed.end()
        != std::ranges::find(of.run.fieldsAssumed, std::string("model"))) {
        ++count;
        names = names.empty() ? "model" : "model, " + names;
    }
    if (count > 0)
        causes.add("assumed-fields", sureOfEstimate, std::nullopt,
            { "seen-assumed-fields", { std::to_string(count), names } });
}

} // namespace

void addCausesFromPlan(const RunCase &of, CauseList &causes)
{
    findImpossible(of, causes);
    findOtherPlan(of, causes);
    findFlagValues(of, causes);
    findMissingFlags(of, causes);
    findOldCompiler(of, causes);
    findRecomputation(of, causes);
    findSmallMicroBatch(of, causes);
    findHostBound(of, causes);
    findAssumed(of, causes);
}

} // namespace headroom
