#include "model/intake/torchtune_settings.h"

#include "model/base/text/ascii.h"
#include "model/intake/tool_keys.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

/// "torchtune.models.llama3_1.qlora_llama3_1_405b": the names of a model that the builder may mean.
std::string torchtuneModel(std::string_view component, bool isMinorVersion)
{
    component.remove_prefix(std::min(component.rfind('.') + 1, component.size()));
    for (const char *prefix : { "qlora_", "lora_", "dora_", "qat_" })
        if (component.starts_with(prefix))
            component.remove_prefix(std::string_view(prefix).size());
    std::vector<std::string> parts;
    for (Scan scan { component }; !scan.rest().empty() && parts.size() < 16;)
        parts.emplace_back(scan.until("_"));
    const auto isNumber = [&](std::size_t i) {
        return i < parts.size() && !parts[i].empty() && std::ranges::all_of(parts[i], isAsciiDigit);
    };
    std::string name;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool joins = isNumber(i) && i == 1 && isMinorVersion;
        name += (i == 0 ? "" : joins ? "." : "-") + parts[i];
        // "0_5b": a size below one.
        if (isNumber(i) && !(i == 1 && isMinorVersion) && i + 1 < parts.size()) {
            name += "." + parts[i + 1];
            ++i;
        }
    }
    return name;
}

} // namespace

void finishTorchtune(const ConfigFacts &from, std::string_view text, RunTrace &trace)
{
    const ConfigFact *component = from.find("model._component_");
    if (!component)
        return;
    const auto set = [&](const char *key, const std::string &value) {
        trace.config.set(key, value, component->file, component->line);
    };
    const std::string builder = from.text("model._component_");
    set("model_name_or_path", torchtuneModel(builder, true));
    set("model_name", torchtuneModel(builder, false));
    const bool isQuantised
        = hasPart(builder, ".qlora_") || from.flag("model.quantize_base").value_or(false);
    if (from.has("model.lora_rank") || hasPart(builder, "lora_") || hasPart(builder, "dora_")) {
        set("use_peft", "true");
        set("load_in_4bit", isQuantised ? "true" : "false");
        std::string modules;
        for (const std::string &module : from.list("model.lora_attn_modules"))
            modules += module + ", ";
        if (from.flag("model.apply_lora_to_mlp").value_or(false))
            modules += "mlp";
        set("lora_target_modules", modules);
    } else {
        set("use_peft", "false");
        set("finetuning_type", "full");
    }
    const bool isAlone
        = hasPart(text, "single_device") || hasPart(trace.sources.front().file, "single_device");
    const bool isDistributed = hasPart(text, "_distributed") || from.has("fsdp_cpu_offload")
        || from.has("tensor_parallel_dim") || from.has("custom_sharded_layers")
        || from.has("fsdp.cpu_offload");
    if (isAlone && !isDistributed)
        trace.facts.set("devices_inferred", "1", component->file, 1);
    if (isDistributed && !trace.config.has("fsdp"))
        set("fsdp", "full_shard");
}

void addShippedBuilder(ConfigFacts &facts)
{
    const ConfigFact *config = facts.find("config");
    if (!config || facts.has("model._component_"))
        return;
    Scan scan { config->value };
    const std::string family(scan.until("/"));
    const std::string size = asciiLowered(scan.until("_"));
    std::string method(scan.until("_"));
    if (family.empty() || size.empty() || method.empty() || family.starts_with("."))
        return;
    method = method == "full" ? std::string {} : method + '_';
    facts.set("model._component_",
        "torchtune.models." + family + '.' + method + family + '_' + size, config->file,
        config->line);
}

} // namespace headroom
