#include "model/runs/launch_words.h"

#include "model/frameworks/megatron/megatron_settings.h"
#include "model/lint/shell_scanner.h"
#include "model/plan/framework_traits.h"
#include "model/runs/scan.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::size_t mostWords = 100'000;

/// A variable's name in "$NAME", "${NAME}" or "${NAME:-default}" and the default.
struct Expansion
{
    std::string name, fallback;
    std::size_t size = 0; ///< characters of the whole
    bool hasFallback = false;
};

Expansion expansionAt(std::string_view text, std::size_t at)
{
    Expansion found;
    const bool isBraced = at + 1 < text.size() && text[at + 1] == '{';
    std::size_t end = at + (isBraced ? 2 : 1);
    const std::size_t start = end;
    while (end < text.size() && isShellNameLetter(text[end]))
        ++end;
    found.name = text.substr(start, end - start);
    if (!isBraced) {
        found.size = end - at;
        return found;
    }
    const std::size_t close = text.find('}', end);
    if (close == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(end, close - end);
    found.hasFallback = rest.starts_with(":-") || rest.starts_with("-");
    if (found.hasFallback)
        found.fallback = rest.substr(rest[0] == ':' ? 2 : 1);
    else if (!rest.empty())
        return {}; // lengths, arrays, substitutions
    found.size = close + 1 - at;
    return found;
}

/// `text` with its variables replaced; false when one is not known.
bool expand(std::string &text, const std::map<std::string, std::string> &variables)
{
    constexpr int mostRounds = 8; // variables inside variables
    for (int round = 0; round < mostRounds; ++round) {
        const std::size_t at = text.find('$');
        if (at == std::string::npos)
            return true;
        const Expansion found = expansionAt(text, at);
        const auto value = variables.find(found.name);
        if (found.size == 0 || (value == variables.end() && !found.hasFallback))
            return false;
        text.replace(at, found.size, value == variables.end() ? found.fallback : value->second);
    }
    return false;
}

std::size_t assignedName(const std::string &text)
{
    if (text.empty() || !isShellNameStart(text[0]))
        return 0;
    std::size_t end = 1;
    while (end < text.size() && isShellNameLetter(text[end]))
        ++end;
    return end < text.size() && text[end] == '=' ? end : 0;
}

/// Words of a text that a variable holds.
void addSplit(LaunchText &launch, std::string_view text, std::int64_t line)
{
    Scan scan { text };
    while (!trimmed(scan.rest()).empty() && launch.words.size() < mostWords) {
        std::string word(trimmed(scan.word()));
        if (Scan more { scan.rest() }; word.empty() && !more.rest().empty())
            scan = Scan { more.rest().substr(1) };
        if (word.empty() || word == "\\")
            continue;
        const bool isKnown = expand(word, launch.variables);
        launch.words.push_back({ std::move(word), line, isKnown });
    }
}

/// "#SBATCH --nodes=4" lines are comments to the shell.
void addJobLines(LaunchText &launch, std::string_view text)
{
    Scan lines { text };
    for (std::int64_t number = 1; !lines.rest().empty(); ++number) {
        Scan line { lines.until("\n") };
        if (line.accept("#SBATCH "))
            addSplit(launch, line.until("#"), number);
    }
}

bool isOption(const std::string &word)
{
    return word.size() > 2 && word.starts_with("--");
}

/// "--name" of an option with dots, underscores or dashes, and a value behind "=".
struct OptionWord
{
    std::string name, value;
    bool hasValue = false;
};

OptionWord optionOf(const std::string &word)
{
    const std::size_t equals = word.find('=');
    OptionWord option { word.substr(2, equals == std::string::npos ? equals : equals - 2), {},
        equals != std::string::npos };
    if (option.hasValue)
        option.value = word.substr(equals + 1);
    return option;
}

/// Options of Megatron-LM with several values. @source megatron/training/arguments.py (nargs)
bool takesList(std::string_view name)
{
    return name == "recompute-modules" || name == "cp-comm-type" || name == "rampup-batch-size";
}

void addMachine(const OptionWord &option, const TextPlace &place, RunTrace &run)
{
    struct Row
    {
        std::string_view option, fact;
    };
    static constexpr std::array rows { Row { "nproc_per_node", "devices_per_node" },
        Row { "nproc-per-node", "devices_per_node" }, Row { "gpus-per-node", "devices_per_node" },
        Row { "num_gpus", "devices_per_node" }, Row { "nnodes", "nodes" },
        Row { "num_nodes", "nodes" }, Row { "nodes", "nodes" } };
    const auto row = std::ranges::find(rows, option.name, &Row::option);
    if (row == rows.end())
        return;
    std::string_view value = option.value;
    if (const std::size_t colon = value.rfind(':'); colon != std::string_view::npos)
        value.remove_prefix(colon + 1); // "h100:8", "1:4"
    if (const auto count = wholeNumberText(value); count && *count >= 1)
        run.facts.set(row->fact, value, place.file, place.line);
}

void addOption(const OptionWord &option, const TextPlace &place, RunTrace &run)
{
    const FrameworkTraits *const framework = findFramework(run.framework);
    if (!framework)
        return;
    switch (framework->id) {
    case Framework::Megatron: {
        const MegatronSetting setting
            = megatronSetting(option.name, option.hasValue ? option.value : "True");
        run.config.set(setting.key, setting.value, place.file, place.line);
        break;
    }
    case Framework::Torchtitan:
    case Framework::DeepSpeed:
    case Framework::HuggingFace:
        run.config.set(
            option.name, option.hasValue ? option.value : "true", place.file, place.line);
        break;
    case Framework::MaxText:
    case Framework::Jax:
        break;
    }
}

} // namespace

MegatronSetting megatronSetting(std::string_view flag, std::string_view value)
{
    std::string name(flag);
    std::ranges::replace(name, '_', '-');
    const std::span<const books::Key> rows = books::megatron::keys().rows();
    const auto row = std::ranges::find(rows, "--" + name, &books::Key::argument);
    if (row != rows.end())
        return { std::string(row->name), row->byDefault == "True" ? "False" : std::string(value) };
    std::ranges::replace(name, '-', '_');
    return { std::move(name), std::string(value) };
}

LaunchText launchText(std::string_view text)
{
    LaunchText launch;
    addJobLines(launch, text);
    Script problems;
    ShellScanner scanner(text, problems);
    const TextLines lines(text);
    ShellWord word;
    bool isFirst = true;
    for (auto token = scanner.next(word); token != ShellScanner::Token::End;
         token = scanner.next(word)) {
        if (token != ShellScanner::Token::Word || launch.words.size() >= mostWords) {
            isFirst = true;
            continue;
        }
        std::string plain = word.decoded.text();
        const std::int64_t line = lines.position(word.from).line;
        const std::size_t name = plain.starts_with("-") ? 0 : assignedName(plain);
        const bool isKnown = expand(plain, launch.variables);
        if (name > 0) {
            std::string value = plain.substr(name + 1);
            const bool hasArguments = value.starts_with("--") || value.find(" --") != value.npos;
            if (hasArguments)
                addSplit(launch, value, line);
            const std::string variable = plain.substr(0, name);
            launch.setsCompilerFlags = launch.setsCompilerFlags || variable == "XLA_FLAGS"
                || variable == "LIBTPU_INIT_ARGS";
            if (isKnown && !value.empty())
                launch.variables[variable] = value;
        }
        launch.words.push_back({ std::move(plain), line, isKnown, isFirst || name > 0 });
        isFirst = false;
    }
    return launch;
}

std::string launchedFramework(const std::vector<LaunchWord> &words)
{
    struct Sign
    {
        std::string_view text, framework;
        bool isStart; ///< of the word; else anywhere in it
    };
    static constexpr std::array signs { Sign { "--tensor-model-parallel-size", "megatron", true },
        Sign { "pretrain_gpt", "megatron", false }, Sign { "--num-layers", "megatron", true },
        Sign { "per_device_batch_size=", "maxtext", true },
        Sign { "maxtext.train", "maxtext", false }, Sign { "MaxText.train", "maxtext", false },
        Sign { "MaxText/train.py", "maxtext", false }, Sign { "--training.", "torchtitan", true },
        Sign { "--parallelism.", "torchtitan", true }, Sign { "torchtitan", "torchtitan", false },
        Sign { "--per_device_train_batch_size", "hf", true },
        Sign { "--deepspeed", "deepspeed", true } };
    for (const Sign &sign : signs)
        for (const LaunchWord &word : words)
            if (sign.isStart ? word.text.starts_with(sign.text)
                             : word.text.find(sign.text) != std::string::npos)
                return std::string(sign.framework);
    return {};
}

void addLaunchWords(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    const std::vector<LaunchWord> &words = launch.words;
    const FrameworkTraits *const framework = findFramework(run.framework);
    const bool takesAssignments = framework && framework->id == Framework::MaxText; // key=value
    for (std::size_t i = 0; i < words.size(); ++i) {
        const LaunchWord &word = words[i];
        const TextPlace at { place.file, place.line + word.line - 1 };
        if (!isOption(word.text)) {
            const std::size_t equals = word.text.find('=');
            if (takesAssignments && equals != std::string::npos && word.isKnown)
                run.config.set(
                    word.text.substr(0, equals), word.text.substr(equals + 1), at.file, at.line);
            continue;
        }
        OptionWord option = optionOf(word.text);
        const auto hasNext = [&] {
            return i + 1 < words.size() && !isOption(words[i + 1].text) && words[i + 1].isKnown
                && !words[i + 1].isFirst;
        };
        if (!option.hasValue && !option.name.starts_with("xla_") && hasNext()) {
            option.value = words[++i].text;
            option.hasValue = true;
            while (takesList(option.name) && hasNext())
                option.value += ", " + words[++i].text;
        }
        addMachine(option, at, run);
        if (option.name.starts_with("xla_"))
            run.flags.insert_or_assign(option.name, option.hasValue ? option.value : "true");
        else
            addOption(option, at, run);
    }
    for (const auto &[name, value] : launch.variables)
        run.flags.emplace(name, value);
    run.setsCompilerFlags = run.setsCompilerFlags || launch.setsCompilerFlags;
}

} // namespace headroom
