#pragma once

#include "model/base/outcome/finding.h"
#include "model/flags/advice/advice_inputs.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

/// The value of a plan's flag that leaves the setting out, and the change that says so.
inline constexpr const char *leaveOut = "default";
inline FieldChange leftOut(const std::string &setting)
{
    return { "flags." + setting, leaveOut };
}

/// Flags that do not suit the plan: collective matmul without tensor parallelism, pipelined
/// collectives without scanned layers, one hardware queue on Blackwell, vector memory beyond the
/// chip, GPU flags for a TPU … Also used by lint, which knows a plan or only a chip.
std::vector<Finding> planFlagFindings(const AdviceInputs &in,
    const std::map<std::string, std::string> &flags, const JaxlibVersion &version);

/// The part of it that needs only the chip.
std::vector<Finding> chipFlagFindings(const Accelerator &accelerator,
    const std::map<std::string, std::string> &flags, const JaxlibVersion &version);

/// A pool of JAX that leaves less than the context takes: on that chip, or on any where it is
/// nullptr. For lint; an estimate says so itself, with what the plan needs.
std::vector<Finding> poolFindings(
    const Accelerator *accelerator, const std::map<std::string, std::string> &flags);

} // namespace headroom
