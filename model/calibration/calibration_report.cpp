#include "model/calibration/calibration_report.h"

#include "model/base/text/display_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double minMove = 0.002; ///< of the logarithm

double moveOf(const CalibratedConstant &constant)
{
    return constant.prior > 0 && constant.posterior > 0
        ? std::abs(std::log(constant.posterior / constant.prior))
        : 0;
}

std::string percent(double share)
{
    return fmt::format("{:.1f} %", share * 100);
}

std::string leftOutLines(const std::vector<ExcludedRow> &left)
{
    constexpr std::size_t most = 10;
    std::string text = left.empty() ? "" : "\nleft out, because they cannot be compared:\n";
    for (std::size_t i = 0; i < std::min(left.size(), most); ++i)
        text += fmt::format("  {}  {}\n", displayLine(left[i].id), displayLine(left[i].reason));
    if (left.size() > most)
        text += fmt::format("  and {} more\n", left.size() - most);
    return text;
}

} // namespace

std::string constantId(const ProfileConstant &constant)
{
    return (constant.profiles.empty() ? std::string {} : constant.profiles.front() + '.')
        + constant.key;
}

std::vector<CalibratedConstant> movedConstants(const Calibration &calibration)
{
    std::vector<CalibratedConstant> moved;
    for (const CalibratedConstant &constant : calibration.constants)
        if (moveOf(constant) > minMove || constant.prior == 0)
            moved.push_back(constant);
    std::ranges::stable_sort(moved, std::greater {}, moveOf);
    return moved;
}

Document calibrationDocument(const Calibration &calibration, const std::vector<ExcludedRow> &left)
{
    Document medians = Document::mapping();
    for (std::size_t i = 0; i < calibrationModeNames.size(); ++i)
        if (calibration.leftOutMedian[i])
            medians.set(calibrationModeNames[i], *calibration.leftOutMedian[i]);
    Document constants = Document::sequence(), ids = Document::sequence();
    for (const CalibratedConstant &own : movedConstants(calibration))
        constants.append(Document::mapping({ { "id", constantId(own.constant) },
            { "name", own.name }, { "prior", own.prior }, { "posterior", own.posterior },
            { "p10", own.p10 }, { "p90", own.p90 }, { "unit", own.unit } }));
    for (const std::string &id : calibration.ids)
        ids.append(id);
    Document document = Document::mapping({ { "chosen", calibrationModeName(calibration.chosen) },
        { "loo_median_ape", std::move(medians) }, { "constants", std::move(constants) },
        { "runs", calibration.runs }, { "run_ids", std::move(ids) },
        { "operations", calibration.operations } });
    Document leftOut = Document::sequence();
    for (const ExcludedRow &row : left)
        leftOut.append(Document::mapping({ { "id", row.id }, { "reason", row.reason } }));
    document.set("left_out", std::move(leftOut));
    if (calibration.plainPeak && calibration.leftOutPeak)
        document.set("peak_loo_median_ape",
            Document::mapping(
                { { "none", *calibration.plainPeak }, { "one", *calibration.leftOutPeak } }));
    return document;
}

std::string calibrationText(const Calibration &calibration, const std::vector<ExcludedRow> &left)
{
    std::string text
        = fmt::format("{} configuration{}, {} collectives and kernels measured on their own\n\n",
            calibration.runs, calibration.runs == 1 ? "" : "s", calibration.operations);
    const bool hasOthers = calibration.runs > 1;
    text += hasOthers ? "median error of each run predicted from the others:\n"
                      : "error of the profiles' prediction:\n";
    for (std::size_t i = 0; i < calibrationModeNames.size(); ++i)
        if (calibration.leftOutMedian[i])
            text += fmt::format("  {:<5} {:>8}{}\n", calibrationModeNames[i],
                percent(*calibration.leftOutMedian[i]),
                static_cast<std::size_t>(calibration.chosen) == i ? "  <- taken" : "");
    if (calibration.plainPeak && calibration.leftOutPeak)
        text += fmt::format("  memory peak {} without, {} with a factor of its own\n",
            percent(*calibration.plainPeak), percent(*calibration.leftOutPeak));
    text += leftOutLines(left);
    const std::vector<CalibratedConstant> moved = movedConstants(calibration);
    if (calibration.chosen == CalibrationMode::None && !hasOthers)
        text += "\nConstants of the step move from two configurations on: one says nothing of "
                "another.\n";
    else if (calibration.chosen == CalibrationMode::None)
        text += "\nNo constant of the step predicts these runs better from each other than the "
                "profiles do: none is moved.\n";
    if (moved.empty())
        return text;
    text += fmt::format(
        "\n{:<44} {:>11} {:>11} {:>11} {:>11}\n", "constant", "before", "after", "p10", "p90");
    for (const CalibratedConstant &own : moved)
        text += fmt::format("{:<44} {:>11.4g} {:>11.4g} {:>11.4g} {:>11.4g}  {}\n",
            constantId(own.constant), own.prior, own.posterior, own.p10, own.p90, own.name);
    return text;
}

} // namespace headroom
