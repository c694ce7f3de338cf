#include "model/measurement/measured_run.h"
#include "model/physics/memory/peak_memory.h"

namespace headroom {

/// What the row says beside its plan: the plug-ins of fms-acceleration prepare a quantised base
/// themselves and leave what lies around it in 16 bit; Automodel's benchmark has a router that
/// gives each token the next K experts, which lie together.
/// @source fms-acceleration accelerated-peft; NeMo Automodel moe/layers.py, FakeBalancedGate
static Prepared withOwnHabits(Prepared prepared, const MeasuredRun &run)
{
    if (run.row.notes.find("accelerated-peft") != std::string::npos)
        prepared.stack.keepsComputeCopy = false;
    if (prepared.topK > 0 && run.row.notes.find("balanced fake gate") != std::string::npos) {
        prepared.routerGroups = prepared.experts / prepared.topK;
        prepared.groupLimit = 1;
    }
    return prepared;
}

Prepared preparedAlone(const MeasuredRun &run, const Estimator &estimator)
{
    Prepared prepared = prepare({ run.resolved, estimator.stacks().chip(run.resolved.accelerator),
        *run.stack, run.flags, estimator.collectiveTable(), {}, {} });
    prepared.doubt = estimator.doubt();
    return withOwnHabits(std::move(prepared), run);
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
        return evaluation.reserved + evaluation.outsidePool <= prepared.usableBytes;
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
    return run.rematIsOpen
        ? withOwnHabits(estimator.prepare(run.resolved, *run.stack, run.flags), run)
        : preparedAlone(run, estimator);
}

Bytes peakAs(MemoryMeaning meaning, const Prepared &prepared, const Evaluation &evaluation)
{
    (void)prepared;
    return meaning == MemoryMeaning::Allocated ? evaluation.peak
        : meaning == MemoryMeaning::Device     ? evaluation.reserved + evaluation.outsidePool
                                               : evaluation.reserved;
}

/// What nvidia-smi shows is read on one node, as a rule the first, which holds the first stage.
static Bytes firstStagePeak(const Prepared &prepared, const Candidate &candidate)
{
    NoTrace none;
    OutsideBytes outside;
    const Layout layout = makeLayout(prepared, candidate);
    const MemoryTerms terms = stageMemory(prepared, candidate, layout, Stage::First, outside, none);
    return reservedFor(prepared, terms, terms.total());
}

/// Gradients that are not there at the worst moment left their blocks with the allocator.
static Bytes idleGradients(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation)
{
    NoTrace none;
    const Layout layout = makeLayout(prepared, candidate);
    const Stage stage = evaluation.worstStage == 0 ? Stage::First : Stage::Last;
    const StageParameters own = stageParameters(prepared, candidate, layout, stage);
    const double all = stateMemory(prepared, candidate, layout, own, none).gradients;
    return std::max(Bytes {}, Bytes { all } - evaluation.memory[MemoryTerm::Gradients]);
}

RunPrediction predictRun(const MeasuredRun &run, Prepared &prepared)
{
    const Candidate candidate = runCandidate(run, prepared);
    RunPrediction prediction;
    prediction.evaluation = evaluate(prepared, candidate);
    prediction.step.value = prediction.evaluation.step;
    Bytes &peak = prediction.peak.value;
    peak = peakAs(run.memoryIs, prepared, prediction.evaluation);
    if (run.memoryIs == MemoryMeaning::Reserved)
        peak += idleGradients(prepared, candidate, prediction.evaluation);
    if (run.memoryIs == MemoryMeaning::Device && prediction.evaluation.worstStage > 0)
        peak += firstStagePeak(prepared, candidate) - prediction.evaluation.reserved;
    const IntervalWidths time
        = timeInterval(prepared, candidate, run.missing, prediction.evaluation);
    prediction.step.p10 = prediction.step.value * time.low;
    prediction.step.p90 = prediction.step.value * time.high;
    IntervalWidths memory = memoryInterval(prepared, candidate, run.missing, run.memoryIs);
    if (run.memoryIs == MemoryMeaning::Device)
        memory = deviceInterval(
            memory, peak - prediction.evaluation.outsidePool, prediction.evaluation.outsidePool);
    prediction.peak.p10 = peak * memory.low;
    prediction.peak.p90 = peak * memory.high;
    prediction.remat = prepared.remats[static_cast<std::size_t>(candidate.remat)].id;
    return prediction;
}

RunPrediction predictRun(const MeasuredRun &run, const Estimator &estimator)
{
    Prepared prepared = preparedRun(run, estimator);
    return predictRun(run, prepared);
}

} // namespace headroom
