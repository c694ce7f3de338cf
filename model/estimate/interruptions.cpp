#include "model/estimate/interruptions.h"

#include "model/base/units/calendar.h"
#include "model/estimate/run_cost.h"
#include "model/physics/prepare/prepare.h"
#include "model/plan/job.h"
#include "model/plan/reliability.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// What goodput follows from, in the units of the plan.
struct Circumstances
{
    double mtbfHours = 0, storageRate = 0, restartMinutes = 0;
};

/// Machine and state of the job, the same whatever the circumstances are.
struct JobSize
{
    double devices = 1, nodes = 1;
    Bytes state;

    Seconds meanTimeBetweenFailures(const Circumstances &c) const
    {
        return Seconds { c.mtbfHours * secondsPerHour / devices };
    }
    Seconds checkpoint(const Circumstances &c) const
    {
        return state / BytesPerSecond { c.storageRate * bytesPerGb * nodes };
    }
    double goodputAt(const Circumstances &c, Seconds interval) const
    {
        const double share = goodput(checkpoint(c), interval,
            Seconds { c.restartMinutes * secondsPerMinute }, meanTimeBetweenFailures(c));
        // Both factors may be negative where nothing progresses.
        return checkpoint(c) < interval ? std::max(share, minGoodput) : minGoodput;
    }
};

/// One circumstance that a plan may leave open.
struct Doubt
{
    double Circumstances::*member;
    const DefaultValue *usual;
    bool isOpen;
};

void setEnds(RunInterruptions &out, const JobSize &job, const Circumstances &usual,
    std::initializer_list<Doubt> doubts)
{
    double below = 0, above = 0; // squares of the changes, which are independent
    for (const Doubt &doubt : doubts) {
        if (!doubt.isOpen)
            continue;
        for (const double end : { doubt.usual->low, doubt.usual->high }) {
            Circumstances other = usual;
            other.*doubt.member = end;
            const double change = job.goodputAt(other, out.interval) - out.goodput;
            (change < 0 ? below : above) += change * change;
        }
    }
    out.goodputP10 = std::max(minGoodput, out.goodput - std::sqrt(below));
    out.goodputP90 = std::min(1.0, out.goodput + std::sqrt(above));
}

} // namespace

double checkpointNodes(const ResolvedPlan &resolved)
{
    const Accelerator &chip = resolved.accelerator;
    if (chip.kind != AcceleratorKind::Tpu)
        return resolved.plan.hardware.nodes;
    return std::ceil(
        static_cast<double>(resolved.deviceCount()) / std::max(1, chip.devicesPerNode));
}

RunInterruptions runInterruptions(
    const ResolvedPlan &resolved, const Prepared &p, const RunEstimate &run, Seconds step)
{
    const Reliability &own = *resolved.plan.reliability;
    const Candidate point = planCandidate(resolved.plan);
    RunInterruptions out;
    out.stateBytesPerParameter = p.weightBytes + p.masterBytes
        + p.optimizers[static_cast<std::size_t>(point.optimizer)].stateBytes;
    const double trained = p.tuning.isAdapted ? p.tuning.parameters : p.parametersTotal;
    out.state = out.stateBytesPerParameter * trained;

    const JobSize job { static_cast<double>(resolved.deviceCount()), checkpointNodes(resolved),
        out.state };
    const Circumstances usual {
        own.deviceMtbfHours.value_or(defaultDeviceMtbfHours.value),
        own.storageGbytesPerSecondPerNode.value_or(defaultStorageGbytesPerSecondPerNode.value),
        own.restartMinutes.value_or(defaultRestartMinutes.value),
    };
    out.meanTimeBetweenFailures = job.meanTimeBetweenFailures(usual);
    out.checkpoint = job.checkpoint(usual);
    out.restart = Seconds { usual.restartMinutes * secondsPerMinute };
    const Seconds best
        = std::max(step, bestCheckpointInterval(out.checkpoint, out.meanTimeBetweenFailures));
    out.bestIntervalSteps = std::max(1.0, std::round(best / step));
    const auto asked = static_cast<double>(resolved.plan.job->checkpointEverySteps);
    out.period = asked > 0 ? CheckpointPeriod::Plan : CheckpointPeriod::Best;
    out.interval = asked > 0 ? step * asked : best;
    out.intervalSteps = out.interval / step;

    out.goodput = job.goodputAt(usual, out.interval);
    setEnds(out, job, usual,
        { { &Circumstances::mtbfHours, &defaultDeviceMtbfHours, !own.deviceMtbfHours },
            { &Circumstances::storageRate, &defaultStorageGbytesPerSecondPerNode,
                !own.storageGbytesPerSecondPerNode },
            { &Circumstances::restartMinutes, &defaultRestartMinutes, !own.restartMinutes } });
    out.days = run.days / out.goodput;
    out.deviceHours = run.deviceHours / out.goodput;
    out.cost = run.cost / out.goodput;
    out.failures = out.days * secondsPerDay / out.meanTimeBetweenFailures.value();
    return out;
}

} // namespace headroom
