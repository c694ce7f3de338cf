#include "model/lint/flag_items.h"

#include <algorithm>

namespace headroom {
namespace {

bool isItemGap(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

FlagItem itemOf(const DecodedText &text, std::size_t from, std::size_t to)
{
    const std::string_view bytes = text.text();
    const bool hasOpaque = text.hasOpaque();
    FlagItem item;
    item.word = bytes.substr(from, to - from);
    item.from = text.offsetOf(from);
    item.to = text.offsetOf(to - 1) + 1;
    std::size_t at = from;
    while (at < to && bytes[at] == '-' && !(hasOpaque && text.isOpaque(at)))
        ++at;
    item.dashes = static_cast<int>(at - from);
    std::size_t equals = at;
    if (hasOpaque)
        while (equals < to && (bytes[equals] != '=' || text.isOpaque(equals))) {
            item.hasOpaqueName = item.hasOpaqueName || text.isOpaque(equals);
            ++equals;
        }
    else
        equals = at + std::min(bytes.substr(at, to - at).find('='), to - at);
    item.name = bytes.substr(at, equals - at);
    if (equals < to) {
        item.value = bytes.substr(equals + 1, to - equals - 1);
        if (hasOpaque)
            for (std::size_t i = equals + 1; i < to; ++i)
                item.hasOpaqueValue = item.hasOpaqueValue || text.isOpaque(i);
    }
    return item;
}

} // namespace

FlagItems::FlagItems(const DecodedText &text)
    : m_text(text)
{
    while (text.hasOpaque() && !m_takesInMore) {
        const std::optional<FlagItem> item = read();
        if (!item)
            break;
        m_takesInMore = item->hasOpaqueName;
    }
    m_at = 0;
}

std::optional<FlagItem> FlagItems::next()
{
    std::optional<FlagItem> item = read();
    if (item)
        item->isAlone = !m_takesInMore;
    return item;
}

std::optional<FlagItem> FlagItems::read()
{
    const std::string &bytes = m_text.text();
    const auto separates
        = [&](std::size_t at) { return isItemGap(bytes[at]) && !m_text.isOpaque(at); };
    while (m_at < bytes.size() && separates(m_at))
        ++m_at;
    if (m_at >= bytes.size())
        return std::nullopt;
    const std::size_t from = m_at;
    while (m_at < bytes.size() && !separates(m_at))
        ++m_at;
    return itemOf(m_text, from, m_at);
}

} // namespace headroom
