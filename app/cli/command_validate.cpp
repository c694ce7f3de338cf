#include "app/cli/commands.h"
#include "model/base/files/read_file.h"
#include "model/calibration/calibration_file.h"
#include "model/estimate/estimator.h"
#include "model/measurement/report/validation_report.h"

#include <optional>

namespace headroom {
namespace {

/// Excluded rows that the text lists.
constexpr std::size_t rowsListed = 50;

GroupBy groupBy(const std::string &word)
{
    return word == "hardware" ? GroupBy::Hardware
        : word == "framework" ? GroupBy::Framework
        : word == "precision" ? GroupBy::Precision
                              : GroupBy::Family;
}

/// One line per required column that the file does not have, and per column that nobody knows.
std::string columnLines(const std::string &name, const Validation &validation)
{
    std::string lines;
    for (const std::string &column : validation.absentColumns)
        lines += name + ":1: no column '" + column
            + "'; it counts as blank in every row. Add it where rows are left out for it.\n";
    for (const std::string &column : validation.unknownColumns)
        lines += name + ":1: column '" + column
            + "' is not known and left out; settings and plan fields are listed in "
              "measurements/README.md.\n";
    return lines;
}

Result<std::optional<LeaveOutTable>> leaveOutTable(
    const ParsedOptions &options, const CommandContext &context, const Estimator &estimator)
{
    if (!options.has("leave-out"))
        return std::optional<LeaveOutTable> {};
    const std::string name = options.value("CSV");
    const auto again = InputStream::open(name);
    if (!again)
        return again.errors();
    const auto constants = loadFittedConstants(context.library.directories());
    if (!constants)
        return constants.errors();
    LeaveOutTable table = leaveOut(**again, estimator, *constants);
    const auto third = InputStream::open(name);
    if (!third)
        return third.errors();
    table.heldOut = heldOut(**third, estimator, *constants);
    return std::optional<LeaveOutTable> { std::move(table) };
}

/// The shipped on/off pairs beside the estimate, with the effective flags of their plans.
Result<PairTable> pairTable(const CommandContext &context)
{
    const auto pairs = loadMeasuredPairs(context.library.directories());
    if (!pairs)
        return pairs.errors();
    const Result<Estimator> estimator = context.bench.estimator();
    if (!estimator)
        return estimator.errors();
    return comparePairs(*pairs, *estimator);
}

CommandResult runValidate(const ParsedOptions &options, const CommandContext &context)
{
    const std::string name = options.value("CSV");
    const auto stream
        = name == "-" ? Result { InputStream::standardInput() } : InputStream::open(name);
    if (!stream)
        return CommandResult::badInput(stream.errors());
    if (name == "-" && options.has("leave-out"))
        return CommandResult::badInput(
            { Error { "bad-option", "--leave-out", { "wants a file, which it reads again" } } });
    const Result<Estimator> estimator = context.bench.estimator();
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    Estimator own = *estimator;
    if (options.has("calibration")) {
        Result<Calibration> calibration = calibrationOf(
            calibrationPlace(options.value("calibration"), context.library.directories()),
            *estimator);
        if (!calibration)
            return CommandResult::badInput(calibration.errors());
        own.setCalibration(*std::move(calibration));
    }

    const Baselines baselines = Baselines::shipped(*estimator);
    const bool isJson = options.format() == OutputFormat::Json;
    ValidationJsonWriter writer(context.write);
    ValidationOptions how;
    how.by = groupBy(options.value("by", "family"));
    how.keptRows = isJson ? 0 : rowsListed;
    if (isJson) {
        how.onPrediction = [&writer](const RowPrediction &row) { writer.add(row); };
        how.onExclusion = [&writer](const ExcludedRow &row) { writer.add(row); };
    }
    const Result<Validation> validation = validate(**stream, name, own, baselines, how);
    if (!validation)
        return CommandResult::badInput(validation.errors());
    const Result<std::optional<LeaveOutTable>> table = leaveOutTable(options, context, *estimator);
    if (!table)
        return CommandResult::badInput(table.errors());
    const LeaveOutTable *leftOut = *table ? &**table : nullptr;
    const Result<PairTable> pairs = pairTable(context);
    if (!pairs)
        return CommandResult::badInput(pairs.errors());
    CommandResult result;
    result.messages = columnLines(name, *validation);
    const bool isMarkdown = options.format() == OutputFormat::Markdown;
    if (isJson)
        writer.finish(*validation, how.by, leftOut, &*pairs);
    else
        result.output
            = validationText(*validation, leftOut, isMarkdown) + pairTableText(*pairs, isMarkdown);
    return result;
}

} // namespace

CommandSpec validateCommand()
{
    return { "validate", "Compares predictions with measured runs",
        { { "CSV", OptionKind::Positional, "Measurements; columns as in profiles/measurements", {},
              true },
            { "calibration", OptionKind::Value,
                "Own runs (CSV) or a cluster profile (file or id) that move the predictions", {},
                false },
            formatOption(),
            { "by", OptionKind::Value, "What the tables are grouped by",
                { "hardware", "framework", "precision", "family" }, false },
            { "leave-out", OptionKind::Flag,
                "Fits the constants again without each source and shows both errors", {}, false } },
        runValidate, {}, true };
}

} // namespace headroom
