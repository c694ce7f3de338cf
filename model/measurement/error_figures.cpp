#include "model/measurement/error_figures.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom {
namespace {

using RankedRow = FigureCollector::RankedRow;
using Groups = std::map<std::size_t, std::vector<const RankedRow *>>;

/// Pairs of large groups are sampled evenly, so that the work stays bounded.
template <class Row, class Visit> void visitPairs(const std::vector<Row> &rows, Visit visit)
{
    constexpr std::size_t limit = 600;
    const std::size_t stride = std::max<std::size_t>(1, rows.size() / limit);
    for (std::size_t i = 0; i < rows.size(); i += stride)
        for (std::size_t j = i + stride; j < rows.size(); j += stride)
            visit(rows[i], rows[j]);
}

void countPairs(const Groups &models, ErrorFigures &figures)
{
    double pairs = 0, right = 0, equalPairs = 0, equalRight = 0;
    for (const auto &[model, rows] : models)
        visitPairs(rows, [&](const RankedRow *first, const RankedRow *second) {
            const RankedRow &a = *first, &b = *second;
            if (std::abs(std::log(a.measuredRate / b.measuredRate)) <= std::log(1.05))
                return;
            // Half a point for no order, so that the order of the rows does not decide.
            const double isRight = a.predictedRate == b.predictedRate                      ? 0.5
                : (a.measuredRate > b.measuredRate) == (a.predictedRate > b.predictedRate) ? 1.0
                                                                                           : 0.0;
            ++pairs;
            right += isRight;
            if (a.sequence == b.sequence) {
                ++equalPairs;
                equalRight += isRight;
            }
        });
    figures.pairOrder = pairs > 0 ? right / pairs : 0;
    figures.pairOrderEqualSequence = equalPairs > 0 ? equalRight / equalPairs : 0;
}

/// Rows that repeat one run, in another release or on another day, are one choice at the geometric
/// mean of what was measured.
std::vector<RankedRow> choices(const std::vector<const RankedRow *> &rows)
{
    struct Repeated
    {
        RankedRow row;
        double logarithms = 0;
        int count = 0;
    };
    std::map<std::pair<std::size_t, double>, Repeated> repeated;
    for (const RankedRow *row : rows) {
        Repeated &own = repeated[{ row->twin, row->predictedRate }];
        own.row = *row;
        own.logarithms += std::log(row->measuredRate);
        ++own.count;
    }
    std::vector<RankedRow> result;
    for (auto &[key, own] : repeated) {
        own.row.measuredRate = std::exp(own.logarithms / own.count);
        result.push_back(own.row);
    }
    return result;
}

/// What is lost, on average, by taking one of the choices that are predicted to be the fastest.
double lossOfChoice(const std::vector<RankedRow> &rows)
{
    double predictedBest = 0, measuredBest = 0, loss = 0, ties = 0;
    for (const RankedRow &row : rows) {
        predictedBest = std::max(predictedBest, row.predictedRate);
        measuredBest = std::max(measuredBest, row.measuredRate);
    }
    constexpr double same = 1e-9; // relative; rows that differ in nothing the model knows
    for (const RankedRow &row : rows)
        if (row.predictedRate >= predictedBest * (1 - same)) {
            loss += measuredBest / row.measuredRate - 1;
            ++ties;
        }
    return loss / ties;
}

/// Kendall's rank correlation with ties (tau-b) over the pairs that measurement tells apart;
/// nothing where there are none, or all predictions tie.
std::optional<double> rankCorrelation(const std::vector<RankedRow> &rows)
{
    constexpr double toldApart = 0.03; // relative; repeated runs scatter by this much
    double agree = 0, byMeasured = 0, byPredicted = 0;
    visitPairs(rows, [&](const RankedRow &a, const RankedRow &b) {
        if (std::abs(std::log(a.measuredRate / b.measuredRate)) <= std::log(1 + toldApart))
            return;
        const double sign = (a.measuredRate - b.measuredRate) * (a.predictedRate - b.predictedRate);
        agree += sign > 0 ? 1 : sign < 0 ? -1 : 0;
        ++byMeasured;
        byPredicted += a.predictedRate != b.predictedRate;
    });
    if (byPredicted == 0)
        return std::nullopt;
    return agree / std::sqrt(byMeasured * byPredicted);
}

void sumChoices(const Groups &configurations, ErrorFigures &figures)
{
    double regret = 0, tau = 0, ranked = 0;
    for (const auto &[key, rows] : configurations) {
        const std::vector<RankedRow> own = choices(rows);
        if (own.size() < 2)
            continue;
        const double loss = lossOfChoice(own);
        regret += loss;
        figures.regretMax = std::max(figures.regretMax, loss);
        ++figures.choiceSets;
        if (const std::optional<double> correlation = rankCorrelation(own)) {
            tau += *correlation;
            ++ranked;
        }
    }
    if (figures.choiceSets > 0)
        figures.regretMean = regret / figures.choiceSets;
    if (ranked > 0)
        figures.kendallTau = tau / ranked;
}

} // namespace

void FigureCollector::add(const ScoredRow &row)
{
    const double error = std::abs(row.predicted / row.measured - 1);
    m_errors.add(error);
    m_widths.add((row.high - row.low) / 2 / row.predicted);
    m_errorSum += std::isfinite(error) ? error : 0;
    m_inside += row.measured >= row.low && row.measured <= row.high;
    const double bias = std::log(row.predicted / row.measured);
    m_bias += std::isfinite(bias) ? bias : 0;
    for (std::size_t i = 0; i < baselineCount; ++i) {
        if (row.baselines[i] <= Seconds {})
            continue;
        const double own = std::abs(row.baselines[i].value() / row.measured - 1);
        m_baselines[i].errors.add(own);
        m_baselines[i].sum += std::isfinite(own) ? own : 0;
    }
    if (row.measuredRate > 0 && m_ranked.size() < m_rankedLimit) {
        const std::hash<std::string> hash;
        m_ranked.push_back({ row.predictedRate, row.measuredRate, row.sequence, hash(row.model),
            hash(row.configuration), hash(row.twin) });
    }
}

ErrorFigures FigureCollector::figures() const
{
    ErrorFigures figures;
    figures.n = static_cast<int>(m_errors.count());
    if (figures.n == 0)
        return figures;
    const double count = static_cast<double>(m_errors.count());
    figures.meanApe = m_errorSum / count;
    figures.medianApe = m_errors.quantile(0.5);
    figures.p90Ape = m_errors.quantile(0.9);
    figures.halfWidth = m_widths.quantile(0.5);
    figures.coverage80 = m_inside / count;
    figures.bias = std::exp(m_bias / count) - 1;
    for (std::size_t i = 0; i < baselineCount; ++i) {
        const BaselineErrors &own = m_baselines[i];
        if (const std::size_t n = own.errors.count())
            figures.baselines[i] = { static_cast<int>(n), own.errors.quantile(0.5),
                own.sum / static_cast<double>(n), own.errors.quantile(0.9) };
    }
    Groups models, configurations;
    for (const RankedRow &row : m_ranked) {
        models[row.model].push_back(&row);
        configurations[row.configuration].push_back(&row);
    }
    countPairs(models, figures);
    sumChoices(configurations, figures);
    return figures;
}

std::size_t FigureCollector::heldBytes() const
{
    std::size_t bytes = 0;
    for (const BaselineErrors &own : m_baselines)
        bytes += own.errors.heldBytes();
    return bytes + m_errors.heldBytes() + m_widths.heldBytes()
        + m_ranked.capacity() * sizeof(RankedRow);
}

} // namespace headroom
