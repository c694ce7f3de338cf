#include "model/session/known_releases.h"

#include "model/base/text/release_number.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::string_view jaxlibName = "jaxlib"; ///< as the table calls it

/// The framework whose own release the field holds; nullptr: that of jaxlib, which lies below
/// several.
const FrameworkTraits *frameworkOfRelease(const PlanField &field)
{
    for (const FrameworkTraits &framework : allFrameworks()) {
        if (!framework.release || framework.release == &Software::jaxlib)
            continue;
        Plan probe;
        probe.software.*framework.release = "a release of no other program";
        if (field.get(probe) == probe.software.*framework.release)
            return &framework;
    }
    return nullptr;
}

void addJaxlibs(const ReleaseTable &table, const FlagCatalogue *catalogue, const Plan &plan,
    bool isTpu, std::vector<KnownRelease> &known)
{
    const FrameworkTraits &framework = frameworkTraits(plan.framework);
    const std::string &release = framework.releaseIn(plan.software);
    const FrameworkRelease *row = release.empty() ? nullptr : table.find(framework.name, release);
    const ReleaseNeed *asked = row ? row->need(jaxlibName, isTpu) : nullptr;
    const auto add = [&](const std::string &jaxlib) {
        known.push_back({ jaxlib, !asked || asked->takes(jaxlib) });
    };
    for (const FrameworkRelease &one : table.all())
        if (const ReleaseNeed *need = one.need(jaxlibName, isTpu))
            add(need->least);
    if (catalogue)
        for (const JaxlibVersion &version : catalogue->releases().examined())
            add(version.text());
}

} // namespace

bool isJaxlib(const ReleaseNeed &need)
{
    return need.with == jaxlibName;
}

bool hasRelease(const Plan &plan, std::string_view path)
{
    const PlanField *field = planField(path);
    if (!field || !field->isRelease)
        return false;
    const FrameworkTraits &own = frameworkTraits(plan.framework);
    const FrameworkTraits *other = frameworkOfRelease(*field);
    return other ? own.release == other->release : own.runsXla;
}

const FrameworkRelease *releaseRow(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    return table.find(resolved.framework().name, resolved.frameworkRelease());
}

std::vector<KnownRelease> knownReleases(const ReleaseTable &table, const FlagCatalogue *catalogue,
    const Plan &plan, bool isTpu, std::string_view path)
{
    const PlanField *field = planField(path);
    const std::string &jaxlib = plan.software.jaxlib;
    std::vector<KnownRelease> known;
    if (!field || !field->isRelease)
        return known;
    if (const FrameworkTraits *framework = frameworkOfRelease(*field)) {
        for (const FrameworkRelease &row : table.all()) {
            const ReleaseNeed *need = row.need(jaxlibName, isTpu);
            if (row.framework == framework->name)
                known.push_back({ row.release, !need || jaxlib.empty() || need->takes(jaxlib) });
        }
    } else {
        addJaxlibs(table, catalogue, plan, isTpu, known);
    }
    const auto order = [](const KnownRelease &one) {
        return std::pair { one.fits, parseReleaseNumber(one.release) };
    };
    std::ranges::sort(known, std::greater {}, order);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return known;
}

} // namespace headroom
