#include "model/launch/targets/field_homes.h"

#include "model/frameworks/book/adapter_switches.h"
#include "model/frameworks/megatron/megatron_book.h"
#include "model/frameworks/megatron/megatron_settings.h"
#include "model/launch/common/nemo_fields.h"
#include "model/launch/common/print_settings.h"
#include "model/launch/targets/field_home_rows.h"
#include "model/plan/option_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// True for the row of the field itself and for that of an open mapping above it.
bool isAbout(const FieldHomeRow &row, std::string_view path)
{
    return path == row.path || (path.starts_with(row.path) && path[row.path.size()] == '.');
}

std::vector<std::string> keysOf(const FieldHomeRow &row, std::string_view path)
{
    std::vector<std::string> keys;
    const std::string leaf { path.substr(path.rfind('.') + 1) };
    for (std::string_view rest = row.keys; !rest.empty();) {
        const std::size_t bar = std::min(rest.find('|'), rest.size());
        std::string key { rest.substr(0, bar) };
        if (const std::size_t hole = key.find("{}"); hole != std::string::npos)
            key.replace(hole, 2, leaf);
        keys.push_back(std::move(key));
        rest.remove_prefix(std::min(bar + 1, rest.size()));
    }
    return keys;
}

std::string generalReason(const FrameworkTraits &framework, bool isProgramsOwn)
{
    return isProgramsOwn ? "your program decides it; the prediction holds when it follows the plan"
                         : fmt::format("no file for {} has a place for it", framework.title);
}

/// The key of an option that is one key of the framework; empty: it is none.
std::string optionKey(Framework words, std::string_view path)
{
    const auto row = std::ranges::find(optionNames(), path, &OptionNames::path);
    if (row == optionNames().end())
        return {};
    const std::string_view name = row->in(words);
    return (words == Framework::HuggingFace && !name.empty() ? "--" : "")
        + std::string(name.substr(name.rfind('.') + 1));
}

/// Arguments that the field moves, where the framework has a book: no row need say them.
std::vector<std::string> writtenKeys(Framework words, std::string_view path)
{
    std::vector<std::string> keys;
    if (words == Framework::Megatron)
        for (const books::Key *key : books::homes(books::megatron::book(), path))
            keys.push_back(argumentName(*key));
    return keys;
}

FieldHome inWordsOfBridge(FieldHome home)
{
    std::vector<std::string> keys;
    for (const std::string &key : home.keys) {
        const std::size_t before = keys.size();
        for (const books::Key &row : books::megatron::keys().rows())
            if (argumentName(row) == key)
                for (const NemoField &field : nemoFields(row))
                    if (!field.field.empty())
                        keys.emplace_back(field.field);
        if (keys.size() == before)
            keys.push_back(key);
    }
    home.keys = std::move(keys);
    return home;
}

/// A tool's file has the Trainer's arguments as keys.
FieldHome inWordsOfTool(FieldHome home)
{
    for (std::string &key : home.keys)
        if (key.starts_with("--"))
            key.erase(0, 2);
    return home;
}

/// A switch of adapters in the words of PEFT and the tools above it.
std::optional<FieldHome> switchHome(std::string_view path)
{
    const auto row = std::ranges::find(adapterSwitches(), path, &AdapterSwitch::path);
    if (row == adapterSwitches().end())
        return std::nullopt;
    FieldHome home { {}, false, std::string(row->offMeans) };
    for (const SwitchName name : switchNames)
        if (const std::string key { (*row).*name };
            !key.empty() && std::ranges::find(home.keys, key) == home.keys.end())
            home.keys.push_back(key);
    return home;
}

} // namespace

FieldHome fieldHome(const FrameworkTraits &framework, FileReader reader, std::string_view path)
{
    if (reader == FileReader::Bridge) {
        for (const FieldHomeRow &row : bridgeHomeRows())
            if (isAbout(row, path))
                return { keysOf(row, path), row.keyless == Keyless::Lost, std::string(row.reason) };
        return inWordsOfBridge(fieldHome(framework, FileReader::Framework, path));
    }
    if (reader == FileReader::Tool) {
        if (std::optional<FieldHome> home = switchHome(path))
            return *std::move(home);
        for (const FieldHomeRow &row : toolHomeRows())
            if (isAbout(row, path))
                return { keysOf(row, path), row.keyless == Keyless::Lost, std::string(row.reason) };
        return inWordsOfTool(fieldHome(framework, FileReader::Framework, path));
    }
    constexpr std::string_view flagPrefix = "flags.";
    if (path.starts_with(flagPrefix))
        return { { std::string { path.substr(flagPrefix.size()) } }, true,
            "the plan switches it off" };
    // A program of the user's reads what plain JAX would; DeepSpeed's and the Trainer's own
    // settings stand beside what the training script decides.
    const Framework words = reader == FileReader::Program ? Framework::Jax : framework.id;
    const bool isProgramsOwn = words == Framework::Jax || words == Framework::DeepSpeed
        || words == Framework::HuggingFace;
    for (const FieldHomeRow &row : fieldHomeRows(words))
        if (isAbout(row, path))
            return { keysOf(row, path), row.keyless == Keyless::Lost,
                row.reason.empty() ? generalReason(framework, isProgramsOwn)
                                   : std::string { row.reason } };
    for (const FieldHomeRow &row : tuningHomeRows())
        if (words != Framework::Jax && isAbout(row, path))
            return { keysOf(row, path), row.keyless == Keyless::Lost,
                row.reason.empty() ? generalReason(framework, isProgramsOwn)
                                   : std::string { row.reason } };
    if (std::optional<FieldHome> home = switchHome(path); home && words != Framework::Jax)
        return *std::move(home);
    const std::string option = optionKey(words, path);
    if (!option.empty() && words != Framework::Megatron)
        return { { option }, true, generalReason(framework, isProgramsOwn) };
    if (std::optional<FieldHome> home = jobHome(words, path); home && option.empty())
        return *std::move(home);
    return { writtenKeys(words, path), true, generalReason(framework, isProgramsOwn) };
}

std::optional<std::string_view> unrelatedField(
    const FrameworkTraits &framework, std::string_view path)
{
    struct Unrelated
    {
        std::string_view path, why;
    };
    constexpr Unrelated rows[] {
        { "name", "a title; jobs and runs are called by a short form of it" },
        { "framework", "the target decides it; a plan of another one is translated, and told" },
        { "hardware.accelerator", "what the files are started on; the README names it" },
        { "hardware.machine", "what the files are started on" },
        { "hardware.nic_gbytes_per_s_per_device", "describes the machine to the estimate" },
        { "hardware.host_memory_gib_per_node", "describes the machine to the estimate" },
        { "hardware.power_cap_w", "describes the machine to the estimate" },
        { "hardware.price_per_device_hour", "describes the machine to the estimate" },
        { "options.moe_load_imbalance", "an assumption of the estimate" },
        { "workload.packing.share_padding", "describes the data to the estimate" },
        { "software.stack", "a choice of measured rates for the estimate" },
        { "software.jaxlib", "decides which flags are written; every file names it" },
        { "software.maxtext", "decides which keys are written; every file names it" },
        { "calibration", "measurements for the estimate" },
        { "compiled", "the compiler's memory, for the estimate" },
        { "reliability.device_mtbf_hours", "describes the machine to the estimate" },
        { "reliability.storage_gbytes_per_s_per_node", "describes the machine to the estimate" },
        { "reliability.restart_minutes", "describes the machine to the estimate" },
    };
    for (const Unrelated &row : rows)
        if (row.path == path)
            return row.why;
    // Releases of the frameworks that do not run this plan.
    const bool isRelease = path == "software.megatron" || path == "software.torchtitan";
    if (isRelease && path.substr(path.rfind('.') + 1) != framework.name)
        return "the release of another framework";
    return std::nullopt;
}

} // namespace headroom
