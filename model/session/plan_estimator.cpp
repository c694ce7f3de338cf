#include "model/session/plan_estimator.h"

#include "model/flags/flag_advice.h"
#include "model/measurement/validation.h"

#include <fstream>

namespace headroom {

namespace {

Result<Calibration> readCalibration(const std::filesystem::path &path, const Estimator &estimator)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error { "measurement-header", path.string(), { Message { "file-not-opened" } } };
    return calibrationFrom(file, path.string(), estimator);
}

} // namespace

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
        const Result<Calibration> own = readCalibration(calibration, estimator.value());
        if (!own)
            return own.errors();
        estimator.value().setCalibration(*own);
    }
    estimator.value().setFlagEffects(flagEffectsSource(catalogue));
    estimator.value().setFlagFindings(flagFindingsSource(catalogue));
    return estimator;
}

CalibratedEstimators::Entry CalibratedEstimators::entryOf(const std::filesystem::path &file)
{
    std::error_code failure;
    const auto changed = std::filesystem::last_write_time(file, failure);
    const std::lock_guard lock(m_mutex);
    Entry &entry = m_entries[file];
    if ((entry.estimator || !entry.problems.empty()) && entry.changed == changed)
        return entry;
    entry = { changed, nullptr, {} };
    Estimator own = m_plain;
    own.setCalibration({});
    if (const Result<Calibration> calibration = readCalibration(file, own)) {
        own.setCalibration(*calibration);
        entry.estimator = std::make_shared<const Estimator>(std::move(own));
    } else {
        entry.problems = calibration.errors();
    }
    return entry;
}

std::shared_ptr<const Estimator> CalibratedEstimators::of(const ResolvedPlan &resolved)
{
    if (!resolved.calibrationFile.empty())
        if (auto own = entryOf(resolved.calibrationFile).estimator)
            return own;
    return { std::shared_ptr<const Estimator> {}, &m_plain };
}

Estimate CalibratedEstimators::estimate(const ResolvedPlan &resolved)
{
    if (resolved.calibrationFile.empty())
        return m_plain.estimate(resolved);
    const Entry entry = entryOf(resolved.calibrationFile);
    if (entry.estimator)
        return entry.estimator->estimate(resolved);
    Estimate result = m_plain.estimate(resolved);
    result.findings.push_back({ Severity::Warning, "calibration-unusable",
        { resolved.plan.calibration, entry.problems.front().args.front() }, "calibration", {} });
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
