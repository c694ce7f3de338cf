#include "model/frameworks/torchtitan/torchtitan_models.h"

#include "model/frameworks/transformers/huggingface_config.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// @source torchtitan v0.2.2 and at 2026-08-21, the registries of its model folders
constexpr std::array shippedModels {
    TitanModel { "llama3-8b", "llama3", "8B", "llama3_8b" },
    TitanModel { "llama3.1-8b", "llama3", "8B", "llama3_8b" },
    TitanModel { "llama3-70b", "llama3", "70B", "llama3_70b" },
    TitanModel { "llama3.1-70b", "llama3", "70B", "llama3_70b" },
    TitanModel { "llama3.3-70b", "llama3", "70B", "llama3_70b" },
    TitanModel { "llama3.1-405b", "llama3", "405B", "llama3_405b" },
    TitanModel { "llama3.2-1b", "llama3", "1B", "llama3_8b", true },
    TitanModel { "llama3.2-3b", "llama3", "3B", "llama3_8b", true },
    TitanModel { "llama4-scout", "llama4", "17bx16e", "" },
    TitanModel { "llama4-maverick", "llama4", "17bx128e", "" },
    TitanModel { "deepseek-v2-lite", "deepseek_v3", "16B", "deepseek_v3_16b" },
    TitanModel { "deepseek-v2", "deepseek_v3", "236B", "" },
    TitanModel { "deepseek-v3", "deepseek_v3", "671B", "deepseek_v3_671b" },
    TitanModel { "qwen3-0.6b", "qwen3", "0.6B", "qwen3_0_6b" },
    TitanModel { "qwen3-1.7b", "qwen3", "1.7B", "qwen3_1_7b" },
    TitanModel { "qwen3-4b", "qwen3", "4B", "" },
    TitanModel { "qwen3-8b", "qwen3", "8B", "" },
    TitanModel { "qwen3-14b", "qwen3", "14B", "qwen3_14b" },
    TitanModel { "qwen3-32b", "qwen3", "32B", "qwen3_32b" },
    TitanModel { "qwen3-30b-a3b", "qwen3", "30B-A3B", "qwen3_30b_a3b" },
    TitanModel { "qwen3-235b-a22b", "qwen3", "235B-A22B", "" },
    TitanModel { "gpt-oss-20b", "gpt_oss", "20b", "gpt_oss_20b" },
    TitanModel { "gpt-oss-120b", "gpt_oss", "120b", "gpt_oss_120b" },
};

} // namespace

std::span<const TitanModel> titanModels()
{
    return shippedModels;
}

const TitanModel *titanModel(const ResolvedPlan &resolved)
{
    if (resolved.plan.model.id.empty())
        return nullptr;
    const auto row = std::ranges::find(shippedModels, resolved.model->id, &TitanModel::id);
    return row == shippedModels.end() ? nullptr : &*row;
}

bool isTitanShape(const ModelShape &shape)
{
    return huggingFaceFamily(shape) == "llama" && shape.attentionBias == AttentionBias::None
        && shape.heads * shape.headDim == shape.hidden;
}

bool titanWants16BitStates(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    return plan.precision.weights != NumberFormat::Bf16
        && (plan.optimizer == Optimizer::AdamWBf16
            || plan.precision.optimizerState == NumberFormat::Bf16);
}

TitanObstacle titanLaterNeed(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    if (titanWants16BitStates(resolved))
        return { plan.optimizer == Optimizer::AdamWBf16 ? "optimizer" : "precision.optimizer_state",
            "16-bit states of the optimizer beside wider weights" };
    if (isAdapted(plan))
        return { "tuning.method", "adapters" };
    if (resolved.recipe.matmulRate == MatmulRate::Fp4 && !resolved.recipe.isNone())
        return { "precision.recipe", "NVFP4" };
    if (!resolved.model->moe)
        return {};
    constexpr const char *dispatcher = "options.expert_dispatcher";
    if (plan.options.expertDispatcher == ExpertDispatcher::HybridEp)
        return { dispatcher, "HybridEP" };
    const TitanModel *const model = titanModel(resolved);
    const bool hadDeepEp = model && (model->name == "llama4" || model->name == "deepseek_v3");
    if (plan.options.expertDispatcher == ExpertDispatcher::DeepEp && !hadDeepEp)
        return { dispatcher, "DeepEP for this model" };
    return {};
}

TitanObstacle titanRecipeObstacle(const ResolvedPlan &resolved, const Degrees &degrees)
{
    const PrecisionRecipe &recipe = resolved.recipe;
    const bool isTensorwise = !recipe.isNone() && recipe.matmulRate != MatmulRate::Fp4
        && recipe.scales != RecipeScales::MicroBlocks && recipe.scales != RecipeScales::Blocks;
    if (degrees.context > 1 && degrees.contextStrategy == ContextStrategy::Ring)
        return { "parallelism.context_strategy", "gather keys and values and have no ring" };
    if (resolved.model->moe && degrees.expertTensor > 1)
        return { "parallelism.expert_tensor", "do not shard experts over tensor ranks" };
    if (isTensorwise)
        return { "precision.recipe", "scale float8 by row alone" };
    if (resolved.plan.options.optimizerInBackward)
        return { "options.optimizer_in_backward", "do not step inside the backward pass" };
    return {};
}

} // namespace headroom
