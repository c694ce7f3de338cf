#include "search_fixture.h"

using namespace headroom;

namespace {

std::string signature(const Plan &plan)
{
    std::string text;
    for (const std::string &path : pointKnobs())
        text += planFieldText(plan, path) + " ";
    return text;
}

/// A configuration that fits.
struct BruteRow
{
    double step = 0, peak = 0, headroom = 0;
};

/// The same answer without any of the search's code: an estimate for each lawful plan.
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
        std::vector<std::string> texts, names;
        for (const QString &setting : settings)
            texts.push_back(setting.toStdString());
        for (const QString &name : free)
            names.push_back(name.toStdString());
        texts.insert(texts.end(), { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" });
        SearchRequest made = requestFor(examplePlan(plan.toUtf8().constData(), texts), names);
        made.top = 40;
        return made;
    }

private slots:
    void lawfulPointsAreThoseOfTheRules_data() { addCases(); }
    void lawfulPointsAreThoseOfTheRules()
    {
        const SearchRequest asked = request();
        std::vector<std::string> expected, found;
        for (const Plan &plan : lawfulPlans(asked))
            expected.push_back(signature(plan));
        const ResolvedPlan own = *resolvePlan(asked.plan, shippedLibrary());
        const SearchVariant variant(shippedEstimator(), own, asked.free, {});
        for (const Block &block : variant.space.blocks()) {
            std::uint64_t count = 0;
            variant.space.forEachGroup(block, [&](const PointGroup &group) {
                std::uint64_t size = 0;
                PointSpace::forEachPoint(group, [&](const Candidate &candidate) {
                    found.push_back(signature(variant.pool.planAt(candidate)));
                    ++size;
                });
                if (size != group.size)
                    QTest::qFail("a group has not the size it says", __FILE__, __LINE__);
                count += size;
                return true;
            });
            QCOMPARE(variant.space.pointCount(block), count);
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
        const std::vector<Plan> plans = lawfulPlans(asked);
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
                QCOMPARE(outcome.rows.size(), std::min(brute.size(), one.top));
                for (std::size_t i = 0; i < outcome.rows.size(); ++i) {
                    const SearchRow &row = outcome.rows[i];
                    QCOMPARE(row.value, values[i]);
                    const Plan same = planOf(one.plan, row.settings);
                    const ResolvedPlan resolved = *resolvePlan(same, shippedLibrary());
                    QVERIFY(brokenRules(resolved).empty());
                    QVERIFY(row.estimate == shippedEstimator().estimate(resolved));
                }
                checkFront(outcome, brute);
            }
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
        for (const ParetoRow &row : outcome.pareto)
            found.emplace(row.step.value(), row.peak.value());
        QCOMPARE(found.size(), outcome.pareto.size());
        QVERIFY(found == expected);
    }
};

QTEST_GUILESS_MAIN(SearchBruteForceTest)
#include "tst_search_brute_force.moc"
