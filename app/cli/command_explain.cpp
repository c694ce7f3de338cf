#include "app/cli/commands.h"
#include "model/base/wording/headings.h"
#include "model/flags/explain_name.h"

#include <iterator>

namespace headroom {
namespace {

CommandResult runExplain(const ParsedOptions &options, const CommandContext &context)
{
    const auto catalogue = FlagCatalogue::load(context.library.directories());
    if (!catalogue)
        return CommandResult::badInput(catalogue.errors());
    const std::string language = options.value("language", "en");
    const auto texts = FlagTextLibrary::load(context.library.directories(), language);
    if (!texts)
        return CommandResult::badInput(texts.errors());
    std::optional<JaxlibChoice> jaxlib;
    if (options.has("jaxlib")) {
        const Result<JaxlibChoice> choice
            = (*catalogue)->releases().choose(options.value("jaxlib"));
        if (!choice) {
            Errors problems = choice.errors();
            problems.front().where = "--jaxlib";
            return CommandResult::badInput(problems);
        }
        jaxlib = *choice;
    }
    const Result<Explanation> explanation
        = explainName({ catalogue->get(), texts->get(), &context.library, language },
            options.value("NAME"), jaxlib);
    if (!explanation) {
        Errors problems = explanation.errors();
        if (problems.front().where.empty())
            problems.front().where = "NAME";
        return CommandResult::badInput(problems);
    }
    switch (options.format()) {
    case OutputFormat::Json:
        return CommandResult::json(explanationDocument(*explanation));
    case OutputFormat::Markdown:
        return CommandResult::text(explanationMarkdown(*explanation));
    case OutputFormat::Text:
        break;
    }
    return CommandResult::text(explanationText(*explanation));
}

} // namespace

CommandSpec explainCommand()
{
    return { "explain", "Explains a flag, variable, set, policy, recipe, term or word",
        { { "NAME", OptionKind::Positional, "What to explain; dashes in front do not count", {},
              true },
            { "jaxlib", OptionKind::Value, "Also says what this release does", {}, false },
            { "language", OptionKind::Value,
                "Language of headings and long texts; what has no translation stays English",
                { explanationLanguages, explanationLanguages + std::size(explanationLanguages) },
                false },
            formatOption() },
        runExplain, "xla" };
}

} // namespace headroom
