#include "app/cli/commands.h"
#include "app/cli/export_tools.h"

#include "model/base/text/plain_number.h"
#include "model/launch/common/export_directory.h"
#include "model/rules/checked_plan.h"
#include "model/session/next_proposals.h"
#include "model/session/plan_question.h"

#include <charconv>
#include <cmath>

namespace headroom {
namespace {

Result<std::optional<double>> budget(const ParsedOptions &options)
{
    if (!options.has("budget-device-hours"))
        return std::optional<double> {};
    const std::optional<double> value = plainNumber(options.value("budget-device-hours"));
    if (!value || !std::isfinite(*value) || *value <= 0)
        return optionError("budget-device-hours", "wants a number above 0");
    return value;
}

Result<std::size_t> topCount(const ParsedOptions &options)
{
    constexpr std::size_t usual = 3, most = 48;
    if (!options.has("top"))
        return usual;
    const std::string text = options.value("top");
    std::size_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc {} || end.ptr != text.data() + text.size() || value < 1 || value > most)
        return optionError("top", "wants a whole number from 1 to 48");
    return value;
}

/// The files of the first run as a benchmark of the target; nothing where none is asked for.
Problems exportFirst(
    const ParsedOptions &options, const std::vector<NextRun> &runs, const Workbench &bench)
{
    if (options.value("target").empty() && options.value("out").empty())
        return {};
    for (const char *needed : { "target", "out" })
        if (options.value(needed).empty())
            return { { "bad-option", std::string("--") + needed, { "is needed" } } };
    const Result<const ExportTarget *> target = chosenExportTarget(options.value("target"));
    if (!target || runs.empty())
        return target ? Problems {} : target.errors();
    std::vector<std::string> settings = options.list("set");
    for (const FieldChange &change : runs.front().settings)
        settings.push_back(change.path + '=' + change.value);
    const Result<CheckedPlan> plan
        = openCheckedPlan(options.value("PLAN"), settings, bench.library());
    if (!plan)
        return plan.errors();
    const Result<ExportWorkshop> workshop = ExportWorkshop::open(bench, plan->loaded);
    if (!workshop)
        return workshop.errors();
    const auto files = exportFiles(plan->resolved, plan->loaded.file.parent_path(), **target,
        ExportOptions { true }, (*workshop).tools());
    if (!files)
        return plan->loaded.placed(files.errors());
    return writeExport(options.value("out"), *files, options.has("force"));
}

CommandResult runNext(const ParsedOptions &options, const CommandContext &context)
{
    const Result<CheckedPlan> plan
        = openPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    const auto hours = budget(options);
    const auto top = topCount(options);
    if (!hours)
        return CommandResult::badInput(hours.errors());
    if (!top)
        return CommandResult::badInput(top.errors());
    NextProposals wanted { plan->loaded.plan, plan->loaded.file, options.value("runs"), *top,
        *hours };
    const Result<std::vector<NextRun>> runs = proposeRuns(wanted, context.bench);
    if (!runs)
        return CommandResult::badInput(runs.errors());
    if (const Problems problems = exportFirst(options, *runs, context.bench); !problems.empty())
        return CommandResult::badInput(problems);
    if (options.format() != OutputFormat::Json)
        return CommandResult::text(nextText(*runs, plan->loaded.plan))
            .withNotes(plan->loaded.notes);
    Document document = nextDocument(*runs);
    document.set(
        "question", questionDocument(plan->loaded, { {}, {}, {}, options.value("target") }));
    return CommandResult::json(document).withNotes(plan->loaded.notes);
}

} // namespace

CommandSpec nextCommand()
{
    return { "next", "Names the runs that are expected to gain most per device-hour",
        { { "PLAN", OptionKind::Positional, "A plan file, or the id of an example plan", {}, true },
            setOption(),
            { "runs", OptionKind::Value,
                "Own runs so far (measurement CSV, project file): they correct the estimates and "
                "are "
                "not proposed again",
                {}, false },
            { "budget-device-hours", OptionKind::Value,
                "Device-hours that all proposed runs together may take", {}, false },
            { "top", OptionKind::Value, "How many runs to propose (3)", {}, false },
            { "target", OptionKind::Value,
                "Writes the first run for this target, as a benchmark; export --list-targets names "
                "them",
                {}, false },
            { "out", OptionKind::Value, "Folder that --target writes to", {}, false },
            { "force", OptionKind::Flag, "Replaces files that Headroom did not write", {}, false },
            formatOption({ "text", "json" }) },
        runNext };
}

} // namespace headroom
