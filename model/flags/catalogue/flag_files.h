#pragma once

#include "model/base/outcome/result.h"
#include "model/flags/catalogue/flag_entry.h"

#include <filesystem>
#include <vector>

namespace headroom {

/// Whether a file name is that of a flag file and of no translation ("*.zh.yaml").
bool isFlagFile(const std::filesystem::path &name);

/// Reads one file of compiler flags; what is wrong with it goes to `problems`.
std::vector<FlagEntry> readFlagFile(const std::filesystem::path &file, Errors &problems);

/// Reads the file of environment variables.
std::vector<FlagEntry> readVariableFile(const std::filesystem::path &file, Errors &problems);

} // namespace headroom
