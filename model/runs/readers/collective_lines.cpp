#include "model/runs/facts/collective_test.h"

#include "model/base/text/ascii.h"
#include "model/base/units/quantity.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

// Tables of nccl-tests and rccl-tests. @source NVIDIA/nccl-tests: src/util.cu, src/common.cu,
// doc/PERFORMANCE.md; ROCm/rccl-tests

namespace headroom {
namespace {

struct TestName
{
    std::string_view program, kind;
};
constexpr std::array testNames { TestName { "all_reduce", "all_reduce" },
    TestName { "all_gather", "all_gather" }, TestName { "reduce_scatter", "reduce_scatter" },
    TestName { "alltoall", "all_to_all" }, TestName { "sendrecv", "send_recv" },
    TestName { "broadcast", "broadcast" }, TestName { "hypercube", "hypercube" },
    TestName { "scatter", "scatter" }, TestName { "gather", "gather" },
    TestName { "reduce", "reduce" } };

/// One test: what its heading says and where its columns lie.
class TestTable
{
public:
    TestTable(const std::string &file, const ConfigFacts &command)
        : m_kind(command.has("collective") ? command.text("collective") : collectiveKind(file))
        , m_told(static_cast<int>(command.integer("collective_ranks").value_or(0)))
    { }

    bool take(LogReader &log, const CleanLine &line)
    {
        const std::string_view text = trimmed(line.text);
        if (text.starts_with('#')) {
            takeHeading(log, line, text);
            return !text.starts_with("# Avg bus bandwidth");
        }
        if (!text.empty() && text[0] >= '0' && text[0] <= '9' && !m_columns.empty())
            takeRow(log, line, text);
        return true;
    }

private:
    void takeHeading(LogReader &log, const CleanLine &line, std::string_view text)
    {
        Scan scan { text };
        if (scan.after("Collective test starting: ")) {
            m_kind = collectiveKind(scan.word());
            m_ranks = 0;
            m_hosts.clear();
        } else if (trimmed(text.substr(1)).starts_with("Rank ")) {
            ++m_ranks;
            if (scan.after(" on "))
                m_hosts.insert(std::string(scan.word()));
            if (scan.after("] ")) {
                m_device = trimmed(scan.rest());
                log.anyRun().facts.set("device_name", scan.rest(), log.file(), line.number);
            }
        } else if (text.find("algbw") != std::string_view::npos) {
            m_columns.clear();
            scan.accept("#");
            while (!trimmed(scan.rest()).empty())
                m_columns.emplace_back(scan.word());
        }
    }

    /// The slower of out-of-place and in-place, which frameworks use either of.
    void takeRow(LogReader &log, const CleanLine &line, std::string_view text)
    {
        constexpr double microsecondsPerSecond = 1e6;
        Scan scan { text };
        OperationSample sample;
        double algorithmic = 0;
        bool isReduction = false;
        for (const std::string &column : m_columns) {
            const std::string_view word = scan.word();
            const auto value = wholeNumberText(word);
            if (column == "redop")
                isReduction = word != "none";
            if (!value || *value < 0)
                continue;
            if (column == "size")
                sample.bytes = *value;
            else if (column == "time" && *value / microsecondsPerSecond > sample.seconds) {
                sample.seconds = *value / microsecondsPerSecond;
                algorithmic = sample.busGbytesPerSecond = 0; // its own two columns follow
            } else if (column == "algbw" && algorithmic == 0)
                algorithmic = *value;
            else if (column == "busbw" && sample.busGbytesPerSecond == 0)
                sample.busGbytesPerSecond = *value;
        }
        if (sample.bytes <= 0 || sample.seconds <= 0)
            return;
        sample.kind = m_kind;
        sample.group = m_ranks > 0 ? m_ranks : m_told;
        sample.nodes = static_cast<int>(m_hosts.size());
        sample.device = m_device;
        completeCollective(sample, algorithmic, isReduction);
        if (!sample.kind.empty())
            log.add(sample);
        else if (!std::exchange(m_isToldUnnamed, true))
            log.unrecognised(line, { "run-test-unnamed", {} });
    }

    std::string m_kind, m_device;
    int m_ranks = 0; ///< that the heading lists
    int m_told = 0; ///< that the command starts; 0: not seen
    bool m_isToldUnnamed = false;
    std::set<std::string> m_hosts;
    std::vector<std::string> m_columns;
};

void beginTable(LogReader &log, const CleanLine &line)
{
    if (log.isInBlock() || !trimmed(line.text).starts_with('#'))
        return;
    auto table = std::make_shared<TestTable>(log.file(), log.anyRun().facts);
    table->take(log, line);
    log.beginBlock([table](LogReader &at, const CleanLine &next) { return table->take(at, next); });
}

/// "mpirun -np 2 … ./all_reduce_perf -b 2M -e 16G -g 1": the operation of the table below, and its
/// ranks.
void readTestCommand(LogReader &log, const CleanLine &line)
{
    RunTrace &machine = log.anyRun();
    double processes = 0, each = 1, threads = 1;
    std::string kind;
    for (Scan scan { line.text }; !trimmed(scan.rest()).empty();) {
        scan.skipBlanks();
        const std::string_view word = scan.word();
        const auto value = [&scan] {
            scan.skipBlanks();
            return std::max(Scan { scan.rest() }.number().value_or(1), 1.0);
        };
        if (word.ends_with("_perf"))
            kind = collectiveKind(word.substr(word.rfind('/') + 1));
        else if (kind.empty() && (word == "-np" || word == "-n"))
            processes = value();
        else if (!kind.empty() && (word == "-g" || word == "--ngpus"))
            each = value();
        else if (!kind.empty() && (word == "-t" || word == "--nthreads"))
            threads = value();
    }
    if (kind.empty())
        return;
    machine.facts.set("collective", kind, log.file(), line.number);
    constexpr double maxRanks = 1e6;
    const double ranks = std::max(processes, 1.0) * each * threads;
    machine.facts.set("collective_ranks",
        std::to_string(static_cast<int>(std::min(ranks, maxRanks))), log.file(), line.number);
}

constexpr LineReader collectiveReaders[] {
    { "_perf ", readTestCommand },
    { "Collective test starting: ", beginTable },
    { "# nThread ", beginTable },
    { " algbw ", beginTable },
};

} // namespace

std::string collectiveKind(std::string_view name)
{
    std::string plain;
    for (const char letter : name)
        if (letter != '_' && letter != '-')
            plain += asciiLower(letter);
    for (const TestName &test : testNames) {
        std::string program(test.program);
        std::erase(program, '_');
        if (plain.find(program) != std::string::npos)
            return std::string(test.kind);
    }
    return {};
}

void completeCollective(OperationSample &sample, double algorithmicGbytes, bool isReduction)
{
    // Bus over algorithm bandwidth is 2(n−1)/n for all-reduce, (n−1)/n where each rank keeps a
    // part. @source nccl-tests doc/PERFORMANCE.md
    if (algorithmicGbytes <= 0 || sample.busGbytesPerSecond <= 0)
        return;
    const double factor = sample.busGbytesPerSecond / algorithmicGbytes;
    constexpr double maxRounding = 0.02;
    if (sample.kind.empty() && isReduction && factor > 1 + maxRounding)
        sample.kind = "all_reduce";
    else if (sample.kind.empty() && isReduction && factor < 1 - maxRounding)
        sample.kind = "reduce_scatter";
    if (sample.group > 0)
        return;
    const double share = sample.kind == "all_reduce" ? factor / 2 : factor;
    const bool isPart = sample.kind == "all_reduce" || sample.kind == "all_gather"
        || sample.kind == "reduce_scatter" || sample.kind == "all_to_all";
    constexpr double maxRanks = 64; // beyond, the two printed digits no longer tell
    if (isPart && share > 0 && share < 1 && 1 / (1 - share) <= maxRanks)
        sample.group = static_cast<int>(std::lround(1 / (1 - share)));
}

std::span<const LineReader> collectiveTestLines()
{
    return collectiveReaders;
}

} // namespace headroom
