#pragma once

#include <span>
#include <string_view>

namespace headroom {

/// Whether a text holds another anywhere.
constexpr bool hasPart(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// What becomes of the value of a tool's key.
enum class KeyValue {
    Same, ///< as it is written
    Not, ///< the opposite of a switch
    IfOn, ///< `word` where the switch is on; else nothing
    Word, ///< by the list in `word`: "lora=true;qlora=true;=false" (an empty name: anything else)
    LastName, ///< what stands after the last dot ("torch.optim.AdamW")
    Fact, ///< of the machine: `target` is a name of set-up facts, not of a setting
};

/// One key of a tool's configuration and the Trainer's argument that means the same: configurations
/// of all tools on PyTorch are read in that one vocabulary (model/runs/rebuild/torch_plan.cpp).
struct ToolKey
{
    std::string_view key; ///< dotted path in the tool's file
    std::string_view target;
    KeyValue how = KeyValue::Same;
    std::string_view word {};
};

/// What a tool does where its file does not say it: an argument of the Trainer, and the field of
/// the plan that follows from it.
struct ToolDefault
{
    std::string_view key, value, path;
};

enum class ToolKind {
    Axolotl,
    LlamaFactory,
    Torchtune,
    Litgpt,
    Swift,
    Unsloth,
    Accelerate,
    Trainer,
    Nemo
};

/// A tool whose configuration is a mapping of keys.
struct Tool
{
    ToolKind kind;
    std::string_view id; ///< "axolotl"
    std::string_view framework; ///< word of a plan that it runs as
    std::span<const ToolKey> keys;
    std::span<const ToolDefault> defaults;
};

/// axolotl, llama-factory, torchtune, litgpt, swift, unsloth, accelerate, trainer, nemo.
std::span<const Tool> tools();
const Tool *findTool(std::string_view id);

} // namespace headroom
