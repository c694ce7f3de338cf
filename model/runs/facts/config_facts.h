#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One setting as a log or file states it.
struct ConfigFact
{
    std::string value;
    std::string file;
    std::int64_t line = 0;
};

/// The configuration of a run in its framework's own keys. Values keep their spelling (Python's,
/// YAML's, TOML's or JSON's); "None", "null" and nothing count as not set. Bounded: a hostile file
/// fills no memory.
class ConfigFacts
{
public:
    void set(std::string_view key, std::string_view value, const std::string &file,
        std::int64_t line); ///< a later value wins
    const ConfigFact *find(std::string_view key) const;
    bool has(std::string_view key) const { return find(key) != nullptr; } ///< set to something

    std::string text(std::string_view key, std::string_view fallback = {}) const; ///< unquoted
    std::optional<double> number(std::string_view key) const;
    std::optional<std::int64_t> integer(std::string_view key) const;
    std::optional<bool> flag(std::string_view key) const;
    /// Entries of "['a', 'b']" or "[a, b]"; a lone word is a list of one.
    std::vector<std::string> list(std::string_view key) const;

    bool empty() const { return m_facts.empty(); }
    std::size_t size() const { return m_facts.size(); }
    /// Takes over what is not known here yet.
    void fillFrom(const ConfigFacts &other);
    const std::map<std::string, ConfigFact, std::less<>> &all() const { return m_facts; }

private:
    std::map<std::string, ConfigFact, std::less<>> m_facts;
};

} // namespace headroom
