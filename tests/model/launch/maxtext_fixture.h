#pragma once

#include "export_checks.h"
#include "export_fixture.h"

#include <QtGlobal>

namespace headroom {

using ChangedSettings = std::vector<std::string>;

inline constexpr const char *gpuNode = "llama3.1-8b-h100-node";
inline constexpr const char *tpuSlice = "llama2-70b-v5p-64";

/// Keys of the exported config.yml; fails the process where MaxText would refuse it. `inside`:
/// chips of a node or slice, `across`: nodes or slices.
inline std::map<std::string, std::string> maxtextConfig(
    const char *plan, const ChangedSettings &settings, const char *target, int inside, int across)
{
    const ResolvedPlan resolved = fixture().plan(plan, settings);
    const std::string text = fixture().file(resolved, target, "config.yml");
    const Findings findings = checkMaxTextYaml(text, inside, across);
    if (!findings.empty())
        qFatal("%s\n%s", joined(findings).c_str(), text.c_str());
    return flatYaml(text);
}

inline std::map<std::string, std::string> gpuConfig(const ChangedSettings &settings)
{
    return maxtextConfig(gpuNode, settings, "maxtext-gpu", 8, 1);
}

} // namespace headroom
