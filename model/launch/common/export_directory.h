#pragma once

#include "model/base/outcome/result.h"
#include "model/launch/common/export_request.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Adds the line to a README by which a later export knows its own files: name and content hash of
/// each. `files` has the README last.
void signExport(std::vector<ExportFile> &files);

/// Files that a README of an earlier export names, with the hash of what was written; empty for any
/// other text.
std::map<std::string, std::string> signedFiles(std::string_view readme);

/// How a file of an export stands against the folder that it would be written to.
enum class FileState { New, Same, Ours, Foreign };

/// Foreign: there is a file of that name whose content no earlier export wrote.
FileState fileState(const std::filesystem::path &folder, const ExportFile &file);

/// Writes all files or none, as one step wherever the folder holds only an export (see
/// replaceInFolder), and one process at a time. Files that an earlier export wrote and this one
/// does not have are removed when nobody changed them. Errors "export-foreign-file" (without
/// `force`), "export-not-a-folder", "export-link", "file-is-directory", "folder-busy",
/// "file-not-written".
Problems writeExport(
    const std::filesystem::path &folder, const std::vector<ExportFile> &files, bool force);

} // namespace headroom
