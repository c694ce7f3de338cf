#include "flag_advice_fixture.h"

#include "model/flags/explain/explain_name.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

constexpr const char *gather = "xla_gpu_enable_pipelined_all_gather";
constexpr const char *reduce = "xla_gpu_enable_pipelined_all_reduce";

Plan planAt(const char *jaxlib, std::map<std::string, std::string> flags = {})
{
    Plan plan = h100Plan();
    plan.software.jaxlib = jaxlib;
    plan.flags = std::move(flags);
    return plan;
}

AdviceKind adviceOn(const Plan &plan, const char *name)
{
    for (const FlagAdvice &advice : advisor(plan).advice(resolved(plan)))
        if (advice.name == name)
            return advice.kind;
    qFatal("no advice on %s", name);
}

bool isReported(const Plan &plan, const char *name)
{
    return std::ranges::any_of(
        advisor(plan).findings(resolved(plan)), [name](const Finding &finding) {
            return finding.id == "flag-reported-there"
                && finding.field == std::string("flags.") + name;
        });
}

double stepOf(const Plan &plan)
{
    return flaggedEstimator().estimate(resolved(plan)).time.step.value();
}

} // namespace

/// What is reported of a flag at a release reaches advice, findings and the estimate.
class FlagReportsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyReportIsOfKnownFlagsAndHasASource()
    {
        QVERIFY(!shippedCatalogue()->reports().empty());
        for (const FlagReport &report : shippedCatalogue()->reports()) {
            const char *id = report.rule.id.c_str();
            QVERIFY2(shippedCatalogue()->find(report.flag), id);
            QVERIFY2(report.source.starts_with("https://"), id);
            QVERIFY2(report.rule.since, id);
            QVERIFY2(!report.rule.until || *report.rule.since < *report.rule.until, id);
            QVERIFY2(!report.rule.when.empty(), id);
            for (const ConflictCondition &condition : report.rule.when)
                QVERIFY2(shippedCatalogue()->find(condition.name) && condition.mustBeSet, id);
        }
    }

    void advicePassesOverWhatDoesNothing()
    {
        QCOMPARE(adviceOn(planAt("0.9.2"), gather), AdviceKind::Set);
        QCOMPARE(adviceOn(planAt("0.10.1"), gather), AdviceKind::Leave);
    }

    void adviceAvoidsWhatAborts()
    {
        constexpr const char *scheduler = "xla_gpu_enable_latency_hiding_scheduler";
        QCOMPARE(adviceOn(planAt("0.4.34"), scheduler), AdviceKind::Set);
        QCOMPARE(adviceOn(planAt("0.4.35"), scheduler), AdviceKind::Avoid);
        QCOMPARE(adviceOn(planAt("0.4.36"), scheduler), AdviceKind::Set);
    }

    void onlyTheWholeCombinationIsReported()
    {
        const auto both = planAt("0.4.35", { { gather, "true" }, { reduce, "true" } });
        QVERIFY(isReported(both, reduce));
        QVERIFY(!isReported(planAt("0.4.35", { { reduce, "true" } }), reduce));
        QVERIFY(!isReported(planAt("0.4.35", { { gather, "true" }, { reduce, "false" } }), reduce));
        QVERIFY(!isReported(planAt("0.5.0", { { gather, "true" }, { reduce, "true" } }), reduce));
    }

    /// The master switch turns the single ones on, and fails where they do.
    void theMasterSwitchFailsWithTheSingleOnes()
    {
        constexpr const char *master = "xla_gpu_enable_pipelined_collectives";
        QVERIFY(isReported(planAt("0.4.30", { { master, "true" } }), master));
        QVERIFY(isReported(planAt("0.4.35", { { master, "true" } }), master));
        QVERIFY(!isReported(planAt("0.4.35", { { master, "false" } }), master));
        QVERIFY(!isReported(planAt("0.4.38", { { master, "true" } }), master));
    }

    void aFlagWithoutEffectMovesNothing()
    {
        QVERIFY(stepOf(planAt("0.9.2", { { gather, "true" } }))
            < stepOf(planAt("0.9.2", { { gather, "false" } })));
        QCOMPARE(stepOf(planAt("0.10.1", { { gather, "true" } })),
            stepOf(planAt("0.10.1", { { gather, "false" } })));
        QVERIFY(isReported(planAt("0.10.1", { { gather, "true" } }), gather));
    }

    void explainTellsThem()
    {
        const ExplainSources sources { shippedCatalogue().get(), nullptr, &shippedLibrary() };
        const auto explanation = explainName(sources, gather, {});
        QVERIFY(explanation);
        const Document document = explanationDocument(*explanation);
        const auto status = document.find("status")->items();
        QVERIFY(std::ranges::any_of(status, [](const Document &row) {
            return row.find("state")->text() == "no_effect" && row.find("from")->text() == "0.10.1"
                && row.find("until")->text().empty() && row.find("chip")->text() == "gpu";
        }));
        QVERIFY(std::ranges::any_of(status, [](const Document &row) {
            return row.find("state")->text() == "works" && row.find("from")->text() == "0.4.38";
        }));
        QVERIFY(!isReported(planAt("0.4.38", { { gather, "true" } }), gather));
        const std::string text = explanationText(*explanation);
        QVERIFY2(text.find("Reported by release") != std::string::npos, text.c_str());
    }
};

QTEST_GUILESS_MAIN(FlagReportsTest)
#include "tst_flag_reports.moc"
