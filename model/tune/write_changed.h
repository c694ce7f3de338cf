#pragma once

#include "model/sources/lint_files.h"

#include <string>
#include <vector>

namespace headroom {

/// A file that was changed, and where what it was is now.
struct ChangedFile
{
    std::string file, backup;
};

/// Writes the texts that differ over the files of the same names, each after a copy of what it was
/// ("NAME.bak", "NAME.bak.1" …). Errors: "tune-file-changed" where a file is no longer what was
/// read, and those of reading and writing; before the first copy nothing is written.
Result<std::vector<ChangedFile>> writeChanged(
    const std::vector<NamedText> &before, const std::vector<NamedText> &after);

} // namespace headroom
