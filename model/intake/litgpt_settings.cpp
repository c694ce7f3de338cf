#include "model/intake/litgpt_settings.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr const char *recipeKey = "litgpt_recipe", *adapters = "finetune_lora";

struct Recipe
{
    std::string_view word, recipe;
};
constexpr std::array recipes { Recipe { "finetune_lora", adapters },
    Recipe { "finetune", adapters }, Recipe { "finetune_full", "finetune_full" },
    Recipe { "pretrain", "pretrain" }, Recipe { "finetune/lora.py", adapters },
    Recipe { "finetune/full.py", "finetune_full" }, Recipe { "litgpt/pretrain.py", "pretrain" } };

/// Matrices that get adapters, by the switches; query and value where none is written.
std::string adaptedModules(const ConfigFacts &from)
{
    struct Part
    {
        const char *key, *module;
        bool byDefault;
    };
    static constexpr std::array parts { Part { "lora_query", "q_proj", true },
        Part { "lora_key", "k_proj", false }, Part { "lora_value", "v_proj", true },
        Part { "lora_projection", "o_proj", false }, Part { "lora_mlp", "mlp", false } };
    std::string modules;
    for (const Part &part : parts)
        if (from.flag(part.key).value_or(part.byDefault))
            modules += std::string(modules.empty() ? "" : ", ") + part.module;
    return modules;
}

} // namespace

void addLitgptCommand(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    for (std::size_t i = 0; i < launch.words.size(); ++i) {
        const LaunchWord &word = launch.words[i];
        const auto row = std::ranges::find_if(recipes, [&word](const Recipe &recipe) {
            return recipe.word.find('/') == std::string_view::npos
                ? word.text == recipe.word
                : word.text.ends_with(recipe.word);
        });
        if (row == recipes.end())
            continue;
        const std::int64_t line = place.line + word.line - 1;
        run.config.set(recipeKey, std::string(row->recipe), place.file, line);
        if (i + 1 == launch.words.size())
            return;
        const LaunchWord &next = launch.words[i + 1];
        const char *key = row->recipe == "pretrain" ? "model_name" : "checkpoint_dir";
        if (next.isKnown && !next.isFirst && !next.text.starts_with("-") && !run.config.has(key))
            run.config.set(key, next.text, place.file, place.line + next.line - 1);
        return;
    }
}

void finishLitgpt(const ConfigFacts &from, RunTrace &trace)
{
    const auto first = from.all().begin();
    if (first == from.all().end())
        return;
    const ConfigFact &at = first->second;
    const auto set = [&](const char *key, const std::string &value) {
        if (!trace.config.has(key))
            trace.config.set(key, value, at.file, at.line);
    };
    std::string recipe = from.text(recipeKey);
    if (recipe.empty())
        recipe = from.has("lora_r") || from.has("lora_query") ? adapters
            : from.has("checkpoint_dir")                      ? "finetune_full"
                                                              : "pretrain";
    const bool hasAdapters = recipe == adapters;
    set("use_peft", hasAdapters ? "true" : "false");
    if (hasAdapters) {
        set("lora_r", "8");
        set("lora_target_modules", adaptedModules(from));
    }
    const double devices = from.number("devices").value_or(1);
    if (devices > 1) {
        set("fsdp", "full_shard");
        set("gradient_checkpointing", recipe == "pretrain" ? "false" : "true");
    } else if (recipe != "pretrain") {
        set("gradient_checkpointing", "false");
    }
}

} // namespace headroom
