#include "model/frameworks/transformers/adapted_modules.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::array<std::string_view, 2> expertsOfMlp { "mlp.experts.gate_up_proj",
    "mlp.experts.down_proj" };

// @source Hugging Face transformers 4.47 and 5 (January 2026), modeling_*.py of each family; of
// chatglm, internlm2 and baichuan the code beside their weights
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
constexpr ModuleNames sharedModules { llamaModules.attention, latentModules.mlp,
    llamaModules.experts, expertsOfMlp, true };
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
constexpr ModuleNames neoxModules { R"(attention\.(query_key_value|dense))", bloomModules.mlp, "" };
constexpr ModuleNames optModules { R"(self_attn\.(q_proj|k_proj|v_proj|out_proj))", R"((fc1|fc2))",
    "" };
constexpr ModuleNames gptjModules { R"(attn\.(q_proj|k_proj|v_proj|out_proj))",
    R"(mlp\.(fc_in|fc_out))", "" };
constexpr ModuleNames starcoder2Modules { llamaModules.attention, gpt2Modules.mlp, "" };
constexpr ModuleNames glmModules { llamaModules.attention, phi3Modules.mlp, "" };
constexpr ModuleNames internlm2Modules { R"(attention\.(wqkv|wo))", R"(feed_forward\.(w1|w3|w2))",
    "" };
constexpr ModuleNames baichuanModules { R"(self_attn\.(W_pack|o_proj))", llamaModules.mlp, "" };
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
    FamilyModules { "qwen", &llamaModules },
    FamilyModules { "yi", &llamaModules },
    FamilyModules { "smollm", &llamaModules },
    FamilyModules { "falcon3", &llamaModules },
    FamilyModules { "granite", &llamaModules },
    FamilyModules { "cohere", &llamaModules },
    FamilyModules { "seed-oss", &llamaModules },
    FamilyModules { "exaone", &llamaModules },
    FamilyModules { "stablelm", &llamaModules },
    FamilyModules { "phimoe", &mixtralModules },
    FamilyModules { "ernie", &sharedModules },
    FamilyModules { "dots", &sharedModules },
    FamilyModules { "glm4-moe", &sharedModules },
    FamilyModules { "glm", &glmModules },
    FamilyModules { "internlm", &llamaModules },
    FamilyModules { "internlm2", &internlm2Modules },
    FamilyModules { "baichuan", &baichuanModules },
    FamilyModules { "gpt2", &gpt2Modules },
    FamilyModules { "starcoder", &gpt2Modules },
    FamilyModules { "starcoder2", &starcoder2Modules },
    FamilyModules { "gpt-neox", &neoxModules },
    FamilyModules { "falcon", &bloomModules },
    FamilyModules { "chatglm", &bloomModules },
    FamilyModules { "opt", &optModules },
    FamilyModules { "gptj", &gptjModules },
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

TuningTarget projectionOf(std::string_view module, bool isAttention)
{
    const auto starts = [module](std::string_view start) { return module.starts_with(start); };
    if (isAttention)
        return starts("q_") ? TuningTarget::Query
            : starts("k_") || starts("kv_") || starts("qkv") || module == "c_attn"
                || module == "Wqkv" || module == "wqkv" || module == "W_pack"
                || module == "query_key_value"
            ? TuningTarget::Key
            : starts("v_") ? TuningTarget::Value
                           : TuningTarget::Output;
    if (module == "gate_proj" || module == "w1")
        return TuningTarget::Gate;
    return starts("down_") || module == "w2" || module == "fc2" || module == "c_proj"
            || module == "dense_4h_to_h" || module == "fc_out"
        ? TuningTarget::Down
        : TuningTarget::Up;
}

std::vector<std::string_view> adaptedNames(
    std::string_view pattern, bool isAttention, const Tuning &tuning)
{
    std::vector<std::string_view> names;
    const std::size_t open = pattern.rfind('('), close = pattern.rfind(')');
    if (open == std::string_view::npos || close < open)
        return names;
    std::string_view rest = pattern.substr(open + 1, close - open - 1);
    while (!rest.empty()) {
        const std::size_t bar = std::min(rest.find('|'), rest.size());
        const std::string_view name = rest.substr(0, bar);
        if (tuning.adapts(projectionOf(name, isAttention)))
            names.push_back(name);
        rest.remove_prefix(std::min(bar + 1, rest.size()));
    }
    return names;
}

std::string adaptedPattern(std::string_view pattern, bool isAttention, const Tuning &tuning)
{
    std::string found;
    for (const std::string_view name : adaptedNames(pattern, isAttention, tuning))
        found.append(found.empty() ? pattern.substr(0, pattern.rfind('(') + 1) : "|").append(name);
    return found.empty() ? found : found + ')';
}

std::vector<std::string> trainedModules(const ModelShape &model, const Tuning &tuning)
{
    struct EndNames
    {
        std::string_view family, embedding, head;
    };
    // @source transformers, modeling_gpt2.py, modeling_mpt.py, modeling_gptj.py,
    // modeling_gpt_bigcode.py, modeling_bloom.py, modeling_falcon.py, modeling_gpt_neox.py; code
    // beside the weights of THUDM/chatglm3-6b and internlm/internlm2-7b
    static constexpr std::array rows { EndNames { "gpt2", "wte", "lm_head" },
        EndNames { "mpt", "wte", "lm_head" }, EndNames { "gptj", "wte", "lm_head" },
        EndNames { "starcoder", "wte", "lm_head" },
        EndNames { "bloom", "word_embeddings", "lm_head" },
        EndNames { "falcon", "word_embeddings", "lm_head" },
        EndNames { "gpt-neox", "embed_in", "embed_out" },
        EndNames { "chatglm", "word_embeddings", "output_layer" },
        EndNames { "internlm2", "tok_embeddings", "output" },
        EndNames { {}, "embed_tokens", "lm_head" } };
    const auto row = std::ranges::find_if(rows, [&model](const EndNames &names) {
        return names.family.empty() || names.family == model.family;
    });
    std::vector<std::string> modules;
    if (tuning.trainsEmbedding())
        modules.emplace_back(row->embedding);
    if (tuning.trainsHead())
        modules.emplace_back(row->head);
    return modules;
}

} // namespace headroom
