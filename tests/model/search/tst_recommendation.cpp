#include "valid_plans.h"

#include "model/base/wording/messages.h"
#include "model/search/recommendation.h"
#include "model/search/ties.h"

#include <algorithm>

using namespace headroom;

namespace {

constexpr auto dense = "llama3.1-8b-h100-node";

/// What a lone estimate says of a valid plan that fits.
struct BrutePoint
{
    double step = 0, peak = 0, fit = 0;
    int axes = 0;
};

std::vector<BrutePoint> bruteForce(const SearchRequest &request)
{
    std::vector<BrutePoint> points;
    for (const Plan &plan : validPlans(request)) {
        const Estimate estimate = shippedEstimator().estimate(*resolvePlan(plan, shippedLibrary()));
        const Parallelism &p = plan.parallelism;
        const int axes = (p.data > 1) + (p.fsdp > 1) + (p.tensor > 1) + (p.context > 1)
            + (p.pipeline > 1) + (p.expert > 1);
        if (estimate.memory.fits)
            points.push_back({ estimate.time.step.value(), estimate.memory.peak.value(),
                estimate.memory.fitProbability, axes });
    }
    return points;
}

/// No point that fits as surely beats the recommendation: in everything by a per cent of the step,
/// or in the step alone by more than the error of a difference.
std::string beatenBy(const SearchRow &chosen, const std::vector<BrutePoint> &points)
{
    const double step = chosen.estimate.time.step.value();
    for (const BrutePoint &point : points) {
        const bool isComparable = point.axes <= chosen.simplicity.axes
            && point.fit >= chosen.estimate.memory.fitProbability - 0.005;
        const bool isLeaner = point.peak <= chosen.estimate.memory.peak.value();
        if (isComparable
            && ((isLeaner && point.step < 0.99 * step) || point.step * (1 + tieShare()) < step))
            return std::to_string(point.step) + " s with " + std::to_string(point.axes)
                + " axes beats " + std::to_string(step) + " s";
    }
    return {};
}

SearchOutcome found(const SearchRequest &request)
{
    return *searchConfigurations(shippedEstimator(), request);
}

} // namespace

class RecommendationTest : public QObject
{
    Q_OBJECT

private slots:
    /// No result offloads more than the memory of its node holds.
    void offloadsFitTheHost()
    {
        for (const char *host : { "2048", "96", "24" }) {
            SearchRequest request = requestFor(examplePlan(dense,
                { "hardware.accelerator=rtx-4090", "hardware.nodes=2", "parallelism.fsdp=16",
                    std::string("hardware.host_memory_gib_per_node=") + host }));
            request.top = 200;
            for (const SearchRow &row : found(request).rows)
                for (const Finding &finding : row.estimate.findings)
                    QVERIFY2(finding.id != "host-memory-short", host);
        }
    }

    /// What the sentence says of faster results holds for each that is listed.
    void theReasonHoldsForTheListed()
    {
        SearchRequest request
            = requestFor(examplePlan(dense, { "parallelism.micro_batch_sequences=8" }));
        for (const std::size_t top : { 3, 10, 25, 40 }) {
            request.top = top;
            const SearchOutcome outcome = found(request);
            const SearchRow &chosen = outcome.rows.at(*outcome.recommended);
            const bool passesSure = std::ranges::any_of(outcome.rows, [&](const SearchRow &row) {
                return row.estimate.memory.fitProbability >= request.minFit
                    && row.estimate.time.step < chosen.estimate.time.step;
            });
            const std::string reason = messageText(*outcome.reason);
            QVERIFY2(
                !passesSure || reason.find("the simplest of") != std::string::npos, reason.c_str());
        }
    }

    void neverBeatenByBruteForce_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        const auto add = [](const char *plan, const QStringList &settings) {
            QTest::newRow(qPrintable(QString(plan) + ' ' + settings.join(' ')))
                << QString(plan) << settings;
        };
        for (const char *model : { "llama3.2-1b", "llama3.2-3b" })
            for (const char *framework : { "maxtext", "megatron", "torchtitan", "deepspeed" })
                add(dense,
                    { QString("model=") + model, QString("framework=") + framework,
                        "remat.policy=full", "workload.global_batch_sequences=16" });
        for (const char *chip : { "a100-80-sxm", "b200" })
            add(dense,
                { QString("hardware.accelerator=") + chip, "workload.global_batch_sequences=8",
                    "hardware.devices_per_node=8" });
        // Adapters and experts.
        add(dense,
            { "framework=megatron", "tuning.method=lora", "remat.policy=full",
                "workload.global_batch_sequences=16" });
        add(dense,
            { "framework=megatron", "tuning.method=lora", "remat.policy=full",
                "workload.global_batch_sequences=16", "workload.packing.mean_tokens=1024",
                "hardware.accelerator=a100-80-sxm" });
        add(dense,
            { "model=llama3.2-3b", "framework=megatron", "tuning.method=lora", "remat.policy=full",
                "workload.global_batch_sequences=16" });
        add("mixtral-8x7b-h100-8-nodes",
            { "model=moonlight-16b-a3b", "framework=megatron", "hardware.nodes=2",
                "workload.global_batch_sequences=16", "remat.policy=full",
                "workload.sequence_length=4096" });
        add("mixtral-8x7b-h100-8-nodes",
            { "model=deepseek-v2-lite", "framework=maxtext", "hardware.nodes=2",
                "workload.global_batch_sequences=16", "remat.policy=full",
                "workload.sequence_length=4096" });
        add("mixtral-8x7b-h100-8-nodes",
            { "framework=maxtext", "hardware.accelerator=b200", "hardware.nodes=2",
                "workload.global_batch_sequences=16", "remat.policy=full",
                "workload.sequence_length=4096" });
    }
    void neverBeatenByBruteForce()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        std::vector<std::string> texts = stdTexts(settings);
        texts.insert(texts.end(), { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" });
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData(), texts));
        std::erase(request.free, "parallelism.pipeline_chunks");
        std::erase(request.free, "parallelism.expert_tensor");
        std::erase(request.free, "parallelism.stage_layers");
        const std::vector<BrutePoint> points = bruteForce(request);
        for (const std::size_t top : { std::size_t { 1 }, std::size_t { 10 } }) {
            request.top = top;
            const SearchOutcome outcome = found(request);
            QVERIFY2(outcome.counts.enumerated >= 500,
                std::to_string(outcome.counts.enumerated).c_str());
            QVERIFY(points.size() > 20);
            QVERIFY(outcome.recommended.has_value());
            const SearchRow &chosen = outcome.rows[*outcome.recommended];
            QCOMPARE(beatenBy(chosen, points), std::string());
            for (const SearchRow &row : outcome.rows)
                QVERIFY(!beats(row, chosen));
        }
    }

    void planCloseToTheBestIsKept()
    {
        SearchRequest request = requestFor(examplePlan(dense));
        request.top = 2;
        const SearchOutcome outcome = found(request);
        QVERIFY(outcome.isKept);
        QVERIFY(outcome.rows.size() <= request.top + 1);
        const SearchRow &chosen = outcome.rows[*outcome.recommended];
        QVERIFY(chosen.estimate == outcome.own->estimate);
        const QString text = QString::fromStdString(messageText(*outcome.reason));
        QVERIFY2(text.startsWith("Keep your plan: it is ") && text.endsWith('.'), qPrintable(text));
        request.mayKeepPlan = false;
        QVERIFY(!found(request).isKept);
    }

    /// A plan that is not worth keeping is recommended to nobody, and so is nothing that is no
    /// better: whether the plan is somebody's own does not change the answer.
    void theAnswerIsTheSameForEverybody()
    {
        for (const char *policy : { "full", "minimal", "selective" }) {
            SearchRequest request = requestFor(examplePlan(dense,
                { "model=llama3.2-1b", "framework=megatron", std::string("remat.policy=") + policy,
                    "workload.global_batch_sequences=64" }));
            std::erase(request.free, "remat.policy");
            std::erase(request.free, "parallelism.micro_batch_sequences");
            const SearchOutcome own = found(request);
            QVERIFY(!own.isKept);
            // So close that the plan, which has the fewest axes, was the simplest of all ties.
            QVERIFY(own.own->value <= own.rows.front().value * (1 + tieShare()));
            request.mayKeepPlan = false;
            const SearchOutcome nobodys = found(request);
            const SearchRow &chosen = own.rows[*own.recommended];
            QVERIFY(chosen.settings == nobodys.rows[*nobodys.recommended].settings);
            QVERIFY(chosen.value < own.own->value * (1 - beatingShare));
        }
    }

    /// A plan that layout alone makes much faster is listed, and not kept.
    void slowPlanIsListedAndNotKept()
    {
        SearchRequest request = requestFor(examplePlan(
            dense, { "parallelism.tensor=8", "parallelism.fsdp=1", "remat.policy=full" }));
        request.top = 2;
        const SearchOutcome outcome = found(request);
        QVERIFY(!outcome.isKept);
        QCOMPARE(outcome.rows.size(), request.top + 1);
        QVERIFY(outcome.rows.back().estimate == outcome.own->estimate);
        QVERIFY(*outcome.recommended < request.top);
    }

    void fewestDevicesAreOrderedByStep()
    {
        SearchRequest request
            = requestFor(examplePlan("llama3.1-70b-qlora-node", { "tuning.method=lora" }));
        request.objective = Objective::Devices;
        for (const std::size_t top : { std::size_t { 3 }, std::size_t { 40 } }) {
            request.top = top;
            const SearchOutcome outcome = found(request);
            for (std::size_t i = 1; i < outcome.rows.size(); ++i)
                QVERIFY(std::pair(outcome.rows[i - 1].value, outcome.rows[i - 1].estimate.time.step)
                    <= std::pair(outcome.rows[i].value, outcome.rows[i].estimate.time.step));
            const SearchRow &chosen = outcome.rows[*outcome.recommended];
            QCOMPARE(chosen.value, outcome.rows.front().value);
            QVERIFY(chosen.estimate.time.step
                <= outcome.rows.front().estimate.time.step * (1 + tieShare()));
            for (const SearchRow &row : outcome.rows)
                QVERIFY(row.value > chosen.value || !beats(row, chosen));
        }
    }

    void planBrokenInWhatIsFreeIsAStart_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("product of degrees") << QStringList { "parallelism.tensor=8" };
        QTest::newRow("too few devices") << QStringList { "hardware.nodes=2" };
        QTest::newRow("micro-batch") << QStringList { "parallelism.micro_batch_sequences=3" };
        QTest::newRow("chunks") << QStringList { "parallelism.pipeline_chunks=3" };
        QTest::newRow("ring of experts") << QStringList { "parallelism.expert=2" };
        QTest::newRow("policy of another framework") << QStringList { "remat.policy=selective" };
        QTest::newRow("sequences over three")
            << QStringList { "parallelism.context=3", "parallelism.fsdp=4" };
        QTest::newRow("stages") << QStringList { "parallelism.pipeline=5", "parallelism.fsdp=1" };
        QTest::newRow("mesh") << QStringList { "parallelism.mesh.ici.fsdp=4" };
    }
    void planBrokenInWhatIsFreeIsAStart()
    {
        QFETCH(QStringList, settings);
        const SearchRequest request = requestFor(examplePlan(dense, stdTexts(settings)));
        const Result<SearchOutcome> outcome = searchConfigurations(shippedEstimator(), request);
        QVERIFY2(outcome, outcome ? "" : outcome.errors().front().id.c_str());
        const bool isValidPlan = brokenRules(*resolvePlan(request.plan, shippedLibrary())).empty();
        QVERIFY(!isValidPlan);
        QVERIFY(!outcome->own.has_value());
        QVERIFY(!outcome->isKept);
        QVERIFY(outcome->recommended.has_value());
        const Plan plan = planOf(request.plan, outcome->rows[*outcome->recommended].settings);
        QVERIFY(brokenRules(*resolvePlan(plan, shippedLibrary())).empty());
    }
};

QTEST_GUILESS_MAIN(RecommendationTest)
#include "tst_recommendation.moc"
