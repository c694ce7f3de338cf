#include "model/base/document/document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int deepestNesting = 64;

int lineAt(std::string_view text, std::size_t position)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size()));
    return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

/// Builds the tree while nlohmann parses, so that duplicates and depth are seen.
class TreeBuilder : public nlohmann::json_sax<OrderedJson>
{
public:
    TreeBuilder(std::string_view text, const std::string &name)
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
    bool start_object(std::size_t) override { return open(Document::mapping()); }
    bool start_array(std::size_t) override { return open(Document::sequence()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &value) override
    {
        if (m_open.back().find(value)) {
            problems.push_back({ "duplicate-key", m_name, { value } });
            return false;
        }
        m_keys.push_back(value);
        return true;
    }
    bool parse_error(std::size_t position, const std::string &,
        const nlohmann::detail::exception &fault) override
    {
        problems.push_back({ "json-syntax", m_name + ":" + std::to_string(lineAt(m_text, position)),
            { fault.what() } });
        return false;
    }

    Document root;
    Errors problems;

private:
    /// Messages quote a number as the file spells it.
    bool addSpelt(Document node, std::string spelling)
    {
        node.setSpelling(std::move(spelling));
        return add(std::move(node));
    }

    bool add(Document node)
    {
        if (m_open.empty())
            root = std::move(node);
        else if (m_open.back().isSequence())
            m_open.back().append(std::move(node));
        else {
            m_open.back().set(std::move(m_keys.back()), std::move(node));
            m_keys.pop_back();
        }
        return true;
    }
    bool open(Document node)
    {
        m_open.push_back(std::move(node));
        if (m_open.size() <= deepestNesting)
            return true;
        problems.push_back({ "nested-too-deep", m_name, { std::to_string(deepestNesting) } });
        return false;
    }
    bool close()
    {
        Document node = std::move(m_open.back());
        m_open.pop_back();
        return add(std::move(node));
    }

    std::string_view m_text;
    const std::string &m_name;
    std::vector<Document> m_open;
    std::vector<std::string> m_keys;
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

} // namespace

Result<Document> parseJson(std::string_view text, const std::string &name)
{
    TreeBuilder builder { text, name };
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
    return toJson(document).dump(
        indent > 0 ? indent : -1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace headroom
