#include "model/measurement/validation.h"

#include "model/measurement/error_figures.h"
#include "model/measurement/visit_runs.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

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
    const MeasuredRun &run, const RowPrediction &prediction, const BaselineSteps &baselines)
{
    ScoredRow row;
    row.predicted = prediction.step.value.value();
    row.measured = run.step->value();
    row.low = prediction.step.p10.value();
    row.high = prediction.step.p90.value();
    row.baselines = baselines;
    const double tokens = *run.row.globalBatch * *run.row.seqLen / *run.row.devices;
    row.predictedRate = tokens / row.predicted;
    row.measuredRate = tokens / row.measured;
    row.model = run.row.modelName;
    row.sequence = *run.row.seqLen;
    // A group is one model: a series of proto-types under one name has several shapes.
    const ModelShape &shape = *run.resolved.model;
    row.configuration = run.row.modelName + "|" + std::to_string(shape.layers) + "|"
        + std::to_string(shape.hidden) + "|" + std::to_string(shape.heads) + "|" + run.row.hardware
        + "|" + run.row.precisionOrDefault() + "|" + std::to_string(*run.row.devices) + "|"
        + std::to_string(row.sequence) + "|" + std::to_string(*run.row.globalBatch);
    row.twin = run.row.twinKey();
    return row;
}

double distance(const WorstRow &row)
{
    return std::abs(std::log(row.predicted / row.measured));
}

/// Keeps the twenty furthest off, in order.
void keepWorst(std::vector<WorstRow> &worst, WorstRow row)
{
    constexpr std::size_t limit = 20;
    constexpr double worthSaying = 0.15; // of the logarithm: 16 % above, 14 % below
    const double own = distance(row);
    if (!(own > worthSaying) || (worst.size() == limit && own <= distance(worst.back())))
        return;
    const auto place = std::ranges::find_if(
        worst, [own](const WorstRow &other) { return distance(other) < own; });
    worst.insert(place, std::move(row));
    if (worst.size() > limit)
        worst.pop_back();
}

/// The figures of one group, or of all rows.
struct GroupFigures
{
    explicit GroupFigures(std::size_t rankedLimit = FigureCollector::defaultRankedLimit)
        : step(rankedLimit)
        , memory(0)
    { }
    FigureCollector step, memory;
};

/// Sums up runs as they come.
class ValidationPass
{
public:
    ValidationPass(
        const Estimator &estimator, const Baselines &baselines, const ValidationOptions &options)
        : m_estimator(estimator)
        , m_baselines(baselines)
        , m_options(options)
    { }

    void exclude(const ExcludedRow &row)
    {
        ++m_result.excludedCount;
        if (m_result.excluded.size() < m_options.keptRows)
            m_result.excluded.push_back(row);
        if (m_options.onExclusion)
            m_options.onExclusion(row);
    }

    void add(const MeasuredRun &run)
    {
        Prepared prepared = preparedRun(run, m_estimator);
        const RunPrediction prediction = predictRun(run, prepared);
        RowPrediction row { run.row.id, prediction.step, prediction.peak,
            run.step.value_or(Seconds {}), run.peak.value_or(Bytes {}), prediction.remat,
            prediction.evaluation.time, prediction.evaluation.memory,
            groupKey(run.row, GroupBy::Hardware) };
        if (!run.row.isDuplicate())
            score(run, prediction, row, prepared);
        if (m_options.onPrediction)
            m_options.onPrediction(row);
        if (m_result.predictions.size() < m_options.keptRows)
            m_result.predictions.push_back(std::move(row));
    }

    Validation finished(int rows)
    {
        m_result.rows = rows;
        m_result.step = m_all.step.figures();
        m_result.memory = m_all.memory.figures();
        for (const auto &[key, own] : m_groups)
            m_result.groups.push_back({ key, own.step.figures(), own.memory.figures() });
        return std::move(m_result);
    }

private:
    GroupFigures &group(const std::string &key)
    {
        constexpr std::size_t groupLimit = 256, groupRankedLimit = 2000;
        const auto found = m_groups.find(key);
        if (found != m_groups.end())
            return found->second;
        const std::string &name = m_groups.size() < groupLimit ? key : m_other;
        return m_groups.try_emplace(name, groupRankedLimit).first->second;
    }

    void score(const MeasuredRun &run, const RunPrediction &prediction, const RowPrediction &row,
        const Prepared &prepared)
    {
        GroupFigures &own = group(groupKey(run.row, m_options.by));
        if (run.step) {
            const ScoredRow step
                = scoredStep(run, row, m_baselines.steps(run, prediction, prepared));
            m_all.step.add(step);
            own.step.add(step);
            keepWorst(m_result.worst,
                { row.id, run.row.modelName, run.row.hardware, knownReason(run),
                    row.step.value.value(), run.step->value() });
        }
        if (run.peak) {
            ScoredRow memory;
            memory.predicted = row.peak.value.value();
            memory.measured = run.peak->value();
            memory.low = row.peak.p10.value();
            memory.high = row.peak.p90.value();
            m_all.memory.add(memory);
            own.memory.add(memory);
        }
    }

    const Estimator &m_estimator;
    const Baselines &m_baselines;
    const ValidationOptions &m_options;
    Validation m_result;
    GroupFigures m_all;
    std::map<std::string, GroupFigures> m_groups;
    const std::string m_other = "other";
};

/// The required columns that the header does not have.
std::vector<std::string> absentRequired(const MeasurementReader &reader)
{
    std::vector<std::string> absent;
    for (const char *name :
        { "layers", "hidden", "heads", "seq_len", "hardware", "devices", "global_batch_seqs" })
        if (std::ranges::find(reader.absentColumns(), name) != reader.absentColumns().end())
            absent.push_back(name);
    return absent;
}

} // namespace

std::string groupKey(const Measurement &row, GroupBy by)
{
    switch (by) {
    case GroupBy::Hardware:
        return row.hardware;
    case GroupBy::Framework:
        return row.framework;
    case GroupBy::Precision:
        return row.precisionOrDefault();
    case GroupBy::Family:
        break;
    }
    return row.family();
}

Result<Validation> validate(std::istream &stream, const std::string &name,
    const Estimator &estimator, const Baselines &baselines, const ValidationOptions &options)
{
    Result<MeasurementReader> reader
        = MeasurementReader::open(stream, name, estimator.library().directories());
    if (!reader)
        return reader.errors();
    ValidationPass pass(estimator, baselines, options);
    const int rows = visitRuns(
        reader.value(), estimator, [&](const ExcludedRow &row) { pass.exclude(row); },
        [&](const MeasuredRun &run) { pass.add(run); });
    if (auto problem = reader->problem())
        return *std::move(problem);
    Validation result = pass.finished(rows);
    result.absentColumns = absentRequired(*reader);
    result.unknownColumns = reader->unknownColumns();
    if (auto expected = expectedErrors(estimator.library().directories()))
        result.expected = *std::move(expected);
    return result;
}

} // namespace headroom
