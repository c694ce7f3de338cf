#include "model/incidents/played_steps.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

// Of measured runs without trouble: steps scatter by half a percent, and the first third of a run,
// on cold devices, is a little faster (ASSUMED from logs of the shipped measurements' kind).
constexpr double stepScatter = 0.004, warmDrift = 0.003;
/// The first step compiles and loads, the second still fills caches.
constexpr double firstStep = 40, secondStep = 1.15;
constexpr Seconds firstFloor { 30 };
constexpr double batchScatter = 0.05;
/// Two milliseconds: what a batch that is ready takes.
constexpr Seconds readyBatch { 0.002 };

} // namespace

double drawBias(const Estimate &estimate, IncidentRandom &random)
{
    const double step = estimate.time.step.value();
    // The interval's half on that side is 1.28 deviations.
    constexpr double deviations = 1.28;
    const double draw = std::clamp(random.normal(), -deviations, deviations) / deviations;
    const double border = draw < 0 ? estimate.time.p10.value() : estimate.time.p90.value();
    return 1 + (border / step - 1) * std::abs(draw);
}

void playSteps(IncidentRun &run, IncidentRandom &random)
{
    const RunningMachine &machine = run.machine;
    const Seconds device = run.ordinaryStep; // without the host's part
    const Seconds batch = machine.batchShare * device;
    Seconds idle, total;
    for (int i = 0; i < incidentSteps; ++i) {
        const double at = static_cast<double>(i) / (incidentSteps - 1);
        PlayedStep step;
        step.time = device * (1 + stepScatter * random.normal())
            * (1 + warmDrift * std::min(3 * at, 1.0) + machine.growth * at);
        // The next batch is loaded beside the step: what is late is waited for.
        const Seconds late
            = std::max(batch * (1 + batchScatter * random.normal()) - step.time, Seconds {});
        step.batch = readyBatch + late;
        step.time += step.batch;
        if (machine.jitterChance > 0 && random.unit() < machine.jitterChance)
            step.time += device * machine.jitterShare * random.between(0.5, 1.5);
        if (machine.stallEvery > 0 && (i + 1) % machine.stallEvery == 0)
            step.time += device * machine.stallShare;
        if (i > 1) {
            idle += late;
            total += step.time;
        }
        if (i == 0)
            step.time = std::max(firstStep * device, firstFloor);
        else if (i == 1)
            step.time = secondStep * step.time;
        run.steps.push_back(step);
    }
    run.deviceBusy = 1 - idle / total;
    run.ordinaryStep = device + std::max(batch - device, Seconds {});
}

} // namespace headroom
