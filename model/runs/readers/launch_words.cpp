#include "model/runs/readers/launch_words.h"

#include "model/frameworks/megatron/megatron_settings.h"
#include "model/lint/shell_scanner.h"
#include "model/plan/framework_traits.h"
#include "model/runs/readers/launch_machine.h"
#include "model/runs/text/scan.h"
#include "model/runs/text/shell_variables.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::size_t maxWords = 100'000;

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
    while (!trimmed(scan.rest()).empty() && launch.words.size() < maxWords) {
        std::string word(trimmed(scan.word()));
        if (Scan more { scan.rest() }; word.empty() && !more.rest().empty())
            scan = Scan { more.rest().substr(1) };
        if (word.empty() || word == "\\")
            continue;
        const bool isKnown = expandVariables(word, launch.variables);
        launch.words.push_back({ std::move(word), line, isKnown });
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

/// Options with several values. @source Megatron-LM megatron/training/arguments.py (nargs);
/// trl/trainer/model_config.py (lora_target_modules)
bool takesList(std::string_view name)
{
    constexpr std::string_view lists[] { "recompute-modules", "offload-modules", "cp-comm-type",
        "rampup-batch-size", "cuda-graph-modules", "cuda-graph-scope", "lora_target_modules" };
    return std::ranges::find(lists, name) != std::end(lists);
}

std::string underscored(std::string_view name)
{
    std::string text(name);
    std::ranges::replace(text, '-', '_');
    return text;
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
        run.config.set(underscored(option.name), option.hasValue ? option.value : "true",
            place.file, place.line);
        break;
    case Framework::MaxText:
    case Framework::Jax:
        break;
    }
}

/// "megatron sft" of ms-swift trains in the checkpoint's 16 bits, where Megatron-LM itself
/// takes 32.
/// @source modelscope/ms-swift: docs, Megatron-SWIFT command-line parameters (torch_dtype)
void addSwiftDefaults(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    constexpr std::string_view swiftCommand = "megatron";
    const std::vector<LaunchWord> &words = launch.words;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i].text == swiftCommand
            && (words[i + 1].text == "sft" || words[i + 1].text == "pt"
                || words[i + 1].text == "rlhf")
            && !run.config.has("fp16"))
            run.facts.set("precision_default", "bf16", place.file, place.line);
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
        if (token != ShellScanner::Token::Word || launch.words.size() >= maxWords) {
            isFirst = true;
            continue;
        }
        std::string plain = word.decoded.text();
        const std::int64_t line = lines.position(word.from).line;
        const std::size_t name = plain.starts_with("-") ? 0 : assignedName(plain);
        const bool isKnown = expandVariables(plain, launch.variables);
        // An array may hold an option and its value in one quoted word.
        if (name == 0 && plain.starts_with("--") && plain.find(' ') < plain.find('=')) {
            addSplit(launch, plain, line);
            isFirst = false;
            continue;
        }
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
        Sign { "--tensor_model_parallel_size", "megatron", true },
        Sign { "pretrain_gpt", "megatron", false }, Sign { "--num-layers", "megatron", true },
        Sign { "model.tensor_model_parallel_size=", "megatron", true },
        Sign { "per_device_batch_size=", "maxtext", true },
        Sign { "maxtext.train", "maxtext", false }, Sign { "MaxText.train", "maxtext", false },
        Sign { "MaxText/train.py", "maxtext", false }, Sign { "--training.", "torchtitan", true },
        Sign { "--parallelism.", "torchtitan", true }, Sign { "torchtitan", "torchtitan", false },
        Sign { "--job.config_file", "torchtitan", true },
        // A program that asks for DeepSpeed's stage itself is none of the Trainer's.
        Sign { "--zero_stage", "deepspeed", true },
        Sign { "--per_device_train_batch_size", "hf", true },
        Sign { "--per-device-train-batch-size", "hf", true }, Sign { "swift", "hf", true },
        Sign { "llamafactory-cli", "hf", true }, Sign { "axolotl", "hf", true },
        Sign { "litgpt", "hf", true }, Sign { "--deepspeed", "deepspeed", true },
        Sign { "accelerate", "hf", true }, Sign { "--model_name_or_path", "hf", true } };
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
        } else if (!option.hasValue && i + 1 < words.size() && !words[i + 1].isKnown
            && !words[i + 1].isFirst) {
            continue; // has a value that nobody knows: neither set nor a switch
        }
        addMachineOption(underscored(option.name), option.value, at, run);
        if (option.name.starts_with("xla_"))
            run.flags.insert_or_assign(option.name, option.hasValue ? option.value : "true");
        else
            addOption(option, at, run);
    }
    addSwiftDefaults(launch, place, run);
    addMachineOfScript(launch, place, run);
    for (const auto &[name, value] : launch.variables)
        run.flags.emplace(name, value);
    run.setsCompilerFlags = run.setsCompilerFlags || launch.setsCompilerFlags;
}

} // namespace headroom
