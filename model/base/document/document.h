#pragma once

#include "model/base/files/read_file.h"
#include "model/base/outcome/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// One value tree for YAML and JSON: what loaders read and what exporters and the command line
/// write. Mappings keep their order; scalars keep the spelling of the file until they are asked for
/// a type. A node knows the line of its key, so that a message can point at it.
class Document
{
public:
    enum class Kind { Null, Boolean, Integer, Real, Text, Sequence, Mapping };
    using Member = std::pair<std::string, Document>;

    Document() = default;
    Document(bool value);
    Document(int value);
    Document(std::int64_t value);
    Document(double value);
    Document(const char *value);
    Document(std::string value);
    static Document sequence(std::vector<Document> items = {});
    static Document mapping(std::vector<Member> members = {});
    /// A sequence of texts.
    template <class Texts> static Document texts(const Texts &texts)
    {
        return sequence({ texts.begin(), texts.end() });
    }

    Kind kind() const { return m_kind; }
    bool isNull() const { return m_kind == Kind::Null; }
    bool isMapping() const { return m_kind == Kind::Mapping; }
    bool isSequence() const { return m_kind == Kind::Sequence; }
    bool isScalar() const { return !isNull() && !isMapping() && !isSequence(); }
    bool isNumber() const { return m_kind == Kind::Integer || m_kind == Kind::Real; }

    bool boolean() const { return m_integer != 0; }
    std::int64_t integer() const { return m_integer; }
    /// Value of an integer or real node.
    double number() const
    {
        return m_kind == Kind::Integer ? static_cast<double>(m_integer) : m_real;
    }
    /// Text of a text node; for other scalars the spelling of the file.
    const std::string &text() const { return m_text; }

    const std::vector<Document> &items() const { return m_items; }
    const std::vector<Member> &members() const { return m_members; }
    /// Member of a mapping, or nullptr.
    const Document *find(std::string_view key) const;

    void append(Document item) { m_items.push_back(std::move(item)); }
    /// Adds a member, or replaces the one with that key.
    void set(std::string key, Document value);

    int line() const { return m_line; } ///< 1-based; 0 when not read from a file
    void setLine(int line) { m_line = line; }
    void setSpelling(std::string text) { m_text = std::move(text); }

    /// Equal content; lines and spellings do not count.
    bool operator==(const Document &other) const;

private:
    Kind m_kind = Kind::Null;
    std::int64_t m_integer = 0;
    double m_real = 0;
    std::string m_text;
    std::vector<Document> m_items;
    std::vector<Member> m_members;
    int m_line = 0;
};

/// Bounds of a YAML or JSON text, so that no file can fill the memory; the largest shipped profile
/// has 35 KB and 4,000 entries.
inline constexpr std::size_t largestDocument = 4u << 20; ///< bytes
inline constexpr std::size_t maxEntries = 65536; ///< keys, values and items, counted generously
inline constexpr std::size_t deepestNesting = 64; ///< mappings and sequences inside each other

/// Parses YAML strictly: UTF-8 without control characters, one document, no duplicate keys,
/// aliases, merge keys or tags, bounded size, number of entries and depth. `name` stands before the
/// line in messages.
Result<Document> parseYaml(std::string_view text, const std::string &name);
/// Parses JSON strictly, with the same bounds; duplicate keys are refused.
Result<Document> parseJson(std::string_view text, const std::string &name);
Result<Document> readYamlFile(const std::filesystem::path &path);
Result<Document> readJsonFile(const std::filesystem::path &path);

/// A number as reports say it: 0 where it is not finite.
Document finiteNumber(double value);

/// Block-style YAML that parseYaml reads back equal.
std::string writeYaml(const Document &document);
/// JSON with the given indentation (0: one line). Non-finite numbers become null; what hides text
/// or speaks to a terminal is escaped.
std::string writeJson(const Document &document, int indent = 2);
/// A scalar as YAML writes it, quoted where a plain scalar would read back differently.
std::string yamlScalar(std::string_view text);

} // namespace headroom
