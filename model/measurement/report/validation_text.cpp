#include "model/measurement/report/validation_report.h"

#include <fmt/format.h>

namespace headroom {
namespace {

std::string percent(double value)
{
    return fmt::format("{:.1f}", 100 * value);
}

/// A line of a table: columns aligned, or with bars.
std::string tableLine(const std::vector<std::string> &cells, bool isMarkdown)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += isMarkdown ? fmt::format("| {} ", cells[i])
            : i == 0       ? fmt::format("  {:<22}", cells[i])
                           : fmt::format("{:>9}", cells[i]);
    return text + (isMarkdown ? "|\n" : "\n");
}

std::string ruler(std::size_t columns, bool isMarkdown)
{
    if (!isMarkdown)
        return {};
    std::string text;
    for (std::size_t i = 0; i < columns; ++i)
        text += i == 0 ? "| --- " : "| ---: ";
    return text + "|\n";
}

std::string figureLine(const std::string &key, const ErrorFigures &own, bool isMarkdown)
{
    return tableLine(
        { key, std::to_string(own.n), percent(own.medianApe), percent(own.meanApe),
            percent(own.p90Ape), percent(own.bias), percent(own.coverage80), percent(own.halfWidth),
            percent(own.of(Baseline::Utilisation).meanApe), percent(own.pairOrder) },
        isMarkdown);
}

std::string figureTable(const Validation &validation, bool isStep, bool isMarkdown)
{
    std::string text = fmt::format("{}{}\n{}", isMarkdown ? "\n## " : "\n",
        isStep ? "Step time, errors in per cent" : "Peak memory, errors in per cent",
        isMarkdown ? "\n" : "");
    text += tableLine(
        { "group", "n", "median", "mean", "p90", "bias", "in 80%", "width", "baseline", "pairs" },
        isMarkdown);
    text += ruler(10, isMarkdown);
    text += figureLine("all", isStep ? validation.step : validation.memory, isMarkdown);
    for (const ValidationGroup &group : validation.groups) {
        const ErrorFigures &own = isStep ? group.step : group.memory;
        if (own.n > 0)
            text += figureLine(group.key, own, isMarkdown);
    }
    return text;
}

/// The estimate beside simpler answers to the same rows.
std::string baselineTable(const ErrorFigures &own, bool isMarkdown)
{
    std::string text = fmt::format("{}Step time beside simpler answers, errors in per cent\n{}",
        isMarkdown ? "\n## " : "\n", isMarkdown ? "\n" : "");
    text += tableLine({ "answer", "n", "median", "mean", "p90" }, isMarkdown);
    text += ruler(5, isMarkdown);
    text += tableLine({ "this estimate", std::to_string(own.n), percent(own.medianApe),
                          percent(own.meanApe), percent(own.p90Ape) },
        isMarkdown);
    for (std::size_t i = 0; i < baselineCount; ++i) {
        const BaselineFigures &other = own.baselines[i];
        if (other.n > 0)
            text += tableLine(
                { baselineLabel(static_cast<Baseline>(i)), std::to_string(other.n),
                    percent(other.medianApe), percent(other.meanApe), percent(other.p90Ape) },
                isMarkdown);
    }
    return text;
}

/// What taking the run that is predicted to be the fastest would have lost.
std::string choiceTable(const Validation &validation, bool isMarkdown)
{
    std::string text = fmt::format("{}Loss of taking the predicted best among runs of one model, "
                                   "machine and workload, per cent; rank correlation (tau-b)\n{}",
        isMarkdown ? "\n## " : "\n", isMarkdown ? "\n" : "");
    text += tableLine({ "group", "sets", "mean", "most", "tau" }, isMarkdown);
    text += ruler(5, isMarkdown);
    const auto line = [&](const std::string &name, const ErrorFigures &own) {
        if (own.choiceSets > 0)
            text += tableLine({ name, std::to_string(own.choiceSets), percent(own.regretMean),
                                  percent(own.regretMax), fmt::format("{:.2f}", own.kendallTau) },
                isMarkdown);
    };
    line("all", validation.step);
    for (const ValidationGroup &group : validation.groups)
        line(group.key, group.step);
    return text;
}

std::string leftOutLine(const LeftOutSource &own, bool isMarkdown)
{
    const LeftOutFigures &out = own.leftOut, &fit = own.fit, &apart = own.apart;
    return tableLine(
        { own.name, std::to_string(out.sources), std::to_string(out.rows), percent(out.median),
            percent(out.p90), percent(out.inside), percent(apart.median), percent(apart.p90),
            percent(fit.median), percent(fit.p90), percent(fit.inside) },
        isMarkdown);
}

std::string leftOutTable(std::span<const LeftOutSource> rows, const char *title, bool isMarkdown)
{
    std::string text
        = fmt::format("{}{}\n{}", isMarkdown ? "\n## " : "\n", title, isMarkdown ? "\n" : "");
    text += tableLine({ "", "sources", "rows", "out med", "out p90", "in 80%", "far med", "far p90",
                          "fit med", "fit p90", "in 80%" },
        isMarkdown);
    text += ruler(11, isMarkdown);
    for (const LeftOutSource &own : rows)
        text += leftOutLine(own, isMarkdown);
    return text;
}

std::string leftOutHead(std::span<const LeftOutSource> kinds, bool isMarkdown)
{
    return leftOutTable(kinds,
               "Step time of sources that the constants have not seen, errors in per cent",
               isMarkdown)
        + "\nout: the constants are fitted without the source; far: without all that shares stack "
          "and chip with it; fit: with it.\n";
}

std::string leaveOutText(const LeaveOutTable &table, bool isMarkdown)
{
    std::string text
        = leftOutTable(table.sources, "The same by source, errors in per cent", isMarkdown);
    text += fmt::format("\n{} fitted constants\n", table.constants.size());
    for (const auto &[constant, value] : table.constants)
        text += fmt::format("  {:<26}{:<26} prior {:<9.4g} fitted {:.4g}\n", constant.owners(),
            constant.key, constant.prior, value);
    for (const LeftOutWidth &width : table.widths)
        text += fmt::format("  {:<26}{:<26} {} rows: {:.3g}\n", width.isTpu ? "TPU" : "GPU",
            width.key, width.n, width.width);
    text += "\nIntervals of what was left out: share inside, median half width and score of ln\n";
    for (const HeldOutFigures &own : table.heldOut)
        text += fmt::format("  {:<8}{:<12}{:>5} rows of {:>3}: {:>5} %  {:.3f}  {:.3f}\n",
            own.scheme, own.quantity, own.n, own.groups, percent(own.inside), own.halfWidth,
            own.score);
    text += "\nIndependent sources of runs\n  profile                      dense  experts\n";
    for (const KnownSources &known : table.known)
        text += fmt::format("  {:<27}{:>7}{:>9}\n", known.profile, known.dense, known.experts);
    return text;
}

} // namespace

std::string validationText(
    const Validation &validation, const LeaveOutTable *leaveOut, bool isMarkdown)
{
    std::string text = fmt::format("{}{} rows, {} with a step time, {} with a peak, {} excluded\n",
        isMarkdown ? "# " : "", validation.rows, validation.step.n, validation.memory.n,
        validation.excludedCount);
    const std::vector<LeftOutSource> &kinds = leaveOut ? leaveOut->kinds : validation.expected;
    if (!kinds.empty())
        text += leftOutHead(kinds, isMarkdown);
    text += figureTable(validation, true, isMarkdown);
    text += figureTable(validation, false, isMarkdown);
    if (validation.step.of(Baseline::Utilisation).n > 0)
        text += baselineTable(validation.step, isMarkdown);
    text += fmt::format("\nPairs of one model at equal sequence length in the right order: {} %.\n",
        percent(validation.step.pairOrderEqualSequence));
    if (validation.step.choiceSets > 0)
        text += choiceTable(validation, isMarkdown);
    if (!validation.worst.empty())
        text += isMarkdown ? "\n## Furthest off\n\n" : "\nFurthest off\n";
    for (const WorstRow &row : validation.worst)
        text += fmt::format("{}{}: {} on {}, predicted {:.3g} s, measured {:.3g} s{}{}\n",
            isMarkdown ? "- " : "  ", row.id, row.model, row.hardware, row.predicted, row.measured,
            row.reason.empty() ? "" : "; ", row.reason);
    if (leaveOut)
        text += leaveOutText(*leaveOut, isMarkdown);
    if (!validation.excluded.empty())
        text += isMarkdown ? "\n## Excluded\n\n" : "\nExcluded\n";
    std::size_t shown = 0;
    for (const ExcludedRow &row : validation.excluded)
        if (shown++ < 50)
            text += fmt::format("{}{}: {}\n", isMarkdown ? "- " : "  ", row.id, row.reason);
    if (validation.excludedCount > 50)
        text += fmt::format("  … and {} more\n", validation.excludedCount - 50);
    return text;
}

} // namespace headroom
