#include "model/estimate/roofline.h"

#include "model/estimate/step_operations.h"
#include "model/physics/step/evaluate.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// One kind of link and its rate.
struct LinkKind
{
    Roof roof;
    LinkClass kind;
    BytesPerSecond MachineRates::*peak;
};
constexpr std::array linkKinds {
    LinkKind { Roof::ScaleUpLink, LinkClass::ScaleUp, &MachineRates::linkPeak },
    LinkKind { Roof::TorusAxis, LinkClass::Torus, &MachineRates::axisPeak },
    LinkKind { Roof::HostBus, LinkClass::HostBus, &MachineRates::hostPeak },
    LinkKind { Roof::Network, LinkClass::Network, &MachineRates::networkPeak },
};

/// What a step's traffic puts on the slowest link of its way.
struct LinkLoad
{
    Roof roof = Roof::ScaleUpLink;
    BytesPerSecond peak;
    Seconds least; ///< on that link alone, at its peak and without latency
    Bytes bytes() const { return Bytes { least.value() * peak.value() }; }
};

/// The same traffic over one kind of link at its peak, with all others infinitely fast, lasts as
/// long as that link needs for its bytes.
std::array<LinkLoad, axisCount> linkLoads(const Prepared &p, const Candidate &c)
{
    Prepared ideal = p;
    ideal.dispatchNetworkShare = 1;
    const Layout layout = makeLayout(p, c);
    std::array<LinkLoad, axisCount> loads;
    NoTrace none;
    for (const LinkKind &kind : linkKinds) {
        const BytesPerSecond peak = p.*kind.peak;
        if (peak <= BytesPerSecond {})
            continue;
        ideal.collectives = bareLinks(p.collectives, kind.kind, peak);
        Evaluation onLink;
        assembleTime(ideal, c, layout, layerCosts(ideal, c, layout, none),
            stepCalls(ideal, c, layout), onLink, none);
        for (std::size_t i = 0; i < axisCount; ++i)
            if (const Seconds least = onLink.axes[i].seconds; least > loads[i].least)
                loads[i] = { kind.roof, peak, least };
    }
    return loads;
}

} // namespace

std::vector<RooflinePoint> rooflinePoints(
    const Prepared &p, const Candidate &c, const Evaluation &evaluation)
{
    std::vector<RooflinePoint> points;
    OperationWork step;
    for (const Operation &own : stepOperations(p, c, evaluation)) {
        OperationWork work = own.forward;
        work += own.backward;
        step += work;
        points.push_back({ own.id, operationLabel(own.id), work.flop, work.bytes, work.time, {},
            Roof::Memory, p.memoryPeak });
    }
    std::array<LinkLoad, axisCount> loads;
    const auto isInUse = [](const AxisLoad &axis) { return axis.seconds > Seconds {}; };
    if (std::ranges::any_of(evaluation.axes, isInUse))
        loads = linkLoads(p, c);
    for (std::size_t i = 0; i < axisCount; ++i)
        if (isInUse(evaluation.axes[i]))
            points.push_back({ axisIds[i], operationLabel(axisIds[i]), step.flop, loads[i].bytes(),
                evaluation.axes[i].seconds, step.time, loads[i].roof, loads[i].peak });
    return points;
}

} // namespace headroom
