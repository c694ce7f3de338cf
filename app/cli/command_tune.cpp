#include "app/cli/commands.h"

#include "model/base/files/read_file.h"
#include "model/base/text/display_line.h"
#include "model/base/text/plain_number.h"
#include "model/base/wording/messages.h"
#include "model/tune/tune_report.h"
#include "model/tune/write_changed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::vector<std::string> objectiveNames()
{
    std::vector<std::string> names;
    for (const TuneObjective objective : tuneObjectives)
        names.emplace_back(tuneObjectiveName(objective));
    return names;
}

/// The question of the command line; all that is wrong with it.
Result<TuneQuestion> questionOf(const ParsedOptions &options, const CommandContext &context)
{
    TuneQuestion question;
    Errors problems;
    for (const std::string &file : options.list("FILE")) {
        if (file == "-") {
            question.files.push_back({ "standard input", context.standardInput });
            continue;
        }
        Result<std::string> text = readTextFile(file);
        collect(problems, text);
        if (text)
            question.files.push_back({ file, *std::move(text) });
    }
    question.chip = options.value("chip");
    if (!question.chip.empty()) {
        const auto chip = context.library.accelerator(question.chip);
        if (chip)
            question.chip = (*chip)->id;
        else
            for (Error problem : chip.errors()) {
                problem.where = "--chip";
                problems.push_back(std::move(problem));
            }
    }
    if (options.has("nodes")) {
        constexpr double most = 100'000;
        const auto nodes = plainNumber(options.value("nodes"));
        if (!nodes || *nodes < 1 || *nodes > most || std::floor(*nodes) != *nodes)
            problems.push_back(optionError("nodes", "wants a whole number from 1 to 100000"));
        else
            question.nodes = static_cast<int>(*nodes);
    }
    question.log = options.value("log");
    if (!question.log.empty())
        if (const auto log = InputStream::open(question.log); !log)
            problems.insert(problems.end(), log.errors().begin(), log.errors().end());
    const std::string objective = options.value("objective", tuneObjectiveName(TuneObjective {}));
    for (const TuneObjective known : tuneObjectives)
        if (objective == tuneObjectiveName(known))
            question.objective = known;
    for (const std::string &what : namesIn(options.list("allow"))) {
        question.allowsNumerics = question.allowsNumerics || what == "numerics";
        question.allowsWork = question.allowsWork || what == "work";
        if (what != "layout" && what != "numerics" && what != "work")
            problems.push_back(
                optionError("allow", "knows layout, numerics and work, not " + displayLine(what)));
    }
    if (!problems.empty())
        return problems;
    return question;
}

/// One line for each fact that no file tells.
Errors missingFacts(const TuneQuestion &question, const TuneOutcome &outcome)
{
    Errors problems;
    for (const MissingField &field : outcome.missing) {
        const bool isChip = field.path == "hardware.accelerator";
        const bool isMachine
            = field.path == "hardware.nodes" || field.path == "hardware.devices_per_node";
        const std::string place = isChip ? "--chip"
            : isMachine                  ? "--nodes"
                                         : question.files.front().name + ":1";
        const std::string remedy = isChip ? "name it with --chip"
            : isMachine
            ? "name the nodes with --nodes, and the chip with --chip"
            : "add a file that tells " + field.path + ", as the launch script or config.json";
        problems.push_back({ "tune-missing", place,
            { messageText(field.question), messageText(field.reason), remedy } });
    }
    return problems;
}

/// Writes the changed files, each after a copy of what it was.
Problems applyTo(const TuneQuestion &question, const TuneOutcome &outcome, std::string &messages)
{
    const Result<std::vector<ChangedFile>> written = writeChanged(question.files, outcome.after);
    if (!written)
        return written.errors();
    for (const ChangedFile &file : *written)
        messages += fmt::format(
            "{}: changed; what it was is {}\n", displayLine(file.file), displayLine(file.backup));
    return {};
}

CommandResult runTune(const ParsedOptions &options, const CommandContext &context)
{
    const std::vector<std::string> files = options.list("FILE");
    if (options.has("apply") && std::ranges::find(files, "-") != files.end())
        return CommandResult::badInput({ { "tune-apply-input", "--apply", {} } });
    const Result<TuneQuestion> question = questionOf(options, context);
    if (!question)
        return CommandResult::badInput(question.errors());
    const Result<Estimator> estimator = context.bench.estimator();
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    const TuneOutcome outcome = tuneFiles(*question, *estimator);
    if (!outcome.hasRead)
        return CommandResult::badInput(
            { { "tune-nothing", question->files.front().name + ":1", {} } });
    const bool isJson = options.value("format") == "json";
    Errors problems = missingFacts(*question, outcome);
    for (Error problem : outcome.problems) {
        problem.where = question->files.front().name + ":1";
        problems.push_back(std::move(problem));
    }
    if (!problems.empty()) {
        CommandResult result = CommandResult::badInput(problems);
        if (isJson)
            result.output = CommandResult::json(tuneDocument(*question, outcome)).output;
        return result;
    }
    const bool isWanting = outcome.gain >= checkedGain || !outcome.now->memory.fits;
    const ExitStatus status
        = options.has("check") && isWanting ? ExitStatus::NegativeVerdict : ExitStatus::Success;
    CommandResult result = isJson ? CommandResult::json(tuneDocument(*question, outcome), status)
                                  : CommandResult::text(tuneText(*question, outcome), status);
    if (options.has("apply"))
        if (Problems failed = applyTo(*question, outcome, result.messages); !failed.empty())
            return CommandResult::badInput(failed);
    return result;
}

} // namespace

CommandSpec tuneCommand()
{
    return { "tune", "Changes your own launch files so that the run is faster, or fits",
        { { "FILE", OptionKind::Positionals,
              "Launch script and configurations of one run, of any known framework; \"-\" is "
              "standard input",
              {}, true },
            { "chip", OptionKind::Value, "Chip of the machine, where no file names it", {}, false },
            { "nodes", OptionKind::Value, "Number of nodes, where no file tells it", {}, false },
            { "log", OptionKind::Value,
                "A log of the run: tells what the files leave open, and its step time corrects the "
                "figures",
                {}, false },
            { "objective", OptionKind::Value, "What is better", objectiveNames(), false },
            { "allow", OptionKind::List,
                "What may change: layout (always), numerics (formats of numbers), work (batch, "
                "length, adapters); several with commas",
                {}, false, { "layout", "numerics", "work" } },
            { "apply", OptionKind::Flag, "Writes the files, each beside a copy of what it was", {},
                false },
            { "check", OptionKind::Flag,
                "Exit status 3 where 5 % or more can be had, or the run will not fit", {}, false },
            formatOption({ "diff", "json" }) },
        runTune };
}

} // namespace headroom
