#include "model/diagnosis/load_balance.h"
#include "model/diagnosis/run_case.h"
#include "model/diagnosis/slowed_chip.h"

#include <fmt/format.h>

#include <algorithm>

// Causes that numbers of the log point at. The thresholds are ours.

namespace headroom {
namespace {

constexpr double minRankSpread = 0.02; ///< of the step; below it ranks differ by their clocks
constexpr double minClockSpread = 0.03; ///< between devices of a run under the same load
constexpr double minDrift = 0.02;
constexpr double minInputShare = 0.02; ///< of the step
constexpr double minStallShare = 0.002; ///< of the run's time
constexpr double percent = 100;
/// Of the time; the driver samples, and a device that is never idle reads 97 % to 100 %.
constexpr double minIdle = 0.05;
/// Of the busiest expert's load over the mean; routers never are quite even.
constexpr double minImbalance = 1.2;
/// A device that draws this share of what it may is held by the cap.
constexpr double nearPowerLimit = 0.97;
/// Of the adapters' rate that is left where NCCL takes sockets: the host copies each byte. ASSUMED
constexpr double socketShare = 0.1;
/// Programs count causal attention whole or half, and the head or not; beyond that the work is
/// another.
constexpr double maxConvention = 1.5;

std::string numberOf(double value)
{
    return fmt::format("{:.4g}", value);
}

Amount share(double value)
{
    return { Amount::Share, value };
}

void findSlowRank(const RunCase &of, CauseList &causes)
{
    const RunSigns &signs = of.run.signs;
    const auto spread = signs.find(RunSign::RankSpread);
    if (spread && *spread >= minRankSpread)
        causes.add("slow-node", sureOfLog, *spread * of.measured,
            { "seen-rank-spread", { share(*spread) } });
    const auto least = signs.find(RunSign::LeastComputeSeconds),
               most = signs.find(RunSign::MaxComputeSeconds);
    // Stages and experts may carry unequal work by themselves.
    const bool isUneven = of.plan().parallelism.pipeline > 1 || of.resolved.model->moe.has_value();
    if (least && most && *most - *least >= minRankSpread * of.measured)
        causes.add("slow-node", isUneven ? sureOfEstimate : sureOfLog, *most - *least,
            { "seen-compute-spread", { durationOf(*least), durationOf(*most) } });
}

bool hasNvls(const RunCase &of)
{
    const Accelerator &chip = of.resolved.accelerator;
    // Sums in the NVSwitch came with Hopper and NVLink 4. Unknown generations say nothing.
    return chip.isNvidia() && chip.capability >= capability::hopper
        && chip.linkType.find("NVLink") != std::string::npos && chip.scaleUpDomain > 2
        && of.plan().hardware.devicesPerNode > 2;
}

void findNvls(const RunCase &of, CauseList &causes)
{
    if (!hasNvls(of))
        return;
    const auto withoutIt
        = [&] { return of.longerBy([](Plan &plan) { plan.flags["NCCL_NVLS_ENABLE"] = "0"; }); };
    const auto variable = of.run.environment.find("NCCL_NVLS_ENABLE");
    if (variable != of.run.environment.end() && variable->second == "0")
        causes.add("no-nvls", sureOfLog, withoutIt(), { "seen-nvls-off", { variable->second } });
    else if (const auto channels = of.run.signs.find(RunSign::NvlsChannels);
             channels && *channels == 0)
        causes.add("no-nvls", sureOfLog, withoutIt(),
            { "seen-no-nvls-channels", { numberOf(*channels) } });
}

void findClocks(const RunCase &of, CauseList &causes)
{
    const RunSigns &signs = of.run.signs;
    const Accelerator &chip = of.resolved.accelerator;
    const double limit = of.plan().hardware.powerCapW.value_or(chip.tdpW);
    const auto power = signs.find(RunSign::PowerW);
    if (power && limit > 0 && *power >= nearPowerLimit * limit)
        causes.add("clocks", sureOfEstimate,
            std::nullopt, // many run there, and predictions know it
            { "seen-power", { numberOf(*power), numberOf(limit) } });
    const auto slowest = signs.find(RunSign::LeastClockMhz),
               fastest = signs.find(RunSign::MaxClockMhz);
    if (slowest && fastest && *slowest > 0 && *fastest >= (1 + minClockSpread) * *slowest)
        // All others wait for the slowest at the next collective.
        causes.add("clocks", sureOfLog,
            of.longerOn(
                [share = *slowest / *fastest](Accelerator &slow) { slowUnits(slow, share); }),
            { "seen-clocks", { numberOf(*slowest), numberOf(*fastest) } });
    if (const double capped = signs.value(RunSign::PowerThrottle); capped > 0)
        causes.add("clocks", sureOfLog, std::nullopt, { "seen-power-cap", { numberOf(capped) } });
    if (const double slowed = signs.value(RunSign::ThermalThrottle); slowed > 0)
        causes.add("clocks", sureOfLog, std::nullopt, { "seen-slowdown", { numberOf(slowed) } });
    if (const double drift = signs.value(RunSign::Drift); drift >= minDrift)
        causes.add("drift", sureOfLog, drift * of.measured / 2, { "seen-drift", { share(drift) } });
}

void findHost(const RunCase &of, CauseList &causes)
{
    const RunSigns &signs = of.run.signs;
    auto batch = signs.find(RunSign::BatchGeneratorSeconds);
    if (batch)
        *batch /= std::max(signs.value(RunSign::BatchTimers), 1.0);
    if (batch && *batch >= minInputShare * of.measured)
        causes.add("input-pipeline", sureOfLog, *batch,
            { "seen-batch-generator", { durationOf(*batch), durationOf(of.measured) } });
    const auto busy = signs.find(RunSign::DeviceBusy);
    if (busy && *busy > 0 && 1 - *busy / percent >= minIdle && !causes.has("input-pipeline"))
        causes.add("device-idle", sureOfLog, (1 - *busy / percent) * of.measured,
            { "seen-device-idle", { share(1 - *busy / percent), durationOf(of.measured) } });
    if (const double blocking = signs.value(RunSign::LaunchBlocking); blocking > 0)
        causes.add("host-bound", sureOfLog, std::nullopt,
            { "seen-launch-blocking", { numberOf(blocking) } });
    if (const double lines = signs.value(RunSign::SynchronisedTimers); lines > 0)
        causes.add("measuring", sureOfLog, std::nullopt, { "seen-timers", { numberOf(lines) } });
}

void findStalls(const RunCase &of, CauseList &causes)
{
    const RunSigns &signs = of.run.signs;
    const double share = signs.value(RunSign::SlowStepShare);
    if (share < minStallShare)
        return;
    const double count = signs.value(RunSign::SlowSteps);
    const double period = signs.value(RunSign::SlowStepPeriod);
    const Amount extra = durationOf(signs.value(RunSign::SlowStepSeconds));
    const Amount lost { Amount::Share, share };
    // Outside the ordinary step, which is what is compared: it counts by its share of the run's
    // time, and explains nothing of the difference.
    if (period > 0)
        causes.add("regular-stalls", sureOfLog, share * of.measured,
            { "seen-regular-stalls", { numberOf(count), numberOf(period), extra, lost } },
            CauseSeconds::OfPrediction);
    else
        causes.add("irregular-stalls", sureOfLog, share * of.measured,
            { "seen-irregular-stalls", { numberOf(count), extra, lost } },
            CauseSeconds::OfPrediction);
}

void findModes(const RunCase &of, CauseList &causes)
{
    const RunSigns &signs = of.run.signs;
    const auto fast = signs.find(RunSign::FastModeSeconds),
               slow = signs.find(RunSign::SlowModeSeconds);
    const double part = signs.value(RunSign::FastModeShare);
    // A mode that comes regularly is told as a stall.
    if (fast && slow && signs.value(RunSign::SlowStepPeriod) == 0)
        causes.add("two-kinds", sureOfLog, (*slow - *fast) * (1 - part),
            { "seen-two-kinds", { share(part), durationOf(*fast), durationOf(*slow) } });
}

void findMemory(const RunCase &of, CauseList &causes)
{
    const RunSigns &signs = of.run.signs;
    if (const double retries = signs.value(RunSign::AllocatorRetries); retries > 0)
        causes.add(
            "memory-retries", sureOfLog, std::nullopt, { "seen-retries", { numberOf(retries) } });
    else if (const double faults = signs.value(RunSign::OutOfMemory); faults > 0)
        causes.add("memory-retries", sureOfLog, std::nullopt,
            { "seen-out-of-memory", { numberOf(faults) } });
}

/// The work of a step by the log's own TFLOP/s, against that of the plan: model, batch or length
/// may be others than the plan says.
void findWork(const RunCase &of, CauseList &causes)
{
    const double printed = of.run.signs.value(RunSign::Tflops);
    const double planned = inTflopPerSecond(of.predicted.throughput.model)
        * of.predicted.time.step.value(); // TFLOP of a device
    if (!(printed > 0) || !(planned > 0))
        return;
    const double ratio = printed * of.measured / planned;
    if (ratio < maxConvention && ratio > 1 / maxConvention)
        return;
    const double longer = (ratio - 1) * of.predicted.time.step.value();
    causes.add("other-work", sureOfLog, std::max(longer, 0.0),
        { "seen-work",
            { numberOf(printed), durationOf(of.measured), numberOf(printed * of.measured),
                numberOf(planned) } });
}

/// What the router's loss says of the busiest expert, whose rank all others wait for.
void findImbalance(const RunCase &of, CauseList &causes)
{
    const double loss = of.run.signs.value(RunSign::BalancingLoss);
    const auto &moe = of.resolved.model->moe;
    if (!(loss > 0) || !moe || moe->experts < 2 || of.plan().parallelism.expert < 2)
        return;
    const double imbalance = imbalanceOf(loss, moe->experts);
    const double known = std::max(of.plan().options.moeLoadImbalance, 1.0);
    if (imbalance >= minImbalance * known)
        causes.add("expert-imbalance", sureOfLog,
            of.longerBy([&](Plan &plan) { plan.options.moeLoadImbalance = imbalance; }),
            { "seen-balancing-loss", { numberOf(loss), numberOf(imbalance) } });
}

/// A profile for the scheduler that is of another program: it schedules as if it had none.
void findForeignProfile(const RunCase &of, CauseList &causes)
{
    if (const double misses = of.run.signs.value(RunSign::ProfileMisses); misses > 0)
        causes.add("stale-profile", sureOfLog, of.longerBy([](Plan &plan) {
            // The file itself would start the scheduler.
            plan.flags["xla_gpu_pgle_profile_file_or_directory_path"] = "default";
            plan.flags["xla_gpu_enable_latency_hiding_scheduler"] = "false";
        }),
            { "seen-profile-misses", { numberOf(misses) } });
}

/// What a benchmark of the links inside a node reached.
void findLinks(const RunCase &of, CauseList &causes)
{
    const auto variable = of.run.environment.find("NCCL_P2P_DISABLE");
    if (variable != of.run.environment.end() && variable->second == "1"
        && of.plan().hardware.devicesPerNode > 1)
        causes.add("links-slow", sureOfLog,
            of.longerBy([](Plan &plan) { plan.flags["NCCL_P2P_DISABLE"] = "1"; }),
            { "seen-network-variable", { variable->first, variable->second } });
    const auto part = of.run.signs.find(RunSign::LinkPart);
    if (part && *part < 1)
        causes.add("links-slow", sureOfLog,
            of.longerOn([part](Accelerator &chip) { slowLinks(chip, *part); }),
            { "seen-links-measured", { share(*part) } });
}

/// What the log says about the network; the estimate says what a slower one would cost.
void findNetwork(const RunCase &of, CauseList &causes)
{
    if (of.plan().hardware.nodes < 2)
        return;
    const RunSigns &signs = of.run.signs;
    const double rate = of.plan().hardware.nicGbytesPerSecondPerDevice.value_or(
        of.resolved.accelerator.nicRate.value() / 1e9);
    const auto slower = [&](double by) {
        return of.longerBy(
            [&](Plan &plan) { plan.hardware.nicGbytesPerSecondPerDevice = rate * by; });
    };
    const int devices = of.plan().hardware.devicesPerNode;
    const auto part = signs.find(RunSign::NetworkPart);
    if (part && *part < 1)
        causes.add("network-slow", sureOfLog, slower(*part),
            { "seen-network-measured", { share(*part) } });
    // A benchmark knows the rate of sockets; without one it is assumed.
    const double sockets = part.value_or(socketShare);
    const auto variable = of.run.environment.find("NCCL_IB_DISABLE");
    if (variable != of.run.environment.end() && variable->second == "1")
        causes.add("network-slow", sureOfLog, slower(sockets),
            { "seen-network-variable", { variable->first, variable->second } });
    if (const double lines = signs.value(RunSign::SocketTransport);
        lines > 0 && !signs.find(RunSign::NetworkDevices))
        causes.add(
            "network-slow", sureOfLog, slower(sockets), { "seen-sockets", { numberOf(lines) } });
    if (const auto adapters = signs.find(RunSign::NetworkDevices); adapters && *adapters < devices)
        causes.add("network-slow", sureOfEstimate, // two rails of twice the rate are as good
            slower(*adapters / devices),
            { "seen-few-adapters", { numberOf(*adapters), std::to_string(devices) } });
    if (const double off = signs.value(RunSign::RdmaOff); off > 0)
        causes.add("network-slow", sureOfLog, slower(0.5), { "seen-rdma-off", { numberOf(off) } });
}

} // namespace

void addCausesFromLog(const RunCase &of, CauseList &causes)
{
    findSlowRank(of, causes);
    findNvls(of, causes);
    findClocks(of, causes);
    findHost(of, causes);
    findStalls(of, causes);
    findModes(of, causes);
    findMemory(of, causes);
    findNetwork(of, causes);
    findLinks(of, causes);
    findImbalance(of, causes);
    findForeignProfile(of, causes);
    findWork(of, causes);
}

} // namespace headroom
