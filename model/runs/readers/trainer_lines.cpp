#include "model/runs/readers/log_reader.h"

#include "model/base/units/calendar.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <cmath>

// What the Hugging Face Trainer prints. @source huggingface/transformers: trainer.py,
// trainer_utils.py, training_args.py

namespace headroom {
namespace {

constexpr std::string_view trainerFramework = "hf";
constexpr std::string_view trainerLogFormat = "hf-trainer-log";

/// "812.3", "0:13:32.3" or "1 day, 2:03:04.5"
std::optional<double> durationOf(std::string_view text)
{
    Scan scan { trimmed(text) };
    double total = 0;
    if (const std::size_t day = text.find(" day"); day != std::string_view::npos) {
        total = scan.number().value_or(0) * secondsPerDay;
        scan.after(",");
    }
    const auto first = scan.number();
    if (!first)
        return std::nullopt;
    if (!scan.accept(":"))
        return total + *first;
    const auto minutes = scan.number();
    const auto seconds = scan.accept(":") ? scan.number() : std::nullopt;
    if (!minutes || !seconds)
        return std::nullopt;
    return total + *first * secondsPerHour + *minutes * secondsPerMinute + *seconds;
}

/// "  Total optimization steps = 100" and its neighbours under "***** Running training *****"
void readBanner(LogReader &log, const CleanLine &line)
{
    struct Number
    {
        const char *before, *key;
    };
    static constexpr std::array numbers {
        Number { "Instantaneous batch size per device = ", "per_device_train_batch_size" },
        Number { "Gradient Accumulation steps = ", "gradient_accumulation_steps" },
        Number { "Gradient accumulation steps = ", "gradient_accumulation_steps" },
        Number { "distributed & accumulation) = ", "total_batch" },
        Number { "Total optimization steps = ", "total_steps" },
        Number { "Number of trainable parameters = ", "trainable_parameters" },
    };
    RunTrace &run = log.configured(trainerFramework, trainerLogFormat);
    for (const Number &number : numbers)
        if (const auto value = line.integerBehind(number.before);
            value && *value > 0 && (!run.facts.has(number.key) || !log.hasBegun()))
            run.facts.set(number.key, std::to_string(*value), log.file(), line.number);
}

/// "{'loss': 1.2, 'grad_norm': 0.5, 'learning_rate': 2e-05, 'epoch': 0.01}": the generic reader
/// takes its numbers, the run is the Trainer's.
void readMetricsLine(LogReader &log, const CleanLine &)
{
    log.run(trainerFramework, trainerLogFormat);
}

/// A rate of the summary, in quotes or not; 0: not told.
double rateBehind(std::string_view text, std::string_view name)
{
    Scan scan { text };
    if (!scan.after(name))
        return 0;
    scan.accept("'");
    scan.accept(":");
    scan.skipBlanks();
    scan.accept("'");
    return std::max(scan.number().value_or(0), 0.0);
}

/// "{'train_runtime': 812.3, 'train_samples_per_second': 15.76, …}", or of the summary
/// "  train_runtime            =     0:13:32.30": the whole run, its steps not told apart.
void readSummary(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    const bool isDictionary = scan.after("'train_runtime':");
    if (!isDictionary && (!scan.after("train_runtime") || !scan.after("=")))
        return;
    if (scan.rest().starts_with(" '"))
        scan.accept(" '");
    const auto runtime = durationOf(isDictionary ? scan.until(",") : scan.rest());
    RunTrace &run = log.run(trainerFramework, trainerLogFormat);
    if (!runtime || *runtime <= 0)
        return log.unrecognised(line, { "run-line-malformed", { "Trainer" } });
    run.facts.set("train_runtime", std::to_string(*runtime), log.file(), line.number);
    const double stepRate = rateBehind(line.text, "train_steps_per_second");
    const double sampleRate = rateBehind(line.text, "train_samples_per_second");
    const double steps = run.facts.number("total_steps").value_or(std::round(*runtime * stepRate));
    if (steps >= 1 && run.unnumbered.empty()) {
        StepSample sample;
        sample.step = static_cast<std::int64_t>(steps);
        sample.value = *runtime / steps;
        sample.covered = steps;
        run.unnumbered.add(-1, sample);
        run.isMeanOfRun = true;
    }
    if (stepRate > 0 && sampleRate > 0)
        run.facts.set("step_samples", std::to_string(sampleRate * *runtime / std::max(steps, 1.0)),
            log.file(), line.number);
}

/// "key=value," of the arguments that example scripts print; false behind the closing bracket.
bool readTrainerArgument(LogReader &log, const CleanLine &line)
{
    const std::string_view text = trimmed(line.text);
    if (text == ")")
        return false;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && text.ends_with(','))
        log.run(trainerFramework, trainerLogFormat)
            .config.set(text.substr(0, equals), text.substr(equals + 1, text.size() - equals - 2),
                log.file(), line.number);
    return true;
}

void beginTrainerArguments(LogReader &log, const CleanLine &line)
{
    if (!trimmed(line.text).ends_with("TrainingArguments("))
        return;
    log.configured(trainerFramework, trainerLogFormat);
    log.beginBlock(readTrainerArgument);
}

/// "  train_steps_per_second   =      0.115" of the summary, a line below its runtime
void readSummaryRate(LogReader &log, const CleanLine &line)
{
    const auto rate = line.numberBehind("=");
    if (!rate || *rate <= 0 || line.text.find('\'') != std::string_view::npos)
        return; // of a dictionary, which readSummary reads
    RunTrace &run = log.run(trainerFramework, trainerLogFormat);
    const bool isSteps = line.text.find("train_steps") != std::string_view::npos;
    run.facts.set(isSteps ? "train_steps_per_second" : "train_samples_per_second",
        std::to_string(*rate), log.file(), line.number);
    const auto samples = run.facts.number("train_samples_per_second");
    const auto runtime = run.facts.number("train_runtime");
    if (!isSteps || !runtime)
        return;
    const double steps = std::max(std::round(*runtime * *rate), 1.0);
    if (run.unnumbered.empty()) {
        StepSample sample;
        sample.step = static_cast<std::int64_t>(steps);
        sample.value = *runtime / steps;
        sample.covered = steps;
        run.unnumbered.add(-1, sample);
        run.isMeanOfRun = true;
    }
    if (samples)
        run.facts.set(
            "step_samples", std::to_string(*samples * *runtime / steps), log.file(), line.number);
}

constexpr LineReader trainerReaders[] {
    { "train_runtime", readSummary },
    { "train_steps_per_second ", readSummaryRate },
    { "train_samples_per_second ", readSummaryRate },
    { "TrainingArguments(", beginTrainerArguments },
    { "Instantaneous batch size per device = ", readBanner },
    { "Gradient Accumulation steps = ", readBanner },
    { "Gradient accumulation steps = ", readBanner },
    { "'learning_rate': ", readMetricsLine },
    { "distributed & accumulation) = ", readBanner },
    { "Total optimization steps = ", readBanner },
    { "Number of trainable parameters = ", readBanner },
};

} // namespace

std::span<const LineReader> trainerLines()
{
    return trainerReaders;
}

} // namespace headroom
