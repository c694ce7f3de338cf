#pragma once

#include "model/base/document/mapping_reader.h"

namespace headroom {

/// Reads `schema_version` at the head of a file; reports when it is missing or another than the one
/// that this program reads.
void requireSchemaVersion(MappingReader &reader);

} // namespace headroom
