#include "model/measurement/validation.h"

#include "model/measurement/error_figures.h"
#include "model/measurement/measurement_reader.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::string precisionOf(const Measurement &row)
{
    return row.precision.empty() ? "bf16" : row.precision;
}

std::string groupKey(const MeasuredRun &run, GroupBy by)
{
    switch (by) {
    case GroupBy::Hardware:
        return run.row.hardware;
    case GroupBy::Framework:
        return run.row.framework;
    case GroupBy::Precision:
        return precisionOf(run.row);
    case GroupBy::Family:
        break;
    }
    return run.row.family();
}

std::string utilisationKey(const MeasuredRun &run)
{
    return run.row.hardware + "/" + precisionOf(run.row);
}

double utilisation(const RunPrediction &prediction, const Prepared &prepared, double seconds)
{
    const double peak
        = prepared.recipes.front().isLow ? prepared.recipes.front().gemmPeak : prepared.peak16;
    return prediction.evaluation.hardwareFlopPerDevice / seconds / peak;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.4;
    std::ranges::nth_element(
        values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

/// Visits every row that can be predicted; the others go to `excluded`.
template <class Visit>
void visitRuns(MeasurementReader &reader, const Estimator &estimator,
    std::vector<ExcludedRow> &excluded, int &count, Visit visit)
{
    MeasurementReader::Row row;
    while (reader.next(row)) {
        ++count;
        if (const auto *lacking = std::get_if<ExcludedRow>(&row)) {
            excluded.push_back(*lacking);
            continue;
        }
        auto mapped = measuredRun(std::get<Measurement>(row), estimator);
        if (const auto *lacking = std::get_if<ExcludedRow>(&mapped)) {
            excluded.push_back(*lacking);
            continue;
        }
        visit(std::get<MeasuredRun>(mapped));
    }
}

/// Why a row may be far off, as far as its own text says.
std::string knownReason(const MeasuredRun &run)
{
    if (run.row.isWeak())
        return "weak source";
    if (run.missing.parallelism)
        return "degrees not stated or contradictory";
    if (run.missing.remat)
        return "recomputation not stated";
    if (run.missing.microBatch)
        return "micro-batch not stated";
    return run.missing.stack ? "software stack without measurements" : "";
}

ScoredRow scoredStep(
    const MeasuredRun &run, const RowPrediction &prediction, double baselineSeconds)
{
    ScoredRow row;
    row.predicted = prediction.stepSeconds;
    row.measured = *run.stepSeconds;
    row.low = prediction.p10Seconds;
    row.high = prediction.p90Seconds;
    row.baseline = baselineSeconds;
    const double tokens = *run.row.globalBatch * *run.row.seqLen / *run.row.devices;
    row.predictedRate = tokens / row.predicted;
    row.measuredRate = tokens / row.measured;
    row.model = run.row.modelName;
    row.sequence = *run.row.seqLen;
    row.configuration = run.row.modelName + "|" + run.row.hardware + "|" + precisionOf(run.row)
        + "|" + std::to_string(*run.row.devices) + "|" + std::to_string(row.sequence) + "|"
        + std::to_string(*run.row.globalBatch);
    return row;
}

} // namespace

UtilisationBaseline utilisationBaseline(std::istream &measurements, const Estimator &estimator)
{
    UtilisationBaseline baseline;
    Result<MeasurementReader> reader = MeasurementReader::open(measurements, "measurements");
    if (!reader)
        return baseline;
    std::map<std::string, std::vector<double>> samples;
    std::vector<ExcludedRow> excluded;
    int count = 0;
    visitRuns(reader.value(), estimator, excluded, count, [&](const MeasuredRun &run) {
        if (!run.stepSeconds || run.row.isWeak() || run.row.isDuplicate())
            return;
        Prepared prepared = preparedRun(run, estimator);
        const RunPrediction prediction
            = predictRun(run, prepared, planCandidate(run.resolved.plan));
        const double share = utilisation(prediction, prepared, *run.stepSeconds);
        samples[utilisationKey(run)].push_back(share);
        samples[""].push_back(share);
    });
    for (const auto &[key, shares] : samples)
        baseline[key] = median(shares);
    return baseline;
}

Result<Validation> validate(std::istream &stream, const std::string &name,
    const Estimator &estimator, const UtilisationBaseline &baseline,
    const ValidationOptions &options)
{
    Result<MeasurementReader> reader = MeasurementReader::open(stream, name);
    if (!reader)
        return reader.errors();
    Validation result;
    struct Scores
    {
        std::vector<ScoredRow> step, memory;
    };
    Scores all;
    std::map<std::string, Scores> groups;
    visitRuns(reader.value(), estimator, result.excluded, result.rows, [&](const MeasuredRun &run) {
        Prepared prepared = preparedRun(run, estimator);
        const RunPrediction prediction
            = predictRun(run, prepared, planCandidate(run.resolved.plan));
        RowPrediction row { run.row.id, prediction.stepSeconds * options.stepFactor,
            prediction.p10Seconds * options.stepFactor, prediction.p90Seconds * options.stepFactor,
            prediction.peakBytes * options.memoryFactor, run.stepSeconds.value_or(0),
            run.peakBytes.value_or(0), prediction.remat };
        const bool counts = !run.row.isDuplicate();
        Scores &group = groups[groupKey(run, options.by)];
        if (run.stepSeconds && counts) {
            const auto share = baseline.find(utilisationKey(run));
            const auto any = baseline.find("");
            const double usual = share != baseline.end() ? share->second
                : any != baseline.end()                  ? any->second
                                                         : 0;
            const double plain = usual > 0
                ? *run.stepSeconds * utilisation(prediction, prepared, *run.stepSeconds) / usual
                : 0;
            all.step.push_back(scoredStep(run, row, plain));
            group.step.push_back(all.step.back());
            const double error = std::abs(std::log(row.stepSeconds / *run.stepSeconds));
            if (error > 0.15)
                result.worst.push_back({ run.row.id, run.row.modelName, run.row.hardware,
                    knownReason(run), row.stepSeconds, *run.stepSeconds });
        }
        if (run.peakBytes && counts) {
            ScoredRow memory;
            memory.predicted = row.peakBytes;
            memory.measured = *run.peakBytes;
            memory.low = prediction.p10Bytes * options.memoryFactor;
            memory.high = prediction.p90Bytes * options.memoryFactor;
            all.memory.push_back(memory);
            group.memory.push_back(memory);
        }
        result.predictions.push_back(std::move(row));
    });
    result.step = errorFigures(all.step);
    result.memory = errorFigures(all.memory);
    for (const auto &[key, scores] : groups)
        result.groups.push_back({ key, errorFigures(scores.step), errorFigures(scores.memory) });
    const auto further = [](const WorstRow &a, const WorstRow &b) {
        return std::abs(std::log(a.predicted / a.measured))
            > std::abs(std::log(b.predicted / b.measured));
    };
    std::ranges::sort(result.worst, further);
    if (result.worst.size() > 20)
        result.worst.resize(20);
    return result;
}

Result<Calibration> calibrationFrom(
    std::istream &stream, const std::string &name, const Estimator &estimator)
{
    Result<MeasurementReader> reader = MeasurementReader::open(stream, name);
    if (!reader)
        return reader.errors();
    std::vector<double> steps, peaks;
    std::string stack, model;
    bool isSame = true;
    std::vector<ExcludedRow> excluded;
    int count = 0;
    visitRuns(reader.value(), estimator, excluded, count, [&](const MeasuredRun &run) {
        const RunPrediction prediction = predictRun(run, estimator);
        if (run.stepSeconds)
            steps.push_back(*run.stepSeconds / prediction.stepSeconds);
        if (run.peakBytes)
            peaks.push_back(*run.peakBytes / prediction.peakBytes);
        isSame
            = isSame && (stack.empty() || (stack == run.stack->id && model == run.row.modelName));
        stack = run.stack->id;
        model = run.row.modelName;
    });
    Calibration calibration;
    calibration.runs = static_cast<int>(std::max(steps.size(), peaks.size()));
    calibration.stepFactor = shrinkageFactor(steps, isSame);
    calibration.memoryFactor = shrinkageFactor(peaks, isSame);
    return calibration;
}

} // namespace headroom
