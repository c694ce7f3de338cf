#include "model/runs/readers/log_reader.h"

#include "model/runs/text/scan.h"

#include <memory>
#include <string>
#include <vector>

// Curves that TensorBoard exports: a row for each point, with the time at which it was written.
// @source tensorflow/tensorboard: plugins/scalar/scalars_plugin.py; wandb/wandb: exports of panels
// and of run history (columns "Step", "RUN - METRIC", and their __MIN and __MAX)

namespace headroom {
namespace {

/// "1700000000.5,100,2.91"; false behind the last row.
bool readScalar(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    Scan first { scan.until(",") }, second { scan.until(",") };
    const auto clock = wholeNumberText(first.rest());
    const auto step = wholeNumberText(second.rest());
    constexpr double maxStep = 1e12;
    if (!clock || !step || *clock <= 0 || *step < 0 || *step > maxStep)
        return false;
    log.clocked(static_cast<std::int64_t>(*step), *clock);
    return true;
}

void beginScalars(LogReader &log, const CleanLine &line)
{
    if (trimmed(line.text) == "Wall time,Step,Value" && !log.isInBlock())
        log.beginBlock(readScalar);
}

/// A cell without its quotes.
std::string_view bareCell(std::string_view cell)
{
    cell = trimmed(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        cell = trimmed(cell.substr(1, cell.size() - 2));
    return cell;
}

std::vector<std::string> cellsOf(std::string_view line)
{
    constexpr std::size_t maxCells = 500;
    std::vector<std::string> cells;
    Scan scan { line };
    while (!scan.rest().empty() && cells.size() < maxCells)
        cells.emplace_back(bareCell(scan.until(",")));
    return cells;
}

/// The metric of a column of Weights & Biases; empty: none that is read.
std::string columnMetric(const std::string &name)
{
    if (name.ends_with("__MIN") || name.ends_with("__MAX") || name.empty())
        return {};
    if (name == "Step" || name == "_step" || name.ends_with("global_step"))
        return "step";
    const std::size_t dash = name.rfind(" - ");
    std::string metric = dash == std::string::npos ? name : name.substr(dash + 3);
    return metric == "_runtime" || metric == "Relative Time (Process)" ? "elapsed" : metric;
}

/// A row of such a table as the line of a log that says the same.
void beginExport(LogReader &log, const CleanLine &line)
{
    if (log.isInBlock())
        return;
    std::vector<std::string> metrics;
    bool hasStep = false;
    for (const std::string &name : cellsOf(line.text)) {
        metrics.push_back(columnMetric(name));
        hasStep = hasStep || metrics.back() == "step";
    }
    if (!hasStep || metrics.size() < 2)
        return;
    auto columns = std::make_shared<const std::vector<std::string>>(std::move(metrics));
    log.beginBlock([columns](LogReader &at, const CleanLine &row) {
        const std::vector<std::string> cells = cellsOf(row.text);
        std::string text;
        for (std::size_t i = 0; i < cells.size() && i < columns->size(); ++i)
            if (!(*columns)[i].empty() && wholeNumberText(cells[i]))
                text += (text.empty() ? "" : ", ") + (*columns)[i] + '=' + cells[i];
        if (text.empty())
            return false;
        at.metrics({ text, row.rank, row.number });
        return true;
    });
}

constexpr LineReader scalarReaders[] { { "Wall time,Step,Value", beginScalars },
    { "\"Step\",", beginExport }, { ",\"_step\"", beginExport }, { "_step,", beginExport },
    { "\"trainer/global_step\",", beginExport }, { "Step,", beginExport } };

} // namespace

std::span<const LineReader> scalarLines()
{
    return scalarReaders;
}

} // namespace headroom
