#include "model/rules/broken_rules.h"
#include "search_fixture.h"

#include <algorithm>
#include <map>

using namespace headroom;

/// A search that may choose what is trained.
class SearchTuningTest : public QObject
{
    Q_OBJECT

private slots:
    /// Full training does not fit one node; LoRA and QLoRA stand beside it with their best.
    void methodsStandSideBySide()
    {
        const Plan plan = examplePlan("llama3.1-70b-qlora-node");
        SearchRequest request = requestFor(plan,
            { "tuning", "parallelism.data", "parallelism.fsdp", "parallelism.zero_stage",
                "micro_batch" });
        request.top = 3;
        const Result<SearchOutcome> found = searchConfigurations(shippedEstimator(), request);
        QVERIFY(found.hasValue());
        QCOMPARE(found->methods.size(), std::size_t { 3 });
        const char *methods[] { "full", "lora", "qlora" };
        for (std::size_t i = 0; i < 3; ++i) {
            const MethodResult &one = found->methods[i];
            QCOMPARE(one.method, std::string(methods[i]));
            QCOMPARE(one.fits, i > 0);
            QCOMPARE(one.row.settings.front().path, std::string("tuning.method"));
            QCOMPARE(one.row.settings.front().value, one.method);
            const Result<ResolvedPlan> resolved
                = resolvePlan(planOf(plan, one.row.settings), shippedLibrary());
            QVERIFY(resolved && brokenRules(*resolved).empty());
            QCOMPARE(shippedEstimator().estimate(*resolved).time, one.row.estimate.time);
            QCOMPARE(shippedEstimator().estimate(*resolved).memory, one.row.estimate.memory);
        }
        // The best of all is the best of one of them.
        const Seconds best = found->rows.front().estimate.time.step;
        QCOMPARE(best,
            std::min(found->methods[1].row.estimate.time.step,
                std::min(best, found->methods[2].row.estimate.time.step)));
    }

    /// Rank and matrices trade quality: a search varies them only where they are named.
    void qualityIsNotForASearch()
    {
        const auto free = [](const char *name) { return *settingsByName({ name }, "--free"); };
        QCOMPARE(free("tuning"), (std::vector<std::string> { "tuning.method", "tuning.base" }));
        QCOMPARE(free("tuning.rank"), std::vector<std::string> { "tuning.rank" });
        QCOMPARE(free("targets"), std::vector<std::string> { "tuning.targets" });
        SearchRequest request
            = requestFor(examplePlan("llama3.1-8b-lora-one-gpu"), { "tuning.rank" });
        const Result<SearchOutcome> found = searchConfigurations(shippedEstimator(), request);
        QVERIFY(found.hasValue());
        QVERIFY(found->rows.size() > 4 && found->methods.empty());
    }

    /// A base that `auto` means is not listed again by its name; another one is tried.
    void aBaseIsListedOnce()
    {
        SearchRequest request = requestFor(
            examplePlan("llama3.1-8b-lora-one-gpu"), { "tuning.method", "tuning.base" });
        request.top = 200;
        const Result<SearchOutcome> found = searchConfigurations(shippedEstimator(), request);
        QVERIFY(found.hasValue());
        std::map<std::string, int> bases;
        for (const SearchRow &row : found->rows) {
            const Plan plan = planOf(request.plan, row.settings);
            ++bases[planFieldText(plan, "tuning.method") + ' '
                + planFieldText(plan, "tuning.base")];
        }
        QStringList listed;
        for (const auto &[base, count] : bases)
            listed << QStringLiteral("%1: %2").arg(QString::fromStdString(base)).arg(count);
        QCOMPARE(listed.join(QStringLiteral(", ")),
            QStringLiteral("lora auto: 1, qlora auto: 1, qlora int8: 1")); // auto means nf4
    }

    /// Fields that say nothing make no variants: each result differs from the others.
    void nothingIsListedTwice()
    {
        SearchRequest request
            = requestFor(examplePlan("llama3.1-8b-lora-one-gpu"), { "tuning", "tuning.rank" });
        request.top = 200;
        const Result<SearchOutcome> found = searchConfigurations(shippedEstimator(), request);
        QVERIFY(found.hasValue());
        std::vector<std::pair<double, double>> seen;
        for (const SearchRow &row : found->rows) {
            const std::pair<double, double> key { row.estimate.time.step.value(),
                row.estimate.memory.peak.value() };
            QVERIFY(std::ranges::find(seen, key) == seen.end());
            seen.push_back(key);
        }
        QVERIFY(seen.size() > 10);
    }
};

QTEST_GUILESS_MAIN(SearchTuningTest)
#include "tst_search_tuning.moc"
