#include "model/physics/compute/attention_time.h"
#include "model/physics/compute/layer_compute.h"
#include "model/physics/step/layer_passes.h"
#include "model/physics/step/optimizer_time.h"
#include "tests/model/physics/hand_made_model.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

namespace {

/// A machine whose rates are round numbers.
Prepared machine(double hidden, double heads, double sequence)
{
    Prepared p = paperGpt(4, hidden, heads, sequence);
    p.memoryRate = BytesPerSecond { 1e12 };
    p.rate16 = FlopPerSecond { 1e14 };
    p.hostRate = BytesPerSecond { 50e9 };
    p.attentionForwardRate = FlopPerSecond { 4e13 };
    p.attentionBackwardRate = FlopPerSecond { 2e13 };
    p.elementwiseFactor = 1;
    p.stack.computeFactor = 1;
    p.computeBytes = Bytes { 2 };
    p.normsPerLayer = 2;
    p.qkElements = 0;
    p.fullAttentionShare = 1;
    p.computeUnits = 100;
    for (RematCosts &costs : p.remats)
        costs.replayAttention = costs.replayElementwise = 0;
    return p;
}

} // namespace

/// Kernels of one layer, head, lookup and update against sums by hand, on 1000 tokens of width 100.
class LayerByHandTest : public QObject
{
    Q_OBJECT

private slots:
    void elementKernelsOfADenseLayer();
    void elementKernelsOfExperts();
    void kernelsAreReadTwiceBackward();
    void kernelsOfEagerLayers();
    void scoresOfUnfusedAttention();
    void shortRowsOfKeysAreSlow();
    void keysOfWindowsAndDocuments();
    void lossPassesOverLogits();
    void updatesOnDeviceAndHost();
    void windowsHaveTwoHalves();
};

/// Ten passes over 1000 · 100 elements of two bytes for norms and residuals, dropout's masks of two
/// branches, positions of 300 elements read and written, and three of the MLP's width of 400.
void LayerByHandTest::elementKernelsOfADenseLayer()
{
    Prepared p = machine(100, 10, 1000);
    Candidate c;
    const auto traffic = [&] { return elementTraffic(p, c, makeLayout(p, c), LayerKind::Dense); };
    QCOMPARE(traffic().norms.value(), 2e6);
    QCOMPARE(traffic().others.value(), 2e5 + 1000 * 2 * 2 * 400);
    p.isGated = true;
    p.gateFactor = 2;
    p.hasDropout = false;
    p.qkElements = 300;
    QCOMPARE(traffic().others.value(), 1000 * 4 * 300 + 1000 * 3 * 2 * 400.0);
    p.normsPerLayer = 4;
    QCOMPARE(traffic().norms.value(), 4e6);
    // Four tensor ranks cut heads and width; norms too, once sequences are cut.
    c.tensor = 4;
    QCOMPARE(traffic().norms.value(), 4e6);
    QCOMPARE(traffic().others.value(), (1000 * 4 * 300 + 1000 * 3 * 2 * 400) / 4.0);
    c.sequenceParallel = true;
    QCOMPARE(traffic().norms.value(), 1e6);
    QCOMPARE(traffic().castForward.value(), 0.0);
    QCOMPARE(traffic().castBackward.value(), 0.0);
}

/// Eight experts of width 50, two a token: 2000 rows on a device, as many as it sends.
void LayerByHandTest::elementKernelsOfExperts()
{
    Prepared p = machine(100, 10, 1000);
    p.hasDropout = false;
    p.experts = 8;
    p.topK = 2;
    p.expertFfn = 50;
    p.sharedFfn = 70;
    p.rowPasses = 6;
    Candidate c;
    const auto others
        = [&] { return elementTraffic(p, c, makeLayout(p, c), LayerKind::Moe).others.value(); };
    const double activation = 2000 * 2 * 2 * 50, shared = 1000 * 2 * 2 * 70;
    const double permuted = 2000 * 6 * 2 * 100, routed = 1000 * 12 * 8;
    QCOMPARE(others(), activation + shared + permuted + routed);
    p.expertBiasBytes = Bytes { 20 };
    QCOMPARE(others(), activation + shared + permuted + routed + 2000 * 100 * 20);
    p.expertBiasBytes = Bytes {};
    p.options.fusedExpertMlp = true;
    QCOMPARE(others(), shared + permuted + routed);
    p.options.fusedExpertMlp = false;
    // Inside two tensor ranks: each permutes its own half of the tokens, and with experts cut in
    // two both work on the rows of both.
    c.tensor = 2;
    QCOMPARE(others(), (activation + shared + permuted + routed) / 2);
    c.expertTensor = 2;
    QCOMPARE(others(), (activation + shared + permuted + routed) / 2);
    p.options.moeLoadImbalance = 1.5;
    p.options.moeCapacityFactor = 2;
    QCOMPARE(others(), (3 * (activation + permuted) + shared + routed) / 2);
}

void LayerByHandTest::kernelsAreReadTwiceBackward()
{
    Prepared p = machine(100, 10, 1000);
    p.elementwiseFactor = 1.5;
    p.remats.front().replayElementwise = 0.25;
    Candidate c;
    NoTrace none;
    const WorkTime work = elementWork(p, c, makeLayout(p, c), LayerKind::Dense, none);
    const double ideal = 2e6 + 2e5 + 1.6e6;
    QCOMPARE(work.forward.value(), 1.5 * ideal / 1e12);
    QCOMPARE(work.backward.value(), 2 * 1.5 * ideal / 1e12);
    QCOMPARE(work.replay.value(), 0.25 * 1.5 * ideal / 1e12);
}

/// torch's own kernels, one for each operation: 36 bytes of an element for an RMS norm, 6 for a
/// residual sum, 20 for a rotated query or key, 10 for the gated GEMM, 4 for a plain function.
void LayerByHandTest::kernelsOfEagerLayers()
{
    Prepared p = machine(100, 10, 1000);
    p.isCompiled = false;
    p.stack.eagerKeepsCopies = true;
    p.hasDropout = false;
    p.qkElements = 300;
    Candidate c;
    const auto traffic = [&] { return elementTraffic(p, c, makeLayout(p, c), LayerKind::Dense); };
    QCOMPARE(traffic().norms.value(), 1000 * 100 * (2 * 36 + 2 * 6.0));
    QCOMPARE(traffic().normsBackward.value(), 1000 * 100 * (2 * 90 + 2 * 6.0));
    QCOMPARE(traffic().others.value(), 1000 * (20 * 300 + 4 * 400.0));
    QCOMPARE(traffic().othersBackward.value(), 1000 * (30 * 300 + 8 * 400.0));
    p.isGated = true;
    p.gateFactor = 2;
    QCOMPARE(traffic().others.value(), 1000 * (20 * 300 + 10 * 400.0));
    QCOMPARE(traffic().othersBackward.value(), 1000 * (30 * 300 + 18 * 400.0));
    // A layer norm is one kernel.
    p.hasRmsNorm = false;
    QCOMPARE(traffic().norms.value(), 2e6);
    QCOMPARE(traffic().normsBackward.value(), 4e6);
    // What fuses the loss replaces the others as well.
    p.hasRmsNorm = true;
    p.loss = CrossEntropy::Fused;
    QCOMPARE(traffic().norms.value(), 2e6);
    QCOMPARE(traffic().others.value(), 1000 * (4 * 300 + 6 * 400.0));
    QCOMPARE(traffic().othersBackward.value(), 2 * 1000 * (4 * 300 + 6 * 400.0));
}

/// Ten heads of 10: every query meets all 1000 keys in two GEMMs of 10, and 11 bytes move for a
/// score forward, 18 backward; 8 and 14 without dropout.
void LayerByHandTest::scoresOfUnfusedAttention()
{
    Prepared p = machine(100, 10, 1000);
    Candidate c;
    c.tensor = 2;
    NoTrace none;
    const double scores = 1000.0 * 1000 * 5, flop = 2 * scores * (10 + 10);
    AttentionCore core = attentionCore(p, c, makeLayout(p, c));
    QCOMPARE(core.keys, 1000.0);
    QCOMPARE(core.heads, 5.0);
    QCOMPARE(core.flop.value(), flop);
    QCOMPARE(core.scoresForward.value(), 11 * scores);
    QCOMPARE(core.scoresBackward.value(), 18 * scores);
    p.remats.front().replayAttention = 0.5;
    p.stack.computeFactor = 2;
    const WorkTime work = attentionWork(p, c, makeLayout(p, c), none);
    const double forward = 2 * (flop / 4e13 + 11 * scores / 1e12);
    QCOMPARE(work.forward.value(), forward);
    QCOMPARE(work.backward.value(), 2 * (2 * flop / 4e13 + 18 * scores / 1e12));
    QCOMPARE(work.replay.value(), forward / 2);
    p.hasDropout = false;
    core = attentionCore(p, c, makeLayout(p, c));
    QCOMPARE(core.scoresForward.value(), 8 * scores);
    QCOMPARE(core.scoresBackward.value(), 14 * scores);
}

/// A causal mask leaves half of 1000 keys and half a block of 128; 290 keys of each row are lost,
/// with cuDNN 650.
void LayerByHandTest::shortRowsOfKeysAreSlow()
{
    Prepared p = machine(100, 10, 1000);
    p.isFlash = true;
    Candidate c;
    NoTrace none;
    const double keys = (1000 + 128) / 2.0, flop = 2 * 1000 * keys * 10 * 20;
    for (const auto &[kernel, lost] : { std::pair(AttentionKernel::Flash2, 290.0),
             std::pair(AttentionKernel::CudnnFlash, 650.0) }) {
        p.kernel = kernel;
        const WorkTime work = attentionWork(p, c, makeLayout(p, c), none);
        QCOMPARE(work.forward.value(), (keys + lost) / keys * flop / 4e13);
        QCOMPARE(work.backward.value(), (keys + lost) / keys * 2.5 * flop / 2e13);
    }
    QCOMPARE(attentionCore(p, c, makeLayout(p, c)).scoresForward.value(), 0.0);
}

void LayerByHandTest::keysOfWindowsAndDocuments()
{
    Prepared p = machine(100, 10, 1000);
    QCOMPARE(kernelKeys(p), 1000.0);
    p.isFlash = true;
    QCOMPARE(kernelKeys(p), 564.0);
    p.fullAttentionShare = 0.25; // every fourth layer; the others see 100 keys
    p.localKeys = 100;
    QCOMPARE(kernelKeys(p), 0.25 * 564 + 0.75 * (100 + 128));
    p.localKeys = 950;
    QCOMPARE(kernelKeys(p), 0.25 * 564 + 0.75 * 1000);
    p.fullAttentionShare = 1;
    p.documentTokens = 200;
    QCOMPARE(kernelKeys(p), (200 + 128) / 2.0);
    p.documentTokens = 100; // less than a block
    QCOMPARE(kernelKeys(p), 100.0);
    p.documentTokens = 1000;
    QCOMPARE(kernelKeys(p), 564.0);
}

/// 1000 tokens against half of 64,000 words, on top of the GEMMs of the head.
void LayerByHandTest::lossPassesOverLogits()
{
    Prepared p = machine(100, 10, 1000);
    p.vocab = 64000;
    p.stack.logitTrafficBytes = Bytes { 24 };
    p.loss = CrossEntropy::Eager;
    Candidate c;
    c.tensor = 2;
    NoTrace none;
    const Layout layout = makeLayout(p, c);
    const WorkTime plain = headWork(p, c, layout, none);
    const double pass = 1000.0 * 32000 * 24 / 1e12 / 3;
    p.loss = CrossEntropy::Fused;
    const WorkTime fused = headWork(p, c, layout, none);
    QCOMPARE((plain.forward - fused.forward).value(), pass / 2);
    QCOMPARE((plain.backward - fused.backward).value(), pass);
    p.loss = CrossEntropy::Eager;
    p.stack.computeFactor = 3; // on the GEMMs alone
    const WorkTime slow = headWork(p, c, layout, none);
    QCOMPARE(slow.forward.value() - pass, 3 * (plain.forward.value() - pass));
    QCOMPARE(slow.backward.value() - 2 * pass, 3 * (plain.backward.value() - 2 * pass));
    p.stack.computeFactor = 1;
    p.mtpLayers = 2; // a head each
    QCOMPARE(headWork(p, c, layout, none).forward.value(), 3 * plain.forward.value());
    const Gemm head = headGemm(p, c, layout);
    QCOMPARE(head.flop().value(), 2.0 * 1000 * 100 * 32000);
    QCOMPARE(lookupTraffic(p, layout).value(), 2.0 * 1000 * 100 * 2);
    QCOMPARE(lookupBackwardPasses(p), 2.0);
    p.tuning.isAdapted = true;
    QCOMPARE(lookupBackwardPasses(p), 0.0);
}

/// A stage of 8 million parameters and 16 million of experts, sharded over four and two ranks.
void LayerByHandTest::updatesOnDeviceAndHost()
{
    Prepared p = machine(100, 10, 1000);
    p.stack.optimizerBytesPerParameter = Bytes { 30 };
    p.optimizers.front().trafficFactor = 0.5;
    p.devicesPerNode = 8;
    StageParameters own;
    own.plain = 8e6;
    own.experts = 16e6;
    Layout layout;
    layout.optimizerShards = 4;
    layout.expertOptimizerShards = 2;
    layout.devices = 64;
    NoTrace none;
    const Candidate c;
    QCOMPARE(updatedParameters(p, layout, own), 10e6);
    QCOMPARE(optimizerTime(p, c, layout, own, none).value(), 10e6 * 15 / 1e12);
    p.options.offloadOptimizer = true;
    QCOMPARE(optimizerTime(p, c, layout, own, none).value(), 10e6 * (8 / 4.6e9 + 6 / 50e9));
    layout.devices = 4;
    QCOMPARE(optimizerTime(p, c, layout, own, none).value(), 10e6 * (4 / 4.6e9 + 6 / 50e9));
    p.tuning.isAdapted = true;
    own.tuned.adapters = 4e3;
    own.tuned.expertAdapters = 6e3;
    QCOMPARE(updatedParameters(p, layout, own), 4e3);
}

/// Norms and exchanges of activations belong to both halves, context to attention; what the host
/// keeps waiting to neither. Half of the GEMMs are attention's.
void LayerByHandTest::windowsHaveTwoHalves()
{
    Prepared p;
    LayerCost cost;
    cost.gemmForward = Seconds { 8 };
    cost.gemmBackward = Seconds { 16 };
    cost.gemmReplay = Seconds { 4 };
    cost.attentionForward = Seconds { 2 };
    cost.attentionBackward = Seconds { 5 };
    cost.attentionReplay = Seconds { 1 };
    cost.elementForward = Seconds { 6 };
    cost.elementBackward = Seconds { 12 };
    cost.elementReplay = Seconds { 3 };
    cost.tensorForward = Seconds { 0.5 };
    cost.tensorBackward = Seconds { 1.5 };
    cost.contextForward = Seconds { 0.25 };
    cost.contextBackward = Seconds { 0.75 };
    LayerPasses passes;
    passes.forward = { cost.forward(), Seconds { 3 }, Seconds { 1 } };
    passes.backward = { cost.backward(), Seconds { 2 }, Seconds { 4 } };
    QCOMPARE(cost.forward().value(), 16.75);
    QCOMPARE(cost.backward().value(), 43.25);
    const LayerWindow eager = layerWindow(p, cost, passes, 0.5);
    QCOMPARE(eager.forward.value(), 20.75);
    QCOMPARE(eager.backward.value(), 49.25);
    QCOMPARE(eager.busyForward, 16 / 20.75);
    QCOMPARE(eager.busyBackward, 41 / 49.25);
    QCOMPARE(eager.attentionForward.value(), 0.0); // not told apart
    p.expertIsAxis = true; // JAX
    const LayerWindow window = layerWindow(p, cost, passes, 0.5);
    QCOMPARE(window.waitsForward.value(), 4.0);
    QCOMPARE(window.waitsBackward.value(), 6.0);
    QCOMPARE(window.attentionForward.value(), 2 + 4 + 3 + 0.25 + 0.25);
    QCOMPARE(window.attentionBackward.value(), 5 + 8 + 6 + 0.75 + 0.75);
    QCOMPARE(window.mlpBackward.value(), 43.25 - 20.5);
    QCOMPARE(window.attentionReplay.value(), 1 + 2 + 1.5);
    cost.gemmReplay = {};
    QCOMPARE(layerWindow(p, cost, passes, 0.5).attentionReplay.value(), 0.0);
}

QTEST_APPLESS_MAIN(LayerByHandTest)
#include "tst_layer_by_hand.moc"
