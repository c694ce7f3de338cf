#include "model/base/text/utf8.h"

namespace headroom {

std::size_t utf8Length(std::string_view text, std::size_t position)
{
    const auto lead = static_cast<unsigned char>(text[position]);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xF5 ? 0
        : lead >= 0xF0                      ? 4
        : lead >= 0xE0                      ? 3
        : lead >= 0xC2                      ? 2
                                            : 0;
    if (length == 0 || position + length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[position + i]) & 0xC0) != 0x80)
            return 0;
    const auto second = static_cast<unsigned char>(text[position + 1]);
    const bool isOverlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool isOutside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return isOverlong || isOutside ? 0 : length;
}

bool isUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text, i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

std::uint32_t takeCodePoint(std::string_view text, std::size_t &position)
{
    const auto lead = static_cast<unsigned char>(text[position]);
    const std::size_t length = utf8Length(text, position);
    if (length < 2) {
        ++position;
        return lead;
    }
    std::uint32_t code = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        code = (code << 6) | (static_cast<unsigned char>(text[position + i]) & 0x3FU);
    position += length;
    return code;
}

bool mustBeEscaped(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C
        || (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E)
        || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF
        || (code >= 0xE0000 && code <= 0xE007F);
}

} // namespace headroom
