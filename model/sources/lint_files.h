#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/lint/lint.h"
#include "model/sources/key_tables.h"

#include <string>
#include <vector>

namespace headroom {

/// A file that is judged, with its text.
struct NamedText
{
    std::string name, text;

    bool operator==(const NamedText &) const = default;
};

/// What the files of a run are held to.
struct FileLint
{
    const FlagCatalogue &catalogue;
    const ProfileLibrary &library;
    const KeyTables &tables;
    JaxlibChoice jaxlib;
    const Accelerator *accelerator = nullptr;
    std::string release; ///< of the program whose settings they are; empty: not known
};

/// Judges the files of one run together: flags and variables of scripts, keys of every program by
/// name, value and release, combinations that the program refuses at start. Reports are in the
/// order of the files. Any bytes are taken. Errors: a table of keys cannot be read.
Result<std::vector<LintReport>> lintFiles(
    const std::vector<NamedText> &files, const FileLint &lint);

} // namespace headroom
