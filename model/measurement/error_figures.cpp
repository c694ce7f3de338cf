#include "model/measurement/error_figures.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// The value below which the share `at` of a sample lies; 0 for none.
double quantile(std::vector<double> &values, double at)
{
    if (values.empty())
        return 0;
    const auto place
        = static_cast<std::ptrdiff_t>(at * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

using Groups = std::map<std::string, std::vector<const ScoredRow *>>;

/// Pairs of large groups are sampled evenly, so that the work stays bounded.
template <class Visit> void visitPairs(const std::vector<const ScoredRow *> &rows, Visit visit)
{
    constexpr std::size_t limit = 600;
    const std::size_t stride = std::max<std::size_t>(1, rows.size() / limit);
    for (std::size_t i = 0; i < rows.size(); i += stride)
        for (std::size_t j = i + stride; j < rows.size(); j += stride)
            visit(*rows[i], *rows[j]);
}

void countPairs(const Groups &models, ErrorFigures &figures)
{
    double pairs = 0, right = 0, equalPairs = 0, equalRight = 0;
    for (const auto &[model, rows] : models)
        visitPairs(rows, [&](const ScoredRow &a, const ScoredRow &b) {
            if (std::abs(std::log(a.measuredRate / b.measuredRate)) <= std::log(1.05))
                return;
            const bool isRight
                = (a.measuredRate > b.measuredRate) == (a.predictedRate > b.predictedRate);
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

void sumChoices(const Groups &configurations, ErrorFigures &figures)
{
    double regret = 0, largest = 0, groups = 0, tau = 0;
    for (const auto &[key, rows] : configurations) {
        if (rows.size() < 2)
            continue;
        const auto byPrediction = [](const ScoredRow *a, const ScoredRow *b) {
            return a->predictedRate < b->predictedRate;
        };
        const ScoredRow *chosen = *std::ranges::max_element(rows, byPrediction);
        double best = 0;
        for (const ScoredRow *row : rows)
            best = std::max(best, row->measuredRate);
        const double loss = best / chosen->measuredRate - 1;
        regret += loss;
        largest = std::max(largest, loss);
        double agree = 0, all = 0;
        visitPairs(rows, [&](const ScoredRow &a, const ScoredRow &b) {
            const double sign
                = (a.measuredRate - b.measuredRate) * (a.predictedRate - b.predictedRate);
            agree += sign > 0 ? 1 : sign < 0 ? -1 : 0;
            ++all;
        });
        tau += all > 0 ? agree / all : 0;
        ++groups;
    }
    if (groups > 0) {
        figures.regretMean = regret / groups;
        figures.regretMax = largest;
        figures.kendallTau = tau / groups;
    }
}

} // namespace

ErrorFigures errorFigures(const std::vector<ScoredRow> &rows)
{
    ErrorFigures figures;
    figures.n = static_cast<int>(rows.size());
    if (rows.empty())
        return figures;
    std::vector<double> errors, widths;
    double inside = 0, bias = 0, baseline = 0, baselines = 0;
    Groups models, configurations;
    for (const ScoredRow &row : rows) {
        errors.push_back(std::abs(row.predicted / row.measured - 1));
        widths.push_back((row.high - row.low) / 2 / row.predicted);
        inside += row.measured >= row.low && row.measured <= row.high;
        bias += std::log(row.predicted / row.measured);
        if (row.baseline > 0) {
            baseline += std::abs(row.baseline / row.measured - 1);
            ++baselines;
        }
        if (row.measuredRate > 0) {
            models[row.model].push_back(&row);
            configurations[row.configuration].push_back(&row);
        }
    }
    const double count = static_cast<double>(rows.size());
    for (const double error : errors)
        figures.meanApe += error / count;
    figures.medianApe = quantile(errors, 0.5);
    figures.p90Ape = quantile(errors, 0.9);
    figures.halfWidth = quantile(widths, 0.5);
    figures.coverage80 = inside / count;
    figures.bias = std::exp(bias / count) - 1;
    figures.baselineMape = baselines > 0 ? baseline / baselines : 0;
    countPairs(models, figures);
    sumChoices(configurations, figures);
    return figures;
}

} // namespace headroom
