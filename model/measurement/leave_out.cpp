#include "model/measurement/leave_out.h"

#include "model/estimate/intervals.h"
#include "model/measurement/measurement_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace headroom {
namespace {

const char *kindOf(const FitRun &run)
{
    if (run.prepared.tuning.isAdapted)
        return "adapters";
    if (run.run.resolved.model->moe)
        return "experts";
    return run.prepared.isTpu ? "dense_tpu" : "dense_gpu";
}

struct WeightedError
{
    double error = 0, weight = 1;
    bool isInside = false;
};

/// The least error that covers this share of the weight. Sorted by size.
double quantile(const std::vector<WeightedError> &errors, double share)
{
    double all = 0, sum = 0;
    for (const WeightedError &one : errors)
        all += one.weight;
    for (const WeightedError &one : errors) {
        sum += one.weight;
        if (sum >= share * all)
            return std::abs(std::exp(one.error) - 1);
    }
    return 0;
}

LeftOutFigures figures(std::vector<WeightedError> errors, int sources)
{
    LeftOutFigures figures { sources, static_cast<int>(errors.size()) };
    double all = 0, sum = 0, inside = 0;
    for (const WeightedError &one : errors) {
        all += one.weight;
        sum += one.weight * one.error;
        inside += one.isInside ? one.weight : 0;
    }
    if (all <= 0)
        return figures;
    std::ranges::sort(
        errors, {}, [](const WeightedError &one) { return std::abs(std::exp(one.error) - 1); });
    figures.median = quantile(errors, 0.5);
    figures.p90 = quantile(errors, 0.9);
    figures.bias = std::exp(sum / all) - 1;
    figures.inside = inside / all;
    return figures;
}

bool isInside(double logError, const IntervalWidths &interval)
{
    return -logError >= std::log(interval.low) && -logError <= std::log(interval.high);
}

/// Left-out error of a row, in the company of its interval.
struct Residual
{
    FitRun *run;
    double logError;
    MissingInputs missing;
    double stackSources = 0, chipSources = 0; ///< other sources that tell about them
    double weight = 1; ///< less where many rows come from one source
};

/// Families of runs that take part in a fit, by profile and kind.
class SourceCounts
{
public:
    SourceCounts(const std::vector<FitRun> &runs, const StackLibrary &library)
    {
        for (const FitRun &run : runs) {
            if (run.weight <= 0)
                continue;
            for (const std::string &profile :
                { library.stacks()[run.stack].id, library.chips()[run.chip].id })
                m_families[{ profile, run.prepared.moeLayers > 0 }].insert(run.run.row.family());
        }
    }

    /// Of them without `left`.
    double of(const std::string &profile, bool hasExperts, const std::string &left) const
    {
        const auto found = m_families.find({ profile, hasExperts });
        if (found == m_families.end())
            return 0;
        return double(found->second.size()) - double(found->second.count(left));
    }

private:
    std::map<std::pair<std::string, bool>, std::set<std::string>> m_families;
};

/// The interval that the row would get if its own source were not known.
IntervalWidths intervalWithout(const Residual &row)
{
    Prepared &prepared = row.run->prepared;
    const bool hasExperts = prepared.moeLayers > 0;
    (hasExperts ? prepared.stack.expertSources : prepared.stack.denseSources) = row.stackSources;
    (hasExperts ? prepared.chip.expertSources : prepared.chip.denseSources) = row.chipSources;
    return timeInterval(prepared, row.run->candidate, row.missing);
}

double shareInside(std::vector<Residual> &rows, double ChipProfile::*member, double width)
{
    double inside = 0, all = 0;
    for (const Residual &row : rows) {
        Prepared &prepared = row.run->prepared;
        prepared.chip.*member = width;
        inside += isInside(row.logError, intervalWithout(row)) ? row.weight : 0;
        all += row.weight;
    }
    return all > 0 ? inside / all : 1;
}

LeftOutWidth widthOf(std::vector<Residual> rows, bool isTpu, bool isMoe)
{
    // Rows whose inputs are all known tell the width alone; where too few are, all rows do.
    constexpr std::ptrdiff_t enough = 15;
    std::erase_if(rows, [](const Residual &row) { return intervalWithout(row).isExtrapolated; });
    const auto isComplete = [](const Residual &row) { return row.run->run.missing.count() == 0; };
    if (std::ranges::count_if(rows, isComplete) >= enough)
        std::erase_if(rows, [&](const Residual &row) { return !isComplete(row); });
    std::map<std::string, int> count;
    for (const Residual &row : rows)
        ++count[row.run->run.row.family()];
    for (Residual &row : rows)
        row.weight = rowWeight(count[row.run->run.row.family()]);
    LeftOutWidth found { isMoe ? "expert_width" : "dense_width", isTpu,
        static_cast<int>(rows.size()), 0 };
    const auto member = isMoe ? &ChipProfile::expertWidth : &ChipProfile::denseWidth;
    constexpr double minWidth = 0.05; // of runs repeated on one machine, with other releases
    double low = minWidth, high = 1;
    for (int step = 0; step < 20; ++step) {
        found.width = (low + high) / 2;
        (shareInside(rows, member, found.width) < 0.8 ? low : high) = found.width;
    }
    return found;
}

/// Where a source has runs: pairs of stack and chip.
using Places = std::set<std::pair<std::size_t, std::size_t>>;

Places placesOf(const std::vector<FitRun *> &rows)
{
    Places places;
    for (const FitRun *run : rows)
        places.emplace(run->stack, run->chip);
    return places;
}

/// The runs left out of one source, appended to the table and the residuals.
void addLeftOut(LeaveOutTable &table,
    std::map<std::pair<bool, bool>, std::vector<Residual>> &residuals, Residual residual,
    const StackLibrary &all, const StackLibrary &apart)
{
    FitRun &run = *residual.run;
    LeftOutRun left { run.run.row, kindOf(run), logError(run, all), residual.logError,
        logError(run, apart) };
    left.isInsideFit
        = isInside(left.fit, timeInterval(run.prepared, run.candidate, residual.missing));
    const Prepared kept = run.prepared;
    left.isInsideLeftOut = isInside(left.leftOut, intervalWithout(residual));
    run.prepared = kept;
    table.runs.push_back(std::move(left));
    residuals[{ run.prepared.isTpu, run.prepared.moeLayers > 0 }].push_back(std::move(residual));
}

/// Figures by source and by kind.
void summarise(LeaveOutTable &table)
{
    std::map<std::string, std::vector<const LeftOutRun *>> sources, kinds;
    std::vector<const LeftOutRun *> all;
    for (const LeftOutRun &run : table.runs) {
        all.push_back(&run);
        sources[run.row.family()].push_back(&run);
        kinds[run.kind].push_back(&run);
    }
    table.sources.push_back(leftOutFigures("all", all));
    for (const auto &[name, runs] : sources)
        table.sources.push_back(leftOutFigures(name, runs));
    for (const auto &[name, runs] : kinds)
        table.kinds.push_back(leftOutFigures(name, runs));
}

} // namespace

static std::vector<MeasuredRun> mappedRuns(std::istream &measurements, const Estimator &estimator)
{
    Result<MeasurementReader> reader
        = MeasurementReader::open(measurements, "measurements", estimator.library().directories());
    if (!reader)
        return {};
    std::vector<MeasuredRun> mapped;
    MeasurementReader::Row row;
    while (reader.value().next(row))
        if (const auto *measurement = std::get_if<Measurement>(&row))
            if (auto run = measuredRun(*measurement, estimator);
                std::holds_alternative<MeasuredRun>(run))
                mapped.push_back(std::get<MeasuredRun>(std::move(run)));
    return mapped;
}

std::vector<FitRun> fitRuns(std::istream &measurements, const Estimator &estimator)
{
    return fitRuns(mappedRuns(measurements, estimator), estimator);
}

LeftOutSource leftOutFigures(std::string name, std::span<const LeftOutRun *const> runs)
{
    std::map<std::string, int> count;
    for (const LeftOutRun *run : runs)
        ++count[run->row.family()];
    std::vector<WeightedError> fit, leftOut, apart;
    for (const LeftOutRun *run : runs) {
        const double weight = rowWeight(count[run->row.family()]);
        fit.push_back({ run->fit, weight, run->isInsideFit });
        leftOut.push_back({ run->leftOut, weight, run->isInsideLeftOut });
        apart.push_back({ run->apart, weight });
    }
    const int sources = static_cast<int>(count.size());
    return { std::move(name), figures(std::move(fit), sources),
        figures(std::move(leftOut), sources), figures(std::move(apart), sources) };
}

std::vector<HeldOutFigures> heldOut(std::istream &measurements, const Estimator &estimator,
    const std::vector<FittedConstant> &constants)
{
    const std::vector<MeasuredRun> mapped = mappedRuns(measurements, estimator);
    std::vector<FitRun> runs = fitRuns(mapped, estimator);
    return heldOut(runs, mapped, estimator, constants);
}

LeaveOutTable leaveOut(std::istream &measurements, const Estimator &estimator,
    const std::vector<FittedConstant> &constants)
{
    LeaveOutTable table;
    std::vector<FitRun> runs = fitRuns(measurements, estimator);
    if (runs.empty())
        return table;
    const StackLibrary all
        = fitConstants(runs, estimator.stacks(), constants, [](const FitRun &) { return true; });
    for (const FittedConstant &constant : constants)
        table.constants.emplace_back(constant, constantValue(all, constant));

    const SourceCounts counts(runs, all);
    const auto known = [&](const std::string &profile) {
        table.known.push_back({ profile, static_cast<int>(counts.of(profile, false, {})),
            static_cast<int>(counts.of(profile, true, {})) });
    };
    for (const StackProfile &stack : all.stacks())
        known(stack.id);
    for (const ChipProfile &chip : all.chips())
        known(chip.id);

    std::map<std::pair<bool, bool>, std::vector<Residual>> residuals; // TPU, experts
    std::map<std::string, std::vector<FitRun *>> members;
    for (FitRun &run : runs)
        if (!run.run.row.isDuplicate() && !run.run.row.isWeak())
            members[run.run.row.family()].push_back(&run);
    for (const auto &[family, rows] : members) {
        const auto isOther
            = [&left = family](const FitRun &run) { return run.run.row.family() != left; };
        const auto isElsewhere = [&isOther, places = placesOf(rows)](const FitRun &run) {
            return isOther(run) && !places.contains({ run.stack, run.chip });
        };
        const StackLibrary without = fitConstants(runs, estimator.stacks(), constants, isOther);
        const bool isAlone = std::ranges::all_of(
            runs, [&](const FitRun &run) { return isOther(run) == isElsewhere(run); });
        const StackLibrary apart
            = isAlone ? without : fitConstants(runs, estimator.stacks(), constants, isElsewhere);
        for (FitRun *run : rows) {
            const bool hasExperts = run->prepared.moeLayers > 0;
            addLeftOut(table, residuals,
                { run, logError(*run, without), run->run.missing,
                    counts.of(all.stacks()[run->stack].id, hasExperts, family),
                    counts.of(all.chips()[run->chip].id, hasExperts, family) },
                all, apart);
        }
    }
    summarise(table);
    for (auto &[kind, rows] : residuals)
        table.widths.push_back(widthOf(std::move(rows), kind.first, kind.second));
    return table;
}

} // namespace headroom
