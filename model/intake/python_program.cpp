#include "model/intake/python_program.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <vector>

namespace headroom {
namespace {

/// Arguments that say something wherever they stand, in the Trainer's words.
/// @source transformers training_args.py, modeling_utils.py; trl sft_config.py, dpo_config.py;
/// unsloth models/loader.py, models/llama.py (get_peft_model); peft tuners/lora/config.py
constexpr std::array plainKeys { "per_device_train_batch_size", "gradient_accumulation_steps",
    "per_device_eval_batch_size", "eval_strategy", "evaluation_strategy", "do_eval", "bf16", "fp16",
    "optim", "gradient_checkpointing", "deepspeed", "fsdp", "torch_compile", "use_liger_kernel",
    "max_seq_length", "model_max_length", "load_in_4bit", "load_in_8bit", "attn_implementation",
    "use_dora", "use_rslora", "modules_to_save", "loss_type", "beta" };

bool isPlain(std::string_view name)
{
    return std::ranges::find(plainKeys, name) != plainKeys.end();
}

bool importsUnsloth(std::string_view text)
{
    return text.find("from unsloth") != text.npos || text.find("import unsloth") != text.npos;
}

/// Of evaluations, whose batch takes nothing where no logits are made.
constexpr std::array evaluationKeys { "per_device_eval_batch_size", "eval_strategy",
    "evaluation_strategy", "do_eval" };

bool isTokenizer(std::string_view function)
{
    return asciiLowered(std::string(function)).find("tokeniz") != std::string::npos;
}

bool makesAdapters(std::string_view function)
{
    return function == "LoraConfig" || function == "get_peft_model";
}

bool loadsModel(const PythonArgument &argument)
{
    return lastName(argument.call) == "from_pretrained"
        && (argument.call.find("Model") != std::string::npos
            || argument.call.find("CausalLM") != std::string::npos);
}

class ProgramReader
{
public:
    ProgramReader(std::string_view text, const TextPlace &place)
        : m_arguments(pythonArguments(text))
        , m_place(place)
        , m_isUnsloth(importsUnsloth(text))
        , m_makesNoLogits(makesNoLogits(text))
    {
        addOptions();
        for (const PythonArgument &argument : m_arguments)
            if (argument.call.empty())
                m_variables.try_emplace(argument.name, argument.value);
    }

    RunTrace read()
    {
        m_run.framework = "hf";
        m_run.format = "python-program";
        m_run.sources = { { m_place.file, {}, false } };
        for (const PythonArgument &argument : m_arguments)
            if (!argument.call.empty())
                readArgument(argument, std::string(lastName(argument.call)));
        for (const PythonArgument &argument : m_arguments) // defaults of the program's own options
            if (argument.call.empty() && isPlain(argument.name))
                set(argument.name, argument, false);
        // The model's own call stays, whatever the arguments say.
        if (m_checkpointing > 0 && !m_run.config.flag("gradient_checkpointing").value_or(false))
            m_run.config.set("gradient_checkpointing", "True", m_place.file, m_checkpointing);
        else if (m_prepared > 0 && !m_run.config.has("gradient_checkpointing"))
            m_run.config.set("gradient_checkpointing", "True", m_place.file, m_prepared);
        if (m_isUnsloth) // one GPU, but in its paid editions
            fact("devices_inferred", "1", 1);
        // Weights that are loaded in 16 bits are trained in them; adapters are kept in 32.
        if (m_isLoadedInBf16 && !m_run.config.has("use_peft"))
            m_run.config.set("pure_bf16", "True", m_place.file, m_loadedLine);
        return std::move(m_run);
    }

private:
    std::int64_t line(const PythonArgument &argument) const
    {
        return m_place.line + argument.line - 1;
    }
    void fact(const char *key, const std::string &value, std::int64_t at)
    {
        m_run.facts.set(key, value, m_place.file, at);
    }

    /// A setting with an argument's value; the first of several counts.
    void set(std::string_view key, const PythonArgument &argument, bool isNamed = true)
    {
        const bool isIdle
            = m_makesNoLogits && std::ranges::find(evaluationKeys, key) != evaluationKeys.end();
        if (m_run.config.has(key) || isIdle)
            return;
        const auto value = pythonValue(argument.value, m_variables);
        const bool isOwnName = !isNamed && trimmed(argument.value).ends_with(argument.name);
        if (value && !isOwnName)
            m_run.config.set(key, *value, m_place.file, line(argument));
    }
    void put(std::string_view key, const char *value, const PythonArgument &argument)
    {
        if (!m_run.config.has(key))
            m_run.config.set(key, value, m_place.file, line(argument));
    }

    /// parser.add_argument("--max_seq_length", type=int, default=2048) is a variable of that name.
    void addOptions()
    {
        std::string option;
        std::vector<PythonArgument> options;
        for (const PythonArgument &argument : m_arguments) {
            if (lastName(argument.call) != "add_argument")
                continue;
            if (argument.name == firstArgument && isPythonText(argument.value)) {
                option = argument.value.substr(1, argument.value.size() - 2);
                option.erase(0, std::min(option.find_first_not_of('-'), option.size()));
                std::ranges::replace(option, '-', '_');
            } else if (argument.name == "default") {
                options.push_back({ {}, option, argument.value, argument.line });
            }
        }
        std::ranges::move(options, std::back_inserter(m_arguments));
    }

    void readArgument(const PythonArgument &argument, const std::string &function)
    {
        const std::string &name = argument.name;
        if (loadsModel(argument))
            readModel(argument);
        if (makesAdapters(function))
            put("use_peft", "True", argument);
        if (function == "DPOTrainer" || function == "DPOConfig")
            put("rl", "dpo", argument);
        if (name.empty() && function == "gradient_checkpointing_enable")
            m_checkpointing = line(argument);
        if (name.empty() && function == "prepare_model_for_kbit_training")
            m_prepared = line(argument);
        if (const std::string key = trainerKeyOf(argument); !key.empty())
            set(key, argument);
    }

    void readModel(const PythonArgument &argument)
    {
        const std::string &name = argument.name;
        if (name == "torch_dtype" || name == "dtype") {
            m_isLoadedInBf16 = pythonValue(argument.value, m_variables).value_or("") == "bfloat16";
            m_loadedLine = line(argument);
        } else if (name == "use_flash_attention_2"
            && pythonValue(argument.value, m_variables).value_or("") == "True") {
            put("attn_implementation", "flash_attention_2", argument);
        } else if (name == "device_map"
            && (argument.value.find("\"\":") != std::string_view::npos
                || argument.value.find("'':") != std::string_view::npos)) {
            fact("devices_inferred", "1", line(argument));
        }
    }

    std::vector<PythonArgument> m_arguments;
    PythonVariables m_variables;
    TextPlace m_place;
    RunTrace m_run;
    bool m_isUnsloth = false, m_makesNoLogits = false, m_isLoadedInBf16 = false;
    std::int64_t m_loadedLine = 1;
    std::int64_t m_checkpointing = 0, m_prepared = 0; ///< lines of calls that turn it on
};

} // namespace

bool makesNoLogits(std::string_view program)
{
    return importsUnsloth(program) && program.find("UNSLOTH_RETURN_LOGITS") == program.npos;
}

bool isTrainerProgram(std::string_view text)
{
    const auto holds = [text](std::string_view part) { return text.find(part) != text.npos; };
    const bool imports = text.starts_with("import ") || text.starts_with("from ")
        || holds("\nimport ") || (holds("\nfrom ") && holds(" import "));
    return imports && !holds("Traceback (most recent")
        && (holds("TrainingArguments(") || holds("SFTConfig(") || holds("DPOConfig(")
            || holds("LoraConfig(") || holds("get_peft_model(")
            || (holds(".from_pretrained(") && holds("Trainer(")));
}

std::string trainerKeyOf(const PythonArgument &argument)
{
    const std::string &name = argument.name;
    const std::string_view function = lastName(argument.call);
    if (loadsModel(argument)
        && (name == firstArgument || name == "model_name"
            || name == "pretrained_model_name_or_path"))
        return "model_name_or_path";
    if (makesAdapters(function) && name == "r")
        return "lora_r";
    if (makesAdapters(function) && name == "target_modules")
        return "lora_target_modules";
    if (name == "use_gradient_checkpointing")
        return "gradient_checkpointing";
    if (isTokenizer(function) || isTokenizer(argument.call))
        return name == "max_length" || name == "model_max_length" ? "block_size" : std::string {};
    if (name == "max_length" && function.ends_with("Config") && function != "GenerationConfig")
        return name;
    const bool isOption = function == "add_argument" || argument.call.empty();
    return isPlain(name) && !isOption ? name : std::string {};
}

std::string notebookCode(const Document &tree)
{
    std::string code;
    const Document *cells = tree.find("cells");
    if (!cells || !cells->isSequence())
        return code;
    for (const Document &cell : cells->items()) {
        const Document *type = cell.isMapping() ? cell.find("cell_type") : nullptr;
        const Document *source = cell.isMapping() ? cell.find("source") : nullptr;
        if (!type || type->text() != "code" || !source)
            continue;
        if (source->isSequence())
            for (const Document &line : source->items())
                code += line.text();
        else
            code += source->text();
        code += '\n';
    }
    return code;
}

std::optional<RunTrace> readTrainerProgram(std::string_view text, const TextPlace &place)
{
    RunTrace run = ProgramReader(text, place).read();
    return run.config.empty() ? std::nullopt : std::optional { std::move(run) };
}

} // namespace headroom
