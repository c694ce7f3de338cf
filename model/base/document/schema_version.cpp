#include "model/base/document/schema_version.h"

namespace headroom {

void requireSchemaVersion(MappingReader &reader)
{
    constexpr int readVersion = 1; // the message names it, too
    if (reader.requiredInteger("schema_version", {}) != readVersion)
        reader.report("wrong-schema-version", "schema_version", { reader.text("schema_version") });
}

void readSchemaFile(const std::filesystem::path &file, Errors &problems,
    const std::function<void(MappingReader &)> &read)
{
    const Result<Document> document = readYamlFile(file);
    if (!document) {
        problems.insert(problems.end(), document.errors().begin(), document.errors().end());
        return;
    }
    MappingReader reader { *document, file.string(), problems };
    requireSchemaVersion(reader);
    read(reader);
    reader.rejectUnknownKeys();
}

} // namespace headroom
