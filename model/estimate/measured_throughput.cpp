#include "model/estimate/measured_throughput.h"

namespace headroom {

FlopPerSecond loggedFlopRate(double factor, double sequences, double sequenceLength,
    double parameters, double seconds, double devices)
{
    return FlopPerSecond { factor * 2 * sequences * sequenceLength * parameters
        / (seconds * devices) };
}

MeasuredThroughput measuredThroughput(const Prepared &p, const Evaluation &evaluation,
    double seconds, double devices, double predictedSeconds)
{
    MeasuredThroughput result;
    const double tokens = p.globalBatch * p.sequence;
    result.stepSeconds = seconds;
    result.tokensPerSecondPerDevice = tokens / devices / seconds;
    const bool isLow = p.recipes.front().isLow;
    const double peak = isLow ? p.recipes.front().gemmPeak : p.peak16;
    result.mfu = evaluation.modelFlopPerDevice / seconds / peak;
    result.hfu = evaluation.hardwareFlopPerDevice / seconds / peak;
    result.measuredOverPredicted = seconds / predictedSeconds;
    result.isHalfOfPeak = result.hfu >= 0.5;
    const double full = 6 * p.layers * p.sequence * p.heads * (p.headDim + p.valueDim);
    const auto add = [&](const char *convention, const char *formula, double perToken) {
        const double rate = perToken * tokens / devices / seconds;
        result.rates.push_back({ convention, formula, FlopPerSecond { rate }, rate / peak });
    };
    add("6N", "6 · all parameters", 6 * p.parametersActive);
    add("full", "6 · (parameters without input embedding) + full-square attention",
        6 * p.matmulParameters + full);
    add("causal", "6 · (parameters without input embedding) + causal attention",
        evaluation.modelFlopPerDevice * devices / tokens);
    add("hardware", "causal with what is computed again",
        evaluation.hardwareFlopPerDevice * devices / tokens);
    add("factor-3", "3 · 2 · tokens · parameters", 6 * p.parametersActive);
    add("factor-4", "4 · 2 · tokens · parameters, full recomputation", 8 * p.parametersActive);
    return result;
}

} // namespace headroom
