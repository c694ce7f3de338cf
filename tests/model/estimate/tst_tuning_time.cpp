#include "tests/model/shipped.h"

#include "model/physics/compute/layer_compute.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace headroom;

namespace {

bool isNear(double a, double b, double tolerance = 1e-12)
{
    return std::abs(a - b) <= tolerance * std::abs(b);
}

} // namespace

/// Where time and traffic of adapters come from, each computed a second time by hand.
class TuningTimeTest : public QObject
{
    Q_OBJECT

private slots:
    /// The host issues the adapters' small kernels, too: where it limits, a step grows with them.
    void launchesBindShortSequences()
    {
        const std::vector<std::string> brief { "workload.sequence_length=128",
            "workload.packing.mean_tokens=128", "parallelism.micro_batch_sequences=1" };
        const auto with = [&](const std::vector<std::string> &more) {
            std::vector<std::string> all = brief;
            all.insert(all.end(), more.begin(), more.end());
            return shippedPlan("llama3.1-8b-lora-one-gpu", all);
        };
        const auto factor = [&](const std::vector<std::string> &more) {
            return tuningLaunchFactor(flaggedEstimator().prepare(with(more)), LayerKind::Dense);
        };
        // Four kernels for each of seven pairs, and four for each of the four widened GEMMs,
        // beside 45 of a layer; without fused kernels nine for each pair.
        QVERIFY(isNear(factor({}), (45 + 4 * 7) / 45.0));
        QVERIFY(isNear(factor({ "tuning.targets=attention" }), (45 + 4 * 4) / 45.0));
        QVERIFY(isNear(factor({ "tuning.method=qlora" }), (45 + 4 * 7 + 4 * 4) / 45.0));
        QVERIFY(isNear(factor({ "options.cross_entropy=eager" }), (45 + 9 * 7) / 45.0));
        QCOMPARE(factor({ "tuning.method=full" }), 1.0);
        const auto launches = [&](const std::vector<std::string> &more) {
            return flaggedEstimator().estimate(with(more)).time.terms[TimeTerm::Fixed].value();
        };
        QVERIFY(launches({}) > 1.1 * launches({ "tuning.targets=attention" }));
        QVERIFY(launches({ "tuning.targets=attention" })
            > 1.05 * launches({ "tuning.targets=attention", "tuning.method=full" }));
        // At full length the device takes longer, and of the adapters' launches little is felt.
        const auto longer = [&](const char *targets) {
            return flaggedEstimator()
                .estimate(shippedPlan("llama3.1-8b-lora-one-gpu", { std::string(targets) }))
                .time.terms[TimeTerm::Fixed]
                .value();
        };
        const double felt = longer("tuning.targets=all") - longer("tuning.targets=attention");
        QVERIFY(felt > 0);
        QVERIFY(felt < 0.2 * (launches({}) - launches({ "tuning.targets=attention" })));
    }

    /// Widening a frozen matrix reads its format and writes 16 bits, before the GEMM of either
    /// pass.
    void wideningMovesBothFormats()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-70b-qlora-node");
        const Prepared p = flaggedEstimator().prepare(plan);
        const Candidate c = planCandidate(plan.plan);
        const Layout layout = makeLayout(p, c);
        const double nf4 = 0.5 + 1.0 / 64 + 4.0 / (64 * 256);
        Prepared whole = p;
        whole.tuning.isQuantised = false;
        for (const Linear &linear : p.matrices()) {
            const Gemm gemm = layerGemm(p, c, layout, linear);
            const Bytes bytes = dequantisedTraffic(p, layout, linear, gemm);
            const double seconds = (bytes / (p.memoryRate * dequantiseShare)).value();
            QVERIFY(isNear(bytes.value(), linear.in * linear.out * (nf4 + 2)));
            const WorkTime with = matrixWork(p, c, layout, linear);
            const WorkTime without = matrixWork(whole, c, layout, linear);
            QVERIFY(isNear((with.forward - without.forward).value(), seconds, 1e-9));
            QVERIFY(isNear((with.backward - without.backward).value(), seconds, 1e-9));
        }
    }

    /// A query meets (d + block)/2 keys of its document; the derivation says so.
    void attentionReachesOverTheDocument()
    {
        const auto keys = [&](const char *mean) {
            const ResolvedPlan plan = shippedPlan("llama3.1-8b-lora-one-gpu",
                { std::string("workload.packing.mean_tokens=") + mean });
            double found = 0;
            const std::function<void(const Derivation &)> walk = [&](const Derivation &node) {
                if (node.label == "Keys that a query attends to on average")
                    found = node.value;
                for (const Derivation &operand : node.operands)
                    walk(operand);
            };
            for (const Derivation &tree : flaggedEstimator().explain(plan))
                walk(tree);
            return found;
        };
        QCOMPARE(keys("1024"), (1024.0 + 128) / 2);
        QCOMPARE(keys("512"), (512.0 + 128) / 2);
        QCOMPARE(keys(""), (4096.0 + 128) / 2);
    }

    /// FSDP gathers frozen weights in their own format: what the formats differ by, the traffic
    /// does, whatever else travels.
    void shardsTravelInTheBasesFormat()
    {
        const auto traffic = [&](const char *method, const char *base) {
            const ResolvedPlan plan = shippedPlan("llama3.1-70b-qlora-node",
                { "parallelism.zero_stage=3", "parallelism.fsdp=8", "parallelism.data=1",
                    std::string("tuning.method=") + method, std::string("tuning.base=") + base });
            const Prepared p = flaggedEstimator().prepare(plan);
            return std::pair { evaluate(p, planCandidate(plan.plan))
                                   .axes[static_cast<std::size_t>(Axis::Fsdp)]
                                   .bytes.value(),
                p.tuning.baseBytes.value() };
        };
        const auto [wide, two] = traffic("lora", "bf16");
        const auto [eight, one] = traffic("qlora", "int8");
        const auto [four, half] = traffic("qlora", "nf4");
        QVERIFY(wide > eight && eight > four);
        QVERIFY(isNear((wide - eight) / (wide - four), (two - one) / (two - half), 1e-9));
    }

    /// Unfused GEMMs compute what windows and packed documents leave out.
    void unfusedAttentionComputesTheSquare()
    {
        for (const char *tokens : { "512", "2048", "4096", "8192" }) {
            const ResolvedPlan resolved = shippedPlan("llama3.1-8b-h100-node",
                { "model=gemma2-9b", "attention=unfused",
                    std::string("workload.packing.mean_tokens=") + tokens });
            const Prepared p = flaggedEstimator().prepare(resolved);
            QCOMPARE(kernelKeys(p), 8192.0);
        }
    }

    /// Frozen weights have no GEMM for their gradients; full training is untouched by the
    /// fields.
    void backwardPassOfFrozenWeights()
    {
        const ResolvedPlan full = shippedPlan("llama3.1-8b-h100-node");
        const ResolvedPlan lora = shippedPlan("llama3.1-8b-h100-node",
            { "tuning.method=lora", "tuning.rank=8", "tuning.targets=attention" });
        const Prepared p = flaggedEstimator().prepare(full), q = flaggedEstimator().prepare(lora);
        const Candidate c = planCandidate(full.plan);
        const Layout layout = makeLayout(p, c);
        NoTrace none;
        for (int i = 0; i < p.linearCount; ++i) {
            const Linear &own = p.linears[static_cast<std::size_t>(i)];
            const Linear &frozen = q.linears[static_cast<std::size_t>(i)];
            const Gemm gemm = layerGemm(p, c, layout, own);
            const Seconds input { gemmSeconds(p, gemm.inputGradient(), outputBytes16, none)
                * gemm.scale };
            const WorkTime before = matrixWork(p, c, layout, own);
            const WorkTime after = matrixWork(q, c, layout, frozen);
            QVERIFY(after.backward < before.backward);
            if (frozen.adapterCount == 0) {
                QCOMPARE(after.forward.value(), before.forward.value());
                QCOMPARE(after.backward.value(), input.value());
            } else {
                QVERIFY(after.forward > before.forward);
                QVERIFY(after.backward > input);
            }
        }
        QCOMPARE(flaggedEstimator().estimate(shippedPlan("llama3.1-8b-h100-node",
                     { "tuning.rank=8", "tuning.targets=attention", "tuning.base=nf4" })),
            flaggedEstimator().estimate(full));
    }

    /// Narrow GEMMs run far below the rate of wide ones.
    void adaptersRunAtTheirOwnRate()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-8b-lora-one-gpu");
        const Prepared p = flaggedEstimator().prepare(plan);
        const Candidate c = planCandidate(plan.plan);
        const Layout layout = makeLayout(p, c);
        NoTrace none;
        for (const Linear &linear : p.matrices()) {
            const Gemm gemm = layerGemm(p, c, layout, linear);
            const double wide = gemm.flop().value() / gemmSeconds(p, gemm, outputBytes16, none);
            for (const Adapter &adapter : linear.adaptersOf(p.tuning)) {
                const Gemm down = adapterGemms(p, linear, gemm, adapter).down;
                const double narrow
                    = down.flop().value() / gemmSeconds(p, down, outputBytes16, none);
                QVERIFY(narrow < wide / 5);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TuningTimeTest)
#include "tst_tuning_time.moc"
