#include "model/runs/readers/log_reader.h"

#include "model/base/units/quantity.h"
#include "model/runs/facts/time_stamps.h"
#include "model/runs/readers/config_files.h"
#include "model/runs/text/scan.h"

#include <algorithm>

// DeepSpeed's output. @source deepspeedai/DeepSpeed: utils/timer.py, runtime/engine.py,
// runtime/config.py, runtime/utils.py, runtime/pipe/engine.py, states of 2021 to 2026-08

namespace headroom {
namespace {

constexpr std::string_view deepspeedFramework = "deepspeed";
constexpr std::string_view deepspeedLogFormat = "deepspeed-log";
/// The first two global steps are not timed at all; the first line may hold the next ones' set-up.
constexpr WarmUp deepspeedWarmUp { 1, 0 };

/// "…/global_step=10, RunningAvgSamplesPerSec=57.3, CurrSamplesPerSec=58.9, MemAllocated=12.3GB,
/// MaxMemAllocated=45.6GB"; before 2022-07 "0/40, SamplesPerSec=57.3, …". GB are GiB.
void readThroughput(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    RunTrace &run = log.run(deepspeedFramework, deepspeedLogFormat);
    run.memory.join(
        { line.numberBehind("MaxMemAllocated=").value_or(0) * bytesPerGib, 0, 0, 0, 0 });
    auto step = line.integerBehind("global_step=");
    auto rate = line.numberBehind("CurrSamplesPerSec=");
    if (!step) {
        const std::size_t slash = line.text.rfind('/', line.text.find(", SamplesPerSec="));
        if (slash != std::string_view::npos)
            step = Scan { line.text.substr(slash + 1) }.integer();
        rate = line.numberBehind(", SamplesPerSec=");
    }
    if (!step || *step < 0)
        return log.unrecognised(line, { "run-line-malformed", { "DeepSpeed" } });
    if (!rate || *rate <= 0)
        return; // "inf" before anything was timed
    StepSample sample;
    sample.step = *step;
    sample.value = *rate;
    sample.clock = stampOfLine(line.text).value_or(0);
    run.warmUp = deepspeedWarmUp;
    run.steps.measure = StepMeasure::SampleRate;
    run.steps.add(line.rank, sample);
}

/// "steps: 10 loss: 7.1234 iter time (s): 1.234 samples/sec: 103.728" of the pipeline engine
void readPipeline(LogReader &log, const CleanLine &line)
{
    const auto step = line.integerBehind("steps: ");
    const auto seconds = line.numberBehind("iter time (s): ");
    if (!step || !seconds || *step < 0 || *seconds <= 0)
        return log.unrecognised(line, { "run-line-malformed", { "DeepSpeed" } });
    RunTrace &run = log.run(deepspeedFramework, deepspeedLogFormat);
    if (run.steps.measure != StepMeasure::Time && !run.steps.empty())
        return; // the other line says the same
    StepSample sample;
    sample.step = *step;
    sample.value = *seconds;
    if (const auto loss = line.numberBehind("loss: ")) {
        sample.loss = *loss;
        sample.hasLoss = true;
    }
    if (const auto rate = line.numberBehind("samples/sec: "); rate && *rate > 0)
        run.facts.set("step_samples", std::to_string(*rate * *seconds), log.file(), line.number);
    run.warmUp = deepspeedWarmUp;
    run.steps.printsMeans = true;
    run.steps.add(line.rank, sample);
}

/// "MA 12.3 GB  Max_MA 13.1 GB  CA 14.0 GB  Max_CA 14 GB", GiB; peaks since the last such line
void readDeepspeedMemory(LogReader &log, const CleanLine &line)
{
    MemoryPeaks peaks;
    peaks.allocated = line.numberBehind("Max_MA ").value_or(0) * bytesPerGib;
    peaks.reserved = line.numberBehind(" CA ").value_or(0) * bytesPerGib;
    log.run(deepspeedFramework, deepspeedLogFormat).memory.join(peaks);
}

/// "[…] [config.py:1000:print]   train_batch_size ............. 16", or two blanks for the dots
void readPrintedConfig(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    scan.after(":print]");
    if (line.text.find("config.py:") == std::string_view::npos)
        return;
    RunTrace &run = log.configured(deepspeedFramework, deepspeedLogFormat);
    if (const std::size_t brace = scan.rest().find("json = {"); brace != std::string_view::npos) {
        log.beginBlock(jsonBlock("{", line, [](LogReader &at) -> ConfigFacts & {
            return at.run(deepspeedFramework, deepspeedLogFormat).config;
        }));
        return;
    }
    const std::string_view key = scan.word();
    scan.skipBlanks();
    std::string_view value = scan.rest();
    value.remove_prefix(std::min(value.find_first_not_of('.'), value.size()));
    if (key == "world_size")
        run.facts.set("world_size", trimmed(value), log.file(), line.number);
    else if (key == "zero_config") {
        if (const auto stage = integerBehind(value, "stage="))
            run.config.set(
                "zero_optimization.stage", std::to_string(*stage), log.file(), line.number);
    } else if (key.starts_with("train_") || key == "gradient_accumulation_steps")
        run.config.set(key, value, log.file(), line.number);
    else if (key == "bfloat16_enabled" || key == "fp16_enabled")
        run.config.set(key == "fp16_enabled" ? "fp16.enabled" : "bf16.enabled", trimmed(value),
            log.file(), line.number);
}

/// "Creating torch.bfloat16 ZeRO stage 2 optimizer"
void readZeroStage(LogReader &log, const CleanLine &line)
{
    const auto stage = line.integerBehind(" ZeRO stage ");
    constexpr std::int64_t maxStage = 3;
    if (!stage || *stage < 0 || *stage > maxStage)
        return;
    RunTrace &run = log.anyRun();
    if (!run.config.has("zero_optimization.stage"))
        run.config.set("zero_optimization.stage", std::to_string(*stage), log.file(), line.number);
}

/// "\"train_batch_size\": 32," of a configuration that is printed as JSON: of all ranks, while the
/// Trainer's metrics call that of one device so, in single quotes.
void readJsonBatch(LogReader &log, const CleanLine &line)
{
    const auto batch = line.numberBehind("\"train_batch_size\": ");
    if (batch && *batch >= 1)
        log.told("total_batch", *batch, line);
}

/// "DeepSpeedZeRoOffload initialize [begin]": the engine of stage 3 alone has it.
/// @source deepspeedai/DeepSpeed: runtime/zero/parameter_offload.py
void readStageThree(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.anyRun();
    if (!run.config.has("zero_optimization.stage"))
        run.config.set("zero_optimization.stage", "3", log.file(), line.number);
}

constexpr LineReader deepspeedReaders[] {
    { "DeepSpeedZeRoOffload", readStageThree },
    { "Parameter Offload: Total persistent parameters", readStageThree },
    { "SamplesPerSec=", readThroughput },
    { "iter time (s): ", readPipeline },
    { "Max_MA ", readDeepspeedMemory },
    { ":print]  ", readPrintedConfig },
    { " ZeRO stage ", readZeroStage },
    { "\"train_batch_size\": ", readJsonBatch },
};

} // namespace

std::span<const LineReader> deepspeedLines()
{
    return deepspeedReaders;
}

} // namespace headroom
