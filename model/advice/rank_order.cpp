#include "model/advice/rank_order.h"

namespace headroom {

std::vector<RankAxis> rankOrder(const ResolvedPlan &resolved)
{
    const Degrees &degrees = resolved.plan.parallelism;
    const RankAxis order[] { { "expert", resolved.expertIsAxis() ? degrees.expert : 1 },
        { "tensor", degrees.tensor }, { "context", degrees.context }, { "fsdp", degrees.fsdp },
        { "data", degrees.data }, { "pipeline", degrees.pipeline } };
    std::vector<RankAxis> axes;
    std::int64_t stride = 1;
    for (const RankAxis &axis : order) {
        if (axis.degree > 1)
            axes.push_back({ axis.axis, axis.degree, stride });
        stride *= axis.degree;
    }
    return axes;
}

} // namespace headroom
