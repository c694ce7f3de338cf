#include "model/incidents/played_steps.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

// Of measured runs without trouble: steps scatter by half a percent, and the first third of a run,
// on cold devices, is a little faster (ASSUMED from logs of the shipped measurements' kind).
constexpr double stepScatter = 0.004, warmDrift = 0.003;
/// The first step compiles and loads, the second still fills caches.
constexpr double firstStep = 40, secondStep = 1.15, firstFloor = 30;
constexpr double batchScatter = 0.05;
/// Two milliseconds: what a batch that is ready takes.
constexpr double readyBatch = 0.002;

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
    const double device = run.stepSeconds; // without the host's part
    const double batch = machine.batchShare * device;
    double idle = 0, total = 0;
    for (int i = 0; i < incidentSteps; ++i) {
        const double at = static_cast<double>(i) / (incidentSteps - 1);
        PlayedStep step;
        step.seconds = device * (1 + stepScatter * random.normal())
            * (1 + warmDrift * std::min(3 * at, 1.0) + machine.growth * at);
        // The next batch is loaded beside the step: what is late is waited for.
        const double late = batch * (1 + batchScatter * random.normal()) - step.seconds;
        step.batchSeconds = readyBatch + std::max(late, 0.0);
        step.seconds += step.batchSeconds;
        if (machine.jitterChance > 0 && random.unit() < machine.jitterChance)
            step.seconds += device * machine.jitterShare * random.between(0.5, 1.5);
        if (machine.stallEvery > 0 && (i + 1) % machine.stallEvery == 0)
            step.seconds += device * machine.stallShare;
        if (i > 1) {
            idle += std::max(late, 0.0);
            total += step.seconds;
        }
        if (i == 0)
            step.seconds = std::max(firstStep * device, firstFloor);
        else if (i == 1)
            step.seconds *= secondStep;
        run.steps.push_back(step);
    }
    run.deviceBusy = 1 - idle / total;
    run.stepSeconds = device + std::max(batch - device, 0.0);
}

} // namespace headroom
