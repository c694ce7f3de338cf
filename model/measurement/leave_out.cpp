#include "model/measurement/leave_out.h"

#include "model/measurement/measurement_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

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

} // namespace

LeaveOutTable leaveOut(std::istream &measurements, const Estimator &estimator,
    const std::vector<FittedConstant> &constants)
{
    LeaveOutTable table;
    Result<MeasurementReader> reader = MeasurementReader::open(measurements, "measurements");
    if (!reader)
        return table;
    std::vector<MeasuredRun> mapped;
    MeasurementReader::Row row;
    while (reader.value().next(row))
        if (const auto *measurement = std::get_if<Measurement>(&row))
            if (auto run = measuredRun(*measurement, estimator);
                std::holds_alternative<MeasuredRun>(run))
                mapped.push_back(std::get<MeasuredRun>(std::move(run)));
    std::vector<FitRun> runs = fitRuns(mapped, estimator);
    const StackLibrary all
        = fitConstants(runs, estimator.stacks(), constants, [](const FitRun &) { return true; });
    for (const FittedConstant &constant : constants)
        table.constants.emplace_back(constant, constantValue(all, constant));

    std::map<std::string, Errors2> families, kinds;
    std::map<std::string, std::vector<FitRun *>> members;
    for (FitRun &run : runs)
        if (!run.run.row.isDuplicate())
            members[run.run.row.family()].push_back(&run);
    for (const auto &[family, rows] : members) {
        const StackLibrary without = fitConstants(runs, estimator.stacks(), constants,
            [&](const FitRun &run) { return run.run.row.family() != family; });
        for (FitRun *run : rows) {
            const double fit = logError(*run, all), leftOut = logError(*run, without);
            families[family].fit.push_back(fit);
            families[family].leftOut.push_back(leftOut);
            if (!run->run.row.isWeak()) {
                kinds[kindOf(*run)].fit.push_back(fit);
                kinds[kindOf(*run)].leftOut.push_back(leftOut);
            }
        }
    }
    for (const auto &[family, errors] : families)
        table.sources.push_back(line(family, errors));
    for (const auto &[kind, errors] : kinds)
        table.sources.push_back(line(kind, errors));
    return table;
}

} // namespace headroom
