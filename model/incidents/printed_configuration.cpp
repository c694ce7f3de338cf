#include "model/incidents/printed_configuration.h"

#include "model/base/text/plain_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

namespace headroom {
namespace {

using Settings = std::map<std::string, std::string>;

const std::string &textOf(const std::vector<ExportFile> &files, std::string_view ending)
{
    static const std::string none;
    const auto found = std::ranges::find_if(
        files, [ending](const ExportFile &file) { return file.name.ends_with(ending); });
    return found == files.end() ? none : found->content;
}

/// Keys of base.yml whose defaults matter here. @source MaxText configs/base.yml, 2026-08
const Settings maxtextDefaults { { "attention", "autoselected" }, { "capacity_factor", "-1.0" },
    { "context_parallel_load_balance", "True" }, { "context_parallel_strategy", "all_gather" },
    { "dcn_context_parallelism", "1" }, { "dcn_data_parallelism", "-1" },
    { "dcn_expert_parallelism", "1" }, { "dcn_fsdp_parallelism", "1" },
    { "dcn_fsdp_transpose_parallelism", "1" }, { "dcn_pipeline_parallelism", "1" },
    { "dcn_sequence_parallelism", "1" }, { "dcn_tensor_parallelism", "1" },
    { "dcn_tensor_sequence_parallelism", "1" }, { "decoder_layer_input", "device" },
    { "dtype", "bfloat16" }, { "first_num_dense_layers", "0" },
    { "gradient_accumulation_steps", "1" }, { "grad_dtype", "float32" },
    { "ici_context_parallelism", "1" }, { "ici_data_parallelism", "1" },
    { "ici_expert_parallelism", "1" }, { "ici_fsdp_parallelism", "-1" },
    { "ici_fsdp_transpose_parallelism", "1" }, { "ici_pipeline_parallelism", "1" },
    { "ici_sequence_parallelism", "1" }, { "ici_tensor_parallelism", "1" },
    { "ici_tensor_sequence_parallelism", "1" }, { "interleave_moe_layer_step", "1" },
    { "logits_via_embedding", "False" }, { "mlpwi_0", "remat" }, { "mlpwo", "remat" },
    { "mtp_num_layers", "0" }, { "mu_dtype", "" }, { "num_experts", "1" },
    { "num_experts_per_tok", "1" }, { "num_pipeline_microbatches", "-1" },
    { "num_pipeline_repeats", "-1" }, { "num_vocab_tiling", "1" }, { "opt_type", "adamw" },
    { "optimizer_memory_host_offload", "False" }, { "profiler", "" }, { "query_proj", "remat" },
    { "remat_policy", "full" }, { "shard_optimizer_over_data", "False" },
    { "sliding_window_size", "0" }, { "sparse_matmul", "True" }, { "weight_dtype", "float32" } };

/// "true" and "false" as Python prints them.
std::string pythonWord(std::string value)
{
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        value = value.substr(1, value.size() - 2);
    if (value == "true" || value == "false")
        value[0] = static_cast<char>(value[0] - 'a' + 'A');
    std::ranges::replace(value, '"', '\'');
    return value;
}

/// `key: value` lines of config.yml, comments left out.
void addYaml(Settings &settings, const std::string &text)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(": ");
        if (!line.starts_with('#') && colon != std::string::npos)
            settings[line.substr(0, colon)] = pythonWord(line.substr(colon + 2));
    }
}

/// Words of a bash array `NAME=( … )`, quotes resolved.
std::vector<std::string> arrayWords(const std::string &script, const std::string &name)
{
    std::vector<std::string> words;
    const std::size_t start = script.find('\n' + name + "=(");
    if (start == std::string::npos)
        return words;
    std::string word;
    bool isWord = false;
    std::size_t i = start + name.size() + 3;
    for (char quote = 0; i < script.size() && (quote || script[i] != ')'); ++i) {
        const char c = script[i];
        const bool isBlank = !quote && (c == ' ' || c == '\n');
        if (quote ? c == quote : (c == '"' || c == '\''))
            quote = quote ? '\0' : c;
        else if (!isBlank)
            word += c;
        else if (isWord)
            words.push_back(std::exchange(word, {}));
        isWord = !isBlank;
    }
    if (isWord)
        words.push_back(word);
    return words;
}

/// "key=value" words of run.sh.
void addCommandLine(Settings &settings, const std::string &script)
{
    std::istringstream lines(script.substr(script.rfind("exec python3")));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t start = line.find_first_not_of(" '");
        const std::size_t equals = line.find('=');
        if (start == std::string::npos || equals == std::string::npos || line[start] == '"')
            continue;
        std::string value = line.substr(equals + 1, line.find_last_not_of(" \\'") - equals);
        settings[line.substr(start, equals - start)] = pythonWord(value);
    }
}

double numberOf(const Settings &settings, const std::string &key)
{
    return plainNumber(settings.at(key)).value_or(0);
}

/// "--name value" and switches of a bash array.
void addArguments(Settings &settings, const std::vector<std::string> &words)
{
    // @source NVIDIA/Megatron-LM megatron/training/arguments.py: dest= and action="store_false"
    static const Settings otherNames { { "disable_bias_linear", "add_bias_linear" },
        { "no_gradient_accumulation_fusion", "gradient_accumulation_fusion" },
        { "fp8_format", "fp8" }, { "fp4_format", "fp4" } };
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string name = words[i].substr(2);
        std::ranges::replace(name, '-', '_');
        const bool hasValue = i + 1 < words.size() && !words[i + 1].starts_with("--");
        std::string value = hasValue ? words[++i] : "True";
        if (name == "recompute_modules" || name == "offload_modules" || name == "cp_comm_type") {
            while (i + 1 < words.size() && !words[i + 1].starts_with("--"))
                value += "', '" + words[++i];
            value = "['" + value + "']";
        }
        if (const auto other = otherNames.find(name); other != otherNames.end()) {
            name = other->second;
            value = hasValue ? value : "False";
        }
        settings[name] = value;
    }
}

const Settings megatronDefaults { { "add_bias_linear", "True" }, { "add_qkv_bias", "False" },
    { "accumulate_allreduce_grads_in_fp32", "False" }, { "attention_backend", "auto" },
    { "bf16", "False" }, { "context_parallel_size", "1" }, { "cp_comm_type", "['p2p']" },
    { "cross_entropy_loss_fusion", "False" }, { "data_parallel_sharding_strategy", "no_shard" },
    { "decoder_first_pipeline_num_layers", "None" }, { "decoder_last_pipeline_num_layers", "None" },
    { "exp_avg_dtype", "torch.float32" }, { "expert_model_parallel_size", "1" },
    { "fp16", "False" }, { "fp4", "None" }, { "fp8", "None" }, { "fp8_recipe", "delayed" },
    { "grad_reduce_in_bf16", "False" }, { "group_query_attention", "False" },
    { "kv_lora_rank", "32" }, { "moe_expert_capacity_factor", "None" }, { "moe_layer_freq", "1" },
    { "moe_router_topk", "2" }, { "moe_shared_expert_intermediate_size", "None" },
    { "moe_router_enable_expert_bias", "False" }, { "mtp_num_layers", "None" },
    { "multi_latent_attention", "False" }, { "normalization", "LayerNorm" },
    { "num_distributed_optimizer_instances", "1" }, { "num_experts", "None" },
    { "num_layers_per_virtual_pipeline_stage", "None" }, { "num_query_groups", "1" },
    { "num_virtual_stages_per_pipeline_rank", "None" }, { "optimizer", "adam" },
    { "optimizer_cpu_offload", "False" }, { "overlap_grad_reduce", "False" },
    { "overlap_param_gather", "False" }, { "pipeline_model_parallel_layout", "None" },
    { "position_embedding_type", "learned_absolute" }, { "q_lora_rank", "None" },
    { "qk_head_dim", "128" }, { "qk_layernorm", "False" }, { "qk_pos_emb_head_dim", "64" },
    { "quick_geglu", "False" }, { "recompute_granularity", "None" }, { "recompute_method", "None" },
    { "recompute_modules", "None" }, { "recompute_num_layers", "None" }, { "rank", "0" },
    { "sequence_parallel", "False" }, { "swiglu", "False" }, { "tp_comm_overlap", "False" },
    { "untie_embeddings_and_output_weights", "False" }, { "use_distributed_optimizer", "False" },
    { "use_megatron_fsdp", "False" }, { "use_precision_aware_optimizer", "False" },
    { "v_head_dim", "128" }, { "virtual_pipeline_model_parallel_size", "None" },
    { "wandb_exp_name", "" }, { "window_size", "None" }, { "window_attn_skip_freq", "None" } };

/// The value of a TOML line as JSON; both spell texts, numbers, booleans and lists alike here.
std::string jsonTables(const std::string &toml)
{
    std::map<std::string, std::vector<std::string>> tables;
    std::string table;
    std::istringstream lines(toml);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        if (line[0] == '[') {
            table = line.substr(1, line.size() - 2);
            continue;
        }
        const std::size_t equals = line.find(" = ");
        tables[table].push_back(
            fmt::format("    \"{}\": {}", line.substr(0, equals), line.substr(equals + 3)));
    }
    std::vector<std::string> objects;
    for (const auto &[name, members] : tables) {
        std::string open, close;
        std::string rest = name;
        for (std::size_t dot = rest.find('.'); dot != std::string::npos; dot = rest.find('.')) {
            open += fmt::format("\"{}\": {{", rest.substr(0, dot));
            close += "}";
            rest = rest.substr(dot + 1);
        }
        objects.push_back(fmt::format(
            "  {}\"{}\": {{\n{}\n  }}{}", open, rest, fmt::join(members, ",\n"), close));
    }
    return fmt::format("{{\n{}\n}}", fmt::join(objects, ",\n"));
}

} // namespace

std::string printedMaxtext(const std::vector<ExportFile> &files, std::int64_t jaxDevices,
    int slices, const std::map<std::string, std::string> &modelFile)
{
    Settings settings = maxtextDefaults;
    for (const auto &[key, value] : modelFile)
        settings[key] = pythonWord(value);
    addYaml(settings, textOf(files, "config.yml"));
    addCommandLine(settings, textOf(files, "run.sh"));
    settings["run_name"] = "run";
    settings["num_slices"] = std::to_string(slices);
    const double micro
        = numberOf(settings, "per_device_batch_size") * static_cast<double>(jaxDevices);
    settings["micro_batch_size_to_train_on"] = fmt::format("{}", std::lround(micro));
    settings["global_batch_size_to_train_on"]
        = fmt::format("{}", std::lround(micro * numberOf(settings, "gradient_accumulation_steps")));
    for (const char *size :
        { "emb_dim", "mlp_dim", "num_query_heads", "num_kv_heads", "num_decoder_layers" })
        if (settings.contains(std::string("base_") + size))
            settings[size] = settings.at(std::string("base_") + size);
    std::string text;
    for (const auto &[key, value] : settings)
        text += fmt::format(
            "I0822 09:59:16.242600 125344476638336 pyconfig.py:413] Config param {}: {}\n", key,
            value);
    return text + fmt::format("Num_devices: {}, shape (1, 1)\n", jaxDevices);
}

std::string printedMegatron(const std::vector<ExportFile> &files, std::int64_t world)
{
    const std::string &script = textOf(files, "run.sh");
    Settings settings = megatronDefaults;
    for (const char *array : { "MODEL", "EXPERTS", "PARALLEL", "TRAIN", "LOG", "TOKENS" })
        addArguments(settings, arrayWords(script, array));
    settings["world_size"] = std::to_string(world);
    const int inner = std::stoi(settings.at("tensor_model_parallel_size"))
        * std::stoi(settings.at("pipeline_model_parallel_size"))
        * std::stoi(settings.at("context_parallel_size"));
    settings["data_parallel_size"] = std::to_string(world / inner);
    if (!settings.contains("expert_tensor_parallel_size"))
        settings["expert_tensor_parallel_size"] = settings.at("tensor_model_parallel_size");
    if (settings.at("num_virtual_stages_per_pipeline_rank") != "None")
        settings["virtual_pipeline_model_parallel_size"]
            = settings.at("num_virtual_stages_per_pipeline_rank");
    std::string text = "------------------------ arguments ------------------------\n";
    for (const auto &[key, value] : settings)
        text += fmt::format("  {} {} {}\n", key,
            std::string(48 - std::min(key.size(), std::size_t { 45 }), '.'), value);
    return text + "-------------------- end of arguments ---------------------\n";
}

std::string printedTitan(const std::vector<ExportFile> &files, const ResolvedPlan &plan)
{
    const std::string prefix = "[rank0]:[titan] 2026-06-04 08:50:00,000 - root - INFO - ";
    const Parallelism &degrees = plan.plan.parallelism;
    const bool isReplicated = degrees.zeroStage < 3 && degrees.fsdp == 1;
    std::string text
        = prefix + "Running with configs: " + jsonTables(textOf(files, ".toml")) + "\n";
    for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1))
        text.insert(at + 1, "[rank0]:");
    return text
        + fmt::format("{}Building device mesh with parallelism: pp={}, dp_replicate={}, "
                      "dp_shard={}, cp={}, tp={}, ep={}\n",
            prefix, degrees.pipeline, isReplicated ? 1 : degrees.data,
            isReplicated ? degrees.data : degrees.fsdp, degrees.context, degrees.tensor,
            degrees.expert);
}

std::string printedEnvironment(const std::vector<ExportFile> &files)
{
    const std::string &script = textOf(files, "run.sh");
    std::string text;
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("export ") && line.find('$') == std::string::npos)
            text += line.substr(std::string_view("export ").size()) + '\n';
    if (const auto flags = arrayWords(script, "XLA_FLAG_LIST"); !flags.empty())
        text += fmt::format("XLA_FLAGS={}\n", fmt::join(flags, " "));
    return text;
}

} // namespace headroom
