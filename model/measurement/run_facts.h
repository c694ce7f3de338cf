#pragma once

#include "model/base/outcome/message.h"

#include <string>
#include <vector>

namespace headroom {

/// What a run must tell, or the plan that its user names for it, before it is held against a
/// prediction. The names are those of `missing` in reports.
enum class RunFact { Model, Chip, Devices, Batch };
const char *runFactName(RunFact fact); ///< "model" | "chip" | "devices" | "batch"

/// The word for an unknown number of devices among assumed fields, where `hardware.nodes` may be
/// assumed for a number that is known.
inline constexpr const char *assumedDevices = "devices";

/// The paths of a list as project files keep them, with blanks between.
std::vector<std::string> fieldPaths(const std::string &list);
/// The facts that nothing told, by the paths of a plan's fields that were assumed.
std::vector<RunFact> missingFacts(const std::vector<std::string> &fieldsAssumed);
/// Their names with commas between.
std::string factList(const std::vector<RunFact> &facts);
/// The same in words: "the model, the chip". @pre there is one
Message factsInWords(const std::vector<RunFact> &facts);

} // namespace headroom
