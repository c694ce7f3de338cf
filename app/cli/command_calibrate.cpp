#include "app/cli/commands.h"
#include "app/cli/standard_output.h"

#include "model/base/files/write_file.h"
#include "model/base/text/display_line.h"
#include "model/calibration/calibration_file.h"
#include "model/calibration/calibration_report.h"

#include <fmt/format.h>

#include <optional>

namespace headroom {
namespace {

/// "all" moves everything, "auto" what leave-one-out decides.
std::optional<CalibrationMode> modeOf(const std::string &word)
{
    if (word == "none")
        return CalibrationMode::None;
    if (word == "one")
        return CalibrationMode::One;
    if (word == "all")
        return CalibrationMode::Many;
    return std::nullopt;
}

std::string namesOf(const std::vector<std::string> &files)
{
    std::string names;
    for (const std::string &file : files)
        names += (names.empty() ? "" : ", ") + std::filesystem::path(file).filename().string();
    return names;
}

CommandResult runCalibrate(const ParsedOptions &options, const CommandContext &context)
{
    const std::vector<std::string> files = options.list("CSV");
    const std::filesystem::path out = options.value("out");
    if (options.has("out") && out.extension() != ".yaml" && out.extension() != ".yml")
        return CommandResult::badInput(
            { Error { "bad-option", "--out", { "wants a file that ends in .yaml" } } });
    const Result<Estimator> estimator = context.bench.estimator();
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    const auto priors = context.bench.priors();
    if (!priors)
        return CommandResult::badInput(priors.errors());
    // From reading to writing: of two at once, the later one has seen what the earlier one had.
    std::optional<Result<FileLock>> lock;
    if (options.has("out"))
        lock.emplace(FileLock::wait(out, toldPatience()));
    if (lock && !*lock)
        return CommandResult::badInput(lock->errors());
    Result<CalibrationRequest> request = readEvidence(files, *estimator);
    if (!request)
        return CommandResult::badInput(request.errors());
    request.value().mode = modeOf(options.value("components", "auto"));
    const Calibration calibration = calibrate(*request, *estimator, **priors);
    std::string written;
    if (options.has("out")) {
        const ClusterProfile profile { out.stem().string(), out.stem().string(), namesOf(files),
            calibration };
        if (const Problems problems = writeFileAtomically(out, clusterProfileText(profile));
            !problems.empty())
            return CommandResult::badInput(problems);
        written = fmt::format(
            "\nwritten to {}; plans name it in `calibration`\n", displayLine(options.value("out")));
    }
    return options.format() == OutputFormat::Json
        ? CommandResult::json(calibrationDocument(calibration, request->left))
        : CommandResult::text(calibrationText(calibration, request->left) + written);
}

} // namespace

CommandSpec calibrateCommand()
{
    return { "calibrate", "Corrects the constants of stacks and chips by own runs",
        { { "CSV", OptionKind::Positionals,
              "Own runs (measurement CSV, project file) and tables of nccl-tests", {}, true },
            { "out", OptionKind::Value,
                "Cluster profile to write (NAME.yaml), for `calibration` of a plan", {}, false },
            { "components", OptionKind::Value,
                "Which constants may move; auto: what predicts each run best from the others",
                { "none", "one", "auto", "all" }, false },
            formatOption({ "text", "json" }) },
        runCalibrate, {}, true };
}

} // namespace headroom
