#include "app/cli/commands.h"
#include "model/advice/choice_words.h"
#include "model/base/wording/headings.h"
#include "model/base/wording/messages.h"
#include "model/flags/explain/explain_name.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"

#include <iterator>

namespace headroom {
namespace {

/// What a policy or recipe does to the plan of `--plan`, as a section of its own.
Errors addPlanWords(
    Explanation &explanation, const ParsedOptions &options, const CommandContext &context)
{
    const bool isPolicy = explanation.kind == "policy";
    const bool isKnown = isPolicy ? context.library.rematPolicy(explanation.name).hasValue()
                                  : explanation.kind == "recipe";
    if (!isKnown)
        return { Error { "bad-option", "--plan",
            { "goes with a policy or a recipe, which " + explanation.name + " is not" } } };
    const auto plan = openCheckedPlan(options.value("plan"), {}, context.library);
    if (!plan)
        return plan.errors();
    const Result<Estimator> estimator
        = context.bench.estimator(calibrationPath({}, plan->loaded.plan, plan->loaded.file));
    if (!estimator)
        return estimator.errors();
    const PlanAnswer answer = [&](const Plan &other) -> std::optional<Estimate> {
        const auto resolved = resolvePlan(other, context.library, plan->loaded.file.parent_path());
        if (!resolved || !brokenRules(*resolved).empty())
            return std::nullopt;
        return estimator->estimate(*resolved);
    };
    ExplanationSection section { "plan",
        headingIn(options.value("language", "en"), "For this plan"), {} };
    for (const Message &message : isPolicy
            ? policyWords(plan->resolved, explanation.name, context.library, answer)
            : recipeWords(plan->resolved, explanation.name, context.library, answer))
        section.lines.push_back(messageText(message));
    explanation.sections.push_back(std::move(section));
    return {};
}

CommandResult runExplain(const ParsedOptions &options, const CommandContext &context)
{
    const auto catalogue = context.bench.catalogue();
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
    Result<Explanation> found
        = explainName({ catalogue->get(), texts->get(), &context.library, language },
            options.value("NAME"), jaxlib);
    if (!found) {
        Errors problems = found.errors();
        if (problems.front().where.empty())
            problems.front().where = "NAME";
        return CommandResult::badInput(problems);
    }
    Explanation explanation = *std::move(found);
    if (options.has("plan")) {
        const Errors problems = addPlanWords(explanation, options, context);
        if (!problems.empty())
            return CommandResult::badInput(problems);
    }
    switch (options.format()) {
    case OutputFormat::Json:
        return CommandResult::json(explanationDocument(explanation));
    case OutputFormat::Markdown:
        return CommandResult::text(explanationMarkdown(explanation));
    case OutputFormat::Text:
        break;
    }
    return CommandResult::text(explanationText(explanation));
}

} // namespace

CommandSpec explainCommand()
{
    return { "explain", "Explains a flag, variable, set, policy, recipe, term or word",
        { { "NAME", OptionKind::Positional, "What to explain; dashes in front do not count", {},
              true },
            { "jaxlib", OptionKind::Value, "Also says what this release does", {}, false },
            { "plan", OptionKind::Value, "Of a policy or recipe, also what it does to this plan",
                {}, false },
            { "language", OptionKind::Value,
                "Language of headings and long texts; what has no translation stays English",
                { explanationLanguages, explanationLanguages + std::size(explanationLanguages) },
                false },
            formatOption() },
        runExplain, "xla" };
}

} // namespace headroom
