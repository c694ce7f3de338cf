#pragma once

#include "model/lint/lint_findings.h"
#include "model/sources/key_tables.h"
#include "model/sources/placed_settings.h"

#include <string>

namespace headroom {

/// What the check of a file's keys found out besides its findings.
struct KeyCheck
{
    bool isChecked = false; ///< the program has a table, and settings of it stand there
    bool isFork = false; ///< the program takes arguments that its origin has not
};

/// Holds every setting of a file to what its program takes: unknown, misspelt, removed and later
/// keys, values of the wrong type and out of range. `release` is that of the program; empty: not
/// known, and then a key that some release has is no error.
KeyCheck checkKeys(const PlacedFile &file, const KeyTable &table, const std::string &release,
    LintFindings &findings);

/// Settings of a file that are its program's own, and not its launcher's.
std::vector<const PlacedSetting *> ownSettings(const PlacedFile &file, const KeyTable &table);

} // namespace headroom
