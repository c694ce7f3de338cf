#include "model/runs/readers/log_reader.h"

#include "model/base/units/quantity.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>

// Output of Megatron-LM and what is built on it. @source NVIDIA/Megatron-LM: training/training.py,
// utils/common_utils.py, 2020-05 to 2026-08; NVIDIA-NeMo/Megatron-Bridge: training/utils/
// train_utils.py; NVIDIA-NeMo/NeMo: lightning/pytorch/callbacks; AMD-AGI/Primus; MLPerf logs

namespace headroom {
namespace {

constexpr std::string_view megatronFramework = "megatron";
/// The first line holds set-up, and the mean of the second may still contain iteration 1.
constexpr WarmUp iterationWarmUp { 2, 1 };
constexpr WarmUp nemoWarmUp { 1, 1 };

void addIteration(LogReader &log, const CleanLine &line, std::string_view format, WarmUp warmUp,
    const StepSample &sample)
{
    RunTrace &run = log.run(megatronFramework, format);
    run.warmUp = warmUp;
    run.steps.printsMeans = true;
    run.steps.add(line.rank, sample);
}

/// " [time] iteration 20/ 100 | consumed samples: 2560 | elapsed time per iteration (ms): 5580.9 |"
void readIteration(LogReader &log, const CleanLine &line)
{
    Scan scan = line.behind("elapsed time per iteration (");
    const bool isMilliseconds = scan.accept("ms");
    const auto elapsed = scan.after("):") ? scan.number() : std::nullopt;
    const auto step = line.integerBehind("iteration ");
    if (!elapsed || *elapsed < 0 || !step || *step < 0)
        return log.unrecognised(line, { "run-line-malformed", { "Megatron-LM" } });
    StepSample sample;
    sample.step = *step;
    sample.value = isMilliseconds ? *elapsed / millisecondsPerSecond : *elapsed;
    sample.batch = line.numberBehind("global batch size:").value_or(0);
    if (const auto length = line.integerBehind("actual seqlen:"); length && *length > 0)
        log.told("sequence_length", static_cast<double>(*length), line);
    for (const char *key : { "samples/sec:", "throughput (samples/sec):" })
        if (const auto rate = line.numberBehind(key); rate && *rate > 0 && sample.batch == 0)
            log.run(megatronFramework, "megatron-log")
                .facts.set(
                    "step_samples", std::to_string(*rate * sample.value), log.file(), line.number);
    if (Scan world = line.behind("[rank-"); world.integer() && world.accept("/"))
        if (const auto ranks = world.integer(); ranks && *ranks > 0) // Primus: "[rank-63/64]"
            log.run(megatronFramework, "megatron-log")
                .facts.set("devices", std::to_string(*ranks), log.file(), line.number);
    if (const auto loss = line.numberBehind("lm loss:")) {
        sample.loss = *loss;
        sample.hasLoss = true;
    }
    // Counted since the last line.
    if (line.numberBehind("number of skipped iterations:").value_or(0) > 0)
        sample.kind = StepKind::Skipped;
    // Primus: "tokens/s/GPU inst/harmonic mean: A/B", earlier "tokens per GPU (tokens/s/GPU): A/B".
    for (const char *key : { "tokens/s/GPU inst/harmonic mean:", "tokens per GPU (tokens/s/GPU):" })
        if (const auto rate = line.numberBehind(key))
            sample.tokensPerSecond = *rate;
    addIteration(log, line, "megatron-log", iterationWarmUp, sample);
    for (const auto &[key, sign] : { std::pair { "power per GPU (W/GPU):", RunSign::PowerW },
             std::pair { "throughput per GPU (TFLOP/s/GPU):", RunSign::Tflops },
             std::pair { "load_balancing_loss:", RunSign::BalancingLoss } })
        if (const auto value = line.numberBehind(key); value && *value > 0)
            log.run(megatronFramework, "megatron-log").signs.see(sign, *value);
    if (const auto used = line.numberBehind("hip mem usage/free/total/usage_ratio:"))
        log.run(megatronFramework, "megatron-log").memory.join({ 0, 0, *used * bytesPerGib, 0, 0 });
}

/// What one rank prints of its memory.
void addMegatronMemory(LogReader &log, const CleanLine &line);

/// Ranks print without waiting for each other: two may share a line.
void readMegatronMemory(LogReader &log, const CleanLine &line)
{
    constexpr std::string_view mark = "[Rank ";
    for (std::size_t begin = 0; begin < line.text.size();) {
        const std::size_t next = line.text.find(mark, begin + mark.size());
        const std::string_view part
            = line.text.substr(begin, next == std::string_view::npos ? next : next - begin);
        if (part.find("memory (MB) |") != std::string_view::npos)
            addMegatronMemory(log, { part, line.rank, line.number });
        begin = next == std::string_view::npos ? line.text.size() : next;
    }
}

/// "[Rank 0] (after 2 iterations) memory (MB) | allocated: … | max allocated: 61013.22 | …", MiB.
void addMegatronMemory(LogReader &log, const CleanLine &line)
{
    const auto iterations = line.integerBehind("after ");
    MemoryPeaks peaks;
    peaks.allocated = line.numberBehind("max allocated:").value_or(0) * bytesPerMib;
    peaks.reserved = line.numberBehind("max reserved:").value_or(0) * bytesPerMib;
    peaks.device = line.numberBehind("total device memory used:").value_or(0) * bytesPerMib;
    if (peaks.allocated == 0 && peaks.reserved == 0)
        return log.unrecognised(line, { "run-line-malformed", { "Megatron-LM" } });
    RunTrace &run = log.run(megatronFramework, "megatron-log");
    // After the first iteration the optimizer's state may not exist yet.
    (iterations && *iterations < 2 ? run.early : run.memory).join(peaks);
    if (const auto rank = line.integerBehind("[Rank "); rank && *rank >= 0)
        run.seeMemoryRank(static_cast<int>(std::min<std::int64_t>(*rank, 1'000'000)));
}

/// Megatron-Bridge: "memory (GB) | mem-max-allocated-gigabytes: 61.812 | …", decimal GB.
void readBridgeMemory(LogReader &log, const CleanLine &line)
{
    if (line.integerBehind("after ").value_or(2) < 2)
        return;
    MemoryPeaks peaks;
    peaks.allocated = line.numberBehind("mem-max-allocated-gigabytes:").value_or(0) * bytesPerGb;
    peaks.reserved = line.numberBehind("mem-max-reserved-gigabytes:").value_or(0) * bytesPerGb;
    RunTrace &run = log.run(megatronFramework, "megatron-bridge-log");
    run.memory.join(peaks);
    if (const auto retries = line.integerBehind("mem-alloc-retires:"); retries && *retries > 0) {
        run.note({ "run-alloc-retries", { std::to_string(*retries) } });
        run.signs.see(RunSign::AllocatorRetries, static_cast<double>(*retries));
    }
}

/// "  name ........... value" of the argument block; false behind its end.
bool readMegatronArgument(LogReader &log, const CleanLine &line)
{
    const std::string_view text = trimmed(line.text);
    if (text.find("end of arguments") != std::string_view::npos)
        return false;
    const std::size_t dots = text.find(" ..");
    const std::size_t value
        = dots == std::string_view::npos ? dots : text.find_first_not_of('.', dots + 1);
    if (dots == 0 || dots == std::string_view::npos
        || text.substr(0, dots).find(' ') != std::string_view::npos)
        return true; // a line of another rank
    log.run(megatronFramework, "megatron-log")
        .config.set(text.substr(0, dots),
            value == std::string_view::npos ? std::string_view {} : text.substr(value), log.file(),
            line.number);
    return true;
}

void beginMegatronArguments(LogReader &log, const CleanLine &line)
{
    if (line.text.find("end of") != std::string_view::npos)
        return;
    log.configured(megatronFramework, "megatron-log");
    log.beginBlock(readMegatronArgument);
}

/// "using world size: 64, data-parallel size: 8, … tensor-model-parallel size: 4, …"
void readWorld(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.configured(megatronFramework, "megatron-log");
    struct Size
    {
        const char *text, *key;
    };
    for (const Size &size : { Size { "using world size:", "world_size" },
             Size { " data-parallel size:", "data_parallel_size" },
             Size { " context-parallel size:", "context_parallel_size" },
             Size { "tensor-model-parallel size:", "tensor_model_parallel_size" },
             Size { " pipeline-model-parallel size:", "pipeline_model_parallel_size" } })
        if (const auto value = line.integerBehind(size.text); value && *value > 0)
            run.config.set(size.key, std::to_string(*value), log.file(), line.number);
}

/// " > padded vocab (size: 50257) with 431 dummy tokens (new size: 50688)"
void readVocabulary(LogReader &log, const CleanLine &line)
{
    for (const auto &[text, fact] : { std::pair { "padded vocab (size:", "vocab_size" },
             std::pair { "(new size:", "padded_vocab_size" } })
        if (const auto size = line.integerBehind(text); size && *size > 0)
            log.run(megatronFramework, "megatron-log")
                .facts.set(fact, std::to_string(*size), log.file(), line.number);
}

/// "Step Time : 8.17s GPU utilization: 250.0MODEL_TFLOP/s/GPU": rank 0's rounding of what the line
/// of the last rank says exactly.
void readBridgeStep(LogReader &log, const CleanLine &line)
{
    const auto seconds = line.numberBehind("Step Time :");
    if (!seconds || *seconds <= 0 || line.text.find("TFLOP/s/GPU") == std::string_view::npos)
        return;
    RunTrace &run = log.run(megatronFramework, "megatron-bridge-log");
    run.format = "megatron-bridge-log";
    run.warmUp = iterationWarmUp;
    StepSample sample;
    sample.step = run.unnumbered.count() + 1;
    sample.value = *seconds;
    run.unnumbered.add(-1, sample);
}

/// "Training epoch 0, iteration 9/99 | … | global_step: 9 | … | train_step_timing in s: 8.449 | …"
void readNemo(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    auto seconds = numberBehind(scan.rest(), "train_step_timing in s:");
    if (!seconds)
        seconds = numberBehind(scan.rest(), "train_step_timing in s="); // NeMo 1's progress bar
    auto step = integerBehind(scan.rest(), "global_step: ");
    if (!step)
        step = integerBehind(scan.rest(), "global_step=");
    if (!step)
        step = integerBehind(scan.rest(), ", iteration ");
    if (!seconds || !step || *seconds < 0 || *step < 0)
        return;
    StepSample sample;
    sample.step = *step + 1; // counted from 0
    sample.value = *seconds;
    sample.batch = numberBehind(scan.rest(), "global_batch_size: ").value_or(0);
    for (const char *key : { "reduced_train_loss: ", "reduced_train_loss=" })
        if (const auto loss = numberBehind(scan.rest(), key)) {
            sample.loss = *loss;
            sample.hasLoss = true;
        }
    MemoryPeaks peaks; // bytes
    peaks.allocated = numberBehind(scan.rest(), "max_memory_allocated: ").value_or(0);
    peaks.reserved = numberBehind(scan.rest(), "max_memory_reserved: ").value_or(0);
    log.run(megatronFramework, "nemo-log").memory.join(peaks);
    addIteration(log, line, "nemo-log", nemoWarmUp, sample);
}

/// ":::MLLOG {… "key": "tracked_stats", "value": {"train_step_time": 0.4449, …}, … "step": 31.0 …}"
void readMlperf(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.run(megatronFramework, "mlperf-log");
    Scan scan { line.text };
    scan.after("\"key\": \"");
    const std::string key(scan.until("\""));
    const auto value = numberBehind(scan.rest(), "\"value\":");
    if (value && (key == "global_batch_size" || key == "max_sequence_length")) {
        const bool isBatch = key == "global_batch_size";
        run.config.set(isBatch ? "global_batch_size" : "seq_length", std::to_string(*value),
            log.file(), line.number);
    }
    auto seconds = numberBehind(scan.rest(), "\"train_step_time\":");
    if (!seconds)
        seconds = numberBehind(scan.rest(), "\"train_step_timing in s\":");
    const auto step = numberBehind(scan.rest(), "\"step\":");
    if (!seconds || !step || *seconds <= 0 || *step < 0)
        return;
    StepSample sample;
    sample.step = static_cast<std::int64_t>(*step);
    sample.value = *seconds;
    addIteration(log, line, "mlperf-log", nemoWarmUp, sample);
}

constexpr LineReader megatronReaders[] {
    { "elapsed time per iteration (", readIteration },
    { "memory (MB) |", readMegatronMemory },
    { "memory (GB) |", readBridgeMemory },
    { " arguments ----", beginMegatronArguments },
    { "using world size:", readWorld },
    { "padded vocab (size:", readVocabulary },
    { "Step Time :", readBridgeStep },
    { "train_step_timing in s", readNemo },
    { ":::MLLOG {", readMlperf },
};

} // namespace

std::span<const LineReader> megatronLines()
{
    return megatronReaders;
}

} // namespace headroom
