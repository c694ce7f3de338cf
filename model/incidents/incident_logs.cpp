#include "model/incidents/log_lines.h"

#include "model/base/units/quantity.h"
#include "model/diagnosis/load_balance.h"
#include "model/incidents/played_steps.h"
#include "model/incidents/printed_configuration.h"

#include <cmath>

// Logs in the form of their frameworks. @source AI-Hypercomputer/maxtext common/metric_logger.py;
// NVIDIA/Megatron-LM training/training.py; pytorch/torchtitan components/metrics.py, 2026-08

namespace headroom {
namespace {

/// A log with the moments at which it grows: its head at once, then each step when it ends.
/// "iteration 1" takes its time from the clock of the first step.
class StepTimes
{
public:
    explicit StepTimes(const IncidentRun &run)
        : m_run(run)
        , m_parts(1)
    { }
    double pass(int step)
    {
        const double seconds = m_run.steps[static_cast<std::size_t>(step)].time.value();
        clock.seconds += seconds;
        m_parts.push_back({ m_parts.back().seconds + seconds, {} });
        return seconds;
    }
    std::string &text() { return m_parts.back().text; }
    std::vector<LogPart> take() { return std::move(m_parts); }
    LogClock clock;

private:
    const IncidentRun &m_run;
    std::vector<LogPart> m_parts;
};

std::string megatronTimers(const IncidentRun &run, const PlayedStep &step)
{
    constexpr double milli = 1e3, updateShare = 0.04, rankScatter = 0.002;
    const double work = (step.time - step.batch).value() * (1 - updateShare) * milli;
    // Ranks wait for each other inside the pass: what the slowest takes, all of them take.
    std::string text = "(min, max) time across ranks (ms):\n";
    text += fmt::format("    forward-backward ...............................: ({:.2f}, {:.2f})\n",
        work * (1 - rankScatter), work);
    text += fmt::format("    batch-generator ................................: ({:.2f}, {:.2f})\n",
        step.batch.value() * milli * 0.97, step.batch.value() * milli);
    text += fmt::format("    optimizer ......................................: ({:.2f}, {:.2f})\n",
        run.actualEstimate.time.step.value() * updateShare * milli * 0.99,
        run.actualEstimate.time.step.value() * updateShare * milli);
    return text;
}

std::string megatronMemory(const IncidentRun &run)
{
    const double allocated = run.actualEstimate.memory.allocated.bytes.value() / bytesPerMib;
    const double reserved = run.actualEstimate.memory.reserved.bytes.value() / bytesPerMib;
    return fmt::format("[Rank 0] (after 2 iterations) memory (MB) | allocated: {:.2f} | max "
                       "allocated: {:.2f} | reserved: {:.2f} | max reserved: {:.2f}\n",
        allocated * 0.55, allocated, reserved, reserved);
}

} // namespace

std::string deviceName(const Accelerator &chip)
{
    if (chip.id == "a100-80-sxm")
        return "NVIDIA A100-SXM4-80GB";
    if (chip.id == "h100-pcie")
        return "NVIDIA H100 PCIe";
    return "NVIDIA H100 80GB HBM3";
}

std::string LogClock::text(char fraction) const
{
    const auto milli = static_cast<std::int64_t>(seconds * 1e3);
    const std::int64_t whole = milli / 1000;
    return fmt::format("{:02d}:{:02d}:{:02d}{}{:03d}", whole / 3600 % 24, whole / 60 % 60,
        whole % 60, fraction, milli % 1000);
}

double lossAt(int step)
{
    constexpr double start = 11.9, floor = 6.8, length = 60;
    return floor + (start - floor) * length / (length + step);
}

double stepTflop(const IncidentRun &run)
{
    const Estimate &estimate = run.actualEstimate;
    return inTflopPerSecond(estimate.throughput.model) * estimate.time.step.value();
}

double stepTokens(const IncidentRun &run)
{
    return run.actualEstimate.derived.tokensPerDevice;
}

std::string logHead(
    const Incident &incident, const IncidentRun &run, const std::vector<ExportFile> &files)
{
    const int devices = incident.plan.hardware.devicesPerNode;
    std::string text = "+ nvidia-smi -L\n";
    for (int device = 0; device < devices; ++device)
        text += fmt::format("GPU {}: {} (UUID: GPU-{:08x}-0000-0000-0000-{:012x})\n", device,
            deviceName(run.actual.accelerator), incident.seed & 0xffffffffU, device);
    text += fmt::format(
        "SLURM_NNODES={}\nSLURM_GPUS_ON_NODE={}\n", incident.plan.hardware.nodes, devices);
    text += printedEnvironment(files);
    const std::string nccl = hostName(0) + ":4000:4000 [0] NCCL INFO ";
    text += nccl + "NCCL version 2.27.3+cuda12.9\n";
    if (incident.plan.hardware.nodes > 1) {
        if (run.machine.usesSockets)
            text += nccl + "NET/IB : No device found.\n" + nccl
                + "NET/Socket : Using [0]eth0:10.0.0.10<0>\n";
        else {
            text += nccl + "NET/IB : Using ";
            for (int adapter = 0; adapter < devices; ++adapter)
                text += fmt::format("[{}]mlx5_{}:1/IB ", adapter, adapter);
            text += "[RO]; OOB eth0:10.0.0.10<0>\n";
        }
    }
    const bool hasSwitch = run.actual.accelerator.id == "h100-sxm" && run.machine.links == 1;
    if (hasSwitch)
        text += nccl
            + "16 coll channels, 16 collnet channels, 16 nvls channels, 16 p2p channels, 2 p2p "
              "channels per peer\n";
    return text;
}

std::vector<LogPart> maxtextLog(const IncidentRun &run, const std::vector<ExportFile> &files)
{
    const ResolvedPlan &plan = run.actual;
    StepTimes times(run);
    std::string &head = times.text();
    head = printedMaxtext(files, plan.deviceCount(), plan.plan.hardware.nodes);
    head += "System Information: Jaxlib Version: " + run.planned.releases.jaxlib + '\n';
    const MemoryEstimate &memory = run.actualEstimate.memory;
    head += fmt::format("Total memory size: {:.1f} GB, Output size: {:.1f} GB, Temp size: {:.1f} "
                        "GB, Argument size: {:.1f} GB, Host temp size: 0.0 GB.\n",
        memory.peak.value() / bytesPerGib, memory.peak.value() / bytesPerGib * 0.2,
        memory.peak.value() / bytesPerGib * 0.7, memory.peak.value() / bytesPerGib * 0.3);
    if (run.machine.hasForeignProfile)
        for (const char *name : { "all-gather-start.3", "reduce-scatter-start.3",
                 "all-gather-start.7", "reduce-scatter-start.9", "all-reduce-start.2" })
            head
                += fmt::format("I xla/service/profile_guided_latency_estimator.cc:98] PGLE did NOT "
                               "find wrapped instruction name or async start. From: {}\n",
                    name);
    for (int step = 0; step < incidentSteps; ++step) {
        const double seconds = times.pass(step);
        times.text() += fmt::format("completed step: {}, seconds: {:.3f}, TFLOP/s/device: {:.3f}, "
                                    "Tokens/s/device: {:.3f}, total_weights: {}, loss: {:.3f}\n",
            step, seconds, stepTflop(run) / seconds, stepTokens(run) / seconds,
            plan.plan.workload.globalBatchSequences * plan.plan.workload.sequenceLength,
            lossAt(step));
    }
    return times.take();
}

std::vector<LogPart> megatronLog(const IncidentRun &run, const std::vector<ExportFile> &files)
{
    const Plan &plan = run.machine.told;
    const Parallelism &degrees = plan.parallelism;
    StepTimes times(run);
    times.text() = fmt::format(
        "using world size: {}, data-parallel size: {}, context-parallel size: {}, hierarchical "
        "context-parallel sizes: None, tensor-model-parallel size: {}, pipeline-model-parallel "
        "size: {}\nusing torch.bfloat16 for parameters ...\n",
        run.actual.deviceCount(), degrees.data, degrees.context, degrees.tensor, degrees.pipeline);
    times.text() += printedMegatron(files, run.actual.deviceCount());
    const std::int64_t batch = plan.workload.globalBatchSequences;
    for (int step = 0; step < incidentSteps; ++step) {
        const double seconds = times.pass(step);
        std::string &text = times.text();
        text += fmt::format(
            " [2026-08-22 {}000] iteration {:8d}/{:8d} | consumed samples: {:12d} | elapsed time "
            "per iteration (ms): {:.1f} | throughput per GPU (TFLOP/s/GPU): {:.1f} | learning "
            "rate: {:.6E} | global batch size: {:5d} | lm loss: {:.6E}",
            times.clock.text(), step + 1, incidentSteps, batch * (step + 1), seconds * 1e3,
            stepTflop(run) / seconds, 1e-4 * (step + 1) / incidentSteps, batch, lossAt(step));
        if (run.actual.model->moe)
            text += fmt::format(" | load_balancing_loss: {:.6E}",
                loadBalancingLoss(std::max(run.machine.actual.options.moeLoadImbalance, 1.0),
                    run.actual.model->moe->experts));
        text += " | loss scale: 1.0 | grad norm: 1.578 | number of skipped iterations:   0 | "
                "number of nan iterations:   0 |\n";
        if (step == 1)
            text += megatronMemory(run);
        text += megatronTimers(run, run.steps[static_cast<std::size_t>(step)]);
    }
    return times.take();
}

std::vector<LogPart> torchtitanLog(const IncidentRun &run, const std::vector<ExportFile> &files)
{
    StepTimes times(run);
    times.text() = printedTitan(files, run.actual);
    const Accelerator &chip = run.actual.accelerator;
    const double peak = chip.peak.bf16 ? chip.peak.bf16->value() / run.machine.clock : 1;
    const double gib = chip.usableMemory.value() / bytesPerGib;
    const double reserved = run.actualEstimate.memory.reserved.bytes.value() / bytesPerGib;
    const auto line = [&](const std::string &words) {
        times.text() += fmt::format(
            "[rank0]:[titan] 2026-08-22 {} - root - INFO - {}\n", times.clock.text(','), words);
    };
    line(fmt::format("CUDA capacity: {} with {:.2f}GiB memory", deviceName(chip), gib));
    line(fmt::format("Peak FLOPS used for computing MFU: {:.3e}", peak));
    const Plan &plan = run.machine.told;
    line(fmt::format("Training starts at step 1, with local batch size {:g}, global batch size {}, "
                     "sequence length {}",
        plan.parallelism.microBatch, plan.workload.globalBatchSequences,
        plan.workload.sequenceLength));
    for (int step = 0; step < incidentSteps; ++step) {
        const double seconds = times.pass(step), at = static_cast<double>(step) / incidentSteps;
        const double held = reserved * (1 + 0.2 * at * (run.machine.growth > 0 ? 1 : 0));
        const double tflops = stepTflop(run) / seconds;
        line(fmt::format("step: {:2d}  loss: {:7.4f}  grad_norm: {:7.4f}  memory: "
                         "{:5.2f}GiB({:.2f}%)  tps: {:.0f}  tflops: {:.2f}  mfu: {:.2f}%",
            step + 1, lossAt(step), 1.2, std::min(held, gib), 100 * std::min(held / gib, 1.0),
            stepTokens(run) / seconds, tflops, 100 * tflops * 1e12 / peak));
        constexpr int every = 10;
        if (const int retries = static_cast<int>(run.machine.retries * at);
            retries > 0 && step % every == 0)
            line(fmt::format("{} CUDA memory allocation retries.", retries));
    }
    return times.take();
}

} // namespace headroom
