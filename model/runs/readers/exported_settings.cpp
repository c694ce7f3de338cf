#include "model/runs/readers/exported_settings.h"

#include "model/base/document/document.h"
#include "model/frameworks/book/adapter_switches.h"

#include <array>
#include <span>
#include <string_view>

namespace headroom {
namespace {

/// A key of an exported file, and the argument that readers of the Trainer's know; where `value` is
/// set, the key counts as that switch when it has this value.
struct Row
{
    std::string_view key, argument, value = {};
};

constexpr std::array trainRows { Row { "sequence_length", "max_length" },
    Row { "attention", "attn_implementation" }, Row { "recompute", "gradient_checkpointing" },
    Row { "sequence_ranks", "sequence_parallel_size" }, Row { "dtype", "model_dtype" } };
constexpr std::array tuningRows { Row { "sequence_length", "max_length" },
    Row { "attention", "attn_implementation" }, Row { "method", "use_peft", "lora" },
    Row { "method", "use_peft", "qlora" }, Row { "base_format", "load_in_4bit", "nf4" },
    Row { "base_format", "load_in_8bit", "int8" }, Row { "base_format", "gptq", "gptq" },
    Row { "base_format", "awq", "awq" }, Row { "lora_rank", "lora_r" },
    Row { "trained_modules", "modules_to_save" }, Row { "adapter_dtype", "adapter_dtype" },
    Row { "compute", "model_dtype" } };

void add(std::span<const Row> rows, const ConfigFacts &settings, ConfigFacts &into)
{
    for (const Row &row : rows) {
        const ConfigFact *fact = settings.find(row.key);
        if (!fact || (!row.value.empty() && settings.text(row.key) != row.value))
            continue;
        into.set(row.argument, row.value.empty() ? fact->value : "true", fact->file, fact->line);
    }
}

/// Modules with adapters: a pattern of their names, and the tensors of experts.
void addModules(const ConfigFacts &settings, ConfigFacts &into)
{
    const ConfigFact *fact = settings.find("lora_modules");
    const bool hasExperts = !settings.list("lora_parameters").empty();
    into.set("lora_target_modules", fact->value + (hasExperts ? ", experts" : ""), fact->file,
        fact->line);
}

/// The model's configuration, whose keys stand under `model`.
std::string modelText(const ConfigFacts &settings)
{
    constexpr std::string_view section = "model.";
    std::vector<Document::Member> members;
    for (auto entry = settings.all().lower_bound(section);
         entry != settings.all().end() && entry->first.starts_with(section); ++entry) {
        const Result<Document> value = parseJson(entry->second.value, entry->second.file);
        members.emplace_back(
            entry->first.substr(section.size()), value ? *value : Document(entry->second.value));
    }
    return members.empty() ? std::string {} : writeJson(Document::mapping(std::move(members)), 0);
}

} // namespace

bool addExportedSettings(const ConfigFacts &settings, RunTrace &run)
{
    if (settings.has("lora_modules") && settings.has("adapter_dtype")) {
        run.format = "exported-tuning";
        add(tuningRows, settings, run.config);
        addModules(settings, run.config);
        for (const AdapterSwitch &row : adapterSwitches())
            if (const ConfigFact *is = settings.find("switches." + std::string(row.peft)))
                run.config.set(row.peft, is->value, is->file, is->line);
        return true;
    }
    if (!settings.has("sequence_ranks") || !settings.has("checkpoint_folder"))
        return false;
    run.format = "exported-training";
    add(trainRows, settings, run.config);
    run.modelText = modelText(settings);
    return true;
}

} // namespace headroom
