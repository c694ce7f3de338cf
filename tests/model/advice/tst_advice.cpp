#include "model/advice/field_steps.h"
#include "model/advice/repair_values.h"
#include "model/advice/verdict.h"
#include "model/estimate/estimator.h"
#include "model/flags/advice/flag_advice.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
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
                                         << "hardware.nodes=2";
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
        const std::string edited = path.toStdString();
        const auto found = repairsAfterEdit(*resolved, broken.front(), edited, library);
        QVERIFY(found.size() <= 3);
        for (const Repair &offer : found) {
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

    /// The first offer keeps what was typed and changes one other field; none takes it back.
    void aBrokenProductKeepsWhatWasTyped_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("first");
        QTest::newRow("tensor of 256 devices") << "llama3-70b-h100-32-nodes"
                                               << "parallelism.tensor"
                                               << "8"
                                               << "parallelism.fsdp=32";
        QTest::newRow("pipeline of 256 devices") << "llama3-70b-h100-32-nodes"
                                                 << "parallelism.pipeline"
                                                 << "2"
                                                 << "parallelism.fsdp=128";
        QTest::newRow("replicas of a node") << "llama3.1-8b-h100-node"
                                            << "parallelism.data"
                                            << "2"
                                            << "parallelism.fsdp=4";
        QTest::newRow("twice the nodes") << "llama3.1-8b-h100-node"
                                         << "hardware.nodes"
                                         << "2"
                                         << "parallelism.fsdp=16";
    }
    void aBrokenProductKeepsWhatWasTyped()
    {
        QFETCH(QString, example);
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, first);
        const ProfileLibrary library({ HEADROOM_PROFILES, {} });
        Plan plan = loadPlan(*library.planPath(example.toStdString()))->plan;
        QVERIFY(setPlanField(plan, path.toStdString(), value.toStdString(), {}).empty());
        const auto resolved = resolvePlan(plan, library);
        const auto broken = brokenRules(*resolved);
        const auto product = std::ranges::find_if(
            broken, [](const RuleBreak &rule) { return rule.error.id == "rule-device-count"; });
        QVERIFY(product != broken.end());
        const auto offers = repairsAfterEdit(*resolved, *product, path.toStdString(), library);
        QVERIFY(!offers.empty());
        QVERIFY(offers.size() <= 3);
        QCOMPARE(offers.front().changes.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(offers.front().changes.front().path + "="
                     + offers.front().changes.front().value),
            first);
        for (const Repair &offer : offers)
            for (const FieldChange &change : offer.changes)
                QVERIFY(change.path != path.toStdString());
    }

    /// No node with sixty-four H100 is for sale.
    void nodesAreOfferedAsMachinesHaveThem()
    {
        const ProfileLibrary library({ HEADROOM_PROFILES, {} });
        const auto offered = [&](const std::string &chip, const std::string &devices) {
            const auto resolved = resolvePlan(planWith({ { "hardware.accelerator", chip },
                                                  { "hardware.devices_per_node", devices } }),
                library);
            const PlanField *const field = planField("hardware.devices_per_node");
            return resolved && field ? repairValues(*field, *resolved, library)
                                     : std::vector<std::string> {};
        };
        for (const char *chip : { "h100-sxm", "a100-80-sxm", "gb200", "l4" }) {
            const std::vector<std::string> sizes = offered(chip, "2");
            QVERIFY2(!sizes.empty(), chip);
            for (const char *unknown : { "3", "6", "16", "32", "64" })
                QVERIFY2(std::ranges::find(sizes, unknown) == sizes.end(), chip);
        }
        const auto resolved = resolvePlan(planWith({ { "parallelism.tensor", "8" } }), library);
        QVERIFY(resolved.hasValue());
        for (const Repair &offer : repairsAfterEdit(
                 *resolved, brokenRules(*resolved).front(), "parallelism.tensor", library))
            for (const FieldChange &change : offer.changes)
                QVERIFY(change.path != "hardware.devices_per_node");
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
        estimate.memory.reserved.bytes = gib(61.4);
        estimate.memory.fitProbability = 0.96;
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
        estimate.memory.fitProbability = 0.9;
        QVERIFY(verdictText(verdict(estimate)).starts_with("Should fit: "));
        for (const double atLimit : { 0.79, 0.2 }) {
            estimate.memory.fitProbability = atLimit;
            QVERIFY(verdictText(verdict(estimate)).starts_with("At the limit: "));
        }
        estimate.memory.reserved.bytes = gib(80);
        estimate.memory.fitProbability = 0.19;
        estimate.memory.fits = false;
        QVERIFY(
            verdictText(verdict(estimate)).starts_with("Does not fit: 80.0 GiB needed, 71.3 GiB"));
    }

    void whatLivesOutsideThePoolCountsWhenItIsTheProblem()
    {
        Estimate estimate;
        estimate.memory.fits = false;
        estimate.memory.reserved.bytes = gib(60);
        estimate.memory.device.bytes = gib(66);
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
