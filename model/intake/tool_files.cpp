#include "model/intake/tool_files.h"

#include "model/base/text/ascii.h"
#include "model/frameworks/book/adapter_switches.h"
#include "model/intake/litgpt_settings.h"
#include "model/intake/torchtune_settings.h"
#include "model/launch/common/nemo_fields.h"
#include "model/plan/option_names.h"
#include "model/runs/readers/config_files.h"
#include "model/runs/readers/exported_settings.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

namespace headroom {
namespace {

/// The word that the list "a=x;b=y;=z" has for a value; nothing where it has none.
std::optional<std::string> wordOf(std::string_view list, std::string_view value)
{
    std::optional<std::string> otherwise;
    Scan rows { list };
    while (!rows.rest().empty()) {
        Scan row { rows.until(";") };
        const std::string_view name = row.until("=");
        if (name == value)
            return std::string(row.rest());
        if (name.empty())
            otherwise = std::string(row.rest());
    }
    return otherwise;
}

std::optional<std::string> translated(const ToolKey &row, const ConfigFacts &from)
{
    const std::string text = from.text(row.key);
    const std::optional<bool> flag = from.flag(row.key);
    switch (row.how) {
    case KeyValue::Not:
        return flag ? std::optional<std::string> { *flag ? "false" : "true" } : std::nullopt;
    case KeyValue::IfOn:
        return flag.value_or(false) ? std::optional { std::string(row.word) } : std::nullopt;
    case KeyValue::Word:
        return wordOf(row.word, text);
    case KeyValue::LastName:
        return text.substr(text.rfind('.') + 1);
    case KeyValue::Same:
    case KeyValue::Fact:
        break;
    }
    return text;
}

/// Puts a tool's setting under the framework's name; a name that is there already stays.
void addTranslated(const ToolKey &row, const ConfigFacts &from, RunTrace &trace)
{
    const bool isListed = from.all().contains(row.key);
    const ConfigFact *fact = from.find(row.key);
    // A key without a value may stand for "none": `adapter:`.
    if (!fact && !(isListed && row.how == KeyValue::Word))
        return;
    const auto value = translated(row, from);
    if (!value || value->empty())
        return;
    const ConfigFact &at = from.all().find(row.key)->second;
    ConfigFacts &into = row.how == KeyValue::Fact ? trace.facts : trace.config;
    const ConfigFact *own = into.find(row.target);
    const bool isOwn = own && own->line == at.line && own->file == at.file;
    if (!own || isOwn)
        into.set(row.target, *value, at.file, at.line);
}

void addTranslated(const Tool &tool, const ConfigFacts &from, RunTrace &trace)
{
    for (const ToolKey &row : tool.keys)
        addTranslated(row, from, trace);
    const FrameworkTraits *const framework = findFramework(tool.framework);
    for (const OptionNames &row : optionNames())
        if (framework && framework->id == Framework::HuggingFace && !row.trainer.empty())
            addTranslated(ToolKey { row.trainer, row.trainer }, from, trace);
    for (const AdapterSwitch &row : adapterSwitches())
        if (tool.kind == ToolKind::Axolotl && !row.axolotl.empty())
            addTranslated(ToolKey { row.axolotl, row.axolotl }, from, trace);
}

/// How PyTorch shards, in the Trainer's words, from the settings of fully sharded data parallelism.
void addFsdp(const ConfigFacts &from, bool isAsked, RunTrace &trace)
{
    const auto first = from.all().lower_bound("fsdp");
    if (first == from.all().end())
        return;
    const std::string listed = asciiLowered(from.text("fsdp"));
    if (!isAsked && (listed.empty() || listed == "[]" || listed == "false"))
        return;
    const auto either = [&](const char *name) {
        const std::string key = std::string("fsdp_config.") + name;
        return from.has("fsdp_config.fsdp_" + std::string(name))
            ? from.text("fsdp_config.fsdp_" + std::string(name))
            : from.text(key);
    };
    std::string words = asciiLowered(either("sharding_strategy"));
    const std::string reshards = asciiLowered(either("reshard_after_forward"));
    if (words.empty())
        words = reshards == "false" ? "shard_grad_op" : listed.empty() ? "full_shard" : listed;
    const std::string offloads = asciiLowered(either("offload_params"));
    if (offloads == "true" || hasPart(listed, "offload"))
        words += " offload";
    trace.config.set("fsdp", words, first->second.file, first->second.line);
}

/// Megatron-LM's names of what NeMo keeps in sections: the last part of a key, as its dump has it.
void addNemo(const ConfigFacts &from, RunTrace &trace)
{
    static constexpr std::array sections { "model", "train", "dataset", "ddp", "optimizer", "dist",
        "mixed_precision", "tokenizer" };
    for (const auto &[key, fact] : from.all()) {
        Scan scan { key };
        const std::string_view section = scan.until(".");
        const std::string_view name = scan.rest();
        if (name.empty() || hasPart(name, ".")
            || std::ranges::find(sections, section) == sections.end())
            continue;
        // Of several sections the model's own counts. Megatron-LM writes "True".
        const std::string value = fact.value == "true" ? "True"
            : fact.value == "false"                    ? "False"
                                                       : fact.value;
        if (section == "model" || !trace.config.has(name))
            trace.config.set(name, value, fact.file, fact.line);
    }
    // Bare words: `mixed_precision: bf16_mixed`.
    for (const char *name : { "mixed_precision", "precision_config" })
        if (const ConfigFact *fact = from.find(name))
            trace.config.set(name, fact->value, fact->file, fact->line);
}

/// Values that point at another key of the file ("${model.encoder_seq_length}", "${.hidden_size}").
void resolveReferences(ConfigFacts &facts)
{
    std::vector<std::pair<std::string, ConfigFact>> resolved;
    for (const auto &[key, fact] : facts.all()) {
        const std::string &value = fact.value;
        if (!value.starts_with("${") || value.find('}') != value.size() - 1)
            continue;
        std::string name = value.substr(2, value.size() - 3);
        if (name.starts_with("."))
            name = key.substr(0, key.rfind('.') + 1) + name.substr(1);
        const ConfigFact *target = facts.find(name);
        if (target && !target->value.starts_with("${"))
            resolved.emplace_back(key, ConfigFact { target->value, fact.file, fact.line });
    }
    for (const auto &[key, fact] : resolved)
        facts.set(key, fact.value, fact.file, fact.line);
}

/// Keys by which the file of a tool is known: one of `any`, and all of `all`.
struct ToolSign
{
    std::string_view tool;
    std::vector<const char *> any, all; // a list of initializers would end before the table does
};

std::string toolOf(const ConfigFacts &facts)
{
    static const std::array signs {
        ToolSign {
            "axolotl", { "sequence_len", "micro_batch_size", "datasets" }, { "base_model" } },
        ToolSign { "torchtune",
            { "batch_size", "tokenizer._component_", "checkpointer._component_" },
            { "model._component_" } },
        ToolSign { "llama-factory",
            { "finetuning_type", "cutoff_len", "template", "dataset_dir", "lora_rank" },
            { "model_name_or_path", "stage" } },
        ToolSign { "llama-factory", { "cutoff_len", "lora_target" }, { "finetuning_type" } },
        ToolSign { "accelerate",
            { "num_processes", "num_machines", "fsdp_config.fsdp_sharding_strategy",
                "fsdp_config.fsdp_version", "deepspeed_config.zero_stage",
                "deepspeed_config.deepspeed_config_file", "mixed_precision",
                "fsdp_config.fsdp_auto_wrap_policy" },
            { "distributed_type" } },
        ToolSign { "accelerate", { "compute_environment", "num_machines" }, { "num_processes" } },
        ToolSign { "litgpt", { "checkpoint_dir", "model_name", "initial_checkpoint_dir" },
            { "train.micro_batch_size" } },
        ToolSign { "nemo",
            { "model.tensor_model_parallel_size", "model.pipeline_model_parallel_size",
                "train.global_batch_size", "model.num_layers", "model.seq_length",
                "trainer.num_nodes" },
            {} },
        ToolSign { "trainer",
            { "per_device_train_batch_size", "gradient_accumulation_steps", "num_train_epochs",
                "max_steps", "torch_compile" },
            {} },
    };
    const auto has = [&facts](const char *key) { return facts.has(key); };
    for (const ToolSign &sign : signs)
        if (std::ranges::any_of(sign.any, has) && std::ranges::all_of(sign.all, has))
            return std::string(sign.tool);
    return {};
}

bool hasAny(const ConfigFacts &facts, std::initializer_list<const char *> keys)
{
    return std::ranges::any_of(keys, [&facts](const char *key) { return facts.has(key); });
}

/// A configuration of a framework itself.
std::optional<ToolFile> frameworkFile(const ConfigFacts &facts, const std::string &file)
{
    ToolFile found;
    if (hasAny(facts, { "per_device_batch_size", "base_config", "ici_fsdp_parallelism" })
        || (facts.has("model_name") && facts.has("max_target_length")))
        found.trace.framework = "maxtext";
    else if (hasAny(facts, { "zero_optimization.stage", "train_micro_batch_size_per_gpu" })
        || (facts.has("train_batch_size") && !facts.has("model_type")))
        found.trace.framework = "deepspeed";
    else if (hasAny(facts, { "training.seq_len", "training.local_batch_size" }))
        found.trace.framework = "torchtitan";
    else if (hasAny(facts, { "architectures", "model_type", "num_hidden_layers" }))
        found.trace.modelFile = file;
    else
        return std::nullopt;
    found.trace.format
        = found.trace.modelFile.empty() ? found.trace.framework + "-config" : "model-config";
    if (found.trace.modelFile.empty())
        found.trace.config = facts;
    found.trace.name = facts.text("run_name");
    return found;
}

/// The Trainer may hold DeepSpeed's configuration in its own.
void liftInner(ConfigFacts &facts)
{
    std::vector<std::pair<std::string, ConfigFact>> inner;
    constexpr std::string_view prefix = "deepspeed.";
    for (auto entry = facts.all().lower_bound(prefix);
         entry != facts.all().end() && entry->first.starts_with(prefix); ++entry)
        inner.emplace_back(entry->first.substr(prefix.size()), entry->second);
    for (const auto &[key, fact] : inner)
        facts.set(key, fact.value, fact.file, fact.line);
}

} // namespace

std::optional<ToolFile> readToolFile(
    const Document &tree, std::string_view text, const TextPlace &place)
{
    if (!tree.isMapping())
        return std::nullopt;
    ConfigFacts facts;
    const std::string &file = place.file;
    addTree(tree, place, facts);
    resolveReferences(facts);
    liftInner(facts);
    ToolFile exported;
    if (addExportedSettings(facts, exported.trace)) {
        exported.trace.sources = { { file, {}, false } };
        return exported;
    }
    const bool isFrameworks = hasAny(facts, { "per_device_batch_size", "architectures" })
        || (hasAny(facts, { "zero_optimization.stage", "train_micro_batch_size_per_gpu" })
            && !facts.has("per_device_train_batch_size"));
    const std::string id = isFrameworks ? std::string {} : toolOf(facts);
    const Tool *tool = findTool(id);
    if (!tool) {
        std::optional<ToolFile> own = frameworkFile(facts, file);
        if (own)
            own->trace.sources = { { file, {}, false } };
        return own;
    }
    ToolFile found { {}, id };
    RunTrace &trace = found.trace;
    trace.framework = tool->framework;
    trace.format = id + "-config";
    trace.sources = { { file, {}, false } };
    const bool isNemo = tool->kind == ToolKind::Nemo, isAxolotl = tool->kind == ToolKind::Axolotl;
    if (isNemo)
        addNemo(facts, trace);
    if (tool->kind == ToolKind::LlamaFactory || tool->kind == ToolKind::Trainer)
        trace.config = facts;
    const ConfigFacts own = isNemo ? trace.config : ConfigFacts {};
    addTranslated(*tool, facts, trace);
    if (isNemo)
        addTranslated(*tool, own, trace);
    if (isAxolotl && !trace.config.has("use_peft"))
        trace.config.set("use_peft", "false", file, 1);
    if (isAxolotl && hasPart(text, "CutCrossEntropyPlugin"))
        trace.config.set("use_liger_kernel", "true", file, 1);
    if (tool->kind == ToolKind::Torchtune)
        finishTorchtune(facts, text, trace);
    if (tool->kind == ToolKind::Litgpt)
        finishLitgpt(facts, trace);
    const bool isFsdp
        = facts.text("distributed_type") == "FSDP" || (isAxolotl && facts.has("fsdp_version"));
    addFsdp(facts, isFsdp, trace);
    return found;
}

void translateSettings(const Tool &tool, std::string_view command, RunTrace &trace)
{
    ConfigFacts own = trace.config;
    if (tool.kind == ToolKind::Torchtune) {
        addShippedBuilder(own);
        finishTorchtune(own, command, trace);
    }
    if (tool.kind == ToolKind::Nemo) {
        addNemo(own, trace);
        addTranslated(tool, own, trace);
        own = trace.config;
    }
    addTranslated(tool, own, trace);
    if (tool.kind == ToolKind::Litgpt)
        finishLitgpt(own, trace);
    addFsdp(own, false, trace);
}

} // namespace headroom
