#include "model/flags/catalogue/flag_texts.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/flags/catalogue/flag_files.h"
#include "model/physics/trace/terms.h"

#include <algorithm>
#include <iterator>

namespace headroom {
namespace {

bool isSizeOrTerm(const std::string &id)
{
    return memoryTermById(id) || timeTermById(id)
        || std::ranges::find(memorySizes, id, &MemorySize::id) != std::end(memorySizes);
}

FlagWitness readWitness(MappingReader &reader)
{
    return { reader.requiredText("plan"), reader.texts("set"), reader.requiredText("off"),
        reader.requiredText("on") };
}

/// The witness of the entry serves each effect that names none of its own.
void readEffects(MappingReader &reader, FlagTexts &texts)
{
    std::optional<FlagWitness> common;
    reader.one("witness", [&common](MappingReader &witness) { common = readWitness(witness); });
    reader.each("effects", [&](MappingReader &item) {
        FlagTermEffect effect;
        effect.term = item.requiredText("term");
        if (!isSizeOrTerm(effect.term))
            item.report(
                "not-a-choice", "term", { "term", effect.term, Message { "memory-or-time-term" } });
        static constexpr const char *directions[] = { "more", "less" };
        effect.direction = item.oneOf("direction", directions, "less");
        effect.evidence = item.oneOf("evidence", evidenceNames, Evidence::Assumed);
        effect.text = item.requiredText("text");
        const bool hasOwn = item.one("witness",
            [&effect](MappingReader &witness) { effect.witness = readWitness(witness); });
        if (!hasOwn && common)
            effect.witness = *common;
        else if (!hasOwn)
            item.report("missing-key", "witness", { "witness" });
        texts.effects.push_back(std::move(effect));
    });
}

void readLinks(MappingReader &reader, FlagTexts &texts)
{
    reader.each("conflicts", [&texts](MappingReader &item) {
        texts.conflicts.emplace_back(item.requiredText("with"), item.requiredText("why"));
    });
    reader.each("see_also", [&texts](MappingReader &item) {
        texts.seeAlso.push_back({ item.requiredText("title"), item.requiredText("url") });
    });
}

FlagTexts readTexts(MappingReader &reader)
{
    FlagTexts texts;
    texts.use = reader.requiredText("use");
    texts.cost = reader.requiredText("cost");
    texts.watch = reader.requiredText("watch");
    texts.check = reader.requiredText("check");
    texts.bugs = reader.texts("bugs");
    texts.disagree = reader.texts("disagree");
    readEffects(reader, texts);
    texts.notModelled = reader.texts("not_modelled");
    readLinks(reader, texts);
    reader.rejectUnknownKeys();
    return texts;
}

/// Replaces the texts that a translation gives; what it leaves out stays English.
void overlay(MappingReader &reader, FlagTexts &texts)
{
    texts.says = reader.text("says", texts.says);
    texts.use = reader.text("use", texts.use);
    texts.cost = reader.text("cost", texts.cost);
    texts.watch = reader.text("watch", texts.watch);
    texts.check = reader.text("check", texts.check);
    if (reader.has("bugs"))
        texts.bugs = reader.texts("bugs");
    if (reader.has("disagree"))
        texts.disagree = reader.texts("disagree");
    // Lists are translated in order; one of another length would put a text beside the wrong name.
    const auto list = [&](const char *key, std::size_t size) {
        const std::vector<std::string> lines = reader.texts(key);
        if (!lines.empty() && lines.size() != size)
            reader.report("not-a-choice", key,
                { key, Message { "entries", { std::to_string(lines.size()) } },
                    std::to_string(size) });
        return lines.size() == size ? lines : std::vector<std::string> {};
    };
    const std::vector<std::string> why = list("conflicts", texts.conflicts.size());
    for (std::size_t i = 0; i < why.size(); ++i)
        texts.conflicts[i].second = why[i];
    const std::vector<std::string> effects = list("effects", texts.effects.size());
    for (std::size_t i = 0; i < effects.size(); ++i)
        texts.effects[i].text = effects[i];
    if (std::vector<std::string> lines = list("not_modelled", texts.notModelled.size());
        !lines.empty())
        texts.notModelled = std::move(lines);
    reader.rejectUnknownKeys();
}

template <class Use> void eachEntry(const std::filesystem::path &file, Errors &problems, Use use)
{
    readSchemaFile(file, problems, [&use](MappingReader &reader) {
        reader.requiredText("id");
        reader.text("name");
        if (const Document *entries = reader.child("entries"))
            for (const auto &[name, node] : entries->members())
                use(name, reader.inside(node));
    });
}

} // namespace

Result<std::shared_ptr<const FlagTextLibrary>> FlagTextLibrary::load(
    const DataDirectories &directories, const std::string &language)
{
    using Texts = std::map<std::string, FlagTexts, std::less<>>;
    auto library = std::make_shared<FlagTextLibrary>();
    Errors problems;
    const auto append = [&problems](const Errors &more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    const std::filesystem::path folder = "flags/deep";
    const auto readOriginal = [](const std::filesystem::path &file, Errors &faults) {
        Texts texts;
        eachEntry(file, faults, [&texts](const std::string &name, MappingReader entry) {
            texts[name] = readTexts(entry);
        });
        return texts;
    };
    const auto readTranslated = [&library](const std::filesystem::path &file, Errors &faults) {
        Texts texts = library->m_texts;
        eachEntry(file, faults, [&texts](const std::string &name, MappingReader entry) {
            if (const auto original = texts.find(name); original != texts.end())
                overlay(entry, original->second);
        });
        return texts;
    };
    for (const std::string &name : overlaidNames(directories, folder, isFlagFile)) {
        auto texts = readOverlaid(directories, folder / name, library->m_skipped, readOriginal);
        if (!texts)
            append(texts.errors());
        else if (*texts)
            for (auto &[flag, one] : **texts)
                library->m_texts[flag] = std::move(one);
        const std::filesystem::path translation
            = folder / (std::filesystem::path { name }.stem().string() + '.' + language + ".yaml");
        if (language == "en" || directories.find(translation).empty())
            continue;
        auto translated
            = readOverlaid(directories, translation, library->m_skipped, readTranslated);
        if (!translated)
            append(translated.errors());
        else if (*translated)
            library->m_texts = **std::move(translated);
    }
    if (!problems.empty())
        return problems;
    return std::shared_ptr<const FlagTextLibrary> { std::move(library) };
}

const FlagTexts *FlagTextLibrary::find(std::string_view name) const
{
    const auto texts = m_texts.find(name);
    return texts == m_texts.end() ? nullptr : &texts->second;
}

} // namespace headroom
