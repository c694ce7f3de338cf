#include "model/diagnosis/measured_chip.h"

#include "model/base/text/display_line.h"
#include "model/calibration/kernel_evidence.h"
#include "model/calibration/operation_evidence.h"
#include "model/diagnosis/chip_file.h"
#include "model/library/hardware/accelerator_reader.h"
#include "model/physics/prepare/prepare.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace headroom {
namespace {

/// Bytes below which a message or copy tells of latency alone. ASSUMED, as for verdicts
constexpr double smallestAmount = 1 << 20;
/// Between a processor that emulates bf16 and any chip to come, as a share of the relative's rate.
constexpr double smallestScale = 1e-6, largestScale = 1e3;

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
        return FittedRate { rate.key, fourDigits(*rate.of(chip()) / rate.unit), *before / rate.unit,
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
    result.file = chipFile(*file, kit, fit.chip(), name, result);
    if (const auto read = readAcceleratorProfile(result.file, name + ".yaml"); !read)
        return read.errors();
    return result;
}

} // namespace headroom
