#pragma once

#include "model/lint/source_text.h"

#include <optional>
#include <string_view>

namespace headroom {

/// One blank-separated word of a flag string. Its texts are pieces of that string, which must live
/// as long.
struct FlagItem
{
    std::string_view word; ///< as written, decoded
    int dashes = 0;
    std::string_view name; ///< behind the dashes, up to "="
    std::optional<std::string_view> value; ///< behind "="
    bool hasOpaqueName = false;
    bool hasOpaqueValue = false; ///< an expansion: its value is unknown
    bool isAlone = true; ///< nothing of the string that is unknown could set the flag, too
    std::size_t from = 0, to = 0; ///< source bytes of the whole word
};

/// Reads the items of a flag string one after the other.
class FlagItems
{
public:
    explicit FlagItems(const DecodedText &text);
    /// Nothing at the end.
    std::optional<FlagItem> next();

private:
    std::optional<FlagItem> read();

    const DecodedText &m_text;
    bool m_takesInMore = false; ///< a word is an expansion, which may hold any flag
    std::size_t m_at = 0;
};

} // namespace headroom
