#include "model/physics/compute/tuning_time.h"
#include "model/physics/memory/gathered_memory.h"
#include "model/physics/memory/stage_parameters.h"

#include <QTest>

using namespace headroom;

namespace {

/// Two projections of 100 × 120 with adapters, a latent of 100 × 70 without, cut by nobody, eight
/// experts of 100 × 60 with adapters, and a router that stays in 16 bits. Rank 4.
Prepared model()
{
    Prepared p;
    p.computeBytes = Bytes { 2 };
    p.memoryRate = BytesPerSecond { 1e12 };
    p.experts = 8;
    p.topK = 2;
    p.denseLayers = 3;
    p.moeLayers = 2;
    p.layers = 5;
    p.tuning.isAdapted = p.tuning.isQuantised = true;
    p.tuning.rank = 4;
    p.tuning.baseBytes = Bytes { 0.5 };
    p.tuning.expertBaseBytes = Bytes { 1 };
    p.tuning.adapters[0] = { "q_adapter", 100, 120 };
    p.tuning.adapters[1] = { "o_adapter", 120, 100 };
    p.tuning.adapters[2] = { "expert_adapter", 100, 60 };
    p.tuning.adapterCount = 3;
    p.linears[0] = { "q", 100, 120, Cut::Column, true, true, true, 0, 0, 1 };
    p.linears[1] = { "o", 120, 100, Cut::Row, true, true, true, 0, 1, 1 };
    p.linears[2] = { "latent", 100, 70, Cut::None, true, true, true, 0, 0, 0 };
    p.linears[3] = { "expert_in", 100, 60, Cut::ExpertColumn, false, true, true, 0, 2, 1 };
    p.linears[4] = { "router", 100, 8, Cut::None, false, true, false, 0, 0, 0 };
    p.linearCount = 5;
    p.recipes.push_back({});
    return p;
}

} // namespace

/// Frozen matrices, adapters beside them and what is widened, added up matrix by matrix.
class AdaptersByHandTest : public QObject
{
    Q_OBJECT

private slots:
    void parametersOfADevice();
    void frozenBytes();
    void oneMatrixIsWidened();
    void kernelsOfALayer();
    void castsAroundEagerAdapters();
};

/// Two tensor ranks, four experts on each device; columns cut one side of an adapter, rows the
/// other, and the third side lies whole.
void AdaptersByHandTest::parametersOfADevice()
{
    Prepared p = model();
    Candidate c;
    c.tensor = 2;
    c.expert = 2;
    Layout layout;
    NoTrace none;
    const TunedParameters own = tunedParameters(p, c, layout, { 3, 2 }, none);
    QCOMPARE(own.matrices, 5 * (100 * 60 + 60 * 100 + 100 * 70.0));
    QCOMPARE(own.adapters, 5 * 4 * (100 + 60 + 60 + 100.0));
    QCOMPARE(own.expertMatrices, 2 * 4 * (100 * 60.0));
    QCOMPARE(own.expertAdapters, 2 * 4 * 4 * (100 + 60.0));
    layout.expertTensor = 2;
    QCOMPARE(
        tunedParameters(p, c, layout, { 3, 2 }, none).expertAdapters, 2 * 4 * 4 * (100 + 30.0));
    c.expert = 16; // an expert of two devices counts whole on both
    QCOMPARE(tunedParameters(p, c, layout, { 3, 2 }, none).expertMatrices, 2 * 100 * 30.0);
    p.moeLayers = 0;
    const TunedParameters dense = tunedParameters(p, c, layout, { 3, 0 }, none);
    QCOMPARE(dense.matrices, 3 * 19000.0);
    QCOMPARE(dense.expertMatrices, 0.0);
}

/// Matrices in the base's format, norms, embedding and router in 16 bits.
void AdaptersByHandTest::frozenBytes()
{
    const Prepared p = model();
    NoTrace none;
    StageParameters own;
    own.plain = 90e3;
    own.embedding = 20e3;
    own.experts = 50e3;
    own.tuned = { 75e3, 48e3, 6e3, 5e3 };
    QCOMPARE(frozenWeightBytes(p, own, { 4, 2 }, none),
        (0.5 * 75e3 + 2 * 15e3) / 4 + (48e3 + 2 * 2e3) / 2);
    QCOMPARE(frozenLayerBytes(p, own, 5.0, 2, none), 0.5 * 70e3 / 5 + 50e3 / 2);
    QCOMPARE(frozenLayerBytes(p, own, 5.0, 0, none), 0.5 * 70e3 / 5 + 50e3);
    QCOMPARE(adapterLayer(own, 5.0, 2, true, none), 6e3 / 5 + 5e3 / 2);
    QCOMPARE(adapterLayer(own, 5.0, 2, false, none), 6e3 / 5);
    // Held gathered: a frozen layer, its adapters in 16 bits, and a gradient of these. One layer of
    // experts is enough to hold some.
    Prepared one = p;
    one.denseLayers = 4;
    one.moeLayers = 1;
    one.firstDenseLayers = 4;
    one.stack.keepsRootGathered = false;
    one.stack.gathersByMatrix = one.stack.stagesGradientsInFp32 = false;
    one.stack.prefetchedLayers = 0;
    Candidate c;
    Layout layout;
    layout.weightShards = 2;
    layout.firstStageLayers = 5;
    const double adapters = 6e3 / 5 + 5e3;
    QCOMPARE(gatheredMemory(one, c, layout, own, none),
        0.5 * 70e3 / 5 + 50e3 + 2 * adapters + 2 * adapters);
    Prepared dense = p;
    dense.moeLayers = 0;
    QCOMPARE(frozenWeightBytes(dense, own, { 4, 2 }, none), (0.5 * 75e3 + 2 * 15e3) / 4);
    QCOMPARE(frozenLayerBytes(dense, own, 5.0, 2, none), 0.5 * 70e3 / 5);
}

/// The largest at a time: the latent, which nobody cuts; uncut, a projection; of fused ones the
/// widest part.
void AdaptersByHandTest::oneMatrixIsWidened()
{
    Prepared p = model();
    Candidate c;
    c.tensor = 2;
    Layout layout;
    NoTrace none;
    const auto copy = [&] { return dequantisedCopyBytes(p, c, layout, none); };
    QCOMPARE(copy(), 2 * 100 * 70.0);
    c.tensor = 1;
    QCOMPARE(copy(), 2 * 100 * 120.0);
    p.linears[0].out = 200; // of which the widest part is 120
    p.linears[0].widest = 120;
    QCOMPARE(copy(), 2 * 100 * 120.0);
    c.tensor = 2;
    p.linears[4].out = 1000; // the router is never quantised
    QCOMPARE(copy(), 2 * 100 * 70.0);
    p.linears[3].in = 400;
    QCOMPARE(copy(), 2 * 400 * 60.0);
    layout.expertTensor = 4;
    QCOMPARE(copy(), 2 * 100 * 70.0);
}

/// Four kernels an adapter and four a widened matrix beside the thirty of a layer; sums pass over
/// three elements of each adapted output, in 16 bits.
void AdaptersByHandTest::kernelsOfALayer()
{
    Prepared p = model();
    p.assumed.adaptedLayerLaunches = 30;
    QCOMPARE(tuningLaunchFactor(p, LayerKind::Dense), (30 + 2 * 4 + 3 * 4) / 30.0);
    QCOMPARE(tuningLaunchFactor(p, LayerKind::Moe), (30 + 3 * 4 + 4 * 4) / 30.0);
    p.tuning.isQuantised = false;
    QCOMPARE(tuningLaunchFactor(p, LayerKind::Moe), (30 + 3 * 4) / 30.0);
    QCOMPARE(gradientGemms(p), 1.0);
    Candidate c;
    Layout layout;
    layout.tokens = 1000;
    QCOMPARE(adapterTraffic(p, c, layout, LayerKind::Dense).forward, 6 * 1000 * (120 + 100.0));
    QCOMPARE(adapterTraffic(p, c, layout, LayerKind::Dense).backward, 12 * 1000 * (120 + 100.0));
    c.tensor = 2; // columns are cut
    QCOMPARE(adapterTraffic(p, c, layout, LayerKind::Dense).forward, 6 * 1000 * (60 + 100.0));
    p.tuning.isAdapted = false;
    QCOMPARE(tuningLaunchFactor(p, LayerKind::Moe), 1.0);
    QCOMPARE(gradientGemms(p), 2.0);
}

/// PEFT in eager PyTorch, on 1000 tokens: beside a 16-bit matrix the input is cast (6), dropped out
/// (9) and cast back (6), the output scaled (4) and added (6); beside a quantised one the input is
/// dropped out in 16 bits (5) and the output cloned besides (4). Kernels that fuse the loss fuse
/// adapters of quantised matrices, too.
void AdaptersByHandTest::castsAroundEagerAdapters()
{
    Prepared p = model();
    p.isCompiled = false;
    p.stack.eagerKeepsCopies = true;
    p.stack.adapterDropout = 1;
    p.assumed.adaptedLayerLaunches = 30;
    Candidate c;
    Layout layout;
    layout.tokens = 1000;
    const auto moved = [&] { return adapterTraffic(p, c, layout, LayerKind::Dense); };
    double in = 0, out = 0;
    for (const Linear &linear : p.matrices())
        for (const Adapter &adapter : linear.isOf(LayerKind::Dense) ? linear.adaptersOf(p.tuning)
                                                                    : std::span<const Adapter> {}) {
            in += 1000 * adapter.in;
            out += 1000 * adapter.out;
        }
    p.tuning.isQuantised = false;
    QCOMPARE(moved().forward, 21 * in + 10 * out);
    QCOMPARE(moved().backward, 27 * in + 4 * out);
    QCOMPARE(tuningLaunchFactor(p, LayerKind::Dense), (30 + 2 * 9) / 30.0);
    p.tuning.isQuantised = true;
    QCOMPARE(moved().forward, 5 * in + 14 * out);
    QCOMPARE(moved().backward, 11 * in + 4 * out);
    // The base lies whole, and the stream around it is in 32 bits.
    p.stack.keepsComputeCopy = true;
    QCOMPARE(moved().forward, 15 * in + 22 * out);
    QCOMPARE(moved().backward, 27 * in + 10 * out);
    layout.weightShards = 2;
    QCOMPARE(moved().forward, 5 * in + 14 * out);
    p.loss = CrossEntropy::Fused;
    QCOMPARE(moved().forward, 4 * out);
    QCOMPARE(moved().backward, 4 * out);
    p.tuning.isQuantised = false;
    QCOMPARE(moved().forward, 21 * in + 10 * out);
}

QTEST_APPLESS_MAIN(AdaptersByHandTest)
#include "tst_adapters_by_hand.moc"
