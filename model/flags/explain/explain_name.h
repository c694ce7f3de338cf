#pragma once

#include "model/base/document/document.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/flags/catalogue/flag_texts.h"
#include "model/library/profiles/profile_library.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One heading of an explanation with its lines.
struct ExplanationSection
{
    std::string id; ///< key in JSON: "use", "defaults", "conflicts" …
    std::string title;
    std::vector<std::string> lines;
};

/// Everything known about one name.
struct Explanation
{
    std::string kind; ///< flag | variable | set | option | policy | recipe | term | word
    std::string name;
    std::string says; ///< one sentence
    std::vector<ExplanationSection> sections;
    std::vector<FlagLink> links;
    std::string linksTitle = "Links";
    std::vector<FlagTermEffect> effects {}; ///< of a flag; also a section, in words
    std::vector<FlagReport> reports {}; ///< of a flag; also a section, in words
};

/// What is needed to answer; texts may be nullptr, then long explanations are left out.
struct ExplainSources
{
    const FlagCatalogue *flags = nullptr;
    const FlagTextLibrary *texts = nullptr;
    const ProfileLibrary *profiles = nullptr;
    /// Of headings and glossary; `texts` are loaded in theirs. What has no translation stays
    /// English.
    std::string language = "en";
};

/// Explains a flag (with or without dashes), environment variable, named set, framework option,
/// remat policy, recipe, term or word of the glossary. With `jaxlib` the answer says what that
/// release does. Unknown: error "unknown-name" with the nearest names.
Result<Explanation> explainName(const ExplainSources &sources, std::string_view name,
    const std::optional<JaxlibChoice> &jaxlib);

/// The explanation as `explain` prints it: plain text, Markdown, JSON.
std::string explanationText(const Explanation &explanation);
std::string explanationMarkdown(const Explanation &explanation);
Document explanationDocument(const Explanation &explanation);

} // namespace headroom
