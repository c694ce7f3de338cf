#include "model/base/document/schema_version.h"

namespace headroom {

void requireSchemaVersion(MappingReader &reader)
{
    constexpr int readVersion = 1; // the message names it, too
    if (reader.requiredInteger("schema_version", {}) != readVersion)
        reader.report("wrong-schema-version", "schema_version", { reader.text("schema_version") });
}

} // namespace headroom
