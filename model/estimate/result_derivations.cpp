#include "model/estimate/result_derivations.h"

#include "model/estimate/interruptions.h"
#include "model/plan/job.h"
#include "model/plan/reliability.h"

#include <algorithm>
#include <string>

namespace headroom {
namespace {

/// What a number is called and how it reads.
struct Heading
{
    const char *id, *label, *formula, *expression, *source;
};

Derivation number(
    const Heading &heading, double value, const char *unit, std::vector<Derivation> operands)
{
    Derivation own { heading.id, heading.label, heading.formula, value, unit, heading.source, {},
        std::move(operands) };
    own.expression = heading.expression;
    for (const Derivation &operand : own.operands)
        own.evidence = weaker(own.evidence, operand.evidence);
    return own;
}

Derivation leaf(const char *id, const char *label, double value, const char *unit,
    std::string source, Evidence evidence = Evidence::Exact)
{
    Derivation own { id, label, {}, value, unit, std::move(source), {}, {} };
    own.evidence = evidence;
    return own;
}

/// One that the plan or the estimate itself says.
Derivation ownLeaf(const char *id, const char *label, double value, const char *unit,
    const char *source, Evidence evidence = Evidence::Exact)
{
    Derivation own = leaf(id, label, value, unit, source, evidence);
    own.isOwn = true;
    return own;
}

/// An input of the plan, with the field that holds it.
Derivation field(
    const char *id, const char *label, double value, const char *unit, const char *path)
{
    Derivation own = ownLeaf(id, label, value, unit, "plan");
    own.field = path;
    return own;
}

Derivation deviceLeaf(const ResolvedPlan &resolved)
{
    return ownLeaf("devices", "Devices", static_cast<double>(resolved.deviceCount()), "1", "plan");
}

Derivation batchField(const ResolvedPlan &resolved)
{
    return field("global_batch", "Global batch",
        static_cast<double>(resolved.plan.workload.globalBatchSequences), "sequences",
        "workload.global_batch_sequences");
}

Derivation sequenceField(const ResolvedPlan &resolved)
{
    return field("sequence_length", "Sequence length",
        static_cast<double>(resolved.plan.workload.sequenceLength), "tokens",
        "workload.sequence_length");
}

/// The tree that explain() gives a term or figure.
Derivation treeOf(const std::vector<Derivation> &terms, std::string_view id)
{
    const auto found = std::ranges::find(terms, id, &Derivation::id);
    return found == terms.end() ? Derivation {} : *found;
}

/// A sum over all terms.
template <class Term>
Derivation sumTree(Derivation sum, std::size_t count, const std::vector<Derivation> &terms)
{
    for (std::size_t i = 0; i < count; ++i) {
        const char *id = termId(static_cast<Term>(i));
        sum.expression += (i > 0 ? " + " : "") + std::string(id);
        sum.operands.push_back(treeOf(terms, id));
        sum.evidence = weaker(sum.evidence, sum.operands.back().evidence);
    }
    return sum;
}

Derivation peakTree(const Estimate &estimate, const std::vector<Derivation> &terms)
{
    return sumTree<MemoryTerm>(number({ "peak_bytes", "Memory in the pool of the worst device",
                                          "sum of the terms", "", "FORMULAS §5.6" },
                                   estimate.memory.peak.value(), "bytes", {}),
        memoryTermCount, terms);
}

/// What the allocator needs for the peak.
Derivation reservedTree(const Estimate &estimate, const Derivation &peak)
{
    const MemoryEstimate &memory = estimate.memory;
    Derivation overhead { "allocator_overhead", "Free blocks that fit no request", "",
        (memory.reserved.bytes - memory.peak).value(), "bytes", "profiles/stacks: fragmentation",
        {}, {} };
    overhead.evidence = Evidence::Fitted;
    return number({ "reserved_bytes", "Pool that the peak needs", "peak + allocator's overhead",
                      "peak_bytes + allocator_overhead", "FORMULAS §5.6" },
        memory.reserved.bytes.value(), "bytes", { peak, overhead });
}

Derivation stepTree(const Estimate &estimate, const std::vector<Derivation> &terms)
{
    return sumTree<TimeTerm>(number({ "step_seconds", "Time of one optimizer step",
                                        "sum of the terms", "", "FORMULAS §6" },
                                 estimate.time.step.value(), "seconds", {}),
        timeTermCount, terms);
}

/// Tokens, and work in each count, of a step over devices and time; shares of the peak.
void addThroughput(const ResolvedPlan &resolved, const Estimate &estimate, const Derivation &step,
    std::vector<Derivation> &numbers)
{
    const ThroughputEstimate &throughput = estimate.throughput;
    const auto devices = static_cast<double>(resolved.deviceCount());
    const double seconds = estimate.time.step.value();
    Derivation tokens
        = number({ "tokens_per_second_per_device", "Tokens per second and device",
                     "global batch · sequence length / (devices · step time)",
                     "global_batch * sequence_length / (devices * step_seconds)", "FORMULAS §3" },
            throughput.tokensPerSecondPerDevice, "tokens/s",
            { batchField(resolved), sequenceField(resolved), deviceLeaf(resolved), step });
    if (const double padding = resolved.plan.workload.packing.sharePadding; padding > 0) {
        tokens.formula += " · (1 − padding)";
        tokens.expression += " * (1 - share_padding)";
        tokens.operands.push_back(field("share_padding", "Share of the tokens that are padding",
            padding, "1", "workload.packing.share_padding"));
    }
    numbers.push_back(std::move(tokens));
    const auto rate
        = [&](const char *id, const char *label, const char *workLabel, FlopPerSecond value) {
              return number({ id, label, "work of a step / (devices · step time)",
                                "step_flop / (devices * step_seconds)", "FORMULAS §3" },
                  value.value(), "FLOP/s",
                  { leaf("step_flop", workLabel, value.value() * seconds * devices, "FLOP",
                        "FORMULAS §3 (" + throughput.flopsConvention + ")"),
                      deviceLeaf(resolved), step });
          };
    const Derivation model = rate("model_tflops_per_device", "Model FLOP rate per device",
        "Model work of a step, attention counted as it is causal", throughput.model);
    const Derivation hardware = rate("hardware_tflops_per_device", "Hardware FLOP rate per device",
        "Work of a step, recomputation included", throughput.hardware);
    const auto share = [&](const char *id, const char *label, const char *expression, double value,
                           const Derivation &of) {
        const double peak = of.value / value;
        return number({ id, label, "achieved rate / dense peak of the fastest number format in use",
                          expression, "FORMULAS §3" },
            value, "1",
            { of,
                leaf("dense_peak", "Dense peak of the chip", peak, "FLOP/s",
                    "profiles/hardware/" + resolved.accelerator.id + ".yaml", Evidence::Cited) });
    };
    numbers.push_back(model);
    numbers.push_back(hardware);
    numbers.push_back(share("mfu", "Model FLOP utilisation (MFU)",
        "model_tflops_per_device / dense_peak", throughput.mfu, model));
    numbers.push_back(share("hfu", "Hardware FLOP utilisation (HFU)",
        "hardware_tflops_per_device / dense_peak", throughput.hfu, hardware));
}

void addRun(const ResolvedPlan &resolved, const Estimate &estimate, const Derivation &rate,
    std::vector<Derivation> &numbers)
{
    if (!estimate.run)
        return;
    const RunEstimate &run = *estimate.run;
    const Derivation tokens = field("training_tokens", "Training tokens",
        *resolved.plan.workload.trainingTokens, "tokens", "workload.training_tokens");
    const Derivation hours
        = number({ "device_hours", "Device-hours", "tokens / (tokens/s · 3600)",
                     "training_tokens / (tokens_per_second_per_device * 3600)", "FORMULAS §9" },
            run.deviceHours, "h", { tokens, rate });
    const Derivation days = number({ "days", "Time to train", "device-hours / (24 · devices)",
                                       "device_hours / (24 * devices)", "FORMULAS §9" },
        run.days, "days", { hours, deviceLeaf(resolved) });
    numbers.push_back(days);
    numbers.push_back(hours);
    Derivation price = ownLeaf("price_per_device_hour", "Price of a device-hour",
        resolved.accelerator.pricePerDeviceHour, "USD/h", "plan or profile", Evidence::Cited);
    price.field = "hardware.price_per_device_hour";
    const Derivation cost = number({ "cost", "Cost of the run", "device-hours · price",
                                       "device_hours * price_per_device_hour", "FORMULAS §9" },
        run.cost, "USD", { hours, price });
    numbers.push_back(cost);
    const Derivation power = leaf("mean_power", "Mean power of a device, cooling included",
        run.energyKwh / run.deviceHours, "kW", "FORMULAS §9", Evidence::Assumed);
    numbers.push_back(number({ "energy_kwh", "Energy of the run", "device-hours · mean power · PUE",
                                 "device_hours * mean_power", "FORMULAS §9" },
        run.energyKwh, "kWh", { hours, power }));
}

/// A circumstance of failures: the plan's own, or the usual value.
Derivation circumstance(const char *id, const char *label, double value, const char *unit,
    const char *path, bool isOwn, Evidence usual)
{
    Derivation own = leaf(id, label, value, unit, isOwn ? "plan" : "usual value (FORMULAS §9)",
        isOwn ? Evidence::Exact : usual);
    own.isOwn = isOwn;
    own.field = path;
    return own;
}

Derivation checkpointTree(const ResolvedPlan &resolved, const Estimate &estimate)
{
    const RunInterruptions &run = *estimate.run->withFailures;
    const auto &storage = resolved.plan.reliability->storageGbytesPerSecondPerNode;
    const Derivation state = number({ "checkpoint_bytes", "State that a checkpoint holds",
                                        "trained parameters · bytes of weight, master and moments",
                                        "trained_parameters * state_bytes", "FORMULAS §9" },
        run.state.value(), "bytes",
        { leaf("trained_parameters", "Parameters that are trained", estimate.parametersTrained, "1",
              "model"),
            ownLeaf("state_bytes", "Bytes of weight, master weight and moments of a parameter",
                run.stateBytesPerParameter.value(), "bytes", "plan") });
    return number({ "checkpoint_seconds", "Time that training waits for a checkpoint",
                      "state / (rate of a node · nodes)",
                      "checkpoint_bytes / (storage_rate * 1e9 * nodes)", "FORMULAS §9" },
        run.checkpoint.value(), "seconds",
        { state,
            circumstance("storage_rate", "Rate at which a node writes a checkpoint",
                storage.value_or(defaultStorageGbytesPerSecondPerNode.value), "GB/s",
                "reliability.storage_gbytes_per_s_per_node", storage.has_value(),
                Evidence::Assumed),
            ownLeaf("nodes", "Nodes that write", checkpointNodes(resolved), "1", "plan") });
}

Derivation intervalTree(const ResolvedPlan &resolved, const Estimate &estimate,
    const Derivation &checkpoint, const Derivation &failures, const Derivation &step)
{
    const RunInterruptions &run = *estimate.run->withFailures;
    constexpr const char *id = "checkpoint_interval_seconds";
    constexpr const char *label = "Time between two checkpoints";
    if (run.period == CheckpointPeriod::Plan)
        return number(
            { id, label, "steps · step time", "checkpoint_steps * step_seconds", "FORMULAS §9" },
            run.interval.value(), "seconds",
            { field("checkpoint_steps", "Steps between two checkpoints",
                  static_cast<double>(resolved.plan.job->checkpointEverySteps), "steps",
                  "job.checkpoint_every_steps"),
                step });
    return number({ id, label, "√(2 · checkpoint · time between failures), at least a step",
                      "max(step_seconds, sqrt(2 * checkpoint_seconds * "
                      "mean_time_between_failures))",
                      "Young (1974); FORMULAS §9" },
        run.interval.value(), "seconds", { checkpoint, failures, step });
}

/// Goodput, and with it the days and the cost of a run that fails now and then.
void addInterruptions(
    const ResolvedPlan &resolved, const Estimate &estimate, std::vector<Derivation> &numbers)
{
    const RunInterruptions &run = *estimate.run->withFailures;
    const Reliability &own = *resolved.plan.reliability;
    const Derivation checkpoint = checkpointTree(resolved, estimate);
    const Derivation failures = number(
        { "mean_time_between_failures", "Time between failures of the job",
            "time between failures of a device / devices", "device_mtbf * 3600 / devices",
            "FORMULAS §9" },
        run.meanTimeBetweenFailures.value(), "seconds",
        { circumstance("device_mtbf", "Time between failures of one device",
              own.deviceMtbfHours.value_or(defaultDeviceMtbfHours.value), "h",
              "reliability.device_mtbf_hours", own.deviceMtbfHours.has_value(), Evidence::Cited),
            deviceLeaf(resolved) });
    const Derivation interval
        = intervalTree(resolved, estimate, checkpoint, failures, treeOf(numbers, "step_seconds"));
    const Derivation restart = circumstance("restart_minutes", "Restart after a failure",
        own.restartMinutes.value_or(defaultRestartMinutes.value), "min",
        "reliability.restart_minutes", own.restartMinutes.has_value(), Evidence::Assumed);
    const Derivation goodput
        = number({ "goodput", "Share of the time that makes progress",
                     "(1 − checkpoint/interval) · (1 − (interval/2 + restart)/time between "
                     "failures)",
                     "if(checkpoint_seconds < checkpoint_interval_seconds, max(0.01, "
                     "(1 - checkpoint_seconds / checkpoint_interval_seconds) * "
                     "(1 - (checkpoint_interval_seconds / 2 + restart_minutes * 60) / "
                     "mean_time_between_failures)), 0.01)",
                     "FORMULAS §9" },
            run.goodput, "1", { checkpoint, interval, restart, failures });
    numbers.push_back(interval);
    numbers.push_back(goodput);
    const auto real = [&](const char *id, const char *label, const char *whole, double value,
                          const char *unit) {
        const std::string expression = std::string(whole) + " / goodput";
        numbers.push_back(
            number({ id, label, "undisturbed / goodput", expression.c_str(), "FORMULAS §9" }, value,
                unit, { treeOf(numbers, whole), goodput }));
    };
    real("days_with_failures", "Time to train, failures and checkpoints included", "days", run.days,
        "days");
    real("cost_with_failures", "Cost of the run, failures and checkpoints included", "cost",
        run.cost, "USD");
}

} // namespace

std::vector<Derivation> resultDerivations(
    const ResolvedPlan &resolved, const Estimate &estimate, const std::vector<Derivation> &terms)
{
    std::vector<Derivation> numbers;
    const Derivation peak = peakTree(estimate, terms);
    const Derivation step = stepTree(estimate, terms);
    const Derivation reserved = reservedTree(estimate, peak);
    numbers.push_back(number({ "headroom_bytes", "Memory left in the pool", "budget − needed",
                                 "budget_bytes - reserved_bytes", "FORMULAS §5.6" },
        estimate.memory.headroom.value(), "bytes", { treeOf(terms, "budget_bytes"), reserved }));
    numbers.push_back(reserved);
    numbers.push_back(peak);
    numbers.push_back(step);
    addThroughput(resolved, estimate, step, numbers);
    addRun(resolved, estimate, treeOf(numbers, "tokens_per_second_per_device"), numbers);
    if (estimate.run && estimate.run->withFailures)
        addInterruptions(resolved, estimate, numbers);
    return numbers;
}

} // namespace headroom
