#include "model/physics/step/optimizer_time.h"
#include "tests/model/physics/hand_made_model.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

namespace {

/// The Trainer on one H100, with settings beside it.
Estimate onOneDevice(std::vector<std::string> settings)
{
    std::vector<std::string> all { "framework=hf", "hardware.devices_per_node=1",
        "parallelism.fsdp=1", "parallelism.zero_stage=1", "precision.weights=bf16",
        "precision.gradients=bf16", "remat.policy=full", "optimizer=adamw_8bit",
        "workload.global_batch_sequences=4", "parallelism.micro_batch_sequences=1" };
    all.insert(all.end(), settings.begin(), settings.end());
    return shippedEstimator().estimate(shippedPlan("llama3.1-8b-h100-node", all));
}

double bytesOf(const Estimate &estimate, MemoryTerm term)
{
    return estimate.memory.terms[term].value();
}

} // namespace

/// Optimizer states in pages, and saved activations in host memory.
class HostStatesTest : public QObject
{
    Q_OBJECT

private slots:
    void pagedMomentsLeaveTheirScales();
    void pagesCrossTheLinkTwice();
    void inputsOfLayersWaitInTheHost();
    void everythingIsSomewhere();
    void memoryFallsAndTimeRises();
};

/// 32-bit moments leave nothing on the device, 8-bit ones a 32-bit scale for each 256.
void HostStatesTest::pagedMomentsLeaveTheirScales()
{
    Prepared p = paperGpt(4, 100, 10, 1000);
    p.masterBytes = Bytes {};
    const double parameters = 4 * 12 * 100.0 * 100;
    Candidate c;
    c.zeroStage = 0;
    NoTrace none;
    const auto state = [&](Optimizer optimizer) {
        p.optimizers = { optimizerCosts(optimizerTraits(optimizer), NumberFormat::Fp32) };
        const Layout layout = makeLayout(p, c);
        double host = 0;
        const double device = optimizerMemory(
            p, c, layout, stageParameters(p, c, layout, Stage::First), host, none);
        return std::pair { device, host };
    };
    QCOMPARE(state(Optimizer::AdamW), (std::pair { 8 * parameters, 0.0 }));
    p.options.pagedOptimizer = true;
    QCOMPARE(state(Optimizer::AdamW), (std::pair { 0.0, 8 * parameters }));
    QCOMPARE(state(Optimizer::Lion), (std::pair { 0.0, 4 * parameters }));
    QCOMPARE(
        state(Optimizer::AdamW8bit), (std::pair { 2 * 4.0 / 256 * parameters, 2 * parameters }));
    p.masterBytes = Bytes { 4 }; // which DeepSpeed keeps, in tensors
    QCOMPARE(state(Optimizer::AdamW), (std::pair { 4 * parameters, 8 * parameters }));
    p.options.offloadParameters = true;
    p.stack.offloadsTogether = true; // where FSDP steps on the host there are no pages
    c.fsdp = 2;
    c.zeroStage = 3;
    QCOMPARE(state(Optimizer::AdamW), (std::pair { 0.0, 12 * parameters / 2 }));
}

void HostStatesTest::pagesCrossTheLinkTwice()
{
    Prepared p = paperGpt(4, 100, 10, 1000);
    p.hostRate = BytesPerSecond { 1e9 };
    p.memoryRate = BytesPerSecond { 1e12 };
    Candidate c;
    NoTrace none;
    const Layout layout = makeLayout(p, c);
    const StageParameters own = stageParameters(p, c, layout, Stage::First);
    const Seconds resident = optimizerTime(p, c, layout, own, none);
    p.options.pagedOptimizer = true;
    const Seconds paged = optimizerTime(p, c, layout, own, none);
    const double bytes = updatedParameters(p, layout, own) * 2 * 8;
    QVERIFY(std::abs((paged - resident).value() - bytes / 1e9) < 1e-12);
}

/// Five of the inputs are still being copied; the rest is on the host.
void HostStatesTest::inputsOfLayersWaitInTheHost()
{
    Prepared p = paperGpt(32, 4096, 32, 1000);
    p.computeBytes = Bytes { 2 };
    const double input = 2 * 4096;
    QCOMPARE(rematCosts(p, {}, RematKind::LayerInput).plainBytes, input);
    p.options.offloadActivations = true;
    const RematCosts costs = rematCosts(p, {}, RematKind::LayerInput);
    QCOMPARE(costs.plainBytes, input * 5 / 32);
    QCOMPARE(costs.offloadBytes, input * 27 / 32);
    QVERIFY(costs.isFull);
    p.layers = p.denseLayers = 3; // fewer than are on their way
    QCOMPARE(rematCosts(p, {}, RematKind::LayerInput).offloadBytes, 0.0);
    p.isInference = true;
    QCOMPARE(rematCosts(p, {}, RematKind::LayerInput).plainBytes, input);
}

/// What leaves the device is on the host, and a layer's backward pass finds all of it again.
void HostStatesTest::everythingIsSomewhere()
{
    Prepared p = llama8b();
    p.isFlash = true;
    const RematCosts kept = rematCosts(p, {}, RematKind::Whole);
    p.options.offloadActivations = true;
    const RematCosts sent = rematCosts(p, {}, RematKind::Whole);
    QCOMPARE(sent.shardedBytes, 0.0);
    QVERIFY(std::abs(sent.plainBytes + sent.offloadBytes - kept.plainBytes - kept.shardedBytes
                - kept.wholeBytes)
        < 1e-6);
    QCOMPARE(wholeLayerCosts(p).shardedBytes, kept.shardedBytes);
    QCOMPARE(sent.replayAttention, kept.replayAttention);
}

void HostStatesTest::memoryFallsAndTimeRises()
{
    const Estimate plain = onOneDevice({});
    const Estimate paged = onOneDevice({ "options.paged_optimizer=true" });
    QVERIFY(bytesOf(paged, MemoryTerm::OptimizerState)
        < bytesOf(plain, MemoryTerm::OptimizerState) / 50);
    QVERIFY(paged.memory.host > plain.memory.host);
    QVERIFY(paged.time.step > plain.time.step);
    const Estimate sent = onOneDevice({ "options.offload_activations=true" });
    QVERIFY(bytesOf(sent, MemoryTerm::SavedActivations)
        < bytesOf(plain, MemoryTerm::SavedActivations) / 3);
    QVERIFY(sent.memory.host > plain.memory.host);
    QVERIFY(sent.time.step >= plain.time.step);
}

QTEST_APPLESS_MAIN(HostStatesTest)
#include "tst_host_states.moc"
