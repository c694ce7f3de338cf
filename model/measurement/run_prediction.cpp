#include "model/measurement/measured_run.h"
#include "model/physics/peak_memory.h"

namespace headroom {

Prepared preparedAlone(const MeasuredRun &run, const Estimator &estimator)
{
    Prepared prepared = prepare({ run.resolved, estimator.stacks().chip(run.resolved.accelerator),
        *run.stack, run.flags, estimator.collectiveTable(), {}, {} });
    prepared.doubt = estimator.doubt();
    return prepared;
}

/// Index into prepared.remats.
static int openPolicy(Prepared &prepared, const Candidate &candidate)
{
    Candidate trial = candidate;
    NoTrace none;
    const auto fits = [&](int policy) {
        trial.remat = policy;
        Evaluation evaluation;
        evaluateMemory(prepared, trial, makeLayout(prepared, trial), evaluation, none);
        return evaluation.peak.value() + evaluation.outsidePool.value() <= prepared.usableBytes;
    };
    if (fits(prepared.wholeRemat))
        return prepared.wholeRemat;
    const int count = static_cast<int>(prepared.remats.size());
    int full = -1;
    // Policies stand from the least recomputation to the smallest memory.
    for (int policy = 1; policy < count; ++policy) {
        const RematKind kind = prepared.remats[static_cast<std::size_t>(policy)].kind;
        if (isFullRemat(kind))
            full = policy;
        else if (kind == RematKind::Named && fits(policy))
            return policy;
    }
    if (full < 0)
        return prepared.wholeRemat;
    if (prepared.remats[static_cast<std::size_t>(full)].kind == RematKind::NoNames)
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

Candidate runCandidate(const MeasuredRun &run, Prepared &prepared)
{
    Candidate candidate = planCandidate(run.resolved.plan);
    if (run.rematIsOpen)
        candidate.remat = openPolicy(prepared, candidate);
    return candidate;
}

Prepared preparedRun(const MeasuredRun &run, const Estimator &estimator)
{
    // Other policies matter only where the row leaves its own open.
    return run.rematIsOpen ? estimator.prepare(run.resolved, *run.stack, run.flags)
                           : preparedAlone(run, estimator);
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
static Bytes firstStagePeak(const Prepared &prepared, const Candidate &candidate)
{
    NoTrace none;
    Bytes host;
    const Layout layout = makeLayout(prepared, candidate);
    return stageMemory(prepared, candidate, layout, Stage::First, host, none).total();
}

/// Gradients that are not there at the worst moment left their blocks with the allocator.
static double idleGradientBytes(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation)
{
    NoTrace none;
    const Layout layout = makeLayout(prepared, candidate);
    const Stage stage = evaluation.worstStage == 0 ? Stage::First : Stage::Last;
    const StageParameters own = stageParameters(prepared, candidate, layout, stage);
    const double all = stateMemory(prepared, candidate, layout, own, none).gradients;
    return std::max(0.0, all - evaluation.memory[MemoryTerm::Gradients].value());
}

RunPrediction predictRun(const MeasuredRun &run, Prepared &prepared)
{
    const Candidate candidate = runCandidate(run, prepared);
    RunPrediction prediction;
    prediction.evaluation = evaluate(prepared, candidate);
    prediction.stepSeconds = prediction.evaluation.step.value();
    prediction.peakBytes = peakAs(run.memoryIs, prepared, prediction.evaluation);
    if (run.memoryIs == "reserved")
        prediction.peakBytes += idleGradientBytes(prepared, candidate, prediction.evaluation);
    if (run.memoryIs == "device" && prediction.evaluation.worstStage > 0)
        prediction.peakBytes
            += (firstStagePeak(prepared, candidate) - prediction.evaluation.peak).value();
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
    return predictRun(run, prepared);
}

} // namespace headroom
