#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/plan.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Whether a Candidate holds the plan field of this path: one lawful point is one assignment of
/// these.
bool isPointKnob(std::string_view path);

/// What a search varies when nothing is named: parallelism but the mesh, micro-batch, remat policy.
std::vector<std::string> defaultFreeKnobs();

/// Every field that a search can vary beside `flags.NAME`, in file order.
std::span<const std::string> freeableKnobs();

/// Plan field paths behind names such as "tensor", "parallelism.tensor", "precision" (a whole
/// section) or "flags.NAME"; sorted in file order, without repeats. `option` stands in messages.
/// Unknown names: "unknown-knob" or "unknown-knob-near"; fields that no search varies:
/// "knob-not-free".
Result<std::vector<std::string>> knobsByName(
    const std::vector<std::string> &names, const std::string &option);

} // namespace headroom
