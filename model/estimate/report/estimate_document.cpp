#include "model/base/units/calendar.h"
#include "model/base/wording/messages.h"
#include "model/estimate/figure_intervals.h"
#include "model/estimate/report/estimate_report.h"

#include <cmath>

namespace headroom {
namespace {

/// Counts stay whole numbers in JSON.
Document count(double value)
{
    if (std::abs(value) < 9e15 && value == std::floor(value))
        return Document(static_cast<std::int64_t>(value));
    return Document(value);
}

Document number(double value)
{
    return Document(std::isfinite(value) ? value : 0.0);
}

Document figureDocument(const MemoryFigure &figure)
{
    return Document::mapping({ { "bytes", number(figure.bytes.value()) },
        { "p10_bytes", number(figure.p10.value()) }, { "p90_bytes", number(figure.p90.value()) } });
}

Document memoryDocument(const MemoryEstimate &memory)
{
    Document terms = Document::sequence();
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        terms.append(Document::mapping(
            { { "id", termId(term) }, { "bytes", number(memory.terms[term].value()) } }));
    }
    return Document::mapping({ { "fits", memory.fits },
        { "capacity_bytes", number(memory.capacity.value()) },
        { "budget_bytes", number(memory.budget.value()) },
        { "peak_bytes", number(memory.peak.value()) },
        { "headroom_bytes", number(memory.headroom.value()) },
        { "fit_probability", number(memory.fitProbability) },
        { "verdict_by", memoryMeaningNames[static_cast<std::size_t>(memory.verdictBy)] },
        { "allocated", figureDocument(memory.allocated) },
        { "reserved", figureDocument(memory.reserved) },
        { "device", figureDocument(memory.device) },
        { "outside_pool_bytes", number(memory.outsidePool.value()) },
        { "p10_bytes", number(memory.p10.value()) }, { "p90_bytes", number(memory.p90.value()) },
        { "host_bytes", number(memory.host.value()) }, { "worst_stage", memory.worstStage },
        { "terms", terms } });
}

Document timeDocument(const TimeEstimate &time)
{
    Document terms = Document::sequence();
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        terms.append(Document::mapping(
            { { "id", termId(term) }, { "seconds", number(time.terms[term].value()) } }));
    }
    return Document::mapping({ { "step_seconds", number(time.step.value()) },
        { "p10_seconds", number(time.p10.value()) }, { "p90_seconds", number(time.p90.value()) },
        { "forward_seconds", number(time.forward.value()) },
        { "backward_seconds", number(time.backward.value()) },
        { "optimizer_seconds", number(time.optimizer.value()) }, { "terms", terms } });
}

Document throughputDocument(const Estimate &estimate)
{
    const ThroughputEstimate &throughput = estimate.throughput;
    const FigureIntervals ends = figureIntervals(estimate);
    return Document::mapping(
        { { "tokens_per_second_per_device", number(throughput.tokensPerSecondPerDevice) },
            { "tokens_per_second_per_device_p10", number(ends.tokensPerSecondPerDevice.low) },
            { "tokens_per_second_per_device_p90", number(ends.tokensPerSecondPerDevice.high) },
            { "model_tflops_per_device", number(inTflopPerSecond(throughput.model)) },
            { "hardware_tflops_per_device", number(inTflopPerSecond(throughput.hardware)) },
            { "mfu", number(throughput.mfu) }, { "mfu_p10", number(ends.mfu.low) },
            { "mfu_p90", number(ends.mfu.high) }, { "hfu", number(throughput.hfu) },
            { "flops_convention", throughput.flopsConvention } });
}

Document measuredDocument(const MeasuredThroughput &measured)
{
    Document rates = Document::sequence();
    for (const MeasuredRate &rate : measured.rates)
        rates.append(
            Document::mapping({ { "convention", rate.convention }, { "formula", rate.formula },
                { "tflops_per_device", number(inTflopPerSecond(rate.perDevice)) },
                { "share_of_peak", number(rate.shareOfPeak) } }));
    return Document::mapping({ { "step_seconds", number(measured.step.value()) },
        { "tokens_per_second_per_device", number(measured.tokensPerSecondPerDevice) },
        { "mfu", number(measured.mfu) }, { "hfu", number(measured.hfu) },
        { "measured_over_predicted", number(measured.measuredOverPredicted) },
        { "half_of_peak", measured.isHalfOfPeak },
        { "half_of_peak_rule", "2022, A100: half of the peak is a great run" },
        { "tflops", rates } });
}

Document derivationDocument(const Derivation &derivation)
{
    Document node = Document::mapping({ { "id", derivation.id }, { "label", derivation.label },
        { "value", number(derivation.value) }, { "unit", derivation.unit } });
    if (!derivation.formula.empty())
        node.set("formula", derivation.formula);
    if (!derivation.expression.empty())
        node.set("expression", derivation.expression);
    node.set("evidence", evidenceNames[static_cast<std::size_t>(derivation.evidence)]);
    node.set("source", derivation.source);
    if (!derivation.field.empty())
        node.set("field", derivation.field);
    if (!derivation.assumption.empty())
        node.set("assumption", derivation.assumption);
    if (!derivation.operands.empty()) {
        Document operands = Document::sequence();
        for (const Derivation &operand : derivation.operands)
            operands.append(derivationDocument(operand));
        node.set("operands", std::move(operands));
    }
    return node;
}

Document collectiveDocument(const CollectiveLoad &load)
{
    return Document::mapping({ { "axis", load.axis }, { "operation", load.operation },
        { "bytes", number(load.bytes.value()) }, { "seconds", number(load.duration.value()) },
        { "window_seconds", number(load.window.value()) },
        { "exposed_seconds", number(load.exposed.value()) },
        { "least_bandwidth_bytes_per_second", number(load.minBandwidth.value()) },
        { "crosses_nodes", load.crossesNodes } });
}

Document rooflineDocument(const RooflinePoint &own)
{
    static constexpr std::array<const char *, 5> roofs { "memory", "scale_up_link", "torus_axis",
        "host_bus", "network" };
    return Document::mapping({ { "id", own.id }, { "label", own.label },
        { "flop", number(own.flop.value()) }, { "bytes", number(own.bytes.value()) },
        { "seconds", number(own.time.value()) }, { "flop_per_byte", number(own.intensity()) },
        { "attained_flop_per_second", number(own.attained().value()) },
        { "roof", roofs[static_cast<std::size_t>(own.roof)] },
        { "roof_bytes_per_second", number(own.roofRate.value()) },
        { "collective", own.isCollective() } });
}

/// Null where no price of the device is known.
Document dollars(double cost)
{
    return cost > 0 ? Document { number(cost) } : Document {};
}

Document interruptionsDocument(const RunInterruptions &run, const FigureIntervals &ends)
{
    return Document::mapping({ { "goodput", number(run.goodput) },
        { "goodput_p10", number(run.goodputP10) }, { "goodput_p90", number(run.goodputP90) },
        { "days", number(run.days) }, { "days_p10", number(ends.daysWithFailures.low) },
        { "days_p90", number(ends.daysWithFailures.high) },
        { "device_hours", number(run.deviceHours) }, { "cost_usd", dollars(run.cost) },
        { "cost_usd_p10", dollars(ends.costWithFailures.low) },
        { "cost_usd_p90", dollars(ends.costWithFailures.high) },
        { "failures", number(run.failures) },
        { "mean_hours_between_failures",
            number(run.meanTimeBetweenFailures.value() / secondsPerHour) },
        { "checkpoint_bytes", number(run.state.value()) },
        { "checkpoint_seconds", number(run.checkpoint.value()) },
        { "checkpoint_interval_seconds", number(run.interval.value()) },
        { "checkpoint_interval_steps", number(run.intervalSteps) },
        { "checkpoint_interval_is", run.period == CheckpointPeriod::Plan ? "plan" : "best" },
        { "best_checkpoint_interval_steps", number(run.bestIntervalSteps) },
        { "restart_seconds", number(run.restart.value()) } });
}

/// The figures of an undisturbed run, whose goodput is 1, and beside them those of a real one.
Document runDocument(const Estimate &estimate)
{
    const RunEstimate &run = *estimate.run;
    Document document = Document::mapping({ { "days", number(run.days) },
        { "device_hours", number(run.deviceHours) }, { "cost_usd", dollars(run.cost) },
        { "energy_kwh", number(run.energyKwh) }, { "goodput", number(1) } });
    if (run.withFailures)
        document.set(
            "with_failures", interruptionsDocument(*run.withFailures, figureIntervals(estimate)));
    return document;
}

} // namespace

Document findingsDocument(const std::vector<Finding> &findings)
{
    Document list = Document::sequence();
    for (const Finding &finding : findings) {
        Document entry = Document::mapping(
            { { "severity", severityName(finding.severity) }, { "id", finding.id },
                { "message", findingText(finding) }, { "action", findingAction(finding) } });
        if (!finding.field.empty())
            entry.set("field", finding.field);
        Document fix = Document::sequence();
        for (const FieldChange &change : finding.fix)
            fix.append(Document::mapping({ { "path", change.path }, { "value", change.value } }));
        if (!finding.fix.empty())
            entry.set("fix", std::move(fix));
        list.append(std::move(entry));
    }
    return list;
}

Document estimateDocument(const EstimateReport &report)
{
    const Estimate &estimate = report.estimate;
    Document document = Document::mapping({ { "plan", estimate.plan },
        { "parameters",
            Document::mapping({ { "total", count(estimate.parametersTotal) },
                { "active", count(estimate.parametersActive) } }) },
        { "derived",
            Document::mapping({ { "data_parallel_ranks", estimate.derived.dataParallelRanks },
                { "micro_batches", count(estimate.derived.microBatches) },
                { "gradient_accumulation", count(estimate.derived.gradientAccumulation) },
                { "tokens_per_device", number(estimate.derived.tokensPerDevice) },
                { "critical_tokens_per_device",
                    number(estimate.derived.criticalTokensPerDevice) } }) },
        { "memory", memoryDocument(estimate.memory) }, { "time", timeDocument(estimate.time) },
        { "throughput", throughputDocument(estimate) }, { "bottleneck", estimate.bottleneck },
        { "stack", estimate.stack }, { "extrapolated", estimate.isExtrapolated } });
    if (estimate.parametersTrained != estimate.parametersTotal) {
        Document parameters = *document.find("parameters");
        parameters.set("trained", count(estimate.parametersTrained));
        document.set("parameters", std::move(parameters));
    }
    Document loads = Document::sequence();
    for (const CollectiveLoad &load : estimate.collectives)
        loads.append(collectiveDocument(load));
    document.set("collectives", std::move(loads));
    Document points = Document::sequence();
    for (const RooflinePoint &own : estimate.roofline)
        points.append(rooflineDocument(own));
    document.set("roofline", std::move(points));
    if (estimate.run)
        document.set("run", runDocument(estimate));
    if (report.measured)
        document.set("measured", measuredDocument(*report.measured));
    Document assumptions = Document::sequence();
    for (const std::string &assumption : estimate.assumptions)
        assumptions.append(Document(assumption));
    document.set("assumptions", std::move(assumptions));
    document.set("findings", findingsDocument(estimate.findings));
    if (!report.explained.empty()) {
        Document trees = Document::sequence();
        for (const Derivation &tree : report.explained)
            trees.append(derivationDocument(tree));
        document.set("explanation", std::move(trees));
    }
    return document;
}

} // namespace headroom
