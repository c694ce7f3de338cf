#pragma once

#include "model/base/outcome/finding.h"
#include "model/flags/advice/flag_advice.h"
#include "model/launch/targets/prepare_export.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// How many processes a case starts on a node.
enum class ProcessLayout { AsExported, PerDevice, PerNode };

/// One variant of a plan that differs from it in one thing (search results: in one configuration).
struct SweepCase
{
    std::string id; ///< "c01-268435456"; names its folder
    std::string title;
    std::vector<FieldChange> changes; ///< plan fields, also flags.NAME
    ProcessLayout layout = ProcessLayout::AsExported;
    bool operator==(const SweepCase &) const = default;
};

struct Sweep
{
    std::string id; ///< "remat", "search-5", …
    std::string purpose;
    std::vector<SweepCase> cases; ///< the plan itself first
};

/// What computing cases needs besides the plan.
struct SweepSources
{
    const ExportTools &tools;
    std::shared_ptr<const FlagCatalogue> catalogue;
    /// The settings of the best N configurations of a search, best first.
    std::function<Result<std::vector<std::vector<FieldChange>>>(int)> bestConfigurations;
    /// The settings of the N runs that are expected to gain most, the first first.
    std::function<Result<std::vector<std::vector<FieldChange>>>(int)> nextConfigurations = {};
};

/// A sweep that is computed from the plan alone.
struct BuiltInSweep
{
    const char *id;
    const char *purpose;
    std::vector<SweepCase> (*cases)(const ResolvedPlan &, const SweepSources &);
};
std::span<const BuiltInSweep> builtInSweeps();

/// The cases of `search:N`, `next:N`, `flags`, `NAME=v1,v2,…` (a plan field, a flag or a variable)
/// or a built-in sweep, the plan itself first. Errors "sweep-unknown", "sweep-empty", and those of
/// values that a field does not take.
Result<Sweep> sweepCases(
    const std::string &over, const ResolvedPlan &plan, const SweepSources &sources);

/// The plan with the changes of a case, looked up and checked.
Result<ResolvedPlan> planOfCase(const SweepCase &sweepCase, const ResolvedPlan &plan,
    const ProfileLibrary &library, const std::filesystem::path &folder);

} // namespace headroom
