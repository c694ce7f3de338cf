#include "model/calibration/components.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr NumberRange deviations { 1e-4, 3 };

ConstantSpread readSpread(MappingReader &reader)
{
    ConstantSpread spread;
    spread.key = reader.requiredText("key");
    spread.name = reader.requiredText("name");
    spread.unit = reader.requiredText("unit");
    spread.spread = reader.requiredNumber("spread", deviations);
    spread.first = reader.requiredNumber("first", deviations);
    spread.from = reader.oneOf("from", calibrationModeNames, CalibrationMode::Many);
    if (!spread.key.empty() && !constantLimits(spread.key))
        reader.report("calibration-constant", "key", { spread.key });
    return spread;
}

CalibrationPriors readPriors(const std::filesystem::path &path, Errors &problems)
{
    CalibrationPriors priors;
    readSchemaFile(path, problems, [&](MappingReader &reader) {
        priors.loneFactor = reader.requiredNumber("lone_factor", deviations);
        priors.scatter = reader.requiredNumber("scatter", deviations);
        priors.expertScatter = reader.requiredNumber("expert_scatter", deviations);
        priors.scatterOfMissing = reader.requiredNumber("scatter_of_missing", deviations);
        priors.memorySpread = reader.requiredNumber("memory_spread", deviations);
        priors.memoryScatter = reader.requiredNumber("memory_scatter", deviations);
        priors.constants = reader.list("constants", readSpread);
    });
    return priors;
}

/// The profiles that share a constant with this one, which comes first.
std::vector<std::string> withKin(
    const std::string &profile, const std::string &key, const CalibrationPriors &priors)
{
    std::vector<std::string> profiles { profile };
    for (const FittedConstant &constant : priors.kin)
        if (constant.key == key && constant.isOf(profile))
            for (const std::string &other : constant.profiles)
                if (other != profile)
                    profiles.push_back(other);
    return profiles;
}

} // namespace

Result<std::shared_ptr<const CalibrationPriors>> CalibrationPriors::load(
    const DataDirectories &directories)
{
    SkippedProfiles skipped;
    Result<CalibrationPriors> priors
        = loadOverlaid(directories, "fit/spreads.yaml", &skipped, readPriors);
    Result<std::vector<FittedConstant>> kin = loadFittedConstants(directories, &skipped);
    if (!priors)
        return priors.errors();
    if (!kin)
        return kin.errors();
    CalibrationPriors all = *std::move(priors);
    all.kin = *std::move(kin);
    all.skipped = std::move(skipped);
    return std::make_shared<const CalibrationPriors>(std::move(all));
}

Result<std::shared_ptr<const CalibrationPriors>> CalibrationPriors::of(
    const ProfileLibrary &library)
{
    return library.kept<CalibrationPriors>(load);
}

std::vector<std::string> profilesOf(std::span<const OwnRun> runs)
{
    std::vector<std::string> profiles;
    for (const OwnRun &run : runs)
        for (const std::string &profile : { run.stack, run.chip })
            if (std::ranges::find(profiles, profile) == profiles.end())
                profiles.push_back(profile);
    return profiles;
}

ConstantDoubt priorDoubt(const std::string &stack, const std::string &chip,
    const StackLibrary &library, const CalibrationPriors &priors)
{
    ConstantDoubt doubt;
    doubt.stacks = { stack };
    doubt.chips = { chip };
    doubt.scatter = priors.scatter;
    const std::vector<Component> components
        = componentsOf({ stack, chip }, library, priors, CalibrationMode::Many);
    const std::size_t n = components.size();
    doubt.covariance.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        doubt.constants.push_back(components[i]);
        doubt.covariance[i * n + i] = components[i].spread * components[i].spread;
    }
    return doubt;
}

std::vector<Component> componentsOf(const std::vector<std::string> &profiles,
    const StackLibrary &library, const CalibrationPriors &priors, CalibrationMode mode)
{
    std::vector<Component> found;
    const auto add = [&](const std::string &profile) {
        for (const ConstantSpread &spread : priors.constants) {
            if (spread.from > mode)
                continue;
            Component own;
            own.profiles = { profile };
            own.key = spread.key;
            own.prior = constantValue(library, own);
            const auto isKnown = [&](const Component &other) {
                return other.key == own.key && other.isOf(profile);
            };
            if (own.prior == 0 || std::ranges::any_of(found, isKnown))
                continue;
            own.profiles = withKin(profile, own.key, priors);
            own.name = spread.name;
            own.unit = spread.unit;
            own.from = spread.from;
            own.spread = mode == CalibrationMode::One ? priors.loneFactor : spread.spread;
            found.push_back(std::move(own));
        }
    };
    if (mode != CalibrationMode::None)
        for (const std::string &profile : profiles)
            add(profile);
    return found;
}

} // namespace headroom
