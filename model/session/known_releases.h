#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/library/profiles/release_table.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

class FlagCatalogue;

/// A release that a plan field may name.
struct KnownRelease
{
    std::string release;
    bool fits = false; ///< goes together with the plan's other release
    bool operator==(const KnownRelease &) const = default;
};

/// Releases that are known for a field with PlanField::isRelease: those of its framework in
/// profiles/releases, or of jaxlib there and in the flag catalogue (which may be null). Those that
/// go together with the plan come first, the newest first among them. Empty for any other field.
std::vector<KnownRelease> knownReleases(const ReleaseTable &table, const FlagCatalogue *catalogue,
    const Plan &plan, bool isTpu, std::string_view path);

/// Whether the plan's framework runs the program whose release the field holds.
bool hasRelease(const Plan &plan, std::string_view path);

/// Whether the need is one of jaxlib, which a plan names itself.
bool isJaxlib(const ReleaseNeed &need);

/// What the release that the plan runs on asks for beside itself on that kind of chip: the row of
/// the table; nullptr where nothing is known.
const FrameworkRelease *releaseRow(const ReleaseTable &table, const ResolvedPlan &resolved);

} // namespace headroom
