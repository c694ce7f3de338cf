#include "model/base/document/document.h"

#include <algorithm>
#include <cmath>

namespace headroom {

Document::Document(bool value)
    : m_kind(Kind::Boolean)
    , m_integer(value ? 1 : 0)
{ }

Document::Document(int value)
    : Document(static_cast<std::int64_t>(value))
{ }

Document::Document(std::int64_t value)
    : m_kind(Kind::Integer)
    , m_integer(value)
{ }

Document::Document(double value)
    : m_kind(Kind::Real)
    , m_real(value)
{ }

Document::Document(const char *value)
    : Document(std::string { value })
{ }

Document::Document(std::string value)
    : m_kind(Kind::Text)
    , m_text(std::move(value))
{ }

Document Document::sequence(std::vector<Document> items)
{
    Document node;
    node.m_kind = Kind::Sequence;
    node.m_items = std::move(items);
    return node;
}

Document Document::mapping(std::vector<Member> members)
{
    Document node;
    node.m_kind = Kind::Mapping;
    node.m_members = std::move(members);
    return node;
}

const Document *Document::find(std::string_view key) const
{
    const auto member = std::ranges::find_if(
        m_members, [key](const Member &entry) { return entry.first == key; });
    return member == m_members.end() ? nullptr : &member->second;
}

void Document::set(std::string key, Document value)
{
    const auto member = std::ranges::find_if(
        m_members, [&key](const Member &entry) { return entry.first == key; });
    if (member == m_members.end())
        m_members.emplace_back(std::move(key), std::move(value));
    else
        member->second = std::move(value);
}

bool Document::operator==(const Document &other) const
{
    if (isNumber() && other.isNumber())
        return number() == other.number();
    if (m_kind != other.m_kind)
        return false;
    switch (m_kind) {
    case Kind::Boolean:
        return m_integer == other.m_integer;
    case Kind::Text:
        return m_text == other.m_text;
    case Kind::Sequence:
        return m_items == other.m_items;
    case Kind::Mapping:
        return m_members == other.m_members;
    default:
        return true;
    }
}

Document finiteNumber(double value)
{
    return Document(std::isfinite(value) ? value : 0.0);
}

} // namespace headroom
