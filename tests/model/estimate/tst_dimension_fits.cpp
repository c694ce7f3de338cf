#include "tests/model/shipped.h"

#include "model/advice/plan_tables.h"
#include "model/base/wording/messages.h"
#include "model/physics/compute/gemm_time.h"
#include "model/rules/checked_plan.h"

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
            // The nearer of two that gain: 128201, 14300 and 3300 elements, 100 of a head.
            const double nearest = fit.id == "vocabulary" ? 128256
                : fit.id == "ffn"                         ? 14272
                : fit.id == "attention_width"             ? 3200
                                                          : 128;
            QCOMPARE(fit.better, nearest);
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

    /// What a rank multiplies, and what it should be a multiple of.
    void ranksHoldParts()
    {
        const auto fits = [&](const std::vector<std::string> &settings, const char *plan) {
            const ResolvedPlan own = shippedPlan(plan, settings);
            return dimensionFits(shippedEstimator(), own, shippedEstimator().prepare(own));
        };
        const auto of = [](const std::vector<DimensionFit> &all, const char *id) {
            const auto found = std::ranges::find(all, id, &DimensionFit::id);
            return found == all.end() ? DimensionFit {} : *found;
        };
        const auto cut = fits(
            { "framework=megatron", "model=mixtral-8x7b", "hardware.nodes=8", "remat.policy=full",
                "parallelism.tensor=4", "parallelism.sequence_parallel=true",
                "parallelism.expert=4", "parallelism.expert_tensor=2", "parallelism.fsdp=1",
                "parallelism.data=16", "parallelism.zero_stage=1",
                "parallelism.micro_batch_sequences=2", "workload.global_batch_sequences=64" },
            "llama3.1-8b-h100-node");
        QCOMPARE(of(cut, "hidden").perDevice, 4096.0);
        QCOMPARE(of(cut, "hidden").least, 8.0);
        QCOMPARE(of(cut, "expert_ffn").perDevice, 14336.0 / 2);
        QCOMPARE(of(cut, "attention_width").perDevice, 4096.0 / 4);
        QCOMPARE(of(cut, "head_size").perDevice, 128.0);
        QCOMPARE(of(cut, "vocabulary").perDevice, 32256.0 / 4); // Megatron pads to 4 · 128
        QCOMPARE(of(cut, "vocabulary").value, 32000.0);
        QCOMPARE(of(cut, "tokens").perDevice, 2 * 8192.0);
        QCOMPARE(of(cut, "tokens").best, 64.0);
        QCOMPARE(of(fits({}, "llama3.1-8b-h100-node"), "expert_ffn").id, std::string());
        const auto torus = fits({}, "llama3.1-8b-v6e-16");
        QCOMPARE(of(torus, "tokens").best, 8.0); // rows of a register
        QCOMPARE(of(torus, "hidden").best, 256.0);
        QVERIFY(!of(torus, "head_size").isAligned);
        QCOMPARE(of(torus, "head_size").perDevice, 128.0);
        // Elements of one byte: whole lines hold 128 of them.
        QCOMPARE(of(fits({ "framework=torchtitan", "precision.recipe=fp8_current" },
                        "llama3.1-8b-h100-node"),
                     "hidden")
                     .best,
            128.0);
        for (const DimensionFit &fit : fits({ "model=deepseek-v2-lite" }, "llama3.1-8b-h100-node"))
            QVERIFY(fit.id != "attention_width" && fit.id != "head_size");
    }

    /// Heads that share keys change together; a sequence grows by whole micro-batches.
    void dimensionsChangeInWholeSteps()
    {
        ResolvedPlan odd = shippedPlan("llama3.1-8b-h100-node",
            { "workload.sequence_length=8190", "parallelism.micro_batch_sequences=2" });
        ModelShape shape = *odd.model;
        shape.heads = 30;
        shape.kvHeads = 10;
        shape.headDim = 100;
        odd.model = std::make_shared<const ModelShape>(shape);
        int seen = 0;
        for (const DimensionFit &fit :
            dimensionFits(shippedEstimator(), odd, shippedEstimator().prepare(odd))) {
            ResolvedPlan better = odd;
            if (fit.id == "attention_width") { // groups of ten heads of a hundred
                QCOMPARE(fit.value, 3000.0);
                QCOMPARE(fit.better, 8000.0);
                shape.heads = 80;
                better.model = std::make_shared<const ModelShape>(shape);
            } else if (fit.id == "tokens") {
                QCOMPARE(fit.value, 2 * 8190.0);
                QCOMPARE(fit.better, 2 * 8192.0);
                better.plan.workload.sequenceLength = 8192;
            } else {
                continue;
            }
            ++seen;
            const Estimate now = shippedEstimator().estimate(odd),
                           then = shippedEstimator().estimate(better);
            QCOMPARE(fit.step.value(), then.time.step.value());
            QVERIFY(std::abs(then.throughput.model / now.throughput.model - 1 - fit.gain) < 1e-12);
        }
        QCOMPARE(seen, 2);
    }

    /// Of two tensor ranks each gets half of the better width; micro-batches of three sequences
    /// grow by three tokens, two ranks of context share them.
    void betterValuesAreThoseOfAllRanks()
    {
        const auto fit = [](const std::vector<std::string> &settings, const char *id,
                             const std::function<void(ModelShape &)> &change) {
            ResolvedPlan own = shippedPlan("llama3.1-8b-h100-node", settings);
            ModelShape shape = *own.model;
            change(shape);
            own.model = std::make_shared<const ModelShape>(shape);
            const std::vector<DimensionFit> all
                = dimensionFits(shippedEstimator(), own, shippedEstimator().prepare(own));
            const DimensionFit found = *std::ranges::find(all, id, &DimensionFit::id);
            ResolvedPlan better = own;
            const double tokens = found.better;
            if (std::string_view(id) == "tokens")
                better.plan.workload.sequenceLength = std::llround(
                    tokens * own.plan.parallelism.context / own.plan.parallelism.microBatch);
            else if (std::string_view(id) == "ffn")
                shape.ffn = std::llround(found.better);
            else if (std::string_view(id) == "hidden")
                shape.hidden = std::llround(found.better);
            else
                shape.moe->ffn = std::llround(found.better);
            better.model = std::make_shared<const ModelShape>(shape);
            if (shippedEstimator().estimate(better).time.step != found.step)
                return -1.0;
            return found.better;
        };
        const auto nothing = [](ModelShape &) {};
        QCOMPARE(fit({ "framework=megatron", "remat.policy=full", "parallelism.tensor=2",
                         "parallelism.fsdp=1", "parallelism.data=4", "parallelism.zero_stage=1" },
                     "ffn", [](ModelShape &shape) { shape.ffn = 14300; }),
            14336.0);
        QCOMPARE(fit({ "workload.sequence_length=8170", "parallelism.micro_batch_sequences=3",
                         "workload.global_batch_sequences=120" },
                     "tokens", nothing),
            3 * 8192.0);
        QCOMPARE(fit({ "workload.sequence_length=8188", "parallelism.micro_batch_sequences=2",
                         "parallelism.context=2", "parallelism.fsdp=4" },
                     "tokens", nothing),
            8192.0);
        QCOMPARE(fit({ "model=mixtral-8x7b" }, "expert_ffn",
                     [](ModelShape &shape) { shape.moe->ffn = 14330; }),
            14336.0);
        QCOMPARE(fit({}, "hidden", [](ModelShape &shape) { shape.hidden = 4090; }), 4096.0);
    }

    /// 8192 × 14336 outputs: 3584 tiles of 256 × 128, in 28 rounds over 132 units.
    void tilesFillTheChip()
    {
        Prepared p = shippedPrepared("llama3.1-8b-h100-node");
        QCOMPARE(p.computeUnits, 132.0);
        const TileFit fit = tileFit(p, { 8192, 4096, 14336 });
        QCOMPARE(fit.tileRows, 256.0);
        QCOMPARE(fit.tileColumns, 128.0);
        QCOMPARE(fit.tiles, 3584.0);
        QCOMPARE(fit.waves, 28.0);
        QCOMPARE(fit.filled, 3584.0 / (28 * 132));
        QCOMPARE(fit.useful, 3584.0 / (28 * 132));
        const std::vector<TileFit> all
            = tileFits(p, planCandidate(shippedPlan("llama3.1-8b-h100-node").plan));
        QCOMPARE(all.size(), p.matrices().size());
        QCOMPARE(all.back().id, std::string("mlp_out"));
        QCOMPARE(all.back().label, std::string("MLP out"));
        // A tile of its own rate: what it covers is counted, not how fast.
        const TileFit small = tileFit(p, { 64, 4096, 64 });
        QCOMPARE(small.useful, 64 * 64 / (132 * small.tileRows * small.tileColumns));
        QCOMPARE(small.filled, 1.0 / 132);
        p = shippedPrepared("llama3.1-8b-v6e-16");
        const TileFit array = tileFit(p, { 12, 4096, 300 });
        QCOMPARE(array.tileRows, 8.0);
        QCOMPARE(array.tileColumns, 256.0);
        QCOMPARE(array.tiles, 4.0);
        QCOMPARE(array.filled, 1.0);
        QCOMPARE(array.useful, 12 * 300 / (16 * 512.0));
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
