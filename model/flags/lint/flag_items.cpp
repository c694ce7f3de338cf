#include "model/flags/lint/flag_items.h"

namespace headroom {
namespace {

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

FlagItem itemOf(const DecodedText &text, std::size_t from, std::size_t to)
{
    const std::string &bytes = text.text();
    FlagItem item;
    item.word = bytes.substr(from, to - from);
    item.from = text.offsetOf(from);
    item.to = text.offsetOf(to - 1) + 1;
    std::size_t at = from;
    while (at < to && bytes[at] == '-' && !text.isOpaque(at))
        ++at;
    item.dashes = static_cast<int>(at - from);
    std::size_t equals = at;
    while (equals < to && (bytes[equals] != '=' || text.isOpaque(equals))) {
        item.hasOpaqueName = item.hasOpaqueName || text.isOpaque(equals);
        ++equals;
    }
    item.name = bytes.substr(at, equals - at);
    if (equals < to) {
        item.value = bytes.substr(equals + 1, to - equals - 1);
        if (text.hasOpaque())
            for (std::size_t i = equals + 1; i < to; ++i)
                item.hasOpaqueValue = item.hasOpaqueValue || text.isOpaque(i);
    }
    return item;
}

} // namespace

std::vector<FlagItem> splitFlagItems(const DecodedText &text)
{
    std::vector<FlagItem> items;
    const std::string &bytes = text.text();
    std::size_t at = 0;
    while (at < bytes.size()) {
        if (isBlank(bytes[at]) && !text.isOpaque(at)) {
            ++at;
            continue;
        }
        const std::size_t from = at;
        while (at < bytes.size() && (!isBlank(bytes[at]) || text.isOpaque(at)))
            ++at;
        items.push_back(itemOf(text, from, at));
    }
    return items;
}

} // namespace headroom
