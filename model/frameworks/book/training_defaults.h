#pragma once

#include "model/plan/resolved_plan.h"

#include <cstdint>
#include <string>

namespace headroom {

/// How a run learns, which a plan does not say and no figure depends on: what published runs of
/// models of that size did. Numbers are texts, as files hold them.
struct TrainingDefaults
{
    const char *learningRate; ///< the highest, behind the warm-up
    const char *lastLearningRate; ///< a tenth of it, at the end of the cosine
    const char *beta1, *beta2; ///< of Adam
    const char *weightDecay;
    std::int64_t warmupSteps; ///< of linear warm-up; at least 1
    const char *source;
};

/// What a run starts from: fresh weights, or those of a trained model.
enum class TrainingStart { Fresh, Trained };

/// Steps of a run whose plan names no training tokens.
inline constexpr std::int64_t openRunSteps = 1000;

/// Defaults for a run of so many steps (0: not known). Adapters always start from trained weights.
/// @source Llama 3, arXiv 2407.21783 Table 3 (8B, 70B, 405B); Llama 2, arXiv 2307.09288 §2.2
///   (betas, weight decay, 2,000 steps of warm-up, cosine to a tenth) and §3.1 (tuning); GPT-3,
///   arXiv 2005.14165 Table 2.1 (models below 0.5B); QLoRA, arXiv 2305.14314 App. B (adapters)
TrainingDefaults trainingDefaults(
    const ResolvedPlan &resolved, std::int64_t steps, TrainingStart start = TrainingStart::Fresh);

/// A sentence of a README about them.
std::string trainingDefaultsNote(const TrainingDefaults &defaults);

} // namespace headroom
