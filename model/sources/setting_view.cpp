#include "model/sources/setting_rules.h"

#include "model/base/text/ascii.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

SettingView::SettingView(std::vector<const PlacedSetting *> own, bool isOpen)
    : m_own(std::move(own))
    , m_isOpen(isOpen)
{
    // What branches of a script say may not come together.
    if (std::erase_if(m_own, [](const PlacedSetting *setting) { return setting->isOptional; }) > 0)
        m_isOpen = true;
}

const PlacedSetting *SettingView::find(std::string_view key) const
{
    const PlacedSetting *found = nullptr;
    for (const PlacedSetting *setting : m_own) {
        const std::string &own = setting->key;
        const bool isSame
            = own.size() == key.size() && std::ranges::equal(own, key, [](char a, char b) {
                  return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_'));
              });
        if (isSame)
            found = setting;
    }
    return found;
}

std::optional<double> SettingView::number(std::string_view key) const
{
    const PlacedSetting *setting = find(key);
    if (!setting || setting->values.empty() || !setting->values.front().isKnown)
        return std::nullopt;
    return wholeNumberText(setting->text());
}

std::optional<std::int64_t> SettingView::count(std::string_view key, std::int64_t fallback) const
{
    constexpr double most = 1e12;
    if (!has(key))
        return m_isOpen ? std::nullopt : std::optional { fallback };
    const auto value = number(key);
    if (!value || std::floor(*value) != *value || std::abs(*value) > most)
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::string SettingView::word(std::string_view key) const
{
    const PlacedSetting *setting = find(key);
    const bool isWord = setting && !setting->values.empty() && setting->values.front().isKnown;
    std::string value = isWord ? asciiLowered(setting->text()) : std::string {};
    return value == "null" || value == "none" || value == "~" ? std::string {} : value;
}

bool SettingView::isTrue(std::string_view key) const
{
    const PlacedSetting *setting = find(key);
    if (!setting)
        return false;
    if (setting->values.empty())
        return setting->form == SettingForm::Option;
    const std::string value = word(key);
    return !value.empty() && value != "false" && value != "0" && value != "no" && value != "auto";
}

namespace {

/// Whether the text has the assignment with an expansion as its value.
bool holdsFallback(const std::string &text, std::string_view assignment)
{
    for (std::size_t at = text.find(assignment); at != std::string::npos;
         at = text.find(assignment, at + 1))
        if (std::string_view(text).substr(at + assignment.size()).starts_with("${")
            || std::string_view(text).substr(at + assignment.size()).starts_with("\"${"))
            return true;
    return false;
}

} // namespace

RunMachine machineOf(const PlacedFile &script)
{
    RunMachine machine;
    if (script.syntax != SourceSyntax::Shell)
        return machine;
    machine.isScript = true;
    std::string assignments;
    for (const YamlVariable &variable : script.variables)
        assignments += variable.name + "='" + variable.value + "'; ";
    const LaunchText launch = launchText(assignments + script.shellText());
    RunTrace run;
    run.framework = launchedFramework(launch.words);
    addLaunchWords(launch, { script.name, 1 }, run);
    if (const auto found = launch.variables.find("CUDA_DEVICE_MAX_CONNECTIONS");
        found != launch.variables.end())
        machine.connections = found->second;
    else if (script.shellText().find("CUDA_DEVICE_MAX_CONNECTIONS") != std::string::npos)
        machine.connections = "1"; // in a way that nobody reads
    if (const auto devices = run.facts.integer("devices"))
        machine.devices = devices;
    const auto perNode = run.facts.integer("devices_per_node");
    const auto nodes = run.facts.integer("nodes");
    static constexpr std::array signs { "nnodes", "NNODES", "num_nodes", "NUM_NODES", "SBATCH",
        "srun", "hostfile", "mpirun", "num_machines", "WORLD_SIZE", "NODES" };
    const bool saysNodes = std::ranges::any_of(signs,
        [&script](const char *sign) { return script.shellText().find(sign) != std::string::npos; });
    // A default that the environment replaces ("${NNODES:-1}") is no number of nodes.
    const bool isOpen = holdsFallback(script.shellText(), "NNODES=")
        || holdsFallback(script.shellText(), "NUM_NODES=")
        || holdsFallback(script.shellText(), "nnodes=")
        || holdsFallback(script.shellText(), "nnodes ");
    if (!machine.devices && perNode && !isOpen && (nodes || !saysNodes))
        machine.devices = nodes.value_or(1) * *perNode;
    return machine;
}

} // namespace headroom
