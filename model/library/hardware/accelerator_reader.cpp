#include "model/library/hardware/accelerator_reader.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom {
namespace {

// Far beyond any chip; a value outside is a slip of units.
constexpr NumberRange gibRange { 0.1, 1e6 };
constexpr NumberRange rateRange { 0.01, 1e7 };
constexpr NumberRange teraRange { 0.01, 1e7 };
constexpr NumberRange unitRange { 0, 1e6 };
constexpr NumberRange oneOrMore { 1, 1e6 };
constexpr NumberRange wattRange { 0, 1e5 };
constexpr NumberRange shareRange { 0.01, 1 };

/// Vendors round link rates; links times rate per link must agree this well.
constexpr double linkTolerance = 0.03;

constexpr std::array chipKinds { "gpu", "tpu" };
constexpr std::array confidences { "high", "medium", "low" };

/// "16x20x28" as numbers; empty when it is not of that form.
std::vector<int> sides(const std::string &text)
{
    std::vector<int> numbers;
    const char *at = text.data();
    const char *end = at + text.size();
    while (at < end) {
        int value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc {} || value < 1 || (next < end && *next != 'x') || next + 1 == end)
            return {};
        numbers.push_back(value);
        at = next < end ? next + 1 : end;
    }
    return numbers;
}

class AcceleratorReader
{
public:
    AcceleratorReader(const Document &node, std::string file, Errors &problems)
        : m_problems(problems)
        , m_reader(node, std::move(file), problems)
    { }

    AcceleratorProfile read()
    {
        readNames();
        const std::size_t namesDone = m_problems.size();
        group("memory", true, &AcceleratorReader::readMemory);
        group("peak", true, &AcceleratorReader::readPeak);
        group("compute", true, &AcceleratorReader::readCompute);
        group("scale_up", true, &AcceleratorReader::readScaleUp);
        group("node", true, &AcceleratorReader::readNode);
        group("power", true, &AcceleratorReader::readPower);
        group("efficiency", false, &AcceleratorReader::readEfficiency);
        group("price", false, &AcceleratorReader::readPrice);
        readSources();
        m_reader.rejectUnknownKeys();
        if (m_problems.size() == namesDone) {
            checkPod();
            checkFormats();
        }
        return std::move(m_profile);
    }

private:
    void group(
        const char *key, bool required, void (AcceleratorReader::*readGroup)(MappingReader &))
    {
        const bool isThere
            = m_reader.one(key, [&](MappingReader &reader) { (this->*readGroup)(reader); });
        if (!isThere && required)
            m_reader.report("missing-key", key, { key });
    }

    void readNames()
    {
        requireSchemaVersion(m_reader);
        m_chip.id = m_reader.requiredText("id");
        m_chip.name = m_reader.requiredText("name");
        m_chip.source = m_reader.requiredText("source");
        m_chip.vendor = m_reader.text("vendor");
        if (!m_reader.has("kind"))
            m_reader.report("missing-key", "kind", { "kind" });
        m_chip.kind = m_reader.oneOf("kind", chipKinds, "gpu") == "tpu" ? AcceleratorKind::Tpu
                                                                        : AcceleratorKind::Gpu;
        m_chip.launchYear = asInt(m_reader.integer("launch_year", { 1990, 2100 }, 0));
        m_reader.oneOf("confidence", confidences, "medium"); // a note to who reads the profile
        m_chip.note = m_reader.text("note");
        m_profile.aliases = m_reader.texts("aliases");
    }

    void readMemory(MappingReader &reader)
    {
        const double capacity = reader.requiredNumber("capacity_gib", gibRange);
        const double usable = reader.number("usable_gib", gibRange, capacity);
        reader.number("marketing_gb", gibRange, 0);
        m_chip.memory = gib(capacity);
        m_chip.usableMemory = gib(usable);
        m_chip.memoryBandwidth
            = gbytesPerSecond(reader.requiredNumber("bandwidth_gbytes_per_s", rateRange));
        // v5p prints a little more than its nominal 95 GiB, so only a gross excess is a slip.
        if (usable > capacity * 1.02)
            contradiction(reader, "usable_gib", usable, "capacity_gib", capacity);
    }

    void readPeak(MappingReader &reader)
    {
        const auto rate = [&reader](const char *key) -> std::optional<FlopPerSecond> {
            const std::optional<double> value = reader.optionalNumber(key, teraRange);
            return value ? std::optional { tflopPerSecond(*value) } : std::nullopt;
        };
        m_chip.peak = { .fp32 = rate("fp32_tflops"),
            .tf32 = rate("tf32_tflops"),
            .bf16 = rate("bf16_tflops"),
            .fp16 = rate("fp16_tflops"),
            .fp8 = rate("fp8_tflops"),
            .fp4 = rate("fp4_tflops"),
            .int8 = rate("int8_tops") };
        if (!m_chip.peak.bf16 && !m_chip.peak.fp16)
            reader.report("missing-key", "bf16_tflops", { "bf16_tflops" });
    }

    void readCompute(MappingReader &reader)
    {
        const bool isTpu = m_chip.kind == AcceleratorKind::Tpu;
        m_chip.computeUnits = asInt(isTpu ? reader.integer("units", unitRange, 0)
                                          : reader.requiredInteger("units", oneOrMore));
        m_chip.mxuDimension = asInt(isTpu ? reader.requiredInteger("mxu_dim", oneOrMore)
                                          : reader.integer("mxu_dim", unitRange, 0));
        if (const std::string text = reader.text("capability"); !text.empty()) {
            m_chip.capability = parseCapability(text);
            if (!m_chip.capability)
                reader.report("profile-capability", "capability", { text });
            m_capabilityWhere = reader.where("capability");
        }
        m_chip.tileAlignment = asInt(
            reader.integer("tile_alignment_elements", oneOrMore, isTpu ? m_chip.mxuDimension : 64));
        m_chip.sparseCores = asInt(reader.integer("sparse_cores", unitRange, 0));
        m_chip.hasSparseCore = m_chip.sparseCores > 0;
        m_chip.jaxDevicesPerChip = asInt(reader.integer("jax_devices_per_chip", { 1, 64 }, 1));
        const auto guide = reader.optionalNumber("vmem_tuning_guide_mib", { 1, 1e5 });
        const auto book = reader.optionalNumber("vmem_scaling_book_mib", { 1, 1e5 });
        const auto plain = reader.optionalNumber("vmem_mib", { 1, 1e5 });
        for (const std::optional<double> &value : { guide, book, plain }) {
            if (!value)
                continue;
            m_chip.vmemMib = m_chip.vmemMib > 0 ? std::min(m_chip.vmemMib, *value) : *value;
            m_chip.vmemHighestMib = std::max(m_chip.vmemHighestMib, *value);
        }
    }

    void readScaleUp(MappingReader &reader)
    {
        m_chip.linkType = reader.text("link");
        m_chip.topologyText = reader.text("topology");
        const double rate = reader.requiredNumber("rate_gbytes_per_s", rateRange);
        const double both = reader.number("bidirectional_gbytes_per_s", rateRange, 2 * rate);
        m_chip.linksPerDevice = asInt(reader.integer("links", oneOrMore, 1));
        const double perLink
            = reader.number("rate_per_link_gbytes_per_s", rateRange, rate / m_chip.linksPerDevice);
        reader.number("nominal_rate_per_link_gbytes_per_s", rateRange, perLink);
        m_chip.linkRate = gbytesPerSecond(rate);
        m_chip.ratePerLink = gbytesPerSecond(perLink);
        if (std::abs(both / (2 * rate) - 1) > linkTolerance)
            contradiction(reader, "bidirectional_gbytes_per_s", both, "rate_gbytes_per_s", rate);
        if (std::abs(perLink * m_chip.linksPerDevice / rate - 1) > linkTolerance)
            contradiction(reader, "rate_per_link_gbytes_per_s", perLink, "rate_gbytes_per_s", rate);
        if (m_chip.kind == AcceleratorKind::Tpu)
            readTorus(reader);
        else
            m_chip.scaleUpDomain = asInt(reader.requiredInteger("domain_devices", oneOrMore));
    }

    void readTorus(MappingReader &reader)
    {
        m_chip.torusDimensions = asInt(reader.requiredInteger("torus_dimensions", { 1, 3 }));
        m_chip.podMax = asInt(reader.requiredInteger("pod_max_devices", oneOrMore));
        m_chip.scaleUpDomain = m_chip.podMax;
        m_chip.wrapAxisSize = asInt(reader.integer("wrap_axis_size", unitRange, 0));
        m_chip.wrapAxisMultiple = asInt(reader.integer("wrap_axis_multiple", unitRange, 0));
        const std::string pod = reader.requiredText("pod_topology");
        m_chip.podTopology = sides(pod);
        if (m_chip.podTopology.empty() && !pod.empty())
            reader.report("profile-topology", "pod_topology", { pod });
        m_podWhere = reader.where("pod_topology");
    }

    void readNode(MappingReader &reader)
    {
        m_chip.devicesPerNode = asInt(reader.requiredInteger("devices", oneOrMore));
        m_chip.nicRate
            = gbytesPerSecond(reader.requiredNumber("nic_gbytes_per_s_per_device", rateRange));
        m_chip.hostLink = reader.text("host_link");
        m_chip.hostRate
            = gbytesPerSecond(reader.requiredNumber("host_gbytes_per_s_per_device", rateRange));
        m_chip.hostMemoryGibPerNode = reader.requiredNumber("host_memory_gib", gibRange);
    }

    void readPower(MappingReader &reader)
    {
        m_chip.tdpW = reader.requiredNumber("tdp_w", { 1, wattRange.most });
        m_chip.powerCapW = reader.number("cap_w", wattRange, m_chip.tdpW);
        m_chip.idleW = reader.number("idle_w", wattRange, 0);
        if (m_chip.idleW >= m_chip.tdpW)
            contradiction(reader, "idle_w", m_chip.idleW, "tdp_w", m_chip.tdpW);
        if (m_chip.powerCapW > m_chip.tdpW)
            contradiction(reader, "cap_w", m_chip.powerCapW, "tdp_w", m_chip.tdpW);
    }

    void readEfficiency(MappingReader &reader)
    {
        m_chip.bestGemmBf16 = reader.optionalNumber("best_gemm_bf16", shareRange);
    }

    void readPrice(MappingReader &reader)
    {
        m_chip.pricePerDeviceHour = reader.number("usd_per_device_hour", { 0, 1e5 }, 0);
        m_chip.priceDate = reader.text("date");
        m_chip.sources["price"] = reader.text("basis");
    }

    void readSources()
    {
        const Document *node = m_reader.child("sources");
        if (!node)
            return;
        if (!node->isMapping()) {
            m_reader.report("not-a-mapping", "sources", {});
            return;
        }
        for (const auto &[key, value] : node->members()) {
            if (value.isScalar())
                m_chip.sources[key] = value.text();
            else
                m_reader.report("not-a-text", "sources", { key });
        }
    }

    void checkPod()
    {
        if (m_chip.kind != AcceleratorKind::Tpu)
            return;
        double product = 1; // sides may be absurd; as an integer it could overflow
        for (const int side : m_chip.podTopology)
            product *= side;
        if (product != m_chip.podMax || std::ssize(m_chip.podTopology) != m_chip.torusDimensions)
            m_problems.push_back({ "profile-contradiction", m_podWhere,
                { "pod_topology", fmt::format("{}", fmt::join(m_chip.podTopology, "x")),
                    "pod_max_devices", std::to_string(m_chip.podMax) } });
    }

    /// An NVIDIA GPU has no rate of a number format that came after it.
    void checkFormats()
    {
        if (!m_chip.isNvidia())
            return;
        const std::tuple<const char *, bool, ComputeCapability> formats[] {
            { "bf16_tflops", m_chip.peak.bf16.has_value(), capability::ampere },
            { "fp8_tflops", m_chip.peak.fp8.has_value(), capability::ada },
            { "fp4_tflops", m_chip.peak.fp4.has_value(), capability::blackwell },
        };
        for (const auto &[key, isThere, least] : formats)
            if (isThere && !m_chip.mayBeSince(least))
                m_problems.push_back({ "profile-rate-capability", m_capabilityWhere,
                    { key, least.text(), m_chip.capability->text() } });
    }

    static void contradiction(
        MappingReader &reader, const char *first, double value, const char *second, double other)
    {
        reader.report("profile-contradiction", first,
            { first, fmt::format("{}", value), second, fmt::format("{}", other) });
    }

    Errors &m_problems;
    MappingReader m_reader;
    AcceleratorProfile m_profile;
    Accelerator &m_chip = m_profile.accelerator;
    std::string m_podWhere;
    std::string m_capabilityWhere;
};

} // namespace

Result<AcceleratorProfile> readAcceleratorProfile(const Document &document, const std::string &file)
{
    Errors problems;
    AcceleratorProfile profile = AcceleratorReader { document, file, problems }.read();
    if (!problems.empty())
        return problems;
    return profile;
}

} // namespace headroom
