#include "model/calibration/own_runs.h"

#include "model/base/files/read_file.h"
#include "model/measurement/measurement_reader.h"
#include "model/runs/project_file.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

double geometricMedian(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : std::sqrt(values[half - 1] * values[half]);
}

/// A configuration and everything that was measured of it.
struct Repeated
{
    OwnRun run;
    std::vector<double> steps, peaks;
};

bool isSameConfiguration(const OwnRun &one, const OwnRun &other)
{
    return one.stack == other.stack && one.chip == other.chip && one.plainStep == other.plainStep
        && one.plainPeak == other.plainPeak && one.run.memoryIs == other.run.memoryIs;
}

OwnRun prepared(const MeasuredRun &row, const Estimator &estimator)
{
    OwnRun own;
    own.run = row;
    own.prepared = preparedRun(row, estimator);
    own.candidate = runCandidate(row, own.prepared);
    own.stack = row.stack->id;
    own.chip = estimator.stacks().chip(row.resolved.accelerator).id;
    Prepared again = own.prepared;
    const RunPrediction plain = predictRun(row, again);
    own.plainStep = plain.step.value;
    own.plainPeak = plain.peak.value;
    own.ids = { row.row.id };
    return own;
}

Errors missingFactsErrors(const std::vector<ExcludedRow> &rows, const std::string &name)
{
    Errors errors;
    for (const ExcludedRow &row : rows)
        if (!row.missing.empty())
            addProblem(
                errors, { "run-facts-missing", name, { row.id, factsInWords(row.missing) } });
    return errors;
}

} // namespace

Seconds predictedStep(const OwnRun &run, const StackLibrary &library)
{
    const auto stack = std::ranges::find(library.stacks(), run.stack, &StackProfile::id);
    const auto chip = std::ranges::find(library.chips(), run.chip, &ChipProfile::id);
    if (stack == library.stacks().end() || chip == library.chips().end())
        return run.plainStep;
    Prepared moved = run.prepared;
    applyConstants(moved, *chip, *stack);
    return evaluate(moved, run.candidate).step;
}

std::vector<OwnRun> ownRuns(const std::vector<MeasuredRun> &rows, const Estimator &estimator)
{
    std::vector<Repeated> found;
    for (const MeasuredRun &row : rows) {
        if (row.row.isDuplicate() || row.row.isWeak()
            || (!row.step && !row.peak && !row.peakAtLeast))
            continue;
        OwnRun own = prepared(row, estimator);
        auto known = std::ranges::find_if(
            found, [&](const Repeated &other) { return isSameConfiguration(other.run, own); });
        if (known == found.end())
            known = found.insert(found.end(), Repeated { std::move(own), {}, {} });
        else
            known->run.ids.push_back(row.row.id);
        if (row.step)
            known->steps.push_back(row.step->value());
        if (row.peak)
            known->peaks.push_back(row.peak->value());
        if (row.peakAtLeast)
            known->run.peakAtLeast = std::max(known->run.peakAtLeast, *row.peakAtLeast);
    }
    std::vector<OwnRun> runs;
    for (Repeated &one : found) {
        one.run.step = Seconds { geometricMedian(std::move(one.steps)) };
        one.run.peak = Bytes { geometricMedian(std::move(one.peaks)) };
        runs.push_back(std::move(one.run));
    }
    return runs;
}

Result<std::vector<OwnRun>> readOwnRuns(std::istream &stream, const std::string &name,
    const Estimator &estimator, std::vector<ExcludedRow> *left)
{
    Result<MeasurementReader> reader
        = MeasurementReader::open(stream, name, estimator.library().directories());
    if (!reader)
        return reader.errors();
    MeasurementLookups lookups(estimator.library());
    std::vector<MeasuredRun> rows;
    std::vector<ExcludedRow> excluded;
    MeasurementReader::Row row;
    while (reader.value().next(row))
        if (const auto *measurement = std::get_if<Measurement>(&row)) {
            auto run = measuredRun(*measurement, estimator, lookups);
            if (std::holds_alternative<MeasuredRun>(run))
                rows.push_back(std::get<MeasuredRun>(std::move(run)));
            else
                excluded.push_back(std::get<ExcludedRow>(std::move(run)));
        } else {
            excluded.push_back(std::get<ExcludedRow>(row));
        }
    if (auto problem = reader->problem())
        return *std::move(problem);
    std::vector<OwnRun> runs = ownRuns(rows, estimator);
    if (left)
        left->insert(left->end(), excluded.begin(), excluded.end());
    if (Errors missing = missingFactsErrors(excluded, name); runs.empty() && !missing.empty())
        return missing;
    if (runs.empty())
        return Error { "measurement-header", name, { Message { "no-comparable-row" } } };
    return runs;
}

Result<std::vector<OwnRun>> readOwnRuns(
    const std::filesystem::path &file, const Estimator &estimator, std::vector<ExcludedRow> *left)
{
    const auto stream = InputStream::open(file);
    if (!stream)
        return stream.errors();
    Result<std::vector<OwnRun>> runs = readOwnRuns(**stream, file.string(), estimator, left);
    if (!runs)
        return runs;
    // A CSV that is no project file has no profiles, which is no fault.
    const Result<std::vector<ProjectRun>> rows = listProject(file);
    if (!rows)
        return runs;
    for (const ProjectRun &row : *rows)
        for (OwnRun &run : runs.value())
            if (!row.terms.empty() && std::ranges::find(run.ids, row.id) != run.ids.end())
                run.terms = row.terms;
    return runs;
}

} // namespace headroom
