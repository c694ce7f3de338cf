#include "model/advice/policy_fit.h"

#include "model/physics/compute/step_flop.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Valid micro-batches, the largest first.
std::vector<double> microBatches(const ResolvedPlan &resolved)
{
    const double own = resolved.plan.parallelism.microBatch;
    const double perRank = double(resolved.plan.workload.globalBatchSequences)
        / double(resolved.dataParallelRanks());
    std::vector<double> sizes { own };
    for (double divisor = 1; divisor * divisor <= perRank; ++divisor) {
        const double other = perRank / divisor;
        if (other != std::floor(other))
            continue;
        for (const double size : { divisor, other })
            if (std::ranges::find(sizes, size) == sizes.end())
                sizes.push_back(size);
    }
    ResolvedPlan trial = resolved;
    std::erase_if(sizes, [&trial, own](double size) {
        trial.plan.parallelism.microBatch = size;
        return size != own && !brokenRules(trial).empty();
    });
    std::ranges::sort(sizes, std::greater {});
    return sizes;
}

bool comesToTheSame(const PolicyFit &a, const PolicyFit &b)
{
    return a.microBatch == b.microBatch && a.peak == b.peak && a.host == b.host && a.step == b.step;
}

} // namespace

std::string PolicyFit::names() const
{
    std::string text = policy;
    for (const std::string &other : alike)
        text += ", " + other;
    return text;
}

std::vector<PolicyFit> policyFits(const Estimator &estimator, const ResolvedPlan &resolved)
{
    const Prepared p = estimator.prepare(resolved);
    const std::vector<double> sizes = microBatches(resolved);
    const Candidate planned = planCandidate(resolved.plan);
    const auto devices = static_cast<double>(resolved.deviceCount());
    const double tokens = p.globalBatch * p.sequence / devices;
    const double planRate = tokens / evaluate(p, planned).step.value();
    const FlopPerSecond peakRate = utilisationPeak(p);
    const bool keepsAllIsOffered = takesRemat(resolved.framework(), RematKind::Whole);
    std::vector<PolicyFit> fits;
    for (std::size_t i = 0; i < p.remats.size(); ++i) {
        const auto isTwice = [&](const PolicyFit &other) { return other.policy == p.remats[i].id; };
        if (std::ranges::any_of(fits, isTwice)
            || (static_cast<int>(i) == p.wholeRemat && !keepsAllIsOffered))
            continue;
        PolicyFit fit;
        fit.policy = p.remats[i].id;
        fit.isPlan = i == 0;
        Candidate c = planned;
        c.remat = static_cast<int>(i);
        Evaluation answer;
        for (const double size : sizes) {
            c.microBatch = size;
            answer = evaluate(p, c);
            if (answer.fits) {
                fit.microBatch = size;
                break;
            }
        }
        fit.peak = answer.peak;
        fit.host = answer.host;
        fit.step = answer.step;
        fit.tokensPerSecondPerDevice = tokens / fit.step.value();
        fit.mfu = answer.modelFlopPerDevice / fit.step / peakRate;
        fit.gain = fit.tokensPerSecondPerDevice / planRate - 1;
        const auto equal = std::ranges::find_if(
            fits, [&fit](const PolicyFit &other) { return comesToTheSame(fit, other); });
        if (equal != fits.end())
            equal->alike.push_back(fit.policy);
        else
            fits.push_back(std::move(fit));
    }
    std::ranges::stable_sort(fits, [](const PolicyFit &a, const PolicyFit &b) {
        if ((a.microBatch > 0) != (b.microBatch > 0))
            return a.microBatch > 0;
        return a.tokensPerSecondPerDevice > b.tokensPerSecondPerDevice;
    });
    return fits;
}

} // namespace headroom
