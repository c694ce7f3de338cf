#include "model/frameworks/transformers/liger_kernels.h"

#include "model/frameworks/transformers/huggingface_config.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr LigerSupport firstLiger { "0.2.0", true };
constexpr LigerSupport noLiger {};

/// A family, or those of its profiles whose names begin so; the first row that fits counts.
struct LigerFamily
{
    std::string_view family, start;
    LigerSupport support;
};
constexpr std::array ligerFamilies {
    LigerFamily { "llama", "", firstLiger },
    LigerFamily { "yi", "", firstLiger },
    LigerFamily { "falcon3", "", firstLiger },
    LigerFamily { "smollm", "smollm3", { "0.6.1" } },
    LigerFamily { "smollm", "", firstLiger },
    LigerFamily { "mistral", "", firstLiger }, // mixtral as well
    LigerFamily { "gemma", "gemma3", { "0.5.7", true } },
    LigerFamily { "gemma", "", firstLiger },
    LigerFamily { "qwen", "qwen1.5-moe", noLiger }, // qwen2_moe
    LigerFamily { "qwen", "", firstLiger }, // qwen2
    LigerFamily { "qwen2.5", "", firstLiger },
    LigerFamily { "olmo", "olmo2", { "0.5.4", true } },
    LigerFamily { "olmo", "olmo3", { "0.6.4" } },
    LigerFamily { "olmo", "", noLiger },
    LigerFamily { "phi", "phi-2", noLiger },
    LigerFamily { "phi", "", firstLiger },
    LigerFamily { "granite", "", { "0.5.4", true } },
    LigerFamily { "glm", "glm-4-9b-0414", { "0.5.9", true } }, // glm4
    LigerFamily { "glm", "", noLiger },
    LigerFamily { "gpt-oss", "", { "0.6.5", true } },
    LigerFamily { "llama4", "", { "0.6.0" } },
    LigerFamily { "nemotron", "", { "0.8.0" } },
    LigerFamily { "exaone", "exaone-4", { "0.6.5" } },
};
/// Families whose types no release has.
constexpr std::string_view withoutLiger[] { "deepseek", "dots", "ernie", "seed-oss", "cohere",
    "stablelm", "phimoe", "glm4-moe", "granitemoe", "internlm", "internlm2", "baichuan", "chatglm",
    "gpt2", "gpt3", "gpt-neox", "gptj", "starcoder", "starcoder2", "falcon", "opt", "bloom", "mpt",
    "dbrx", "grok" };

/// Of shapes without a known family: the type that is written for their blocks.
std::optional<LigerSupport> supportOfBlocks(const ModelShape &model)
{
    const std::string type = huggingFaceFamily(model);
    if (type.empty())
        return std::nullopt;
    return type == "gpt2"     ? noLiger
        : type == "qwen3"     ? LigerSupport { "0.5.9", true }
        : type == "qwen3_moe" ? LigerSupport { "0.5.10", true }
                              : firstLiger;
}

} // namespace

std::optional<LigerSupport> ligerSupport(const ModelShape &model)
{
    for (const LigerFamily &row : ligerFamilies)
        if (row.family == model.family && model.id.starts_with(row.start))
            return row.support;
    if (model.family == "qwen3")
        return LigerSupport { model.moe ? "0.5.10" : "0.5.9", true };
    return std::ranges::find(withoutLiger, model.family) != std::end(withoutLiger)
        ? noLiger
        : supportOfBlocks(model);
}

} // namespace headroom
