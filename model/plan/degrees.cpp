#include "model/plan/degrees.h"

namespace headroom {

std::array<int, meshAxes.size()> meshDegrees(const Degrees &degrees)
{
    return { degrees.data, degrees.fsdp, degrees.tensor, degrees.context, degrees.pipeline,
        degrees.expert };
}

double deviceProduct(const Degrees &degrees, bool expertIsAxis)
{
    return static_cast<double>(degrees.data) * degrees.fsdp * degrees.tensor * degrees.context
        * degrees.pipeline * (expertIsAxis ? degrees.expert : 1);
}

std::int64_t batchRanks(const Degrees &degrees, bool expertIsAxis)
{
    return std::int64_t { degrees.data } * degrees.fsdp * (expertIsAxis ? degrees.expert : 1);
}

double microBatchesPerStep(std::int64_t globalBatch, const Degrees &degrees, bool expertIsAxis)
{
    return static_cast<double>(globalBatch)
        / (degrees.microBatch * static_cast<double>(batchRanks(degrees, expertIsAxis)));
}

} // namespace headroom
