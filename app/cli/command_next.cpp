#include "app/cli/commands.h"

#include "model/base/text/plain_number.h"
#include "model/plan/checked_plan.h"
#include "model/session/next_proposals.h"

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
    const Result<std::vector<NextRun>> runs = proposeRuns(wanted, context.library);
    if (!runs)
        return CommandResult::badInput(runs.errors());
    return (options.format() == OutputFormat::Json
            ? CommandResult::json(nextDocument(*runs))
            : CommandResult::text(nextText(*runs, plan->loaded.plan)))
        .withNotes(plan->loaded.notes);
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
            formatOption({ "text", "json" }) },
        runNext };
}

} // namespace headroom
