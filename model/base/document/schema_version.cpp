#include "model/base/document/schema_version.h"

namespace headroom {

void requireSchemaVersion(MappingReader &reader)
{
    constexpr int readVersion = 1; // the message names it, too
    const Document *version = reader.child("schema_version");
    if (!version)
        reader.report("missing-key", "schema_version", { "schema_version" });
    else if (!version->isScalar())
        reader.report("not-a-text", "schema_version", { "schema_version" });
    else if (!(*version == Document { readVersion }))
        reader.report("wrong-schema-version", "schema_version", { version->text() });
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
