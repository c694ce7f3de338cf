#pragma once

#include "model/base/document/document.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace headroom {

/// Limits of a number that a file may hold.
struct NumberRange
{
    double least = 0;
    double most = 1e18;
};

/// Reads the members of one mapping by name, collects every problem with its file and line, and at
/// the end refuses keys that nobody asked for. One reader serves all profiles and plans.
class MappingReader
{
public:
    /// `file` stands in messages; `problems` outlives the reader. A node that is no mapping is a
    /// problem.
    MappingReader(const Document &node, std::string file, Errors &problems);

    bool has(std::string_view key) const;
    const Document *child(std::string_view key); ///< nullptr when absent; marks the key as known
    int line() const { return m_node.line(); }
    const Document &node() const { return m_node; }
    /// A reader of a node below, with the same file and problems.
    MappingReader inside(const Document &node) const { return { node, m_file, m_problems }; }
    std::string where(std::string_view key) const; ///< "FILE:LINE" of the key, or of the mapping

    /// An `id` that is there and empty counts as missing: nothing could name it.
    std::string requiredText(std::string_view key);
    /// Several at once, each into its place.
    void requiredTexts(std::initializer_list<std::pair<const char *, std::string *>> texts);
    std::string text(std::string_view key, std::string fallback = {});
    double requiredNumber(std::string_view key, NumberRange range);
    double number(std::string_view key, NumberRange range, double fallback);
    std::optional<double> optionalNumber(std::string_view key, NumberRange range);
    std::int64_t requiredInteger(std::string_view key, NumberRange range);
    std::int64_t integer(std::string_view key, NumberRange range, std::int64_t fallback);
    bool boolean(std::string_view key, bool fallback);
    std::string oneOf(
        std::string_view key, std::span<const char *const> allowed, std::string fallback);
    /// The same for an enumeration whose values stand in the order of `words`.
    template <class Enum>
    Enum oneOf(std::string_view key, std::span<const char *const> words,
        Enum fallback) requires std::is_enum_v<Enum>
    {
        const std::string word = oneOf(key, words, words[static_cast<std::size_t>(fallback)]);
        const auto place = std::ranges::find(words, word) - words.begin();
        return place < std::ssize(words) ? static_cast<Enum>(place) : fallback;
    }
    std::vector<std::string> texts(std::string_view key);

    /// Reads the mapping `key` and refuses what `read` does not ask for; false when it is absent.
    bool one(std::string_view key, const std::function<void(MappingReader &)> &read);
    /// The same for each mapping of the list `key`; one that is absent is empty.
    void each(std::string_view key, const std::function<void(MappingReader &)> &read);
    /// The same for each mapping of the mapping `key`, with its name there.
    void eachNamed(std::string_view key,
        const std::function<void(const std::string &, MappingReader &)> &read);
    /// What `read` makes of each mapping of the list `key`.
    template <class Read> auto list(std::string_view key, Read read)
    {
        std::vector<std::invoke_result_t<Read, MappingReader &>> items;
        each(key, [&](MappingReader &item) { items.push_back(read(item)); });
        return items;
    }

    /// At the line of `key`, or at that of the mapping where it has no such key.
    void report(std::string id, std::string_view key, Operands args);
    void add(const Errors &problems); ///< found by others
    /// Call last: every key that was not asked for is a problem with the nearest known name.
    void rejectUnknownKeys();

private:
    const Document *required(std::string_view key);

    const Document &m_node;
    std::string m_file;
    Errors &m_problems;
    std::set<std::string, std::less<>> m_known;
};

/// A whole number whose range the reader has checked.
inline int asInt(std::int64_t value)
{
    return static_cast<int>(value);
}

/// The name among `candidates` with the smallest edit distance, if near enough to be a likely slip.
std::optional<std::string> nearestName(
    std::string_view name, std::span<const std::string> candidates);

} // namespace headroom
