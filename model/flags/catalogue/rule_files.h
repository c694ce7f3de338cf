#pragma once

#include "model/flags/catalogue/flag_catalogue.h"

namespace headroom {

// Readers of the smaller files of profiles/flags; each appends its problems.

std::vector<FlagSet> readFlagSets(const std::filesystem::path &file, Errors &problems);
std::vector<FlagConflict> readConflicts(const std::filesystem::path &file, Errors &problems);
std::vector<FlagReport> readReports(const std::filesystem::path &file, Errors &problems);
std::vector<NamedOption> readOptions(const std::filesystem::path &file, Errors &problems);
std::unordered_map<std::string, std::vector<Replacement>> readReplacements(
    const std::filesystem::path &file, Errors &problems);

} // namespace headroom
