#include "drawn_plans.h"
#include "model/physics/prepare/prepare.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/tuning.h"
#include "model/rules/broken_rules.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

bool isClose(double a, double b, double tolerance = 1e-12)
{
    return std::abs(a - b) <= tolerance * std::abs(b);
}

} // namespace

/// Adapters on single projections, their variants, what is trained whole next to them, preferences.
class TuningFormsTest : public QObject
{
    Q_OBJECT

private slots:
    void countsOfTheLoraPaperByMatrix_data()
    {
        QTest::addColumn<QString>("targets");
        QTest::addColumn<QString>("rank");
        QTest::newRow("queries") << "q"
                                 << "8";
        QTest::newRow("queries and values") << "q, v"
                                            << "4";
        QTest::newRow("all four") << "q, k, v, o"
                                  << "2";
    }
    void countsOfTheLoraPaperByMatrix()
    {
        QFETCH(QString, targets);
        QFETCH(QString, rank);
        const ResolvedPlan plan = shippedPlan("gpt3-175b-a100-1024",
            { "tuning.method=lora", "tuning.rank=" + rank.toStdString(),
                "tuning.targets=" + targets.toStdString() });
        QCOMPARE(flaggedEstimator().prepare(plan).tuning.parameters, 18'874'368.0);
    }

    /// Parts of a group count together what the group does, whatever the model fuses.
    void projectionsMakeTheirGroup_data()
    {
        QTest::addColumn<QString>("model");
        for (const std::string &id : shippedLibrary().modelIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    void projectionsMakeTheirGroup()
    {
        QFETCH(QString, model);
        const ModelShape shape = **shippedLibrary().model(model.toStdString());
        const auto count = [&](const std::string &targets) {
            LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"));
            [&] {
                QVERIFY(applySettings(loaded,
                    { "model=" + model.toStdString(), "tuning.method=lora",
                        "tuning.targets=" + targets })
                            .empty());
            }();
            return flaggedEstimator()
                .prepare(*resolvePlan(loaded.plan, shippedLibrary()))
                .tuning.parameters;
        };
        QCOMPARE(count("q, k, v, o"), count("attention"));
        QCOMPARE(count("q, k, v") + count("o"), count("attention"));
        QCOMPARE(count(shape.gatedMlp ? "gate, up, down" : "up, down"), count("mlp"));
    }

    /// Copies of embedding and head, and a magnitude for each output.
    void trainedWholeAndMagnitudes()
    {
        const auto with = [](const std::vector<std::string> &settings) {
            std::vector<std::string> all { "tuning.targets=q, v", "tuning.rank=8" };
            all.insert(all.end(), settings.begin(), settings.end());
            return flaggedEstimator().estimate(shippedPlan("llama3.1-8b-lora-one-gpu", all));
        };
        const Estimate plain = with({}), both = with({ "tuning.trained=both" }),
                       head = with({ "tuning.trained=head" }), dora = with({ "tuning.dora=true" });
        const double vocabulary = 128256.0 * 4096;
        QCOMPARE(plain.parametersTrained, 32 * 8 * (2 * 4096.0 + 4096 + 1024));
        QCOMPARE(head.parametersTrained, plain.parametersTrained + vocabulary);
        QCOMPARE(both.parametersTrained, plain.parametersTrained + 2 * vocabulary);
        QCOMPARE(dora.parametersTrained, plain.parametersTrained + 32 * (4096.0 + 1024));
        const auto state = [](const Estimate &one) {
            return (one.memory.terms[MemoryTerm::Weights]
                + one.memory.terms[MemoryTerm::OptimizerState])
                .value();
        };
        const double perTrained = (state(dora) - state(plain)) / (32 * (4096.0 + 1024));
        QVERIFY(perTrained >= 10); // a weight and two moments
        QVERIFY(isClose(state(both) - state(plain), perTrained * 2 * vocabulary, 1e-9));
        QVERIFY(head.time.terms[TimeTerm::HeadLoss] > plain.time.terms[TimeTerm::HeadLoss]);
        QVERIFY(dora.time.terms[TimeTerm::Gemm] > plain.time.terms[TimeTerm::Gemm]);
    }

    /// A frozen reference runs forward as well: as a second model, or with the adapters off.
    void preferences()
    {
        const auto with = [](const std::vector<std::string> &settings) {
            std::vector<std::string> all { "framework=hf", "remat.policy=no_recompute",
                "parallelism.micro_batch_sequences=2", "options.cross_entropy=auto" };
            all.insert(all.end(), settings.begin(), settings.end());
            return flaggedEstimator().estimate(shippedPlan("llama3.1-8b-h100-node", all));
        };
        const auto weights
            = [](const Estimate &one) { return one.memory.terms[MemoryTerm::Weights].value(); };
        const auto gemm
            = [](const Estimate &one) { return one.time.terms[TimeTerm::Gemm].value(); };
        const Estimate plain = with({}), dpo = with({ "tuning.objective=dpo" });
        QVERIFY(isClose(weights(dpo) - weights(plain), 2 * plain.parametersTotal / 8, 1e-9));
        QVERIFY(gemm(dpo) / gemm(plain) > 1.3 && gemm(dpo) / gemm(plain) < 1.4);
        QVERIFY(dpo.time.terms[TimeTerm::HeadLoss] > 1.2 * plain.time.terms[TimeTerm::HeadLoss]);
        const Estimate lora = with({ "tuning.method=lora" }),
                       both = with({ "tuning.method=lora", "tuning.objective=dpo" });
        QCOMPARE(weights(both), weights(lora));
        QVERIFY(gemm(both) > 1.4 * gemm(lora));
    }

    /// 4-bit integers with a 16-bit scale and a 4-bit zero point for each 128.
    void bitsOfGptqAndAwq()
    {
        for (const char *base : { "gptq", "awq" }) {
            const ResolvedPlan plan = shippedPlan("llama3.1-8b-lora-one-gpu",
                { "tuning.method=qlora", std::string("tuning.base=") + base });
            QVERIFY(brokenRules(plan).empty());
            QVERIFY(isClose(
                8 * flaggedEstimator().prepare(plan).tuning.baseBytes.value(), 4 + 20.0 / 128));
        }
    }
};

QTEST_GUILESS_MAIN(TuningFormsTest)
#include "tst_tuning_forms.moc"
