#include "model/estimate/switch_findings.h"

#include "model/base/text/plain_number.h"
#include "model/base/units/format_quantity.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/physics/memory/tight_pool.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// The step with other effects of flags.
Seconds stepWith(const Estimator &estimator, const ResolvedPlan &resolved, const Prepared &p,
    const Candidate &c, const FlagEffects &flags)
{
    return evaluate(estimator.prepare(resolved, p.stack, flags), c).step;
}

/// The field of the first of these variables that the plan writes.
std::string writtenField(const Plan &plan, std::initializer_list<const char *> names)
{
    for (const char *name : names)
        if (plan.flags.contains(name))
            return std::string { "flags." } + name;
    return {};
}

/// A finding on a switch that costs that much, and its removal.
Finding costFinding(Severity severity, const char *id, Operands operands, const std::string &field)
{
    Finding finding { severity, id, std::move(operands), field, {} };
    if (!field.empty())
        finding.fix.push_back({ field, "default" });
    return finding;
}

void socketsFinding(const Estimator &estimator, const ResolvedPlan &resolved, const Prepared &p,
    const Candidate &c, const Evaluation &now, std::vector<Finding> &findings)
{
    if (p.isTpu || p.nodes <= 1 || !std::isfinite(p.flags.nodeNetworkLimit.value()))
        return;
    FlagEffects flags = p.flags;
    flags.nodeNetworkLimit = FlagEffects {}.nodeNetworkLimit;
    const Seconds without = stepWith(estimator, resolved, p, c, flags);
    if (now.step <= without)
        return;
    findings.push_back(costFinding(Severity::Error, "network-over-sockets",
        { Amount { Amount::Factor, p.flags.nodeNetworkLimit.value() / bytesPerGb },
            now.step - without, without, now.step },
        writtenField(resolved.plan, { "NCCL_IB_DISABLE", "NCCL_NET" })));
}

void peersFinding(const Estimator &estimator, const ResolvedPlan &resolved, const Prepared &p,
    const Candidate &c, const Evaluation &now, std::vector<Finding> &findings)
{
    if (p.isTpu || !p.flags.peersThroughHost)
        return;
    FlagEffects flags = p.flags;
    flags.peersThroughHost = false;
    const Seconds without = stepWith(estimator, resolved, p, c, flags);
    if (now.step <= without)
        return;
    findings.push_back(costFinding(Severity::Warning, "peers-through-host",
        { now.step - without, without, now.step },
        writtenField(resolved.plan, { "NCCL_P2P_DISABLE" })));
}

/// Share of the memory limit that XLA's passes use, in per cent.
constexpr const char *slopVariable = "xla_gpu_memory_limit_slop_factor";
constexpr double slopByDefault = 95; // per cent; XLA debug_options_flags.cc
constexpr double shareOfDevice = 0.8; // of the device's memory; XLA gpu_hlo_schedule.cc

/// What XLA lets a program take before it recomputes: the arguments and a share of the rest.
/// @source XLA gpu_hlo_schedule.cc, GetSchedulerMemoryLimit()
Bytes recomputeLimit(const ResolvedPlan &resolved, const Prepared &p, Bytes arguments)
{
    const auto written = resolved.plan.flags.find(slopVariable);
    const auto slop
        = written == resolved.plan.flags.end() ? std::nullopt : plainNumber(written->second);
    return arguments
        + larger(Bytes {}, shareOfDevice * p.usableBytes - arguments)
        * (slop.value_or(slopByDefault) / 100);
}

/// XLA's own rematerialization of a program over its limit: at most everything that the policy
/// keeps is computed again, at least what costs nothing. Said where the pool is nearly full.
/// @source XLA hlo_rematerialization.h: runs until the program is below the limit, or nothing is
/// left
void recomputeFinding(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c,
    const Evaluation &now, std::vector<Finding> &findings)
{
    if (!followsXlaFlags(p) || p.isTpu || p.isInference || !p.flags.recomputes
        || now.peak <= tightPoolShare * now.budget)
        return;
    const Bytes arguments
        = now.memory[MemoryTerm::Weights] + now.memory[MemoryTerm::OptimizerState];
    const Bytes limit = recomputeLimit(resolved, p, arguments);
    const auto all = std::ranges::find(p.remats, std::string { "full" }, &RematCosts::id);
    if (now.peak <= limit || all == p.remats.end())
        return;
    Candidate everything = c;
    everything.remat = static_cast<int>(all - p.remats.begin());
    const Evaluation most = evaluate(p, everything);
    const Seconds longer = larger(Seconds {}, most.step - now.step);
    if (most.peak <= limit)
        findings.push_back({ Severity::Hint, "xla-recomputes",
            { now.peak, limit, Seconds {}, longer }, "remat.policy", {} });
    else
        findings.push_back({ Severity::Hint, "xla-recomputes-in-vain",
            { now.peak, limit, Seconds {}, longer, most.peak - limit }, "remat.policy", {} });
}

/// Where the Trainer runs a plan under DeepSpeed and its estimate is that of FSDP: what DeepSpeed's
/// buckets and flat copies add to the peak, and the stack that counts them; nothing else.
std::optional<Finding> sharderFinding(const Estimator &estimator, const ResolvedPlan &resolved,
    const Prepared &prepared, const Evaluation &evaluation)
{
    const Plan &plan = resolved.plan;
    if (prepared.isInference || resolved.framework().id != Framework::HuggingFace
        || !plan.software.stack.empty()
        || trainerSharder(plan, plan.parallelism) != Sharder::DeepSpeed
        || deepspeedStage(plan.options, plan.parallelism) == 0)
        return std::nullopt;
    ResolvedPlan counted = resolved;
    counted.plan.software.stack = deepspeedStack;
    const Evaluation runs
        = evaluate(estimator.prepare(counted, estimator.stackOf(counted), prepared.flags),
            planCandidate(plan));
    const Bytes more = runs.peak - evaluation.peak;
    if (more <= Bytes {})
        return std::nullopt;
    return Finding { Severity::Warning, "trainer-runs-deepspeed", { more, runs.peak },
        "software.stack", { { "software.stack", std::string(deepspeedStack) } } };
}

} // namespace

std::vector<Finding> switchFindings(const Estimator &estimator, const ResolvedPlan &resolved,
    const Prepared &p, const Candidate &c, const Evaluation &now)
{
    std::vector<Finding> findings;
    socketsFinding(estimator, resolved, p, c, now, findings);
    peersFinding(estimator, resolved, p, c, now, findings);
    recomputeFinding(resolved, p, c, now, findings);
    if (auto finding = sharderFinding(estimator, resolved, p, now))
        findings.push_back(*std::move(finding));
    return findings;
}

} // namespace headroom
