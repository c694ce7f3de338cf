#include "model/calibration/operation_evidence.h"

#include "model/physics/collectives/collective_curve.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {
namespace {

constexpr Bytes minBytes { bytesPerMib }; ///< ASSUMED: below it latency decides
/// How far a step's collectives follow a benchmark's, and how many points of one curve tell apart.
/// ASSUMED
constexpr double deviationOfCurve = 0.1, pointsOfCurve = 2;

GroupSpan spanOf(const MeasuredOperation &operation, const Prepared &machine)
{
    GroupSpan span;
    span.size = operation.group;
    const double nodes = std::clamp(operation.nodes, 1, operation.group);
    span.insideNode = std::ceil(span.size / nodes);
    span.inside = std::min(span.size, std::max(span.insideNode, machine.domain));
    if (nodes > 1 && machine.domain <= machine.devicesPerNode)
        span.inside = span.insideNode;
    span.insideNode = std::max(span.insideNode, span.inside);
    span.domains = std::ceil(span.size / span.insideNode);
    return span;
}

Seconds secondsOn(
    const CollectiveMachine &machine, const MeasuredOperation &own, const Prepared &prepared)
{
    const CollectiveCurve curve(machine, own.kind, { spanOf(own, prepared), 1, 1 });
    return curve.seconds(own.amount);
}

/// What a benchmark reaches when the chip's constants move: 1 as the profiles stand.
CollectiveShares benchmarkShares(const ChipProfile &moved, const ChipProfile &plain)
{
    return { moved.link / plain.link, moved.network / plain.network, moved.peer / plain.peer,
        moved.allToAll / plain.allToAll, moved.allToAllNetwork / plain.allToAllNetwork,
        moved.networkLatency / plain.networkLatency, Evidence::Measured };
}

} // namespace

std::optional<CollectiveKind> collectiveNamed(std::string_view name)
{
    const auto found = std::ranges::find(collectiveKindNames, name);
    if (found != collectiveKindNames.end())
        return static_cast<CollectiveKind>(found - collectiveKindNames.begin());
    if (name == "send_recv" || name == "sendrecv")
        return CollectiveKind::SendReceive;
    return std::nullopt;
}

Seconds collectiveSeconds(const MeasuredOperation &operation, const Prepared &machine)
{
    return secondsOn(machine.collectives, operation, machine);
}

void addOperations(std::vector<Observation> &observations, const CalibrationRequest &request,
    const Estimator &estimator)
{
    if (request.runs.empty())
        return;
    const OwnRun &run = request.runs.front();
    const ChipProfile &plain = estimator.stacks().chip(run.run.resolved.accelerator);
    const auto isUsable = [](const MeasuredOperation &own) {
        return own.amount >= minBytes && own.time > Seconds {} && own.group > 1;
    };
    std::map<std::tuple<CollectiveKind, int, int>, double> points;
    for (const MeasuredOperation &own : request.operations)
        if (isUsable(own))
            ++points[{ own.kind, own.group, own.nodes }];
    for (const MeasuredOperation &own : request.operations) {
        if (!isUsable(own))
            continue;
        Observation observation;
        observation.logPredicted = [own, &run, plain](const StackLibrary &library) {
            const auto chip = std::ranges::find(library.chips(), run.chip, &ChipProfile::id);
            CollectiveMachine machine = run.prepared.collectives;
            machine.shares = benchmarkShares(*chip, plain);
            return std::log(secondsOn(machine, own, run.prepared).value());
        };
        observation.chip = run.chip;
        observation.logMeasured = std::log(own.time.value());
        const double count = points[{ own.kind, own.group, own.nodes }];
        observation.deviation = deviationOfCurve * std::sqrt(std::max(1.0, count / pointsOfCurve));
        observations.push_back(std::move(observation));
    }
}

} // namespace headroom
