#include "model/base/document/known_trees.h"

#include <cstdint>
#include <cstring>
#include <map>

// A pack is a magic word, the number of trees, a table of (digest, length of the text, start)
// sorted by digest, and the trees: kind, line, then what the kind needs.
namespace headroom {
namespace {

constexpr std::string_view magic = "HRTREES1";

struct Entry
{
    std::uint64_t digest = 0;
    std::uint64_t length = 0; ///< of the text, bytes
    std::uint64_t start = 0; ///< of the tree, bytes from the beginning of the pack
};

constexpr std::size_t tableStart = magic.size() + sizeof(std::uint64_t);

/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv, public domain).
std::uint64_t digestOf(std::string_view text)
{
    constexpr std::uint64_t offsetBasis = 14695981039346656037u;
    constexpr std::uint64_t prime = 1099511628211u;
    std::uint64_t digest = offsetBasis;
    for (const char c : text)
        digest = (digest ^ static_cast<unsigned char>(c)) * prime;
    return digest;
}

template <typename Value> void put(std::string &bytes, Value value)
{
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
}

/// Counts and lines are small: seven bits a byte, the lowest first.
void putCount(std::string &bytes, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        bytes.push_back(static_cast<char>(value | 0x80));
    bytes.push_back(static_cast<char>(value));
}

void putText(std::string &bytes, std::string_view text)
{
    putCount(bytes, text.size());
    bytes += text;
}

void putTree(std::string &bytes, const Document &node)
{
    bytes.push_back(static_cast<char>(node.kind()));
    putCount(bytes, static_cast<std::uint64_t>(node.line()));
    putText(bytes, node.text());
    if (node.kind() == Document::Kind::Boolean || node.kind() == Document::Kind::Integer)
        put(bytes, node.integer());
    else if (node.kind() == Document::Kind::Real)
        put(bytes, node.number());
    else if (node.isSequence()) {
        putCount(bytes, node.items().size());
        for (const Document &item : node.items())
            putTree(bytes, item);
    } else if (node.isMapping()) {
        putCount(bytes, node.members().size());
        for (const auto &[key, value] : node.members()) {
            putText(bytes, key);
            putTree(bytes, value);
        }
    }
}

/// Takes values off the front of a pack; once something is short, all that follows is nothing.
class Unpacker
{
public:
    explicit Unpacker(std::string_view bytes)
        : m_rest(bytes)
    { }

    bool isWhole() const { return m_isWhole; }

    template <typename Value> Value value()
    {
        Value result {};
        const std::string_view raw = take(sizeof result);
        if (m_isWhole)
            std::memcpy(&result, raw.data(), sizeof result);
        return result;
    }

    std::size_t count()
    {
        std::uint64_t result = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = value<unsigned char>();
            result |= std::uint64_t { byte & 0x7Fu } << shift;
            if (byte < 0x80)
                break;
        }
        return result;
    }

    std::string_view text() { return take(count()); }

    Document tree(int depth = 0)
    {
        const auto kind = static_cast<Document::Kind>(value<char>());
        const int line = static_cast<int>(count());
        const std::string_view spelling = text();
        Document node;
        if (depth > deepest)
            m_isWhole = false;
        else
            node = content(kind, spelling, depth);
        node.setLine(line);
        return node;
    }

private:
    static constexpr int deepest = 80; ///< levels; the parser allows fewer

    Document content(Document::Kind kind, std::string_view spelling, int depth)
    {
        switch (kind) {
        case Document::Kind::Boolean:
            return spelled(Document { value<std::int64_t>() != 0 }, spelling);
        case Document::Kind::Integer:
            return spelled(Document { value<std::int64_t>() }, spelling);
        case Document::Kind::Real:
            return spelled(Document { value<double>() }, spelling);
        case Document::Kind::Text:
            return Document { std::string { spelling } };
        case Document::Kind::Sequence:
            return sequence(depth);
        case Document::Kind::Mapping:
            return mapping(depth);
        case Document::Kind::Null:
            break;
        }
        return {};
    }

    static Document spelled(Document node, std::string_view spelling)
    {
        node.setSpelling(std::string { spelling });
        return node;
    }

    Document sequence(int depth)
    {
        std::vector<Document> items;
        const std::size_t size = room(count());
        items.reserve(size);
        for (std::size_t i = 0; i < size && m_isWhole; ++i)
            items.push_back(tree(depth + 1));
        return Document::sequence(std::move(items));
    }

    Document mapping(int depth)
    {
        std::vector<Document::Member> members;
        const std::size_t size = room(count());
        members.reserve(size);
        for (std::size_t i = 0; i < size && m_isWhole; ++i) {
            std::string key { text() };
            members.emplace_back(std::move(key), tree(depth + 1));
        }
        return Document::mapping(std::move(members));
    }

    /// A count of nodes that the rest can hold: none takes less than a byte.
    std::size_t room(std::size_t nodes)
    {
        m_isWhole = m_isWhole && nodes <= m_rest.size();
        return m_isWhole ? nodes : 0;
    }

    std::string_view take(std::size_t length)
    {
        m_isWhole = m_isWhole && length <= m_rest.size();
        if (!m_isWhole)
            return {};
        const std::string_view taken = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return taken;
    }

    std::string_view m_rest;
    bool m_isWhole = true;
};

Entry entryAt(std::string_view pack, std::size_t index)
{
    Entry entry;
    std::memcpy(&entry, pack.data() + tableStart + index * sizeof entry, sizeof entry);
    return entry;
}

} // namespace

KnownTrees::KnownTrees(std::string_view pack)
{
    if (!pack.starts_with(magic) || pack.size() < tableStart)
        return;
    std::uint64_t count = 0;
    std::memcpy(&count, pack.data() + magic.size(), sizeof count);
    if (count > (pack.size() - tableStart) / sizeof(Entry))
        return;
    m_pack = pack;
    m_count = count;
}

std::optional<Document> KnownTrees::find(std::string_view text) const
{
    if (m_count == 0)
        return std::nullopt;
    const std::uint64_t digest = digestOf(text);
    std::size_t low = 0;
    for (std::size_t high = m_count; low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (entryAt(m_pack, middle).digest < digest)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == m_count)
        return std::nullopt;
    const Entry entry = entryAt(m_pack, low);
    if (entry.digest != digest || entry.length != text.size() || entry.start > m_pack.size())
        return std::nullopt;
    Unpacker unpacker { m_pack.substr(entry.start) };
    Document tree = unpacker.tree();
    if (!unpacker.isWhole())
        return std::nullopt;
    return tree;
}

std::string packTrees(std::span<const KnownText> texts)
{
    std::map<std::uint64_t, const KnownText *> byDigest;
    for (const KnownText &text : texts)
        byDigest.emplace(digestOf(text.text), &text);
    std::string table { magic };
    put(table, std::uint64_t { byDigest.size() });
    const std::size_t treesStart = tableStart + byDigest.size() * sizeof(Entry);
    std::string trees;
    for (const auto &[digest, text] : byDigest) {
        put(table, Entry { digest, text->text.size(), treesStart + trees.size() });
        putTree(trees, text->tree);
    }
    return table + trees;
}

} // namespace headroom
