#include "model/flags/term_texts.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

namespace headroom {

Result<TermTexts> loadTermTexts(const DataDirectories &directories)
{
    const std::filesystem::path file = directories.find("glossary/terms.yaml");
    const Result<Document> document = readYamlFile(file);
    if (!document)
        return document.errors();
    Errors problems;
    MappingReader reader { *document, file.string(), problems };
    requireSchemaVersion(reader);
    reader.requiredText("id");
    reader.requiredText("name");
    TermTexts texts;
    if (const Document *terms = reader.child("terms"))
        for (const auto &[id, node] : terms->members()) {
            MappingReader term { node, file.string(), problems };
            texts.terms[id] = { term.requiredText("says"), term.texts("see") };
            term.rejectUnknownKeys();
        }
    if (const Document *links = reader.child("word_links"))
        for (const auto &[word, list] : links->members())
            for (const Document &node : list.items()) {
                MappingReader link { node, file.string(), problems };
                texts.wordLinks[word].push_back(
                    { link.requiredText("title"), link.requiredText("url") });
                link.rejectUnknownKeys();
            }
    reader.rejectUnknownKeys();
    if (!problems.empty())
        return problems;
    return texts;
}

} // namespace headroom
