#include "model/advice/network_need.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom {
namespace {

/// One-way GB/s per device: 12.5 Gb/s to 6.4 Tb/s in doublings.
constexpr std::array pointRates { 1.5625, 3.125, 6.25, 12.5, 25.0, 50.0, 100.0, 200.0, 400.0,
    800.0 };
constexpr double fastestRate = 6400; ///< GB/s; beyond it nothing is called a network
constexpr double slowestRate = 0.01; ///< GB/s; where the search for the least rate begins
constexpr int halvings = 24; ///< of that range, as a ratio: leaves less than a millionth
constexpr FlopPerSecond v100Peak { 125e12 }; ///< dense fp16 of a V100, @source its datasheet
constexpr double bitsPerByte = 8;

Prepared withRate(const Prepared &p, BytesPerSecond network)
{
    Prepared changed = p;
    changed.networkPeak = network;
    applyConstants(changed, p.chip, p.stack);
    return changed;
}

struct Crossing
{
    Seconds seconds, exposed;
    bool allHidden = true;
};

Crossing crossing(const Evaluation &evaluation)
{
    Crossing sum;
    for (const AxisLoad &axis : evaluation.axes) {
        if (!axis.crossesNodes || axis.seconds <= Seconds {})
            continue;
        sum.seconds += axis.seconds;
        sum.exposed += axis.exposed;
        sum.allHidden = sum.allHidden && axis.seconds <= axis.window;
    }
    return sum;
}

// Gigabits per second of a V100 node with sharded states, @source see networkNeed().
constexpr double tooSlow = 100, okFrom = 200, okTo = 400, idealFrom = 800;

/// Scaled gigabits per second of a node against the document's tiers.
std::string tierOf(double scaled)
{
    if (scaled >= idealFrom)
        return "ideal";
    if (scaled > okTo)
        return "between";
    if (scaled >= okFrom)
        return "ok";
    return scaled > tooSlow ? "between" : "too-slow";
}

double minRate(const Prepared &p, const Candidate &c)
{
    const auto hides = [&](double gbytes) {
        return crossing(evaluate(withRate(p, gbytesPerSecond(gbytes)), c)).allHidden;
    };
    double low = slowestRate, high = fastestRate;
    if (!hides(high))
        return 0;
    for (int step = 0; step < halvings; ++step) {
        const double middle = std::sqrt(low * high);
        (hides(middle) ? high : low) = middle;
    }
    return high;
}

} // namespace

NetworkNeed networkNeed(const Estimator &estimator, const ResolvedPlan &resolved)
{
    const Prepared p = estimator.prepare(resolved);
    const Candidate c = planCandidate(resolved.plan);
    const Evaluation now = evaluate(p, c);
    NetworkNeed need;
    const Crossing sum = crossing(now);
    need.isUsed = sum.seconds > Seconds {};
    if (!need.isUsed || p.networkPeak <= BytesPerSecond {})
        return need;
    const auto isCrossing = [&](Axis axis) {
        const AxisLoad &load = now.axes[static_cast<std::size_t>(axis)];
        return load.seconds > Seconds {} && load.crossesNodes;
    };
    const bool hasTier = !p.isTpu && isCrossing(Axis::Fsdp);
    const auto nodeGigabit = [&](BytesPerSecond rate) {
        return rate.value() / bytesPerGb * bitsPerByte * p.devicesPerNode;
    };
    const auto scaledNode = [&](BytesPerSecond rate) {
        return nodeGigabit(rate) * v100Peak.value() / p.peak16.value();
    };
    std::vector<BytesPerSecond> rates;
    std::ranges::transform(pointRates, std::back_inserter(rates), gbytesPerSecond);
    rates.push_back(p.networkPeak);
    std::ranges::sort(rates);
    rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
    for (const BytesPerSecond rate : rates) {
        const Evaluation then = evaluate(withRate(p, rate), c);
        const Crossing own = crossing(then);
        NetworkPoint point;
        point.rate = rate;
        point.gbytesPerSecond = rate.value() / bytesPerGb;
        point.isPlan = rate == p.networkPeak;
        point.step = then.step;
        point.exposed = own.exposed;
        point.busy = std::min(1.0, own.seconds / then.step);
        point.idle = 1 - point.busy;
        point.tier = hasTier ? tierOf(scaledNode(rate)) : std::string();
        need.points.push_back(std::move(point));
    }
    need.least = BytesPerSecond { minRate(p, c) * bytesPerGb };
    need.paid = p.networkPeak;
    need.busy = std::min(1.0, sum.seconds / now.step);
    need.idle = 1 - need.busy;
    need.idleRate = need.paid * need.idle;
    need.nodeGigabitPerSecond = nodeGigabit(p.networkPeak);
    need.scaledGigabitPerSecond = scaledNode(p.networkPeak);
    need.tier = hasTier ? tierOf(need.scaledGigabitPerSecond) : std::string();
    return need;
}

} // namespace headroom
