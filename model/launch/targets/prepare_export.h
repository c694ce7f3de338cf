#pragma once

#include "model/estimate/estimator.h"
#include "model/launch/targets/export_targets.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace headroom {

/// What the run sets and what had to stay out, for a plan in the target's framework.
struct LaunchFlags
{
    std::vector<LaunchFlag> flags;
    std::vector<LeftOut> leftOut;
    std::vector<std::string> notes;
    std::vector<FlagAdvice> advice; ///< on flags that nothing says to set
};
using LaunchFlagSource = std::function<LaunchFlags(const ResolvedPlan &)>;

/// Where an export's facts come from. All outlive the call.
struct ExportTools
{
    const ProfileLibrary &library;
    const Estimator &estimator;
    LaunchFlagSource flags;
};

/// Everything for renderTarget: the plan in the words of the target's framework, its prediction
/// and its flags. `folder` is where relative paths of the plan start.
/// Errors "export-not-expressible": chip or workload do not suit the target, the plan has no
/// counterpart in its framework, or breaks a hard rule there.
Result<ExportRequest> prepareExport(const ResolvedPlan &plan, const std::filesystem::path &folder,
    const ExportTarget &target, const ExportOptions &options, const ExportTools &tools);

/// An export as it can be looked at before it is written.
struct ExportPreview
{
    std::vector<ExportFile> files;
    std::string framework; ///< that the files are for; the plan is translated to it if need be
    std::vector<Finding> findings; ///< of the prediction in that framework
};
Result<ExportPreview> previewExport(const ResolvedPlan &plan, const std::filesystem::path &folder,
    const ExportTarget &target, const ExportOptions &options, const ExportTools &tools);

/// All files of an export in one call.
Result<std::vector<ExportFile>> exportFiles(const ResolvedPlan &plan,
    const std::filesystem::path &folder, const ExportTarget &target, const ExportOptions &options,
    const ExportTools &tools);

} // namespace headroom
