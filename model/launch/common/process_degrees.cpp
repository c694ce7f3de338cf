#include "model/launch/common/process_degrees.h"

#include <cmath>

namespace headroom {
namespace {

bool divides(int factor, double value)
{
    return std::fmod(value, factor) == 0;
}

} // namespace

Parallelism degreesOfProcesses(const ResolvedPlan &resolved)
{
    Parallelism degrees = resolved.plan.parallelism;
    const int factor = resolved.accelerator.processesPerChip();
    if (factor == 1 || resolved.framework().runsXla)
        return degrees;
    const bool halvesBatch = divides(factor, degrees.microBatch);
    const int tensor = degrees.tensor * factor;
    if (halvesBatch || divides(factor, gradientAccumulation(resolved))) {
        (degrees.fsdp > 1 || degrees.data == 1 ? degrees.fsdp : degrees.data) *= factor;
        if (halvesBatch)
            degrees.microBatch /= factor;
    } else if (resolved.model->heads % tensor == 0 && resolved.model->kvHeads % tensor == 0)
        degrees.tensor = tensor;
    else
        degrees.context *= factor;
    return degrees;
}

ResolvedPlan planOfProcesses(const ResolvedPlan &resolved)
{
    ResolvedPlan other = resolved;
    const int factor = resolved.accelerator.processesPerChip();
    other.plan.parallelism = degreesOfProcesses(resolved);
    other.plan.parallelism.mesh = {};
    other.plan.hardware.devicesPerNode *= factor;
    other.accelerator.jaxDevicesPerChip = 1;
    return other;
}

} // namespace headroom
