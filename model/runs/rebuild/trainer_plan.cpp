#include "model/runs/rebuild/trainer_settings.h"

#include "model/base/text/ascii.h"
#include "model/runs/rebuild/model_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>

// What programs on the Trainer's arguments say of model, length, kernels and adapters. The names
// are those of the programs' own arguments; other tools' configurations are translated into them.

namespace headroom {
namespace {

/// Names of one setting, in the order in which programs prefer them.
using Names = std::initializer_list<const char *>;

std::string firstText(const ConfigFacts &config, Names names)
{
    for (const char *name : names)
        if (config.has(name) && config.text(name) != "auto")
            return config.text(name);
    return {};
}

/// @source transformers training_args.py and examples/pytorch (block_size); trl sft_config.py
/// (max_length, max_seq_length); FastChat train.py (model_max_length); LLaMA-Factory
/// hparams/data_args.py (cutoff_len); DeepSpeed-Chat main.py (max_seq_len)
void setLength(PlanRebuild &rebuild)
{
    const std::string length = firstText(rebuild.config(),
        { "max_seq_length", "max_length", "max_seq_len", "cutoff_len", "model_max_length",
            "block_size" });
    if (!length.empty())
        rebuild.draft.set("workload.sequence_length", length, FieldOrigin::Read);
}

/// @source transformers modeling_utils.py (attn_implementation); LLaMA-Factory
/// hparams/model_args.py (flash_attn)
void setTrainerAttention(PlanRebuild &rebuild)
{
    struct Kernel
    {
        std::string_view word, attention;
    };
    static constexpr std::array kernels { Kernel { "flash-attn3", "flash-3" },
        Kernel { "flash_attention_3", "flash-3" }, Kernel { "fa3", "flash-3" },
        Kernel { "flash_attention_2", "flash-2" }, Kernel { "fa2", "flash-2" },
        Kernel { "eager", "unfused" }, Kernel { "disabled", "unfused" },
        Kernel { "sdpa", "flash" } };
    const std::string own
        = firstText(rebuild.config(), { "attn_implementation", "attn_impl", "flash_attn" });
    for (const Kernel &kernel : kernels)
        if (own.find(kernel.word) != std::string::npos) {
            // PyTorch chooses among its kernels; FlashAttention is the first that it tries.
            const bool isChoice = kernel.word == "sdpa";
            return void(rebuild.draft.set("attention", kernel.attention,
                isChoice ? FieldOrigin::Inferred : FieldOrigin::Read));
        }
}

/// Which matrices have adapters: "all" where those of attention and MLP do.
std::string targetsOf(const std::vector<std::string> &modules)
{
    static constexpr std::array every { "q_proj", "k_proj", "v_proj", "o_proj", "gate_proj",
        "up_proj", "down_proj" };
    if (std::ranges::all_of(every,
            [&](const char *name) { return std::ranges::find(modules, name) != modules.end(); }))
        return "all";
    bool isAttention = false, isMlp = false;
    for (std::string module : modules) {
        module = asciiLowered(module);
        const auto holds
            = [&module](std::string_view word) { return module.find(word) != std::string::npos; };
        if (holds("all"))
            return "all";
        isAttention = isAttention || holds("q_proj") || holds("k_proj") || holds("v_proj")
            || holds("o_proj") || holds("qkv") || holds("output_proj") || holds("attn")
            || holds("query_key_value");
        isMlp = isMlp || holds("gate") || holds("up_proj") || holds("down_proj") || holds("mlp")
            || holds("fc1") || holds("fc2") || holds("w1") || holds("w2") || holds("w3");
    }
    return isAttention && isMlp ? "attention, mlp" : isAttention ? "attention" : isMlp ? "mlp" : "";
}

bool isSwitchedOn(const ConfigFacts &config, const char *key)
{
    return config.flag(key).value_or(false);
}

/// Full training, LoRA, or LoRA over quantized weights.
/// @source peft tuners/lora/config.py; trl model_config.py; LLaMA-Factory
/// hparams/finetuning_args.py; ms-swift swift/arguments (sft_type before 3.0, then train_type)
void setTuning(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string type
        = firstText(config, { "finetuning_type", "train_type", "sft_type", "tuner_type" });
    const std::string rank = firstText(config, { "lora_r", "lora_rank", "lora_dim" });
    const bool hasRank = wholeNumberText(rank).value_or(0) > 0;
    const bool isPeft = isSwitchedOn(config, "use_peft") || type == "lora"
        || (hasRank && type.empty() && !config.has("use_peft"));
    if (!isPeft) {
        if (type == "full" || config.has("use_peft"))
            rebuild.draft.set("tuning.method", "full",
                type == "full" ? FieldOrigin::Read : FieldOrigin::Inferred);
        return;
    }
    const double bits = config.number("quantization_bit").value_or(0);
    const bool is4 = isSwitchedOn(config, "load_in_4bit") || bits == 4;
    const bool is8 = isSwitchedOn(config, "load_in_8bit") || bits == 8;
    rebuild.draft.set("tuning.method", is4 ? "qlora" : "lora", FieldOrigin::Read);
    if (hasRank)
        rebuild.draft.set("tuning.rank", rank, FieldOrigin::Read);
    if (is4 || is8) {
        // Adapters over 8-bit weights are QLoRA to a plan: LoRA keeps its base in 16 bits.
        rebuild.draft.set("tuning.method", "qlora", FieldOrigin::Read);
        rebuild.draft.set("tuning.base", is4 ? "nf4" : "int8", FieldOrigin::Read);
    }
    for (const char *key :
        { "lora_target_modules", "target_modules", "lora_target", "lora_target_linear" }) {
        const std::string targets = std::string(key) == "lora_target_linear"
            ? (isSwitchedOn(config, key) ? "all" : "")
            : targetsOf(config.list(key));
        if (!targets.empty())
            return void(rebuild.draft.set("tuning.targets", targets, FieldOrigin::Read));
    }
}

} // namespace

void rebuildTrainerModel(PlanRebuild &rebuild)
{
    static constexpr std::array names { "model_name_or_path", "model_name",
        "pretrained_model_name_or_path", "model_id_or_path", "model" };
    std::string name = firstText(rebuild.config(), { names[0], names[1], names[2], names[3] });
    for (const char *key : names)
        if (!modelIdOf(rebuild.config().text(key), rebuild.library).empty()) {
            name = rebuild.config().text(key);
            break;
        }
    if (!name.empty())
        rebuildNamedModel(rebuild, name);
    setLength(rebuild);
    setTrainerAttention(rebuild);
    setTuning(rebuild);
}

} // namespace headroom
