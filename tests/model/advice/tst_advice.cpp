#include "model/advice/field_steps.h"
#include "model/advice/fit_repair.h"
#include "model/advice/repair.h"
#include "model/advice/verdict.h"
#include "model/estimate/estimator.h"
#include "model/flags/flag_advice.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/plan_fields.h"
#include "model/plan/plan_file.h"
#include "model/rules/broken_rules.h"

#include <QTest>

using namespace headroom;

namespace {

Plan planWith(const std::vector<FieldChange> &changes)
{
    Plan plan;
    plan.parallelism.fsdp = 8;
    for (const FieldChange &change : changes)
        if (!setPlanField(plan, change.path, change.value, {}).empty())
            qFatal("bad change %s", change.path.c_str());
    return plan;
}

} // namespace

class AdviceTest : public QObject
{
    Q_OBJECT

private slots:
    void fieldsStepAsPeopleDo_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("down");
        QTest::addColumn<QString>("up");
        QTest::newRow("degree doubles") << "parallelism.tensor"
                                        << "4"
                                        << "2"
                                        << "8";
        QTest::newRow("degree ends at one") << "parallelism.tensor"
                                            << "1"
                                            << ""
                                            << "2";
        QTest::newRow("micro-batch may be a fraction") << "parallelism.micro_batch_sequences"
                                                       << "1"
                                                       << "0.5"
                                                       << "2";
        QTest::newRow("stages of ZeRO are counted") << "parallelism.zero_stage"
                                                    << "2"
                                                    << "1"
                                                    << "3";
        QTest::newRow("last choice") << "workload.mode"
                                     << "inference"
                                     << "training"
                                     << "";
        QTest::newRow("boolean") << "options.scan_layers"
                                 << "true"
                                 << "false"
                                 << "";
        QTest::newRow("free text") << "name"
                                   << "x"
                                   << ""
                                   << "";
        QTest::newRow("unset optional") << "hardware.power_cap_w"
                                        << ""
                                        << ""
                                        << "";
    }
    void fieldsStepAsPeopleDo()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        const Plan plan = planWith({ { path.toStdString(), value.toStdString() } });
        const auto text = [&](StepDirection direction) {
            return QString::fromStdString(
                nextFieldValue(plan, path.toStdString(), direction).value_or(""));
        };
        QTEST(text(StepDirection::Down), "down");
        QTEST(text(StepDirection::Up), "up");
    }

    void brokenRulesCanBeRepaired_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("repair");
        QTest::newRow("too many shards") << "parallelism.fsdp"
                                         << "16"
                                         << "parallelism.fsdp=8";
        QTest::newRow("odd tensor, with what follows") << "parallelism.tensor"
                                                       << "3"
                                                       << "parallelism.fsdp=2";
        QTest::newRow("odd batch") << "workload.global_batch_sequences"
                                   << "129"
                                   << "workload.global_batch_sequences=128";
        QTest::newRow("pipeline chunks alone") << "parallelism.pipeline_chunks"
                                               << "4"
                                               << "parallelism.pipeline_chunks=1";
    }
    void brokenRulesCanBeRepaired()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, repair);
        const ProfileLibrary library({ HEADROOM_PROFILES, {} });
        const Plan plan = planWith({ { path.toStdString(), value.toStdString() } });
        const auto resolved = resolvePlan(plan, library);
        QVERIFY(resolved.hasValue());
        const auto broken = brokenRules(*resolved);
        QVERIFY(!broken.empty());
        QStringList offers;
        for (const Repair &offer : repairs(*resolved, broken.front(), library)) {
            Plan mended = plan;
            for (const FieldChange &change : offer.changes) {
                QVERIFY(setPlanField(mended, change.path, change.value, {}).empty());
                offers.append(QString::fromStdString(change.path + "=" + change.value));
            }
            const auto again = resolvePlan(mended, library);
            QVERIFY(again.hasValue());
            QVERIFY(brokenRules(*again).empty()); // no remedy leads to the next error
        }
        QVERIFY2(offers.contains(repair), qPrintable(offers.join(QLatin1Char(' '))));
    }

    /// Who has six nodes is not told to have eight: the batch follows the machines.
    void aBatchThatDoesNotSplitFollowsTheMachines()
    {
        const ProfileLibrary library({ HEADROOM_PROFILES, {} });
        for (const auto &[nodes, degree, batch] :
            { std::tuple { "6", "48", "144" }, std::tuple { "11", "88", "176" } }) {
            const auto resolved = resolvePlan(planWith({ { "hardware.nodes", nodes } }), library);
            QVERIFY(resolved.hasValue());
            const auto broken = brokenRules(*resolved);
            QCOMPARE(broken.size(), std::size_t(1));
            const auto offers = repairs(*resolved, broken.front(), library);
            QVERIFY(!offers.empty());
            const Repair wanted { { { "parallelism.fsdp", degree },
                { "workload.global_batch_sequences", batch } } };
            QVERIFY(offers.front() == wanted);
        }
    }

    void verdictSaysFitSpeedAndLimit()
    {
        Estimate estimate;
        estimate.memory.fits = true;
        estimate.memory.peak = gib(61.4);
        estimate.memory.budget = gib(71.3);
        estimate.memory.capacity = gib(79.2);
        estimate.throughput.mfu = 0.41;
        estimate.time.step = Seconds { 10 };
        estimate.time.p10 = Seconds { 9 };
        estimate.time.p90 = Seconds { 12 };
        estimate.bottleneck = "exposed_fsdp";
        const std::string text = verdictText(verdict(estimate));
        QVERIFY2(
            text.starts_with("Fits: 61.4 of 71.3 GiB; 41 % MFU ±6; limited by "), text.c_str());
        estimate.memory.peak = gib(70);
        QVERIFY(verdictText(verdict(estimate)).starts_with("Fits tightly"));
        estimate.memory.peak = gib(80);
        estimate.memory.fits = false;
        QVERIFY(
            verdictText(verdict(estimate)).starts_with("Does not fit: 80.0 GiB needed, 71.3 GiB"));
    }

    /// Each remedy of a plan that does not fit is lawful, makes it fit, and is the gentlest of its
    /// kind.
    void whatIsTooLargeIsMadeToFit()
    {
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const Estimator estimator = *Estimator::make(library);
        const PlanAnswer answer = [&](const Plan &plan) -> std::optional<Estimate> {
            const auto resolved = resolvePlan(plan, library);
            if (!resolved || !brokenRules(*resolved).empty())
                return std::nullopt;
            return estimator.estimate(*resolved);
        };
        Plan plan = loadPlan(*library.planPath("llama3.1-8b-h100-node"))->plan;
        const auto fitting = resolvePlan(plan, library);
        QVERIFY(fitRepairs(*fitting, *answer(plan), library.rematPolicyIds(), answer).empty());
        plan.parallelism.microBatch = 4;
        const auto resolved = resolvePlan(plan, library);
        const Estimate now = *answer(plan);
        QVERIFY(!now.memory.fits);
        const auto repairs = fitRepairs(*resolved, now, library.rematPolicyIds(), answer);
        QStringList paths;
        for (const FitRepair &repair : repairs) {
            Plan mended = plan;
            for (const FieldChange &change : repair.changes) {
                QVERIFY(setPlanField(mended, change.path, change.value, {}).empty());
                paths << QString::fromStdString(change.path);
            }
            const auto estimate = answer(mended);
            QVERIFY(estimate && estimate->memory.fits);
            QVERIFY(*estimate == repair.estimate);
            QCOMPARE(mended.workload.globalBatchSequences, plan.workload.globalBatchSequences);
        }
        QVERIFY2(
            paths.contains("parallelism.micro_batch_sequences") && paths.contains("remat.policy"),
            qPrintable(paths.join(' ')));
        QVERIFY(std::ranges::is_sorted(repairs, {}, [](const FitRepair &repair) {
            const bool takesMachines = std::ranges::any_of(repair.changes,
                [](const FieldChange &change) { return change.path.starts_with("hardware."); });
            return std::pair { takesMachines, repair.estimate.time.step.value() };
        }));
        Plan next = plan; // a micro-batch above the offered one does not fit
        next.parallelism.microBatch = 2;
        const auto two = answer(next);
        for (const FitRepair &repair : repairs)
            if (repair.changes.front().path == "parallelism.micro_batch_sequences")
                QCOMPARE(QString::fromStdString(repair.changes.front().value),
                    QString(two && two->memory.fits ? "2" : "1"));
    }

    /// A pool that is too small, or leaves too little outside, gets the size that the plan needs.
    void aPoolOfItsSizeIsTheFirstRepair()
    {
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        Estimator estimator = *Estimator::make(library);
        estimator.setFlagEffects(flagEffectsSource(*FlagCatalogue::load(library.directories())));
        const PlanAnswer answer = [&](const Plan &plan) -> std::optional<Estimate> {
            const auto resolved = resolvePlan(plan, library);
            return resolved ? std::optional(estimator.estimate(*resolved)) : std::nullopt;
        };
        for (const char *wrong : { "0.40", "0.999", "1.0" }) {
            Plan plan = loadPlan(*library.planPath("llama3.1-8b-h100-node"))->plan;
            plan.flags["XLA_PYTHON_CLIENT_MEM_FRACTION"] = wrong;
            const auto resolved = resolvePlan(plan, library);
            const Estimate now = *answer(plan);
            QVERIFY2(!now.memory.fits, wrong);
            const auto pool = std::ranges::find(
                now.findings, std::string { "pool-leaves-too-little" }, &Finding::id);
            QCOMPARE(pool == now.findings.end(), std::string_view { wrong } == "0.40");
            if (pool != now.findings.end())
                QVERIFY(findingText(*pool).starts_with("XLA_PYTHON_CLIENT_MEM_FRACTION"));
            const auto repairs = fitRepairs(*resolved, now, library.rematPolicyIds(), answer);
            QVERIFY(!repairs.empty());
            const FieldChange &first = repairs.front().changes.front();
            QCOMPARE(first.path, std::string("flags.XLA_PYTHON_CLIENT_MEM_FRACTION"));
            const double share = std::stod(first.value);
            const double usable = resolved->accelerator.usableMemory.value();
            QVERIFY(share * usable >= now.memory.peak.value());
            QVERIFY((1 - share) * usable >= now.memory.outsidePool.value());
            QVERIFY(repairs.front().estimate.memory.fits);
            QVERIFY(repairs.front().estimate.time.step <= now.time.step);
        }
    }

    void whatLivesOutsideThePoolCountsWhenItIsTheProblem()
    {
        Estimate estimate;
        estimate.memory.fits = false;
        estimate.memory.peak = gib(60);
        estimate.memory.budget = gib(75);
        estimate.memory.outsidePool = gib(6);
        estimate.memory.capacity = gib(64);
        const Verdict answer = verdict(estimate);
        QCOMPARE(inGib(answer.needed), 66.0);
        QCOMPARE(inGib(answer.available), 64.0);
    }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "tst_advice.moc"
