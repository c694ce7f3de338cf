#include "model/runs/rebuild/trainer_settings.h"

#include "model/base/text/ascii.h"
#include "model/frameworks/book/adapter_switches.h"
#include "model/runs/rebuild/model_names.h"
#include "model/runs/text/adapter_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

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

bool isSwitchedOn(const ConfigFacts &config, const char *key)
{
    return config.flag(key).value_or(false);
}

/// Switches of adapters, and what is trained whole next to them.
/// @source peft tuners/lora/config.py (modules_to_save); LLaMA-Factory
/// hparams/finetuning_args.py (additional_target)
void setAdapterForm(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    for (const AdapterSwitch &row : adapterSwitches())
        for (const SwitchName name : switchNames)
            if (const auto is = config.flag(row.*name))
                rebuild.draft.set(row.path, *is ? "true" : "false", FieldOrigin::Read);
    bool embedding = false, head = false;
    for (const char *key : { "lora_modules_to_save", "modules_to_save", "additional_target" })
        for (const std::string &module : config.list(key)) {
            embedding = embedding || module.find("embed") != std::string::npos
                || module.find("wte") != std::string::npos;
            head = head || module.find("lm_head") != std::string::npos;
        }
    if (embedding || head)
        rebuild.draft.set("tuning.trained",
            embedding && head ? "both"
                : embedding   ? "embedding"
                              : "head",
            FieldOrigin::Read);
}

/// A base that a checkpoint brings quantised: a switch, or the name of the model says so.
/// @source axolotl utils/schemas/peft.py (gptq); names of the hub
std::string packedBase(const ConfigFacts &config)
{
    for (const char *format : { "gptq", "awq" })
        if (isSwitchedOn(config, format))
            return format;
    const std::string name
        = asciiLowered(firstText(config, { "model_name_or_path", "model_name", "model" }));
    for (const char *format : { "gptq", "awq" })
        if (name.find(format) != std::string::npos)
            return format;
    return {};
}

bool isAnySwitchedOn(const ConfigFacts &config, Names names)
{
    return std::ranges::any_of(
        names, [&config](const char *name) { return isSwitchedOn(config, name); });
}

/// Full training, LoRA, or LoRA over quantized weights.
/// @source peft tuners/lora/config.py; trl model_config.py; LLaMA-Factory
/// hparams/finetuning_args.py; ms-swift swift/arguments (sft_type before 3.0, then train_type);
/// switches of programs: FastChat train_lora.py (q_lora), QwenLM/Qwen finetune.py (use_lora,
/// q_lora), LLaVA train.py (lora_enable, bits), artidoro/qlora qlora.py (bits)
void setTuning(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string type
        = firstText(config, { "finetuning_type", "train_type", "sft_type", "tuner_type" });
    const std::string rank = firstText(config, { "lora_r", "lora_rank", "lora_dim" });
    const bool hasRank = wholeNumberText(rank).value_or(0) > 0;
    const bool isPeft = type == "lora"
        || isAnySwitchedOn(config, { "use_peft", "use_lora", "lora_enable", "q_lora", "use_qlora" })
        || (hasRank && type.empty() && !config.has("use_peft"));
    if (!isPeft) {
        if (type == "full" || config.has("use_peft"))
            rebuild.draft.set("tuning.method", "full",
                type == "full" ? FieldOrigin::Read : FieldOrigin::Inferred);
        return;
    }
    const double bits
        = config.number("quantization_bit").value_or(config.number("bits").value_or(0));
    // @source names of the hub ("unsloth/llama-3-8b-bnb-4bit")
    const std::string name
        = asciiLowered(firstText(config, { "model_name_or_path", "model_name", "model" }));
    const bool is4 = isAnySwitchedOn(config, { "load_in_4bit", "q_lora", "use_qlora" }) || bits == 4
        || name.find("bnb-4bit") != std::string::npos;
    const bool is8 = isSwitchedOn(config, "load_in_8bit") || bits == 8;
    rebuild.draft.set("tuning.method", is4 ? "qlora" : "lora", FieldOrigin::Read);
    if (hasRank)
        rebuild.draft.set("tuning.rank", rank, FieldOrigin::Read);
    setAdapterForm(rebuild);
    if (is4 || is8) {
        // Adapters over 8-bit weights are QLoRA to a plan: LoRA keeps its base in 16 bits.
        rebuild.draft.set("tuning.method", "qlora", FieldOrigin::Read);
        rebuild.draft.set("tuning.base", is4 ? "nf4" : "int8", FieldOrigin::Read);
    }
    if (const std::string packed = packedBase(config); !packed.empty()) {
        rebuild.draft.set("tuning.method", "qlora", FieldOrigin::Read);
        rebuild.draft.set("tuning.base", packed, FieldOrigin::Read);
    }
    for (const char *key :
        { "lora_target_modules", "target_modules", "lora_target", "lora_target_linear" }) {
        const std::string targets = std::string(key) == "lora_target_linear"
            ? (isSwitchedOn(config, key) ? "all" : "")
            : adapterTargets(config.list(key));
        if (!targets.empty())
            return void(rebuild.draft.set("tuning.targets", targets, FieldOrigin::Read));
    }
}

} // namespace

bool trainsPreferences(const ConfigFacts &config)
{
    const auto is = [&config](const char *key) { return asciiLowered(config.text(key)) == "dpo"; };
    return is("stage") || is("rl") || is("rlhf_type")
        || (config.has("beta") && config.text("loss_type").find("sigmoid") != std::string::npos);
}

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
    if (trainsPreferences(rebuild.config()))
        rebuild.draft.set("tuning.objective", "dpo", FieldOrigin::Read);
}

} // namespace headroom
