#include "model/runs/readers/file_readers.h"

#include "model/base/document/yaml_reading.h"
#include "model/base/files/read_file.h"
#include "model/runs/readers/config_files.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/text/inflate_stream.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

namespace headroom {
namespace {

/// A log is read line by line, so that only a disk that never ends is kept out.
constexpr std::uint64_t largestRunFile = std::uint64_t { 1 } << 40;

/// Configurations and scripts are read whole.
constexpr std::size_t maxConfigBytes = 4u << 20;

bool hasEnding(const std::string &name, std::initializer_list<std::string_view> endings)
{
    return std::ranges::any_of(
        endings, [&name](std::string_view ending) { return name.ends_with(ending); });
}

bool hasLine(std::string_view text, std::string_view start)
{
    return text.starts_with(start) || text.find('\n' + std::string(start)) != std::string::npos;
}

/// The whole rest of a stream; nothing, and a word about it, when it is larger than a
/// configuration.
std::optional<std::string> wholeText(
    DigestStream &stream, const std::string &file, TraceCollection &into)
{
    std::string text;
    std::array<char, 65536> block {};
    while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
        if (text.size() > maxConfigBytes) {
            into.add(Unrecognised {
                file, 1, { "run-config-large", { std::to_string(maxConfigBytes >> 20) } } });
            return std::nullopt;
        }
    }
    return text;
}

void readToml(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    const auto text = wholeText(stream, file, into);
    if (!text)
        return;
    RunTrace run;
    run.framework = "torchtitan";
    run.format = "torchtitan-config";
    addToml(*text, file, run.config, [&](std::int64_t line) {
        into.add(Unrecognised { file, line, { "run-config-line", {} } });
    });
    if (!run.config.has("model.name") && !run.config.has("training.seq_len"))
        return into.add(Unrecognised { file, 1, { "run-config-unknown", {} } });
    addMachineComment(*text, { file, 1 }, run.facts);
    run.sources = { { file, stream.digest(), false } };
    into.runs.push_back(std::move(run));
}

/// MaxText's configuration: flat keys over base.yml.
void readYamlConfig(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    const auto text = wholeText(stream, file, into);
    if (!text)
        return;
    const YamlReading reading = readYaml(*text, file);
    if (!reading.tree || !reading.tree->isMapping())
        return into.add(Unrecognised { file, 1, { "run-config-broken", {} } });
    RunTrace run;
    run.framework = "maxtext";
    run.format = "maxtext-config";
    addTree(*reading.tree, { file, 1 }, run.config);
    const auto hasKey = [&run](const char *key) { return run.config.has(key); };
    if (!hasKey("per_device_batch_size") && !hasKey("model_name") && !hasKey("base_config"))
        return into.add(Unrecognised { file, 1, { "run-config-unknown", {} } });
    addMachineComment(*text, { file, 1 }, run.facts);
    run.name = run.config.text("run_name");
    run.sources = { { file, stream.digest(), false } };
    into.runs.push_back(std::move(run));
}

void readScript(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    const auto text = wholeText(stream, file, into);
    if (!text)
        return;
    const LaunchText launch = launchText(*text);
    RunTrace run;
    run.framework = launchedFramework(launch.words);
    run.format = "launch-script";
    if (run.framework.empty())
        return into.add(Unrecognised { file, 1, { "run-script-unknown", {} } });
    addLaunchWords(launch, { file, 1 }, run);
    run.sources = { { file, stream.digest(), false } };
    into.runs.push_back(std::move(run));
}

/// A program that fills the configuration of Megatron-Bridge or torchtitan.
void readProgram(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    const auto text = wholeText(stream, file, into);
    if (!text)
        return;
    RunTrace run;
    run.framework = "torchtitan";
    run.format = "torchtitan-recipe";
    if (!addTitanProgram(*text, { file, 1 }, run.config, run.facts)) {
        run.framework = "megatron";
        run.format = "nemo-program";
        if (!addNemoProgram(*text, { file, 1 }, run.config, run.facts))
            return into.add(Unrecognised { file, 1, { "run-script-unknown", {} } });
    }
    run.sources = { { file, stream.digest(), false } };
    into.runs.push_back(std::move(run));
}

void readLog(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    const std::size_t runs = into.runs.size(), operations = into.operations.size();
    const std::int64_t unrecognised = into.unrecognisedCount;
    LineSource lines(stream);
    LogReader log(file);
    log.read(lines);
    log.finish(stream.digest(), into);
    if (into.runs.size() == runs && into.operations.size() == operations
        && into.unrecognisedCount == unrecognised)
        into.add(Unrecognised { file, 1, { "run-nothing-found", {} } });
}

void readUnpacked(DigestStream &stream, const std::string &name, TraceCollection &into);

/// The content's digest is that of the unpacked file: adding either adds once.
void readGzip(DigestStream &stream, const std::string &name, TraceCollection &into)
{
    InflateStream unpacked(stream);
    DigestStream content(unpacked);
    readUnpacked(content, name, into);
    if (unpacked.problem() == InflateStream::Problem::Broken)
        into.add(Unrecognised { name, 1, { "run-gzip-broken", {} } });
    else if (unpacked.problem() == InflateStream::Problem::TooLarge)
        into.add(Unrecognised {
            name, 1, { "run-gzip-large", { std::to_string(InflateStream::maxUnpacked >> 30) } } });
}

/// Whether JSON is a trace of events: the word stands early, before the first of them.
bool isTrace(std::string_view text)
{
    return (text.starts_with('{') && text.find("\"traceEvents\"") != std::string_view::npos)
        || (text.starts_with('[') && text.substr(0, 4096).find("\"ph\"") != std::string_view::npos);
}

bool hasAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(
        words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Python dictionaries, or one JSON object a line with the number of a step, are lines of a log.
bool isLines(std::string_view text)
{
    if (text.starts_with("{'"))
        return true;
    if (!text.starts_with('{'))
        return false;
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    const std::string_view rest = trimmed(text.substr(std::min(line.size(), text.size())));
    const bool isWhole = line.ends_with('}');
    return isWhole && (rest.empty() || rest.front() == '{')
        && hasAny(line, { "step", "num_updates", "\"loss\"", "iter" })
        // A file of Headroom's kit, metrics of MaxText, a configuration of DeepSpeed
        && !hasAny(
            line, { "\"schema_version\"", "\"perf/step_time_seconds\"", "\"zero_optimization\"" });
}

/// Of the bytes of a text at most so many are control characters. Random bytes have a tenth,
/// weights and UTF-16 more, and by chance they hold the few letters that a reader looks for.
constexpr double maxControlShare = 0.05; // ASSUMED: logs that were read have less than 0.001

/// Neither white space, nor what terminals are told (backspace, escape). Zeros that a crash left in
/// a file count once for each row of them.
bool isBinary(std::string_view text)
{
    constexpr std::string_view ofTexts = "\t\n\v\f\r\b\x1b";
    std::size_t controls = 0;
    char before = ' ';
    for (const char letter : text) {
        const bool isControl = static_cast<unsigned char>(letter) < ' ' || letter == '\x7f';
        controls += isControl && ofTexts.find(letter) == ofTexts.npos
            && (letter != '\0' || before != '\0');
        before = letter;
    }
    return static_cast<double>(controls) > maxControlShare * static_cast<double>(text.size());
}

/// What Weights & Biases keeps of a run: curves and a summary, without the configuration's words.
bool isTrackerRecord(std::string_view text)
{
    return (text.starts_with('{') || text.starts_with('['))
        && text.find("\"_runtime\"") != std::string_view::npos
        && text.find("\"perf/step_time_seconds\"") == std::string_view::npos;
}

} // namespace

RunFileKind runFileKind(const std::string &name, std::string_view beginning)
{
    if (beginning.starts_with("\x1f\x8b"))
        return RunFileKind::Gzip;
    if (beginning.starts_with("\x28\xb5\x2f\xfd") || beginning.starts_with("PK\x03\x04"))
        return RunFileKind::Compressed;
    if (isBinary(beginning.substr(0, 65536)))
        return RunFileKind::Binary;
    std::string_view text = beginning.starts_with("\xEF\xBB\xBF") ? beginning.substr(3) : beginning;
    text = trimmed(text);
    if (isTrace(text))
        return RunFileKind::Trace;
    text = text.substr(0, 65536);
    if (isLines(text))
        return RunFileKind::Log;
    if (isTrackerRecord(text))
        return RunFileKind::Tracker;
    if (text.starts_with('{') && text.find("\"perf/step_time_seconds\"") == std::string_view::npos)
        return RunFileKind::Json;
    if (hasEnding(name, { ".toml" }) || hasLine(text, "[training]"))
        return RunFileKind::Toml;
    if (hasEnding(name, { ".yml", ".yaml" }))
        return RunFileKind::Yaml;
    const bool isOutput = hasEnding(name, { ".log", ".out", ".err" });
    const auto holds = [&text](std::string_view part) { return text.find(part) != text.npos; };
    if (!isOutput
        && (holds("return ConfigContainer(") || holds(" = ConfigContainer(")
            || (holds("from torchtitan.models.") && holds(".config_registry import "))))
        return RunFileKind::Program;
    const auto begins = [&text](std::string_view start) { return text.starts_with(start); };
    // Pasted without a name: a command above its output is read with the output.
    const bool hasOutput = hasAny(text,
        { "Traceback (most recent", "OutOfMemoryError", "CUDA out of memory", "_EXHAUSTED", "s/it",
            "it/s", "'loss':", "loss: ", "elapsed time per iteration", "completed step:" });
    const bool isOption = begins("--") && !begins("---"); // no rule above a dump of arguments
    const bool isCommand = isOption || begins("python") || begins("torchrun ") || begins("srun ")
        || begins("export ");
    if (hasEnding(name, { ".sh", ".sbatch", ".slurm" })
        || (!isOutput && (begins("#!") || (isCommand && !hasOutput))))
        return RunFileKind::Script;
    return RunFileKind::Log;
}

namespace {

void readUnpacked(DigestStream &stream, const std::string &name, TraceCollection &into)
{
    const std::string_view beginning = stream.beginning();
    if (beginning.empty())
        return into.add(Unrecognised { name, 1, { "run-file-empty", {} } });
    const std::string plainName = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
    switch (runFileKind(plainName, beginning)) {
    case RunFileKind::Gzip: // twice packed
    case RunFileKind::Compressed:
        return into.add(Unrecognised { name, 1, { "run-file-compressed", {} } });
    case RunFileKind::Binary:
        return into.add(Unrecognised { name, 1, { "run-file-binary", {} } });
    case RunFileKind::Tracker:
        return into.add(Unrecognised { name, 1, { "run-file-tracker", {} } });
    case RunFileKind::Json:
        return readJsonSource(stream, name, into);
    case RunFileKind::Trace:
        return readTraceSource(stream, name, into);
    case RunFileKind::Toml:
        return readToml(stream, name, into);
    case RunFileKind::Yaml:
        return readYamlConfig(stream, name, into);
    case RunFileKind::Script:
        return readScript(stream, name, into);
    case RunFileKind::Program:
        return readProgram(stream, name, into);
    case RunFileKind::Log:
        break;
    }
    readLog(stream, name, into);
}

} // namespace

void readRunStream(std::istream &source, const std::string &name, TraceCollection &into)
{
    DigestStream stream(source);
    if (runFileKind(name, stream.beginning()) == RunFileKind::Gzip)
        return readGzip(stream, name, into);
    readUnpacked(stream, name, into);
}

void readRunFile(const std::string &file, TraceCollection &into)
{
    const auto stream = InputStream::open(file, largestRunFile);
    if (!stream) {
        for (const Error &error : stream.errors())
            into.add(Unrecognised { file, 1, { error.id, error.args } });
        return;
    }
    readRunStream(**stream, file, into);
}

void readRunInput(TraceCollection &into)
{
    const auto stream = InputStream::standardInput(largestTable);
    readRunStream(*stream, "standard input", into);
    if (stream->bad())
        into.add(Unrecognised {
            "standard input", 1, { "input-cut", { std::to_string(largestTable >> 20) } } });
}

} // namespace headroom
