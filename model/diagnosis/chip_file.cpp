#include "model/diagnosis/chip_file.h"

#include "model/base/text/display_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>

namespace headroom {
namespace {

constexpr double flopOfTera = 1e12;

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
        if (m_kit.memory > Bytes {} && !m_result.isSameChip) {
            const double gib = fourDigits(inGib(m_kit.memory));
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
                peak.set("fp16_tflops", fourDigits(half->number() * rate->value / rate->relative));
            peak.set("bf16_tflops", rate->value);
            m_file = without(m_file, { "efficiency" }); // a share of the rated peak
        } else if (m_chip.peak.bf16) {
            peak.set("bf16_tflops", m_chip.peak.bf16->value() / flopOfTera);
            assume("peak.bf16_tflops");
        } else {
            peak.set("fp16_tflops", m_chip.peak.fp16->value() / flopOfTera);
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

} // namespace

double fourDigits(double value)
{
    const std::string text = fmt::format("{:.4g}", value);
    double result = 0;
    std::from_chars(text.data(), text.data() + text.size(), result);
    return result;
}

Document chipFile(const Document &relative, const KitMachine &kit, const Accelerator &chip,
    const std::string &name, MeasuredChip &result)
{
    return ChipFile { relative, kit, chip, result }.file(name);
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
