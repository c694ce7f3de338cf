#include "model/launch/peft_script.h"

#include "model/base/document/document.h"
#include "model/launch/adapter_scaling.h"
#include "model/launch/hf_script.h"
#include "model/launch/script_text.h"
#include "model/library/architecture/fused_projections.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom {
namespace {

/// Names that the adapted matrices have in a family's code of transformers, as parts of a regular
/// expression over module paths.
struct ModuleNames
{
    std::string_view attention, mlp, experts;
    std::array<std::string_view, 2> expertTensors {}; ///< where all experts lie in one tensor
    bool isSinceFive = false; ///< so they lie since transformers 5; a module for each before
};

constexpr std::array<std::string_view, 2> expertsOfMlp { "mlp.experts.gate_up_proj",
    "mlp.experts.down_proj" };

// @source Hugging Face transformers 4.47 and 5 (January 2026), modeling_*.py of each family
constexpr ModuleNames llamaModules { R"(self_attn\.(q_proj|k_proj|v_proj|o_proj))",
    R"(mlp\.(gate_proj|up_proj|down_proj))", R"(mlp\.experts\.\d+\.(gate_proj|up_proj|down_proj))",
    expertsOfMlp, true };
constexpr ModuleNames mixtralModules { llamaModules.attention, llamaModules.mlp,
    R"(block_sparse_moe\.experts\.\d+\.(w1|w2|w3))", expertsOfMlp, true };
constexpr ModuleNames latentModules {
    R"(self_attn\.(q_proj|q_a_proj|q_b_proj|kv_a_proj_with_mqa|kv_b_proj|o_proj))",
    R"(mlp\.(shared_experts\.)?(gate_proj|up_proj|down_proj))", llamaModules.experts, expertsOfMlp,
    true
};
constexpr ModuleNames gptOssModules { llamaModules.attention, "", "", expertsOfMlp };
constexpr ModuleNames llama4Modules { llamaModules.attention,
    R"(feed_forward\.(shared_expert\.)?(gate_proj|up_proj|down_proj))", "",
    { "feed_forward.experts.gate_up_proj", "feed_forward.experts.down_proj" } };
constexpr ModuleNames phi2Modules { R"(self_attn\.(q_proj|k_proj|v_proj|dense))",
    R"(mlp\.(fc1|fc2))", "" };
constexpr ModuleNames phi3Modules { R"(self_attn\.(qkv_proj|o_proj))",
    R"(mlp\.(gate_up_proj|down_proj))", "" };
constexpr ModuleNames gpt2Modules { R"(attn\.(c_attn|c_proj))", R"(mlp\.(c_fc|c_proj))", "" };
constexpr ModuleNames bloomModules { R"(self_attention\.(query_key_value|dense))",
    R"(mlp\.(dense_h_to_4h|dense_4h_to_h))", "" };
constexpr ModuleNames mptModules { R"(attn\.(Wqkv|out_proj))", R"(ffn\.(up_proj|down_proj))", "" };

struct FamilyModules
{
    std::string_view family;
    const ModuleNames *names;
};
constexpr std::array families {
    FamilyModules { "llama", &llamaModules },
    FamilyModules { "gemma", &llamaModules },
    FamilyModules { "qwen2.5", &llamaModules },
    FamilyModules { "qwen3", &llamaModules },
    FamilyModules { "olmo", &llamaModules },
    FamilyModules { "nemotron", &llamaModules },
    FamilyModules { "mistral", &mixtralModules },
    FamilyModules { "deepseek", &latentModules },
    FamilyModules { "gpt-oss", &gptOssModules },
    FamilyModules { "llama4", &llama4Modules },
    FamilyModules { "gpt2", &gpt2Modules },
    FamilyModules { "bloom", &bloomModules },
    FamilyModules { "mpt", &mptModules },
};

/// nullptr: transformers has no code of this family.
const ModuleNames *modulesOf(const ModelShape &model)
{
    if (model.family == "phi")
        return model.gatedMlp ? &phi3Modules : &phi2Modules;
    for (const FamilyModules &row : families)
        if (row.family == model.family)
            return row.names;
    return nullptr;
}

/// The regular expression that PEFT matches module paths with, as a whole.
std::string modulePattern(const Tuning &tuning, const ModuleNames &names, bool hasExperts)
{
    std::string parts;
    const auto add = [&](TuningTarget target, std::string_view part) {
        if (!part.empty() && tuning.adapts(target))
            parts.append(parts.empty() ? "" : "|").append(part);
    };
    add(TuningTarget::Attention, names.attention);
    add(TuningTarget::Mlp, names.mlp);
    if (hasExperts)
        add(TuningTarget::Experts, names.experts);
    return parts.empty() ? "" : R"(.*\.()" + parts + ")";
}

Document expertTensors(const LaunchSpec &spec, const ModuleNames &names)
{
    Document list = Document::sequence();
    if (!spec.model().moe || !spec.plan().tuning.adapts(TuningTarget::Experts))
        return list;
    for (const std::string_view tensor : names.expertTensors)
        if (!tensor.empty())
            list.append(Document(std::string(tensor)));
    return list;
}

std::string_view methodWord(TuningMethod method)
{
    return method == TuningMethod::Qlora ? "qlora" : "lora";
}

std::string_view baseWord(BaseFormat base)
{
    return base == BaseFormat::Nf4 ? "nf4" : base == BaseFormat::Int8 ? "int8" : "bf16";
}

/// What the program compares its own count with; 0: nothing is known.
std::int64_t trainedParameters(const ExportRequest &request)
{
    return request.prediction ? std::llround(request.prediction->parametersTrained) : 0;
}

void refuseFormats(const LaunchSpec &spec, ExportDraft &draft)
{
    const BaseFormat base = spec.plan().tuning.storedBase();
    const Parallelism &degrees = spec.plan().parallelism;
    if (base == BaseFormat::Fp8)
        draft.refuse("tuning.base", { "peft-fp8-base" });
    if (base == BaseFormat::Int8 && degrees.fsdp > 1 && degrees.zeroStage == 3)
        draft.refuse("tuning.base", { "peft-int8-shards", { std::to_string(degrees.fsdp) } });
}

} // namespace

void addPeftScript(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Tuning &tuning = plan.tuning;
    const ModuleNames *names = modulesOf(spec.model());
    if (!names)
        return draft.refuse("tuning.method", { "peft-no-modules", { spec.model().family } });
    refuseFormats(spec, draft);
    const bool packs = plan.workload.packing.meanTokens.has_value();
    const Document settings = Document::mapping({
        { "method", std::string(methodWord(tuning.method)) },
        { "base_format", std::string(baseWord(tuning.storedBase())) },
        { "lora_rank", tuning.rank },
        { "lora_alpha", alphaOverRank * tuning.rank },
        { "lora_modules", modulePattern(tuning, *names, spec.model().moe.has_value()) },
        { "lora_parameters", expertTensors(spec, *names) },
        { "trained_parameters", trainedParameters(*spec.request) },
        { "adapter_dtype", nameOf(plan.precision.weights) },
        { "compute", nameOf(plan.precision.compute) },
        { "attention", transformersAttention(plan.attention) },
        { "sequence_length", plan.workload.sequenceLength },
        { "packing", packs },
    });
    draft.add(
        "tuning.json", writeJson(settings) + "\n", "what the plan says about adapters and data");
    draft.addScript("train.py", introducedScript(spec, "train_adapters.py"),
        "trains the adapters with Hugging Face's Trainer and PEFT");
    draft.note(fmt::format("lora_alpha is {} times the rank and there is no dropout: a plan has "
                           "neither.",
        alphaOverRank));
    if (tuning.storedBase() != BaseFormat::Bf16)
        draft.note("The frozen matrices are quantised by bitsandbytes while the model loads; "
                   "embedding, head, norms and routers stay as they are.");
    if (names->isSinceFive && spec.model().moe && tuning.adapts(TuningTarget::Experts))
        draft.note("transformers 5 keeps the experts of a layer in one tensor, where gate and up "
                   "projection share a pair of adapters; the plan counts a pair for each, as "
                   "transformers 4 has them. train.py takes what the model has.");
    if (packs)
        draft.note("Documents are packed one behind another up to the sequence length; how long "
                   "they are is a matter of your data, and the prediction holds for the plan's "
                   "mean length. Only flash attention keeps documents apart without a mask.");
}

} // namespace headroom
