#include "model/tune/tune_files.h"

#include "model/estimate/plain_figures.h"
#include "model/plan/framework_traits.h"
#include "model/plan/remat_kind.h"
#include "model/rules/broken_rules.h"
#include "model/session/plan_remedies.h"
#include "model/tune/tune_case.h"
#include "model/tune/tune_steps.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace headroom {
namespace {

constexpr int maxRounds = 4; ///< changes one after the other
constexpr std::size_t maxTried = 24; ///< changes of a round that are written and read back
constexpr std::size_t maxEstimated = 200; ///< changes of a round that are estimated with intervals
constexpr double worthARound = 0.01; ///< share of the objective that a round must gain
constexpr double soundFit = 0.8; ///< probability below which the verdict warns: may-not-fit
constexpr double sureFit = 0.9; ///< probability, as `search` recommends by default
constexpr double worthAMachine
    = 0.05; ///< share of the cost for which it runs on fewer devices, longer; as checkedGain
constexpr std::size_t maxMachines = 24; ///< numbers of devices that are tried

/// Layouts of Megatron-LM and torchtitan as their files write them: replicas with or without a
/// sharded optimizer, or shards, over what tensor and context parallelism leave.
std::vector<PlanMove> wholeLayouts(const ResolvedPlan &plan)
{
    const Framework framework = plan.framework().id;
    std::vector<PlanMove> moves;
    if (framework != Framework::Megatron && framework != Framework::Torchtitan)
        return moves;
    const bool isMegatron = framework == Framework::Megatron;
    const std::int64_t devices = plan.deviceCount() / std::max(1, plan.plan.parallelism.pipeline);
    for (const int tensor : { 1, 2, 4, 8 })
        for (const int context : { 1, 2, 4 })
            for (const int stage : { 0, 1, 2, 3 })
                for (const char *policy : { wholeRematId, selectiveRematId, fullRematId })
                    for (const int micro : { 1, 2, 4 }) {
                        const std::int64_t ranks = devices / (tensor * context);
                        const bool isSharded = stage >= 2;
                        if (devices % (tensor * context) != 0 || (!isMegatron && !isSharded))
                            continue;
                        moves.push_back({ { "parallelism.tensor", std::to_string(tensor) },
                            { "parallelism.sequence_parallel", tensor > 1 ? "true" : "false" },
                            { "parallelism.context", std::to_string(context) },
                            { "parallelism.data", std::to_string(isSharded ? 1 : ranks) },
                            { "parallelism.fsdp", std::to_string(isSharded ? ranks : 1) },
                            { "parallelism.zero_stage", std::to_string(stage) },
                            { "parallelism.micro_batch_sequences", std::to_string(micro) },
                            { "remat.policy", policy } });
                    }
    return moves;
}

/// Nodes that divide those of the run, and parts of the last node, from many devices to few.
std::vector<RunDevices> fewerDevices(const HardwareChoice &hardware)
{
    std::vector<RunDevices> all;
    for (int nodes = hardware.nodes - 1; nodes >= 1 && all.size() < maxMachines; --nodes)
        if (hardware.nodes % nodes == 0)
            all.push_back({ nodes, hardware.devicesPerNode });
    for (int devices = hardware.devicesPerNode / 2; devices >= 1; devices /= 2)
        all.push_back({ 1, devices });
    return all;
}

/// The plan on fewer devices: fewer replicas first, then fewer shards.
PlanMove moveTo(const RunDevices &devices, const Plan &plan)
{
    const HardwareChoice &hardware = plan.hardware;
    int factor = hardware.nodes * hardware.devicesPerNode / (devices.nodes * devices.perNode);
    PlanMove move { { "hardware.nodes", std::to_string(devices.nodes) },
        { "hardware.devices_per_node", std::to_string(devices.perNode) } };
    const Parallelism &degrees = plan.parallelism;
    const std::array<std::pair<const char *, int>, 5> shares { { { "data", degrees.data },
        { "fsdp", degrees.fsdp }, { "pipeline", degrees.pipeline }, { "context", degrees.context },
        { "tensor", degrees.tensor } } };
    for (const auto &[name, degree] : shares) {
        const int less = std::gcd(degree, factor);
        factor /= less;
        if (less > 1)
            move.push_back({ std::string("parallelism.") + name, std::to_string(degree / less) });
    }
    return move;
}

/// What is counted, and what decides between equal counts; less is better.
double countOf(TuneObjective objective, const Plan &plan, const Estimate &figures)
{
    const double devices = static_cast<double>(plan.hardware.nodes) * plan.hardware.devicesPerNode;
    switch (objective) {
    case TuneObjective::Memory:
        return figures.memory.peak.value();
    case TuneObjective::Cost: // a step trains the same tokens, and the chip has one price
        return devices * figures.time.step.value();
    case TuneObjective::Devices:
        return devices;
    case TuneObjective::Throughput:
        break;
    }
    return figures.time.step.value();
}

class Tuner
{
public:
    explicit Tuner(TuneCase &files)
        : m_case(files)
        , m_estimator(files.estimator())
        , m_objective(files.question().objective)
    { }

    TuneOutcome run()
    {
        TuneOutcome outcome = m_case.outcome();
        if (!m_case.start())
            return outcome;
        const ResolvedPlan &start = *m_case.start();
        outcome.now = m_estimator.estimate(start);
        WrittenFiles best { m_case.question().files, start };
        const bool isOfDevices
            = m_objective == TuneObjective::Cost || m_objective == TuneObjective::Devices;
        improveAll(best);
        if (isOfDevices)
            tryFewer(best);
        outcome.after = std::move(best.files);
        outcome.then = m_estimator.estimate(best.plan);
        outcome.plan = best.plan.plan;
        const double was = countOf(m_objective, start.plan, *outcome.now);
        outcome.gain = was > 0 ? 1 - countOf(m_objective, outcome.plan, *outcome.then) / was : 0;
        outcome.hunks = tuneHunks(m_case.question().files, start, best.plan, m_estimator);
        if (!outcome.then->memory.fits)
            outcome.beyond = planRemedies(m_estimator, best.plan, *outcome.then);
        return outcome;
    }

private:
    enum class Room { OfTheDevice, Any }; ///< that a candidate may take
    struct Candidate
    {
        PlanMove move;
        MeantPlan meant;
    };

    void improveAll(WrittenFiles &files)
    {
        improveInRounds(files);
        if (fits(files))
            return;
        // No change alone makes it fit: several that each save memory may.
        WrittenFiles smaller = files;
        for (int round = 0; round < maxRounds && !fits(smaller) && shrink(smaller); ++round) { }
        if (!fits(smaller))
            return;
        improveInRounds(smaller);
        files = std::move(smaller);
    }
    void improveInRounds(WrittenFiles &files)
    {
        for (int round = 0; round < maxRounds && improve(files, round == 0); ++round) { }
    }
    bool fits(const WrittenFiles &files) const
    {
        return m_estimator.estimate(files.plan).memory.fits;
    }
    /// The change that saves most memory of those that the files can say.
    bool shrink(WrittenFiles &files)
    {
        const Estimate now = m_estimator.estimate(files.plan);
        std::vector<Candidate> all = candidates(files.plan, now, false, Room::Any);
        std::ranges::stable_sort(
            all, {}, [](const Candidate &one) { return one.meant.figures.memory.peak.value(); });
        std::size_t tried = 0;
        for (const Candidate &candidate : all) {
            const Bytes enough = now.memory.peak * (1 - worthARound);
            if (++tried > maxTried || candidate.meant.figures.memory.peak > enough)
                break;
            std::optional<WrittenFiles> written
                = m_case.files().write(files.files, files.plan, candidate.meant);
            if (!written || m_estimator.estimate(written->plan).memory.peak > enough)
                continue;
            files = *std::move(written);
            return true;
        }
        return false;
    }

    /// The same on fewer devices, where that costs less or is what is asked for.
    void tryFewer(WrittenFiles &best)
    {
        const ResolvedPlan &start = *m_case.start();
        std::vector<RunDevices> machines = fewerDevices(start.plan.hardware);
        if (m_objective == TuneObjective::Devices)
            std::ranges::reverse(machines);
        for (const RunDevices &devices : machines) {
            const auto meant = m_case.files().moved(start.plan, moveTo(devices, start.plan));
            if (!meant)
                continue;
            m_case.files().setDevices(devices);
            std::optional<WrittenFiles> files
                = m_case.files().write(m_case.question().files, start, *meant);
            if (!files)
                continue;
            improveAll(*files);
            const Estimate figures = m_estimator.estimate(files->plan);
            if (figures.memory.fitProbability < sureFit)
                continue;
            const double was
                = countOf(m_objective, best.plan.plan, m_estimator.estimate(best.plan));
            const bool isLess
                = countOf(m_objective, files->plan.plan, figures) < was * (1 - worthAMachine);
            if (isLess)
                best = *std::move(files);
            if (isLess && m_objective == TuneObjective::Devices)
                break; // the fewest come first
        }
    }

    bool isAllowed(const PlanMove &move) const
    {
        const TuneQuestion &question = m_case.question();
        const Reach reach = reachOf(move);
        return reach == Reach::Layout || reach == Reach::Offload
            || (reach == Reach::Numerics && question.allowsNumerics)
            || (reach == Reach::Work && question.allowsWork);
    }

    /// On the devices at hand; less is better.
    double objective(const Estimate &figures) const
    {
        return m_objective == TuneObjective::Memory ? figures.memory.peak.value()
                                                    : figures.time.step.value();
    }

    /// Whether `b` is worth the change: it makes the plan fit, or gains without making it unsure.
    bool isBetter(const Estimate &a, const Estimate &b) const
    {
        const double fitA = a.memory.fitProbability, fitB = b.memory.fitProbability;
        if (fitA < soundFit)
            return fitB >= sureFit || fitB > fitA + worthARound;
        return fitB >= std::min(sureFit, fitA) && objective(b) < objective(a) * (1 - worthARound);
    }

    /// Valid changes that promise a gain, the best first, by figures without intervals.
    std::vector<Candidate> candidates(const ResolvedPlan &plan, const Estimate &now, bool isFirst,
        Room room = Room::OfTheDevice) const
    {
        std::vector<Candidate> all;
        const auto consider = [&](const PlanMove &move) {
            if (!isAllowed(move))
                return;
            std::optional<MeantPlan> meant = m_case.files().moved(plan.plan, move);
            if (!meant)
                return;
            const bool isPromising = now.memory.fitProbability < soundFit
                || objective(meant->figures) < objective(now) * (1 - worthARound);
            const bool hasRoom
                = room == Room::Any || meant->figures.memory.peak <= now.memory.capacity;
            if (isPromising && hasRoom)
                all.push_back({ move, *std::move(meant) });
        };
        for (const Remedy &remedy : planRemedies(m_estimator, plan, now).all)
            consider(remedy.changes);
        const MoveSources sources { m_estimator.library(), now.memory.outsidePool, {} };
        for (const Reach reach : { Reach::Layout, Reach::Offload, Reach::Numerics, Reach::Work })
            for (const PlanMove &move : planMoves(plan, reach, sources))
                consider(move);
        if (isFirst)
            for (const PlanMove &move : wholeLayouts(plan))
                consider(move);
        std::ranges::stable_sort(
            all, {}, [this](const Candidate &one) { return objective(one.meant.figures); });
        return all;
    }

    bool improve(WrittenFiles &files, bool isFirst)
    {
        const Estimate now = m_estimator.estimate(files.plan);
        const std::vector<Candidate> all = candidates(files.plan, now, isFirst);
        // What fits surely comes before what only fits more likely.
        if (now.memory.fitProbability < soundFit)
            return takeFirst(all, now, sureFit, files)
                || takeFirst(all, now, now.memory.fitProbability + worthARound, files);
        return takeFirst(all, now, std::min(sureFit, now.memory.fitProbability), files);
    }

    /// Takes the first change that the files can say, gains, and fits with the probability.
    bool takeFirst(
        const std::vector<Candidate> &all, const Estimate &now, double fit, WrittenFiles &files)
    {
        std::size_t tried = 0, estimated = 0;
        for (const Candidate &candidate : all) {
            if (tried > maxTried || ++estimated > maxEstimated)
                break;
            const Estimate figures = m_estimator.estimate(candidate.meant.plan);
            if (figures.memory.fitProbability < fit || !isBetter(now, figures))
                continue;
            ++tried;
            std::optional<WrittenFiles> written
                = m_case.files().write(files.files, files.plan, candidate.meant);
            if (!written || !isBetter(now, m_estimator.estimate(written->plan)))
                continue;
            files = *std::move(written);
            return true;
        }
        return false;
    }

    TuneCase &m_case;
    const Estimator &m_estimator;
    TuneObjective m_objective;
};

} // namespace

const char *tuneObjectiveName(TuneObjective objective)
{
    constexpr const char *names[] { "throughput", "memory", "cost", "devices" };
    return names[static_cast<std::size_t>(objective)];
}

TuneOutcome tuneFiles(const TuneQuestion &question, const Estimator &estimator)
{
    TuneCase files(question, estimator);
    return Tuner(files).run();
}

} // namespace headroom
