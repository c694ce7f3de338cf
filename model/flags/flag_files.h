#pragma once

#include "model/base/outcome/result.h"
#include "model/flags/flag_entry.h"
#include "model/library/profiles/data_directories.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// The YAML files of a folder below profiles (for example "flags/facts"), sorted by name; a file of
/// the user's folder stands in for the shipped one of the same name. Translations ("*.zh.yaml")
/// are left out.
std::vector<std::filesystem::path> profileFiles(
    const DataDirectories &directories, const std::filesystem::path &folder);

/// Reads one file of compiler flags and appends its entries.
void readFlagFile(
    const std::filesystem::path &file, std::vector<FlagEntry> &entries, Errors &problems);

/// Reads the file of environment variables and appends its entries.
void readVariableFile(
    const std::filesystem::path &file, std::vector<FlagEntry> &entries, Errors &problems);

} // namespace headroom
