#include "model/flags/term_texts.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

namespace headroom {

namespace {

TermTexts readTermTexts(const std::filesystem::path &file, Errors &problems)
{
    TermTexts texts;
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        reader.requiredText("id");
        reader.requiredText("name");
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
    });
    return texts;
}

} // namespace

Result<TermTexts> loadTermTexts(const DataDirectories &directories)
{
    Errors problems;
    SkippedProfiles skipped;
    TermTexts texts
        = requireOverlaid(directories, "glossary/terms.yaml", skipped, problems, readTermTexts);
    texts.skipped = std::move(skipped);
    if (!problems.empty())
        return problems;
    return texts;
}

} // namespace headroom
