#include "app/cli/commands.h"
#include "model/advice/levers.h"
#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/estimate/report/estimate_report.h"
#include "model/flags/advice/flag_proposals.h"
#include "model/rules/checked_plan.h"
#include "model/session/plan_question.h"
#include "model/session/plan_remedies.h"

#include <fmt/format.h>

namespace headroom {
namespace {

/// Everything that `advise` says of a plan.
struct PlanAdvice
{
    std::string jaxlib; ///< release that answers; empty where the framework reads none
    std::vector<FlagProposal> flags;
    std::vector<Lever> levers;
    Estimate now; ///< with what layout alone would gain among its findings
    Remedies helps;
};

Document stepDocument(const Change &change)
{
    return Document::mapping(
        { { "seconds", change.middle }, { "p10", change.p10 }, { "p90", change.p90 } });
}

void addChange(Document &entry, const PlanChange &change)
{
    entry.set("step_change", stepDocument(change.step));
    entry.set("peak_change_bytes", change.peak.middle);
    entry.set("peak_change_p10_bytes", change.peak.p10);
    entry.set("peak_change_p90_bytes", change.peak.p90);
}

Document flagDocument(const FlagProposal &proposal)
{
    Document entry = Document::mapping({ { "name", proposal.advice.name },
        { "value", proposal.advice.value }, { "class", proposalClassId(proposal.proposal) },
        { "reason", proposalText(proposal) } });
    addChange(entry, proposal.change);
    return entry;
}

Document leverDocument(const Lever &lever, const Estimate &now)
{
    Document changes = Document::sequence();
    for (const FieldChange &change : lever.changes)
        changes.append(Document::mapping({ { "path", change.path }, { "value", change.value } }));
    Document entry = Document::mapping({ { "id", lever.id }, { "label", lever.label },
        { "changes", std::move(changes) }, { "note", lever.note } });
    addChange(entry, lever.estimate ? planChange(now, *lever.estimate) : PlanChange {});
    return entry;
}

Document adviceDocument(const PlanAdvice &advice)
{
    Document flags = Document::sequence(), levers = Document::sequence();
    for (const FlagProposal &proposal : advice.flags)
        flags.append(flagDocument(proposal));
    for (const Lever &lever : advice.levers)
        levers.append(leverDocument(lever, advice.now));
    const Document estimate = estimateDocument({ advice.now, {}, {} });
    Document document = Document::mapping(
        { { "plan", advice.now.plan }, { "jaxlib", advice.jaxlib }, { "flags", std::move(flags) },
            { "levers", std::move(levers) }, { "findings", *estimate.find("findings") } });
    addRemedies(document, advice.helps);
    return document;
}

std::string heading(const std::string &text, bool isMarkdown)
{
    return isMarkdown ? "\n## " + text + "\n\n" : '\n' + text + '\n';
}

std::string entryText(const std::string &name, const std::string &text, bool isMarkdown)
{
    return isMarkdown ? fmt::format("- `{}`: {}\n", name, text)
                      : fmt::format("  {}\n      {}\n", name, text);
}

std::string leverText(const Lever &lever, const Estimate &now)
{
    std::string changes;
    for (const FieldChange &change : lever.changes)
        changes += (changes.empty() ? "" : ", ") + change.path + '=' + change.value;
    return (changes.empty() ? "" : changes + ". ") + lever.note
        + (lever.estimate ? ' ' + changeText(planChange(now, *lever.estimate)) : std::string {});
}

std::string adviceText(const PlanAdvice &advice, bool isMarkdown)
{
    std::string text = (isMarkdown ? "# Advice for " : "Advice for ") + displayLine(advice.now.plan)
        + (advice.jaxlib.empty() ? "" : " at jaxlib " + advice.jaxlib) + '\n';
    for (const ProposalClass proposal : proposalOrder) {
        std::string entries;
        for (const FlagProposal &flag : advice.flags)
            if (flag.proposal == proposal)
                entries += entryText(
                    flag.advice.name + (flag.advice.value.empty() ? "" : '=' + flag.advice.value),
                    proposalText(flag), isMarkdown);
        if (!entries.empty())
            text += heading(proposalTitle(proposal), isMarkdown) + entries;
    }
    text += heading("Levers, each tried alone", isMarkdown);
    for (const Lever &lever : advice.levers)
        text += entryText(lever.label, leverText(lever, advice.now), isMarkdown);
    if (!advice.now.findings.empty())
        text += heading("Findings", isMarkdown);
    for (const Finding &finding : advice.now.findings)
        text += entryText(std::string { severityName(finding.severity) } + ' ' + finding.id,
            findingText(finding) + ' ' + findingAction(finding), isMarkdown);
    return text + remediesText(advice.helps, advice.now);
}

Result<PlanAdvice> advise(const CheckedPlan &plan, const CommandContext &context)
{
    const auto catalogue = context.bench.catalogue();
    if (!catalogue)
        return catalogue.errors();
    const auto texts = FlagTextLibrary::load(context.library.directories());
    if (!texts)
        return texts.errors();
    const Result<Estimator> estimator
        = context.bench.estimator(calibrationPath({}, plan.loaded.plan, plan.loaded.file));
    if (!estimator)
        return estimator.errors();
    const auto advisor = FlagAdvisor::make(*catalogue, plan.resolved);
    if (!advisor)
        return advisor.errors();
    PlanAdvice advice;
    if (plan.resolved.framework().runsXla)
        advice.jaxlib = advisor->jaxlib().answers.text();
    advice.flags = flagProposals(*advisor, **texts, plan.resolved, *estimator);
    advice.now = estimator->estimate(plan.resolved);
    const std::filesystem::path folder = plan.loaded.file.parent_path();
    advice.levers
        = levers(plan.resolved.plan, planChanges(*estimator, plan.resolved, advice.now, folder));
    advice.helps = planRemedies(*estimator, plan.resolved, advice.now, folder);
    advice.now.findings.insert(
        advice.now.findings.end(), advice.helps.waste.begin(), advice.helps.waste.end());
    return advice;
}

CommandResult runAdvise(const ParsedOptions &options, const CommandContext &context)
{
    const Result<CheckedPlan> plan
        = openCheckedPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    const Result<PlanAdvice> advice = advise(*plan, context);
    if (!advice)
        return CommandResult::badInput(advice.errors());
    if (options.format() == OutputFormat::Json) {
        Document document = adviceDocument(*advice);
        document.set("question", questionDocument(plan->loaded));
        return CommandResult::json(document).withNotes(plan->loaded.notes);
    }
    return CommandResult::text(adviceText(*advice, options.format() == OutputFormat::Markdown))
        .withNotes(plan->loaded.notes);
}

} // namespace

CommandSpec adviseCommand()
{
    return { "advise", "Says which flags and levers help a plan, and by how much",
        { { "PLAN", OptionKind::Positional, "A plan file, or the id of an example plan", {}, true },
            setOption(), formatOption() },
        runAdvise };
}

} // namespace headroom
