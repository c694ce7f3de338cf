#include "model/frameworks/megatron/megatron_modules.h"

#include "model/base/text/release_number.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom::books::megatron {

using namespace rule_rows;

namespace {

constexpr const char *recomputeField = "options.recompute_modules";
constexpr const char *offloadField = "options.offload_modules";

/// Where the framework has the modules of a field.
struct ModuleKey
{
    std::string_view key, path;
};
constexpr std::array moduleKeys { ModuleKey { "recompute_modules", recomputeField },
    ModuleKey { "offload_modules", offloadField } };

/// Words of a list as a log or a script has it: "['core_attn', 'moe_act']", "core_attn moe_act".
std::vector<std::string> seenWords(std::string_view text)
{
    std::string plain(text);
    for (char &letter : plain)
        if (std::string_view("[]()'\"").find(letter) != std::string_view::npos || letter == ' ')
            letter = ',';
    std::vector<std::string> words = listedWords(plain);
    std::erase(words, "");
    std::erase(words, "None");
    return words;
}

/// The words that the plan knows, in its order.
std::vector<std::string> knownWords(const ModuleKey &module, const Observed &observed)
{
    const auto seen = observed.find(module.key);
    if (seen == observed.end())
        return {};
    const std::vector<std::string> words = seenWords(seen->second);
    std::vector<std::string> known;
    for (const std::string &choice : planField(module.path)->choices)
        if (std::ranges::find(words, choice) != words.end())
            known.push_back(choice);
    return known;
}

std::string textOf(const std::vector<std::string> &words)
{
    return fmt::format("{}", fmt::join(words, ", "));
}

const PlanOptions &optionsIn(const Facts &facts)
{
    return facts.whole->plan.options;
}

bool recomputes(const Facts &facts, RecomputeModule module)
{
    const auto &own = optionsIn(facts).recomputeModules;
    return facts.remat == RematKind::AllButCore && std::ranges::find(own, module) != own.end();
}

bool offloads(const Facts &facts, OffloadModule module)
{
    const auto &own = optionsIn(facts).offloadModules;
    return megatronOffloadsActivations(*facts.whole) && std::ranges::find(own, module) != own.end();
}

void addRecomputeRules(Rows &rows)
{
    rows.push_back(framework("megatron-recompute-latent", setting::remat,
        { recomputeField, "model" }, [](const Facts &facts, const Degrees &) {
            return facts.isMla || !recomputes(facts, RecomputeModule::LatentUpProjection);
        }));
    rows.push_back(framework("megatron-recompute-activation", setting::remat,
        { recomputeField, "model" }, [](const Facts &facts, const Degrees &) {
            return facts.experts > 0 || !recomputes(facts, RecomputeModule::ExpertActivation);
        }));
    rows.push_back(framework("megatron-recompute-delayed", setting::remat,
        { recomputeField, "precision.recipe" }, [](const Facts &facts, const Degrees &) {
            const PrecisionRecipe &recipe = facts.whole->recipe;
            const bool isDelayed = !recipe.isNone() && recipe.scales == RecipeScales::Delayed
                && recipe.matmulRate == MatmulRate::Fp8;
            return !isDelayed
                || (!recomputes(facts, RecomputeModule::ExpertActivation)
                    && !recomputes(facts, RecomputeModule::LayerNorm));
        }));
    rows.push_back(framework("megatron-overlap-moe", setting::remat,
        { recomputeField, "options.expert_overlap" }, [](const Facts &facts, const Degrees &) {
            return facts.experts == 0 || optionsIn(facts).expertOverlap != Switch::On
                || !recomputes(facts, RecomputeModule::Moe);
        }));
    rows.push_back(framework("megatron-graphs-moe", setting::remat,
        { recomputeField, "options.cuda_graphs" }, [](const Facts &facts, const Degrees &) {
            return facts.experts == 0 || optionsIn(facts).cudaGraphs != CudaGraphs::Partial
                || !recomputes(facts, RecomputeModule::Moe);
        }));
}

void addOffloadRules(Rows &rows)
{
    rows.push_back(framework("megatron-offload-projection", setting::remat, { offloadField },
        [](const Facts &facts, const Degrees &) {
            return !offloads(facts, OffloadModule::AttentionProjection)
                || offloads(facts, OffloadModule::CoreAttention);
        }));
    rows.push_back(framework("megatron-offload-moe", setting::remat,
        { offloadField, recomputeField }, [](const Facts &facts, const Degrees &) {
            return !recomputes(facts, RecomputeModule::Moe)
                || (!offloads(facts, OffloadModule::ExpertIn)
                    && !offloads(facts, OffloadModule::ExpertActivation));
        }));
    rows.push_back(framework("megatron-offload-graphs", setting::remat,
        { offloadField, "options.cuda_graphs" }, [](const Facts &facts, const Degrees &) {
            const CudaGraphs graphs = optionsIn(facts).cudaGraphs;
            if (graphs == CudaGraphs::Auto || graphs == CudaGraphs::None
                || !megatronOffloadsActivations(*facts.whole))
                return true;
            // Graphs of attention and router let the inputs of norms out of their buffers.
            return graphs == CudaGraphs::Partial && facts.experts > 0
                && isRelease(facts.whole->releases.megatron, megatronModulesRelease)
                && !offloads(facts, OffloadModule::AttentionNorm)
                && !offloads(facts, OffloadModule::MlpNorm);
        }));
}

constexpr WitnessRow moduleReleaseWitnesses[] {
    { "megatron-shared-recompute",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "\"shared_experts\"", false, "core_v0.13.1" } },
    { "megatron-offload",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "fine_grained_activation_offloading", false, "core_v0.15.3" } },
};

/// What came with a release.
void addReleaseRules(Rows &rows)
{
    Rule shared = framework(
        "megatron-release", setting::remat, { recomputeField, "software.megatron" },
        [](const Facts &facts, const Degrees &) {
            return !recomputes(facts, RecomputeModule::SharedExperts);
        },
        [](const Broken &broken) {
            return words(broken.plan().releases.megatron, Message { "megatron-shared-recompute" },
                megatronSharedRecomputeRelease);
        });
    shared.until = megatronSharedRecomputeRelease;
    shared.witness = witnessOf(moduleReleaseWitnesses, "megatron-shared-recompute");
    rows.push_back(std::move(shared));
    Rule offload = framework(
        "megatron-release", setting::remat, { offloadField, "software.megatron" },
        [](const Facts &facts, const Degrees &) {
            return !megatronOffloadsActivations(*facts.whole);
        },
        [](const Broken &broken) {
            return words(broken.plan().releases.megatron, Message { "megatron-offload" },
                megatronOffloadRelease);
        });
    offload.until = megatronOffloadRelease;
    offload.witness = witnessOf(moduleReleaseWitnesses, "megatron-offload");
    rows.push_back(std::move(offload));
}

constexpr WitnessRow moduleWitnesses[] {
    { "megatron-recompute-latent",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "mla_up_proj in recompute_modules is only supported with" } },
    { "megatron-recompute-activation",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "moe_act in recompute_modules is only supported with moe_grouped_gemm." } },
    { "megatron-recompute-delayed",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "Delayed scaling does not support moe_act and layernorm recompute" } },
    { "megatron-overlap-moe",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "disable moe in recompute_modules when enabling overlap_moe_expert_parallel_comm" } },
    { "megatron-graphs-moe",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "moe recompute is not supported with moe_router CUDA graph with: " } },
    { "megatron-offload-projection",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "attn_proj cannot be set to offload_modules alone without core_attn" } },
    { "megatron-offload-moe",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "while recomputing the entire MoE layer." } },
    { "megatron-offload-graphs",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "fine-grained activation offloading is only supported with " } },
};

} // namespace

void sortModules(Observed &observed)
{
    for (const ModuleKey &module : moduleKeys) {
        const auto seen = observed.find(module.key);
        if (seen == observed.end())
            continue;
        std::vector<std::string> known = knownWords(module, observed);
        for (const std::string &word : seenWords(seen->second))
            if (std::ranges::find(known, word) == known.end())
                known.push_back(word);
        seen->second = textOf(known);
    }
}

std::vector<Values> triedRecomputation(const ResolvedPlan &, const Observed &observed)
{
    std::vector<Values> tried { { "no_recompute", "" }, { "selective", "" }, { "full", "" } };
    if (const auto known = knownWords(moduleKeys[0], observed); !known.empty())
        tried.push_back({ "selective", textOf(known) });
    return tried;
}

std::vector<Values> triedOffload(const ResolvedPlan &, const Observed &observed)
{
    std::vector<Values> tried { { "" } };
    if (const auto known = knownWords(moduleKeys[1], observed); !known.empty())
        tried.push_back({ textOf(known) });
    return tried;
}

void addModuleRules(Rows &rows)
{
    addRecomputeRules(rows);
    addOffloadRules(rows);
    addWitnesses(rows, moduleWitnesses);
    addReleaseRules(rows);
}

} // namespace headroom::books::megatron
