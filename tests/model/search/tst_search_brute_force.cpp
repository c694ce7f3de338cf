#include "valid_plans.h"

#include "model/rules/broken_rules.h"
#include "model/search/search_variant.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <set>

using namespace headroom;

namespace {

std::string signature(const Plan &plan)
{
    std::string text;
    for (const std::string &path : freeableSettings() | std::views::filter(isPointSetting))
        text += planFieldText(plan, path) + " ";
    return text;
}

/// A configuration that fits.
struct BruteRow
{
    double step = 0, peak = 0, headroom = 0;
};

/// The same answer without any of the search's code: an estimate for each valid plan.
std::vector<BruteRow> bruteForce(const std::vector<Plan> &plans)
{
    std::vector<BruteRow> rows;
    for (const Plan &plan : plans) {
        const ResolvedPlan resolved = *resolvePlan(plan, shippedLibrary());
        const Estimate estimate = shippedEstimator().estimate(resolved);
        if (estimate.memory.fits)
            rows.push_back({ estimate.time.step.value(), estimate.memory.peak.value(),
                estimate.memory.headroom.value() });
    }
    return rows;
}

/// The switches that the test frees, and where the issue of each shows.
struct TriedSwitch
{
    const char *name;
    bool FlagEffects::*effect;
    bool (*concerns)(const Parallelism &);
};
const std::array triedSwitches {
    TriedSwitch { "xla_gpu_enable_latency_hiding_scheduler", &FlagEffects::latencyHiding,
        [](const Parallelism &) { return true; } },
    TriedSwitch { "xla_gpu_enable_pipelined_all_gather", &FlagEffects::pipelinedAllGather,
        [](const Parallelism &p) { return p.fsdp > 1; } },
    TriedSwitch { "xla_gpu_enable_pipelined_p2p", &FlagEffects::pipelinedP2p,
        [](const Parallelism &p) { return p.pipeline > 1; } },
};

/// The plan under each way to leave, clear and set the tried switches; ways that switch the same
/// count once, and so do those that name a switch with nothing to act on.
std::vector<Plan> flaggedPlans(const Plan &plan)
{
    std::vector<Plan> plans;
    std::set<std::vector<bool>> seen;
    for (int way = 0; way < 27; ++way) {
        Plan trial = plan;
        bool isValidPlan = true;
        for (int i = 0, rest = way; i < 3; ++i, rest /= 3) {
            const TriedSwitch &one = triedSwitches[static_cast<std::size_t>(i)];
            if (rest % 3 == 0)
                continue;
            isValidPlan = isValidPlan && one.concerns(plan.parallelism);
            trial.flags[one.name] = rest % 3 == 1 ? "false" : "true";
        }
        const FlagEffects effects
            = flaggedEstimator().flagsOf(*resolvePlan(trial, shippedLibrary()));
        std::vector<bool> states;
        for (const TriedSwitch &one : triedSwitches)
            states.push_back(effects.*one.effect);
        if (isValidPlan && seen.insert(states).second)
            plans.push_back(trial);
    }
    return plans;
}

std::vector<double> sortedValues(const std::vector<BruteRow> &rows, Objective objective)
{
    std::vector<double> values;
    for (const BruteRow &row : rows)
        values.push_back(objective == Objective::Memory ? -row.headroom : row.step);
    std::ranges::sort(values);
    return values;
}

} // namespace

class SearchBruteForceTest : public QObject
{
    Q_OBJECT

private:
    static void addCases()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QStringList>("free");
        QTest::newRow("dense MaxText, one node")
            << "llama3.1-8b-h100-node"
            << QStringList { "workload.global_batch_sequences=4", "hardware.devices_per_node=4" }
            << QStringList {};
        QTest::newRow("dense Megatron, long sequences")
            << "llama3.1-8b-h100-node"
            << QStringList { "workload.global_batch_sequences=4", "framework=megatron",
                   "workload.sequence_length=32768", "remat.policy=full",
                   "hardware.devices_per_node=4" }
            << QStringList { "parallelism", "remat" };
        QTest::newRow("dense torchtitan, three nodes of two")
            << "llama3.1-8b-h100-node"
            << QStringList { "workload.global_batch_sequences=6", "framework=torchtitan",
                   "hardware.nodes=3", "hardware.devices_per_node=2", "remat.policy=selective" }
            << QStringList { "data", "fsdp", "tensor", "sequence_parallel", "pipeline", "chunks",
                   "zero", "micro_batch" };
        QTest::newRow("DeepSpeed refuses ZeRO 2 with stages")
            << "llama3.1-8b-h100-node"
            << QStringList { "workload.global_batch_sequences=8", "framework=deepspeed",
                   "remat.policy=full" }
            << QStringList { "data", "fsdp", "tensor", "pipeline", "zero", "micro_batch", "remat" };
        QTest::newRow("experts in MaxText")
            << "mixtral-8x7b-h100-8-nodes"
            << QStringList { "hardware.nodes=2", "hardware.devices_per_node=4",
                   "workload.global_batch_sequences=8", "framework=maxtext", "remat.policy=full",
                   "workload.sequence_length=4096", "parallelism.pipeline=1",
                   "parallelism.pipeline_chunks=1", "parallelism.sequence_parallel=false",
                   "parallelism.context=1" }
            << QStringList { "data", "fsdp", "tensor", "expert", "expert_tensor", "micro_batch",
                   "remat" };
        QTest::newRow("experts in Megatron")
            << "mixtral-8x7b-h100-8-nodes"
            << QStringList { "hardware.nodes=2", "hardware.devices_per_node=4",
                   "workload.global_batch_sequences=8", "framework=megatron", "remat.policy=full",
                   "workload.sequence_length=4096", "parallelism.pipeline=1",
                   "parallelism.pipeline_chunks=1", "parallelism.sequence_parallel=false",
                   "parallelism.context=1" }
            << QStringList { "data", "fsdp", "tensor", "expert", "expert_tensor", "zero", "context",
                   "micro_batch" };
        QTest::newRow("adapters and packed documents")
            << "llama3.1-8b-h100-node"
            << QStringList { "workload.global_batch_sequences=4", "framework=megatron",
                   "remat.policy=full", "hardware.devices_per_node=4", "tuning.method=lora",
                   "workload.packing.mean_tokens=1024" }
            << QStringList { "parallelism", "remat" };
        QTest::newRow("a quantised base in replicas and shards")
            << "llama3.1-70b-qlora-node"
            << QStringList { "workload.global_batch_sequences=8", "hardware.devices_per_node=4" }
            << QStringList { "data", "fsdp", "zero", "micro_batch", "remat" };
        QTest::newRow("a few knobs, others fixed")
            << "llama3.1-8b-h100-node"
            << QStringList { "parallelism.tensor=2", "parallelism.fsdp=4" }
            << QStringList { "fsdp", "data", "micro_batch", "remat" };
    }

    static SearchRequest request()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QStringList, free);
        std::vector<std::string> texts = stdTexts(settings), names = stdTexts(free);
        texts.insert(texts.end(), { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" });
        SearchRequest made = requestFor(examplePlan(plan.toUtf8().constData(), texts), names);
        made.top = 40;
        return made;
    }

private slots:
    void validPointsAreThoseOfTheRules_data() { addCases(); }
    void validPointsAreThoseOfTheRules()
    {
        const SearchRequest asked = request();
        std::vector<std::string> expected, found;
        for (const Plan &plan : validPlans(asked))
            expected.push_back(signature(plan));
        const ResolvedPlan own = *resolvePlan(asked.plan, shippedLibrary());
        const SearchVariant variant(shippedEstimator(), own, asked.free, {});
        for (const Block &block : variant.space.blocks()) {
            variant.space.forEachGroup(block, [&](const PointGroup &group) {
                std::uint64_t size = 0;
                PointSpace::forEachPoint(group, [&](const Candidate &candidate) {
                    found.push_back(signature(variant.pool.planAt(candidate)));
                    ++size;
                });
                if (size != group.size)
                    QTest::qFail("a group has not the size it says", __FILE__, __LINE__);
                return true;
            });
        }
        QVERIFY(expected.size() > 20);
        std::ranges::sort(expected);
        std::ranges::sort(found);
        QCOMPARE(std::ranges::adjacent_find(found) - found.begin(), std::ssize(found));
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found == expected);
    }

    void resultsAreThoseOfBruteForce_data() { addCases(); }
    void resultsAreThoseOfBruteForce()
    {
        const SearchRequest asked = request();
        const std::vector<Plan> plans = validPlans(asked);
        const std::vector<BruteRow> brute = bruteForce(plans);
        for (const Objective objective : { Objective::Throughput, Objective::Memory })
            for (const bool isExhaustive : { false, true }) {
                SearchRequest one = asked;
                one.objective = objective;
                one.isExhaustive = isExhaustive;
                const std::vector<double> values = sortedValues(brute, objective);
                const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), one);
                QCOMPARE(outcome.counts.enumerated, std::uint64_t(plans.size()));
                QCOMPARE(outcome.counts.feasible, std::uint64_t(brute.size()));
                if (isExhaustive)
                    QCOMPARE(outcome.counts.evaluated, std::uint64_t(plans.size()));
                // The best, then perhaps what is recommended, and the plan itself.
                QVERIFY(outcome.rows.size() >= std::min(brute.size(), one.top));
                QVERIFY(outcome.rows.size() <= one.top + 1);
                for (std::size_t i = 0; i < outcome.rows.size(); ++i) {
                    const SearchRow &row = outcome.rows[i];
                    if (i + 1 < std::min(brute.size(), one.top))
                        QCOMPARE(row.value, values[i]);
                    QVERIFY(std::ranges::binary_search(values, row.value));
                    const Plan same = planOf(one.plan, row.settings);
                    const ResolvedPlan resolved = *resolvePlan(same, shippedLibrary());
                    QVERIFY(brokenRules(resolved).empty());
                    QVERIFY(row.estimate == shippedEstimator().estimate(resolved));
                }
                checkFront(outcome, brute);
            }
    }

    void freeFlagsAreTriedBothWays_data()
    {
        QTest::addColumn<QString>("jaxlib");
        QTest::newRow("scheduler needs its flag") << "0.4.35";
        QTest::newRow("scheduler starts by itself") << "0.10.2";
    }
    void freeFlagsAreTriedBothWays()
    {
        QFETCH(QString, jaxlib);
        const Plan plan = examplePlan("llama3.1-8b-h100-node",
            { "workload.global_batch_sequences=8", "hardware.devices_per_node=4",
                "software.jaxlib=" + jaxlib.toStdString(), "parallelism.tensor=1" });
        SearchRequest asked
            = requestFor(plan, { "data", "fsdp", "pipeline", "micro_batch", "remat" });
        std::vector<BruteRow> brute;
        std::size_t valid = 0;
        for (const Plan &point : validPlans(asked))
            for (const Plan &flagged : flaggedPlans(point)) {
                ++valid;
                const Estimate estimate
                    = flaggedEstimator().estimate(*resolvePlan(flagged, shippedLibrary()));
                if (estimate.memory.fits)
                    brute.push_back({ estimate.time.step.value(), estimate.memory.peak.value(),
                        estimate.memory.headroom.value() });
            }
        std::vector<std::string> names { "data", "fsdp", "pipeline", "micro_batch", "remat" };
        for (const TriedSwitch &one : triedSwitches)
            names.push_back(std::string("flags.") + one.name);
        asked = requestFor(plan, names);
        asked.top = 200;
        for (const bool isExhaustive : { false, true }) {
            asked.isExhaustive = isExhaustive;
            const SearchOutcome outcome = *searchConfigurations(flaggedEstimator(), asked);
            QCOMPARE(outcome.counts.enumerated, std::uint64_t(valid));
            QCOMPARE(outcome.counts.feasible, std::uint64_t(brute.size()));
            const std::vector<double> values = sortedValues(brute, Objective::Throughput);
            QCOMPARE(outcome.rows.size(), std::min(brute.size(), asked.top));
            bool isFlipped = false;
            for (std::size_t i = 0; i < outcome.rows.size(); ++i) {
                const SearchRow &row = outcome.rows[i];
                QCOMPARE(row.value, values[i]);
                const Plan same = planOf(asked.plan, row.settings);
                isFlipped = isFlipped || !same.flags.empty();
                QVERIFY(row.estimate
                    == flaggedEstimator().estimate(*resolvePlan(same, shippedLibrary())));
            }
            QVERIFY(isFlipped);
            checkFront(outcome, brute);
        }
    }

    void flagsAsAWholeAreThoseThatTheReleaseObeys()
    {
        // A release that schedules only when told to: a later one would make one switch idle.
        const auto count = [&](std::vector<std::string> settings) {
            settings.push_back("software.jaxlib=0.6.2");
            const Plan changed = examplePlan("llama3.1-8b-h100-node", settings);
            const ResolvedPlan resolved = *resolvePlan(changed, shippedLibrary());
            return flagChoices(flaggedEstimator(), resolved, { "flags" }).size();
        };
        const auto switches = std::ranges::count_if(shippedCatalogue()->entries(),
            [](const FlagEntry &entry) { return flagSwitch(entry.name) != nullptr; });
        QCOMPARE(count({}), std::size_t(1) << switches);
        QCOMPARE(count({ "framework=megatron", "remat.policy=full" }), std::size_t(1));
        QVERIFY(count({ "options.scan_layers=false" }) < count({}));
        QVERIFY(settingsByName({ "flags.xla_gpu_enable_pipelined_p2p" }, "--free"));
        QCOMPARE(settingsByName({ "flags.xla_gpu_autotune_level" }, "--free").errors().front().id,
            std::string("knob-not-free"));
    }

private:
    static void checkFront(const SearchOutcome &outcome, const std::vector<BruteRow> &brute)
    {
        std::set<std::pair<double, double>> expected, found;
        for (const BruteRow &row : brute) {
            const double step = row.step;
            const double peak = row.peak;
            const bool isBeaten = std::ranges::any_of(brute, [&](const BruteRow &other) {
                return other.step <= step && other.peak <= peak
                    && (other.step < step || other.peak < peak);
            });
            if (!isBeaten)
                expected.emplace(step, peak);
        }
        for (const SearchRow &row : outcome.pareto)
            found.emplace(row.estimate.time.step.value(), row.estimate.memory.peak.value());
        QCOMPARE(found.size(), outcome.pareto.size());
        QVERIFY(found == expected);
    }
};

QTEST_GUILESS_MAIN(SearchBruteForceTest)
#include "tst_search_brute_force.moc"
