#include "model/flags/catalogue/term_texts.h"

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
        reader.eachNamed("terms", [&texts](const std::string &id, MappingReader &term) {
            texts.terms[id] = { term.requiredText("says"), term.texts("see") };
        });
        reader.one("word_links", [&texts](MappingReader &words) {
            for (const auto &[word, list] : words.node().members())
                words.each(word, [&own = texts.wordLinks[word]](MappingReader &link) {
                    own.push_back({ link.requiredText("title"), link.requiredText("url") });
                });
        });
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
