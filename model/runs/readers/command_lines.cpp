#include "model/runs/readers/log_reader.h"

#include "model/runs/facts/metric_names.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <memory>

// Commands inside a log: traced shells ("+ torchrun …"), prompts ("$ …", "> …"), launchers that say
// what they run ("cmd = deepspeed …"), and what people paste above the output.

namespace headroom {
namespace {

/// Words that begin a command, behind prompts and assignments of variables.
constexpr std::array<std::string_view, 17> launchers { "torchrun", "deepspeed", "accelerate",
    "python", "python3", "srun", "mpirun", "bash", "sh", "llamafactory-cli", "swift", "axolotl",
    "tune", "litgpt", "composer", "sbatch", "megatron" };

/// The line without what stands in front of a command; empty where none begins in it.
std::string_view commandOf(std::string_view line)
{
    std::string_view text = trimmed(line);
    for (const std::string_view prompt : { "cmd = ", "cmd=", "Running command: ", "Running: ", "$ ",
             "+ ", "> ", "# ", "! ", "!", "\"" })
        if (text.starts_with(prompt))
            text = trimmed(text.substr(prompt.size()));
    Scan words { text };
    for (bool hasAssignment = false;;) {
        words.skipBlanks();
        const std::string_view word = words.word();
        if (word.empty())
            return {};
        if (word == "\\")
            return hasAssignment ? text : std::string_view {}; // the program is a line below
        const bool isAssignment = word.find('=') != std::string_view::npos && word.front() >= 'A'
            && word.front() <= 'Z';
        hasAssignment = hasAssignment || isAssignment;
        if (isAssignment || word == "export" || word == "sudo" || word == "nohup" || word == "time")
            continue;
        const std::string_view program = word.substr(word.rfind('/') + 1);
        const bool isLauncher = std::ranges::find(launchers, program) != launchers.end()
            || program.ends_with(".sh") || program.starts_with("python3.");
        // A command has arguments; a sentence that begins with "python" has no option among them.
        const bool hasArguments = words.rest().find("--") != std::string_view::npos
            || words.rest().find('=') != std::string_view::npos
            || words.rest().find(".py") != std::string_view::npos
            || text.find('=') < text.find(' ');
        return isLauncher && (hasArguments || text.ends_with('\\')) ? text : std::string_view {};
    }
}

/// Options of a program that nobody here knows, by the names that logs have for the same:
/// "--train_dataset.seq_length=2048", "--block_size 1024".
void tellOptions(LogReader &log, const LaunchText &launch, const TextPlace &place)
{
    const std::vector<LaunchWord> &words = launch.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string_view name = words[i].text;
        if (!name.starts_with("--"))
            continue;
        Scan parts { name.substr(2) };
        name = parts.until("=");
        std::string_view value = parts.rest();
        if (value.empty() && i + 1 < words.size())
            value = words[i + 1].text;
        if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos)
            name.remove_prefix(dot + 1);
        const char *const fact = factOf(metricOf(name));
        const auto number = wholeNumberText(value);
        if (fact && number && *number > 0)
            log.told(fact, *number, { name, -1, place.line });
    }
}

/// Gives what a command says to the run that it starts; below the steps of a run it only fills in.
void takeCommand(LogReader &log, const std::string &text, const TextPlace &place)
{
    const LaunchText launch = launchText(text);
    const std::string framework = launchedFramework(launch.words);
    RunTrace &last = log.anyRun();
    if (framework.empty() || last.isMeasured()) {
        RunTrace part;
        part.framework = last.isMeasured() ? last.framework : framework;
        addLaunchWords(launch, place, part);
        last.config.fillFrom(part.config);
        last.facts.fillFrom(part.facts);
        if (framework.empty())
            tellOptions(log, launch, place);
        return;
    }
    RunTrace &run = log.configured(framework, framework + "-log");
    addLaunchWords(launch, place, run);
    if (run.name.empty())
        run.name = run.config.text("run_name");
}

void readCommand(LogReader &log, const CleanLine &line)
{
    const std::string_view command = commandOf(line.text);
    if (command.empty() || log.isInBlock())
        return;
    struct State
    {
        std::string text;
        TextPlace place;
        int left = 200; ///< lines that it may go on for
    };
    const TextPlace place { log.file(), line.number };
    if (!command.ends_with('\\'))
        return takeCommand(log, std::string(command), place);
    auto state = std::make_shared<State>(State { std::string(command), place });
    log.beginBlock([state](LogReader &at, const CleanLine &next) {
        std::string_view text = trimmed(next.text);
        if (text.starts_with("> "))
            text = trimmed(text.substr(2)); // the shell's second prompt
        state->text += '\n';
        state->text += text;
        if (text.ends_with('\\') && --state->left > 0)
            return true;
        takeCommand(at, state->text, state->place);
        return false;
    });
}

constexpr LineReader commandReaders[] {
    { "torchrun ", readCommand },
    { "deepspeed ", readCommand },
    { "accelerate launch", readCommand },
    { "python ", readCommand },
    { "python3 ", readCommand },
    { "srun ", readCommand },
    { "mpirun ", readCommand },
    { "NGPU=", readCommand },
    { "NPROC_PER_NODE=", readCommand },
    { "llamafactory-cli train", readCommand },
    { "swift sft", readCommand },
    { "swift pt", readCommand },
    { "swift rlhf", readCommand },
    { "megatron sft", readCommand },
    { "megatron pt", readCommand },
    { "--tensor-model-parallel-size ", readCommand },
    { "maxtext.train", readCommand },
    { "MaxText.train", readCommand },
};

} // namespace

std::span<const LineReader> commandLines()
{
    return commandReaders;
}

} // namespace headroom
