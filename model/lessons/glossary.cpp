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
    reader.requiredText("id");
    reader.text("source");
}

GlossaryWord readWord(const std::string &id, MappingReader &reader)
{
    GlossaryWord word;
    word.id = id;
    word.line = reader.line();
    reader.requiredTexts({ { "word", &word.word }, { "says", &word.says } });
    word.meaning = reader.text("meaning");
    word.aliases = reader.texts("aliases");
    word.see = reader.texts("see");
    word.theme = reader.text("theme");
    word.lesson = reader.text("lesson");
    return word;
}

/// Titles of themes; a known one is written over.
void readThemes(Glossary &glossary, MappingReader &root)
{
    root.one("themes", [&glossary](MappingReader &reader) {
        for (const auto &[id, title] : reader.node().members()) {
            const std::string shown = reader.requiredText(id);
            const auto known = std::ranges::find(glossary.themes, id, &GlossaryTheme::id);
            if (known != glossary.themes.end())
                known->title = shown;
            else
                glossary.themes.push_back({ id, shown });
        }
    });
}

void readWords(Glossary &glossary, const std::filesystem::path &path, Errors &problems)
{
    readSchemaFile(path, problems, [&](MappingReader &reader) {
        checkHeader(reader);
        readThemes(glossary, reader);
        reader.eachNamed("words", [&](const std::string &id, MappingReader &node) {
            GlossaryWord word = readWord(id, node);
            const auto known = std::ranges::find(glossary.words, id, &GlossaryWord::id);
            if (known != glossary.words.end())
                *known = std::move(word);
            else
                glossary.words.push_back(std::move(word));
        });
    });
}

/// `see` and `theme` must lead somewhere.
void checkLinks(const Glossary &glossary, const std::string &file, Errors &problems)
{
    std::set<std::string> ids;
    for (const GlossaryWord &word : glossary.words)
        ids.insert(word.id);
    for (const GlossaryWord &word : glossary.words) {
        if (!word.theme.empty()
            && std::ranges::find(glossary.themes, word.theme, &GlossaryTheme::id)
                == glossary.themes.end())
            problems.push_back({ "glossary-unknown-theme", file + ":" + std::to_string(word.line),
                { word.theme } });
        for (const std::string &other : word.see)
            if (!ids.contains(other))
                problems.push_back(
                    { "glossary-unknown-word", file + ":" + std::to_string(word.line), { other } });
    }
}

void applyTexts(Glossary &glossary, const std::filesystem::path &path, Errors &problems)
{
    readSchemaFile(path, problems, [&](MappingReader &reader) {
        checkHeader(reader);
        reader.requiredText("language");
        readThemes(glossary, reader);
        reader.eachNamed("words", [&](const std::string &id, MappingReader &texts) {
            const std::string shown = texts.requiredText("word");
            const std::string says = texts.requiredText("says");
            const std::string meaning = texts.text("meaning");
            const auto word = std::ranges::find(glossary.words, id, &GlossaryWord::id);
            if (word == glossary.words.end())
                return texts.report("glossary-unknown-word", "word", { id });
            word->word = shown;
            word->says = says;
            if (!meaning.empty())
                word->meaning = meaning;
        });
    });
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
        return extended;
    };
    const auto take = [&glossary](Glossary found) {
        glossary.words = std::move(found.words);
        glossary.themes = std::move(found.themes);
    };
    take(read(directories.shipped / name, problems));
    // The user's file adds to the shipped one, which stands in for it when it is broken.
    auto own = readOverlaid(directories, name, glossary.skipped, read);
    if (own && *own)
        take(**std::move(own));
    const std::string texts = "glossary/glossary." + std::string { language } + ".yaml";
    if (!language.empty() && !directories.find(texts).empty())
        take(requireOverlaid(directories, texts, glossary.skipped, problems,
            [&glossary](const std::filesystem::path &file, Errors &faults) {
                Glossary translated = glossary;
                applyTexts(translated, file, faults);
                return translated;
            }));
    if (!problems.empty())
        return problems;
    return glossary;
}

} // namespace headroom
