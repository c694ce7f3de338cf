#include "model/measurement/held_out.h"

#include "model/estimate/intervals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace headroom {
namespace {

/// One run with its error and the half width of its interval, as logarithms.
struct Asked
{
    double error = 0, halfWidth = 0, weight = 1;
};

using AskedGroups = std::map<std::string, std::vector<Asked>>;

/// What tells the group of a row.
using GroupOf = std::function<std::string(const MeasuredRun &)>;

struct LeavingScheme
{
    const char *name;
    GroupOf groupOf;
};

std::array<LeavingScheme, 3> schemes(const Estimator &estimator)
{
    return { LeavingScheme { "source", [](const MeasuredRun &run) { return run.row.family(); } },
        LeavingScheme { "stack", [](const MeasuredRun &run) { return run.stack->id; } },
        LeavingScheme { "chip", [&estimator](const MeasuredRun &run) {
                           return estimator.stacks().chip(run.resolved.accelerator).id;
                       } } };
}

HeldOutFigures figuresOf(
    const LeavingScheme &scheme, const char *quantity, const AskedGroups &groups)
{
    HeldOutFigures figures { scheme.name, quantity, 0, static_cast<int>(groups.size()) };
    std::vector<double> widths;
    double all = 0;
    for (const auto &[name, rows] : groups)
        for (const Asked &row : rows) {
            const double beyond = std::max(0.0, std::abs(row.error) - row.halfWidth);
            constexpr double penalty = 2 / 0.2;
            figures.inside += beyond > 0 ? 0 : row.weight;
            figures.score += row.weight * (2 * row.halfWidth + penalty * beyond);
            widths.push_back(row.halfWidth);
            all += row.weight;
            ++figures.n;
        }
    if (widths.empty())
        return figures;
    figures.inside /= all;
    figures.score /= all;
    std::ranges::nth_element(widths, widths.begin() + std::ssize(widths) / 2);
    figures.halfWidth = widths[widths.size() / 2];
    return figures;
}

/// Number of rows of each source, and the weight that leaves one of them.
class RowWeights
{
public:
    void count(const MeasuredRun &run) { ++m_rows[run.row.family()]; }
    double of(const MeasuredRun &run) const { return rowWeight(m_rows.at(run.row.family())); }

private:
    std::map<std::string, int> m_rows;
};

bool isScored(const MeasuredRun &run)
{
    return !run.row.isDuplicate() && !run.row.isWeak();
}

/// Sources outside of a group that have runs where a run lies.
template <class Runs, class IsThere, class IsLeft>
double sourcesOf(const Runs &runs, const IsThere &isThere, const IsLeft &isLeft)
{
    std::set<std::string> families;
    for (const auto *run : runs)
        if (isThere(*run) && !isLeft(*run))
            families.insert(run->row.family());
    return static_cast<double>(families.size());
}

HeldOutFigures heldOutPeaks(const LeavingScheme &scheme, MemoryMeaning meaning,
    const std::vector<const MeasuredRun *> &peaks, const Estimator &estimator)
{
    AskedGroups groups;
    RowWeights weights;
    for (const MeasuredRun *run : peaks)
        if (run->memoryIs == meaning)
            weights.count(*run);
    for (const MeasuredRun *run : peaks) {
        if (run->memoryIs != meaning)
            continue;
        const std::string group = scheme.groupOf(*run);
        Prepared prepared = preparedRun(*run, estimator);
        prepared.stack.expertSources = 0;
        prepared.stack.denseSources = sourcesOf(
            peaks, [&](const MeasuredRun &other) { return other.stack == run->stack; },
            [&](const MeasuredRun &other) { return scheme.groupOf(other) == group; });
        const RunPrediction said = predictRun(*run, prepared);
        groups[group].push_back({ std::log(said.peak.value / *run->peak),
            std::log(said.peak.p90 / said.peak.value), weights.of(*run) });
    }
    return figuresOf(scheme, memoryMeaningNames[static_cast<std::size_t>(meaning)], groups);
}

HeldOutFigures heldOutSteps(const LeavingScheme &scheme, std::vector<FitRun> &runs,
    const Estimator &estimator, const std::vector<FittedConstant> &constants)
{
    std::map<std::string, std::vector<FitRun *>> members;
    std::vector<const MeasuredRun *> counted;
    RowWeights weights;
    for (FitRun &run : runs) {
        if (run.weight > 0)
            counted.push_back(&run.run);
        if (!isScored(run.run))
            continue;
        members[scheme.groupOf(run.run)].push_back(&run);
        weights.count(run.run);
    }
    AskedGroups groups;
    for (const auto &[group, rows] : members) {
        const auto isLeft
            = [&, &left = group](const MeasuredRun &run) { return scheme.groupOf(run) == left; };
        const StackLibrary without = fitConstants(runs, estimator.stacks(), constants,
            [&](const FitRun &run) { return !isLeft(run.run); });
        for (FitRun *run : rows) {
            const double error = logError(*run, without);
            const bool isMoe = run->prepared.moeLayers > 0;
            const auto isAlike = [isMoe](const MeasuredRun &other) {
                return other.resolved.model->moe.has_value() == isMoe;
            };
            Prepared prepared = run->prepared;
            (isMoe ? prepared.stack.expertSources : prepared.stack.denseSources) = sourcesOf(
                counted,
                [&](const MeasuredRun &other) {
                    return isAlike(other) && other.stack == run->run.stack;
                },
                isLeft);
            const std::string chip = estimator.stacks().chip(run->run.resolved.accelerator).id;
            (isMoe ? prepared.chip.expertSources : prepared.chip.denseSources) = sourcesOf(
                counted,
                [&](const MeasuredRun &other) {
                    return isAlike(other)
                        && estimator.stacks().chip(other.resolved.accelerator).id == chip;
                },
                isLeft);
            const IntervalWidths said = timeInterval(prepared, run->candidate, run->run.missing);
            groups[group].push_back({ error, std::log(said.high), weights.of(run->run) });
        }
    }
    return figuresOf(scheme, "step", groups);
}

} // namespace

double rowWeight(int count)
{
    constexpr double fullyCounted = 50;
    return std::min(1.0, fullyCounted / count);
}

std::vector<HeldOutFigures> heldOut(std::vector<FitRun> &runs,
    const std::vector<MeasuredRun> &mapped, const Estimator &estimator,
    const std::vector<FittedConstant> &constants)
{
    std::vector<const MeasuredRun *> peaks;
    for (const MeasuredRun &run : mapped)
        if (run.peak && isScored(run))
            peaks.push_back(&run);
    std::vector<HeldOutFigures> figures;
    for (const LeavingScheme &scheme : schemes(estimator)) {
        figures.push_back(heldOutSteps(scheme, runs, estimator, constants));
        for (const MemoryMeaning meaning :
            { MemoryMeaning::Allocated, MemoryMeaning::Reserved, MemoryMeaning::Device })
            figures.push_back(heldOutPeaks(scheme, meaning, peaks, estimator));
    }
    return figures;
}

} // namespace headroom
