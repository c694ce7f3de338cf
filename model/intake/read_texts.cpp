#include "model/intake/read_texts.h"

#include "model/base/files/read_file.h"
#include "model/intake/joined_stream.h"
#include "model/intake/post_parts.h"
#include "model/intake/text_reader.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace headroom {
namespace {

constexpr std::size_t maxWholeText = 4u << 20; ///< bytes; a larger text is a log
constexpr std::size_t maxPastedSteps = 1u << 11; ///< bytes of steps and a sentence about their run
constexpr std::uint64_t largestLog = std::uint64_t { 1 }
    << 40; ///< only a disk that never ends is kept out

/// A log, or configuration that the readers of runs know; whether it told anything.
bool readAsRun(
    std::istream &stream, const std::string &name, ReadText &found, TraceCollection &rest)
{
    TraceCollection runs;
    readRunStream(stream, name, runs);
    bool tells = false;
    for (RunTrace &run : runs.runs) {
        const bool isKnown = run.isMeasured() || !run.config.empty() || !run.modelFile.empty()
            || !run.planText.empty() || !run.facts.empty();
        tells = tells || isKnown;
        if (isKnown)
            found.traces.push_back(std::move(run));
    }
    if (tells)
        return true;
    for (Unrecognised &what : runs.unrecognised)
        rest.add(std::move(what));
    return false;
}

/// Whether a log shows steps; other text may hold commands over several lines, and sentences.
bool isLog(const ReadText &found)
{
    return std::ranges::any_of(found.traces, [](const RunTrace &trace) {
        return trace.isMeasured() || !trace.planText.empty() || !trace.modelFile.empty();
    });
}

/// Whether steps are all that a log shows: words next to them may say of what.
bool isBareLog(const ReadText &found)
{
    return std::ranges::none_of(found.traces, [](const RunTrace &trace) {
        return !trace.config.empty() || !trace.planText.empty() || !trace.modelFile.empty()
            || !trace.facts.empty();
    });
}

/// The line of a configuration or script that asks for reinforcement learning; 0: none.
/// @source axolotl utils/schemas/enums.py (RLType); LLaMA-Factory hparams/finetuning_args.py
/// (stage); trl scripts (grpo.py, rloo.py); verl trainer/config; OpenRLHF cli
std::int64_t reinforcementLine(std::string_view text)
{
    static constexpr std::array signs { "rl: grpo", "rl: gdpo", "rl: ebft", "stage: ppo",
        "stage: rm", "--stage ppo", "GRPOTrainer", "GRPOConfig", "PPOTrainer", "RLOOTrainer",
        "trl grpo", "trl rloo", "grpo.py", "ppo.py", "actor_rollout_ref.",
        "algorithm.adv_estimator", "train_ppo_ray", "advantage_estimator" };
    std::int64_t line = 1;
    for (Scan scan { text }; !scan.rest().empty(); ++line) {
        const std::string_view own = scan.until("\n");
        const std::string_view code = own.substr(0, own.find('#'));
        for (const char *sign : signs)
            if (code.find(sign) != std::string_view::npos)
                return line;
    }
    return 0;
}

/// Endings of files that hold one thing; any other text may be a post.
bool isOfOneKind(std::string_view name)
{
    static constexpr std::array endings { ".json", ".jsonl", ".toml", ".yaml", ".yml", ".py",
        ".ipynb", ".sh", ".sbatch", ".slurm", ".log", ".out", ".err", ".csv", ".gz" };
    return std::ranges::any_of(
        endings, [name](std::string_view ending) { return name.ends_with(ending); });
}

/// One text that is no post; what was not understood goes to `rest`.
void readOne(const std::string &text, const std::string &name, const ProfileLibrary &library,
    ReadText &found, TraceCollection &rest)
{
    TextReader reader(library);
    const TextPlace place { name, 1 };
    ReadText own;
    if (text.find('\0') == std::string::npos && reader.read(text, place, own, 0))
        return found.add(std::move(own));
    own = {};
    std::istringstream stream { text };
    TraceCollection unread;
    const bool isRun = readAsRun(stream, name, own, unread);
    const bool isText = runFileKind(name, text) == RunFileKind::Log;
    const bool mayTell = !isLog(own) || (text.size() <= maxPastedSteps && isBareLog(own));
    if (!(isText && mayTell && reader.readPasted(text, place, own)) && !isRun)
        for (Unrecognised &what : unread.unrecognised)
            rest.add(what.reason.id == "run-nothing-found"
                    ? Unrecognised { name, 1, { "intake-nothing", {} } }
                    : std::move(what));
    found.add(std::move(own));
}

/// Facts with the post as their file instead of a part of it.
ConfigFacts placedIn(const std::string &name, const ConfigFacts &facts)
{
    ConfigFacts placed;
    for (const auto &[key, fact] : facts.all())
        placed.set(key, fact.value, fact.file.empty() ? fact.file : name, fact.line);
    return placed;
}

/// The parts of a post, as of one file; whether they told anything.
bool readPost(const std::string &text, const std::string &name, const ProfileLibrary &library,
    ReadText &found)
{
    const Post post = postOf(text);
    if (post.parts.empty())
        return false;
    if (!post.isMarked) { // a log prints configurations, too
        ReadText log;
        TraceCollection rest;
        std::istringstream stream { text };
        if (readAsRun(stream, name, log, rest) && isLog(log))
            return false;
    }
    for (const PostPart &part : post.parts) {
        ReadText own;
        TraceCollection rest;
        readOne(part.text, name + part.ending, library, own, rest);
        for (RunTrace &trace : own.traces) {
            trace.config = placedIn(name, trace.config);
            trace.facts = placedIn(name, trace.facts);
            for (RunSource &source : trace.sources)
                source.file = name;
        }
        found.add(std::move(own));
    }
    return !found.traces.empty() || !found.planText.empty();
}

void readWhole(
    std::string text, const std::string &name, const ProfileLibrary &library, IntakeTexts &into)
{
    if (const std::int64_t line = reinforcementLine(text); line > 0)
        return into.rest.add(Unrecognised { name, line, { "run-is-reinforcement", {} } });
    ReadText found;
    if (isOfOneKind(name) || text.size() > TextReader::maxPastedText
        || text.find('\0') != std::string::npos || !readPost(text, name, library, found))
        readOne(text, name, library, found, into.rest);
    if (!found.traces.empty() || !found.planText.empty())
        into.texts.push_back(std::move(found));
}

} // namespace

void ReadText::add(ReadText other)
{
    std::ranges::move(other.traces, std::back_inserter(traces));
    std::ranges::move(other.tools, std::back_inserter(tools));
    if (planText.empty())
        planText = std::move(other.planText);
}

void readIntakeText(
    std::istream &stream, const std::string &name, const ProfileLibrary &library, IntakeTexts &into)
{
    std::string text;
    std::array<char, 65536> block {};
    while (text.size() <= maxWholeText
        && (stream.read(block.data(), block.size()) || stream.gcount() > 0))
        text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.empty())
        return into.rest.add(Unrecognised { name, 1, { "run-file-empty", {} } });
    const bool isPacked = text.starts_with("\x1f\x8b");
    if (text.size() <= maxWholeText && !isPacked)
        return readWhole(std::move(text), name, library, into);
    ReadText found;
    JoinedStream whole(text, stream);
    readAsRun(whole, name, found, into.rest);
    if (!found.traces.empty())
        into.texts.push_back(std::move(found));
}

void readIntakeFile(const std::string &file, const ProfileLibrary &library, IntakeTexts &into)
{
    const auto stream = InputStream::open(file, largestLog);
    if (!stream) {
        for (const Error &error : stream.errors())
            into.rest.add(Unrecognised { file, 1, { error.id, error.args } });
        return;
    }
    readIntakeText(**stream, file, library, into);
}

} // namespace headroom
