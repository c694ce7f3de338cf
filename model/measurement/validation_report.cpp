#include "model/measurement/validation_report.h"

#include "model/base/document/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace headroom {
namespace {

constexpr std::size_t blockBytes = 65536;

double finite(double value)
{
    return std::isfinite(value) ? value : 0;
}

std::string quoted(const std::string &text)
{
    return writeJson(Document(text), 0);
}

std::string figuresJson(const ErrorFigures &own)
{
    return fmt::format(
        "{{\"n\": {}, \"median_ape\": {:.6g}, \"mape\": {:.6g}, \"p90_ape\": {:.6g}, "
        "\"bias\": {:.6g}, \"coverage80\": {:.6g}, \"half_width\": {:.6g}, "
        "\"baseline_mape\": {:.6g}, \"pair_order\": {:.6g}, "
        "\"pair_order_equal_sequence\": {:.6g}, \"regret_mean\": {:.6g}, "
        "\"regret_max\": {:.6g}, \"kendall_tau\": {:.6g}}}",
        own.n, finite(own.medianApe), finite(own.meanApe), finite(own.p90Ape), finite(own.bias),
        finite(own.coverage80), finite(own.halfWidth), finite(own.baselineMape),
        finite(own.pairOrder), finite(own.pairOrderEqualSequence), finite(own.regretMean),
        finite(own.regretMax), finite(own.kendallTau));
}

std::string leaveOutJson(const LeaveOutTable &table)
{
    std::string text = "[";
    for (const LeftOutSource &source : table.sources)
        text += fmt::format(
            "{}\n    {{\"family\": {}, \"n\": {}, \"fit_median_ape\": {:.6g}, \"fit_p90_ape\": "
            "{:.6g}, \"left_out_median_ape\": {:.6g}, \"left_out_p90_ape\": {:.6g}}}",
            text.size() > 1 ? "," : "", quoted(source.family), source.n, finite(source.fitMedian),
            finite(source.fitP90), finite(source.leftOutMedian), finite(source.leftOutP90));
    return text + "\n  ]";
}

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
            percent(own.baselineMape), percent(own.pairOrder) },
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

std::string leaveOutText(const LeaveOutTable &table, bool isMarkdown)
{
    std::string text
        = fmt::format("{}Each source with its constants and without, errors in per cent\n{}",
            isMarkdown ? "\n## " : "\n", isMarkdown ? "\n" : "");
    text += tableLine(
        { "source", "n", "fit med", "fit p90", "fit bias", "out med", "out p90", "out bias" },
        isMarkdown);
    text += ruler(8, isMarkdown);
    for (const LeftOutSource &own : table.sources)
        text += tableLine({ own.family, std::to_string(own.n), percent(own.fitMedian),
                              percent(own.fitP90), percent(own.fitBias), percent(own.leftOutMedian),
                              percent(own.leftOutP90), percent(own.leftOutBias) },
            isMarkdown);
    text += fmt::format("\n{} fitted constants\n", table.constants.size());
    for (const auto &[constant, value] : table.constants)
        text += fmt::format("  {:<26}{:<26} prior {:<9.4g} fitted {:.4g}\n", constant.owners(),
            constant.key, constant.prior, value);
    for (const LeftOutWidth &width : table.widths)
        text += fmt::format("  {:<26}{:<26} {} rows: {:.3g}\n", width.isTpu ? "TPU" : "GPU",
            width.key, width.n, width.width);
    text += "\nIndependent sources of runs\n  profile                      dense  experts\n";
    for (const KnownSources &known : table.known)
        text += fmt::format("  {:<27}{:>7}{:>9}\n", known.profile, known.dense, known.experts);
    return text;
}

} // namespace

ValidationJsonWriter::ValidationJsonWriter(Write write)
    : m_write(std::move(write))
    , m_waiting(std::tmpfile())
{ }

ValidationJsonWriter::~ValidationJsonWriter()
{
    if (m_waiting)
        std::fclose(m_waiting);
}

void ValidationJsonWriter::begin()
{
    if (!m_hasBegun)
        m_write("{\n  \"predictions\": [");
    m_hasBegun = true;
}

void ValidationJsonWriter::add(const RowPrediction &row)
{
    begin();
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text),
        "{}\n    {{\"id\": {}, \"step_seconds\": {:.9g}, \"p10_seconds\": {:.9g}, "
        "\"p90_seconds\": {:.9g}, \"peak_bytes\": {:.12g}, \"p10_bytes\": {:.12g}, "
        "\"p90_bytes\": {:.12g}}}",
        m_hasPrediction ? "," : "", quoted(row.id), finite(row.stepSeconds), finite(row.p10Seconds),
        finite(row.p90Seconds), finite(row.peakBytes), finite(row.p10Bytes), finite(row.p90Bytes));
    m_hasPrediction = true;
    m_write({ text.data(), text.size() });
}

void ValidationJsonWriter::add(const ExcludedRow &row)
{
    const std::string text = fmt::format("{}\n    {{\"id\": {}, \"reason\": {}}}",
        m_hasExclusion ? "," : "", quoted(row.id), quoted(row.reason));
    m_hasExclusion = true;
    m_kept += text;
    if (m_kept.size() >= blockBytes && m_waiting && !m_isFull)
        setAside();
}

void ValidationJsonWriter::setAside()
{
    const bool isWritten = std::fwrite(m_kept.data(), 1, m_kept.size(), m_waiting) == m_kept.size()
        && std::fflush(m_waiting) == 0;
    if (isWritten) {
        m_written += m_kept.size();
        m_kept.clear();
    } else {
        m_isFull = true; // the disk, perhaps: the rest waits in memory
    }
}

void ValidationJsonWriter::finish(const Validation &validation, const LeaveOutTable *leaveOut)
{
    begin();
    m_write("\n  ],\n  \"excluded\": [");
    if (m_waiting && m_written > 0) {
        std::rewind(m_waiting);
        std::array<char, blockBytes> block {};
        for (std::size_t left = m_written; left > 0;) {
            const std::size_t count
                = std::fread(block.data(), 1, std::min(left, block.size()), m_waiting);
            if (count == 0)
                break;
            m_write({ block.data(), count });
            left -= count;
        }
    }
    m_write(m_kept);
    m_write("\n  ],\n");
    m_write(fmt::format("  \"rows\": {},\n  \"step_time\": {},\n  \"memory\": {},\n",
        validation.rows, figuresJson(validation.step), figuresJson(validation.memory)));
    std::string text = "  \"absent_columns\": [";
    const char *comma = "";
    for (const std::string &name : validation.absentColumns) {
        text += comma + quoted(name);
        comma = ", ";
    }
    text += "],\n  \"groups\": [";
    comma = "";
    for (const ValidationGroup &group : validation.groups) {
        text += fmt::format("{}\n    {{\"key\": {}, \"step_time\": {}, \"memory\": {}}}", comma,
            quoted(group.key), figuresJson(group.step), figuresJson(group.memory));
        comma = ",";
    }
    text += "\n  ]";
    if (leaveOut)
        text += ",\n  \"leave_out\": " + leaveOutJson(*leaveOut);
    m_write(text + "\n}\n");
}

std::string validationText(
    const Validation &validation, const LeaveOutTable *leaveOut, bool isMarkdown)
{
    std::string text = fmt::format("{}{} rows, {} with a step time, {} with a peak, {} excluded\n",
        isMarkdown ? "# " : "", validation.rows, validation.step.n, validation.memory.n,
        validation.excludedCount);
    text += figureTable(validation, true, isMarkdown);
    text += figureTable(validation, false, isMarkdown);
    text += fmt::format("\nPairs of one model at equal sequence length in the right order: {} %. "
                        "Loss of taking the "
                        "predicted best: mean {} %, most {} %. Rank correlation {:.2f}.\n",
        percent(validation.step.pairOrderEqualSequence), percent(validation.step.regretMean),
        percent(validation.step.regretMax), validation.step.kendallTau);
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
