#include "model/session/plan_estimator.h"

#include "model/base/wording/messages.h"
#include "model/calibration/calibration_file.h"
#include "model/flags/flag_advice.h"
#include "model/plan/release_findings.h"

namespace headroom {

Result<Estimator> planEstimator(
    const ProfileLibrary &library, const std::filesystem::path &calibration)
{
    const auto catalogue = FlagCatalogue::load(library.directories());
    if (!catalogue)
        return catalogue.errors();
    return planEstimator(library, calibration, *catalogue);
}

Result<Estimator> planEstimator(const ProfileLibrary &library,
    const std::filesystem::path &calibration, const std::shared_ptr<const FlagCatalogue> &catalogue)
{
    Result<Estimator> estimator = Estimator::make(library);
    if (!estimator)
        return estimator;
    if (!calibration.empty()) {
        const Result<Calibration> own = calibrationOf(
            calibrationPlace(calibration, library.directories()), estimator.value());
        if (!own)
            return own.errors();
        estimator.value().setCalibration(*own);
    }
    estimator.value().setFlagEffects(flagEffectsSource(catalogue));
    estimator.value().setFlagFindings(planFindingsSource(library, catalogue));
    return estimator;
}

std::function<std::vector<Finding>(const ResolvedPlan &)> planFindingsSource(
    const ProfileLibrary &library, const std::shared_ptr<const FlagCatalogue> &catalogue)
{
    auto ofFlags = flagFindingsSource(catalogue);
    // A broken table says nothing here; exports name its problem.
    Result<ReleaseTable> table = ReleaseTable::load(library.directories());
    if (!table)
        return ofFlags;
    return [ofFlags, known = std::make_shared<const ReleaseTable>(*std::move(table))](
               const ResolvedPlan &resolved) {
        std::vector<Finding> findings = releaseFindings(*known, resolved);
        for (Finding &finding : ofFlags(resolved))
            findings.push_back(std::move(finding));
        return findings;
    };
}

CalibratedEstimators::CalibratedEstimators(const Estimator &plain)
    : m_plain(plain)
    , m_shelf([&plain](const std::filesystem::path &file) -> FileShelf<Estimator>::Made {
        Estimator own = plain;
        const Result<Calibration> calibration = calibrationOf(file, own);
        if (!calibration)
            return calibration.errors();
        own.setCalibration(*calibration);
        return std::make_shared<const Estimator>(std::move(own));
    })
    , m_compiled(
          [&plain](
              const std::filesystem::path &file) -> FileShelf<std::vector<CompiledPlan>>::Made {
              auto own = compiledOffers(file, plain.library());
              if (!own)
                  return own.errors();
              return std::make_shared<const std::vector<CompiledPlan>>(*std::move(own));
          })
{ }

std::filesystem::path CalibratedEstimators::placeOf(const ResolvedPlan &resolved) const
{
    return calibrationPlace(resolved.calibrationFile, m_plain.library().directories());
}

std::shared_ptr<const Estimator> CalibratedEstimators::of(const ResolvedPlan &resolved)
{
    if (!resolved.calibrationFile.empty())
        if (auto own = m_shelf.get(placeOf(resolved)))
            return *own;
    return { std::shared_ptr<const Estimator> {}, &m_plain };
}

void takeCompiledMemory(
    const ResolvedPlan &resolved, const Result<CompiledStep> &compiled, Estimate &estimate)
{
    if (compiled)
        return takeCompiledMemory(*compiled, estimate);
    const Error &problem = compiled.errors().front();
    estimate.findings.push_back({ Severity::Warning, "compiled-unusable",
        { resolved.plan.compiled, errorText({ problem.id, {}, problem.args }) }, "compiled", {} });
}

Result<CompiledStep> CalibratedEstimators::compiledOf(const ResolvedPlan &resolved)
{
    const auto offers = m_compiled.get(resolved.compiledFile);
    return offers ? compiledFor(**offers, resolved.compiledFile, resolved)
                  : Result<CompiledStep>(offers.errors());
}

Estimate CalibratedEstimators::estimate(const ResolvedPlan &resolved)
{
    Estimate result = calibrated(resolved);
    if (!resolved.compiledFile.empty())
        takeCompiledMemory(resolved, compiledOf(resolved), result);
    return result;
}

std::vector<Derivation> CalibratedEstimators::explain(const ResolvedPlan &resolved)
{
    std::vector<Derivation> trees = of(resolved)->explain(resolved);
    if (!resolved.compiledFile.empty())
        if (const Result<CompiledStep> compiled = compiledOf(resolved))
            explainCompiledMemory(*compiled, trees);
    return trees;
}

Estimate CalibratedEstimators::calibrated(const ResolvedPlan &resolved)
{
    if (resolved.calibrationFile.empty())
        return m_plain.estimate(resolved);
    const auto own = m_shelf.get(placeOf(resolved));
    if (own)
        return (*own)->estimate(resolved);
    Estimate result = m_plain.estimate(resolved);
    const Error &problem = own.errors().front();
    result.findings.push_back({ Severity::Warning, "calibration-unusable",
        { resolved.plan.calibration, errorText({ problem.id, {}, problem.args }) }, "calibration",
        {} });
    return result;
}

std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile)
{
    if (!option.empty())
        return option;
    return plan.calibration.empty() ? std::filesystem::path {}
                                    : planFile.parent_path() / plan.calibration;
}

} // namespace headroom
