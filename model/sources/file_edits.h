#pragma once

#include "model/lint/source_text.h"
#include "model/sources/placed_settings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A key of a program that gets another value, comes or goes.
struct KeyChange
{
    std::string program; ///< whose key it is
    std::string key; ///< as PlacedSetting::key
    std::string value; ///< without quotes; of a switch that comes "" (nothing behind it)
    bool isRemoved = false;
    bool isSwitch = false;
    bool isText = false; ///< TOML and JSON quote it
    bool onlyIfThere = false; ///< a file that does not name it stays
    std::vector<std::string> beside {}; ///< keys of related settings, the nearest first
};

/// Edits of one file and the line of the first; empty: the change does not concern the file, or it
/// has no place there.
struct FileEdit
{
    std::vector<TextEdit> edits;
    std::size_t line = 0;
};

/// Changes the user's own line: the value where the file holds it (the variable that an argument
/// names, too), a line beside a related one, or the line away. Nothing else moves: comments, order,
/// quotes and line ends stay.
FileEdit editFor(const PlacedFile &file, const KeyChange &change);

/// Lines of both texts as a unified diff with three lines around each change; empty where they are
/// equal. `name` is the file's: "a/NAME" and "b/NAME".
std::string unifiedDiff(std::string_view before, std::string_view after, const std::string &name);

} // namespace headroom
