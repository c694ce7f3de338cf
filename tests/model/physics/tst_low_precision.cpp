#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/physics/step/layer_traffic.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <cmath>

using namespace headroom;

/// What quantising costs, and what it saves on the wire.
class LowPrecisionTest : public QObject
{
    Q_OBJECT

private slots:
    void publishedSpeedups_data();
    void publishedSpeedups();
    void tensorsAreQuantisedOnce();
    void gatheredTensorsAreQuantisedByTheirOwners();
    void rowwiseGathersTravelWhole();

private:
    ResolvedPlan resolved(const std::vector<std::string> &settings) const;
};

ResolvedPlan LowPrecisionTest::resolved(const std::vector<std::string> &settings) const
{
    return shippedPlan("llama3.1-8b-h100-node", settings);
}

void LowPrecisionTest::publishedSpeedups_data()
{
    QTest::addColumn<std::string>("recipe");
    QTest::addColumn<double>("tokensPerSecond");
    // torchao float8 README: Llama 3 8B, torchtitan of 2025-08, which asks FlashAttention first, 8
    // H100 (96 GB, 500 W), batch 1, 8192 tokens, per-operation checkpointing, compiled.
    QTest::newRow("bf16") << std::string("none") << 6150.0;
    QTest::newRow("tensorwise, fp8 all-gather") << std::string("fp8_current") << 7689.5;
    QTest::newRow("rowwise, bf16 all-gather") << std::string("fp8_blockwise") << 6768.0;
}

void LowPrecisionTest::publishedSpeedups()
{
    QFETCH(std::string, recipe);
    QFETCH(double, tokensPerSecond);
    const Estimate estimate = shippedEstimator().estimate(
        resolved({ "framework=torchtitan", "hardware.accelerator=h100-96-500w",
            "remat.policy=selective", "attention=flash-2", "workload.global_batch_sequences=8",
            "parallelism.micro_batch_sequences=1", "precision.recipe=" + recipe }));
    const double predicted = 8192 / estimate.time.step.value();
    QVERIFY2(std::abs(predicted / tokensPerSecond - 1) < 0.06, std::to_string(predicted).c_str());
}

void LowPrecisionTest::tensorsAreQuantisedOnce()
{
    const Prepared p = shippedEstimator().prepare(resolved({ "framework=torchtitan",
        "precision.recipe=fp8_current", "remat.policy=selective", "attention=flash" }));
    const Candidate c;
    const Layout layout = makeLayout(p, c);
    const CastElements casts = castElements(p, c, layout, LayerKind::Dense);
    // Llama 3 8B: width 4096, MLP 14336, keys and values 1024 each.
    QCOMPARE(casts.weights, p.attentionParameters + p.denseMlpParameters);
    QCOMPARE(casts.gradients, layout.tokens * (4096 + 2 * 1024 + 4096 + 2 * 14336 + 4096));
    QCOMPARE(casts.inputs, layout.tokens * (4096 + 4096 + 4096 + 14336));
    QCOMPARE(casts.transposed, 0.0);
}

void LowPrecisionTest::gatheredTensorsAreQuantisedByTheirOwners()
{
    const Prepared p = shippedEstimator().prepare(resolved({ "framework=torchtitan",
        "precision.recipe=fp8_current", "remat.policy=selective", "attention=flash" }));
    QVERIFY(p.recipes.front().travelsLow);
    Candidate one, eight;
    eight.tensor = 8;
    eight.sequenceParallel = true;
    const CastElements whole = castElements(p, one, makeLayout(p, one), LayerKind::Dense);
    const CastElements parts = castElements(p, eight, makeLayout(p, eight), LayerKind::Dense);
    QCOMPARE(parts.inputs, whole.inputs / 8);
    QCOMPARE(parts.gradients, whole.gradients / 8);
    // Inputs of the two column GEMMs, gradients behind the two row GEMMs: all gathered.
    QCOMPARE(parts.transposed, makeLayout(p, eight).tokens * 4 * 4096);
    eight.sequenceParallel = false; // every rank holds the whole input
    const CastElements copies = castElements(p, eight, makeLayout(p, eight), LayerKind::Dense);
    QVERIFY(copies.inputs > parts.inputs);
    QCOMPARE(copies.transposed, 0.0);
}

void LowPrecisionTest::rowwiseGathersTravelWhole()
{
    const auto prepared = [&](const std::string &recipe) {
        return shippedEstimator().prepare(resolved({ "framework=torchtitan",
            "remat.policy=selective", "attention=flash", "precision.recipe=" + recipe }));
    };
    const Prepared tensorwise = prepared("fp8_current"), rowwise = prepared("fp8_blockwise");
    QCOMPARE(tensorwise.gatherBytes.value(), 1.0);
    QCOMPARE(rowwise.gatherBytes.value(), 2.0);
    Candidate c;
    c.tensor = 8;
    c.sequenceParallel = true; // an all-reduce would travel whole
    NoTrace none;
    const auto traffic = [&](const Prepared &p) {
        return tensorTraffic(p, c, tensorCalls(p, c, makeLayout(p, c)), {}, LayerKind::Dense, none)
            .bytes.value();
    };
    QCOMPARE(traffic(tensorwise), 0.75 * traffic(rowwise));
}

QTEST_APPLESS_MAIN(LowPrecisionTest)
#include "tst_low_precision.moc"
