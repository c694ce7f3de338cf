#include "model/flags/advice/flag_proposals.h"

#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"

#include <cmath>

namespace headroom {
namespace {

TermDoubts doubtsOf(const FlagTexts *texts)
{
    TermDoubts doubts;
    doubts.fill(assumedSizeDoubt);
    if (!texts)
        return doubts;
    for (const FlagTermEffect &effect : texts->effects) {
        if (effect.evidence == Evidence::Assumed)
            continue;
        if (const auto memory = memoryTermById(effect.term))
            doubts.memory[static_cast<std::size_t>(*memory)] = 0;
        else if (const auto time = timeTermById(effect.term))
            doubts.time[static_cast<std::size_t>(*time)] = 0;
    }
    return doubts;
}

/// Slower without freeing memory, or more memory without a shorter step.
bool costsMoreThanItBrings(const PlanChange &change)
{
    const double step = change.step.middle, peak = change.peak.middle;
    return (step > 0 && peak >= 0) || (step >= 0 && peak > 0);
}

ResolvedPlan withFlag(const ResolvedPlan &resolved, const std::string &name, std::string value)
{
    ResolvedPlan other = resolved;
    other.plan.flags[name] = std::move(value);
    return other;
}

std::string signedText(double amount, const std::string &size)
{
    return amount == 0 ? size : (amount < 0 ? "−" : "+") + size;
}

std::string secondsText(double seconds)
{
    return signedText(seconds, formatSeconds(Seconds { std::abs(seconds) }));
}

std::string bytesText(double bytes)
{
    return signedText(bytes, formatBytes(Bytes { std::abs(bytes) }));
}

std::string sentence(
    const char *less, const char *more, const Change &change, std::string (*text)(double))
{
    const std::string kind = change.middle < 0 ? less : more;
    return messageText({ (change.reachesZero() ? "change-may-" : "change-") + kind,
        { text(change.middle), text(change.p10), text(change.p90) } });
}

} // namespace

const char *proposalClassId(ProposalClass proposal)
{
    static constexpr const char *ids[] = { "set", "consider", "leave", "avoid" };
    return ids[static_cast<std::size_t>(proposal)];
}

const char *proposalTitle(ProposalClass proposal)
{
    static constexpr const char *titles[] = { "Flags to set", "Flags worth a measured trial",
        "Flags to leave alone", "Flags to avoid" };
    return titles[static_cast<std::size_t>(proposal)];
}

ProposalClass proposalClass(AdviceKind kind)
{
    return kind == AdviceKind::Set     ? ProposalClass::Set
        : kind == AdviceKind::Consider ? ProposalClass::Consider
        : kind == AdviceKind::Avoid    ? ProposalClass::Avoid
                                       : ProposalClass::Leave;
}

PlanChange flagChange(const FlagTexts *texts, const Estimator &estimator,
    const ResolvedPlan &before, const ResolvedPlan &after)
{
    return planChange(estimator.estimate(before), estimator.estimate(after), doubtsOf(texts));
}

std::vector<FlagProposal> flagProposals(const FlagAdvisor &advisor, const FlagTextLibrary &texts,
    const ResolvedPlan &resolved, const Estimator &estimator)
{
    std::vector<FlagProposal> proposals;
    const MemoryEstimate memory = estimator.estimate(resolved).memory;
    AdviceContext context;
    if (memory.budget.value() > 0)
        context.poolFill = memory.decisive().bytes / memory.budget;
    for (FlagAdvice &advice : advisor.advice(resolved, context)) {
        FlagProposal proposal { std::move(advice), ProposalClass::Leave, false, false, {} };
        proposal.proposal = proposalClass(proposal.advice.kind);
        const std::string &name = proposal.advice.name;
        const bool asksForValue = proposal.proposal == ProposalClass::Set
            || proposal.proposal == ProposalClass::Consider;
        const FlagTexts *text = texts.find(name);
        proposal.isModelled = text && !text->effects.empty();
        if (asksForValue && advisor.catalogue().find(name)) {
            proposal.isTried = true;
            proposal.change = flagChange(text, estimator, withFlag(resolved, name, "default"),
                withFlag(resolved, name, proposal.advice.value));
            if (proposal.proposal == ProposalClass::Set && costsMoreThanItBrings(proposal.change))
                proposal.proposal = ProposalClass::Consider;
        }
        proposals.push_back(std::move(proposal));
    }
    return proposals;
}

std::string changeText(const PlanChange &change)
{
    if (change.isNothing())
        return messageText({ "change-nothing", {} });
    std::string text;
    if (!change.step.isNothing())
        text = sentence("step-shorter", "step-longer", change.step, secondsText);
    if (!change.peak.isNothing())
        text += (text.empty() ? "" : " ")
            + sentence("peak-smaller", "peak-larger", change.peak, bytesText);
    if (change.budget != 0)
        text += (text.empty() ? "" : " ")
            + messageText({ "change-pool", { bytesText(change.budget) } });
    return text;
}

std::string proposalText(const FlagProposal &proposal)
{
    const std::string reason = adviceText(proposal.advice);
    if (!proposal.isTried)
        return reason;
    const bool isSilent = proposal.change.isNothing() && !proposal.isModelled;
    return reason + ' '
        + (isSilent ? messageText({ "change-not-modelled", {} }) : changeText(proposal.change));
}

} // namespace headroom
