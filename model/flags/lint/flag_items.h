#pragma once

#include "model/flags/lint/source_text.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One blank-separated word of a flag string.
struct FlagItem
{
    std::string word; ///< as written, decoded
    int dashes = 0;
    std::string name; ///< behind the dashes, up to "="
    std::optional<std::string> value; ///< behind "="
    bool hasOpaqueName = false;
    bool hasOpaqueValue = false; ///< an expansion: its value is unknown
    std::size_t from = 0, to = 0; ///< source bytes of the whole word
};

std::vector<FlagItem> splitFlagItems(const DecodedText &text);

} // namespace headroom
