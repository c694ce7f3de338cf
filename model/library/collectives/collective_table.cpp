#include "model/library/collectives/collective_table.h"

#include "model/base/document/schema_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace headroom {
namespace {

constexpr double microsecond = 1e-6;
constexpr double unlimited = std::numeric_limits<double>::infinity();

Seconds latencyAt(MappingReader &reader, const char *key)
{
    return Seconds { reader.requiredNumber(key, { 0, 1e4 }) * microsecond };
}

/// One constant: its key, where it lives, and what one unit of the file is in SI.
struct ConstantEntry
{
    const char *key;
    SourcedNumber CollectiveConstants::*member;
    double unit;
};

using Constants = CollectiveConstants;
constexpr std::array constantTable {
    ConstantEntry { "pci_share", &Constants::pciShare, 1 },
    ConstantEntry { "network_share", &Constants::networkShare, 1 },
    ConstantEntry { "network_overhead_us", &Constants::networkOverhead, microsecond },
    ConstantEntry { "simple_overhead_factor", &Constants::simpleOverheadFactor, 1 },
    ConstantEntry { "nvls_most_ranks", &Constants::nvlsMaxRanks, 1 },
    ConstantEntry { "collnet_arity_us", &Constants::collnetArity, microsecond },
    ConstantEntry { "pat_hop_divisor", &Constants::patHopDivisor, 1 },
    ConstantEntry { "pat_rank_us", &Constants::patRank, microsecond },
    ConstantEntry { "symmetric_ll_factor", &Constants::symmetricLlFactor, 1 },
    ConstantEntry { "most_channels", &Constants::maxChannels, 1 },
    ConstantEntry { "ring_doubling", &Constants::ringDoubling, 1 },
    ConstantEntry { "mesh_channels", &Constants::meshChannels, 1 },
    ConstantEntry { "channel_reach", &Constants::channelReach, 1 },
    ConstantEntry { "pair_share", &Constants::pairShare, 1 },
    ConstantEntry { "pair_fill_mib", &Constants::pairFill, bytesPerMib },
    ConstantEntry { "pair_fill_half_mib", &Constants::pairFillHalf, bytesPerMib },
    ConstantEntry { "exchange_base_us", &Constants::exchangeBase, microsecond },
    ConstantEntry { "exchange_peer_us", &Constants::exchangePeer, microsecond },
    ConstantEntry { "exchange_network_peer_us", &Constants::exchangeNetworkPeer, microsecond },
    ConstantEntry { "network_fill_mib", &Constants::networkFill, bytesPerMib },
    ConstantEntry { "network_fill_half_mib", &Constants::networkFillHalf, bytesPerMib },
    ConstantEntry { "torus_hop_us", &Constants::torusHop, microsecond },
    ConstantEntry { "benchmark_start_us", &Constants::benchmarkStart, microsecond },
    ConstantEntry { "framework_start_us", &Constants::frameworkStart, microsecond },
    ConstantEntry { "efa_start_us", &Constants::efaStart, microsecond },
};

/// Reads one file; every problem goes to one list.
class TableReader
{
public:
    CollectiveTable read(MappingReader &reader)
    {
        CollectiveTable table;
        table.id = reader.requiredText("id");
        table.version = reader.requiredText("version");
        table.source = reader.requiredText("source");
        list(reader, "latencies", table.latencies, &TableReader::latency);
        list(reader, "corrections", table.corrections, &TableReader::correction);
        list(reader, "generations", table.generations, &TableReader::generation);
        for (const CollectiveGeneration &known : table.generations)
            m_generations.push_back(known.id.c_str());
        for (const SizeCorrection &known : table.corrections)
            m_corrections.push_back(known.id.c_str());
        list(reader, "rates", table.rates, &TableReader::rate);
        list(reader, "symmetric", table.symmetric, &TableReader::symmetric);
        require(reader, "constants", [&](MappingReader &numbers) {
            for (const ConstantEntry &entry : constantTable)
                require(numbers, entry.key, [&](MappingReader &number) {
                    table.constants.*entry.member = sourced(number, entry.unit, nullptr);
                });
        });
        for (const CollectiveGeneration &generation : table.generations)
            limitRows(reader, table, generation.id);
        return table;
    }

private:
    /// Curves keep their lines in place.
    static void limitRows(
        MappingReader &reader, const CollectiveTable &table, const std::string &generation)
    {
        const auto rates = std::ranges::count_if(table.rates, [&](const CollectiveRate &row) {
            return std::ranges::find(row.generations, generation) != row.generations.end();
        });
        const auto kernels
            = std::ranges::count(table.symmetric, generation, &SymmetricKernel::generation);
        if (rates + kernels > static_cast<std::ptrdiff_t>(maxCollectiveRows))
            reader.report("out-of-range", "rates",
                { fmt::format("the number of rows of {}", generation),
                    fmt::format("{}", rates + kernels), "0",
                    fmt::format("{}", maxCollectiveRows) });
    }

    template <class Item>
    void list(MappingReader &reader, const char *key, std::vector<Item> &items,
        Item (TableReader::*readItem)(MappingReader &))
    {
        if (!reader.child(key))
            reader.report("missing-key", key, { key });
        items = reader.list(key, [&](MappingReader &item) { return (this->*readItem)(item); });
    }

    /// A mapping that has to be there.
    template <class Read> static void require(MappingReader &reader, const char *key, Read read)
    {
        if (!reader.one(key, read))
            reader.report("missing-key", key, { key });
    }

    static CollectiveAlgorithm algorithm(MappingReader &reader)
    {
        return reader.oneOf("algorithm", collectiveAlgorithmNames, CollectiveAlgorithm::Ring);
    }
    static CollectiveProtocol protocol(MappingReader &reader)
    {
        return reader.oneOf("protocol", collectiveProtocolNames, CollectiveProtocol::Simple);
    }
    static Evidence evidence(MappingReader &reader)
    {
        return reader.oneOf("evidence", evidenceNames, Evidence::Assumed);
    }

    /// As many numbers as `values` holds; the fallback stays when the key is absent.
    template <std::size_t count>
    void numbers(MappingReader &reader, const char *key, std::array<double, count> &values,
        double unit, NumberRange range)
    {
        const Document *node = reader.child(key);
        if (!node)
            return;
        const std::size_t length = node->isSequence() ? node->items().size() : 0;
        if (length != count) {
            reader.report("out-of-range", key,
                { fmt::format("the length of {}", key), fmt::format("{}", length),
                    fmt::format("{}", count), fmt::format("{}", count) });
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Document &item = node->items()[i];
            if (!item.isNumber())
                reader.report("not-a-number", key, { key, item.text() });
            else if (!(item.number() >= range.least && item.number() <= range.most))
                reader.report("out-of-range", key,
                    { key, item.text(), fmt::format("{}", range.least),
                        fmt::format("{}", range.most) });
            else
                values[i] = item.number() * unit;
        }
    }

    void known(MappingReader &reader, const char *key, const std::string &name,
        const std::vector<const char *> &names) const
    {
        if (std::ranges::find(names, name) == names.end())
            reader.report(
                "not-a-choice", key, { key, name, fmt::format("{}", fmt::join(names, ", ")) });
    }

    /// A number with its evidence; what is not cited states where it may lie. `half`: half_mib.
    static SourcedNumber sourced(MappingReader &reader, double unit, double *half)
    {
        SourcedNumber number;
        number.value = reader.requiredNumber("value", { 0, 1e6 });
        number.evidence = evidence(reader);
        number.source = reader.requiredText("source");
        if (half)
            *half = reader.requiredNumber("half_mib", { 1, 1e6 }) * unit;
        const bool isBounded = number.evidence == Evidence::Measured
            || number.evidence == Evidence::Fitted || number.evidence == Evidence::Assumed
            || reader.has("p10");
        number.p10 = isBounded ? reader.requiredNumber("p10", { 0, number.value }) : number.value;
        number.p90 = isBounded ? reader.requiredNumber("p90", { number.value, 1e6 }) : number.value;
        number.value *= unit;
        number.p10 *= unit;
        number.p90 *= unit;
        return number;
    }

    CollectiveLatency latency(MappingReader &reader)
    {
        CollectiveLatency row;
        row.library = reader.requiredText("library");
        row.algorithm = algorithm(reader);
        row.protocol = protocol(reader);
        row.base = latencyAt(reader, "base_us");
        row.link = latencyAt(reader, "link_us");
        row.pci = latencyAt(reader, "pci_us");
        row.network = latencyAt(reader, "network_us");
        row.evidence = evidence(reader);
        row.source = reader.requiredText("source");
        return row;
    }

    CollectiveRate rate(MappingReader &reader)
    {
        CollectiveRate row;
        row.generations = reader.texts("generations");
        for (const std::string &name : row.generations)
            known(reader, "generations", name, m_generations);
        row.algorithm = algorithm(reader);
        row.protocol = protocol(reader);
        row.ofBus = reader.requiredNumber("of_bus", { 0.001, 2 });
        row.channel.fill(unlimited);
        row.thenChannel.fill(unlimited);
        row.atMost.fill(unlimited);
        numbers(reader, "channel", row.channel, bytesPerGb, { 0.01, 1e5 });
        numbers(reader, "then_of", row.thenOf, 1, { 0.001, 2 });
        numbers(reader, "then_channel", row.thenChannel, bytesPerGb, { 0.01, 1e5 });
        numbers(reader, "at_most", row.atMost, bytesPerGb, { 0.01, 1e5 });
        row.correction = reader.text("correction");
        if (!row.correction.empty())
            known(reader, "correction", row.correction, m_corrections);
        row.evidence = evidence(reader);
        row.source = reader.requiredText("source");
        return row;
    }

    SymmetricKernel symmetric(MappingReader &reader)
    {
        SymmetricKernel row;
        row.generation = reader.requiredText("generation");
        known(reader, "generation", row.generation, m_generations);
        row.protocol = protocol(reader);
        for (const std::string &name : reader.texts("kinds")) {
            const auto found = std::ranges::find(collectiveKindNames, name);
            if (found == collectiveKindNames.end())
                known(reader, "kinds", name,
                    { collectiveKindNames.begin(), collectiveKindNames.end() });
            else
                row.kinds.push_back(
                    static_cast<CollectiveKind>(found - collectiveKindNames.begin()));
        }
        row.base = latencyAt(reader, "base_us");
        row.peak = reader.requiredNumber("peak_gib_per_s", { 1, 1e5 }) * bytesPerGib;
        row.channel = reader.requiredNumber("channel_gib_per_s", { 1, 1e5 }) * bytesPerGib;
        row.multicastChannels = reader.requiredNumber("multicast_channels", { 1, 64 });
        row.evidence = evidence(reader);
        row.source = reader.requiredText("source");
        return row;
    }

    SizeCorrection correction(MappingReader &reader)
    {
        SizeCorrection row;
        row.id = reader.requiredText("id");
        row.shares.fill(1);
        numbers(reader, "shares", row.shares, 1, { 0.05, 1 });
        // Beyond this a larger message would take less time.
        for (std::size_t i = 1; i < correctionSteps; ++i)
            if (row.shares[i] > 1.5 * row.shares[i - 1])
                reader.report("out-of-range", "shares",
                    { "shares", fmt::format("{}", row.shares[i]), "0.05",
                        fmt::format("{}", 1.5 * row.shares[i - 1]) });
        row.evidence = evidence(reader);
        row.source = reader.requiredText("source");
        return row;
    }

    CollectiveGeneration generation(MappingReader &reader)
    {
        CollectiveGeneration row;
        row.id = reader.requiredText("id");
        row.library = reader.requiredText("library");
        row.chips = reader.texts("chips");
        row.accelerators = reader.texts("accelerators");
        row.isMesh = reader.boolean("mesh", false);
        row.linkShare = reader.requiredNumber("link_share", { 0.05, 1 });
        row.ringChannel = reader.number("ring_channel_gbytes_per_s", { 0, 1e4 }, 0) * bytesPerGb;
        row.networkChannel
            = reader.requiredNumber("network_channel_gbytes_per_s", { 1, 1e4 }) * bytesPerGb;
        std::array<double, 2> channels { 0, 0 };
        numbers(reader, "nvls_channels", channels, 1, { 0, 64 });
        row.nvlsChannels = channels[0];
        row.nvlsChannelsBetween = channels[1];
        row.plateau = reader.number("plateau", { 1, 10 }, 1);
        require(reader, "fill",
            [&row](MappingReader &fill) { row.fill = sourced(fill, bytesPerMib, &row.fillHalf); });
        row.evidence = evidence(reader);
        row.source = reader.requiredText("source");
        return row;
    }

    std::vector<const char *> m_generations, m_corrections;
};

} // namespace

Result<CollectiveTable> CollectiveTable::load(const DataDirectories &directories)
{
    const char *file = "collectives/nccl.yaml";
    const std::filesystem::path found = directories.find(file);
    const std::filesystem::path path = found.empty() ? directories.shipped / file : found;
    Errors problems;
    CollectiveTable table;
    readSchemaFile(
        path, problems, [&](MappingReader &reader) { table = TableReader {}.read(reader); });
    if (!problems.empty())
        return problems;
    return table;
}

const CollectiveGeneration *CollectiveTable::generation(
    const Accelerator &accelerator, std::string_view chipFamily) const
{
    if (accelerator.kind == AcceleratorKind::Tpu)
        return nullptr;
    const auto names = [](const std::vector<std::string> &list, std::string_view name) {
        return std::ranges::find(list, name) != list.end();
    };
    for (const CollectiveGeneration &known : generations)
        if (names(known.accelerators, accelerator.id))
            return &known;
    for (const CollectiveGeneration &known : generations)
        if (names(known.chips, chipFamily))
            return &known;
    const char *library = accelerator.isAmd() ? "rccl" : "nccl";
    const CollectiveGeneration *newest = nullptr;
    for (const CollectiveGeneration &known : generations)
        if (known.library == library)
            newest = &known;
    return newest;
}

} // namespace headroom
