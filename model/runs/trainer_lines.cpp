#include "model/runs/log_reader.h"

#include "model/base/units/calendar.h"
#include "model/runs/scan.h"

#include <array>

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
        Number { "distributed & accumulation) = ", "total_batch" },
        Number { "Total optimization steps = ", "total_steps" },
        Number { "Number of trainable parameters = ", "parameters" },
    };
    for (const Number &number : numbers)
        if (const auto value = integerBehind(line.text, number.before); value && *value > 0)
            log.configured(trainerFramework, trainerLogFormat)
                .facts.set(number.key, std::to_string(*value), log.file(), line.number);
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
    if (const auto steps = run.facts.number("total_steps"); steps && run.unnumbered.empty()) {
        StepSample sample;
        sample.step = static_cast<std::int64_t>(*steps);
        sample.value = *runtime / *steps;
        sample.covered = *steps;
        run.unnumbered.add(-1, sample);
        run.note({ "run-mean-only", {} });
    }
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

constexpr LineReader trainerReaders[] {
    { "train_runtime", readSummary },
    { "TrainingArguments(", beginTrainerArguments },
    { "Instantaneous batch size per device = ", readBanner },
    { "Gradient Accumulation steps = ", readBanner },
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
