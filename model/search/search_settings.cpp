#include "model/search/search_settings.h"

#include "model/plan/fields/plan_fields.h"
#include "model/search/caches/flag_switches.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

const std::vector<std::string> pointPaths { "parallelism.data", "parallelism.fsdp",
    "parallelism.zero_stage", "parallelism.tensor", "parallelism.sequence_parallel",
    "parallelism.context", "parallelism.context_strategy", "parallelism.pipeline",
    "parallelism.pipeline_chunks", "parallelism.expert", "parallelism.expert_tensor",
    "parallelism.micro_batch_sequences", "remat.policy" };

/// Fields whose values a search lists by itself: a choice, a switch, or a known series of numbers.
const std::vector<std::string> variantPaths { "hardware.accelerator", "hardware.nodes",
    "hardware.devices_per_node", "parallelism.stage_layers", "precision.compute",
    "precision.weights", "precision.gradients", "precision.optimizer_state", "precision.recipe",
    "tuning.method", "tuning.rank", "tuning.targets", "tuning.base", "optimizer", "attention",
    "options.scan_layers", "options.vocab_tiling", "options.cross_entropy",
    "options.tensor_overlap", "options.overlap_grad_reduce", "options.overlap_param_gather",
    "options.offload_optimizer", "options.offload_parameters", "options.optimizer_in_backward",
    "options.pipeline_gather", "options.compile" };

struct Alias
{
    std::string_view name, path;
};
constexpr std::array aliases {
    Alias { "micro_batch", "parallelism.micro_batch_sequences" },
    Alias { "remat", "remat.policy" },
    Alias { "devices", "hardware.nodes" },
    Alias { "chunks", "parallelism.pipeline_chunks" },
    Alias { "zero", "parallelism.zero_stage" },
};

/// Settings that trade quality, which no estimate knows: only by their own names.
bool isFreeByNameAlone(const std::string &path)
{
    return path == "tuning.rank" || path == "tuning.targets";
}

const std::vector<std::string> &allPaths()
{
    static const std::vector<std::string> paths = [] {
        std::vector<std::string> known;
        for (const PlanField &field : planFields())
            for (const auto *list : { &pointPaths, &variantPaths })
                if (std::ranges::find(*list, field.path) != list->end())
                    known.push_back(field.path);
        return known;
    }();
    return paths;
}

/// Paths that a name stands for; empty when it stands for none.
std::vector<std::string> pathsOf(const std::string &name)
{
    std::vector<std::string> paths;
    for (const Alias &alias : aliases)
        if (alias.name == name)
            return { std::string { alias.path } };
    if (name.starts_with("flags."))
        return flagSwitch(name.substr(6)) ? std::vector { name } : std::vector<std::string> {};
    for (const std::string &path : allPaths())
        if (path == name || path.ends_with("." + name)
            || ((path.starts_with(name + ".") || name == "all") && !isFreeByNameAlone(path)))
            paths.push_back(path);
    if (name == "flags" || name == "all")
        paths.emplace_back("flags");
    return paths;
}

std::size_t filePosition(const std::string &path)
{
    const auto &paths = allPaths();
    return static_cast<std::size_t>(std::ranges::find(paths, path) - paths.begin());
}

Error unknownSetting(const std::string &name, const std::string &option)
{
    for (const PlanField &field : planFields())
        if (field.path == name || field.path.ends_with("." + name))
            return { "knob-not-free", option, { name } };
    std::vector<std::string> candidates { "parallelism", "precision", "options", "flags",
        "hardware" };
    for (const std::string &path : allPaths()) {
        candidates.push_back(path);
        candidates.push_back(path.substr(path.rfind('.') + 1));
    }
    if (name.starts_with("flags."))
        return { "knob-not-free", option, { name } };
    if (const auto nearest = nearestName(name, candidates))
        return { "unknown-knob-near", option, { name, *nearest } };
    return { "unknown-knob", option, { name } };
}

} // namespace

bool isPointSetting(std::string_view path)
{
    return std::ranges::find(pointPaths, path) != pointPaths.end();
}

std::vector<std::string> defaultFreeSettings()
{
    std::vector<std::string> free;
    for (const std::string &path : allPaths())
        if (path.starts_with("parallelism.") || path == "remat.policy")
            free.push_back(path);
    return free;
}

std::span<const std::string> freeableSettings()
{
    return allPaths();
}

Result<std::vector<std::string>> settingsByName(
    const std::vector<std::string> &names, const std::string &option)
{
    std::vector<std::string> free;
    Errors problems;
    for (const std::string &name : names) {
        const std::vector<std::string> paths = pathsOf(name);
        if (paths.empty())
            problems.push_back(unknownSetting(name, option));
        free.insert(free.end(), paths.begin(), paths.end());
    }
    if (!problems.empty())
        return problems;
    std::ranges::sort(free, [](const std::string &left, const std::string &right) {
        const std::size_t a = filePosition(left), b = filePosition(right);
        return a != b ? a < b : left < right;
    });
    free.erase(std::unique(free.begin(), free.end()), free.end());
    return free;
}

} // namespace headroom
