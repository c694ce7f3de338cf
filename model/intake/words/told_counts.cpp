#include "model/intake/words/told_counts.h"

#include "model/intake/words/machine_names.h"
#include "model/intake/words/word_groups.h"

#include <algorithm>

namespace headroom {
namespace {

/// @source NVIDIA DGX and HGX A100, H100, H200 and B200: boards of eight
constexpr double devicesOfBoard = 8;
/// @source NVIDIA GB200 NVL72, GB300 NVL72: 18 trays of four
constexpr double devicesOfRack = 72;

class CountReader
{
public:
    explicit CountReader(ToldText &told)
        : m_told(told)
        , m_words(told.words)
    { }

    void read()
    {
        readSlices();
        if (const auto chip = m_words.findChip()) {
            m_told.device(chip->id, chip->at);
            m_words.use(chip->at, chip->count);
            m_chip = *chip;
        } else if (!readMachine()) {
            readUnknownCard();
        }
        if (!readRacks()) {
            readBoards();
            readCounts();
            readOneDevice();
        }
        tell();
    }

private:
    /// "v5p-128": chip and number in one name.
    void readSlices()
    {
        for (std::size_t i = 0; i + 1 < m_words.size(); ++i) {
            const auto slice = sliceNamed(m_words.text(i) + '-' + m_words.text(i + 1));
            if (!slice || !m_words.isJoined(i) || m_words.isUsed(i))
                continue;
            m_told.device(slice->chip, i);
            m_told.fact("devices_per_node", slice->chips, i);
            m_words.use(i, 2);
        }
    }

    /// "g5.48xlarge", "a3-highgpu-8g": a machine's type names its chip and how many there are.
    bool readMachine()
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            if (const auto found = m_words.findMachine(i)) {
                m_told.device(found->machine->accelerator, i);
                m_told.fact("devices_per_node", found->machine->devices, i);
                m_words.use(i, found->count);
                if (const auto at = m_words.countOf(i, found->count)) {
                    m_told.fact("nodes", *m_words.number(*at, 1), *at);
                    m_words.use(*at, 1);
                }
                return true;
            }
        return false;
    }

    /// "RTX 2060": the name of a card that is not known, for the question about it.
    void readUnknownCard()
    {
        for (std::size_t i = 0; i + 1 < m_words.size(); ++i)
            if (isAt(i, brandWords) && !m_words.isUsed(i + 1)
                && m_words.text(i + 1).find_first_of("0123456789") != std::string::npos)
                return m_told.device(m_words.text(i) + ' ' + m_words.text(i + 1), i);
    }

    /// "GB200 NVL72", "2 GB200 NVL72 racks", "2 racks of GB200 NVL72"; "64 GB200 NVL72" are
    /// devices.
    bool readRacks()
    {
        static const ToldText::Words racks { "rack", "racks", "domain", "domains", "systems" };
        std::size_t end = m_chip.at + m_chip.count; // the name of some chips holds the word
        end += isAt(end, { "nvl72" }) ? 1 : 0;
        if (m_chip.count == 0 || !isAt(end - 1, { "nvl72" }))
            return false;
        const bool isBefore = isAt(m_chip.at - 1, { "of" }) && isAt(m_chip.at - 2, racks);
        const std::size_t first = isBefore ? m_chip.at - 2 : m_chip.at;
        const std::size_t last = isAt(end, racks) ? end + 1 : end;
        const auto place = m_words.countOf(first, last - first);
        const bool areDevices = place && *place < first && !isBefore && last == end;
        m_words.use(m_chip.at, end - m_chip.at);
        m_devices = (place ? *m_words.number(*place, 1) : 1) * (areDevices ? 1 : devicesOfRack);
        m_at = m_chip.at;
        if (place)
            m_words.use(*place, 1);
        return true;
    }

    /// "DGX H100", "4 HGX B200", "DGX A100 x 2"
    void readBoards()
    {
        const std::size_t at = m_chip.at - 1;
        if (m_chip.count == 0 || !isAt(at, { "dgx", "hgx" }))
            return;
        m_perNode = devicesOfBoard;
        m_at = at;
        if (const auto place = m_words.countOf(at, m_chip.count + 1)) {
            m_nodes = m_words.number(*place, 1);
            m_words.use(*place, 1);
        }
    }

    /// Whether what is counted there is of one node: "8 GPUs each", "8 per node", "nodes of 8".
    bool isOfNode(std::size_t number, std::size_t behind) const
    {
        for (std::size_t i = behind; i < std::min(behind + 4, m_words.size()); ++i)
            if (isAt(i, { "each", "apiece" })
                || (isAt(i, { "per", "a", "every" }) && isAt(i + 1, nodeWords)))
                return true;
        return number > 1 && isAt(number - 1, { "of", "x", "with", "by" })
            && (isAt(number - 2, nodeWords) || isAt(number - 1, { "x" }));
    }

    /// Whether the chip is named there, maybe again: "… which 4090s handle. Specs: 8 x 4090".
    bool isChipAt(std::size_t at) const
    {
        for (std::size_t i = 0; i < m_chip.count; ++i)
            if (at + i >= m_words.size()
                || m_words.singular(at + i) != m_words.singular(m_chip.at + i))
                return false;
        return m_chip.count > 0;
    }

    /// "8 per node"
    bool isOfNodeAlone(std::size_t at) const
    {
        return isAt(at + 1, { "per", "a" }) && isAt(at + 2, nodeWords);
    }

    void readCounts()
    {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const auto number = m_words.number(i, 1);
            // "tp8 pp4 dp4 H100", "bs 1 GPU": that number is of the setting before it.
            const bool isSetting = isAt(i - 1, degreeWords) || isAt(i - 1, batchWords);
            if (!number || m_words.isUsed(i) || isSetting)
                continue;
            std::size_t next = i + 1;
            if (isAt(next, { "x" }) && next + 1 < m_words.size()) // "8 x H100", "2 x 8 H100"
                ++next;
            const bool isBrand = isAt(next, brandWords); // also of a card that is not known
            if (isBrand && !isChipAt(next))
                ++next;
            const bool isChip = isChipAt(next);
            if (isChip)
                next += m_chip.count;
            if (!isChip && isAt(i + 1, nodeWords))
                take(m_nodes, i);
            else if (isChip || isBrand || isAt(next, deviceWords) || isOfNodeAlone(i)) {
                const bool isNodes = i >= 2 && isAt(i - 1, { "x" }) && m_words.number(i - 2, 1);
                if (isNodes && !m_nodes)
                    m_nodes = m_words.number(i - 2, 1);
                take(isNodes || isOfNode(i, next) ? m_perNode : m_devices, i);
            }
        }
        const std::size_t behind = m_chip.at + m_chip.count;
        const bool isCounted = m_perNode || m_devices;
        if (m_chip.count > 0 && !isCounted && isAt(behind, { "x" }) && !m_words.isUsed(behind + 1)
            && m_words.number(behind + 1, 1))
            take(m_devices, behind + 1); // "MI300X x 8"
    }
    void take(std::optional<double> &count, std::size_t at)
    {
        count = m_words.number(at, 1);
        m_at = at;
        m_words.use(at, 1);
    }

    /// "on a T4", "my 3090", "a free T4 of Colab": one, unless the words speak of a machine with
    /// it.
    void readOneDevice()
    {
        if (m_chip.count == 0 || m_nodes || m_perNode || m_devices)
            return;
        const std::size_t behind = m_chip.at + m_chip.count;
        bool isOne = false;
        for (std::size_t i = 0; i < m_words.size(); ++i)
            isOne = isOne || isAt(i, { "colab" });
        std::size_t before = m_chip.at - 1;
        while (isAt(before, { "free", "rented", "local", "nvidia", "colab", "google", "home" }))
            --before;
        isOne = isOne || isAt(before, { "a", "an" })
            || (isAt(before, { "my" }) && m_words.text(behind - 1).back() != 's');
        const bool isMachine = isAt(behind, nodeWords) || isAt(behind, { "cluster", "pod", "box" });
        if (!isOne || isMachine)
            return;
        m_devices = 1;
        m_at = m_chip.at;
    }

    void tell()
    {
        if (m_nodes)
            m_told.fact("nodes", *m_nodes, m_at);
        if (m_perNode)
            m_told.fact("devices_per_node", *m_perNode, m_at);
        else if (m_devices)
            m_told.fact("devices", *m_devices, m_at);
    }

    bool isAt(std::size_t at, const ToldText::Words &words) const { return m_told.isAt(at, words); }

    ToldText &m_told;
    WordList &m_words;
    FoundName m_chip;
    std::optional<double> m_nodes, m_perNode, m_devices;
    std::size_t m_at = 0; ///< word of the last count
};

} // namespace

void readMachines(ToldText &told)
{
    CountReader(told).read();
}

} // namespace headroom
