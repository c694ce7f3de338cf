#include "model/base/document/document.h"

#include "model/base/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace headroom {
namespace {

using OrderedJson = nlohmann::ordered_json;

int lineAt(std::string_view text, std::size_t position)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size()));
    return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

/// Builds the tree while nlohmann parses, so that duplicates and depth are seen.
class JsonTreeBuilder : public nlohmann::json_sax<OrderedJson>
{
public:
    JsonTreeBuilder(std::string_view text, const std::string &name)
        : m_text(text)
        , m_name(name)
    { }

    bool null() override { return add({}); }
    bool boolean(bool value) override { return addSpelt(value, value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override
    {
        return addSpelt(std::int64_t { value }, std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        constexpr auto most
            = static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
        return addSpelt(value <= most ? Document { static_cast<std::int64_t>(value) }
                                      : Document { static_cast<double>(value) },
            std::to_string(value));
    }
    bool number_float(number_float_t value, const string_t &text) override
    {
        return addSpelt(value, text);
    }
    bool string(string_t &value) override { return add(Document { value }); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &value) override
    {
        if (!m_open.back().seen.insert(value).second)
            return refuse({ "duplicate-key", m_name, { value } });
        m_open.back().key = value;
        return true;
    }
    bool parse_error(std::size_t position, const std::string &,
        const nlohmann::detail::exception &fault) override
    {
        return refuse({ "json-syntax", m_name + ":" + std::to_string(lineAt(m_text, position)),
            { fault.what() } });
    }

    Document root;
    Errors problems;

private:
    struct Open
    {
        bool isObject = false;
        std::vector<Document> items;
        std::vector<Document::Member> members;
        std::set<std::string> seen;
        std::string key; ///< of the value to come
    };

    bool refuse(Error problem)
    {
        problems.push_back(std::move(problem));
        return false;
    }

    /// Messages quote a number as the file spells it.
    bool addSpelt(Document node, std::string spelling)
    {
        node.setSpelling(std::move(spelling));
        return add(std::move(node));
    }

    bool add(Document node)
    {
        if (++m_entries > maxEntries)
            return refuse({ "too-many-entries", m_name, { std::to_string(maxEntries) } });
        if (m_open.empty())
            root = std::move(node);
        else if (m_open.back().isObject)
            m_open.back().members.emplace_back(std::move(m_open.back().key), std::move(node));
        else
            m_open.back().items.push_back(std::move(node));
        return true;
    }
    bool open(bool isObject)
    {
        if (m_open.size() >= deepestNesting)
            return refuse({ "nested-too-deep", m_name, { std::to_string(deepestNesting) } });
        m_open.emplace_back().isObject = isObject;
        return true;
    }
    bool close()
    {
        Open done = std::move(m_open.back());
        m_open.pop_back();
        return add(done.isObject ? Document::mapping(std::move(done.members))
                                 : Document::sequence(std::move(done.items)));
    }

    std::string_view m_text;
    const std::string &m_name;
    std::vector<Open> m_open;
    std::size_t m_entries = 0;
};

OrderedJson toJson(const Document &node)
{
    switch (node.kind()) {
    case Document::Kind::Boolean:
        return node.boolean();
    case Document::Kind::Integer:
        return node.integer();
    case Document::Kind::Real:
        return std::isfinite(node.number()) ? OrderedJson(node.number()) : OrderedJson(nullptr);
    case Document::Kind::Text:
        return node.text();
    case Document::Kind::Sequence: {
        OrderedJson array = OrderedJson::array();
        for (const Document &item : node.items())
            array.push_back(toJson(item));
        return array;
    }
    case Document::Kind::Mapping: {
        OrderedJson object = OrderedJson::object();
        for (const auto &[key, value] : node.members())
            object[key] = toJson(value);
        return object;
    }
    case Document::Kind::Null:
        break;
    }
    return nullptr;
}

/// JSON whose texts hold what hides or turns text, or speaks to a terminal, as \\u escapes. ASCII
/// controls are escaped already; the line breaks left are those of the layout.
std::string withoutHidden(const std::string &json)
{
    std::string text;
    text.reserve(json.size());
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t start = at;
        const std::uint32_t code = takeCodePoint(json, at);
        if (code < 0x7f || !mustBeEscaped(code))
            text.append(json, start, at - start);
        else if (code <= 0xffff)
            text += fmt::format("\\u{:04x}", code);
        else // a pair of surrogates, RFC 8259 §7
            text += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((code - 0x10000) >> 10),
                0xdc00 + ((code - 0x10000) & 0x3ff));
    }
    return text;
}

} // namespace

Result<Document> parseJson(std::string_view text, const std::string &name)
{
    if (text.size() > largestDocument)
        return Error { "file-too-large", name, { std::to_string(largestDocument >> 20) } };
    JsonTreeBuilder builder { text, name };
    try {
        if (OrderedJson::sax_parse(text, &builder) && builder.problems.empty())
            return std::move(builder.root);
    } catch (const std::exception &fault) {
        builder.problems.push_back({ "json-syntax", name, { fault.what() } });
    }
    return builder.problems;
}

std::string writeJson(const Document &document, int indent)
{
    return withoutHidden(toJson(document).dump(
        indent > 0 ? indent : -1, ' ', false, OrderedJson::error_handler_t::replace));
}

} // namespace headroom
