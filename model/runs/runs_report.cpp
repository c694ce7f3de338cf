#include "model/runs/runs_report.h"

#include "model/base/text/display_line.h"
#include "model/base/units/evidence.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/crash_report.h"
#include "model/runs/operation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::size_t longestText = 400;

Document numberOrNull(const std::optional<double> &value)
{
    return value ? Document { *value } : Document {};
}

Document secondsOrNull(const std::optional<Seconds> &time)
{
    return time ? Document { time->value() } : Document {};
}

Document bytesOrNull(const std::optional<double> &value)
{
    return value ? Document { static_cast<std::int64_t>(std::llround(*value)) } : Document {};
}

Document stepMembers(const StepStatistics &steps)
{
    Document leftOut = Document::mapping();
    for (const LeftOutSteps &part : steps.leftOut)
        leftOut.set(part.reason, part.steps);
    Document modes = Document::sequence();
    for (const StepMode &mode : steps.modes)
        modes.append(Document::mapping({ { "seconds", mode.seconds }, { "share", mode.share } }));
    return Document::mapping({ { "left_out", std::move(leftOut) }, { "modes", std::move(modes) },
        { "attempts", steps.attempts }, { "rank_spread", steps.rankSpread } });
}

Document signMembers(const RunSigns &signs)
{
    Document members = Document::mapping();
    for (std::size_t i = 0; i < static_cast<std::size_t>(RunSign::Count); ++i)
        if (const auto value = signs.find(static_cast<RunSign>(i)))
            members.set(runSignName(static_cast<RunSign>(i)), *value);
    return members;
}

Document compiledMembers(const RunRecord &run)
{
    if (!run.compiled)
        return {};
    const CompiledStep &step = *run.compiled;
    const auto bytes
        = [](Bytes value) { return Document { static_cast<std::int64_t>(value.value()) }; };
    Document collectives = Document::sequence(), figures = Document::sequence();
    for (const CompiledCollective &row : step.collectives)
        collectives.append(
            Document::mapping({ { "kind", collectiveKindNames[static_cast<std::size_t>(row.kind)] },
                { "group", row.group > 0 ? Document { row.group } : Document {} },
                { "count", row.count }, { "bytes", bytes(row.bytes) }, { "sure", row.isSure } }));
    for (const ComparedFigure &figure : run.compiledFigures)
        figures.append(comparedFigureMembers(figure));
    return Document::mapping(
        { { "evidence", evidenceNames[static_cast<std::size_t>(Evidence::Compiled)] },
            { "on", step.backEnd }, { "topology", step.topology }, { "devices", step.devices },
            { "memory",
                Document::mapping({ { "argument_bytes", bytes(step.memory.arguments) },
                    { "output_bytes", bytes(step.memory.outputs) },
                    { "alias_bytes", bytes(step.memory.aliased) },
                    { "temp_bytes", bytes(step.memory.temporary) },
                    { "code_bytes", bytes(step.memory.code) },
                    { "host_bytes", bytes(step.memory.host) },
                    { "total_bytes", bytes(step.memory.total()) } }) },
            { "collectives", std::move(collectives) },
            { "substituted", Document::texts(step.substituted) },
            { "comparison", std::move(figures) } });
}

Document runMembers(const RunRecord &run)
{
    Document fields = Document::mapping();
    for (const auto &[path, origin] : run.fields)
        fields.set(path, fieldOriginName(origin));
    Document terms = Document::sequence();
    for (const TermSeconds &term : run.terms)
        terms.append(Document::mapping({ { "id", term.id }, { "seconds", term.seconds } }));
    Document environment = Document::mapping();
    for (const auto &[name, value] : run.environment)
        environment.set(name, value);
    Document sources = Document::sequence();
    for (const RunSource &source : run.sources)
        sources.append(Document::mapping(
            { { "file", displayLine(source.file, longestText) }, { "digest", source.digest } }));
    std::vector<std::string> notes;
    for (const Message &note : run.notes)
        notes.push_back(messageText(note));
    Document comparison = Document::sequence();
    for (const ComparedTerm &term : run.comparison)
        comparison.append(comparedTermMembers(term));
    return Document::mapping(
        { { "id", run.id }, { "source", displayLine(run.source(), longestText) },
            { "format", run.format }, { "plan", planDocument(run.plan, PlanDetail::Complete) },
            { "fields", std::move(fields) }, { "step_seconds", numberOrNull(run.stepSeconds) },
            { "step_p10", numberOrNull(run.stepP10) }, { "step_p90", numberOrNull(run.stepP90) },
            { "steps_used", run.steps.used }, { "steps_left_out", run.steps.leftOutTotal },
            { "steps", stepMembers(run.steps) },
            { "tokens_per_second_per_device", numberOrNull(run.tokensPerSecondPerDevice) },
            { "peak_bytes", bytesOrNull(run.peakBytes) },
            { "memory_is", run.memoryIs.empty() ? Document {} : Document { run.memoryIs } },
            { "terms", std::move(terms) }, { "comparison", std::move(comparison) },
            { "compiled", compiledMembers(run) }, { "crash", crashMembers(run.crash) },
            { "signs", signMembers(run.signs) }, { "environment", std::move(environment) },
            { "sources", std::move(sources) }, { "notes", Document::texts(notes) } });
}

std::string stepLine(const RunRecord &run)
{
    const StepStatistics &steps = run.steps;
    if (steps.used == 0)
        return "  nothing measured yet\n";
    std::string text = run.stepSeconds ? fmt::format("  step {:.4g} s", *run.stepSeconds)
                                       : std::string("  step time not known");
    if (run.stepP10)
        text += fmt::format(" (p10 {:.4g}, p90 {:.4g})", *run.stepP10, *run.stepP90);
    text += fmt::format(" from {} steps", steps.used);
    std::string reasons;
    for (const LeftOutSteps &part : steps.leftOut) {
        std::string reason = part.reason;
        std::ranges::replace(reason, '_', ' ');
        reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", part.steps, reason);
    }
    if (!reasons.empty())
        text += "; left out: " + reasons;
    if (steps.attempts > 1)
        text += fmt::format("; {} attempts", steps.attempts);
    if (steps.rankSpread > 0)
        text += fmt::format("; ranks {:.1f} % apart", steps.rankSpread * 100);
    return text + '\n';
}

/// Whether a field that nothing told is worth a look: what a prediction needs to be one of this
/// run, and what is not as in every new plan.
bool isWorthALook(const std::string &path, const std::string &value, const Plan &defaults)
{
    constexpr const char *asked[] { "model", "hardware.accelerator", "hardware.nodes",
        "hardware.devices_per_node", "workload.sequence_length",
        "workload.global_batch_sequences" };
    return std::ranges::find(asked, path) != std::end(asked)
        || value != planFieldText(defaults, path);
}

/// Plan fields by origin; what was assumed is what to look at.
std::string fieldLines(const RunRecord &run)
{
    std::string text;
    const Plan defaults;
    for (const FieldOrigin origin :
        { FieldOrigin::Read, FieldOrigin::Inferred, FieldOrigin::Assumed }) {
        std::string list;
        bool hasOthers = false;
        for (const auto &[path, own] : run.fields) {
            if (own != origin)
                continue;
            std::string value = path == "model" && run.plan.model.id.empty()
                ? "its shape"
                : planFieldText(run.plan, path);
            const bool isAssumed = origin == FieldOrigin::Assumed;
            if (isAssumed && value.empty())
                continue;
            if (isAssumed && !isWorthALook(path, value, defaults))
                hasOthers = true;
            else
                list += fmt::format("{}{}={}", list.empty() ? "" : " ", path,
                    value.find(' ') == std::string::npos ? value : '"' + value + '"');
        }
        if (hasOthers)
            list += list.empty() ? "all as in a new plan" : ", and the rest as in a new plan";
        if (!list.empty())
            text += fmt::format(
                "  {}: {}\n", fieldOriginName(origin), displayLine(list, std::string::npos));
    }
    return text;
}

/// The step of a profile in its parts; beside the prediction where that is known.
std::string termLines(const RunRecord &run)
{
    if (!run.comparison.empty())
        return comparedTermLines(run.comparison);
    std::string text;
    for (const TermSeconds &term : run.terms)
        text += fmt::format("    {:<26}{:>12.4g} s\n", term.id, term.seconds);
    return text.empty() ? text : "  profiled step\n" + text;
}

std::string runLines(const RunRecord &run)
{
    std::string text
        = fmt::format("{}  {}  {}\n", run.id, run.format, displayLine(run.source(), longestText));
    text += stepLine(run);
    if (run.tokensPerSecondPerDevice)
        text += fmt::format("  {:.1f} tokens/s per device\n", *run.tokensPerSecondPerDevice);
    if (run.peakBytes)
        text += fmt::format(
            "  memory {:.2f} GiB ({})\n", *run.peakBytes / bytesPerGib, run.memoryIs);
    text += crashLine(run.crash);
    text += termLines(run) + comparedFigureLines(run.compiledFigures) + fieldLines(run);
    for (const Message &note : run.notes)
        text += "  note: " + messageText(note) + '\n';
    return text;
}

} // namespace

Document comparedTermMembers(const ComparedTerm &term)
{
    return Document::mapping(
        { { "id", term.id }, { "measured_seconds", secondsOrNull(term.measured) },
            { "predicted_seconds", secondsOrNull(term.predicted) } });
}

std::string comparedTermLines(const std::vector<ComparedTerm> &terms)
{
    const auto shown = [](const std::optional<Seconds> &time) {
        return time ? fmt::format("{:.4g}", time->value()) : std::string("-");
    };
    std::string text = fmt::format(
        "  {:<50}{:>12}{:>12}{:>8}\n", "seconds of a step", "measured", "predicted", "ratio");
    for (const ComparedTerm &term : terms) {
        const std::optional<double> ratio = term.ratio();
        std::string line = fmt::format("    {:<48}{:>12}{:>12}{:>8}", messageText(term.label()),
            shown(term.measured), shown(term.predicted),
            ratio ? fmt::format("{:.2f}", *ratio) : "");
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

Document comparedFigureMembers(const ComparedFigure &figure)
{
    const auto bytes = [](const std::optional<Bytes> &value) {
        return value ? bytesOrNull(value->value()) : Document {};
    };
    return Document::mapping({ { "id", figure.id }, { "compiled_bytes", bytes(figure.compiled) },
        { "predicted_bytes", bytes(figure.predicted) },
        { "compiled_count", numberOrNull(figure.compiledCount) },
        { "predicted_count", numberOrNull(figure.predictedCount) }, { "sure", figure.isSure } });
}

std::string comparedFigureLines(const std::vector<ComparedFigure> &figures)
{
    if (figures.empty())
        return {};
    const auto gib = [](const std::optional<Bytes> &value) {
        return value ? fmt::format("{:.4g}", inGib(*value)) : std::string("-");
    };
    const auto count = [](const std::optional<double> &value) {
        return value ? fmt::format("{:.0f}", *value) : std::string {};
    };
    std::string text = fmt::format("  {:<40}{:>12}{:>12}{:>8}{:>10}{:>10}\n", "GiB of one device",
        "compiled", "predicted", "ratio", "times", "ours");
    for (const ComparedFigure &figure : figures) {
        const std::optional<double> ratio = figure.ratio();
        std::string line = fmt::format("    {:<38}{:>12}{:>12}{:>8}{:>10}{:>10}",
            messageText(figure.label()), gib(figure.compiled), gib(figure.predicted),
            ratio ? fmt::format("{:.2f}", *ratio) : "",
            count(figure.compiledCount) + (figure.isSure ? "" : "+"), count(figure.predictedCount));
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

Document runsDocument(const RunsReading &reading)
{
    Document runs = Document::sequence(), operations = Document::sequence(),
             verdicts = Document::sequence(), unrecognised = Document::sequence();
    for (const OperationVerdict &verdict : reading.verdicts)
        verdicts.append(verdictMembers(verdict));
    for (const RunRecord &run : reading.runs)
        runs.append(runMembers(run));
    for (const OperationSample &sample : reading.operations)
        operations.append(operationMembers(sample));
    for (const Unrecognised &what : reading.unrecognised)
        unrecognised.append(Document::mapping({ { "file", displayLine(what.file, longestText) },
            { "line", what.line }, { "reason", messageText(what.reason) } }));
    return Document::mapping(
        { { "runs", std::move(runs) }, { "measurements", std::move(operations) },
            { "verdicts", std::move(verdicts) }, { "unrecognised", std::move(unrecognised) },
            { "unrecognised_count", reading.unrecognisedCount } });
}

std::string runsText(const RunsReading &reading)
{
    std::string text;
    for (const RunRecord &run : reading.runs)
        text += (text.empty() ? "" : "\n") + runLines(run);
    if (!reading.operations.empty())
        text += (text.empty() ? "" : "\n") + operationTable(reading.operations);
    if (!reading.verdicts.empty())
        text += '\n' + verdictLines(reading.verdicts);
    return text;
}

Document projectDocument(const std::vector<ProjectRun> &runs)
{
    Document list = Document::sequence();
    for (const ProjectRun &run : runs) {
        const Result<Document> plan
            = run.plan.empty() ? Result<Document> { Document {} } : parseJson(run.plan, run.id);
        list.append(Document::mapping({ { "id", run.id }, { "source", run.source },
            { "format", run.format }, { "framework", run.framework }, { "model", run.model },
            { "hardware", run.hardware }, { "devices", numberOrNull(run.devices) },
            { "step_seconds", numberOrNull(run.stepSeconds) },
            { "step_p10", numberOrNull(run.stepP10) }, { "step_p90", numberOrNull(run.stepP90) },
            { "steps_used", run.stepsUsed }, { "steps_left_out", run.stepsLeftOut },
            { "tokens_per_second_per_device", numberOrNull(run.tokensPerSecondPerDevice) },
            { "peak_bytes", bytesOrNull(run.peakBytes) },
            { "memory_is", run.memoryIs.empty() ? Document {} : Document { run.memoryIs } },
            { "digests", Document::texts(run.digests) }, { "plan", plan ? *plan : Document {} } }));
    }
    return Document::mapping({ { "runs", std::move(list) } });
}

std::string projectTable(const std::vector<ProjectRun> &runs)
{
    const auto shown = [](const std::optional<double> &value) {
        return value ? fmt::format("{:.5g}", *value) : std::string("-");
    };
    std::size_t width = 4;
    for (const ProjectRun &run : runs)
        width = std::max(width, run.id.size());
    std::string text = fmt::format("{:<{}}  {:<12}{:<22}{:<14}{:>8}{:>10}{:>12}{:>10}\n", "run",
        width, "framework", "model", "hardware", "devices", "step s", "tokens/s/dev", "GiB");
    for (const ProjectRun &run : runs)
        text += fmt::format("{:<{}}  {:<12}{:<22}{:<14}{:>8}{:>10}{:>12}{:>10}\n",
            displayLine(run.id, 60), width, displayLine(run.framework, 11),
            displayLine(run.model, 21), displayLine(run.hardware, 13), shown(run.devices),
            shown(run.stepSeconds), shown(run.tokensPerSecondPerDevice),
            run.peakBytes ? fmt::format("{:.2f}", *run.peakBytes / bytesPerGib) : "-");
    return text;
}

std::string unrecognisedText(const RunsReading &reading)
{
    std::string text;
    for (const Unrecognised &what : reading.unrecognised)
        text += fmt::format(
            "{}:{}: {}\n", displayLine(what.file), what.line, messageText(what.reason));
    const std::int64_t more
        = reading.unrecognisedCount - static_cast<std::int64_t>(reading.unrecognised.size());
    if (more > 0)
        text += fmt::format("{}:1: {} more lines were not recognised\n",
            displayLine(reading.unrecognised.back().file), more);
    return text;
}

} // namespace headroom
