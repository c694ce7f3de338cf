#include "model/frameworks/transformers/adapted_modules.h"

namespace headroom {
namespace {

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

} // namespace

const ModuleNames *adaptedModules(const ModelShape &model)
{
    if (model.family == "phi")
        return model.gatedMlp ? &phi3Modules : &phi2Modules;
    for (const FamilyModules &row : families)
        if (row.family == model.family)
            return row.names;
    return nullptr;
}

} // namespace headroom
