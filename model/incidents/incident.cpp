#include "model/incidents/incident.h"

#include "model/incidents/incident_plans.h"
#include "model/incidents/played_steps.h"
#include "model/launch/targets/launch_flags.h"
#include "model/rules/broken_rules.h"
#include "model/timeline/build_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

// What is drawn from a seed, each by itself.
enum Purpose : std::uint64_t {
    drawsPlan = 1,
    drawsFault,
    drawsBias,
    drawsSteps,
    drawsChangedSteps
};

constexpr int maxAttempts = 400; // plans and faults that do not suit each other are drawn anew
constexpr double pairShare = 0.6; // of the hard incidents that have two faults

std::optional<ResolvedPlan> playable(const Plan &plan, const ProfileLibrary &library)
{
    Result<ResolvedPlan> resolved = resolvePlan(plan, library);
    if (!resolved || !brokenRules(*resolved).empty())
        return std::nullopt;
    return *std::move(resolved);
}

/// The faults of an incident acting on its machine; nothing: one of them finds nothing to act on.
std::optional<RunningMachine> machineOf(const Incident &incident, const ResolvedPlan &planned)
{
    RunningMachine machine;
    machine.told = machine.actual = incident.plan;
    for (const Fault &fault : incident.faults)
        if (!fault.kind->apply(machine, { fault.strength, planned }))
            return std::nullopt;
    return machine;
}

} // namespace

Result<IncidentEngine> IncidentEngine::make(const Workbench &bench)
{
    const auto catalogue = bench.catalogue();
    if (!catalogue)
        return catalogue.errors();
    Result<Estimator> estimator = bench.estimator();
    if (!estimator)
        return estimator.errors();
    IncidentEngine engine;
    engine.m_library = &bench.library();
    engine.m_estimator = std::make_shared<const Estimator>(std::move(estimator.value()));
    engine.m_catalogue = *catalogue;
    engine.m_flags = launchFlagSource(*catalogue);
    return engine;
}

/// Whether the plan fits, the machine runs it, and the last fault is felt beside what was there.
bool IncidentEngine::isPlayable(const Incident &incident, double minEffect) const
{
    const auto planned = playable(incident.plan, *m_library);
    if (!planned)
        return false;
    const auto machine = machineOf(incident, *planned);
    if (!machine || !playable(machine->told, *m_library) || !playable(machine->actual, *m_library))
        return false;
    const IncidentRun with = run(incident);
    if (!with.plannedEstimate.memory.fits)
        return false;
    Incident before = incident;
    if (!before.faults.empty())
        before.faults.pop_back();
    const double longer = with.ordinaryStep / run(before).ordinaryStep - 1;
    constexpr double mostEffect = 6; // beyond, nobody would wait for the log
    return minEffect <= 0 || (longer >= minEffect && longer <= mostEffect);
}

bool IncidentEngine::tryFault(const Incident &incident, Fault fault, Incident &with) const
{
    with = incident;
    with.faults.push_back(fault);
    return isPlayable(with, fault.kind->minEffect);
}

std::vector<const FaultKind *> IncidentEngine::kindsFor(
    const Incident &incident, const IncidentWish &wish) const
{
    std::vector<const FaultKind *> kinds;
    const bool isSecond = !incident.faults.empty();
    for (const FaultKind &kind : faultKinds()) {
        const bool isNamed = wish.fault == kind.id;
        const bool isOfLevel
            = isSecond ? kind.level < maxIncidentLevel : kind.level == incident.level;
        const bool isWished = isNamed || (wish.fault == "unlisted" && !kind.isListed)
            || (wish.fault == "listed" && kind.isListed && isOfLevel);
        if (!isWished || !kind.runsOn(incident.plan.framework))
            continue;
        if (isSecond && kind.group == incident.faults.front().kind->group)
            continue;
        kinds.push_back(&kind);
    }
    return kinds;
}

Result<Incident> IncidentEngine::draw(std::uint64_t seed, int level, const IncidentWish &wish) const
{
    if (level < 1 || level > maxIncidentLevel)
        return Errors { Error { "incident-level", "--level",
            { std::to_string(level), std::to_string(maxIncidentLevel) } } };
    if (!wish.framework.empty()
        && std::ranges::find(incidentFrameworks, wish.framework) == std::end(incidentFrameworks))
        return Errors { Error { "incident-framework", "--framework", { wish.framework } } };
    Incident incident;
    incident.seed = seed;
    incident.level = level;
    IncidentRandom plans(seed, drawsPlan), random(seed, drawsFault);
    const bool wantsPair
        = level == maxIncidentLevel && wish.fault == "listed" && random.unit() < pairShare;
    for (int attempt = 0; attempt < maxAttempts; ++attempt) {
        incident.faults.clear();
        incident.plan = drawIncidentPlan(plans, wish.framework);
        if (wish.fault == "none") {
            if (isPlayable(incident, 0))
                return incident;
            continue;
        }
        for (const bool isSecond : { false, true }) {
            if (isSecond && !wantsPair)
                continue;
            Incident asked = incident;
            if (wantsPair && !isSecond)
                asked.level = 2; // two that one can find each by itself
            const std::vector<const FaultKind *> kinds = kindsFor(asked, wish);
            if (kinds.empty())
                break;
            const FaultKind &kind
                = *kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))];
            Fault fault { &kind, random.between(kind.least, kind.most) };
            if (kind.isPower)
                fault.strength = std::round(fault.strength);
            fault.node = random.below(incident.plan.hardware.nodes);
            fault.device = random.below(incident.plan.hardware.devicesPerNode);
            Incident with;
            if (!tryFault(incident, fault, with))
                break;
            incident = std::move(with);
        }
        if (incident.faults.size() == (wantsPair ? 2U : 1U))
            return incident;
    }
    return Errors { Error { "incident-none", "--framework", { wish.fault, wish.framework } } };
}

Problems IncidentEngine::problems(const Incident &incident) const
{
    const Result<ResolvedPlan> resolved = resolvePlan(incident.plan, *m_library);
    if (!resolved)
        return resolved.errors();
    Problems problems;
    for (RuleBreak &broken : brokenRules(*resolved))
        addProblem(problems, std::move(broken.error));
    if (std::ranges::find(incidentFrameworks, incident.plan.framework)
        == std::end(incidentFrameworks))
        addProblem(problems, { "incident-framework", "framework", { incident.plan.framework } });
    for (const Fault &fault : incident.faults)
        if (!fault.kind->runsOn(incident.plan.framework))
            addProblem(problems, { "incident-fault", "faults", { fault.kind->id } });
    if (!problems.empty())
        return problems;
    const auto machine = machineOf(incident, *resolved);
    if (!machine || !playable(machine->told, *m_library) || !playable(machine->actual, *m_library))
        problems.push_back({ "incident-fault", "faults",
            { incident.faults.empty() ? "" : incident.faults.front().kind->id } });
    return problems;
}

IncidentRun IncidentEngine::run(const Incident &incident) const
{
    ResolvedPlan planned = *playable(incident.plan, *m_library);
    RunningMachine machine = *machineOf(incident, planned);
    ResolvedPlan actual = *playable(machine.actual, *m_library);
    const IncidentRandom steps(incident.seed, drawsSteps);
    return play(incident, std::move(machine), std::move(planned), std::move(actual), steps);
}

std::optional<IncidentRun> IncidentEngine::changedRun(
    const Incident &incident, const MachineChange &change) const
{
    std::optional<ResolvedPlan> planned = playable(incident.plan, *m_library);
    std::optional<RunningMachine> machine = planned ? machineOf(incident, *planned) : std::nullopt;
    if (!machine)
        return std::nullopt;
    change(*machine, incident.plan);
    std::optional<ResolvedPlan> actual = playable(machine->actual, *m_library);
    if (!actual || !playable(machine->told, *m_library))
        return std::nullopt;
    // Another run of the job: it scatters anew.
    const IncidentRandom steps(incident.seed, drawsChangedSteps);
    return play(incident, *std::move(machine), *std::move(planned), *std::move(actual), steps);
}

IncidentRun IncidentEngine::play(const Incident &incident, RunningMachine machine,
    ResolvedPlan planned, ResolvedPlan actual, IncidentRandom steps) const
{
    IncidentRun run;
    run.planned = std::move(planned);
    run.machine = std::move(machine);
    run.actual = std::move(actual);
    slowDown(run.actual.accelerator, run.machine);
    run.plannedEstimate = m_estimator->estimate(run.planned);
    run.actualEstimate = m_estimator->estimate(run.actual);
    IncidentRandom bias(incident.seed, drawsBias);
    run.bias = drawBias(run.plannedEstimate, bias);
    // Fewer sequences are no fault of the machine's: a step of them is what is healthy.
    run.healthyStep = run.bias * run.plannedEstimate.time.step;
    run.ordinaryStep = run.bias * run.actualEstimate.time.step;
    playSteps(run, steps);
    return run;
}

Timeline IncidentEngine::healthyTimeline(const IncidentRun &run) const
{
    return buildTimeline(run.planned, *m_estimator);
}

Timeline IncidentEngine::faultyTimeline(const IncidentRun &run) const
{
    return buildTimeline(run.actual, *m_estimator);
}

std::string incidentName(const Incident &incident)
{
    return incident.story.empty()
        ? fmt::format("Incident {}, level {}", incident.seed, incident.level)
        : "Incident " + incident.story;
}

std::uint64_t dailySeed(int year, int month, int day)
{
    constexpr std::uint64_t hundred = 100;
    return (static_cast<std::uint64_t>(year) * hundred + static_cast<std::uint64_t>(month))
        * hundred
        + static_cast<std::uint64_t>(day);
}

} // namespace headroom
