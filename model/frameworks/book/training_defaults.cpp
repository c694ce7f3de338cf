#include "model/frameworks/book/training_defaults.h"

#include "model/library/architecture/parameter_count.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

struct Rate
{
    double maxParameters; ///< of models that learn at this rate
    const char *highest, *last, *source;
};

constexpr double any = 1e30;

// Between two published sizes the border lies at their geometric mean, rounded.
constexpr Rate freshRates[] {
    { 5e8, "6e-4", "6e-5", "GPT-3 (arXiv 2005.14165, Table 2.1, 125M)" },
    { 2.5e10, "3e-4", "3e-5", "Llama 3 8B (arXiv 2407.21783, Table 3)" },
    { 1.7e11, "1.5e-4", "1.5e-5", "Llama 3 70B (arXiv 2407.21783, Table 3)" },
    { any, "8e-5", "8e-6", "Llama 3 405B (arXiv 2407.21783, Table 3)" },
};
constexpr Rate adapterRates[] {
    { 2e10, "2e-4", "2e-5", "QLoRA 7B and 13B (arXiv 2305.14314, App. B)" },
    { any, "1e-4", "1e-5", "QLoRA 33B and 65B (arXiv 2305.14314, App. B)" },
};
constexpr Rate tuningRates[] { { any, "2e-5", "2e-6", "Llama 2 (arXiv 2307.09288, §3.1)" } };

template <std::size_t count> const Rate &rateOf(const Rate (&rates)[count], double parameters)
{
    return *std::ranges::find_if(
        rates, [parameters](const Rate &rate) { return parameters <= rate.maxParameters; });
}

/// Longest warm-up. @source Llama 2, arXiv 2307.09288 §2.2
constexpr std::int64_t maxWarmupSteps = 2000;
/// Share of a short run that warms up. ASSUMED: a tenth, as in MaxText's base.yml
constexpr std::int64_t warmupShare = 10;

std::int64_t warmupOf(std::int64_t steps)
{
    const std::int64_t known = steps > 0 ? steps : openRunSteps;
    return std::clamp<std::int64_t>(known / warmupShare, 1, maxWarmupSteps);
}

} // namespace

TrainingDefaults trainingDefaults(
    const ResolvedPlan &resolved, std::int64_t steps, TrainingStart start)
{
    const auto parameters = static_cast<double>(countParameters(*resolved.model).total());
    const bool isTuned = isAdapted(resolved.plan);
    const Rate &rate = isTuned          ? rateOf(adapterRates, parameters)
        : start == TrainingStart::Fresh ? rateOf(freshRates, parameters)
                                        : rateOf(tuningRates, parameters);
    return { .learningRate = rate.highest,
        .lastLearningRate = rate.last,
        .beta1 = "0.9",
        .beta2 = isTuned ? "0.999" : "0.95",
        .weightDecay = isTuned ? "0.0" : "0.1",
        .warmupSteps = warmupOf(steps),
        .source = rate.source };
}

std::string trainingDefaultsNote(const TrainingDefaults &defaults)
{
    return fmt::format(
        "A plan holds no learning rate or schedule, and no estimate depends on them. The files "
        "take the learning rate of {}, {}, with {} steps of linear warm-up and a cosine down "
        "to {}; the betas of AdamW are {} and {}, weight decay {} (Llama 2, arXiv 2307.09288, "
        "§2.2). Change them as you like.",
        defaults.source, defaults.learningRate, defaults.warmupSteps, defaults.lastLearningRate,
        defaults.beta1, defaults.beta2, defaults.weightDecay);
}

} // namespace headroom
