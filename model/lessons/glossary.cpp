#include "model/lessons/glossary.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/text/ascii.h"

#include <algorithm>
#include <set>

namespace headroom {
namespace {

void checkHeader(MappingReader &reader)
{
    requireSchemaVersion(reader);
    static_cast<void>(reader.requiredText("id"));
    static_cast<void>(reader.text("source"));
}

GlossaryWord readWord(
    const std::string &id, const Document &node, const std::string &file, Errors &problems)
{
    GlossaryWord word;
    MappingReader reader { node, file, problems };
    word.id = id;
    word.line = node.line();
    word.word = reader.requiredText("word");
    word.meaning = reader.text("meaning");
    word.aliases = reader.texts("aliases");
    word.says = reader.requiredText("says");
    word.see = reader.texts("see");
    word.lesson = reader.text("lesson");
    reader.rejectUnknownKeys();
    return word;
}

void readWords(Glossary &glossary, const std::filesystem::path &path, Errors &problems)
{
    const std::string file = path.string();
    const Result<Document> root = readYamlFile(path);
    if (!root) {
        problems.insert(problems.end(), root.errors().begin(), root.errors().end());
        return;
    }
    MappingReader reader { *root, file, problems };
    checkHeader(reader);
    if (const Document *words = reader.child("words")) {
        for (const auto &[id, node] : words->members()) {
            GlossaryWord word = readWord(id, node, file, problems);
            const auto known = std::ranges::find(glossary.words, id, &GlossaryWord::id);
            if (known != glossary.words.end())
                *known = std::move(word);
            else
                glossary.words.push_back(std::move(word));
        }
    }
    reader.rejectUnknownKeys();
}

/// `see` must lead somewhere.
void checkLinks(const Glossary &glossary, const std::string &file, Errors &problems)
{
    std::set<std::string> ids;
    for (const GlossaryWord &word : glossary.words)
        ids.insert(word.id);
    for (const GlossaryWord &word : glossary.words)
        for (const std::string &other : word.see)
            if (!ids.contains(other))
                problems.push_back(
                    { "glossary-unknown-word", file + ":" + std::to_string(word.line), { other } });
}

void applyTexts(Glossary &glossary, const std::filesystem::path &path, Errors &problems)
{
    const std::string file = path.string();
    const Result<Document> root = readYamlFile(path);
    if (!root) {
        problems.insert(problems.end(), root.errors().begin(), root.errors().end());
        return;
    }
    MappingReader reader { *root, file, problems };
    checkHeader(reader);
    static_cast<void>(reader.requiredText("language"));
    if (const Document *words = reader.child("words")) {
        for (const auto &[id, node] : words->members()) {
            const auto word = std::ranges::find(glossary.words, id, &GlossaryWord::id);
            MappingReader texts { node, file, problems };
            const std::string shown = texts.requiredText("word");
            const std::string says = texts.requiredText("says");
            const std::string meaning = texts.text("meaning");
            texts.rejectUnknownKeys();
            if (word == glossary.words.end()) {
                texts.report("glossary-unknown-word", "word", { id });
                continue;
            }
            word->word = shown;
            word->says = says;
            if (!meaning.empty())
                word->meaning = meaning;
        }
    }
    reader.rejectUnknownKeys();
}

} // namespace

const GlossaryWord *Glossary::find(std::string_view name) const
{
    const std::string wanted = asciiLowered(name);
    const auto found = std::ranges::find_if(words, [&wanted](const GlossaryWord &word) {
        return word.id == wanted || asciiLowered(word.word) == wanted
            || std::ranges::any_of(word.aliases,
                [&wanted](const std::string &alias) { return asciiLowered(alias) == wanted; });
    });
    return found == words.end() ? nullptr : &*found;
}

Result<Glossary> loadGlossary(const DataDirectories &directories, std::string_view language)
{
    static constexpr const char *name = "glossary/glossary.yaml";
    Glossary glossary;
    Errors problems;
    const auto read = [&glossary](const std::filesystem::path &file, Errors &faults) {
        Glossary extended = glossary;
        readWords(extended, file, faults);
        checkLinks(extended, file.string(), faults);
        return extended.words;
    };
    glossary.words = read(directories.shipped / name, problems);
    // The user's file adds to the shipped one, which stands in for it when it is broken.
    auto own = readOverlaid(directories, name, glossary.skipped, read);
    if (own && *own)
        glossary.words = **std::move(own);
    const std::string texts = "glossary/glossary." + std::string { language } + ".yaml";
    if (!language.empty() && !directories.find(texts).empty())
        glossary.words = requireOverlaid(directories, texts, glossary.skipped, problems,
            [&glossary](const std::filesystem::path &file, Errors &faults) {
                Glossary translated = glossary;
                applyTexts(translated, file, faults);
                return translated.words;
            });
    if (!problems.empty())
        return problems;
    return glossary;
}

} // namespace headroom
