#include "model/plan/used_releases.h"

#include "model/base/text/release_number.h"
#include "model/plan/framework_traits.h"

namespace headroom {
namespace {

constexpr std::string_view jaxlibName = "jaxlib"; ///< as the table calls it

/// The framework's row for a jaxlib that the plan names.
const FrameworkRelease *rowFor(
    const ReleaseTable &table, std::string_view framework, const std::string &jaxlib, bool isTpu)
{
    if (const FrameworkRelease *row = table.newestTaking(framework, jaxlibName, jaxlib, isTpu))
        return row;
    const FrameworkRelease *oldest = nullptr, *nearest = nullptr;
    for (const FrameworkRelease &row : table.all()) {
        const ReleaseNeed *need
            = row.framework == framework ? row.need(jaxlibName, isTpu) : nullptr;
        if (!need)
            continue;
        if (!oldest)
            oldest = &row;
        if (isRelease(jaxlib, need->least))
            nearest = &row;
    }
    return nearest ? nearest : oldest;
}

/// The jaxlib of the newest listed pair.
std::string newestJaxlib(const ReleaseTable &table, bool isTpu)
{
    std::string newest;
    for (const FrameworkRelease &row : table.all())
        if (const ReleaseNeed *need = row.need(jaxlibName, isTpu))
            if (newest.empty() || isRelease(need->least, newest))
                newest = need->least;
    return newest;
}

} // namespace

Software usedReleases(const ReleaseTable &table, const Plan &plan, bool isTpu)
{
    Software used = plan.software;
    const FrameworkTraits &framework = frameworkTraits(plan.framework);
    if (framework.release && (used.*framework.release).empty()) {
        const FrameworkRelease *row = framework.runsXla && !used.jaxlib.empty()
            ? rowFor(table, framework.name, used.jaxlib, isTpu)
            : table.find(framework.name, {});
        if (row)
            used.*framework.release = row->release;
    }
    if (used.jaxlib.empty()) {
        const FrameworkRelease *row = table.find(framework.name, framework.releaseIn(used));
        const ReleaseNeed *need = row ? row->need(jaxlibName, isTpu) : nullptr;
        used.jaxlib = need ? need->least : newestJaxlib(table, isTpu);
    }
    return used;
}

void nameReleases(Plan &plan, const ResolvedPlan &used)
{
    const FrameworkTraits &framework = used.framework();
    if (framework.release)
        plan.software.*framework.release = used.frameworkRelease();
    if (framework.runsXla)
        plan.software.jaxlib = used.releases.jaxlib;
}

} // namespace headroom
