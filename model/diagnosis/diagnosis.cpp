#include "model/diagnosis/diagnosis.h"

#include "model/base/wording/messages.h"
#include "model/diagnosis/compiled_comparison.h"
#include "model/diagnosis/memory_verdict.h"
#include "model/diagnosis/run_case.h"
#include "model/diagnosis/term_comparison.h"
#include "model/measurement/kept_plan.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

/// Gives each cause its part of the difference until none is left: what the log shows before what
/// was only fitted, which could explain all of it, and of each the likeliest first.
void explainDifference(RunDiagnosis &run, const RunCase &of)
{
    const double difference = of.excess();
    run.difference = run.unexplained = difference;
    const double gap = std::max(of.gap(CauseSeconds::OfDifference), 1e-12);
    constexpr double rounding = 0.99;
    // Whatever fits explains all of it; what is that unlikely leaves it unexplained.
    constexpr double minSure = 0.1; // ASSUMED
    for (const bool isOfLog : { true, false })
        for (RunCause &cause : run.causes) {
            if (cause.counts != CauseSeconds::OfDifference || !(cause.weight > 0) || !cause.seconds)
                continue;
            const double share = std::clamp(*cause.seconds / gap, 0.0, 1.0);
            if ((cause.weight >= rounding * sureOfLog * share) != isOfLog
                || (!isOfLog && cause.weight < minSure * share))
                continue;
            const double most = std::abs(run.unexplained);
            cause.explained = std::copysign(std::clamp(*cause.seconds, 0.0, most), difference);
            run.unexplained -= cause.explained;
        }
}

/// ASSUMED: a cause that explains less of the difference is none to name, and one that is less
/// likely than that is only one of those that would fit. The second lies above the prior of a
/// setting: some setting fits nearly any slow run, so that a fit alone is no suspicion.
constexpr double leastNamed = 0.2, leastSuspected = 0.36;

Conclusion conclusionOf(const RunDiagnosis &run)
{
    const auto matters
        = [](const RunCause &cause) { return cause.isShown && cause.weight >= leastNamed; };
    if (std::ranges::any_of(run.causes, matters))
        return Conclusion::Named;
    if (run.isInside)
        return Conclusion::AsPredicted;
    const auto fits = [](const RunCause &cause) {
        return cause.counts != CauseSeconds::OfPrediction && cause.weight >= leastSuspected;
    };
    return std::ranges::any_of(run.causes, fits) ? Conclusion::Suspected : Conclusion::NotExplained;
}

bool isOnly(const std::vector<RunFact> &missing, RunFact fact)
{
    return missing.size() == 1 && missing.front() == fact;
}

} // namespace

Result<Diagnoser> Diagnoser::make(const Workbench &bench, const std::filesystem::path &calibration)
{
    const auto catalogue = bench.catalogue();
    if (!catalogue)
        return catalogue.errors();
    Result<Estimator> estimator = bench.estimator();
    if (!estimator)
        return estimator.errors();
    Diagnoser plain(bench.library(), *catalogue,
        std::make_shared<const Estimator>(std::move(estimator.value())));
    if (calibration.empty())
        return plain;
    Result<Estimator> own = bench.estimator(calibration);
    if (!own)
        return own.errors();
    Diagnoser result(
        bench.library(), *catalogue, std::make_shared<const Estimator>(std::move(own.value())));
    result.m_plain = plain.m_estimator;
    return result;
}

Diagnoser::Diagnoser(const ProfileLibrary &library, std::shared_ptr<const FlagCatalogue> catalogue,
    std::shared_ptr<const Estimator> estimator)
    : m_library(&library)
    , m_catalogue(std::move(catalogue))
    , m_estimator(std::move(estimator))
    , m_known(std::make_shared<const KnownRuns>(library))
{ }

Diagnoser Diagnoser::withCalibration(const Calibration &calibration) const
{
    const std::shared_ptr<const Estimator> plain = m_plain ? m_plain : m_estimator;
    Estimator own = *plain;
    own.setCalibration(calibration);
    Diagnoser result(*m_library, m_catalogue, std::make_shared<const Estimator>(std::move(own)));
    result.m_known = m_known;
    result.m_plain = plain;
    return result;
}

const char *conclusionName(Conclusion conclusion)
{
    static constexpr std::array names { "as_predicted", "named", "suspected", "not_explained" };
    return names[static_cast<std::size_t>(conclusion)];
}

RunDiagnosis Diagnoser::diagnose(const ProjectRun &run, const Plan *planned) const
{
    RunDiagnosis result;
    result.id = run.id;
    result.format = run.format;
    result.source = run.source;
    result.stepSeconds = run.stepSeconds;
    result.peakBytes = run.peakBytes;
    result.memoryIs = run.memoryIs;
    const auto stop = [&](Message why) {
        result.notes.push_back(std::move(why));
        return result;
    };
    if (run.plan.empty())
        return stop({ "diagnosis-no-plan", {} });
    const Result<Plan> kept = keptPlan(run.plan, run.id);
    if (!kept)
        return stop({ "diagnosis-plan-broken", { errorText(kept.errors().front()) } });
    result.plan = *kept;
    result.missing = missingFacts(run.fieldsAssumed);
    const Result<ResolvedPlan> resolved = resolveKept(result.plan, *m_library);
    const bool isOutOfMemory = run.signs.value(RunSign::OutOfMemory) > 0;
    // What filled the memory depends on the chip in its size alone, which messages of that kind
    // tell.
    if (isOutOfMemory && resolved && isOnly(result.missing, RunFact::Chip))
        for (Message &note :
            outOfMemoryNotes(*resolved, m_estimator->estimate(*resolved), *m_estimator))
            result.notes.push_back(std::move(note));
    if (!result.missing.empty())
        return stop({ "diagnosis-missing", { factsInWords(result.missing) } });
    if (!resolved)
        return stop({ "diagnosis-plan-broken", { errorText(resolved.errors().front()) } });
    result.predicted = m_estimator->estimate(*resolved);
    if (m_plain)
        result.plainTime = m_plain->estimate(*resolved).time;
    const Estimate &predicted = *result.predicted;
    result.terms = compareTerms(run.terms, result.plan, predicted);
    if (run.compiled)
        result.compiled = compareCompiled(*run.compiled, *resolved, *m_estimator);
    result.predictedPeak = predicted.memory.peak.value()
        + (countsWholeDevice(run) ? predicted.memory.outsidePool.value() : 0);
    const PlanAnswer answer = [this](const Plan &plan) -> std::optional<Estimate> {
        const auto other = resolvePlan(plan, *m_library);
        if (!other || !brokenRules(*other).empty())
            return std::nullopt;
        return m_estimator->estimate(*other);
    };
    if (isOutOfMemory)
        for (Message &note : outOfMemoryNotes(*resolved, predicted, *m_estimator))
            result.notes.push_back(std::move(note));
    if (!run.stepSeconds || !(*run.stepSeconds > 0))
        return stop({ "diagnosis-no-step", {} });

    RunCase of { run, *resolved, predicted, *m_library, *m_estimator, *m_catalogue, answer, planned,
        {}, *run.stepSeconds };
    if (planned)
        of.plannedEstimate = answer(*planned);
    if (of.plannedEstimate)
        result.plannedSeconds = of.plannedEstimate->time.step.value();
    result.ratio = *run.stepSeconds / predicted.time.step.value();
    result.isInside = of.isInside();
    // The same FLOPs in another time.
    result.measuredMfu = predicted.throughput.mfu / result.ratio;
    result.mfuPlace = m_known->place(*m_estimator, *resolved, result.measuredMfu);
    CauseList causes(of);
    addCausesFromLog(of, causes);
    addCausesFromPlan(of, causes);
    addCausesByFit(of, causes);
    result.causes = causes.take();
    explainDifference(result, of);
    result.conclusion = conclusionOf(result);
    return result;
}

} // namespace headroom
