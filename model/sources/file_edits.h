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
    /// A file with this key gets the section of a new key where it has none; empty: none does.
    std::string opensBeside {};
    std::vector<std::string> aliases {}; ///< other names of the key; a file that has one keeps it
    /// The file that the value names, which another of the same folder replaces; empty: any value
    /// does.
    std::string insteadOf {};
};

/// The setting of a file that a change concerns, by the key or another name of it; null: none.
const PlacedSetting *settingFor(const PlacedFile &file, const KeyChange &change);

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

/// A line of two texts held against each other.
struct DiffLine
{
    char mark = ' '; ///< ' ' of both, '-' of the first alone, '+' of the second alone
    std::size_t before = 0, after = 0; ///< its number in each text, from 1; 0: not there
    std::string text {}; ///< without its line break
    bool operator==(const DiffLine &) const = default;
};

/// All lines of both texts in order, those that go before those that come.
std::vector<DiffLine> diffLines(std::string_view before, std::string_view after);

/// Lines of both texts as a unified diff with three lines around each change; empty where they are
/// equal. `name` is the file's: "a/NAME" and "b/NAME".
std::string unifiedDiff(std::string_view before, std::string_view after, const std::string &name);

} // namespace headroom
