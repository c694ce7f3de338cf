#include "model/runs/metric_names.h"

#include "model/base/text/ascii.h"
#include "model/base/units/quantity.h"
#include "model/runs/scan.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

// Names of numbers in the logs of training programs. @source meta-pytorch/torchtune:
// training/metric_logging.py; Lightning-AI/litgpt: pretrain.py, finetune/; huggingface/nanotron:
// trainer.py; allenai/OLMo-core: train/callbacks; mosaicml/composer: callbacks/speed_monitor.py,
// memory_monitor.py; modelscope/ms-swift: trainers; axolotl-ai-cloud/axolotl: monkeypatch and
// callbacks; hiyouga/LlamaFactory: train/callbacks.py; karpathy/nanoGPT: train.py

namespace headroom {
namespace {

struct NameRow
{
    std::string_view name; ///< lower case, other marks as one underscore
    Metric metric;
};

constexpr std::array nameRows {
    NameRow { "step", Metric::Step },
    NameRow { "steps", Metric::Step },
    NameRow { "batch", Metric::Step },
    NameRow { "trainer_batch_idx", Metric::Nothing },
    NameRow { "batch_in_epoch", Metric::Nothing },
    NameRow { "micro_step", Metric::Nothing },
    NameRow { "eval_step", Metric::Nothing },
    NameRow { "skip_step", Metric::Nothing },
    NameRow { "global_step_max_steps", Metric::SureStep },
    NameRow { "global_step", Metric::SureStep },
    NameRow { "current_steps", Metric::SureStep },
    NameRow { "update", Metric::Step },
    NameRow { "num_updates", Metric::SureStep },
    NameRow { "iter", Metric::Iteration },
    NameRow { "iters", Metric::Iteration },
    NameRow { "iteration", Metric::Iteration },
    NameRow { "it", Metric::Iteration },
    NameRow { "iter_time", Metric::IterationSeconds },
    NameRow { "iteration_time", Metric::IterationSeconds },
    NameRow { "time_iter", Metric::IterationSeconds },
    NameRow { "speed", Metric::IterationSeconds },
    NameRow { "step_time", Metric::StepSeconds },
    NameRow { "time_step", Metric::StepSeconds },
    NameRow { "step_time_s", Metric::StepSeconds },
    NameRow { "sec_step", Metric::StepSeconds },
    NameRow { "s_step", Metric::StepSeconds },
    NameRow { "batch_time", Metric::StepSeconds },
    NameRow { "time_per_step", Metric::StepSeconds },
    NameRow { "time_per_batch", Metric::StepSeconds },
    NameRow { "time_per_iteration", Metric::StepSeconds },
    NameRow { "time_per_iteration_ms", Metric::StepSeconds },
    NameRow { "seconds_per_step", Metric::StepSeconds },
    NameRow { "sec_per_step", Metric::StepSeconds },
    NameRow { "train_step_runtime", Metric::StepSeconds },
    NameRow { "train_step_timing_in_s", Metric::StepSeconds },
    NameRow { "train_speed_s_it", Metric::StepSeconds },
    NameRow { "train_speed_s_iter", Metric::StepSeconds },
    NameRow { "dt", Metric::StepSeconds },
    NameRow { "dt_ms", Metric::StepSeconds },
    NameRow { "time", Metric::MaybeSeconds },
    NameRow { "time_s", Metric::MaybeSeconds },
    NameRow { "time_ms", Metric::StepSeconds },
    NameRow { "took", Metric::StepSeconds },
    NameRow { "seconds", Metric::MaybeSeconds },
    NameRow { "remaining_time", Metric::Nothing },
    NameRow { "left_time", Metric::Nothing },
    NameRow { "training_time", Metric::Nothing },
    NameRow { "elapsed", Metric::Elapsed },
    NameRow { "elapsed_time", Metric::Elapsed },
    NameRow { "total_time", Metric::Elapsed },
    NameRow { "wall_time", Metric::Elapsed },
    NameRow { "runtime", Metric::Elapsed },
    NameRow { "train_runtime", Metric::Nothing },
    NameRow { "train_steps_per_second", Metric::Nothing },
    NameRow { "train_samples_per_second", Metric::Nothing },
    NameRow { "eval_runtime", Metric::Nothing },
    NameRow { "train_speed_iter_s", Metric::StepsPerSecond },
    NameRow { "train_speed_it_s", Metric::StepsPerSecond },
    NameRow { "step_avg", Metric::StepSeconds },
    NameRow { "train_time", Metric::Elapsed },
    NameRow { "batches_per_second", Metric::StepsPerSecond },
    NameRow { "throughput", Metric::TokensPerSecond },
    NameRow { "steps_per_second", Metric::StepsPerSecond },
    NameRow { "steps_per_sec", Metric::StepsPerSecond },
    NameRow { "batches_per_sec", Metric::StepsPerSecond },
    NameRow { "device_batches_per_sec", Metric::Nothing },
    NameRow { "eval_steps_per_second", Metric::Nothing },
    NameRow { "eval_samples_per_second", Metric::Nothing },
    NameRow { "throughput_device_bps", Metric::StepsPerSecond },
    NameRow { "throughput_device_bps_actual_avg", Metric::Nothing },
    NameRow { "throughput_device_tps", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_per_second_per_gpu", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_per_second_per_device", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_per_sec_per_gpu", Metric::DeviceTokensPerSecond },
    NameRow { "device_tokens_per_sec", Metric::DeviceTokensPerSecond },
    NameRow { "device_tokens_per_second", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_s_gpu", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_sec_gpu", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_s_device", Metric::DeviceTokensPerSecond },
    NameRow { "train_per_sec_per_gpu", Metric::DeviceTokensPerSecond },
    NameRow { "tokens_per_sec", Metric::TokensPerSecond },
    NameRow { "tokens_per_second", Metric::TokensPerSecond },
    NameRow { "tokens_s", Metric::TokensPerSecond },
    NameRow { "tokens_sec", Metric::TokensPerSecond },
    NameRow { "tok_s", Metric::TokensPerSecond },
    NameRow { "tok_sec", Metric::TokensPerSecond },
    NameRow { "tok_per_sec", Metric::TokensPerSecond },
    NameRow { "samples_sec", Metric::SamplesPerSecond },
    NameRow { "samples_s", Metric::SamplesPerSecond },
    NameRow { "samples_per_sec", Metric::SamplesPerSecond },
    NameRow { "samples_per_second", Metric::SamplesPerSecond },
    NameRow { "train_step_samples_per_second", Metric::SamplesPerSecond },
    NameRow { "device_samples_per_sec", Metric::DeviceSamplesPerSecond },
    NameRow { "loss", Metric::Loss },
    NameRow { "train_loss", Metric::Loss },
    NameRow { "loss_train", Metric::Loss },
    NameRow { "lm_loss", Metric::Loss },
    NameRow { "consumed_samples", Metric::ConsumedSamples },
    NameRow { "time_sample", Metric::ConsumedSamples },
    NameRow { "time_token", Metric::ConsumedTokens },
    NameRow { "time_batch", Metric::SureStep },
    NameRow { "consumed_tokens", Metric::ConsumedTokens },
    // Memory
    NameRow { "memory_max_mem_active_gib", Metric::Nothing },
    NameRow { "memory_max_active_gib", Metric::Nothing },
    NameRow { "max_mem_allocated_gib", Metric::Allocated },
    NameRow { "max_allocated_gib", Metric::Allocated },
    NameRow { "max_alloc_gib", Metric::Allocated },
    NameRow { "device_mem_reserved_gib", Metric::Reserved },
    NameRow { "device_reserved_gib", Metric::Reserved },
    NameRow { "peak_memory_alloc", Metric::Allocated },
    NameRow { "peak_memory_allocated", Metric::Allocated },
    NameRow { "peak_memory_allocation", Metric::Allocated },
    NameRow { "peak_memory_reserved", Metric::Reserved },
    NameRow { "peak_allocated_mem", Metric::Allocated },
    NameRow { "peak_reserved_mem", Metric::Reserved },
    NameRow { "memory_reserved_mem", Metric::Reserved },
    NameRow { "memory_gib", Metric::Reserved },
    NameRow { "memory_used", Metric::Allocated },
    NameRow { "max_memory_allocated", Metric::Allocated },
    NameRow { "max_memory_reserved", Metric::Reserved },
    NameRow { "peak_memory", Metric::Allocated },
    NameRow { "peak_mem", Metric::Allocated },
    NameRow { "max_mem", Metric::Allocated },
    NameRow { "max_allocated", Metric::Allocated },
    NameRow { "max_reserved", Metric::Reserved },
    NameRow { "cuda_max_memory_reserved", Metric::Reserved },
    NameRow { "cuda_max_memory_allocated", Metric::Allocated },
    NameRow { "max_cuda_memory_allocated_was", Metric::Allocated },
    NameRow { "max_cuda_memory_reserved_was", Metric::Reserved },
    NameRow { "peak_reserved_memory", Metric::Reserved },
    NameRow { "peak_gpu_memory_mb", Metric::Allocated },
    NameRow { "gpu_active_mem_gib", Metric::Allocated },
    NameRow { "gpu_reserved_mem_gib", Metric::Reserved },
    NameRow { "gpu_mem", Metric::InUse },
    // Facts
    NameRow { "global_batch_size", Metric::GlobalBatch },
    NameRow { "global_train_batch_size", Metric::GlobalBatch },
    NameRow { "total_train_batch_size", Metric::GlobalBatch },
    NameRow { "effective_batch_size", Metric::GlobalBatch },
    NameRow { "total_batch_size", Metric::GlobalBatch },
    NameRow { "batch_size_per_device", Metric::MicroBatch },
    NameRow { "per_device_train_batch_size", Metric::MicroBatch },
    NameRow { "per_device_batch_size", Metric::Nothing }, // MaxText's, of all axes
    NameRow { "train_micro_batch_size_per_gpu", Metric::MicroBatch },
    NameRow { "device_train_microbatch_size", Metric::MicroBatch },
    NameRow { "micro_batch_size", Metric::MicroBatch },
    NameRow { "microbatch_size", Metric::MicroBatch },
    NameRow { "batch_size", Metric::MicroBatch },
    NameRow { "eval_batch_size", Metric::Nothing },
    NameRow { "train_batch_size", Metric::Nothing },
    NameRow { "gradient_accumulation_steps", Metric::Accumulation },
    NameRow { "gradient_accumulation_iters", Metric::Accumulation },
    NameRow { "batch_accumulation_per_replica", Metric::Accumulation },
    NameRow { "max_seq_len", Metric::Length },
    NameRow { "max_seq_length", Metric::Length },
    NameRow { "max_sequence_length", Metric::Length },
    NameRow { "sequence_length", Metric::Length },
    NameRow { "sequence_len", Metric::Length },
    NameRow { "seq_length", Metric::Length },
    NameRow { "seq_len", Metric::Length },
    NameRow { "block_size", Metric::Length },
    NameRow { "context_length", Metric::Length },
    NameRow { "cutoff_len", Metric::Length },
    NameRow { "world_size", Metric::Devices },
    NameRow { "num_gpus", Metric::Devices },
    NameRow { "num_gpus_used", Metric::Devices },
    NameRow { "num_processes", Metric::Devices },
    NameRow { "n_gpus", Metric::Devices },
    NameRow { "local_world_size", Metric::DevicesPerNode },
    NameRow { "parallel_world_size", Metric::Nothing },
    NameRow { "dp_world_size", Metric::Nothing },
    NameRow { "nnodes", Metric::Nodes },
    NameRow { "num_nodes", Metric::Nodes },
    NameRow { "nproc_per_node", Metric::DevicesPerNode },
    NameRow { "gpus_per_node", Metric::DevicesPerNode },
    NameRow { "tokens_per_iteration_will_be", Metric::TokensPerStep },
    NameRow { "tokens_per_iteration", Metric::TokensPerStep },
    NameRow { "tokens_per_step", Metric::TokensPerStep },
    NameRow { "tensor_model_parallel_size", Metric::Tensor },
    NameRow { "tensor_parallel_size", Metric::Tensor },
    NameRow { "initialized_tensor_model_parallel_with_size", Metric::Tensor },
    NameRow { "pipeline_model_parallel_size", Metric::Pipeline },
    NameRow { "initialized_pipeline_model_parallel_with_size", Metric::Pipeline },
    NameRow { "context_parallel_size", Metric::Context },
    NameRow { "expert_model_parallel_size", Metric::Expert },
    NameRow { "total_number_of_parameters_in_billions", Metric::Parameters },
    NameRow { "total_number_of_parameters", Metric::Parameters },
    NameRow { "total_parameters", Metric::Parameters },
    NameRow { "total_params", Metric::Parameters },
    NameRow { "all_params", Metric::Parameters },
    NameRow { "number_of_parameters", Metric::Parameters },
    NameRow { "trainable_params", Metric::Trainable },
    NameRow { "trainable_parameters", Metric::Trainable },
    NameRow { "number_of_trainable_parameters", Metric::Trainable },
    NameRow { "number_of_non_trainable_parameters", Metric::Nothing },
    NameRow { "non_trainable_params", Metric::Nothing },
};

const std::unordered_map<std::string_view, Metric> &names()
{
    static const std::unordered_map<std::string_view, Metric> all = [] {
        std::unordered_map<std::string_view, Metric> rows;
        for (const NameRow &row : nameRows)
            rows.emplace(row.name, row.metric);
        return rows;
    }();
    return all;
}

/// Names too common for the last words of another: "data time" is no step time.
bool standsAlone(std::string_view name)
{
    static constexpr std::array<std::string_view, 15> words { "steps", "batch", "time", "time_s",
        "seconds", "it", "update", "elapsed", "runtime", "speed", "took", "batch_size",
        "throughput", "dt", "iters" };
    return std::ranges::find(words, name) != words.end();
}

std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char letter : name) {
        const char lower = asciiLower(letter);
        const bool isWord = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
        if (isWord)
            plain += lower;
        else if (!plain.empty() && plain.back() != '_')
            plain += '_';
    }
    while (!plain.empty() && plain.back() == '_')
        plain.pop_back();
    return plain;
}

Metric lookUp(std::string_view name)
{
    const std::string plain = plainName(name);
    for (std::string_view rest = plain; !rest.empty();) {
        if (const auto row = names().find(rest); row != names().end()) {
            // "Batch size = 8" of an evaluation is not the argument of that name.
            const bool isArgument = row->first != "batch_size" || trimmed(name) == "batch_size";
            const bool isWhole = rest.size() == plain.size();
            return isArgument && (isWhole || !standsAlone(rest)) ? row->second : Metric::Nothing;
        }
        const std::size_t next = rest.find('_');
        rest.remove_prefix(next == std::string_view::npos ? rest.size() : next + 1);
    }
    return Metric::Nothing;
}

struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view> {}(text);
    }
};

/// Whether the name ends with the word, whatever marks stand behind it: "memory(GiB)" has "gib".
bool hasWord(std::string_view name, std::string_view word)
{
    while (!name.empty() && !isAsciiLetterOrDigit(name.back()))
        name.remove_suffix(1);
    return name.size() >= word.size()
        && std::ranges::equal(name.substr(name.size() - word.size()), word, {}, asciiLower);
}

} // namespace

Metric metricOf(std::string_view name)
{
    constexpr std::size_t longest = 96, mostKept = 4096;
    if (name.empty() || name.size() > longest)
        return Metric::Nothing;
    thread_local std::unordered_map<std::string, Metric, TextHash, std::equal_to<>> known;
    if (const auto found = known.find(name); found != known.end())
        return found->second;
    const Metric metric = lookUp(name);
    if (known.size() >= mostKept)
        known.clear();
    known.emplace(name, metric);
    return metric;
}

Metric metricOfUnit(std::string_view unit)
{
    if (unit.starts_with("s/") || unit.starts_with("sec/"))
        return Metric::StepSeconds;
    if (unit == "it/s" || unit == "step/s" || unit == "steps/s")
        return Metric::StepsPerSecond;
    if (unit.starts_with("samples/s"))
        return Metric::SamplesPerSecond;
    return unit.starts_with("tokens/s") || unit.starts_with("tok/s") ? Metric::TokensPerSecond
                                                                     : Metric::Nothing;
}

const char *factOf(Metric metric)
{
    switch (metric) {
    case Metric::GlobalBatch:
        return "total_batch";
    case Metric::MicroBatch:
        return "per_device_train_batch_size";
    case Metric::Accumulation:
        return "gradient_accumulation_steps";
    case Metric::Length:
        return "sequence_length";
    case Metric::Devices:
        return "devices";
    case Metric::DevicesPerNode:
        return "devices_per_node";
    case Metric::Nodes:
        return "nodes";
    case Metric::TokensPerStep:
        return "batch_tokens";
    case Metric::Tensor:
        return "tensor";
    case Metric::Pipeline:
        return "pipeline";
    case Metric::Context:
        return "context";
    case Metric::Expert:
        return "expert";
    case Metric::Parameters:
        return "model_parameters";
    case Metric::Trainable:
        return "trainable_parameters";
    default:
        return nullptr;
    }
}

std::optional<double> secondsOf(std::string_view name, double value, std::string_view unit)
{
    if (unit == "ms" || (unit.empty() && hasWord(name, "ms")))
        return value / millisecondsPerSecond;
    if (unit.empty() || unit == "s" || unit == "sec" || unit == "secs" || unit == "seconds"
        || unit.starts_with("s/") || unit.starts_with("sec/"))
        return value;
    return std::nullopt;
}

double bytesOf(std::string_view name, double value, std::string_view unit)
{
    const auto is = [&](std::string_view spelt, std::string_view word) {
        return unit == spelt || (unit.empty() && hasWord(name, word));
    };
    if (is("GiB", "gib"))
        return value * bytesPerGib;
    if (is("MiB", "mib"))
        return value * bytesPerMib;
    // llama-recipes divides by 2^30 and writes GB; the others that write GB divide by 10^9.
    if (is("GB", "gb") || is("G", "g"))
        return value * (hasWord(name, "was") ? bytesPerGib : bytesPerGb);
    constexpr double bytesPerMb = 1e6; // OLMo's; the others that write MB divide by 2^20
    if (is("MB", "mb"))
        return value * (plainName(name).ends_with("peak_gpu_memory_mb") ? bytesPerMb : bytesPerMib);
    constexpr double leastBytes = 1e6; // plain numbers above are bytes
    if (value >= leastBytes)
        return value;
    // torchtune counts GiB, Composer GB.
    return value * (hasWord(name, "mem") ? bytesPerGb : bytesPerGib);
}

} // namespace headroom
