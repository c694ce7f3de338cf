#include "model/runs/facts/config_facts.h"

#include "model/runs/text/scan.h"

#include <cmath>

namespace headroom {
namespace {

// MaxText prints some 900 keys, Megatron-LM some 500.
constexpr std::size_t maxFacts = 4096;
constexpr std::size_t maxKey = 128;
constexpr std::size_t maxValue = 4096;

std::string_view unquoted(std::string_view text)
{
    text = trimmed(text);
    const bool isQuoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"')
        && text.back() == text.front();
    return isQuoted ? text.substr(1, text.size() - 2) : text;
}

bool isNothing(std::string_view value)
{
    return value.empty() || value == "None" || value == "null" || value == "''" || value == "\"\"";
}

} // namespace

void ConfigFacts::set(
    std::string_view key, std::string_view value, const std::string &file, std::int64_t line)
{
    key = trimmed(key);
    if (key.empty() || key.size() > maxKey
        || (m_facts.size() >= maxFacts && !m_facts.contains(key)))
        return;
    m_facts[std::string(key)] = { std::string(trimmed(value).substr(0, maxValue)), file, line };
}

const ConfigFact *ConfigFacts::find(std::string_view key) const
{
    const auto fact = m_facts.find(key);
    return fact == m_facts.end() || isNothing(fact->second.value) ? nullptr : &fact->second;
}

std::string ConfigFacts::text(std::string_view key, std::string_view fallback) const
{
    const ConfigFact *fact = find(key);
    return std::string(fact ? unquoted(fact->value) : fallback);
}

std::optional<double> ConfigFacts::number(std::string_view key) const
{
    const ConfigFact *fact = find(key);
    return fact ? wholeNumberText(unquoted(fact->value)) : std::nullopt;
}

std::optional<std::int64_t> ConfigFacts::integer(std::string_view key) const
{
    const std::optional<double> value = number(key);
    constexpr double most = 1e15;
    if (!value || *value != std::floor(*value) || std::abs(*value) > most)
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::optional<bool> ConfigFacts::flag(std::string_view key) const
{
    const std::string value = text(key);
    if (value == "True" || value == "true" || value == "1")
        return true;
    if (value == "False" || value == "false" || value == "0")
        return false;
    return std::nullopt;
}

std::vector<std::string> ConfigFacts::list(std::string_view key) const
{
    std::vector<std::string> items;
    const ConfigFact *fact = find(key);
    if (!fact)
        return items;
    std::string_view rest = unquoted(fact->value);
    if (rest.size() >= 2 && (rest.front() == '[' || rest.front() == '('))
        rest = rest.substr(1, rest.size() - 2);
    Scan scan { rest };
    while (!scan.rest().empty())
        if (const std::string_view item = unquoted(scan.until(",")); !item.empty())
            items.emplace_back(item);
    return items;
}

void ConfigFacts::fillFrom(const ConfigFacts &other)
{
    for (const auto &[key, fact] : other.m_facts)
        if (m_facts.size() < maxFacts)
            m_facts.try_emplace(key, fact);
}

} // namespace headroom
