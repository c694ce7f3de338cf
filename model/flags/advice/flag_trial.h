#pragma once

#include "model/estimate/estimate.h"
#include "model/flags/advice/flag_advice.h"
#include "model/flags/catalogue/flag_texts.h"

#include <optional>
#include <string>

namespace headroom {

/// A plan with one flag in its other state.
struct FlagTrial
{
    Plan plan;
    std::string value; ///< the value whose effect is asked for
    bool isWritten = false; ///< the plan at hand writes it; the trial leaves it out
};

/// The other state of a flag: left out when the plan writes it, else with the value that advice
/// would try or, for a truth value, the opposite of its default. Nothing for names that the release
/// does not know and for values nobody can guess.
std::optional<FlagTrial> trialOf(
    const FlagAdvisor &advisor, const ResolvedPlan &resolved, const std::string &name);

/// What a flag does to a plan: with it minus without it.
struct FlagDelta
{
    Seconds step { 0 };
    Bytes peak { 0 };
    Bytes budget { 0 };
    bool isNothing() const { return step.value() == 0 && peak.value() == 0 && budget.value() == 0; }
};

/// `now` is the estimate of the plan at hand, `other` that of the trial.
FlagDelta flagDelta(const FlagTrial &trial, const Estimate &now, const Estimate &other);

/// The weakest evidence among the effects of a flag; nothing when the estimate computes none.
std::optional<Evidence> weakestEvidence(const FlagTexts &texts);

} // namespace headroom
