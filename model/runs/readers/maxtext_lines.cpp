#include "model/runs/readers/log_reader.h"

#include "model/base/units/quantity.h"
#include "model/runs/text/scan.h"

// MaxText's output. @source AI-Hypercomputer/maxtext: common/metric_logger.py, utils/max_utils.py,
// configs/pyconfig.py, states of 2023-02 to 2026-08

namespace headroom {
namespace {

constexpr std::string_view maxtextFramework = "maxtext";
constexpr std::string_view maxtextLogFormat = "maxtext-log";
/// Compilation lies in step 0, and dispatch runs ahead of the device in the next ones.
constexpr WarmUp maxtextWarmUp { 5, 2 };

/// "completed step: 7, seconds: 5.662, TFLOP/s/device: 134.9, Tokens/s/device: 2893.7, … loss: 9.7"
void readMaxtextStep(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    StepSample sample;
    const bool isRamp = scan.rest().find("[Rampup Batch Size Phase]") != std::string_view::npos;
    scan.after("completed step: ");
    const auto step = scan.integer();
    const auto seconds = numberBehind(scan.rest(), "seconds: ");
    if (!step || *step < 0 || !seconds || *seconds < 0)
        return log.unrecognised(line, { "run-line-malformed", { "MaxText" } });
    sample.step = *step;
    sample.value = *seconds;
    sample.tokensPerSecond = numberBehind(scan.rest(), "Tokens/s/device: ").value_or(0);
    if (const auto loss = numberBehind(scan.rest(), ", loss: ")) {
        sample.loss = *loss;
        sample.hasLoss = true;
    }
    sample.kind = isRamp ? StepKind::Ramp : StepKind::Train;
    RunTrace &run = log.run(maxtextFramework, maxtextLogFormat);
    run.warmUp = maxtextWarmUp;
    if (const auto tflops = numberBehind(scan.rest(), "TFLOP/s/device: "); tflops && *tflops > 0)
        run.signs.see(RunSign::Tflops, *tflops);
    run.steps.add(line.rank, sample);
}

/// "Completed eval step: …" or "Completed eval after train step N, …"
void readEvaluation(LogReader &log, const CleanLine &)
{
    log.run(maxtextFramework, maxtextLogFormat).steps.evaluated();
}

/// "Config param per_device_batch_size: 4.0"
void readMaxtextConfig(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    scan.after("Config param ");
    const std::string_view key = scan.until(":");
    if (key.empty() || key.find(' ') != std::string_view::npos)
        return;
    RunTrace &run = log.configured(maxtextFramework, maxtextLogFormat);
    run.config.set(key, scan.rest(), log.file(), line.number);
    if (key == "run_name")
        run.name = trimmed(scan.rest());
}

/// "Total memory size: 100.4 GB, Output size: …": the compiler's plan; GB are GiB here.
void readCompiledMemory(LogReader &log, const CleanLine &line)
{
    const bool isTotal = line.text.find("otal memory size: ") != std::string_view::npos
        || line.text.find("otal estimated memory size: ") != std::string_view::npos;
    const auto total = line.numberBehind("emory size: ");
    if (isTotal && total && *total > 0)
        log.run(maxtextFramework, maxtextLogFormat)
            .memory.join({ 0, 0, 0, *total * bytesPerGib, 0 });
}

/// "Using (GB) 44.63 / 95.74 (46.6%) on TPU_0(process=0,(0,0,0,0))": at this moment, GiB.
void readMemoryInUse(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    scan.after("Using (GB) ");
    const auto used = scan.number();
    scan.skipBlanks();
    if (!used || !scan.accept("/"))
        return;
    const auto limit = scan.number();
    RunTrace &run = log.anyRun();
    run.memory.join({ 0, 0, 0, 0, *used * bytesPerGib });
    if (limit && *limit > 0)
        run.facts.set("pool_gib", std::to_string(*limit), log.file(), line.number);
    if (scan.after(" on ") && scan.accept("TPU_"))
        run.facts.set("device_family", "TPU", log.file(), line.number);
    else if (scan.accept("CUDA_") || scan.accept("GPU_") || scan.accept("gpu"))
        run.facts.set("device_family", "GPU", log.file(), line.number);
}

/// "Num_devices: 256, shape (1, 1, 256, …)"
void readDevices(LogReader &log, const CleanLine &line)
{
    const auto devices = line.integerBehind("Num_devices: ");
    if (devices && *devices > 0)
        log.run(maxtextFramework, maxtextLogFormat)
            .facts.set("devices", std::to_string(*devices), log.file(), line.number);
}

/// "System Information: Jaxlib Version: 0.7.0"
void readSystem(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    scan.after("ystem Information: ");
    if (scan.accept("Jaxlib Version: "))
        log.anyRun().facts.set("jaxlib", scan.word(), log.file(), line.number);
    else if (scan.accept("Jax Backend: "))
        log.anyRun().facts.set("device_name", scan.rest(), log.file(), line.number);
}

/// One object per line: {"learning/loss": 9.7, "perf/step_time_seconds": 5.66, …, "step": 7.0}; as
/// Weights & Biases exports it, "_step": 7
void readMetrics(LogReader &log, const CleanLine &line)
{
    const auto own = line.numberBehind("\"step\":");
    const auto step = own ? own : line.numberBehind("\"_step\":");
    const auto seconds = line.numberBehind("\"perf/step_time_seconds\":");
    if (!step || !seconds || *step < 0)
        return log.unrecognised(line, { "run-line-malformed", { "MaxText" } });
    StepSample sample;
    sample.step = static_cast<std::int64_t>(*step);
    sample.value = *seconds;
    sample.tokensPerSecond = line.numberBehind("\"perf/per_device_tokens_per_sec\":").value_or(0);
    if (const auto loss = line.numberBehind("\"learning/loss\":")) {
        sample.loss = *loss;
        sample.hasLoss = true;
    }
    RunTrace &run = log.run(maxtextFramework, "maxtext-metrics");
    run.warmUp = maxtextWarmUp;
    if (Scan scan { line.text }; run.name.empty() && scan.after("\"run_name\": \""))
        run.name = scan.until("\"");
    run.steps.add(line.rank, sample);
}

constexpr LineReader maxtextReaders[] {
    { "completed step: ", readMaxtextStep },
    { "ompleted eval", readEvaluation },
    { "Config param ", readMaxtextConfig },
    { "emory size: ", readCompiledMemory },
    { "Using (GB) ", readMemoryInUse },
    { "Num_devices: ", readDevices },
    { "ystem Information: ", readSystem },
    { "\"perf/step_time_seconds\":", readMetrics },
};

} // namespace

std::span<const LineReader> maxtextLines()
{
    return maxtextReaders;
}

} // namespace headroom
