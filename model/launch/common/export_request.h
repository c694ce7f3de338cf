#pragma once

#include "model/estimate/estimate.h"
#include "model/estimate/step_operations.h"
#include "model/flags/advice/flag_advice.h"
#include "model/flags/catalogue/flag_entry.h"
#include "model/plan/resolved_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One flag or variable that the run sets: advice overlaid by the plan's own.
struct LaunchFlag
{
    std::string name; ///< without dashes
    std::string value;
    FlagCarrier carrier = FlagCarrier::XlaFlags;
    std::string reason; ///< one sentence; may be empty
    bool operator==(const LaunchFlag &) const = default;
};

/// Something that was not carried over, and why; one README line each.
struct LeftOut
{
    std::string what;
    std::string reason;
    bool operator==(const LeftOut &) const = default;
};

/// Why a target cannot take a plan.
struct Refusal
{
    std::string field; ///< of the plan, whose change would lift it
    Message reason;
    bool operator==(const Refusal &) const = default;
};

struct ExportOptions
{
    bool benchmark = false; ///< synthetic data, fixed steps, no checkpoints, a profiler window
};

/// Everything that an export is made of. Equal requests give equal bytes.
struct ExportRequest
{
    Plan original; ///< as its owner wrote it
    ResolvedPlan plan; ///< the same in the words of the target's framework
    std::optional<Estimate> prediction; ///< of `plan`
    bool gathersOnce = false; ///< stages of `plan` gather sharded weights once a step
    std::vector<PlanGemm> gemms; ///< of `plan`, where a target measures them
    std::vector<LaunchFlag> flags; ///< in the order in which they are written
    std::vector<LeftOut> leftOut; ///< flags that this jaxlib does not take, choices without a home
    std::vector<FlagAdvice> advice; ///< on flags that nothing says to set
    std::vector<std::string> notes; ///< what changed in meaning on the way to this framework
    std::string image; ///< container that the framework's own files start from; empty: not known
    std::string imageSource; ///< which of them, and of what day
    ExportOptions options;
};

/// One file of an export; `name` is relative to the export's folder.
struct ExportFile
{
    std::string name;
    std::string content;
    bool executable = false;
    bool operator==(const ExportFile &) const = default;
};

/// Date of the published facts behind formats, flags and predictions.
/// @source the snapshots of frameworks that the key tables were read from
inline constexpr const char *launchDataDate = "2026-08-22";

} // namespace headroom
