#include "model/diagnosis/measured_chip.h"

#include "model/base/text/display_line.h"
#include "model/calibration/kernel_evidence.h"
#include "model/calibration/operation_evidence.h"
#include "model/library/hardware/accelerator_reader.h"
#include "model/physics/prepare/prepare.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace headroom {
namespace {

/// Bytes below which a message or copy tells of latency alone. ASSUMED, as for verdicts
constexpr double smallestAmount = 1 << 20;
/// Between a processor that emulates bf16 and any chip to come, as a share of the relative's rate.
constexpr double smallestScale = 1e-6, largestScale = 1e3;
constexpr double gibBytes = 1024.0 * 1024.0 * 1024.0;

/// A rate of the chip that some of the kit's operations are slower or faster by.
struct ChipRate
{
    const char *group; ///< of the chip file
    const char *key;
    double unit; ///< of the key, in the model's units
    bool (*isMeasuredBy)(const OperationSample &);
    /// The rate of a chip; nothing where it has none.
    std::optional<double> (*of)(const Accelerator &);
    void (*scale)(Accelerator &, double);
};

bool isOf16Bit(const OperationSample &sample)
{
    return sample.format == "bf16" || sample.format == "fp16";
}

bool isCollective(const OperationSample &sample)
{
    return sample.group > 1 && sample.bytes >= smallestAmount && collectiveNamed(sample.kind);
}

constexpr double perGbyte = 1e9, perTflop = 1e12;

/// The order matters: a matrix multiplication may be bound by memory.
constexpr std::array chipRates {
    ChipRate { "memory", "bandwidth_gbytes_per_s", perGbyte,
        [](const OperationSample &sample) {
            return sample.kind == "copy" && sample.bytes >= smallestAmount;
        },
        [](const Accelerator &chip) { return std::optional(chip.memoryBandwidth.value()); },
        [](Accelerator &chip, double by) { chip.memoryBandwidth = chip.memoryBandwidth * by; } },
    ChipRate { "peak", "bf16_tflops", perTflop,
        [](const OperationSample &sample) { return sample.kind == "gemm" && isOf16Bit(sample); },
        [](const Accelerator &chip) {
            const auto &rate = chip.peak.bf16 ? chip.peak.bf16 : chip.peak.fp16;
            return rate ? std::optional(rate->value()) : std::nullopt;
        },
        [](Accelerator &chip, double by) {
            for (auto *rate : { &chip.peak.bf16, &chip.peak.fp16 })
                if (*rate)
                    *rate = **rate * by;
        } },
    ChipRate { "peak", "fp32_tflops", perTflop,
        [](const OperationSample &sample) {
            return sample.kind == "gemm" && sample.format == "fp32";
        },
        [](const Accelerator &chip) {
            return chip.peak.fp32 ? std::optional(chip.peak.fp32->value()) : std::nullopt;
        },
        [](Accelerator &chip, double by) {
            chip.peak.tf32.reset(); // PyTorch's and the kit's default is full precision
            if (chip.peak.fp32)
                chip.peak.fp32 = *chip.peak.fp32 * by;
        } },
    ChipRate { "peak", "fp8_tflops", perTflop,
        [](const OperationSample &sample) {
            return sample.kind == "gemm" && sample.format == "fp8";
        },
        [](const Accelerator &chip) {
            return chip.peak.fp8 ? std::optional(chip.peak.fp8->value()) : std::nullopt;
        },
        [](Accelerator &chip, double by) {
            if (chip.peak.fp8)
                chip.peak.fp8 = *chip.peak.fp8 * by;
        } },
    ChipRate { "node", "host_gbytes_per_s_per_device", perGbyte,
        [](const OperationSample &sample) {
            return (sample.kind == "host_to_device" || sample.kind == "device_to_host")
                && sample.bytes >= smallestAmount;
        },
        [](const Accelerator &chip) { return std::optional(chip.hostRate.value()); },
        [](Accelerator &chip, double by) { chip.hostRate = chip.hostRate * by; } },
    ChipRate { "scale_up", "rate_gbytes_per_s", perGbyte,
        [](const OperationSample &sample) { return isCollective(sample) && sample.nodes == 1; },
        [](const Accelerator &chip) { return std::optional(chip.linkRate.value()); },
        [](Accelerator &chip, double by) {
            chip.linkRate = chip.linkRate * by;
            chip.ratePerLink = chip.ratePerLink * by;
        } },
    ChipRate { "node", "nic_gbytes_per_s_per_device", perGbyte,
        [](const OperationSample &sample) { return isCollective(sample) && sample.nodes > 1; },
        [](const Accelerator &chip) { return std::optional(chip.nicRate.value()); },
        [](Accelerator &chip, double by) { chip.nicRate = chip.nicRate * by; } },
};

/// To four digits, in the shortest spelling.
double rounded(double value)
{
    const std::string text = fmt::format("{:.4g}", value);
    double result = 0;
    std::from_chars(text.data(), text.data() + text.size(), result);
    return result;
}

/// Fits the rates of one machine, each on top of those before it.
class ChipFit
{
public:
    ChipFit(
        ResolvedPlan machine, std::span<const OperationSample> samples, const Estimator &estimator)
        : m_machine(std::move(machine))
        , m_samples(samples)
        , m_estimator(estimator)
    { }

    const Accelerator &chip() const { return m_machine.accelerator; }

    /// Nothing where no operation tells of the rate, or no rate explains them.
    std::optional<FittedRate> fit(const ChipRate &rate)
    {
        std::vector<OperationSample> samples;
        std::ranges::copy_if(m_samples, std::back_inserter(samples), rate.isMeasuredBy);
        m_machine.plan.precision.compute
            = rate.key == std::string_view("fp32_tflops") ? NumberFormat::Fp32 : NumberFormat::Bf16;
        const auto before = rate.of(chip());
        if (samples.empty() || !before || !(*before > 0))
            return std::nullopt;
        double low = smallestScale, high = largestScale;
        if (excess(rate, samples, low) <= 0 || excess(rate, samples, high) >= 0)
            return std::nullopt;
        constexpr int rounds = 40;
        for (int round = 0; round < rounds; ++round) {
            const double middle = std::sqrt(low * high);
            (excess(rate, samples, middle) > 0 ? low : high) = middle;
        }
        rate.scale(m_machine.accelerator, std::sqrt(low * high));
        return FittedRate { rate.key, rounded(*rate.of(chip()) / rate.unit), *before / rate.unit,
            static_cast<int>(samples.size()) };
    }

private:
    /// How much longer than measured the operations take at that share of the rate. @unit s
    double excess(
        const ChipRate &rate, const std::vector<OperationSample> &samples, double share) const
    {
        ResolvedPlan machine = m_machine;
        rate.scale(machine.accelerator, share);
        const Prepared prepared = m_estimator.prepare(machine);
        const Candidate candidate = planCandidate(machine.plan);
        double sum = 0;
        for (const OperationSample &sample : samples) {
            std::optional<double> own;
            if (const auto kind = collectiveNamed(sample.kind); kind && sample.group > 1)
                own = collectiveSeconds({ *kind, Bytes { sample.bytes }, sample.group, sample.nodes,
                                            Seconds { sample.seconds } },
                    prepared)
                          .value();
            else if (const auto kernel = measuredKernel(sample))
                own = kernelSeconds(*kernel, prepared, candidate);
            if (own)
                sum += *own - sample.seconds;
        }
        return sum;
    }

    ResolvedPlan m_machine;
    std::span<const OperationSample> m_samples;
    const Estimator &m_estimator;
};

/// A plan on that chip, as large as the kit's groups.
Result<ResolvedPlan> machineOf(const Accelerator &relative, const KitMachine &kit,
    const RunsReading &reading, const ProfileLibrary &library)
{
    Plan plan;
    plan.model.id = library.modelIds().empty() ? std::string() : library.modelIds().front();
    plan.hardware.accelerator = relative.id;
    plan.hardware.nodes = 1;
    for (const OperationSample &sample : reading.operations)
        plan.hardware.nodes = std::max(plan.hardware.nodes, sample.nodes);
    plan.hardware.devicesPerNode = std::max(kit.devicesPerNode, 1);
    return resolvePlan(plan, library);
}

Document groupOf(const Document &file, const char *group)
{
    const Document *found = file.find(group);
    return found ? *found : Document::mapping();
}

/// Assembles the file: the relative's, with what was measured put in its place.
class ChipFile
{
public:
    ChipFile(
        Document relative, const KitMachine &kit, const Accelerator &chip, MeasuredChip &result)
        : m_file(std::move(relative))
        , m_kit(kit)
        , m_chip(chip)
        , m_result(result)
    { }

    Document file(const std::string &name)
    {
        setNames(name);
        setMemory();
        setPeak();
        setCompute();
        setLinks();
        setSources();
        return std::move(m_file);
    }

private:
    const FittedRate *fitted(std::string_view key) const
    {
        const auto found = std::ranges::find(m_result.rates, key, &FittedRate::id);
        return found == m_result.rates.end() ? nullptr : &*found;
    }

    void assume(const char *what) { m_result.assumed.emplace_back(what); }

    void setNames(const std::string &name)
    {
        m_file.set("id", name);
        m_file.set("name", m_kit.device.empty() ? name : m_kit.device + " (measured)");
        m_file.set("aliases", Document::sequence());
        m_file.set("source",
            "headroom measuring kit"
                + (m_kit.software.empty() ? std::string() : ", " + m_kit.software));
        m_file.set("confidence", m_kit.isSynthetic ? "low" : "medium");
        m_file.set("note",
            fmt::format("Rates at which Headroom's formulas give the kit's times on {}; the rest "
                        "as of {}",
                m_kit.device.empty() ? std::string("an unnamed device") : m_kit.device,
                m_result.relative));
        if (m_result.isSameChip)
            return;
        m_file.set("vendor", "");
        m_file = without(m_file, { "launch_year", "price" });
    }

    void setMemory()
    {
        Document memory = groupOf(m_file, "memory");
        if (m_kit.memoryBytes > 0 && !m_result.isSameChip) {
            const double gib = rounded(m_kit.memoryBytes / gibBytes);
            memory.set("capacity_gib", gib);
            memory.set("usable_gib", gib);
            memory = without(memory, { "marketing_gb" });
        } else if (!m_result.isSameChip) {
            assume("memory.capacity_gib");
        }
        take(memory, "bandwidth_gbytes_per_s", "memory.bandwidth_gbytes_per_s");
        m_file.set("memory", std::move(memory));
    }

    /// Peaks of formats that nobody measured are left out on another chip: a relative's fp8 rate
    /// says nothing of it.
    void setPeak()
    {
        Document peak = m_result.isSameChip ? groupOf(m_file, "peak") : Document::mapping();
        if (const FittedRate *rate = fitted("bf16_tflops")) {
            const Document *half = peak.find("fp16_tflops");
            if (half && half->isNumber())
                peak.set("fp16_tflops", rounded(half->number() * rate->value / rate->relative));
            peak.set("bf16_tflops", rate->value);
            m_file = without(m_file, { "efficiency" }); // a share of the rated peak
        } else if (m_chip.peak.bf16) {
            peak.set("bf16_tflops", m_chip.peak.bf16->value() / perTflop);
            assume("peak.bf16_tflops");
        } else {
            peak.set("fp16_tflops", m_chip.peak.fp16->value() / perTflop);
            assume("peak.fp16_tflops");
        }
        if (fitted("fp32_tflops"))
            peak = without(peak, { "tf32_tflops" });
        for (const char *key : { "fp32_tflops", "fp8_tflops" })
            if (const FittedRate *rate = fitted(key))
                peak.set(key, rate->value);
        m_file.set("peak", std::move(peak));
    }

    void setCompute()
    {
        if (m_result.isSameChip)
            return;
        Document compute = groupOf(m_file, "compute");
        if (m_kit.computeUnits > 0)
            compute.set("units", static_cast<std::int64_t>(m_kit.computeUnits));
        else
            assume("compute.units");
        compute = without(compute, { "capability" });
        if (!m_kit.capability.empty())
            compute.set("capability", m_kit.capability);
        m_file.set("compute", std::move(compute));
    }

    void setLinks()
    {
        Document links = groupOf(m_file, "scale_up");
        if (const FittedRate *rate = fitted("rate_gbytes_per_s")) {
            links.set("rate_gbytes_per_s", rate->value);
            links = without(links,
                { "bidirectional_gbytes_per_s", "rate_per_link_gbytes_per_s",
                    "nominal_rate_per_link_gbytes_per_s" });
        } else {
            assume("scale_up.rate_gbytes_per_s");
        }
        Document node = groupOf(m_file, "node");
        take(node, "nic_gbytes_per_s_per_device", "node.nic_gbytes_per_s_per_device");
        take(node, "host_gbytes_per_s_per_device", "node.host_gbytes_per_s_per_device");
        if (!m_result.isSameChip) {
            if (m_kit.devicesPerNode > 0) {
                node.set("devices", m_kit.devicesPerNode);
                if (m_chip.kind == AcceleratorKind::Gpu)
                    links.set("domain_devices", m_kit.devicesPerNode);
            }
            assume("node.host_memory_gib");
            assume("power");
        }
        m_file.set("scale_up", std::move(links));
        m_file.set("node", std::move(node));
    }

    void take(Document &group, const char *key, const char *path)
    {
        if (const FittedRate *rate = fitted(key))
            group.set(key, rate->value);
        else
            assume(path);
    }

    void setSources()
    {
        Document sources = Document::mapping();
        for (const FittedRate &rate : m_result.rates)
            sources.set(
                rate.id, fmt::format("fitted to the kit's measurements ({})", rate.samples));
        for (const std::string &path : m_result.assumed)
            sources.set(path, "ASSUMED, as of " + m_result.relative);
        m_file.set("sources", std::move(sources));
    }

    static Document without(const Document &mapping, std::initializer_list<std::string_view> keys)
    {
        std::vector<Document::Member> members;
        for (const Document::Member &member : mapping.members())
            if (std::ranges::find(keys, member.first) == keys.end())
                members.push_back(member);
        return Document::mapping(std::move(members));
    }

    Document m_file;
    const KitMachine &m_kit;
    const Accelerator &m_chip;
    MeasuredChip &m_result;
};

bool isChipName(std::string_view name)
{
    constexpr std::size_t longestName = 40;
    return !name.empty() && name.size() <= longestName
        && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-")
        == std::string_view::npos;
}

Errors problem(const char *id, const std::string &where, Operands operands = {})
{
    return { Error { id, where, std::move(operands) } };
}

} // namespace

Result<MeasuredChip> measuredChip(const RunsReading &reading, const std::string &name,
    const ProfileLibrary &library, const Estimator &estimator)
{
    if (!isChipName(name))
        return problem("chip-file-name", "--chip", { displayLine(name) });
    if (reading.machines.size() != 1)
        return problem("chip-file-kit", "--chip", { std::to_string(reading.machines.size()) });
    const KitMachine &kit = reading.machines.front();
    MeasuredChip result;
    result.device = kit.device;
    std::shared_ptr<const Accelerator> relative = chipByName(kit.device, library);
    result.isSameChip = relative != nullptr;
    if (!relative)
        if (const auto named = library.accelerator(kit.accelerator))
            relative = *named;
    if (!relative)
        return problem("chip-file-relative", kit.file, { kit.device, kit.accelerator });
    result.relative = relative->id;
    const Result<ResolvedPlan> resolved = machineOf(*relative, kit, reading, library);
    if (!resolved)
        return resolved.errors();
    ResolvedPlan machine = *resolved;
    // The constants of a family are looked up as they will be for the new file.
    machine.accelerator.id = name;
    if (!result.isSameChip)
        machine.accelerator.capability = parseCapability(kit.capability);
    ChipFit fit { machine, reading.operations, estimator };
    for (const ChipRate &rate : chipRates)
        if (const auto found = fit.fit(rate))
            result.rates.push_back(*found);
    if (result.rates.empty())
        return problem("chip-file-nothing", kit.file);
    const std::filesystem::path path
        = library.directories().find(std::filesystem::path("hardware") / (relative->id + ".yaml"));
    const Result<Document> file = readYamlFile(path);
    if (!file)
        return file.errors();
    result.file = ChipFile { *file, kit, fit.chip(), result }.file(name);
    if (const auto read = readAcceleratorProfile(result.file, name + ".yaml"); !read)
        return read.errors();
    return result;
}

std::string chipFileText(const MeasuredChip &chip)
{
    return "# Made from measure.json of the measuring kit (headroom-cli runs add measure.json "
           "--chip "
           "NAME).\n"
        + writeYaml(chip.file);
}

std::string measuredChipText(const MeasuredChip &chip)
{
    std::string text = fmt::format("Chip {} from {}, {} {}:\n", chip.file.find("id")->text(),
        displayLine(chip.device.empty() ? "an unnamed device" : chip.device),
        chip.isSameChip ? "known as" : "nearest relative", chip.relative);
    for (const FittedRate &rate : chip.rates)
        text += fmt::format("  {:<30} {:>10.4g}   {} has {:.4g}; measurements: {}\n", rate.id,
            rate.value, chip.relative, rate.relative, rate.samples);
    for (const std::string &path : chip.assumed)
        text += fmt::format("  {:<30}    ASSUMED, as of {}\n", path, chip.relative);
    return text;
}

Document measuredChipDocument(const MeasuredChip &chip)
{
    Document rates = Document::sequence();
    for (const FittedRate &rate : chip.rates)
        rates.append(Document::mapping({ { "id", rate.id }, { "value", rate.value },
            { "relative", rate.relative }, { "samples", rate.samples } }));
    return Document::mapping({ { "id", chip.file.find("id")->text() }, { "device", chip.device },
        { "relative", chip.relative }, { "is_same_chip", chip.isSameChip },
        { "rates", std::move(rates) }, { "assumed", Document::texts(chip.assumed) } });
}

} // namespace headroom
