#include "app/cli/commands.h"
#include "model/estimate/estimator.h"
#include "model/measurement/validation_report.h"

#include <fstream>
#include <optional>
#include <sstream>

namespace headroom {
namespace {

GroupBy groupBy(const std::string &word)
{
    return word == "hardware" ? GroupBy::Hardware
        : word == "framework" ? GroupBy::Framework
        : word == "precision" ? GroupBy::Precision
                              : GroupBy::Family;
}

Error unreadable(const std::string &file)
{
    return { "measurement-header", file, { "the file cannot be opened" } };
}

/// Own measurements that move the predictions; none given: neutral.
Result<Calibration> calibrationOption(const ParsedOptions &options, const Estimator &estimator)
{
    if (!options.has("calibration"))
        return Calibration {};
    const std::string name = options.value("calibration");
    std::ifstream file(name);
    if (!file)
        return unreadable(name);
    return calibrationFrom(file, name, estimator);
}

CommandResult runValidate(const ParsedOptions &options, const CommandContext &context)
{
    const std::string name = options.value("CSV");
    std::ifstream file(name, std::ios::binary);
    std::istringstream typed(context.standardInput);
    if (name != "-" && !file)
        return CommandResult::badInput({ unreadable(name) });
    std::istream &stream = name == "-" ? static_cast<std::istream &>(typed) : file;
    const Result<Estimator> estimator = Estimator::make(context.library);
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    const Result<Calibration> calibration = calibrationOption(options, *estimator);
    if (!calibration)
        return CommandResult::badInput(calibration.errors());

    const std::filesystem::path shipped
        = context.library.directories().find("measurements/measurements.csv");
    UtilisationBaseline baseline;
    if (std::ifstream measurements(shipped); measurements)
        baseline = utilisationBaseline(measurements, *estimator);
    ValidationOptions how;
    how.by = groupBy(options.value("by", "family"));
    how.stepFactor = calibration->stepFactor;
    how.memoryFactor = calibration->memoryFactor;
    const Result<Validation> validation = validate(stream, name, *estimator, baseline, how);
    if (!validation)
        return CommandResult::badInput(validation.errors());
    std::optional<LeaveOutTable> table;
    if (options.has("leave-out")) {
        const auto constants = loadFittedConstants(context.library.directories());
        if (!constants)
            return CommandResult::badInput(constants.errors());
        std::ifstream again(name);
        table = leaveOut(again, *estimator, *constants);
    }
    const LeaveOutTable *leftOut = table ? &*table : nullptr;
    if (options.format() == OutputFormat::Json)
        return CommandResult::text(validationJson(*validation, leftOut));
    return CommandResult::text(
        validationText(*validation, leftOut, options.format() == OutputFormat::Markdown));
}

} // namespace

CommandSpec validateCommand()
{
    return { "validate", "Compares predictions with measured runs",
        { { "CSV", OptionKind::Positional, "Measurements; columns as in profiles/measurements", {},
              true },
            { "calibration", OptionKind::Value,
                "A CSV of own measurements that moves the predictions", {}, false },
            formatOption(),
            { "by", OptionKind::Value, "What the tables are grouped by",
                { "hardware", "framework", "precision", "family" }, false },
            { "leave-out", OptionKind::Flag,
                "Fits the constants again without each source and shows both errors", {}, false } },
        runValidate };
}

} // namespace headroom
