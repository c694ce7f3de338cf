#include "model/estimate/result_derivations.h"

#include <algorithm>
#include <string>

namespace headroom {
namespace {

Derivation number(std::string id, std::string label, std::string formula, double value,
    std::string unit, std::string source, std::vector<Derivation> operands = {})
{
    return { std::move(id), std::move(label), std::move(formula), value, std::move(unit),
        std::move(source), {}, std::move(operands) };
}

Derivation leaf(
    std::string id, std::string label, double value, std::string unit, std::string source)
{
    return number(std::move(id), std::move(label), {}, value, std::move(unit), std::move(source));
}

/// The traced tree of a term; a term that has none (it is zero) becomes a leaf.
Derivation termTree(const std::vector<Derivation> &terms, const char *id, const char *label,
    double value, const char *unit)
{
    const auto found = std::ranges::find(terms, id, &Derivation::id);
    if (found != terms.end() && found->value == value)
        return *found;
    return leaf(id, label, value, unit, "estimate");
}

Derivation peakTree(const Estimate &estimate, const std::vector<Derivation> &terms)
{
    Derivation peak = number("peak_bytes", "Memory in the pool of the worst device",
        "sum of the terms", estimate.memory.peak.value(), "bytes", "FORMULAS §5.6");
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        peak.operands.push_back(termTree(
            terms, termId(term), termLabel(term), estimate.memory.terms[term].value(), "bytes"));
    }
    return peak;
}

Derivation stepTree(const Estimate &estimate, const std::vector<Derivation> &terms)
{
    Derivation step = number("step_seconds", "Time of one optimizer step", "sum of the terms",
        estimate.time.step.value(), "seconds", "FORMULAS §6");
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        step.operands.push_back(termTree(
            terms, termId(term), termLabel(term), estimate.time.terms[term].value(), "seconds"));
    }
    return step;
}

void addThroughput(const ResolvedPlan &resolved, const Estimate &estimate, const Derivation &step,
    std::vector<Derivation> &numbers)
{
    const ThroughputEstimate &throughput = estimate.throughput;
    const double seconds = estimate.time.step.value();
    numbers.push_back(number("tokens_per_second_per_device", "Tokens per second and device",
        "global batch · sequence length / (devices · step time)",
        throughput.tokensPerSecondPerDevice, "tokens/s", "FORMULAS §3",
        { leaf("workload.global_batch_sequences", "Global batch",
              static_cast<double>(resolved.plan.workload.globalBatchSequences), "sequences",
              "plan"),
            leaf("workload.sequence_length", "Sequence length",
                static_cast<double>(resolved.plan.workload.sequenceLength), "tokens", "plan"),
            leaf("devices", "Devices", static_cast<double>(resolved.deviceCount()), "1", "plan"),
            step }));
    const auto rate
        = [&](const char *id, const char *label, const char *workLabel, FlopPerSecond value) {
              return number(id, label, "work of a step / (devices · step time)", value.value(),
                  "FLOP/s", "FORMULAS §3",
                  { leaf("step_flop", workLabel,
                        value.value() * seconds * static_cast<double>(resolved.deviceCount()),
                        "FLOP", "FORMULAS §3 (" + throughput.flopsConvention + ")"),
                      leaf("devices", "Devices", static_cast<double>(resolved.deviceCount()), "1",
                          "plan"),
                      step });
          };
    const Derivation model = rate("model_tflops_per_device", "Model FLOP rate per device",
        "Model work of a step, attention counted as it is causal", throughput.model);
    const Derivation hardware = rate("hardware_tflops_per_device", "Hardware FLOP rate per device",
        "Work of a step, recomputation included", throughput.hardware);
    const auto share = [&](const char *id, const char *label, double value, const Derivation &of) {
        const double peak = value > 0 ? of.value / value : 0;
        return number(id, label, "achieved rate / dense peak of the number format", value, "1",
            "FORMULAS §3",
            { of,
                leaf("dense_peak", "Dense peak of the chip", peak, "FLOP/s",
                    "profiles/hardware/" + resolved.accelerator.id + ".yaml") });
    };
    numbers.push_back(model);
    numbers.push_back(hardware);
    numbers.push_back(share("mfu", "Model FLOP utilisation (MFU)", throughput.mfu, model));
    numbers.push_back(share("hfu", "Hardware FLOP utilisation (HFU)", throughput.hfu, hardware));
}

void addRun(
    const ResolvedPlan &resolved, const Estimate &estimate, std::vector<Derivation> &numbers)
{
    if (!estimate.run)
        return;
    const RunEstimate &run = *estimate.run;
    const Derivation devices
        = leaf("devices", "Devices", static_cast<double>(resolved.deviceCount()), "1", "plan");
    const Derivation tokens = leaf("workload.training_tokens", "Training tokens",
        resolved.plan.workload.trainingTokens.value_or(0), "tokens", "plan");
    const Derivation rate = leaf("tokens_per_second_per_device", "Tokens per second and device",
        estimate.throughput.tokensPerSecondPerDevice, "tokens/s", "estimate");
    const Derivation goodput
        = leaf("goodput", "Share of time that makes progress", run.goodput, "1", "FORMULAS §9");
    const Derivation days
        = number("days", "Time to train", "tokens / (tokens/s · devices · goodput)", run.days,
            "days", "FORMULAS §9", { tokens, rate, devices, goodput });
    const Derivation hours = number("device_hours", "Device-hours", "days · 24 · devices",
        run.deviceHours, "h", "FORMULAS §9", { days, devices });
    numbers.push_back(days);
    numbers.push_back(hours);
    numbers.push_back(
        number("cost", "Cost of the run", "device-hours · price", run.cost, "USD", "FORMULAS §9",
            { hours,
                leaf("hardware.price_per_device_hour", "Price of a device-hour",
                    resolved.accelerator.pricePerDeviceHour, "USD/h", "plan or profile") }));
    numbers.push_back(number("energy_kwh", "Energy of the run", "device-hours · mean power · PUE",
        run.energyKwh, "kWh", "FORMULAS §9", { hours }));
}

} // namespace

std::vector<Derivation> resultDerivations(
    const ResolvedPlan &resolved, const Estimate &estimate, const std::vector<Derivation> &terms)
{
    std::vector<Derivation> numbers;
    const Derivation peak = peakTree(estimate, terms);
    const Derivation step = stepTree(estimate, terms);
    numbers.push_back(number("headroom_bytes", "Memory left in the pool", "budget − needed",
        estimate.memory.headroom.value(), "bytes", "FORMULAS §5.6",
        { termTree(terms, "budget_bytes", "Pool of the allocator", estimate.memory.budget.value(),
              "bytes"),
            peak }));
    numbers.push_back(peak);
    numbers.push_back(step);
    addThroughput(resolved, estimate, step, numbers);
    addRun(resolved, estimate, numbers);
    return numbers;
}

} // namespace headroom
