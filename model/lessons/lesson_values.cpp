#include "model/lessons/lesson_values.h"

#include "model/physics/trace/evaluation.h"
#include "model/plan/fields/plan_difference.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headroom {
namespace {

using Value = std::optional<ExpressionValue>;

/// A name and how to read it; tables keep the long list of plain numbers readable.
template <class Source> struct Entry
{
    std::string_view name;
    double (*read)(const Source &);
};

template <class Source, std::size_t count>
Value lookUp(
    const std::array<Entry<Source>, count> &entries, const Source &source, std::string_view name)
{
    for (const Entry<Source> &entry : entries)
        if (entry.name == name)
            return entry.read(source);
    return std::nullopt;
}

bool takePrefix(std::string_view &name, std::string_view prefix)
{
    if (!name.starts_with(prefix))
        return false;
    name.remove_prefix(prefix.size());
    return true;
}

Value memoryValue(const MemoryEstimate &memory, std::string_view name)
{
    static constexpr std::array<Entry<MemoryEstimate>, 8> entries { {
        { "capacity_bytes", [](const MemoryEstimate &m) { return m.capacity.value(); } },
        { "budget_bytes", [](const MemoryEstimate &m) { return m.budget.value(); } },
        { "peak_bytes", [](const MemoryEstimate &m) { return m.peak.value(); } },
        { "headroom_bytes", [](const MemoryEstimate &m) { return m.headroom.value(); } },
        { "outside_pool_bytes", [](const MemoryEstimate &m) { return m.outsidePool.value(); } },
        { "p10_bytes", [](const MemoryEstimate &m) { return m.p10.value(); } },
        { "p90_bytes", [](const MemoryEstimate &m) { return m.p90.value(); } },
        { "host_bytes", [](const MemoryEstimate &m) { return m.host.value(); } },
    } };
    if (name == "fits")
        return memory.fits;
    if (takePrefix(name, "terms.")) {
        const auto term = memoryTermById(name);
        return term ? Value { memory.terms[*term].value() } : std::nullopt;
    }
    return lookUp(entries, memory, name);
}

Value timeValue(const TimeEstimate &time, std::string_view name)
{
    static constexpr std::array<Entry<TimeEstimate>, 6> entries { {
        { "step_seconds", [](const TimeEstimate &t) { return t.step.value(); } },
        { "p10_seconds", [](const TimeEstimate &t) { return t.p10.value(); } },
        { "p90_seconds", [](const TimeEstimate &t) { return t.p90.value(); } },
        { "forward_seconds", [](const TimeEstimate &t) { return t.forward.value(); } },
        { "backward_seconds", [](const TimeEstimate &t) { return t.backward.value(); } },
        { "optimizer_seconds", [](const TimeEstimate &t) { return t.optimizer.value(); } },
    } };
    if (takePrefix(name, "terms.")) {
        const auto term = timeTermById(name);
        return term ? Value { time.terms[*term].value() } : std::nullopt;
    }
    return lookUp(entries, time, name);
}

Value throughputValue(const ThroughputEstimate &throughput, std::string_view name)
{
    static constexpr std::array<Entry<ThroughputEstimate>, 5> entries { {
        { "tokens_per_second_per_device",
            [](const ThroughputEstimate &t) { return t.tokensPerSecondPerDevice; } },
        { "model_tflops_per_device",
            [](const ThroughputEstimate &t) { return inTflopPerSecond(t.model); } },
        { "hardware_tflops_per_device",
            [](const ThroughputEstimate &t) { return inTflopPerSecond(t.hardware); } },
        { "mfu", [](const ThroughputEstimate &t) { return t.mfu; } },
        { "hfu", [](const ThroughputEstimate &t) { return t.hfu; } },
    } };
    return lookUp(entries, throughput, name);
}

Value derivedValue(const DerivedNumbers &derived, std::string_view name)
{
    static constexpr std::array<Entry<DerivedNumbers>, 5> entries { {
        { "data_parallel_ranks",
            [](const DerivedNumbers &d) { return static_cast<double>(d.dataParallelRanks); } },
        { "micro_batches", [](const DerivedNumbers &d) { return d.microBatches; } },
        { "gradient_accumulation", [](const DerivedNumbers &d) { return d.gradientAccumulation; } },
        { "tokens_per_device", [](const DerivedNumbers &d) { return d.tokensPerDevice; } },
        { "critical_tokens_per_device",
            [](const DerivedNumbers &d) { return d.criticalTokensPerDevice; } },
    } };
    return lookUp(entries, derived, name);
}

Value modelValue(const ModelShape &model, std::string_view name)
{
    static constexpr std::array<Entry<ModelShape>, 9> entries { {
        { "layers", [](const ModelShape &m) { return static_cast<double>(m.layers); } },
        { "hidden", [](const ModelShape &m) { return static_cast<double>(m.hidden); } },
        { "ffn", [](const ModelShape &m) { return static_cast<double>(m.ffn); } },
        { "heads", [](const ModelShape &m) { return static_cast<double>(m.heads); } },
        { "kv_heads", [](const ModelShape &m) { return static_cast<double>(m.kvHeads); } },
        { "head_dim", [](const ModelShape &m) { return static_cast<double>(m.headDim); } },
        { "vocab", [](const ModelShape &m) { return static_cast<double>(m.vocab); } },
        { "experts",
            [](const ModelShape &m) { return m.moe ? static_cast<double>(m.moe->experts) : 0.0; } },
        { "experts_per_token",
            [](const ModelShape &m) { return m.moe ? static_cast<double>(m.moe->topK) : 0.0; } },
    } };
    if (name == "name")
        return model.name;
    return lookUp(entries, model, name);
}

double rate(const std::optional<FlopPerSecond> &peak)
{
    return peak ? inTflopPerSecond(*peak) : 0;
}

Value chipValue(const Accelerator &chip, std::string_view name)
{
    static constexpr std::array<Entry<Accelerator>, 17> entries { {
        { "peak_tflops", [](const Accelerator &a) { return rate(a.peak.bf16); } },
        { "fp16_tflops", [](const Accelerator &a) { return rate(a.peak.fp16); } },
        { "fp32_tflops", [](const Accelerator &a) { return rate(a.peak.fp32); } },
        { "fp8_tflops", [](const Accelerator &a) { return rate(a.peak.fp8); } },
        { "int8_tops", [](const Accelerator &a) { return rate(a.peak.int8); } },
        { "memory_bytes", [](const Accelerator &a) { return a.memory.value(); } },
        { "usable_bytes", [](const Accelerator &a) { return a.usableMemory.value(); } },
        { "memory_bandwidth", [](const Accelerator &a) { return a.memoryBandwidth.value(); } },
        { "link_rate", [](const Accelerator &a) { return a.linkRate.value(); } },
        { "nic_rate", [](const Accelerator &a) { return a.nicRate.value(); } },
        { "host_rate", [](const Accelerator &a) { return a.hostRate.value(); } },
        { "units", [](const Accelerator &a) { return static_cast<double>(a.computeUnits); } },
        { "tile_alignment",
            [](const Accelerator &a) { return static_cast<double>(a.tileAlignment); } },
        { "scale_up_domain",
            [](const Accelerator &a) { return static_cast<double>(a.scaleUpDomain); } },
        { "vmem_mib", [](const Accelerator &a) { return a.vmemMib; } },
        { "vmem_highest_mib", [](const Accelerator &a) { return a.vmemHighestMib; } },
        { "tdp_w", [](const Accelerator &a) { return a.tdpW; } },
    } };
    if (name == "name")
        return chip.name;
    if (name == "ridge" && chip.peak.bf16) // FLOPs per byte where compute and memory balance
        return chip.peak.bf16->value() / chip.memoryBandwidth.value();
    return lookUp(entries, chip, name);
}

Value runValue(const std::optional<RunEstimate> &run, std::string_view name)
{
    static constexpr std::array<Entry<RunEstimate>, 5> entries { {
        { "days", [](const RunEstimate &r) { return r.days; } },
        { "device_hours", [](const RunEstimate &r) { return r.deviceHours; } },
        { "cost", [](const RunEstimate &r) { return r.cost; } },
        { "energy_kwh", [](const RunEstimate &r) { return r.energyKwh; } },
        { "goodput",
            [](const RunEstimate &r) { return r.withFailures ? r.withFailures->goodput : 1; } },
    } };
    return run ? lookUp(entries, *run, name) : std::nullopt;
}

/// collectives.AXIS.QUANTITY, summed over the collectives of the axis; an axis without any is 0.
Value collectiveValue(const std::vector<CollectiveLoad> &loads, std::string_view name)
{
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    const std::string_view axis = name.substr(0, dot);
    const std::string_view quantity = name.substr(dot + 1);
    static constexpr std::array<Entry<CollectiveLoad>, 4> entries { {
        { "seconds", [](const CollectiveLoad &c) { return c.duration.value(); } },
        { "window_seconds", [](const CollectiveLoad &c) { return c.window.value(); } },
        { "exposed_seconds", [](const CollectiveLoad &c) { return c.exposed.value(); } },
        { "bytes", [](const CollectiveLoad &c) { return c.bytes.value(); } },
    } };
    if (std::ranges::find(axisIds, axis) == axisIds.end()
        || !lookUp(entries, CollectiveLoad {}, quantity))
        return std::nullopt;
    double sum = 0;
    for (const CollectiveLoad &load : loads)
        if (load.axis == axis)
            sum += std::get<double>(*lookUp(entries, load, quantity));
    return sum;
}

Value rooflineValue(const std::vector<RooflinePoint> &points, std::string_view name)
{
    const std::size_t dot = name.find('.');
    for (const RooflinePoint &point : points) {
        if (dot == std::string_view::npos || point.id != name.substr(0, dot))
            continue;
        const std::string_view quantity = name.substr(dot + 1);
        if (quantity == "flop")
            return point.flop.value();
        if (quantity == "bytes")
            return point.bytes.value();
        if (quantity == "seconds")
            return point.time.value();
        if (quantity == "intensity" && point.bytes.value() > 0)
            return point.flop.value() / point.bytes.value();
    }
    return std::nullopt;
}

std::optional<double> wholeNumber(const std::string &text)
{
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || status != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

Value planValue(const Plan &plan, std::string_view path)
{
    const PlanField *field = planField(path);
    const bool isOpen = path.starts_with("flags.") || path.starts_with("remat.tensors.")
        || path.starts_with("parallelism.mesh.");
    if (!field && !isOpen)
        return std::nullopt;
    const std::string text = planFieldText(plan, path);
    if (field && field->kind == FieldKind::Boolean)
        return text == "true";
    const bool isNumber
        = field && (field->kind == FieldKind::Integer || field->kind == FieldKind::Real);
    if (isNumber || path.starts_with("parallelism.mesh."))
        if (const auto number = wholeNumber(text))
            return *number;
    return text;
}

} // namespace

std::optional<ExpressionValue> answerValue(const AnsweredPlan &answer, std::string_view name)
{
    const Estimate &estimate = answer.estimate;
    if (takePrefix(name, "memory."))
        return memoryValue(estimate.memory, name);
    if (takePrefix(name, "time."))
        return timeValue(estimate.time, name);
    if (takePrefix(name, "throughput."))
        return throughputValue(estimate.throughput, name);
    if (takePrefix(name, "derived."))
        return derivedValue(estimate.derived, name);
    if (takePrefix(name, "plan."))
        return planValue(answer.resolved.plan, name);
    if (takePrefix(name, "model."))
        return modelValue(*answer.resolved.model, name);
    if (takePrefix(name, "chip."))
        return chipValue(answer.resolved.accelerator, name);
    if (takePrefix(name, "run."))
        return runValue(estimate.run, name);
    if (takePrefix(name, "collectives."))
        return collectiveValue(estimate.collectives, name);
    if (takePrefix(name, "roofline."))
        return rooflineValue(estimate.roofline, name);
    if (name == "parameters.total")
        return estimate.parametersTotal;
    if (name == "parameters.active")
        return estimate.parametersActive;
    if (name == "parameters.trained")
        return estimate.parametersTrained;
    if (name == "devices")
        return static_cast<double>(answer.resolved.deviceCount());
    if (name == "bottleneck")
        return estimate.bottleneck;
    if (name == "stack")
        return estimate.stack;
    if (name != "findings")
        return std::nullopt;
    std::vector<std::string> ids;
    for (const Finding &finding : estimate.findings)
        ids.push_back(finding.id);
    return ids;
}

int changedFields(const Plan &before, const Plan &after)
{
    return static_cast<int>(changesBetween(before, after).size());
}

} // namespace headroom
