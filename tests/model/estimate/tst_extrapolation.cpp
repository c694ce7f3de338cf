#include "tests/model/shipped.h"

#include "model/base/files/read_file.h"
#include "model/estimate/extrapolation.h"
#include "model/estimate/report/estimate_report.h"
#include "model/measurement/visit_runs.h"

#include <QTest>

using namespace headroom;

namespace {

const Finding *extrapolated(const Estimate &estimate)
{
    const auto found = std::ranges::find(estimate.findings, "extrapolated", &Finding::id);
    return found == estimate.findings.end() ? nullptr : &*found;
}

} // namespace

class ExtrapolationTest : public QObject
{
    Q_OBJECT

private slots:
    /// The largest machines of the table are those of the shipped measurements.
    void theScalesAreMeasured()
    {
        const auto file = InputStream::open(
            shippedLibrary().directories().find("measurements/measurements.csv"));
        auto reader
            = MeasurementReader::open(**file, "measurements", shippedLibrary().directories());
        std::map<std::pair<bool, bool>, double> largest;
        visitRuns(
            reader.value(), shippedEstimator(), [](const ExcludedRow &) {},
            [&](const MeasuredRun &run) {
                const bool isTpu = run.resolved.accelerator.kind == AcceleratorKind::Tpu;
                double &most = largest[{ isTpu, run.resolved.model->moe.has_value() }];
                most = std::max(most, *run.row.devices);
            });
        QCOMPARE(largest.size(), measuredScales().size());
        for (const MeasuredScale &scale : measuredScales())
            QCOMPARE((largest[{ scale.isTpu, scale.hasExperts }]), scale.devices);
    }

    void reasons_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("reason"); ///< empty: the plan is like measured runs
        const QString dense = QStringLiteral("llama3.1-8b-h100-node");
        QTest::newRow("well measured") << dense << QStringList {} << QString {};
        QTest::newRow("chip") << dense << QStringList { "hardware.accelerator=l40s" }
                              << "no run of dense models on this kind of chip";
        QTest::newRow("stack") << "mixtral-8x7b-h100-8-nodes" << QStringList {}
                               << "no run of models with experts on the software stack maxtext-gpu";
        QTest::newRow("scale") << "llama3-70b-h100-32-nodes"
                               << QStringList { "hardware.nodes=512", "parallelism.fsdp=4096",
                                      "parallelism.data=1", "parallelism.tensor=1",
                                      "parallelism.micro_batch_sequences=1",
                                      "workload.global_batch_sequences=4096" }
                               << "no run of dense models on more than 3,072 devices";
        QTest::newRow("adapters") << dense << QStringList { "tuning.method=lora" }
                                  << "runs with adapters";
        QTest::newRow("sequence") << dense
                                  << QStringList { "workload.sequence_length=131072",
                                         "workload.global_batch_sequences=8",
                                         "parallelism.micro_batch_sequences=1" }
                                  << "sequences of more than 65,536 tokens";
    }
    void reasons()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QString, reason);
        const Estimate estimate
            = shippedEstimator().estimate(shippedPlan(plan.toStdString(), stdTexts(settings)));
        const Finding *finding = extrapolated(estimate);
        QCOMPARE(estimate.isExtrapolated, !reason.isEmpty());
        QCOMPARE(finding != nullptr, estimate.isExtrapolated);
        const std::string text = estimateText({ estimate, {}, {} });
        QCOMPARE(text.find("Step, extrapolated") != std::string::npos, estimate.isExtrapolated);
        if (!finding)
            return;
        QVERIFY2(findingText(*finding).find(reason.toStdString()) != std::string::npos,
            findingText(*finding).c_str());
    }
};

QTEST_GUILESS_MAIN(ExtrapolationTest)
#include "tst_extrapolation.moc"
