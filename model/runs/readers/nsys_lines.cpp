#include "model/base/text/ascii.h"
#include "model/measurement/numbers/csv_reader.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <sstream>

// Tables of `nsys stats --format csv`: sums over all devices and streams of a report. Columns are
// found by name; they have moved and will again. @source third-party readers of these reports,
// Nsight Systems user guide

namespace headroom {
namespace {

std::vector<std::string> fieldsOf(std::string_view line)
{
    std::istringstream stream { std::string(line) };
    CsvReader reader(stream);
    std::vector<std::string> fields;
    reader.next(fields);
    for (std::string &field : fields)
        field = trimmed(field);
    return fields;
}

/// The word of a range that marks steps, without numbers: "step", "train_step", "iteration12",
/// "ProfilerStep#3"; empty for another range.
std::string stepWord(std::string_view name)
{
    static constexpr std::array known { "step", "trainstep", "trainingstep", "iteration", "iter",
        "profilerstep" };
    std::string word;
    for (const char letter : asciiLowered(name.substr(name.find_last_of(':') + 1)))
        if (letter >= 'a' && letter <= 'z')
            word += letter;
    return std::ranges::find(known, word) != known.end() ? word : std::string {};
}

/// One table, from its heading to a line that is no row of it.
class NsysTable
{
public:
    explicit NsysTable(const std::vector<std::string> &columns)
        : m_columns(columns.size())
        , m_seconds(indexOf(columns, { "Total Time (ns)" }))
        , m_count(indexOf(columns, { "Instances", "Count" }))
        , m_kernel(indexOf(columns, { "Name" }))
        , m_operation(indexOf(columns, { "Operation" }))
        , m_range(indexOf(columns, { "Range" }))
    { }

    /// A table of calls of the host has a name and no instances.
    bool isKnown() const
    {
        return m_seconds < m_columns && m_count < m_columns
            && std::min({ m_kernel, m_operation, m_range }) < m_columns;
    }

    bool take(LogReader &log, const CleanLine &line)
    {
        const std::vector<std::string> fields = fieldsOf(line.text);
        if (fields.size() < m_columns)
            return false;
        constexpr double nanosecondsPerSecond = 1e9;
        const auto time = Scan { fields[m_seconds] }.number();
        const auto count = Scan { fields[m_count] }.number();
        if (!time || !count || *time < 0 || *count < 0)
            return false;
        KernelSums &sums = log.anyRun().sums;
        if (m_range < m_columns) {
            if (const std::string word = stepWord(fields[m_range]); !word.empty())
                takeSteps(sums, word, *count);
            return true;
        }
        const std::string &name = fields[m_kernel < m_columns ? m_kernel : m_operation];
        sums.seconds[static_cast<std::size_t>(kernelGroup({ name }))]
            += *time / nanosecondsPerSecond;
        return true;
    }

private:
    /// Ranges of one word follow one another; those of another word lie around or inside them.
    void takeSteps(KernelSums &sums, const std::string &word, double count)
    {
        const double own = m_steps[word] += count;
        sums.steps += std::max(0.0, own - m_maxSteps);
        m_maxSteps = std::max(m_maxSteps, own);
    }

    static std::size_t indexOf(
        const std::vector<std::string> &columns, std::initializer_list<std::string_view> names)
    {
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (std::ranges::find(names, columns[i]) != names.end())
                return i;
        return columns.size();
    }

    std::size_t m_columns, m_seconds, m_count, m_kernel, m_operation, m_range;
    std::map<std::string, double> m_steps; ///< by word
    double m_maxSteps = 0;
};

void beginNsysTable(LogReader &log, const CleanLine &line)
{
    auto table = std::make_shared<NsysTable>(fieldsOf(line.text));
    if (table->isKnown())
        log.beginBlock(
            [table](LogReader &at, const CleanLine &next) { return table->take(at, next); });
}

constexpr LineReader nsysReaders[] {
    { "Total Time (ns),", beginNsysTable },
};

} // namespace

std::span<const LineReader> nsysLines()
{
    return nsysReaders;
}

} // namespace headroom
