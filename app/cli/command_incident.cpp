#include "app/cli/commands.h"

#include "model/incidents/incident_answer.h"
#include "model/incidents/incident_files.h"
#include "model/incidents/incident_plans.h"
#include "model/incidents/incident_story.h"
#include "model/incidents/incident_verdict.h"
#include "model/launch/common/export_directory.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace headroom {
namespace {

/// A whole number of an option; nothing where it is none.
std::optional<std::uint64_t> wholeOption(const ParsedOptions &options, const char *name)
{
    const std::string text = options.value(name);
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// The seed of "2026-08-22"; nothing where that is no date.
std::optional<std::uint64_t> seedOfDay(const std::string &text)
{
    const auto part = [&text](std::size_t from, std::size_t length, int most) {
        int value = 0;
        const char *begin = text.data() + from;
        const auto [end, failure] = std::from_chars(begin, begin + length, value);
        return failure == std::errc {} && end == begin + length && value >= 1 && value <= most
            ? value
            : 0;
    };
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const int year = part(0, 4, 9999), month = part(5, 2, 12), day = part(8, 2, 31);
    if (year == 0 || month == 0 || day == 0)
        return std::nullopt;
    return dailySeed(year, month, day);
}

CommandResult listStories(const IncidentStories &stories, bool isJson)
{
    Document all = Document::sequence();
    std::string text;
    for (const IncidentStory &story : stories.all) {
        all.append(Document::mapping({ { "story", story.incident.story },
            { "level", story.incident.level }, { "title", story.title },
            { "summary", story.summary }, { "source", story.source } }));
        text += fmt::format(
            "{:<22} level {}  {}\n", story.incident.story, story.incident.level, story.title);
    }
    return isJson ? CommandResult::json(Document::mapping({ { "stories", std::move(all) } }))
                  : CommandResult::text(text);
}

/// What is asked for: a story, or what seed, level and wish draw.
Result<Incident> askedIncident(
    const ParsedOptions &options, const IncidentEngine &engine, const IncidentStories &stories)
{
    if (options.has("story")) {
        const std::string id = options.value("story");
        if (const IncidentStory *story = stories.find(id))
            return story->incident;
        return Error { "incident-story-unknown", "--story",
            { id, fmt::format("{}", fmt::join(stories.ids(), ", ")) } };
    }
    const auto seed
        = options.has("day") ? seedOfDay(options.value("day")) : wholeOption(options, "seed");
    if (!seed && options.has("day"))
        return optionError("day", "needs a date such as 2026-08-22");
    if (!seed)
        return optionError("seed", "needs a whole number from 0 on; or give --day or --story");
    const auto level = options.has("level") ? wholeOption(options, "level") : 1;
    const int asked = level && *level <= maxIncidentLevel ? static_cast<int>(*level) : 0;
    return engine.draw(
        *seed, asked, { options.value("framework"), options.value("fault", "listed") });
}

CommandResult measureIncident(const ParsedOptions &options, IncidentRound round)
{
    for (const std::string &text : options.list("measure")) {
        const auto measurement = parseMeasurement(text, round.incident().plan);
        if (!measurement)
            return CommandResult::badInput(measurement.errors());
        const auto answer = round.measure(*measurement);
        if (!answer)
            return CommandResult::badInput(answer.errors());
    }
    return options.format() == OutputFormat::Json ? CommandResult::json(measurementDocument(round))
                                                  : CommandResult::text(measurementText(round));
}

/// Whether cause and place are right; the verdict is the exit status as well.
CommandResult judgeIncident(const ParsedOptions &options, const Incident &incident)
{
    std::vector<std::string> known;
    for (const FaultKind *kind : nameableFaults(incident.plan))
        known.emplace_back(kind->id);
    IncidentGuess guess;
    for (const std::string &id : namesIn(options.list("cause"))) {
        if (id == "none")
            continue;
        if (std::ranges::find(known, id) == known.end())
            return CommandResult::badInput({ Error {
                "incident-cause", "--cause", { id, fmt::format("{}", fmt::join(known, ", ")) } } });
        guess.causes.push_back(id);
    }
    if (Problems problems = parsePlace(options.value("where"), incident.plan, guess);
        !problems.empty())
        return CommandResult::badInput(problems);
    const IncidentVerdict verdict = judgeGuess(incident, guess);
    const ExitStatus status = verdict.isRight() ? ExitStatus::Success : ExitStatus::NegativeVerdict;
    return options.format() == OutputFormat::Json
        ? CommandResult::json(verdictDocument(verdict), status)
        : CommandResult::text(verdictText(verdict, incident), status);
}

CommandResult answerIncident(const ParsedOptions &options, const Incident &incident,
    const IncidentRun &run, const IncidentStory *story)
{
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(incidentAnswerDocument(incident, run));
    std::string text = incidentAnswerText(incident, run);
    if (story)
        text += fmt::format("\n{}\n{}\n", story->ending, story->source);
    return CommandResult::text(text);
}

CommandResult writeIncident(const ParsedOptions &options, const IncidentEngine &engine,
    const Incident &incident, const IncidentRun &run, const IncidentStory *story)
{
    Result<std::vector<ExportFile>> written = incidentFiles(engine, incident, run);
    if (!written)
        return CommandResult::badInput(written.errors());
    std::vector<ExportFile> files = *std::move(written);
    if (options.has("trace"))
        files.insert(files.end() - 1, incidentTrace(engine, run));
    if (story)
        files.insert(files.end() - 1,
            { "story.md", fmt::format("# {}\n\n{}", story->title, story->text), false });
    if (const Problems problems = writeExport(options.value("out"), files, options.has("force"));
        !problems.empty())
        return CommandResult::badInput(problems);
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(incidentDocument(incident, files));
    std::string text;
    for (const ExportFile &file : files)
        text += file.name + '\n';
    return CommandResult::text(text);
}

/// An incident is told, judged, measured or written; an option of another of these would be passed
/// over.
Problems mixedUses(const ParsedOptions &options)
{
    struct Use
    {
        const char *option;
        std::vector<const char *> with;
    };
    static const std::vector<Use> uses { { "answer", {} }, { "cause", { "where" } },
        { "measure", {} }, { "out", { "trace", "force" } } };
    const auto use
        = std::ranges::find_if(uses, [&](const Use &one) { return options.has(one.option); });
    Problems problems;
    for (const Use &other : uses) {
        if (use == uses.end() || &other == &*use)
            continue;
        std::vector<const char *> strange { other.option };
        strange.insert(strange.end(), other.with.begin(), other.with.end());
        for (const char *option : strange)
            if (options.has(option))
                problems.push_back(
                    optionError(option, fmt::format("means nothing with --{}", use->option)));
    }
    return problems;
}

CommandResult runIncident(const ParsedOptions &options, const CommandContext &context)
{
    const bool wantsStories = options.has("stories");
    const IncidentStories stories = wantsStories || options.has("story")
        ? loadStories(context.library.directories())
        : IncidentStories {};
    if (wantsStories)
        return listStories(stories, options.format() == OutputFormat::Json);
    const bool tells = options.has("answer");
    if (!tells && !options.has("measure") && !options.has("cause") && options.value("out").empty())
        return CommandResult::badInput(
            { optionError("out", "is needed, or --measure, --cause or --answer") });
    if (const Problems problems = mixedUses(options); !problems.empty())
        return CommandResult::badInput(problems);
    const Result<IncidentEngine> engine = IncidentEngine::make(context.bench);
    if (!engine)
        return CommandResult::badInput(engine.errors());
    const Result<Incident> incident = askedIncident(options, *engine, stories);
    if (!incident)
        return CommandResult::badInput(incident.errors());
    const Result<IncidentRound> round = IncidentRound::begin(*engine, *incident);
    if (!round)
        return CommandResult::badInput(round.errors());
    const IncidentStory *story = stories.find(incident->story);
    if (tells)
        return answerIncident(options, *incident, round->run(), story);
    if (options.has("cause"))
        return judgeIncident(options, *incident);
    if (options.has("measure"))
        return measureIncident(options, *round);
    return writeIncident(options, *engine, *incident, round->run(), story);
}

} // namespace

CommandSpec incidentCommand()
{
    return { "incident", "Writes what a cluster with a hidden fault would show, to find the cause",
        { { "seed", OptionKind::Value, "The same number gives the same incident", {}, false },
            { "day", OptionKind::Value,
                "The seed of a day, such as 2026-08-22: the same for everybody", {}, false },
            { "story", OptionKind::Value, "An incident told after a public thread, by its id", {},
                false },
            { "stories", OptionKind::Flag, "Lists the stories", {}, false },
            { "level", OptionKind::Value,
                "1: the log says it; 2: a measurement does; 3: hidden, or two faults at once",
                { "1", "2", "3" }, false },
            { "out", OptionKind::Value, "Folder to write to; made when it does not exist", {},
                false },
            { "framework", OptionKind::Value, "Whose log is written; drawn without it",
                { std::begin(incidentFrameworks), std::end(incidentFrameworks) }, false },
            { "fault", OptionKind::Value,
                "The id of a fault, listed, unlisted (no cause that Headroom knows), or none", {},
                false },
            { "trace", OptionKind::Flag, "Adds the kernels of a step as a table", {}, false },
            { "measure", OptionKind::List,
                "Measures instead of writing files: all-reduce:0,3, nvidia-smi:2, memory:2.5, "
                "trace or "
                "trial:CHANGE; each takes device-hours of a budget",
                {}, false },
            { "cause", OptionKind::List,
                "Judges an answer instead: ids of faults, or none; exit 3 when it is wrong", {},
                false },
            { "where", OptionKind::Value, "Place of the answer: run, NODE or NODE.DEVICE", {},
                false },
            { "answer", OptionKind::Flag, "Tells what is wrong instead of writing files", {},
                false },
            { "force", OptionKind::Flag, "Replaces files that Headroom did not write", {}, false },
            formatOption({ "text", "json" }) },
        runIncident };
}

} // namespace headroom
