#include "model/diagnosis/operation_verdicts.h"

#include "model/calibration/kernel_evidence.h"
#include "model/calibration/operation_evidence.h"
#include "model/diagnosis/fitted_share.h"
#include "model/diagnosis/slowed_chip.h"
#include "model/physics/prepare/prepare.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace headroom {
namespace {

// ASSUMED: benchmarks reach their model within a fifth; what gives less than that has a reason.
constexpr double asItShouldBe = 0.8;
/// Of the adapters' rate; below it no adapter is in use but the host's own network (ASSUMED, as for
/// runs).
constexpr double adapterShare = 0.2, networkFloor = 0.002, linkFloor = 0.01;
constexpr double minMessage = 1 << 20;
/// What PCIe brings of its nominal rate, and how near to it tells it from a slow NVLink. ASSUMED
constexpr double pcieReach = 1.15;

using CaseKey = std::tuple<std::string, int, int, std::string, std::string>;

/// What was timed of one kind, group and chip.
struct OperationCase
{
    std::vector<OperationSample> samples;
    std::shared_ptr<const Accelerator> chip;
    int nodes = 0, perNode = 0;
};

std::string roundedRate(double value)
{
    return fmt::format("{:.3g}", value);
}

Amount shareAmount(double value)
{
    return { Amount::Share, value };
}

/// A plan of that chip and so many nodes: of it the machine alone matters.
std::optional<ResolvedPlan> judgedMachine(const OperationCase &of, const ProfileLibrary &library)
{
    Plan plan;
    const std::vector<std::string> models = library.modelIds();
    if (models.empty())
        return std::nullopt;
    plan.model.id = models.front();
    plan.hardware.accelerator = of.chip->id;
    plan.hardware.nodes = std::max(of.nodes, 1);
    plan.hardware.devicesPerNode = std::max(of.perNode, 1);
    const Result<ResolvedPlan> resolved = resolvePlan(plan, library);
    return resolved ? std::optional(*resolved) : std::nullopt;
}

class Judge
{
public:
    Judge(const OperationCase &of, const ResolvedPlan &machine, const Estimator &estimator)
        : m_case(of)
        , m_machine(machine)
        , m_estimator(estimator)
    { }

    OperationVerdict verdict() const
    {
        const OperationSample &first = m_case.samples.front();
        OperationVerdict result;
        result.kind = first.kind;
        result.group = first.group;
        result.nodes = m_case.nodes;
        result.chip = m_case.chip->id;
        if (const auto kind = collectiveNamed(first.kind); kind && first.group > 1)
            judgeCollective(*kind, result);
        else
            judgeKernels(result);
        return result;
    }

private:
    /// The bus bandwidth of the largest messages, and what the same messages should take.
    void judgeCollective(CollectiveKind kind, OperationVerdict &result) const
    {
        // Of several groups of that size the slowest: each waits for its slowest part.
        const auto largest
            = std::ranges::max_element(m_case.samples, {}, [](const OperationSample &sample) {
                  return std::pair { sample.bytes, sample.seconds };
              });
        if (largest->bytes < minMessage || !(largest->busGbytesPerSecond > 0))
            return;
        const MeasuredOperation own { kind, Bytes { largest->bytes }, largest->group,
            std::max(m_case.nodes, 1), Seconds { largest->seconds } };
        const auto secondsWith = [&](auto scale) {
            ResolvedPlan slowed = m_machine;
            scale(slowed.accelerator);
            return collectiveSeconds(own, m_estimator.prepare(slowed)).value();
        };
        const double expected = secondsWith([](Accelerator &) {});
        if (!(expected > 0))
            return;
        result.unit = "GB/s";
        result.reached = largest->busGbytesPerSecond;
        result.expected = result.reached * largest->seconds / expected;
        result.text = { "operation-collective",
            { result.kind, std::to_string(result.group), std::to_string(std::max(result.nodes, 1)),
                roundedRate(result.reached), roundedRate(result.expected),
                shareAmount(result.share()) } };
        if (result.share() >= asItShouldBe)
            return;
        if (m_case.nodes > 1)
            blameNetwork(result,
                shareThatTakes(
                    [&](double part) {
                        return secondsWith([part](Accelerator &chip) { slowNetwork(chip, part); });
                    },
                    largest->seconds, networkFloor));
        else
            blameLinks(result,
                shareThatTakes(
                    [&](double part) {
                        return secondsWith([part](Accelerator &chip) { slowLinks(chip, part); });
                    },
                    largest->seconds, linkFloor));
    }

    void blameNetwork(OperationVerdict &result, double part) const
    {
        constexpr double giga = 1e9;
        result.part = part;
        const double rate = m_case.chip->nicRate.value() * part / giga;
        const int adapters = m_case.perNode;
        const int used = static_cast<int>(std::lround(part * adapters));
        if (part < adapterShare) {
            result.culprit = "network-sockets";
            result.reason
                = { "operation-network-sockets", { roundedRate(rate), shareAmount(part) } };
        } else if (adapters > 1 && used < adapters) {
            result.culprit = "network-adapters";
            result.reason = { "operation-network-adapters",
                { roundedRate(rate), shareAmount(part), std::to_string(std::max(used, 1)),
                    std::to_string(adapters) } };
        } else {
            result.culprit = "network-slow";
            result.reason = { "operation-network-slow", { roundedRate(rate), shareAmount(part) } };
        }
    }

    void blameLinks(OperationVerdict &result, double part) const
    {
        constexpr double giga = 1e9;
        result.part = part;
        const double rate = m_case.chip->linkRate.value() * part / giga;
        const double host = m_case.chip->hostRate.value() / giga;
        const bool isPcie = host > 0 && rate <= host * pcieReach
            && m_case.chip->linkRate.value() / giga > host * pcieReach;
        result.culprit = isPcie ? "links-pcie" : "links-slow";
        result.reason = { isPcie ? "operation-links-pcie" : "operation-links-slow",
            { roundedRate(rate), shareAmount(part) } };
    }

    /// Products, copies: all of them together against what they should take.
    void judgeKernels(OperationVerdict &result) const
    {
        const Prepared prepared = m_estimator.prepare(m_machine);
        const Candidate candidate = planCandidate(m_machine.plan);
        double measured = 0, expected = 0, flop = 0, bytes = 0;
        for (const OperationSample &sample : m_case.samples) {
            const auto kernel = measuredKernel(sample);
            const auto own = kernel ? kernelSeconds(*kernel, prepared, candidate) : std::nullopt;
            if (!own || !(sample.seconds > 0))
                continue;
            measured += sample.seconds;
            expected += *own;
            flop += sample.flop;
            bytes += sample.bytes;
        }
        const bool isProduct = flop > 0;
        const double amount = isProduct ? flop / 1e12 : bytes / 1e9;
        if (!(measured > 0) || !(expected > 0) || !(amount > 0))
            return;
        result.unit = isProduct ? "TFLOP/s" : "GB/s";
        result.reached = amount / measured;
        result.expected = amount / expected;
        result.text = { "operation-kernel",
            { result.kind, roundedRate(result.reached), roundedRate(result.expected), result.unit,
                shareAmount(result.share()) } };
        if (result.share() >= asItShouldBe)
            return;
        const bool isHost = result.kind == "host_to_device" || result.kind == "device_to_host";
        result.culprit = isProduct ? "clocks" : isHost ? "host-link" : "memory-slow";
        result.reason = { "operation-" + result.culprit, { shareAmount(result.share()) } };
    }

    const OperationCase &m_case;
    const ResolvedPlan &m_machine;
    const Estimator &m_estimator;
};

/// How the ranks lie on nodes, as far as the table or the plan tells: no group is larger than a
/// node's devices and on one node.
void placeRanks(OperationCase &of, const Plan *planned)
{
    const OperationSample &first = of.samples.front();
    const int node = planned ? planned->hardware.devicesPerNode : of.chip->devicesPerNode;
    of.nodes = first.nodes;
    if (of.nodes == 0 && first.group > node && node > 0)
        of.nodes = (first.group + node - 1) / node;
    of.perNode = std::max(node, of.nodes > 0 ? (first.group + of.nodes - 1) / of.nodes : 1);
}

} // namespace

void noteOperations(RunsReading &reading)
{
    for (const OperationVerdict &verdict : reading.verdicts)
        if (collectiveNamed(verdict.kind) && verdict.group > 1 && verdict.expected > 0)
            for (RunRecord &run : reading.runs)
                if (run.plan.hardware.accelerator == verdict.chip)
                    run.signs.see(
                        verdict.nodes > 1 ? RunSign::NetworkPart : RunSign::LinkPart, verdict.part);
}

std::vector<OperationVerdict> judgeOperations(const std::vector<OperationSample> &samples,
    const Plan *planned, const ProfileLibrary &library, const Estimator &estimator)
{
    std::map<CaseKey, OperationCase> cases;
    for (const OperationSample &sample : samples)
        if (sample.kind != "launch" && (sample.group > 1 || measuredKernel(sample)))
            cases[{ sample.kind, sample.group, sample.nodes, sample.device, sample.format }]
                .samples.push_back(sample);
    std::map<std::string, double> linkParts; ///< by chip
    std::vector<OperationVerdict> verdicts;
    for (auto &[key, of] : cases) {
        const OperationSample &first = of.samples.front();
        of.chip = chipByName(first.device, library);
        if (!of.chip && planned)
            if (const auto own = library.accelerator(planned->hardware.accelerator))
                of.chip = *own;
        if (of.chip)
            placeRanks(of, planned);
        const bool isPlaced = of.chip && (first.group <= 1 || of.nodes > 0);
        if (!isPlaced) {
            OperationVerdict open;
            open.kind = first.kind;
            open.group = first.group;
            open.nodes = first.nodes;
            open.chip = of.chip ? of.chip->id : "";
            open.text = { of.chip ? "operation-nodes-unknown" : "operation-chip-unknown",
                { first.kind } };
            verdicts.push_back(std::move(open));
            continue;
        }
        auto machine = judgedMachine(of, library);
        if (!machine)
            continue;
        // Groups of one node come first: what their links lack, the network does not.
        double &links = linkParts.try_emplace(of.chip->id, 1.0).first->second;
        if (of.nodes > 1)
            slowLinks(machine->accelerator, links);
        OperationVerdict verdict = Judge(of, *machine, estimator).verdict();
        if (of.nodes <= 1 && verdict.group > 1)
            links = std::min(links, verdict.part);
        if (!verdict.text.id.empty())
            verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

} // namespace headroom
