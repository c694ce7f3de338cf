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

    /// bitsandbytes' scales are no parameters: FSDP and ZeRO 3 leave them whole on every device, in
    /// host memory or not.
    void scalesAreWholeOnEveryRank()
    {
        const auto weights = [](std::vector<std::string> settings) {
            settings.insert(settings.begin(),
                { "framework=hf", "tuning.method=qlora", "parallelism.zero_stage=3",
                    "precision.weights=bf16" });
            return flaggedEstimator()
                .estimate(shippedPlan("llama3.1-8b-h100-node", settings))
                .memory.terms[MemoryTerm::Weights]
                .value();
        };
        constexpr double matrices = 32 * 218103808.0, scale = (1 + 4.0 / 256) / 64;
        QVERIFY(isClose(weights({ "options.offload_parameters=true" }), matrices * scale, 1e-9));
        const double eight = weights({}),
                     sixteen = weights({ "hardware.nodes=2", "parallelism.fsdp=16",
                         "workload.global_batch_sequences=256" });
        QVERIFY(isClose(2 * sixteen - eight, matrices * scale, 1e-6));
    }

    /// Frozen weights in 32 bit, cast by autocast: 4 bytes each; without recomputation every matrix
    /// keeps its 16-bit cast for the gradient of its input, with it those of one layer and the
    /// head.
    void aBaseIn32Bit()
    {
        const auto with = [](std::vector<std::string> settings) {
            settings.insert(settings.begin(),
                { "tuning.method=lora", "framework=hf", "precision.weights=fp32" });
            return shippedPlan("llama3.1-8b-lora-one-gpu", settings);
        };
        const auto term = [](const ResolvedPlan &plan, MemoryTerm which) {
            return flaggedEstimator().estimate(plan).memory.terms[which].value();
        };
        const std::string wide = "tuning.base=fp32", whole = "remat.policy=no_recompute";
        QVERIFY(brokenRules(with({ wide })).empty());
        constexpr double parameters = 8030261248, matrices = 32 * 218103808.0,
                         head = 128256.0 * 4096;
        QVERIFY(
            isClose(term(with({ wide }), MemoryTerm::Weights) - term(with({}), MemoryTerm::Weights),
                2 * parameters, 1e-6));
        const auto casts = [&](const std::string &policy) {
            return term(with({ wide, policy }), MemoryTerm::Functional)
                - term(with({ policy }), MemoryTerm::Functional);
        };
        QVERIFY(isClose(casts(whole), 2 * (matrices + head), 1e-6));
        QVERIFY(isClose(casts("remat.policy=full"), 2 * (matrices / 32 + head), 1e-6));
        // The residual stream is in 32 bit, too, and every forward pass casts 6 bytes a weight.
        QVERIFY(term(with({ wide, "remat.policy=full" }), MemoryTerm::SavedActivations)
            > 1.5 * term(with({ "remat.policy=full" }), MemoryTerm::SavedActivations));
        const Prepared p = flaggedEstimator().prepare(with({ wide }));
        QVERIFY(!p.tuning.isQuantised && p.tuning.isWide);
        QCOMPARE(p.tuning.baseBytes.value(), 4.0);
        QVERIFY(flaggedEstimator().estimate(with({ wide })).time.terms[TimeTerm::Gemm]
            > flaggedEstimator().estimate(with({})).time.terms[TimeTerm::Gemm]);
        // DeepSpeed casts the model; QLoRA quantises it.
        ResolvedPlan offloaded = with({ wide }), quantised = offloaded;
        offloaded.plan.options.offloadParameters = true;
        quantised.plan.tuning->method = TuningMethod::Qlora;
        QVERIFY(!brokenRules(offloaded).empty());
        QVERIFY(!brokenRules(quantised).empty());
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
