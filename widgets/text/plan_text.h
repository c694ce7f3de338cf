#pragma once

#include "model/plan/plan.h"

#include <QString>

#include <string_view>

namespace headroom {

/// A parallel axis with its degree, "FSDP 8"; `axis` as in plans, "fsdp".
QString axisText(std::string_view axis, int degree);

/// How a plan is spread and what it keeps, in a few words: "FSDP 32, micro-batch 1, remat full".
/// Degrees of 1 are left out.
QString configurationText(const Plan &plan);

} // namespace headroom
