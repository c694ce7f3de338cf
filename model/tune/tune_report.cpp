#include "model/tune/tune_report.h"

#include "model/base/text/display_line.h"
#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "model/sources/file_edits.h"

#include <fmt/format.h>

namespace headroom {
namespace {

constexpr double bytesPerGib = 1024.0 * 1024 * 1024;

std::string moveWords(const PlanMove &move)
{
    std::string text;
    for (const FieldChange &change : move)
        text += (text.empty() ? "" : ", ") + change.path + '=' + change.value;
    return text;
}

std::string reasonText(const TuneHunk &hunk)
{
    std::string text = messageText(hunk.reason);
    if (hunk.reshards)
        text += "; " + messageText({ "tune-reshards", {} });
    return text;
}

std::string hunkLine(const TuneHunk &hunk)
{
    const Change &step = hunk.change.step;
    return fmt::format(
        "# {}:{}: {}: {:+.2f} s ({:+.2f} to {:+.2f}), {:+.2f} GiB, fits with {:.0f} %: {}\n",
        displayLine(hunk.file), hunk.line, moveWords(hunk.set), step.middle, step.p10, step.p90,
        hunk.change.peak.middle / bytesPerGib, 100 * hunk.fitProbability,
        displayLine(reasonText(hunk), 400));
}

std::string headLine(const TuneOutcome &outcome)
{
    if (!outcome.now || !outcome.then)
        return {};
    const auto side = [](const Estimate &estimate) {
        return fmt::format("{} per step ({} to {}), {} of {} per device, fits with {:.0f} %",
            formatSeconds(estimate.time.step), formatSeconds(estimate.time.p10),
            formatSeconds(estimate.time.p90), formatBytes(estimate.memory.peak),
            formatBytes(estimate.memory.budget), 100 * estimate.memory.fitProbability);
    };
    const std::string measured = outcome.measured
        ? fmt::format("# measured: {} per step, predicted {}: the figures are corrected by it\n",
            formatSeconds(outcome.measured->step), formatSeconds(outcome.measured->predicted))
        : std::string {};
    if (outcome.hunks.empty())
        return fmt::format("{}# {}. {}\n", measured, side(*outcome.now),
            outcome.beyond ? "No change of what these files say makes it fit."
                           : "Nothing that these files say would be better otherwise.");
    const HardwareChoice &was = outcome.before.hardware, &is = outcome.plan.hardware;
    const std::string devices = was.nodes == is.nodes && was.devicesPerNode == is.devicesPerNode
        ? std::string {}
        : fmt::format("# devices: {} ({} x {}) instead of {} ({} x {}): start it on these\n",
            is.nodes * is.devicesPerNode, is.nodes, is.devicesPerNode,
            was.nodes * was.devicesPerNode, was.nodes, was.devicesPerNode);
    return fmt::format("{}# before: {}\n# after:  {}\n{}", measured, side(*outcome.now),
        side(*outcome.then), devices);
}

/// What helps beyond the files, as remarks of the diff.
std::string beyondText(const TuneOutcome &outcome)
{
    std::string text;
    if (!outcome.beyond || outcome.beyond->all.empty())
        return text;
    const std::string lines(remediesText(*outcome.beyond, *outcome.then).substr(1));
    for (std::size_t from = 0; from < lines.size();) {
        const std::size_t to = std::min(lines.find('\n', from), lines.size());
        text += "# " + lines.substr(from, to - from) + '\n';
        from = to + 1;
    }
    return text;
}

Document changeDocument(const char *unit, const Change &change)
{
    return Document::mapping({ { unit, finiteNumber(change.middle) },
        { "p10", finiteNumber(change.p10) }, { "p90", finiteNumber(change.p90) } });
}

Document hunkDocument(const TuneHunk &hunk)
{
    Document set = Document::sequence();
    for (const FieldChange &change : hunk.set)
        set.append(change.path + '=' + change.value);
    return Document::mapping({ { "file", hunk.file },
        { "line", static_cast<std::int64_t>(hunk.line) }, { "set", std::move(set) },
        { "step_change", changeDocument("seconds", hunk.change.step) },
        { "peak_change_bytes", changeDocument("bytes", hunk.change.peak) },
        { "fit_probability", finiteNumber(hunk.fitProbability) }, { "reason", reasonText(hunk) },
        { "changes_checkpoints", hunk.reshards } });
}

Document measuredDocument(const std::optional<LoggedStep> &measured)
{
    if (!measured)
        return {};
    return Document::mapping({ { "step_seconds", finiteNumber(measured->step.value()) },
        { "predicted_seconds", finiteNumber(measured->predicted.value()) } });
}

Document figuresDocument(const std::optional<Estimate> &estimate)
{
    if (!estimate)
        return {};
    return Document::mapping({ { "step_seconds", finiteNumber(estimate->time.step.value()) },
        { "p10_seconds", finiteNumber(estimate->time.p10.value()) },
        { "p90_seconds", finiteNumber(estimate->time.p90.value()) },
        { "peak_bytes", finiteNumber(estimate->memory.peak.value()) },
        { "fits", estimate->memory.fits },
        { "fit_probability", finiteNumber(estimate->memory.fitProbability) } });
}

} // namespace

std::string tuneDiff(const TuneQuestion &question, const TuneOutcome &outcome)
{
    std::string text;
    for (std::size_t i = 0; i < question.files.size() && i < outcome.after.size(); ++i)
        text += unifiedDiff(question.files[i].text, outcome.after[i].text, question.files[i].name);
    return text;
}

std::string tuneText(const TuneQuestion &question, const TuneOutcome &outcome)
{
    std::string text = headLine(outcome);
    for (const TuneHunk &hunk : outcome.hunks)
        text += hunkLine(hunk);
    text += beyondText(outcome);
    return text + tuneDiff(question, outcome);
}

Document tuneDocument(const TuneQuestion &question, const TuneOutcome &outcome)
{
    Document hunks = Document::sequence();
    for (const TuneHunk &hunk : outcome.hunks)
        hunks.append(hunkDocument(hunk));
    Document missing = Document::sequence();
    for (const MissingField &field : outcome.missing)
        missing.append(
            Document::mapping({ { "path", field.path }, { "question", messageText(field.question) },
                { "guess", field.guess }, { "reason", messageText(field.reason) } }));
    Document document = Document::mapping({ { "diff", tuneDiff(question, outcome) },
        { "hunks", std::move(hunks) }, { "plan", planDocument(outcome.plan, PlanDetail::Brief) },
        { "missing", std::move(missing) }, { "before", figuresDocument(outcome.now) },
        { "after", figuresDocument(outcome.then) }, { "gain", finiteNumber(outcome.gain) },
        { "measured", measuredDocument(outcome.measured) } });
    if (outcome.beyond)
        addRemedies(document, *outcome.beyond);
    return document;
}

} // namespace headroom
