#include "model/advice/axis_limits.h"

#include "model/physics/prepare/layout.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double largestTriedBatch = 4096; ///< sequences in a micro-batch

AxisLoad loadOf(const Prepared &p, const Candidate &c, Axis axis)
{
    return evaluate(p, c).axes[static_cast<std::size_t>(axis)];
}

bool hides(const AxisLoad &load)
{
    return load.seconds <= load.window;
}

/// One micro-batch of `size` sequences per rank and step.
bool hidesAt(const Prepared &p, const Candidate &c, Axis axis, double size, double ranks)
{
    Prepared larger = p;
    larger.globalBatch = size * ranks;
    Candidate candidate = c;
    candidate.microBatch = size;
    return hides(loadOf(larger, candidate, axis));
}

/// Doubles until the traffic hides, then closes in; 0 where it never does.
double smallestMicroBatch(const Prepared &p, const Candidate &c, Axis axis, double ranks)
{
    double high = 1;
    while (!hidesAt(p, c, axis, high, ranks)) {
        high *= 2;
        if (high > largestTriedBatch)
            return 0;
    }
    double low = high / 2;
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (hidesAt(p, c, axis, middle, ranks) ? high : low) = middle;
    }
    return high;
}

int &degreeOf(Candidate &c, Axis axis)
{
    return axis == Axis::Tensor ? c.tensor : axis == Axis::Context ? c.context : c.expert;
}

/// Largest degree up to the plan's own whose traffic hides; the ranks that it frees go to data.
int largestDegree(const Prepared &p, const Candidate &c, Axis axis)
{
    Candidate candidate = c;
    const int own = degreeOf(candidate, axis);
    for (int degree = own; degree > 1; --degree) {
        if (own % degree != 0)
            continue;
        candidate = c;
        degreeOf(candidate, axis) = degree;
        candidate.data = c.data * (axis == Axis::Expert && !p.expertIsAxis ? 1 : own / degree);
        if (hides(loadOf(p, candidate, axis)))
            return degree;
    }
    return 0;
}

/// Peak rate of the slowest link that the axis uses. A TPU axis counts both directions.
BytesPerSecond linkOf(const Prepared &p, bool crossesNodes)
{
    if (crossesNodes)
        return p.networkPeak;
    return p.isTpu ? p.linkPeak / std::max(1.0, p.torusDimensions) : p.linkPeak;
}

/// FLOPs of the work beside one byte on the wire. @source MaxText sharding guide
double intensityOf(const Prepared &p, const Candidate &c, const Layout &layout, Axis axis)
{
    const double tokens = layout.tokens;
    const double routed = p.moeLayers > 0 ? p.experts / std::max(1.0, p.topK) : 1;
    switch (axis) {
    case Axis::Fsdp:
    case Axis::Data:
        return tokens / routed;
    case Axis::Tensor:
        return (p.ffn > 0 ? p.ffn : p.expertFfn) / c.tensor;
    case Axis::Context:
        return p.sequence * p.heads / (std::max(1.0, p.kvHeads) * c.context);
    case Axis::Expert:
        return p.isTpu ? 4 * p.expertFfn : p.expertFfn;
    case Axis::Pipeline:
    case Axis::Count:
        break;
    }
    return 1.5 * layout.meanStageLayers * (p.ffn > 0 ? p.ffn : p.expertFfn * p.topK);
}

} // namespace

std::vector<AxisLimit> axisLimits(const Prepared &p, const Candidate &c)
{
    const Evaluation evaluation = evaluate(p, c);
    const Layout layout = makeLayout(p, c);
    const std::array<int, axisCount> degrees { c.fsdp, c.data, c.tensor, c.context, c.expert,
        c.pipeline };
    std::vector<AxisLimit> limits;
    for (std::size_t i = 0; i < axisCount; ++i) {
        const AxisLoad &load = evaluation.axes[i];
        if (load.seconds <= Seconds {})
            continue;
        const auto axis = static_cast<Axis>(i);
        AxisLimit limit;
        limit.axis = axisId(axis);
        limit.degree = degrees[i];
        limit.crossesNodes = load.crossesNodes;
        limit.linkRate = linkOf(p, load.crossesNodes);
        limit.intensity = intensityOf(p, c, layout, axis);
        // Across nodes the links of a whole domain carry one copy of the weights.
        const bool isState = axis == Axis::Fsdp || axis == Axis::Data;
        const double links = isState && load.crossesNodes && !p.isTpu ? p.domain : 1;
        if (limit.linkRate.value() > 0)
            limit.neededIntensity = p.peak16.value() / (links * limit.linkRate.value());
        limit.duration = load.seconds;
        limit.window = load.window;
        limit.isHidden = hides(load);
        limit.tokensPerDevice = layout.tokens / c.tensor;
        if (isState) {
            const double routed = p.moeLayers > 0 ? p.experts / std::max(1.0, p.topK) : 1;
            limit.criticalTokens = limit.neededIntensity * routed;
            limit.smallestMicroBatch = smallestMicroBatch(p, c, axis, layout.ranks);
            limit.smallestGlobalBatch = limit.smallestMicroBatch * layout.ranks;
        } else if (axis == Axis::Pipeline) {
            limit.smallestMicroBatch = limit.isHidden ? c.microBatch : 0;
            limit.smallestGlobalBatch = limit.smallestMicroBatch * layout.ranks;
        } else {
            limit.largestDegree = largestDegree(p, c, axis);
        }
        limits.push_back(std::move(limit));
    }
    return limits;
}

} // namespace headroom
