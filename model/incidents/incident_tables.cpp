#include "model/calibration/operation_evidence.h"
#include "model/incidents/incident_files.h"
#include "model/incidents/log_lines.h"

#include "model/physics/prepare/prepare.h"
#include "model/timeline/build_timeline.h"
#include "model/timeline/timeline_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// Tables as nvidia-smi and nccl-tests print them. @source nvidia-smi --query-gpu … --format=csv;
// NVIDIA/nccl-tests src/util.cu

namespace headroom {
namespace {

enum TablePurpose : std::uint64_t { drawsDevices = 11, drawsCollectives };

constexpr double tableScatter = 0.01; ///< of a timed collective
constexpr double clockOfLoad = 1755; ///< MHz of an H100 that trains; other chips are scaled
constexpr double clockOfAmpere = 1410;
constexpr double powerShare = 0.88; ///< of its limit that a device under load draws

bool isFaultyNode(const Incident &incident, int node)
{
    return std::ranges::any_of(incident.faults, [node](const Fault &fault) {
        return fault.kind->place == FaultPlace::Cluster || fault.node == node;
    });
}

void addDevice(std::string &text, const Incident &incident, const IncidentRun &run, int node,
    int device, IncidentRandom &random)
{
    const Accelerator &chip = run.actual.accelerator;
    const bool isHot = std::ranges::any_of(incident.faults, [&](const Fault &fault) {
        return fault.kind->place == FaultPlace::Device && fault.node == node
            && fault.device == device;
    });
    const double usual = chip.id.starts_with("a100") ? clockOfAmpere : clockOfLoad;
    constexpr double granule = 15; // clocks come in steps of 15 MHz
    const double clock = isHot ? std::round(usual * run.machine.clock / granule) * granule
                               : usual - granule * random.below(2);
    const double power = chip.tdpW * powerShare * (isHot ? run.machine.clock : 1) * run.deviceBusy
        * (1 + 0.02 * random.normal());
    const int temperature = isHot ? 87 : 58 + random.below(9);
    const double busy = std::round(100 * run.deviceBusy) - random.below(2);
    constexpr double mib = 1 << 20;
    text += fmt::format("{}, {}, {:.0f} MHz, {:.2f} W, {}, {:.0f} %, {:.0f} MiB, {}\n", device,
        deviceName(chip), clock, std::min(power, 0.95 * chip.tdpW), temperature, busy,
        run.actualEstimate.memory.device.bytes.value() / mib, isHot ? "Active" : "Not Active");
}

} // namespace

std::string deviceTable(
    const Incident &incident, const IncidentRun &run, std::optional<int> onlyNode)
{
    const HardwareChoice &hardware = incident.plan.hardware;
    IncidentRandom random(incident.seed, drawsDevices);
    std::string text;
    for (int node = 0; node < hardware.nodes; ++node) {
        // Drawn in any case: one node alone shows what it shows among all.
        std::string table = fmt::format("== {} ==\n", hostName(node));
        table += "index, name, clocks.current.sm [MHz], power.draw [W], temperature.gpu, "
                 "utilization.gpu [%], memory.used [MiB], "
                 "clocks_event_reasons.hw_thermal_slowdown\n";
        for (int device = 0; device < hardware.devicesPerNode; ++device)
            addDevice(table, incident, run, node, device, random);
        if (!onlyNode || *onlyNode == node)
            text += table;
    }
    return text;
}

TimedAllReduce collectiveTable(const IncidentEngine &engine, const Incident &incident,
    const IncidentRun &run, const std::vector<int> &nodes)
{
    const int perNode = incident.plan.hardware.devicesPerNode;
    const int group = perNode * static_cast<int>(nodes.size());
    ResolvedPlan machine = run.planned;
    machine.accelerator = run.actual.accelerator;
    const bool isFaulty
        = std::ranges::any_of(nodes, [&](int node) { return isFaultyNode(incident, node); });
    if (const auto whole = engine.library().accelerator(machine.accelerator.id); whole && !isFaulty)
        machine.accelerator = **whole;
    const Prepared prepared = engine.estimator().prepare(machine);
    const std::uint64_t which = static_cast<std::uint64_t>(nodes.front()) * 64 + nodes.size();
    IncidentRandom random(incident.seed + which, drawsCollectives);
    std::string text = fmt::format(
        "# nccl-tests version 2.19.6 nccl-headers=22809 nccl-library=22809\n"
        "# Collective test starting: all_reduce_perf\n"
        "# nThread 1 nGpus {} minBytes 1048576 maxBytes 8589934592 step: 8(factor) warmup iters: 1 "
        "iters: 20 agg iters: 1 validation: 1 graph: 0 unalign: 0\n# Using devices\n",
        perNode);
    for (int rank = 0; rank < group; ++rank)
        text += fmt::format(
            "#  Rank {:2d} Group  0 Pid {:6d} on {:>7} device {:2d} [0000:{:02x}:00] {}\n", rank,
            4000 + rank, hostName(nodes[static_cast<std::size_t>(rank / perNode)]), rank % perNode,
            0x1b + 8 * (rank % perNode), deviceName(machine.accelerator));
    text
        += "#\n"
           "#                                                              out-of-place            "
           "           in-place          \n"
           "#       size         count      type   redop    root     time   algbw   busbw  #wrong  "
           "   time   algbw   busbw  #wrong\n"
           "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)          "
           "   (us)  (GB/s)  (GB/s)            \n";
    double sum = 0;
    int rows = 0;
    for (double bytes = 1 << 20; bytes <= 8.7e9; bytes *= 8, ++rows) {
        const MeasuredOperation own { CollectiveKind::AllReduce, Bytes { bytes }, group,
            static_cast<int>(nodes.size()), {} };
        const double seconds = collectiveSeconds(own, prepared).value();
        text += fmt::format("{:13.0f} {:13.0f}     float     sum      -1", bytes, bytes / 4);
        for (int column = 0; column < 2; ++column) {
            const double time = seconds * (1 + tableScatter * random.normal());
            const double rate = bytes / time / 1e9, bus = rate * 2 * (group - 1) / group;
            text += fmt::format(" {:8.1f} {:7.2f} {:7.2f}       0", time * 1e6, rate, bus);
            sum += bus;
        }
        text += '\n';
    }
    const double average = sum / 2 / rows;
    text += fmt::format("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : {:.3f} \n#\n"
                        "# Collective test concluded: all_reduce_perf\n",
        average);
    return { std::move(text), average };
}

std::string collectiveTables(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run)
{
    const int count = incident.plan.hardware.nodes;
    std::vector<int> all;
    std::string text;
    for (int node = 0; node < count; ++node) {
        all.push_back(node);
        text += collectiveTable(engine, incident, run, { node }).text;
    }
    if (count > 1)
        text += collectiveTable(engine, incident, run, all).text;
    for (int node = 0; count > 2 && node + 1 < count; node += 2)
        text += collectiveTable(engine, incident, run, { node, node + 1 }).text;
    return text;
}

ExportFile incidentTrace(const IncidentEngine &engine, const IncidentRun &run)
{
    const Timeline timeline = engine.faultyTimeline(run);
    return { "step-trace.csv", timelineCsv(timeline, timeline.referenceStage), false };
}

} // namespace headroom
