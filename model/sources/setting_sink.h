#pragma once

#include "model/sources/setting_rules.h"

#include <algorithm>
#include <initializer_list>

namespace headroom {

inline std::string countText(std::int64_t value)
{
    return std::to_string(value);
}

/// Collects breaks; a rule is broken only where all that takes part is known.
struct RuleSink
{
    const SettingView &settings;
    std::vector<SettingBreak> breaks {};

    void add(
        const char *id, std::string_view at, Operands operands, Severity severity = Severity::Error)
    {
        if (const PlacedSetting *setting = settings.find(at))
            breaks.push_back({ id, severity, setting, std::move(operands) });
    }
    /// `value` is no multiple of `divisor`; `at` takes part.
    void divide(std::string_view at, const char *what, std::optional<std::int64_t> value,
        const char *by, std::optional<std::int64_t> divisor)
    {
        if (value && divisor && *divisor > 0 && *value > 0 && *value % *divisor != 0)
            add("lint-key-not-divisible", at,
                { std::string(what), countText(*value), std::string(by), countText(*divisor) });
    }
    void needs(std::string_view key, std::string_view other)
    {
        if (settings.isTrue(key) && settings.lacks(other))
            add("lint-key-needs-key", key, { "--" + std::string(key), "--" + std::string(other) });
    }
    void excludes(std::string_view key, std::string_view other, const char *dashes)
    {
        if (settings.isTrue(key) && settings.isTrue(other))
            add("lint-keys-exclude",
                std::min(key, other,
                    [this](auto a, auto b) {
                        return settings.find(a)->keyAt.from < settings.find(b)->keyAt.from;
                    }),
                { dashes + std::string(key), dashes + std::string(other) });
    }
};

/// The first of the keys that is there.
inline std::string_view firstOf(
    const SettingView &settings, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        if (settings.has(key))
            return key;
    return *keys.begin();
}

/// What Megatron-LM refuses at start, or switches off.
void checkMegatronSettings(RuleSink &sink, const RunMachine &machine);

} // namespace headroom
