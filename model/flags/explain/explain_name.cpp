#include "model/flags/explain/explain_name.h"

#include "model/base/wording/headings.h"
#include "model/base/wording/name_distance.h"
#include "model/flags/catalogue/sweep_values.h"
#include "model/flags/catalogue/term_texts.h"
#include "model/flags/explain/explain_profiles.h"
#include "model/lessons/glossary.h"
#include "model/physics/trace/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace headroom {
namespace {

void addSection(
    Explanation &explanation, const char *id, const char *title, std::vector<std::string> lines)
{
    std::erase(lines, std::string {});
    if (!lines.empty())
        explanation.sections.push_back({ id, title, std::move(lines) });
}

std::string joined(const std::vector<std::string> &words, const char *separator = ", ")
{
    return fmt::format("{}", fmt::join(words, separator));
}

std::string presenceText(const FlagEntry &entry)
{
    switch (entry.existence) {
    case FlagExistence::Unreleased:
        return "In no release up to now; XLA's main branch has it since August 2026.";
    case FlagExistence::NeverReleased:
        return "Was in no release.";
    case FlagExistence::NeverExisted:
        return "Never existed: nothing reads it.";
    case FlagExistence::Unversioned:
        return entry.sinceText.empty()
            ? "Nothing is known about versions."
            : "Since " + entry.sinceText + (entry.sinceOrEarlier ? " or earlier." : ".");
    case FlagExistence::Released:
        break;
    }
    const VersionOwner owner = entry.sinceOf.value_or(VersionOwner::Jaxlib);
    std::string text
        = fmt::format("Since {} {}{}", versionOwnerWords[static_cast<std::size_t>(owner)],
            entry.since ? entry.since->text() : "?", entry.sinceOrEarlier ? " or earlier" : "");
    if (entry.removed)
        text += ", removed in " + entry.removed->text();
    text += '.';
    if (entry.noopFrom)
        text += " Accepted without effect from " + entry.noopFrom->text() + '.';
    else if (entry.unreadFrom)
        text += " Read by nothing from " + entry.unreadFrom->text() + '.';
    return text;
}

std::string needText(const std::string &need)
{
    static constexpr std::array words { std::pair { "multi_device", "more than one device" },
        std::pair { "multi_host", "more than one host or slice" },
        std::pair { "fsdp", "weights sharded over FSDP" },
        std::pair { "tensor_parallel", "tensor parallelism" },
        std::pair { "pipeline", "pipeline parallelism" },
        std::pair { "scan_layers", "scanned layers" }, std::pair { "experts", "experts" },
        std::pair { "host_offload", "activations or state in host memory" },
        std::pair { "profile", "a profile of an earlier run" } };
    for (const auto &[id, text] : words)
        if (need == id)
            return text;
    return need;
}

/// One line for each default that the name has had: "from 0.4.35: false".
std::vector<std::string> defaultHistory(const FlagEntry &entry)
{
    std::vector<std::string> lines;
    if (!entry.defaultText.empty() && entry.defaults.empty())
        return { entry.defaultText };
    for (std::size_t i = 0; i < entry.defaults.size(); ++i) {
        const DefaultSince &change = entry.defaults[i];
        const std::string value = change.value.empty() ? "(empty)" : change.value;
        if (change.since == JaxlibVersion {})
            lines.push_back(value);
        else if (i == 0 && entry.sinceOrEarlier)
            lines.push_back("up to and from " + change.since.text() + ": " + value);
        else
            lines.push_back("from " + change.since.text() + ": " + value);
    }
    return lines;
}

void addFacts(const FlagEntry &entry, Explanation &explanation)
{
    std::vector<std::string> facts { std::string { "Written in: " }
            + (entry.isVariable() ? "the environment" : carrierName(entry.carrier)) + '.',
        std::string { "Type: " } + typeName(entry)
            + (entry.valuesText.empty() ? "." : "; values: " + entry.valuesText + '.'),
        std::string { "Area: " } + areaLabel(entry.area) + '.', presenceText(entry) };
    if (!entry.needs.empty()) {
        std::vector<std::string> needs;
        for (const std::string &need : entry.needs)
            needs.push_back(needText(need));
        facts.push_back("Matters only with " + joined(needs, " and ") + '.');
    }
    if (!entry.replacedBy.empty())
        facts.push_back("Followed by: " + joined(entry.replacedBy) + '.');
    if (entry.isStable)
        facts.push_back("On XLA's own list of stable flags.");
    if (!entry.next.empty() && entry.existence == FlagExistence::Released)
        facts.push_back("After the newest release: " + entry.next + '.');
    addSection(explanation, "facts", "Facts", std::move(facts));
    addSection(explanation, "defaults", "Default", defaultHistory(entry));
    addSection(explanation, "note", "Note", { entry.note });
}

void addTexts(const FlagTexts &texts, Explanation &explanation)
{
    addSection(explanation, "use", "When to use it", { texts.use });
    addSection(explanation, "cost", "What it costs", { texts.cost });
    addSection(explanation, "watch", "What to watch", { texts.watch });
    addSection(explanation, "check", "How to see that it worked", { texts.check });
    std::vector<std::string> conflicts;
    for (const auto &[with, why] : texts.conflicts)
        conflicts.push_back(with + ": " + why);
    addSection(explanation, "conflicts", "Conflicts", std::move(conflicts));
    addSection(explanation, "bugs", "Known bugs", texts.bugs);
    addSection(explanation, "disagree", "Where documents disagree", texts.disagree);
    explanation.links.insert(explanation.links.end(), texts.seeAlso.begin(), texts.seeAlso.end());
}

/// "0.4.33 up to 0.4.36" and the like; the end is the first release that is free of it.
std::string releasesOf(const FlagConflict &rule)
{
    const std::string from = rule.since ? "from " + rule.since->text() : std::string {};
    const std::string until = rule.until ? "before " + rule.until->text() : std::string {};
    return from.empty() ? until : until.empty() ? from + " on" : from + ", " + until;
}

void addReports(const FlagCatalogue &catalogue, const FlagEntry &entry, Explanation &explanation)
{
    static constexpr std::array words { "works", "has no effect", "crashes", "diverges" };
    explanation.reports = catalogue.reportsOf(entry);
    std::vector<std::string> lines;
    for (const FlagReport &report : explanation.reports)
        if (!report.rule.why.empty())
            lines.push_back(fmt::format("jaxlib {}: {}. {} ({})", releasesOf(report.rule),
                words[static_cast<std::size_t>(report.state)], report.rule.why, report.source));
    addSection(explanation, "reports", "Reported by release", std::move(lines));
}

/// What the estimate computes of the flag, and what it leaves to a measurement.
void addEffects(const FlagEntry &entry, const FlagTexts *texts, Explanation &explanation)
{
    if (texts)
        explanation.effects = texts->effects;
    std::vector<std::string> lines;
    for (const FlagTermEffect &effect : explanation.effects)
        lines.push_back(effect.term + " (" + effect.direction + ", "
            + evidenceNames[static_cast<std::size_t>(effect.evidence)] + "): " + effect.text);
    addSection(explanation, "effects", "What it does to the step", std::move(lines));
    std::vector<std::string> open = texts ? texts->notModelled : std::vector<std::string> {};
    if (open.empty() && explanation.effects.empty())
        open.emplace_back("No term of the estimate reads it.");
    const bool canRun = entry.existence == FlagExistence::Released
        || entry.existence == FlagExistence::Unversioned;
    const std::string values = sweepValues(entry, texts);
    if (!open.empty() && canRun && !values.empty())
        open.push_back("The sweep that would tell: headroom-cli sweep PLAN --over flags."
            + entry.name + '=' + values + " --target TARGET --out DIR.");
    addSection(explanation, "not_modelled", "Not modelled", std::move(open));
}

/// The table of XLA's flags as the release pins it.
void addFlagTable(const JaxlibRelease &release, Explanation &explanation)
{
    const bool isOwn = release.repository == "openxla/xla"; // before it was part of TensorFlow
    explanation.links.push_back({ "XLA's flags in jaxlib " + release.version.text(),
        fmt::format("https://github.com/{}/blob/{}/{}xla/debug_options_flags.cc",
            release.repository, release.xlaCommit, isOwn ? "" : "tensorflow/compiler/") });
}

/// What the release knows of the name, in one sentence.
std::string statusSentence(
    const FlagCatalogue &catalogue, const FlagEntry &entry, const JaxlibChoice &jaxlib)
{
    const JaxlibVersion &version = jaxlib.answers;
    std::string head = "jaxlib " + version.text();
    if (jaxlib.certainty == VersionCertainty::NearestOlder)
        head += " (the nearest older release to " + jaxlib.asked.text() + " with data)";
    else if (jaxlib.isUncertain())
        head += " (" + jaxlib.asked.text() + " is outside the data, so this is uncertain)";
    const FlagStatus status = statusAt(entry, version);
    if (!status.isKnown)
        return head + ": nothing is known about versions of this name.";
    const std::vector<std::string> next = catalogue.successors(entry.name, version);
    const std::string instead = next.empty() ? "." : "; use " + joined(next) + " instead.";
    switch (status.presence) {
    case FlagPresence::Removed:
        return head + ": removed in " + entry.removed->text() + instead;
    case FlagPresence::NotYet:
        return head + ": not there yet, it comes in " + entry.since->text() + '.';
    case FlagPresence::Absent:
        return head + ": absent in this release" + instead;
    case FlagPresence::NeverThere:
        return head + ": does not exist" + instead;
    case FlagPresence::Present:
        break;
    }
    std::string text = head + ": exists";
    if (status.hasDefault)
        text += ", default " + (status.defaultValue.empty() ? "(empty)" : status.defaultValue);
    else if (!entry.defaultText.empty())
        text += ", default " + entry.defaultText;
    return text + (status.isNoop ? ", and has no effect." : ".");
}

Explanation explainFlag(const ExplainSources &sources, const FlagEntry &entry,
    const std::optional<JaxlibChoice> &jaxlib)
{
    Explanation explanation { entry.isVariable() ? "variable" : "flag", entry.name, entry.says, {},
        {} };
    const FlagTexts *texts = sources.texts ? sources.texts->find(entry.name) : nullptr;
    if (texts && !texts->says.empty())
        explanation.says = texts->says;
    if (jaxlib)
        addSection(explanation, "at_jaxlib", "At that release",
            { statusSentence(*sources.flags, entry, *jaxlib) });
    const JaxlibRelease *release
        = jaxlib ? sources.flags->releases().find(jaxlib->answers) : nullptr;
    if (release && entry.carrier == FlagCarrier::XlaFlags)
        addFlagTable(*release, explanation);
    addFacts(entry, explanation);
    if (texts)
        addTexts(*texts, explanation);
    addReports(*sources.flags, entry, explanation);
    addEffects(entry, texts, explanation);
    std::vector<std::string> sets;
    for (const FlagSet &set : sources.flags->sets())
        if (std::ranges::any_of(set.settings,
                [&entry](const FlagSetting &setting) { return setting.name == entry.name; }))
            sets.push_back(set.id);
    addSection(explanation, "sets", "Part of", { joined(sets) });
    addSection(explanation, "source", "Source", { entry.source });
    return explanation;
}

Explanation explainSet(const FlagSet &set)
{
    Explanation explanation { "set", set.id, set.says, {}, {} };
    std::vector<std::string> settings;
    for (const FlagSetting &setting : set.settings)
        settings.push_back(setting.name + '=' + setting.value);
    addSection(explanation, "title", "Title", { set.name });
    addSection(explanation, "settings", "Settings", std::move(settings));
    addSection(explanation, "source", "Source", { set.source });
    return explanation;
}

Explanation explainOption(const NamedOption &option)
{
    Explanation explanation { "option", option.name, option.says, {}, {} };
    addSection(explanation, "use", "When to use it", { option.use });
    addSection(explanation, "watch", "What to watch", { option.watch });
    addSection(explanation, "instead", "Instead", { joined(option.instead) });
    for (const auto &[title, url] : option.seeAlso)
        explanation.links.push_back({ title, url });
    return explanation;
}

Explanation explainTerm(const std::string &id, const TermText &term)
{
    Explanation explanation { "term", id, term.says, {}, {} };
    if (const auto memory = memoryTermById(id))
        addSection(explanation, "label", "In the memory estimate", { termLabel(*memory) });
    if (const auto time = timeTermById(id))
        addSection(explanation, "label", "In the time estimate", { termLabel(*time) });
    addSection(explanation, "see", "See also", { joined(term.see) });
    return explanation;
}

Explanation explainWord(const GlossaryWord &word, const TermTexts &texts)
{
    Explanation explanation { "word", word.id, word.says, {}, {} };
    addSection(explanation, "meaning", "Stands for", { word.meaning });
    addSection(explanation, "aliases", "Also called", { joined(word.aliases) });
    addSection(explanation, "see", "See also", { joined(word.see) });
    addSection(explanation, "lesson", "Lesson", { word.lesson });
    if (const auto links = texts.wordLinks.find(word.id); links != texts.wordLinks.end())
        explanation.links = links->second;
    return explanation;
}

Error unknownName(const ExplainSources &sources, const std::string &name, const TermTexts &terms,
    const Glossary &glossary)
{
    std::vector<std::string> known = explainableProfiles(*sources.profiles);
    for (const FlagEntry &entry : sources.flags->entries())
        known.push_back(entry.name);
    for (const FlagSet &set : sources.flags->sets())
        known.push_back(set.id);
    for (const NamedOption &option : sources.flags->options())
        known.push_back(option.name);
    for (const auto &[id, term] : terms.terms)
        known.push_back(id);
    for (const GlossaryWord &word : glossary.words) {
        known.push_back(word.id);
        known.insert(known.end(), word.aliases.begin(), word.aliases.end());
    }
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const std::vector<std::string> near = NameIndex { std::move(known) }.nearest(name, 3);
    return { "unknown-name", {},
        { name.substr(0, 120),
            near.empty() ? "`headroom-cli profiles flags` lists the flags that are known"
                         : "did you mean " + joined(near, " or ") + '?' } };
}

Result<Explanation> findAndExplain(
    const ExplainSources &sources, std::string_view name, const std::optional<JaxlibChoice> &jaxlib)
{
    if (const FlagEntry *entry = sources.flags->find(name))
        return explainFlag(sources, *entry, jaxlib);
    if (const NcclVariable *variable = sources.flags->nccl().find(name))
        return explainNcclVariable(sources.flags->nccl(), std::string { name }, *variable);
    if (const FlagSet *set = sources.flags->set(name))
        return explainSet(*set);
    const std::string wanted { name };
    if (const NamedOption *option = sources.flags->option(wanted))
        return explainOption(*option);
    const std::size_t start = name.find_first_not_of('-');
    if (start != std::string_view::npos && start > 0)
        if (const NamedOption *option = sources.flags->option(name.substr(start)))
            return explainOption(*option);
    if (auto profile = explainProfile(*sources.profiles, wanted))
        return *std::move(profile);
    const DataDirectories &directories = sources.profiles->directories();
    const Result<TermTexts> terms = loadTermTexts(directories);
    if (!terms)
        return terms.errors();
    if (const auto term = terms->terms.find(wanted); term != terms->terms.end())
        return explainTerm(wanted, term->second);
    const Result<Glossary> glossary = loadGlossary(directories);
    if (!glossary)
        return glossary.errors();
    // English names are understood in every language, and those of the asked language as well.
    const Result<Glossary> translated = loadGlossary(directories, sources.language);
    if (!translated)
        return translated.errors();
    const GlossaryWord *word = glossary->find(wanted);
    word = word ? translated->find(word->id) : translated->find(wanted);
    if (word)
        return explainWord(*word, *terms);
    return unknownName(sources, wanted, *terms, *glossary);
}

} // namespace

Result<Explanation> explainName(
    const ExplainSources &sources, std::string_view name, const std::optional<JaxlibChoice> &jaxlib)
{
    Result<Explanation> found = findAndExplain(sources, name, jaxlib);
    if (!found)
        return found;
    Explanation explanation = *std::move(found);
    for (ExplanationSection &section : explanation.sections)
        section.title = headingIn(sources.language, section.title);
    explanation.linksTitle = headingIn(sources.language, explanation.linksTitle);
    return explanation;
}

} // namespace headroom
