#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/estimate/figure_intervals.h"
#include "model/flags/advice/flag_proposals.h"
#include "model/launch/common/run_command.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/trained_weights.h"
#include "model/launch/targets/export_targets.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>

#include <cmath>

namespace headroom {
namespace {

/// Markdown text that shows as it is written: what could start markup gets a backslash.
std::string markdownText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_[]<>#|!&~").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

/// What to do about a finding. The window offers changes next to its memory findings; a README
/// names the command that lists them.
std::string actionText(const Finding &finding)
{
    if (finding.id == "does-not-fit" || finding.id == "may-not-fit")
        return "`headroom-cli estimate plan.headroom.yaml` lists changes that make it fit, the "
               "smallest first.";
    return markdownText(findingAction(finding));
}

void addExpectation(std::string &text, const Estimate &estimate)
{
    const MemoryEstimate &memory = estimate.memory;
    text += "## What to expect\n\n";
    text += "| | predicted | 80 % interval |\n| --- | --- | --- |\n";
    text += fmt::format("| step time | {} | {} to {} |\n", formatSeconds(estimate.time.step),
        formatSeconds(estimate.time.p10), formatSeconds(estimate.time.p90));
    text += fmt::format("| memory in the pool, worst device | {} of {} | {} to {} |\n",
        formatBytes(memory.decisive().bytes), formatBytes(memory.budget),
        formatBytes(memory.decisive().p10), formatBytes(memory.decisive().p90));
    text += fmt::format("| memory outside the pool | {} | |\n", formatBytes(memory.outsidePool));
    text += fmt::format("| tokens per second and device | {} | |\n",
        formatCount(std::round(estimate.throughput.tokensPerSecondPerDevice)));
    text += fmt::format("| MFU | {} | |\n\n", formatShare(estimate.throughput.mfu));
    text += "GiB is 2^30 bytes. A run outside the interval is worth a look: measure once and give "
            "the result "
            "to `headroom-cli estimate --measured-step-seconds`.\n\n";
    text += fmt::format("This plan {} in memory (probability {}).{}\n\n",
        messageText(fitWords(memory)), amountText(fitAmount(memory)),
        memory.fits ? "" : " The times are what it would take if it did.");
    if (!estimate.findings.empty()) {
        text += "Unresolved findings:\n\n";
        for (const Finding &finding : estimate.findings)
            text += fmt::format("- {}: {} {}\n", severityName(finding.severity),
                markdownText(findingText(finding)), actionText(finding));
        text += '\n';
    }
}

/// How the run comes to start in an image, by what the target writes.
std::string_view startInImage(const ExportDraft &draft)
{
    const auto has = [&draft](std::string_view name) {
        return std::ranges::any_of(draft.entries,
            [name](const ExportDraft::Entry &entry) { return entry.file.name == name; });
    };
    if (has("job.sbatch"))
        return "`job.container` of the plan makes job.sbatch start in it.";
    if (has("job_per_node.sbatch"))
        return "`job.container` of the plan makes the Slurm jobs start in it.";
    if (has("submit.sh"))
        return "`job.container` of the plan, or IMAGE in front of submit.sh, starts the job in it.";
    return "Start the scripts in it, with this folder mounted.";
}

/// The image that the job starts in, or one that it could start in.
std::string containerText(const LaunchSpec &spec, const ExportDraft &draft)
{
    const ExportRequest &request = *spec.request;
    if (request.image.empty() || !spec.plan().job->container.empty())
        return {};
    return fmt::format("Image: {} ({}). {}\n\n", markdownCode(request.image),
        markdownText(request.imageSource), startInImage(draft));
}

/// Keys are code already; other words are escaped.
void addChoices(std::string &text, const ExportDraft &draft)
{
    if (draft.choices.empty())
        return;
    text += "## Where each choice of the plan is written\n\n";
    for (const LeftOut &choice : draft.choices)
        text += fmt::format("- {}: {}\n", markdownCode(choice.what),
            choice.reason.starts_with('`') ? choice.reason : markdownText(choice.reason));
    text += '\n';
}

void addFlags(std::string &text, const LaunchSpec &spec)
{
    std::string rows;
    for (const auto *list : { &spec.xlaFlags, &spec.tpuFlags, &spec.environment })
        for (const LaunchFlag &flag : *list)
            if (!flag.reason.empty())
                rows += fmt::format("- {}: {}\n", markdownCode(flag.name + '=' + flag.value),
                    markdownText(flag.reason));
    if (!rows.empty())
        text += "## Why these flags\n\n" + rows + '\n';
}

/// What the rules say of flags that these files do not set.
void addOtherFlags(std::string &text, const ExportRequest &request, const ExportDraft &draft)
{
    // torch's launch scripts set some of their own.
    const auto isSet = [&draft](const FlagAdvice &advice) {
        const std::string line = "export " + advice.name + '=' + advice.value + '\n';
        return std::ranges::any_of(draft.entries, [&line](const ExportDraft::Entry &entry) {
            return entry.file.content.find(line) != std::string::npos;
        });
    };
    std::string lists;
    for (const ProposalClass proposal : proposalOrder) {
        std::string rows;
        for (const FlagAdvice &advice : request.advice)
            if (proposalClass(advice.kind) == proposal && !isSet(advice))
                rows += fmt::format("- {}: {}\n",
                    markdownCode(advice.name + (advice.value.empty() ? "" : '=' + advice.value)),
                    markdownText(adviceText(advice)));
        if (!rows.empty())
            lists += fmt::format("{}:\n\n{}\n", proposalTitle(proposal), rows);
    }
    if (!lists.empty())
        text += "## Other flags\n\nNot set here; `headroom-cli advise` says what each would change "
                "by the estimate.\n\n"
            + lists;
}

} // namespace

std::string exportReadme(
    const LaunchSpec &spec, const ExportTarget &target, const ExportDraft &draft)
{
    const std::string &name = spec.request->original.name;
    const std::vector<std::string> lines = introduction(spec);
    std::string text
        = fmt::format("# {}\n\n", markdownText(displayLine(name.empty() ? spec.slug : name, 2000)));
    text += fmt::format(
        "{} {}\n\n{}\n\n", target.purpose, markdownText(lines[1]), markdownText(lines.back()));
    text += "## Files\n\n";
    for (const ExportDraft::Entry &entry : draft.entries)
        text += fmt::format("- `{}`: {}.\n", entry.file.name, entry.purpose);
    text += fmt::format("\n{}\n\n", howToRunHeading);
    for (const std::string &paragraph : draft.howToRun)
        text += paragraph + "\n\n";
    text += containerText(spec, draft);
    if (const std::string weights = trainedWeightsText(spec); !weights.empty())
        text += weights + "\n\n";
    if (spec.request->prediction)
        addExpectation(text, *spec.request->prediction);
    addChoices(text, draft);
    if (!draft.notes.empty()) {
        text += "## Good to know\n\n";
        for (const std::string &note : draft.notes)
            text += "- " + note + '\n';
        text += '\n';
    }
    addFlags(text, spec);
    addOtherFlags(text, *spec.request, draft);
    if (!draft.leftOut.empty()) {
        text += "## What was left out\n\n";
        for (const LeftOut &item : draft.leftOut)
            text += fmt::format("- {}: {}\n", markdownCode(item.what), markdownText(item.reason));
        text += '\n';
    }
    return text;
}

} // namespace headroom
