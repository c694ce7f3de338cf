#include "model/runs/readers/log_reader.h"

#include "model/runs/text/scan.h"

#include <array>

// Lines that point at why a run is slow, whatever framework printed them. @source NVIDIA/nccl:
// src/init.cc, src/transport/net_ib, net_socket, src/misc/param.cc; nvidia-smi -q, clocks event
// reasons; NVIDIA/Megatron-LM: core/timers.py; deepspeedai/DeepSpeed: utils/timer.py

namespace headroom {
namespace {

/// "… 16 coll channels, 16 collnet channels, 0 nvls channels, 16 p2p channels, …" for each
/// communicator.
void readChannels(LogReader &log, const CleanLine &line)
{
    const std::size_t at = line.text.find(" nvls channels");
    if (at == std::string_view::npos)
        return;
    const std::size_t start = line.text.find_last_of(' ', at == 0 ? 0 : at - 1);
    if (start == std::string_view::npos)
        return;
    if (const auto channels = wholeNumberText(line.text.substr(start + 1, at - start - 1)))
        log.anyRun().signs.see(RunSign::NvlsChannels, *channels);
}

/// "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>", or "NET/Socket : …"
void readTransport(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    if (scan.after("NET/Socket :"))
        log.anyRun().signs.see(RunSign::SocketTransport, 1);
    if (!scan.after("NET/IB :"))
        return;
    int adapters = 0;
    while (scan.after("[")) {
        const std::string_view index = scan.until("]");
        adapters += wholeNumberText(index) ? 1 : 0;
    }
    if (adapters > 0)
        log.anyRun().signs.see(RunSign::NetworkDevices, adapters);
}

void readRdmaOff(LogReader &log, const CleanLine &)
{
    log.anyRun().signs.see(RunSign::RdmaOff, 1);
}

/// "        SW Power Cap                      : Active" of nvidia-smi -q, "HW Slowdown : Active",
/// "SW Thermal Slowdown : Active"
void readThrottle(LogReader &log, const CleanLine &line)
{
    if (!trimmed(line.text).ends_with(": Active"))
        return;
    RunSigns &signs = log.anyRun().signs;
    if (line.text.find("SW Power Cap") != std::string_view::npos)
        signs.see(RunSign::PowerThrottle, 1);
    else if (line.text.find(" Slowdown") != std::string_view::npos)
        signs.see(RunSign::ThermalThrottle, 1);
}

/// Where the first "..:" ends. Found by its colon: a row of dots begins it everywhere.
std::size_t behindDots(std::string_view text)
{
    for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1))
        if (text.substr(0, at).ends_with(".."))
            return at + 1;
    return std::string_view::npos;
}

/// "PGLE did NOT find wrapped instruction name or async start. From: all-gather-start.3"
/// @source openxla/xla: xla/service/profile_guided_latency_estimator.cc
void readProfileMiss(LogReader &log, const CleanLine &)
{
    log.anyRun().signs.see(RunSign::ProfileMisses, 1);
}

/// "13 pytorch allocator cache flushes since last step. this happens when there is high memory …"
/// @source deepspeedai/DeepSpeed: runtime/zero/stage3.py
void readFlushes(LogReader &log, const CleanLine &line)
{
    const std::size_t at = line.text.find(" pytorch allocator cache flushes");
    const std::size_t start = at == 0 ? 0 : line.text.find_last_of(' ', at - 1);
    const auto flushes = wholeNumberText(
        line.text.substr(start == std::string_view::npos ? 0 : start + 1, at - start - 1));
    if (flushes && *flushes > 0)
        log.anyRun().signs.see(RunSign::AllocatorRetries, *flushes);
}

/// One row of nvidia-smi --query-gpu … --format=csv under its heading.
class DeviceTable
{
public:
    explicit DeviceTable(std::string_view heading) { m_columns = cells(heading); }

    bool take(LogReader &log, const CleanLine &line) const
    {
        const std::vector<std::string> row = cells(line.text);
        if (row.size() != m_columns.size())
            return false;
        RunSigns &signs = log.anyRun().signs;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string &column = m_columns[i];
            const auto value = Scan { row[i] }.number();
            if (value && column.starts_with("clocks.current.sm")) {
                signs.see(RunSign::LeastClockMhz, *value);
                signs.see(RunSign::MaxClockMhz, *value);
            } else if (value && column.starts_with("power.draw"))
                signs.see(RunSign::PowerW, *value);
            else if (value && column.starts_with("utilization.gpu"))
                signs.see(RunSign::DeviceBusy, *value);
            else if (column.ends_with("_slowdown") && row[i] == "Active")
                signs.see(RunSign::ThermalThrottle, 1);
            else if (column == "name")
                log.anyRun().facts.set("device_name", row[i], log.file(), line.number);
        }
        return true;
    }

private:
    static std::vector<std::string> cells(std::string_view text)
    {
        constexpr std::size_t maxCells = 100;
        std::vector<std::string> cells;
        for (Scan scan { text }; !scan.rest().empty() && cells.size() < maxCells;)
            cells.emplace_back(trimmed(scan.until(",")));
        return cells;
    }

    std::vector<std::string> m_columns;
};

/// "index, name, clocks.current.sm [MHz], power.draw [W], utilization.gpu [%], …"
void beginDeviceTable(LogReader &log, const CleanLine &line)
{
    if (log.isInBlock())
        return;
    log.beginBlock([table = DeviceTable { line.text }](
                       LogReader &at, const CleanLine &row) { return table.take(at, row); });
}

/// "CUDA_DEVICE_MAX_CONNECTIONS=8", as `env` prints it: XLA schedules by it.
void readConnections(LogReader &log, const CleanLine &line);

/// A row of Megatron's timers: "    forward-backward ......: (5100.10, 5140.01)", or one time.
bool readTimer(LogReader &log, const CleanLine &line)
{
    Scan scan { trimmed(line.text) };
    const std::string_view name = scan.word();
    if (name.empty() || behindDots(line.text) == std::string_view::npos)
        return false;
    if (const std::size_t at = behindDots(scan.rest()); at != std::string_view::npos)
        scan = Scan { scan.rest().substr(at) };
    scan.skipBlanks();
    const bool isPair = scan.accept("(");
    const auto least = scan.number();
    if (!least)
        return false;
    std::optional<double> most;
    if (isPair && scan.accept(","))
        most = scan.number();
    RunSigns &signs = log.anyRun().signs;
    if (name == "batch-generator") {
        signs.see(RunSign::BatchGeneratorSeconds, most.value_or(*least) / millisecondsPerSecond);
        signs.see(RunSign::BatchTimers, 1);
    }
    if (name == "forward-backward" && most) {
        signs.see(RunSign::LeastComputeSeconds, *least / millisecondsPerSecond);
        signs.see(RunSign::MaxComputeSeconds, *most / millisecondsPerSecond);
    }
    // Timers of the second level stop the device at each piece.
    if (name == "forward-compute")
        signs.see(RunSign::SynchronisedTimers, 1);
    return true;
}

void beginTimers(LogReader &log, const CleanLine &line)
{
    if (line.text.find(" time across ranks") != std::string_view::npos && !log.isInBlock())
        log.beginBlock(readTimer);
}

/// "time (ms) | fwd: 98.7 | bwd: 200.8 | …" of wall_clock_breakdown
void readBreakdown(LogReader &log, const CleanLine &)
{
    log.anyRun().signs.see(RunSign::SynchronisedTimers, 1);
}

/// What stands behind "NAME=" where the line is that assignment, as `env` and traced shells print
/// it ("+ export 'NAME=…'"); nothing elsewhere.
std::optional<std::string_view> assigned(std::string_view text, std::string_view name)
{
    text = trimmed(text);
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos || text.substr(at + name.size()).empty())
        return std::nullopt;
    for (Scan before { text.substr(0, at) }; !trimmed(before.rest()).empty();)
        if (const auto word = before.word(); word != "+" && word != "export" && word != "'")
            return std::nullopt;
    std::string_view value = text.substr(at + name.size());
    while (!value.empty() && (value.back() == '\'' || value.back() == '"'))
        value.remove_suffix(1);
    return value.empty() || (value.front() != '\'' && value.front() != '"') ? value
                                                                            : value.substr(1);
}

/// "NCCL INFO NCCL_NVLS_ENABLE set by environment to 0.", or "NCCL_NVLS_ENABLE=0" by itself
void readVariable(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    if (scan.after("NCCL INFO NCCL_")) {
        const std::string name = "NCCL_" + std::string(scan.word());
        if (!scan.after("set by environment to "))
            return;
        std::string_view value = trimmed(scan.rest());
        if (value.ends_with('.'))
            value.remove_suffix(1);
        log.anyRun().see(name, value);
        return;
    }
    scan.after("NCCL_");
    const std::string name = "NCCL_" + std::string(scan.until("="));
    if (const auto value = assigned(line.text, name + '='))
        log.anyRun().see(name, *value);
}

/// "XLA_FLAGS=--xla_gpu_autotune_level=4 --xla_…" and its kin on TPU
void readCompilerFlags(LogReader &log, const CleanLine &line)
{
    constexpr std::size_t maxFlags = 500;
    for (const char *name : { "XLA_FLAGS=", "LIBTPU_INIT_ARGS=" }) {
        const auto value = assigned(line.text, name);
        if (!value)
            continue;
        RunTrace &run = log.anyRun();
        run.setsCompilerFlags = true;
        for (Scan scan { *value }; !trimmed(scan.rest()).empty();) {
            Scan word { scan.word() };
            if (!word.accept("--") || !word.rest().starts_with("xla_")
                || run.flags.size() >= maxFlags)
                continue;
            const std::string flag(word.until("="));
            run.flags.insert_or_assign(
                flag, word.rest().empty() ? "true" : std::string(word.rest()));
        }
    }
}

void readConnections(LogReader &log, const CleanLine &line)
{
    constexpr std::string_view name = "CUDA_DEVICE_MAX_CONNECTIONS";
    if (const auto value = assigned(line.text, std::string(name) + '='))
        log.anyRun().flags.insert_or_assign(std::string(name), std::string(trimmed(*value)));
}

/// "NCCL version 2.27.3+cuda12.9"
void readCollectiveLibrary(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    scan.after("NCCL version ");
    scan.skipBlanks();
    log.anyRun().see("NCCL_VERSION", scan.word());
}

/// "CUDA_LAUNCH_BLOCKING=1", as `env` and traced shells print it
void readBlocking(LogReader &log, const CleanLine &line)
{
    if (line.integerBehind("CUDA_LAUNCH_BLOCKING=").value_or(0) > 0)
        log.anyRun().signs.see(RunSign::LaunchBlocking, 1);
}

constexpr LineReader signReaders[] {
    { " nvls channels", readChannels },
    { "clocks.current.sm [MHz]", beginDeviceTable },
    { "PGLE did NOT find ", readProfileMiss },
    { " pytorch allocator cache flushes", readFlushes },
    { "CUDA_DEVICE_MAX_CONNECTIONS=", readConnections },
    { " : Using [", readTransport },
    { "GPU Direct RDMA Disabled", readRdmaOff },
    { ": Active", readThrottle },
    { "across ranks (ms):", beginTimers },
    { "time (ms) | fwd", readBreakdown },
    { "NCCL_", readVariable },
    { "XLA_FLAGS=", readCompilerFlags },
    { "LIBTPU_INIT_ARGS=", readCompilerFlags },
    { "NCCL version ", readCollectiveLibrary },
    { "CUDA_LAUNCH_BLOCKING=", readBlocking },
};

} // namespace

std::span<const LineReader> signLines()
{
    return signReaders;
}

} // namespace headroom
