#include "model/runs/rebuild/rebuild_plan.h"

#include "model/flags/catalogue/flag_catalogue.h"
#include "model/launch/common/translate_plan.h"
#include "model/launch/maxtext/maxtext_launch.h"
#include "model/launch/targets/launch_flags.h"
#include "model/plan/framework_traits.h"

namespace headroom {
namespace {

/// What an export of the plan would set, by name.
std::map<std::string, LaunchFlag> exportedFlags(
    const ResolvedPlan &resolved, const std::shared_ptr<const FlagCatalogue> &catalogue)
{
    ExportRequest request;
    request.original = resolved.plan;
    request.plan = resolved;
    request.flags = launchFlags(resolved, catalogue).flags;
    std::map<std::string, LaunchFlag> flags;
    for (const LaunchFlag &flag : request.flags)
        flags.emplace(flag.name, flag);
    ExportDraft draft;
    const Result<LaunchSpec> spec = launchSpec(request, {}, draft);
    if (!spec)
        return flags;
    const bool isTpu = resolved.accelerator.kind == AcceleratorKind::Tpu;
    for (const LaunchFlag &variable :
        jaxEnvironment(*spec, isTpu ? MaxTextHardware::Tpu : MaxTextHardware::GpuPerNode))
        flags.emplace(variable.name, variable);
    return flags;
}

} // namespace

void rebuildFlags(PlanRebuild &rebuild)
{
    const std::map<std::string, std::string> &told = rebuild.trace.flags;
    if (!rebuild.trace.setsCompilerFlags || !frameworkTraits(rebuild.plan().framework).runsXla)
        return;
    const auto catalogue = FlagCatalogue::of(rebuild.library);
    rebuild.plan().flags.clear();
    const Result<ResolvedPlan> resolved = resolvePlan(rebuild.plan(), rebuild.library);
    if (!catalogue || !resolved)
        return;
    const std::map<std::string, LaunchFlag> usual = exportedFlags(*resolved, *catalogue);
    std::map<std::string, std::string> &own = rebuild.plan().flags;
    for (const auto &[name, value] : told) {
        const auto same = usual.find(name);
        const bool isCarrier = name == "XLA_FLAGS" || name == "LIBTPU_INIT_ARGS";
        if (!isCarrier && (*catalogue)->find(name)
            && (same == usual.end() || same->second.value != value))
            own[name] = value;
    }
    // Advice that the script does not follow was off in the run. Variables may come from elsewhere.
    for (const auto &[name, flag] : usual)
        if (flag.carrier != FlagCarrier::Environment && !told.contains(name))
            own[name] = "default";
    rebuild.draft.mark("flags", FieldOrigin::Read);
}

} // namespace headroom
