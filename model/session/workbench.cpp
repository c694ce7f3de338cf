#include "model/session/workbench.h"

#include "model/calibration/calibration_file.h"
#include "model/flags/advice/flag_advice.h"
#include "model/plan/release_findings.h"
#include "model/rules/unchecked_rules.h"

#include <mutex>

namespace headroom {
namespace {

using Findings = std::vector<Finding>;

/// What is to say about a plan's flags and releases.
std::function<Findings(const ResolvedPlan &)> findingsSource(
    const ProfileLibrary &library, const std::shared_ptr<const FlagCatalogue> &catalogue)
{
    auto ofFlags = flagFindingsSource(catalogue);
    // A broken table says nothing here; exports name its problem.
    const auto table = library.releases();
    if (!table)
        return ofFlags;
    return [ofFlags, known = *table](const ResolvedPlan &resolved) {
        Findings findings = releaseFindings(*known, resolved);
        for (auto more : { uncheckedRules(resolved), ofFlags(resolved) })
            findings.insert(findings.end(), more.begin(), more.end());
        return findings;
    };
}

} // namespace

struct Workbench::State
{
    explicit State(const ProfileLibrary &profiles)
        : library(profiles)
        , compiled(compiledShelf(profiles))
    { }

    /// Made by whichever thread needs it first; nothing where the flags cannot be read.
    void makeSources()
    {
        std::call_once(m_made, [this] {
            const auto flags = FlagCatalogue::of(library);
            if (!flags)
                return;
            effects = flagEffectsSource(*flags);
            findings = findingsSource(library, *flags);
        });
    }

    const ProfileLibrary &library;
    std::shared_ptr<CompiledShelf> compiled;
    std::function<FlagEffects(const ResolvedPlan &)> effects;
    std::function<Findings(const ResolvedPlan &)> findings;

private:
    std::once_flag m_made;
};

Workbench::Workbench(const ProfileLibrary &library)
    : m_state(std::make_shared<State>(library))
{ }

const ProfileLibrary &Workbench::library() const
{
    return m_state->library;
}

Result<std::shared_ptr<const FlagCatalogue>> Workbench::catalogue() const
{
    return FlagCatalogue::of(library());
}

Result<std::shared_ptr<const ReleaseTable>> Workbench::releases() const
{
    return m_state->library.releases();
}

Result<std::shared_ptr<const CalibrationPriors>> Workbench::priors() const
{
    return CalibrationPriors::of(library());
}

Result<Estimator> Workbench::estimator(const std::filesystem::path &calibration) const
{
    if (const auto flags = catalogue(); !flags)
        return flags.errors();
    Result<Estimator> estimator = estimatorAhead();
    if (!estimator || calibration.empty())
        return estimator;
    const Result<Calibration> own
        = calibrationOf(calibrationPlace(calibration, library().directories()), estimator.value());
    if (!own)
        return own.errors();
    estimator.value().setCalibration(*own);
    return estimator;
}

Result<Estimator> Workbench::estimatorAhead() const
{
    Result<Estimator> estimator = Estimator::make(library());
    if (!estimator)
        return estimator;
    estimator.value().setFlagEffects([state = m_state](const ResolvedPlan &plan) {
        state->makeSources();
        return state->effects ? state->effects(plan) : FlagEffects {};
    });
    estimator.value().setFlagFindings([state = m_state](const ResolvedPlan &plan) {
        state->makeSources();
        return state->findings ? state->findings(plan) : Findings {};
    });
    estimator.value().setCompiledMemory(compiledMemorySource(library(), m_state->compiled));
    return estimator;
}

CompiledShelf &Workbench::compiled() const
{
    return *m_state->compiled;
}

} // namespace headroom
