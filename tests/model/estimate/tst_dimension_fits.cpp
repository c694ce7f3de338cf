#include "tests/model/shipped.h"

#include "model/advice/plan_tables.h"
#include "model/base/wording/messages.h"
#include "model/physics/gemm_time.h"
#include "model/plan/checked_plan.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

/// What the dimensions of matrices gain says what a lone estimate of the changed shape says.
class DimensionFitsTest : public QObject
{
    Q_OBJECT

private slots:
    void multiples_data()
    {
        QTest::addColumn<QString>("chip");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("best");
        QTest::newRow("V100 fp16") << "v100" << 2.0 << 8.0 << 8.0;
        QTest::newRow("A100 bf16") << "a100-80-sxm" << 2.0 << 8.0 << 64.0;
        QTest::newRow("A100 fp32") << "a100-80-sxm" << 4.0 << 4.0 << 32.0;
        QTest::newRow("H100 fp8") << "h100-sxm" << 1.0 << 16.0 << 128.0;
        QTest::newRow("v5p") << "tpu-v5p" << 2.0 << 128.0 << 128.0;
        QTest::newRow("v6e") << "tpu-v6e" << 2.0 << 256.0 << 256.0;
    }

    void multiples()
    {
        QFETCH(QString, chip);
        QFETCH(double, bytes);
        QFETCH(double, least);
        QFETCH(double, best);
        const auto accelerator = shippedLibrary().accelerator(chip.toStdString());
        QVERIFY(accelerator);
        const DimensionMultiple multiple = dimensionMultiple(**accelerator, Bytes { bytes });
        QCOMPARE(multiple.least, least);
        QCOMPARE(multiple.best, best);
    }

    void alignedDimensionsAskForNothing()
    {
        const PlanTables tables
            = planTables(shippedEstimator(), shippedPlan("llama3.1-8b-h100-node"));
        for (const char *id :
            { "hidden", "ffn", "attention_width", "head_size", "vocabulary", "tokens" })
            QVERIFY2(std::ranges::count(tables.dimensions, id, &DimensionFit::id) == 1, id);
        for (const DimensionFit &fit : tables.dimensions) {
            QVERIFY2(fit.isAligned, fit.id.c_str());
            QCOMPARE(fit.better, fit.value);
            QCOMPARE(fit.gain, 0.0);
        }
    }

    void gainIsThatOfANewEstimate()
    {
        ResolvedPlan odd = shippedPlan("llama3.1-8b-h100-node");
        ModelShape shape = *odd.model;
        shape.vocab = 128201;
        shape.ffn = 14300;
        shape.heads = shape.kvHeads = 33;
        shape.headDim = 100;
        odd.model = std::make_shared<const ModelShape>(shape);
        const PlanTables tables = planTables(shippedEstimator(), odd);
        const Estimate now = shippedEstimator().estimate(odd);
        int seen = 0;
        for (const DimensionFit &fit : tables.dimensions) {
            ModelShape better = shape;
            const auto whole = static_cast<int>(fit.better);
            if (fit.id == "vocabulary")
                better.vocab = whole;
            else if (fit.id == "ffn")
                better.ffn = whole;
            else if (fit.id == "attention_width") // whole heads
                better.heads = better.kvHeads = whole / shape.headDim;
            else if (fit.id == "head_size")
                better.headDim = whole;
            else
                continue;
            ++seen;
            QVERIFY(!fit.isAligned);
            QCOMPARE(std::fmod(fit.better, 64.0), 0.0);
            const double farthest = fit.id == "attention_width" ? 1600 : 64;
            QVERIFY2(std::abs(fit.better - fit.value) <= farthest, fit.id.c_str());
            QVERIFY2(fit.gain > 0, fit.id.c_str());
            ResolvedPlan even = odd;
            even.model = std::make_shared<const ModelShape>(better);
            const Estimate then = shippedEstimator().estimate(even);
            QCOMPARE(fit.step.value(), then.time.step.value());
            QVERIFY(std::abs(then.throughput.model / now.throughput.model - 1 - fit.gain) < 1e-12);
        }
        QCOMPARE(seen, 4);
        const auto isHint
            = [](const Finding &finding) { return finding.id == "dimension-not-aligned"; };
        QVERIFY(std::ranges::count_if(now.findings, isHint) >= 2);
        QCOMPARE(std::ranges::find_if(now.findings, isHint)->operands.size(), std::size_t { 5 });
    }

    /// A tokenizer has so many tokens: its vocabulary may be padded, not cut; where the framework
    /// pads it by itself there is nothing to say.
    void vocabularyOnlyGrows()
    {
        const auto fit = [&](const std::string &id, const std::vector<std::string> &settings) {
            ResolvedPlan own = shippedPlan(id, settings);
            ModelShape shape = *own.model;
            shape.vocab = 50257;
            own.model = std::make_shared<const ModelShape>(shape);
            const std::vector<DimensionFit> fits
                = dimensionFits(shippedEstimator(), own, shippedEstimator().prepare(own));
            const auto found = std::ranges::find(fits, "vocabulary", &DimensionFit::id);
            const bool isHinted
                = std::ranges::any_of(dimensionFindings(fits), [&](const Finding &finding) {
                      return operandText(finding.operands.front()) == found->label;
                  });
            return std::pair(*found, isHinted);
        };
        for (const char *framework : { "torchtitan", "deepspeed", "hf" }) {
            const auto [own, isHinted] = fit("llama3.1-8b-h100-node",
                { std::string("framework=") + framework, "attention=flash-2",
                    "remat.policy=full" });
            QVERIFY2(!own.isAligned && isHinted, framework);
            QCOMPARE(own.better, 50304.0);
        }
        const auto [maxtext, isHinted] = fit("llama3.1-8b-h100-node", {});
        QVERIFY(isHinted);
        QCOMPARE(maxtext.better, 50304.0);
        // Megatron pads to a multiple of 128 times the tensor degree.
        const auto [megatron, isSaid] = fit("llama3.1-8b-h100-node",
            { "framework=megatron", "remat.policy=full", "parallelism.zero_stage=1" });
        QVERIFY(megatron.isAligned && !isSaid);
        QCOMPARE(megatron.better, megatron.value);
        // MaxText's own file of GPT-3 has the padded vocabulary.
        const ResolvedPlan gpt = shippedPlan("gpt3-175b-a100-1024",
            { "framework=maxtext", "remat.policy=full", "attention=cudnn-flash",
                "parallelism.pipeline_chunks=1", "parallelism.sequence_parallel=false",
                "parallelism.zero_stage=3" });
        for (const DimensionFit &own :
            dimensionFits(shippedEstimator(), gpt, shippedEstimator().prepare(gpt)))
            QVERIFY2(own.id != "vocabulary" || own.isAligned, own.id.c_str());
    }
};

QTEST_GUILESS_MAIN(DimensionFitsTest)
#include "tst_dimension_fits.moc"
