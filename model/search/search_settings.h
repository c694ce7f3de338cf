#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/plan.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Whether a Candidate holds the plan field of this path: one valid point is one assignment of
/// these.
bool isPointSetting(std::string_view path);

/// What a search varies when nothing is named: parallelism but the mesh, micro-batch, remat policy.
std::vector<std::string> defaultFreeSettings();

/// Every field that a search can vary beside `flags.NAME`, in file order.
std::span<const std::string> freeableSettings();

/// Plan field paths behind names such as "tensor", "parallelism.tensor", "precision" (a whole
/// section) or "flags.NAME"; sorted in file order, without repeats. `option` stands in messages.
/// Unknown names: "unknown-setting" or "unknown-setting-near"; fields that no search varies:
/// "setting-not-free".
Result<std::vector<std::string>> settingsByName(
    const std::vector<std::string> &names, const std::string &option);

} // namespace headroom
