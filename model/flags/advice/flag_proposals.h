#pragma once

#include "model/estimate/change.h"
#include "model/estimate/estimator.h"
#include "model/flags/advice/flag_advice.h"
#include "model/flags/catalogue/flag_texts.h"

#include <vector>

namespace headroom {

/// What to do with a flag, in the words of files.
enum class ProposalClass { Set, Consider, Leave, Avoid };
/// In the order in which texts list them.
inline constexpr ProposalClass proposalOrder[] { ProposalClass::Set, ProposalClass::Consider,
    ProposalClass::Avoid, ProposalClass::Leave };
const char *proposalClassId(ProposalClass proposal); ///< "set"
const char *proposalTitle(ProposalClass proposal); ///< "Flags to set"
/// What the rules say alone, before an estimate is asked.
ProposalClass proposalClass(AdviceKind kind);

/// One advice with what following it does to the plan.
struct FlagProposal
{
    FlagAdvice advice;
    /// As the rules say, but what by the estimate costs more than it brings is to be considered.
    ProposalClass proposal = ProposalClass::Leave;
    bool isTried = false; ///< estimates with and without it were compared
    bool isModelled = false; ///< the estimate computes an effect of the flag, on some plan
    PlanChange change; ///< with the advised value against the flag left alone; nothing when untried
};

/// The change that the flag of `texts` brings between two plans that differ in it alone. Terms on
/// which its effect is assumed are in doubt by assumedSizeDoubt.
PlanChange flagChange(const FlagTexts *texts, const Estimator &estimator,
    const ResolvedPlan &before, const ResolvedPlan &after);

/// Every advice for the plan, in the order of the rules. The estimator follows flags.
std::vector<FlagProposal> flagProposals(const FlagAdvisor &advisor, const FlagTextLibrary &texts,
    const ResolvedPlan &resolved, const Estimator &estimator);

/// English sentences: the reason, then what following the advice does. A change whose interval
/// reaches zero "may" come.
std::string proposalText(const FlagProposal &proposal);
/// The second half of that: what a change does, in one or two sentences.
std::string changeText(const PlanChange &change);

} // namespace headroom
