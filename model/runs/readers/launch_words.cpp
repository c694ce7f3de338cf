#include "model/runs/readers/launch_words.h"

#include "model/frameworks/megatron/megatron_settings.h"
#include "model/lint/shell_scanner.h"
#include "model/plan/framework_traits.h"
#include "model/plan/machine_comment.h"
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

/// An option of a job script and what it says of the machine.
struct JobOption
{
    std::string_view option, fact;
    std::string_view variable; ///< that the job system sets to it; empty: none
};
// @source SchedMD sbatch(1): options, and "OUTPUT ENVIRONMENT VARIABLES"
constexpr std::array jobOptions { JobOption { "nodes", "nodes", "SLURM_NNODES" },
    JobOption { "N", "nodes", "SLURM_NNODES" },
    JobOption { "gpus-per-node", "devices_per_node", "SLURM_GPUS_ON_NODE" },
    JobOption { "gres", "devices_per_node", "SLURM_GPUS_ON_NODE" },
    JobOption { "gpus", "devices", "SLURM_GPUS" }, JobOption { "G", "devices", "SLURM_GPUS" },
    JobOption { "ntasks-per-node", "", "SLURM_NTASKS_PER_NODE" },
    JobOption { "ntasks", "", "SLURM_NTASKS" }, JobOption { "n", "", "SLURM_NTASKS" },
    JobOption { "constraint", "device_hint", "" }, JobOption { "C", "device_hint", "" },
    JobOption { "partition", "device_hint", "" }, JobOption { "p", "device_hint", "" } };

/// "gpu:h100:8", "h100:8" or "8": a count and maybe a kind of device. "1:4" and "2-4" are ranges,
/// of which the larger counts.
void addJobOption(LaunchText &launch, const JobOption &row, std::string_view value)
{
    if (row.fact == "device_hint") {
        launch.job.emplace(row.fact, value);
        return;
    }
    if (row.option == "gres" && !value.starts_with("gpu"))
        return; // a licence, a disk
    std::string_view count = value;
    if (const std::size_t mark = count.find_last_of(":-"); mark != std::string_view::npos)
        count.remove_prefix(mark + 1);
    if (const auto number = wholeNumberText(count); !number || *number < 1)
        return;
    Scan kind { value };
    kind.accept("gpu:");
    if (const std::string_view name = kind.until(":");
        !kind.rest().empty() && !wholeNumberText(name))
        launch.job.emplace("device_name", name);
    if (!row.fact.empty())
        launch.job.emplace(row.fact, count);
    if (!row.variable.empty())
        launch.variables.emplace(row.variable, count);
    if (row.variable == "SLURM_NNODES")
        launch.variables.emplace("SLURM_JOB_NUM_NODES", count);
}

/// What the job's own lines leave open, an export's comment may tell.
void addMachineLine(LaunchText &launch, std::string_view text)
{
    const std::optional<MachineComment> machine = machineCommentOf(text);
    if (!machine)
        return;
    launch.job.emplace("device_name", machine->accelerator);
    launch.job.emplace("devices_per_node", std::to_string(machine->devicesPerNode));
    launch.job.emplace("nodes", std::to_string(machine->nodes));
}

/// "#SBATCH --nodes=4" lines are comments to the shell.
void addJobLines(LaunchText &launch, std::string_view text)
{
    Scan lines { text };
    while (!lines.rest().empty()) {
        Scan line { trimmed(lines.until("\n")) };
        if (!line.accept("#SBATCH "))
            continue;
        Scan words { line.until(" #") };
        while (!trimmed(words.rest()).empty()) {
            words.skipBlanks();
            std::string_view word = words.word();
            if (word.empty())
                break;
            while (word.starts_with("-"))
                word.remove_prefix(1);
            Scan parts { word };
            const std::string_view name = parts.until("=");
            const auto row = std::ranges::find(jobOptions, name, &JobOption::option);
            if (row == jobOptions.end())
                continue;
            std::string_view value = parts.rest();
            if (value.empty()) {
                words.skipBlanks();
                value = words.word();
            }
            addJobOption(launch, *row, value);
        }
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

/// An option or variable of a launcher and the fact that it states.
struct MachineWord
{
    std::string_view name, fact;
};
// @source torchrun --help; deepspeed/launcher/runner.py; accelerate/commands/launch.py; srun(1)
constexpr std::array machineOptions { MachineWord { "nproc_per_node", "devices_per_node" },
    MachineWord { "gpus_per_node", "devices_per_node" },
    MachineWord { "num_gpus", "devices_per_node" }, MachineWord { "nnodes", "nodes" },
    MachineWord { "num_nodes", "nodes" }, MachineWord { "num_machines", "nodes" },
    MachineWord { "nodes", "nodes" }, MachineWord { "num_processes", "devices" } };
// @source torchtitan run_train.sh (NGPU); LLaMA-Factory src/llamafactory/launcher.py (NNODES,
// NPROC_PER_NODE); the others are what scripts of Megatron-LM and DeepSpeed call them
constexpr std::array machineVariables { MachineWord { "NGPU", "devices_per_node" },
    MachineWord { "GPUS_PER_NODE", "devices_per_node" },
    MachineWord { "NPROC_PER_NODE", "devices_per_node" },
    MachineWord { "NUM_GPUS", "devices_per_node" }, MachineWord { "NNODES", "nodes" },
    MachineWord { "NUM_NODES", "nodes" } };

/// "h100:8", "1:4": the last part.
std::optional<std::string> countText(std::string_view value)
{
    if (const std::size_t colon = value.rfind(':'); colon != std::string_view::npos)
        value.remove_prefix(colon + 1);
    const auto count = wholeNumberText(value);
    return count && *count >= 1 ? std::optional { std::string(value) } : std::nullopt;
}

std::string underscored(std::string_view name)
{
    std::string text(name);
    std::ranges::replace(text, '-', '_');
    return text;
}

void addMachine(const OptionWord &option, const TextPlace &place, RunTrace &run)
{
    const auto row
        = std::ranges::find(machineOptions, underscored(option.name), &MachineWord::name);
    if (row == machineOptions.end())
        return;
    // srun inside a job may start a part of it.
    if (option.name == "nodes" && run.facts.has("nodes"))
        return;
    if (const auto count = countText(option.value))
        run.facts.set(row->fact, *count, place.file, place.line);
}

/// What a script's variables and its job lines say of the machine; the job's own lines win.
void addMachineOfScript(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    for (const MachineWord &row : machineVariables) {
        const auto value = launch.variables.find(std::string(row.name));
        if (value == launch.variables.end() || run.facts.has(row.fact))
            continue;
        if (const auto count = countText(value->second))
            run.facts.set(row.fact, *count, place.file, place.line);
    }
    const auto visible = launch.variables.find("CUDA_VISIBLE_DEVICES");
    if (visible != launch.variables.end() && !run.facts.has("devices_per_node")
        && !run.facts.has("devices"))
        run.facts.set("devices_per_node",
            std::to_string(1 + std::ranges::count(visible->second, ',')), place.file, place.line);
    for (const auto &[fact, value] : launch.job)
        run.facts.set(fact, value, place.file, place.line);
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
    addMachineLine(launch, text);
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
        addMachine(option, at, run);
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
