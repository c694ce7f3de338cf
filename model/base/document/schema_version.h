#pragma once

#include "model/base/document/mapping_reader.h"

#include <filesystem>
#include <functional>

namespace headroom {

/// Reads `schema_version` at the head of a file; reports when it is missing or another than the one
/// that this program reads.
void requireSchemaVersion(MappingReader &reader);

/// Opens a YAML file, checks its `schema_version`, hands its mapping to `read` and reports the keys
/// that `read` did not ask for. Problems are appended; `read` is not called for a file that cannot
/// be read.
void readSchemaFile(const std::filesystem::path &file, Errors &problems,
    const std::function<void(MappingReader &)> &read);

} // namespace headroom
