#pragma once

#include "model/lint/lint_findings.h"
#include "model/runs/facts/config_facts.h"
#include "model/sources/key_tables.h"
#include "model/sources/placed_settings.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The settings of some files of one program, as rules read them.
class SettingView
{
public:
    /// `own` are those of the program; `isOpen`: words that nobody knows may hold more settings.
    SettingView(std::vector<const PlacedSetting *> own, bool isOpen);

    const PlacedSetting *find(std::string_view key) const; ///< the last one
    bool has(std::string_view key) const { return find(key) != nullptr; }
    /// Surely not there.
    bool lacks(std::string_view key) const { return !m_isOpen && !has(key); }
    /// Its number; nothing where it is unknown or no number. Without the setting `fallback`.
    std::optional<std::int64_t> count(std::string_view key, std::int64_t fallback) const;
    /// Its number; nothing where it is not there, too.
    std::optional<double> number(std::string_view key) const;
    /// Its word in lower case; empty: not there or not known.
    std::string word(std::string_view key) const;
    bool isTrue(std::string_view key) const; ///< "true" of a tree, or a switch that stands there

private:
    std::vector<const PlacedSetting *> m_own;
    bool m_isOpen;
};

/// The number of devices and what else a script says of its machine.
struct RunMachine
{
    std::optional<std::int64_t> devices; ///< nothing: not known
    std::string connections; ///< CUDA_DEVICE_MAX_CONNECTIONS; empty: not set
    bool isScript = false; ///< the environment is known as far as the script sets it
};
RunMachine machineOf(const PlacedFile &script);

/// A combination of settings that the program refuses at start, or that does not do what it says.
struct SettingBreak
{
    const char *id; ///< in model/base/wording
    Severity severity;
    const PlacedSetting *at; ///< the first that takes part
    Operands operands;
};

/// What breaks the rules of a program of which the plan knows nothing, or which reading a plan
/// would mend silently. @source for each program the file that its rules name
std::vector<SettingBreak> brokenSettings(
    const std::string &program, const SettingView &settings, const RunMachine &machine);

/// Settings of DeepSpeed's file that the Trainer's arguments contradict, or override silently.
std::vector<SettingBreak> lostSettings(const SettingView &deepspeed, const SettingView &trainer);

} // namespace headroom
