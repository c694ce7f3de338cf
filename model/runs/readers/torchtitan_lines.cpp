#include "model/runs/readers/log_reader.h"

#include "model/base/units/quantity.h"
#include "model/runs/facts/time_stamps.h"
#include "model/runs/readers/config_files.h"
#include "model/runs/text/scan.h"

#include <array>

// torchtitan's output. @source pytorch/torchtitan: components/metrics.py, train.py,
// config/manager.py, states of 2024-03 to 2026-08

namespace headroom {
namespace {

constexpr std::string_view titanFramework = "torchtitan";
constexpr std::string_view titanLogFormat = "torchtitan-log";
/// Step 1, and the first window, which holds a step less than it is divided by.
constexpr WarmUp titanWarmUp { 2, 1 };

/// The peak that the program divides by, which is that of the chip: "tflops: 204.90  mfu: 20.72%"
void readPeak(RunTrace &run, std::string_view text, const std::string &file, std::int64_t line)
{
    constexpr double fewestPercent = 5; // printed to a hundredth
    const auto tflops = numberBehind(text, " tflops:"), mfu = numberBehind(text, " mfu:");
    if (tflops && mfu && *tflops > 0 && *mfu >= fewestPercent && !run.facts.has("peak_tflops"))
        run.facts.set("peak_tflops", std::to_string(*tflops / *mfu * 100), file, line);
}

/// "step: 10  loss:  7.7  grad_norm: 5.1  memory: 30.99GiB(32.62%)  tps: 7,034  tflops: …  mfu: …"
void readTitanStep(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    const bool isValidation = line.text.find("validate step:") != std::string_view::npos;
    const auto step = scan.after("step:") ? scan.integer() : std::nullopt;
    if (!step)
        return; // some other rate
    RunTrace &run = log.run(titanFramework, titanLogFormat);
    if (isValidation)
        return run.steps.evaluated();
    auto rate = numberBehind(scan.rest(), " tps:");
    if (!rate)
        rate = numberBehind(scan.rest(), " wps:");
    if (!rate || *rate <= 0 || *step < 0)
        return log.unrecognised(line, { "run-line-malformed", { "torchtitan" } });
    StepSample sample;
    sample.step = *step;
    sample.value = sample.tokensPerSecond = *rate;
    sample.clock = stampOfLine(line.text).value_or(0);
    if (const auto loss = numberBehind(scan.rest(), "loss:"); loss && *loss > 0) {
        sample.loss = *loss; // ranks without the last stage print −1
        sample.hasLoss = true;
    }
    run.steps.measure = StepMeasure::TokenRate;
    run.steps.printsMeans = true;
    run.warmUp = titanWarmUp;
    if (const auto tflops = numberBehind(scan.rest(), " tflops:"); tflops && *tflops > 0)
        run.signs.see(RunSign::Tflops, *tflops);
    readPeak(run, scan.rest(), log.file(), line.number);
    run.steps.add(line.rank, sample);
    Scan memory { scan.rest() };
    if (!memory.after("memory:"))
        return;
    const auto reserved = memory.number();
    if (!reserved || !memory.accept("GiB"))
        return;
    run.memory.join({ 0, *reserved * bytesPerGib, 0, 0, 0 });
    const auto percent = memory.accept("(") ? memory.number() : std::nullopt;
    if (percent && *percent > 0 && !run.facts.has("device_gib"))
        run.facts.set(
            "device_gib", std::to_string(*reserved / *percent * 100), log.file(), line.number);
}

/// "CUDA capacity: NVIDIA H100 80GB HBM3 with 79.10GiB memory"
void readCapacity(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    scan.after("capacity: ");
    RunTrace &run = log.run(titanFramework, titanLogFormat);
    run.facts.set("device_name", scan.until(" with "), log.file(), line.number);
    if (const auto memory = scan.number())
        run.facts.set("device_gib", std::to_string(*memory), log.file(), line.number);
}

/// "Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=8, cp=1, tp=1, ep=1"
void readMesh(LogReader &log, const CleanLine &line)
{
    struct Axis
    {
        const char *name, *key;
    };
    static constexpr std::array axes { Axis { "pp", "pipeline_parallel_degree" },
        Axis { "dp_replicate", "data_parallel_replicate_degree" },
        Axis { "dp_shard", "data_parallel_shard_degree" }, Axis { "cp", "context_parallel_degree" },
        Axis { "tp", "tensor_parallel_degree" }, Axis { "ep", "expert_parallel_degree" } };
    RunTrace &run = log.configured(titanFramework, titanLogFormat);
    const auto set = [&](std::string_view name, std::string_view degree) {
        for (const Axis &axis : axes)
            if (name == axis.name && wholeNumberText(degree))
                run.facts.set(
                    std::string("parallelism.") + axis.key, degree, log.file(), line.number);
    };
    Scan scan { line.text };
    if (scan.after("mesh with parallelism:")) {
        while (!scan.rest().empty()) {
            Scan part { trimmed(scan.until(",")) };
            const std::string_view name = part.until("=");
            set(name, part.rest());
        }
        return;
    }
    // "Building 1-D device mesh with ['dp_shard'], [8]"
    if (!scan.after("device mesh with ["))
        return;
    Scan names { scan.until("]") };
    if (!scan.after("["))
        return;
    Scan degrees { scan.until("]") };
    while (!names.rest().empty() && !degrees.rest().empty()) {
        const std::string_view name = trimmed(names.until(","));
        set(name.size() > 2 ? name.substr(1, name.size() - 2) : name, trimmed(degrees.until(",")));
    }
}

/// "Model llama3 8B size: 8,030,261,248 total parameters"
void readModel(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    if (!scan.after("Model "))
        return;
    const std::string_view name = scan.word(), flavor = scan.word();
    scan.skipBlanks();
    if (!scan.accept("size: "))
        return;
    RunTrace &run = log.run(titanFramework, titanLogFormat);
    run.facts.set("model.name", name, log.file(), line.number);
    run.facts.set("model.flavor", flavor, log.file(), line.number);
    if (const auto count = scan.integer())
        run.facts.set("parameters", std::to_string(*count), log.file(), line.number);
}

/// A number that stands behind these words goes by that name among the facts of a run.
struct NamedNumber
{
    const char *before, *key;
};

void readNumbers(LogReader &log, const CleanLine &line, std::initializer_list<NamedNumber> numbers)
{
    RunTrace &run = log.configured(titanFramework, titanLogFormat);
    for (const NamedNumber &number : numbers)
        if (const auto value = line.integerBehind(number.before); value && *value > 0)
            run.facts.set(number.key, std::to_string(*value), log.file(), line.number);
}

/// "Trainer is initialized with 16384 tokens per DP rank, 1048576 tokens per train step, gradient
/// accumulation steps 1, maximum context length 8192, total steps …"
void readTrainer(LogReader &log, const CleanLine &line)
{
    readNumbers(log, line,
        { { "initialized with ", "tokens_per_rank" }, { "DP rank, ", "tokens_per_step" },
            { "accumulation steps ", "gradient_accumulation" },
            { "context length ", "training.seq_len" } });
}

/// "Training starts at step 1, with local batch size 1, global batch size 8, sequence length 8192"
void readStart(LogReader &log, const CleanLine &line)
{
    readNumbers(log, line,
        { { "local batch size ", "training.local_batch_size" },
            { "global batch size ", "training.global_batch_size" },
            { "sequence length ", "training.seq_len" } });
}

/// "Applied full activation checkpointing to the model"
void readRemat(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    if (!scan.after("Applied "))
        return;
    const std::string_view mode = scan.word();
    if (mode == "full" || mode == "selective")
        log.run(titanFramework, titanLogFormat)
            .facts.set("activation_checkpoint.mode", mode, log.file(), line.number);
}

/// "Building llama3 8B with TransformerModelArgs(…, dim=4096, …, max_seq_len=8192, …)"
void readModelArguments(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    if (!scan.after("Building "))
        return;
    RunTrace &run = log.run(titanFramework, titanLogFormat);
    if (const auto length = line.integerBehind("max_seq_len=");
        length && *length > 0 && !run.facts.has("training.seq_len"))
        run.facts.set("training.seq_len", std::to_string(*length), log.file(), line.number);
    run.facts.set("model.name", scan.word(), log.file(), line.number);
    run.facts.set("model.flavor", scan.word(), log.file(), line.number);
}

/// "31 CUDA memory allocation retries."
void readRetries(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    const std::size_t at = line.text.find(" CUDA memory allocation retries");
    if (at == std::string_view::npos)
        return;
    const std::size_t start = line.text.find_last_of(' ', at == 0 ? 0 : at - 1);
    Scan count { line.text.substr(start == std::string_view::npos ? 0 : start, at) };
    if (const auto retries = count.integer(); retries && *retries > 0) {
        RunTrace &run = log.run(titanFramework, titanLogFormat);
        run.note({ "run-alloc-retries", { std::to_string(*retries) } });
        run.signs.see(RunSign::AllocatorRetries, static_cast<double>(*retries));
    }
}

/// The configuration as JSON from here to its closing brace ("Running with configs: {"), or as a
/// Python dictionary on this line ("Running with args: {…}").
void readTitanConfig(LogReader &log, const CleanLine &line)
{
    const std::size_t brace = line.text.find('{');
    if (brace == std::string_view::npos)
        return;
    RunTrace &run = log.configured(titanFramework, titanLogFormat);
    if (line.text.find("Running with args:") != std::string_view::npos)
        return addPythonDictionary(
            line.text.substr(brace), { log.file(), line.number }, run.config);
    log.beginBlock(
        jsonBlock(std::string(line.text.substr(brace)), line, [](LogReader &at) -> ConfigFacts & {
            return at.run(titanFramework, titanLogFormat).config;
        }));
}

constexpr LineReader titanReaders[] {
    { " tps:", readTitanStep },
    { " wps:", readTitanStep },
    { "CUDA capacity: ", readCapacity },
    { "device mesh with ", readMesh },
    { " total parameters", readModel },
    { "Trainer is initialized with ", readTrainer },
    { "Training starts at step ", readStart },
    { " activation checkpointing to the model", readRemat },
    { "ModelArgs(", readModelArguments },
    { "memory allocation retries", readRetries },
    { "Running with configs: {", readTitanConfig },
    { "Running with args: {", readTitanConfig },
};

} // namespace

std::span<const LineReader> torchtitanLines()
{
    return titanReaders;
}

} // namespace headroom
