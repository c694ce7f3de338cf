#pragma once

#include "model/launch/common/export_request.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What the files of an export tell the programs that read them: one "file: key = value" per
/// setting, without comments, texts for people and the programs that exports carry along.
std::set<std::string> exportSettings(const std::vector<ExportFile> &files);

/// True when `text` holds `word` between characters that are no part of a name.
bool holdsName(std::string_view text, std::string_view word);

/// What the README says of a field that the plan sets.
struct ToldChoice
{
    bool isTold = false;
    std::vector<std::string> keys; ///< that hold it; empty: told in a sentence
};
ToldChoice toldChoice(
    const std::vector<ExportFile> &files, const std::string &path, const std::string &value);

} // namespace headroom
