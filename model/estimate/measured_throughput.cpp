#include "model/estimate/measured_throughput.h"

#include "model/physics/compute/step_flop.h"

namespace headroom {

FlopPerSecond loggedFlopRate(double factor, double sequences, double sequenceLength,
    double parameters, Seconds step, double devices)
{
    return FlopPerSecond { factor * 2 * sequences * sequenceLength * parameters
        / (step.value() * devices) };
}

MeasuredThroughput measuredThroughput(const Prepared &p, const Evaluation &evaluation,
    Seconds measured, double devices, Seconds predicted)
{
    MeasuredThroughput result;
    const double tokens = p.globalBatch * p.sequence * p.usefulShare;
    result.step = measured;
    result.tokensPerSecondPerDevice = tokens / devices / measured.value();
    const FlopPerSecond peak = utilisationPeak(p);
    const auto share = [&](Flop work) { return work / measured / peak; };
    result.mfu = share(evaluation.modelFlopPerDevice);
    result.hfu = share(evaluation.hardwareFlopPerDevice);
    result.measuredOverPredicted = measured / predicted;
    result.isHalfOfPeak = result.hfu >= 0.5;
    const auto add = [&](const char *convention, const char *formula, FlopPerSecond rate) {
        result.rates.push_back({ convention, formula, rate, rate / peak });
    };
    const auto counted = [&](FlopsConvention convention) {
        return p.flopPerToken[static_cast<std::size_t>(convention)] * (tokens / devices) / measured;
    };
    const auto logged = [&](double factor) {
        return loggedFlopRate(
            factor, p.globalBatch, p.sequence, p.parametersActive, measured, devices);
    };
    add("6N", "6 · all parameters", counted(FlopsConvention::SixN));
    add("full", "6 · (parameters without input embedding) + full-square attention",
        counted(FlopsConvention::FullAttention));
    add("causal", "6 · (parameters without input embedding) + causal attention",
        evaluation.modelFlopPerDevice / measured);
    add("hardware", "causal with what is computed again",
        evaluation.hardwareFlopPerDevice / measured);
    add("factor-3", "3 · 2 · tokens · parameters", logged(3));
    add("factor-4", "4 · 2 · tokens · parameters, full recomputation", logged(4));
    return result;
}

} // namespace headroom
