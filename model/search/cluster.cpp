#include "model/search/cluster.h"

#include "model/rules/broken_rules.h"
#include "model/search/caches/known_layers.h"
#include "model/search/cluster_machines.h"
#include "model/search/fastest_point.h"
#include "model/search/search_settings.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace headroom {
namespace {

/// One chip with one number of devices: the unit of work of a thread.
struct SizedChip
{
    std::size_t chip = 0;
    MachineSize size;
    std::optional<ClusterPoint> point;
    std::optional<Error> refusal; ///< a rule that no degree mends
    SearchCounts counts;
};

/// The chip or machine type that a name means, with its price.
Result<ClusterChip> chipNamed(const std::string &id, const ProfileLibrary &library)
{
    const auto chip = library.accelerator(id);
    if (chip) {
        const auto source = (*chip)->sources.find("price");
        ClusterChip found { (*chip)->id, (*chip)->name, (*chip)->pricePerDeviceHour,
            (*chip)->priceDate, {}, {}, {}, {} };
        if (source != (*chip)->sources.end())
            found.priceSource = source->second;
        found.accelerator = found.id;
        return found;
    }
    const auto machine = library.machine(id);
    if (!machine)
        return chip.errors();
    ClusterChip found { (*machine)->id, (*machine)->name, (*machine)->pricePerDeviceHour,
        (*machine)->priceDate, (*machine)->priceBasis, {}, {}, {} };
    found.accelerator = (*machine)->accelerator;
    return found;
}

Result<std::vector<ClusterChip>> chipsOf(
    const ProfileLibrary &library, const ClusterRequest &request)
{
    std::vector<ClusterChip> chips;
    Errors problems;
    const bool isNamed = !request.chips.empty();
    for (const std::string &id : isNamed ? request.chips : library.acceleratorIds()) {
        Result<ClusterChip> found = chipNamed(id, library);
        if (!found) {
            if (isNamed)
                problems.insert(problems.end(), found.errors().begin(), found.errors().end());
            continue;
        }
        ClusterChip chip = *std::move(found);
        if (const auto own = request.prices.find(chip.id); own != request.prices.end()) {
            chip.price = own->second;
            chip.priceDate.clear();
            chip.priceSource.clear();
        }
        const bool isRepeat = std::ranges::any_of(
            chips, [&](const ClusterChip &other) { return other.id == chip.id; });
        if (isRepeat)
            continue;
        if (chip.price > 0)
            chips.push_back(std::move(chip));
        else if (isNamed)
            problems.push_back({ "cluster-needs-price", "--chips", { chip.id } });
    }
    if (!problems.empty())
        return problems;
    return chips;
}

/// What a chip or machine type comes in.
std::vector<MachineSize> sizesOf(
    const ClusterChip &chip, const ProfileLibrary &library, std::int64_t most)
{
    if (chip.accelerator == chip.id)
        return machineSizes(**library.accelerator(chip.id), most);
    return machineSizes(**library.machine(chip.id), most);
}

/// The plan on so many of a chip, or of a machine type.
Plan planOn(const Plan &asked, const ClusterChip &chip, const MachineSize &size,
    const ProfileLibrary &library)
{
    Plan plan = asked;
    if (plan.hardware.machine != chip.id && chip.accelerator != chip.id)
        plan.hardware = {}; // another site
    plan = onMachine(std::move(plan), **library.accelerator(chip.accelerator), size);
    if (chip.accelerator != chip.id) {
        plan.hardware.machine = chip.id;
        plan.hardware.topology = (*library.machine(chip.id))->topology;
    }
    return plan;
}

Errors inputProblems(const ClusterRequest &request)
{
    Errors problems;
    if (!request.plan.workload.trainingTokens)
        problems.push_back({ "cluster-needs-tokens", "--tokens", {} });
    if (request.plan.workload.mode != WorkloadMode::Training)
        problems.push_back({ "cluster-needs-training", "workload.mode", { "inference" } });
    return problems;
}

SearchRequest pointRequest(const ClusterRequest &request, const Plan &plan)
{
    SearchRequest search;
    search.plan = plan;
    search.folder = request.folder;
    search.free = defaultFreeSettings();
    search.minFit = request.minFit;
    search.isExhaustive = request.isExhaustive;
    search.wantsCustomRemat = false;
    return search;
}

/// "Llama-3.1-8B on 64 H100": what the plan of a machine is called.
std::string titleOf(const Plan &asked, const ClusterChip &chip, const MachineSize &size)
{
    const std::string what = asked.model.id.empty() ? asked.name : asked.model.id;
    return what + " on " + std::to_string(size.devices()) + " " + chip.id;
}

void solve(const Estimator &estimator, const ClusterRequest &request, const ClusterChip &chip,
    SizedChip &machine, KnownLayers &layers, const std::stop_token &stop)
{
    Plan plan = planOn(request.plan, chip, machine.size, estimator.library());
    plan.name = titleOf(request.plan, chip, machine.size);
    plan.compiled.clear(); // of one machine: all are held against each other by the estimate
    if (request.prices.contains(chip.id))
        plan.hardware.pricePerDeviceHour = chip.price;
    Result<ResolvedPlan> resolved = resolvePlan(plan, estimator.library(), request.folder);
    if (!resolved) {
        machine.refusal = resolved.errors().front();
        return;
    }
    const SearchRequest search = pointRequest(request, plan);
    const SearchVariant variant(estimator, *std::move(resolved), search.free, {});
    const std::optional<Candidate> first = firstPoint(variant);
    if (!first)
        return;
    const std::vector<RuleBreak> broken = brokenRules(variant.pool.resolvedAt(*first));
    if (!broken.empty()) {
        machine.refusal = broken.front().error;
        return;
    }
    const std::optional<RankedPoint> best
        = fastestPoint(variant, search, machine.counts, layers, stop);
    if (!best || stop.stop_requested())
        return;
    const ResolvedPlan found = variant.pool.resolvedAt(best->candidate);
    ClusterPoint point;
    point.chip = chip.id;
    point.devices = machine.size.devices();
    point.plan = found.plan;
    point.estimate = estimator.estimate(found);
    const CalendarRun run = calendarRun(point.estimate);
    point.days = run.daysEnds;
    point.cost = run.costEnds;
    if (request.deadlineDays)
        point.deadlineProbability
            = probabilityBelow(*request.deadlineDays, point.run().days, point.days.high);
    machine.point = std::move(point);
}

void markFront(std::vector<ClusterPoint> &points)
{
    for (ClusterPoint &point : points)
        point.isOnFront = std::ranges::none_of(points, [&point](const ClusterPoint &other) {
            const RunInterruptions &a = other.run(), &b = point.run();
            return a.days <= b.days && a.cost <= b.cost && (a.days < b.days || a.cost < b.cost);
        });
}

/// All machines of a request, by several threads.
class Machines
{
public:
    Machines(const Estimator &estimator, const ClusterRequest &request,
        std::vector<ClusterChip> &chips, const ClusterObserver &observer)
        : m_estimator(estimator)
        , m_request(request)
        , m_chips(chips)
        , m_observer(observer)
        , m_waiting(chips.size())
        , m_isBegun(chips.size())
    {
        for (std::size_t i = 0; i < chips.size(); ++i) {
            const std::vector<MachineSize> sizes
                = sizesOf(chips[i], estimator.library(), request.maxDevices);
            m_open.push_back(sizes.size());
            for (const MachineSize &size : sizes)
                m_machines.push_back({ i, size, {}, {}, {} });
        }
        for (SizedChip &machine : m_machines)
            m_waiting[machine.chip].push_back(&machine);
    }

    void solveAll(const std::stop_token &stop)
    {
        const unsigned available = std::max(1u, std::thread::hardware_concurrency());
        const unsigned threads
            = m_request.threads > 0 ? static_cast<unsigned>(m_request.threads) : available;
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < threads; ++i)
            others.emplace_back([this, &stop] { work(stop); });
        work(stop);
    }

    SearchCounts counts() const
    {
        SearchCounts sum;
        for (const SizedChip &machine : m_machines) {
            sum.enumerated += machine.counts.enumerated;
            sum.evaluated += machine.counts.evaluated;
            sum.feasible += machine.counts.feasible;
        }
        return sum;
    }

private:
    void work(const std::stop_token &stop)
    {
        KnownLayers layers;
        std::size_t chip = m_chips.size();
        while (!stop.stop_requested()) {
            SizedChip *const machine = next(chip);
            if (!machine)
                return;
            if (std::exchange(chip, machine->chip) != machine->chip)
                layers = {};
            solve(m_estimator, m_request, m_chips[chip], *machine, layers, stop);
            if (!stop.stop_requested())
                finish(chip);
        }
    }

    /// The next machine of a chip; where it has none, that of the first chip that nobody works on,
    /// else of the first that has one: a thread keeps what machines of its chip have in common.
    SizedChip *next(std::size_t chip)
    {
        const std::scoped_lock lock(m_mutex);
        const auto isOpen
            = [](const std::vector<SizedChip *> &waiting) { return !waiting.empty(); };
        const auto isFresh
            = [&](const auto &waiting) { return isOpen(waiting) && !m_isBegun[waiting[0]->chip]; };
        auto from = m_waiting.begin() + static_cast<std::ptrdiff_t>(chip);
        if (chip == m_waiting.size() || from->empty())
            from = std::ranges::find_if(m_waiting, isFresh);
        if (from == m_waiting.end())
            from = std::ranges::find_if(m_waiting, isOpen);
        if (from == m_waiting.end())
            return nullptr;
        SizedChip *const machine = from->back();
        from->pop_back();
        m_isBegun[machine->chip] = true;
        return machine;
    }

    void finish(std::size_t chip)
    {
        const std::scoped_lock lock(m_mutex);
        ++m_done;
        const bool isLast = --m_open[chip] == 0;
        if (isLast)
            collect(chip);
        if (m_observer)
            m_observer({ m_done, m_machines.size(), isLast ? &m_chips[chip] : nullptr });
    }

    /// Hands the machines of a chip over to it.
    void collect(std::size_t index)
    {
        ClusterChip &chip = m_chips[index];
        for (SizedChip &machine : m_machines) {
            if (machine.chip != index)
                continue;
            if (machine.point)
                chip.points.push_back(*std::move(machine.point));
            else
                chip.withoutPlan.push_back(machine.size.devices());
            if (machine.refusal && !chip.refusal)
                chip.refusal = machine.refusal;
        }
        markFront(chip.points);
        if (!chip.points.empty())
            chip.refusal.reset();
        chip.isSolved = true;
    }

    const Estimator &m_estimator;
    const ClusterRequest &m_request;
    std::vector<ClusterChip> &m_chips;
    const ClusterObserver &m_observer;
    std::vector<SizedChip> m_machines; ///< chip by chip
    std::mutex m_mutex; ///< guards the rest
    std::vector<std::vector<SizedChip *>>
        m_waiting; ///< by chip; the largest, which take longest, last
    std::vector<bool> m_isBegun; ///< by chip
    std::vector<std::size_t> m_open; ///< machines of each chip that are not solved
    std::size_t m_done = 0;
};

} // namespace

std::optional<ClusterChoice> recommendedMachine(
    const ClusterRequest &request, const std::vector<ClusterChip> &chips)
{
    const auto isInTime = [&](const ClusterPoint &point) {
        return !request.deadlineDays || point.run().days <= *request.deadlineDays;
    };
    const auto isPaid = [&](const ClusterPoint &point) {
        return !request.budget || point.run().cost <= *request.budget;
    };
    std::size_t keeping = 0;
    bool anyInTime = false;
    for (const ClusterChip &chip : chips)
        for (const ClusterPoint &point : chip.points) {
            keeping += isInTime(point) && isPaid(point);
            anyInTime = anyInTime || isInTime(point);
        }
    // A deadline that nothing keeps asks for the soonest, everything else but a lone budget that is
    // kept for the cheapest.
    const bool bySpeed = request.deadlineDays ? !anyInTime : request.budget && keeping > 0;
    std::optional<ClusterChoice> best;
    double least = 0;
    for (std::size_t i = 0; i < chips.size(); ++i)
        for (std::size_t j = 0; j < chips[i].points.size(); ++j) {
            const ClusterPoint &point = chips[i].points[j];
            const bool isCandidate = keeping > 0 ? isInTime(point) && isPaid(point)
                : anyInTime                      ? isInTime(point)
                                                 : true;
            const double value = bySpeed ? point.run().days : point.run().cost;
            if (!isCandidate || (best && value >= least))
                continue;
            least = value;
            best = ClusterChoice { i, j, keeping > 0, {} };
        }
    if (!best)
        return best;
    const char *id = keeping == 0                  ? "cluster-none"
        : !request.deadlineDays && !request.budget ? "cluster-cheapest-of-all"
        : !request.deadlineDays                    ? "cluster-soonest"
        : request.budget                           ? "cluster-cheapest-within"
                                                   : "cluster-cheapest";
    best->reason = { id, { std::to_string(keeping) } };
    return best;
}

Result<ClusterOutcome> clusterOptions(const Estimator &estimator, const ClusterRequest &request,
    const ClusterObserver &observer, const std::stop_token &stop)
{
    const auto start = std::chrono::steady_clock::now();
    if (Errors problems = inputProblems(request); !problems.empty())
        return problems;
    Result<std::vector<ClusterChip>> chips = chipsOf(estimator.library(), request);
    if (!chips)
        return chips.errors();
    ClusterOutcome outcome;
    outcome.chips = *std::move(chips);
    Machines machines(estimator, request, outcome.chips, observer);
    machines.solveAll(stop);
    outcome.counts = machines.counts();
    outcome.recommended = recommendedMachine(request, outcome.chips);
    outcome.wasCancelled = stop.stop_requested();
    outcome.seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return outcome;
}

} // namespace headroom
