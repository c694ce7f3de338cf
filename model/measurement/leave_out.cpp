#include "model/measurement/leave_out.h"

#include "model/estimate/intervals.h"
#include "model/measurement/measurement_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace headroom {
namespace {

struct Errors2
{
    std::vector<double> fit, leftOut;
};

void summarise(const std::vector<double> &logErrors, double &medianApe, double &p90, double &bias)
{
    if (logErrors.empty())
        return;
    std::vector<double> absolute;
    double sum = 0;
    for (const double error : logErrors) {
        absolute.push_back(std::abs(std::exp(error) - 1));
        sum += error;
    }
    std::ranges::sort(absolute);
    medianApe = absolute[absolute.size() / 2];
    p90 = absolute[std::min(absolute.size() - 1, absolute.size() * 9 / 10)];
    bias = std::exp(sum / static_cast<double>(logErrors.size())) - 1;
}

LeftOutSource line(const std::string &name, const Errors2 &errors)
{
    LeftOutSource source;
    source.family = name;
    source.n = static_cast<int>(errors.fit.size());
    summarise(errors.fit, source.fitMedian, source.fitP90, source.fitBias);
    summarise(errors.leftOut, source.leftOutMedian, source.leftOutP90, source.leftOutBias);
    return source;
}

const char *kindOf(const FitRun &run)
{
    if (run.run.resolved.model->moe)
        return "all experts";
    return run.prepared.isTpu ? "all tpu dense" : "all gpu dense";
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
        const IntervalWidths interval = intervalWithout(row);
        const bool isInside
            = -row.logError >= std::log(interval.low) && -row.logError <= std::log(interval.high);
        inside += isInside ? row.weight : 0;
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
    // A source of hundreds of rows must not outvote the others; one of a few must not decide alone.
    constexpr double fullyCounted = 50;
    std::map<std::string, double> count;
    for (const Residual &row : rows)
        ++count[row.run->run.row.family()];
    for (Residual &row : rows)
        row.weight = std::min(1.0, fullyCounted / count[row.run->run.row.family()]);
    LeftOutWidth found { isMoe ? "expert_width" : "dense_width", isTpu,
        static_cast<int>(rows.size()), 0 };
    const auto member = isMoe ? &ChipProfile::expertWidth : &ChipProfile::denseWidth;
    constexpr double leastWidth = 0.05; // of runs repeated on one machine, with other releases
    double low = leastWidth, high = 1;
    for (int step = 0; step < 20; ++step) {
        found.width = (low + high) / 2;
        (shareInside(rows, member, found.width) < 0.8 ? low : high) = found.width;
    }
    return found;
}

} // namespace

std::vector<FitRun> fitRuns(std::istream &measurements, const Estimator &estimator)
{
    Result<MeasurementReader> reader = MeasurementReader::open(measurements, "measurements");
    if (!reader)
        return {};
    std::vector<MeasuredRun> mapped;
    MeasurementReader::Row row;
    while (reader.value().next(row))
        if (const auto *measurement = std::get_if<Measurement>(&row))
            if (auto run = measuredRun(*measurement, estimator);
                std::holds_alternative<MeasuredRun>(run))
                mapped.push_back(std::get<MeasuredRun>(std::move(run)));
    return fitRuns(mapped, estimator);
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

    std::map<std::string, Errors2> families, kinds;
    std::map<std::pair<bool, bool>, std::vector<Residual>> residuals; // TPU, experts
    std::map<std::string, std::vector<FitRun *>> members;
    for (FitRun &run : runs)
        if (!run.run.row.isDuplicate())
            members[run.run.row.family()].push_back(&run);
    for (const auto &[family, rows] : members) {
        const StackLibrary without = fitConstants(runs, estimator.stacks(), constants,
            [&left = family](const FitRun &run) { return run.run.row.family() != left; });
        for (FitRun *run : rows) {
            const double fit = logError(*run, all), leftOut = logError(*run, without);
            families[family].fit.push_back(fit);
            families[family].leftOut.push_back(leftOut);
            if (!run->run.row.isWeak()) {
                kinds[kindOf(*run)].fit.push_back(fit);
                kinds[kindOf(*run)].leftOut.push_back(leftOut);
                const bool hasExperts = run->prepared.moeLayers > 0;
                const Residual residual { run, leftOut, run->run.missing,
                    counts.of(all.stacks()[run->stack].id, hasExperts, family),
                    counts.of(all.chips()[run->chip].id, hasExperts, family) };
                residuals[{ run->prepared.isTpu, run->prepared.moeLayers > 0 }].push_back(residual);
            }
        }
    }
    for (const auto &[family, errors] : families)
        table.sources.push_back(line(family, errors));
    for (const auto &[kind, errors] : kinds)
        table.sources.push_back(line(kind, errors));
    for (auto &[kind, rows] : residuals)
        table.widths.push_back(widthOf(std::move(rows), kind.first, kind.second));
    return table;
}

} // namespace headroom
