#pragma once

#include "model/intake/words/told_words.h"
#include "model/intake/words/word_list.h"
#include "model/runs/facts/run_trace.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The words of a text, and the trace that keeps what they tell with its line.
struct ToldText
{
    using Words = std::vector<std::string_view>;

    WordList &words;
    const std::string &file;
    RunTrace &trace;

    bool isAt(std::size_t at, const Words &any) const { return words.isAt(at, any); }

    static std::string factOf(std::string_view path)
    {
        return std::string(toldPrefix) + std::string(path);
    }
    /// Whether the text has told that field already.
    bool hasField(std::string_view path) const { return trace.facts.has(factOf(path)); }
    void field(std::string_view path, const std::string &value, std::size_t at)
    {
        trace.facts.set(factOf(path), value, file, words.line(at));
    }
    void field(std::string_view path, double value, std::size_t at)
    {
        field(path, fmt::format("{:.0f}", value), at);
    }
    /// A count of the set-up ("nodes"); what is no count is passed over.
    void fact(std::string_view name, double value, std::size_t at)
    {
        constexpr double most = 1e6;
        if (value >= 1 && value <= most && value == std::floor(value))
            trace.facts.set(name, fmt::format("{:.0f}", value), file, words.line(at));
    }
    void device(const std::string &chip, std::size_t at)
    {
        trace.facts.set("device_name", chip, file, words.line(at));
    }
};

} // namespace headroom
