#include "app/cli/commands.h"
#include "app/cli/export_tools.h"
#include "model/launch/common/export_directory.h"
#include "model/launch/sweep/sweep_export.h"
#include "model/rules/checked_plan.h"

#include <fmt/format.h>

#include <charconv>

namespace headroom {
namespace {

/// A whole number from 1 to `most`.
Result<int> countOption(const ParsedOptions &options, const char *name, int fallback, int most)
{
    if (!options.has(name))
        return fallback;
    const std::string text = options.value(name);
    int number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end.ec != std::errc {} || end.ptr != text.data() + text.size() || number < 1
        || number > most)
        return optionError(name, fmt::format("wants a whole number from 1 to {}", most));
    return number;
}

CommandResult report(
    const ParsedOptions &options, const Sweep &sweep, const std::vector<ExportFile> &files)
{
    if (options.format() == OutputFormat::Json) {
        std::vector<Document> cases;
        for (const SweepCase &one : sweep.cases)
            cases.push_back(Document::mapping({ { "id", one.id }, { "title", one.title } }));
        return CommandResult::json(Document::mapping(
            { { "sweep", sweep.id }, { "cases", Document::sequence(std::move(cases)) },
                { "files", static_cast<std::int64_t>(files.size()) } }));
    }
    std::string text;
    for (const SweepCase &one : sweep.cases)
        text += fmt::format("{:<30} {}\n", one.id, one.title);
    return CommandResult::text(text);
}

CommandResult runSweep(const ParsedOptions &options, const CommandContext &context)
{
    const Result<const ExportTarget *> chosen = chosenExportTarget(options.value("target"));
    if (!chosen)
        return CommandResult::badInput(chosen.errors());
    const ExportTarget *target = *chosen;
    const Result<int> repetitions
        = countOption(options, "repeat", SweepOptions {}.repetitions, 1000);
    const Result<int> seed
        = countOption(options, "seed", static_cast<int>(SweepOptions {}.seed), 1000000000);
    for (const Result<int> *number : { &repetitions, &seed })
        if (!*number)
            return CommandResult::badInput(number->errors());
    const Result<CheckedPlan> plan
        = openCheckedPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    const Result<ExportWorkshop> workshop = ExportWorkshop::open(context.bench, plan->loaded);
    if (!workshop)
        return CommandResult::badInput(workshop.errors());
    const ExportTools tools = (*workshop).tools();
    const std::filesystem::path folder = plan->loaded.file.parent_path();
    const Result<Sweep> sweep = sweepCases(options.value("over"), plan->resolved,
        (*workshop).sweepSources(tools, plan->loaded.plan, folder));
    if (!sweep)
        return CommandResult::badInput(sweep.errors());
    const SweepOptions order { *repetitions, static_cast<unsigned>(*seed) };
    const Result<SweepExport> written
        = sweepFiles(*sweep, plan->resolved, folder, *target, order, tools);
    if (!written)
        return CommandResult::badInput(plan->loaded.placed(written.errors()));
    if (const Problems problems
        = writeExport(options.value("out"), written->files, options.has("force"));
        !problems.empty())
        return CommandResult::badInput(problems);
    return report(options, written->sweep, written->files).withNotes(plan->loaded.notes);
}

} // namespace

CommandSpec sweepCommand()
{
    std::string builtIn;
    for (const BuiltInSweep &sweep : builtInSweeps())
        builtIn += (builtIn.empty() ? "" : ", ") + std::string(sweep.id);
    return { "sweep", "Writes a reproducible set of benchmark runs that differ in one thing each",
        { { "PLAN", OptionKind::Positional, "A plan file, or the id of an example plan", {}, true },
            { "over", OptionKind::Value,
                "search:N, next:N, flags, NAME=v1,v2,... or one of: " + builtIn, {}, true },
            { "target", OptionKind::Value, "What to write for; export --list-targets names them",
                {}, true },
            { "out", OptionKind::Value, "Folder to write to; made when it does not exist", {},
                true },
            setOption(),
            { "repeat", OptionKind::Value, "How often every case runs; 3 when not given", {},
                false },
            { "seed", OptionKind::Value, "Fixes the order inside a repetition; 1 when not given",
                {}, false },
            { "force", OptionKind::Flag, "Replaces files that Headroom did not write", {}, false },
            formatOption({ "text", "json" }) },
        runSweep };
}

} // namespace headroom
