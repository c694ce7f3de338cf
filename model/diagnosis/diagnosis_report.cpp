#include "model/diagnosis/diagnosis_report.h"

#include "model/base/text/display_line.h"
#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/runs/runs_report.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom {
namespace {

Document numberOrNull(const std::optional<double> &value)
{
    return value ? Document { *value } : Document {};
}

constexpr std::array causeSecondsNames { "difference", "departure", "prediction" };

Document causeMembers(const RunCause &cause)
{
    return Document::mapping({ { "id", cause.id }, { "weight", cause.weight },
        { "title", messageText(cause.title()) }, { "evidence", messageText(cause.evidence) },
        { "test", messageText(cause.test) }, { "shown", cause.isShown },
        { "seconds", cause.explained }, { "seconds_alone", numberOrNull(cause.seconds) },
        { "seconds_of", causeSecondsNames[static_cast<std::size_t>(cause.counts)] } });
}

Document runMembers(const RunDiagnosis &run)
{
    Document causes = Document::sequence(), notes = Document::sequence();
    for (const RunCause &cause : run.causes)
        causes.append(causeMembers(cause));
    for (const Message &note : run.notes)
        notes.append(messageText(note));
    Document members = Document::mapping(
        { { "id", run.id }, { "ratio", run.isCompared() ? Document { run.ratio } : Document {} },
            { "inside", run.isCompared() ? Document { run.isInside } : Document {} },
            { "step_seconds", numberOrNull(run.stepSeconds) } });
    if (const auto &predicted = run.predicted) {
        members.set("predicted_seconds", predicted->time.step.value());
        members.set("predicted_p10", predicted->time.p10.value());
        members.set("predicted_p90", predicted->time.p90.value());
        members.set("predicted_mfu", predicted->throughput.mfu);
        members.set("predicted_peak_bytes", run.predictedPeak);
    }
    if (run.plainTime)
        members.set("uncalibrated_seconds", run.plainTime->step.value());
    if (run.plannedSeconds)
        members.set("planned_seconds", *run.plannedSeconds);
    members.set("difference_seconds", run.isCompared() ? Document { run.difference } : Document {});
    members.set(
        "unexplained_seconds", run.isCompared() ? Document { run.unexplained } : Document {});
    members.set("mfu", run.isCompared() ? Document { run.measuredMfu } : Document {});
    if (run.mfuPlace)
        addMfuPlace(members, *run.mfuPlace);
    members.set("peak_bytes", numberOrNull(run.peakBytes));
    Document terms = Document::sequence();
    for (const ComparedTerm &term : run.terms)
        terms.append(comparedTermMembers(term));
    members.set("terms", std::move(terms));
    Document missing = Document::sequence();
    for (const RunFact fact : run.missing)
        missing.append(runFactName(fact));
    members.set("missing", std::move(missing));
    members.set("verdict",
        run.isCompared() ? Document::mapping({ { "text", messageText(diagnosisVerdict(run)) } })
                         : Document {});
    members.set(
        "conclusion", run.isCompared() ? Document { conclusionName(run.conclusion) } : Document {});
    members.set("causes", std::move(causes));
    members.set("notes", std::move(notes));
    return members;
}

/// Text of at most `width` characters a line, each line behind `indent`.
std::string wrapped(const std::string &text, std::size_t indent, std::size_t width = 96)
{
    std::string all, line;
    const std::string margin(indent, ' ');
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = text.find(' ', begin);
        if (end == std::string::npos)
            end = text.size();
        const std::string word = text.substr(begin, end - begin);
        if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
            all += margin + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
        begin = end + 1;
    }
    return all + margin + line + '\n';
}

std::string sentence(std::string text)
{
    // "remat.policy was …" begins with a name, which keeps its letters.
    const bool isName = text.substr(0, text.find(' ')).find_first_of("._=") != std::string::npos;
    if (!text.empty() && !isName && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text.ends_with('?') ? text : text + '.';
}

std::string comparison(const RunDiagnosis &run)
{
    const Estimate &predicted = *run.predicted;
    std::string text = fmt::format("  measured    {:<12} MFU {}\n",
        formatSeconds(Seconds { *run.stepSeconds }), formatShare(run.measuredMfu));
    text += fmt::format("  predicted   {:<12} MFU {}   80 % between {} and {}\n",
        formatSeconds(predicted.time.step), formatShare(predicted.throughput.mfu),
        formatSeconds(predicted.time.p10), formatSeconds(predicted.time.p90));
    if (run.plainTime)
        text += fmt::format("  by profiles {:<12} without the plan's calibration; 80 % between {} "
                            "and {}\n",
            formatSeconds(run.plainTime->step), formatSeconds(run.plainTime->p10),
            formatSeconds(run.plainTime->p90));
    if (run.plannedSeconds
        && std::abs(*run.plannedSeconds / predicted.time.step.value() - 1) >= 0.001)
        text += fmt::format("  the plan    {:<12} the run's settings differ from the plan's\n",
            formatSeconds(Seconds { *run.plannedSeconds }));
    if (run.peakBytes)
        text += fmt::format("  memory      {:<12} predicted {} ({})\n",
            formatBytes(Bytes { *run.peakBytes }), formatBytes(Bytes { run.predictedPeak }),
            run.memoryIs.empty() ? "peak" : run.memoryIs);
    if (run.mfuPlace)
        text += '\n' + wrapped(mfuText(*run.mfuPlace), 2);
    return text;
}

std::string causeText(const RunDiagnosis &run, const RunCause &cause, std::size_t number)
{
    std::string head = fmt::format("  {}. {}", number, messageText(cause.title()));
    std::string text = head + '\n';
    std::string evidence = sentence(messageText(cause.evidence));
    if (const Message reach = causeReach(run, cause); !reach.id.empty())
        evidence += ' ' + sentence(messageText(reach));
    text += wrapped(evidence, 5);
    text += wrapped("To tell: " + messageText(cause.test) + '.', 5);
    return text;
}

std::string runText(const RunDiagnosis &run)
{
    std::string text;
    if (run.isCompared())
        text += messageText(diagnosisVerdict(run)) + '\n';
    text += fmt::format("{}  {}\n\n", displayLine(run.id), displayLine(run.source));
    if (run.isCompared())
        text += comparison(run);
    if (!run.terms.empty())
        text += '\n' + comparedTermLines(run.terms);
    for (const Message &note : run.notes)
        text += "  " + sentence(messageText(note)) + '\n';
    if (run.causes.empty())
        return text;
    std::size_t number = 0;
    for (const RunCause &cause : run.causes) {
        const bool isFirst = number++ == 0;
        const bool explains = cause.weight > 0;
        if (explains && isFirst)
            text += run.isInside ? "\n  What could still be faster\n"
                                 : "\n  Causes, the likeliest first\n";
        else if (!explains && (isFirst || run.causes[number - 2].weight > 0))
            text += "\n  Also seen, which by the estimate explains none of it\n";
        text += '\n' + causeText(run, cause, number);
    }
    return text;
}

} // namespace

Message diagnosisVerdict(const RunDiagnosis &run)
{
    if (!run.isCompared())
        return run.notes.empty() ? Message {} : run.notes.front();
    if (run.isInside)
        return { "diagnosis-inside", { Amount { Amount::Share, std::abs(run.ratio - 1) } } };
    const std::string times = fmt::format("{:.{}f}", run.ratio, run.ratio < 1.95 ? 2 : 1);
    const auto lasting = [](double seconds) { return Amount { Amount::Duration, seconds }; };
    if (run.ratio < 1)
        return { "diagnosis-faster", { times, lasting(std::abs(run.difference)) } };
    const bool explains
        = std::ranges::any_of(run.causes, [](const RunCause &cause) { return cause.weight > 0; });
    if (!explains)
        return { "diagnosis-slower-unexplained", { times, lasting(run.difference) } };
    return { "diagnosis-slower",
        { times, lasting(run.difference - run.unexplained),
            lasting(std::max(run.unexplained, 0.0)) } };
}

Message causeReach(const RunDiagnosis &run, const RunCause &cause)
{
    if (!(cause.weight > 0 && cause.seconds && *cause.seconds > 0))
        return {};
    const Amount seconds { Amount::Duration, *cause.seconds };
    if (cause.counts == CauseSeconds::OfDifference)
        return { "cause-explains", { seconds } };
    const double beyondPlan
        = *run.stepSeconds - run.plannedSeconds.value_or(run.predicted->time.step.value());
    if (cause.counts == CauseSeconds::OfDeparture && beyondPlan > 0)
        return { "cause-departs", { Amount { Amount::Duration, beyondPlan } } };
    return {};
}

Document diagnosisDocument(const std::vector<RunDiagnosis> &runs)
{
    Document list = Document::sequence();
    for (const RunDiagnosis &run : runs)
        list.append(runMembers(run));
    return Document::mapping({ { "runs", std::move(list) } });
}

std::string diagnosisText(const std::vector<RunDiagnosis> &runs)
{
    std::string text;
    for (const RunDiagnosis &run : runs)
        text += (text.empty() ? "" : "\n") + runText(run);
    return text;
}

} // namespace headroom
