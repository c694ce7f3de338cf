#pragma once

#include "model/plan/plan.h"

#include <random>
#include <string>
#include <vector>

namespace headroom {

/// A plan whose export is read back.
struct RoundTripCase
{
    const char *name;
    const char *plan;
    const char *target;
    std::vector<std::string> settings;
    /// Fields whose export means the same in other words, as they are read back.
    std::vector<std::string> readBack {};
};

const std::vector<RoundTripCase> &roundTripCases();

/// A plan with other choices than `plan`; only what makes a difference in the target is drawn.
Plan drawnPlan(Plan plan, const std::string &target, std::mt19937 &engine);

} // namespace headroom
