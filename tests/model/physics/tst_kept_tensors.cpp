#include "model/physics/prepare/prepare.h"
#include "model/plan/remat_kind.h"

#include <QTest>

using namespace headroom;

namespace {

/// Width 100; 10 heads of 12 for queries, 5 for keys, values of 11; an MLP of 300, shared experts
/// of 70, eight experts of 50; gated, two norms, two bytes.
Prepared model()
{
    Prepared p;
    p.computeBytes = Bytes { 2 };
    p.hidden = 100;
    p.heads = 10;
    p.kvHeads = 5;
    p.headDim = 12;
    p.valueDim = 11;
    p.ffn = 300;
    p.sharedFfn = 70;
    p.expertFfn = 50;
    p.experts = 8;
    p.topK = 2;
    p.denseLayers = p.moeLayers = 1;
    p.normsPerLayer = 2;
    p.isGated = true;
    p.gateFactor = 2;
    p.isFlash = p.isCompiled = true;
    p.hasRmsNorm = true;
    p.hasDropout = false;
    p.stack.keptExpertCopies = 1;
    return p;
}

RematCosts kept(const Prepared &p, RematKind kind, const RematPolicy &policy = {})
{
    return rematCosts(p, policy, kind);
}

double replay(const RematCosts &costs, SavedTensor tensor)
{
    return costs.replay[static_cast<std::size_t>(tensor)];
}

constexpr double attention = 2 * (20 * 12 + 110) + 4 * 10; ///< and a statistic per head

} // namespace

/// What each kind of policy keeps of a token in a layer, tensor by tensor, and what it repeats.
class KeptTensorsTest : public QObject
{
    Q_OBJECT

private slots:
    void everything();
    void copiesOfStacks();
    void latentAttention();
    void everythingButTheCore();
    void everySecondGemm();
    void theInputAlone();
    void namedTensors();
    void frozenWeightsNeedNoInputs_data();
    void frozenWeightsNeedNoInputs();
};

void KeptTensorsTest::everything()
{
    Prepared p = model();
    const RematCosts all = kept(p, RematKind::Whole);
    QCOMPARE(all.plainBytes, 4 * 200.0); // input, two outputs of norms, the sum between
    QCOMPARE(all.moePlainBytes, 800.0 + 8 * 8);
    QCOMPARE(all.wholeBytes, 0.0);
    QCOMPARE(all.shardedBytes, attention + 3 * 600);
    QCOMPARE(all.moeShardedBytes, attention + 3 * 140);
    QCOMPARE(all.expertBytes, 3 * 100.0 + 2 * 200);
    QCOMPARE(all.offloadBytes, 0.0);
    QVERIFY(!all.keepsScores && !all.isFull);
    for (const double share : all.replay)
        QCOMPARE(share, 0.0);
    p.isGated = false;
    p.gateFactor = 1;
    QCOMPARE(kept(p, RematKind::Whole).shardedBytes, attention + 2 * 600);
    p.isFlash = false;
    const RematCosts scores = kept(p, RematKind::Whole);
    QCOMPARE(scores.shardedBytes, attention - 40 + 2 * 600);
    QVERIFY(scores.keepsScores);
}

void KeptTensorsTest::copiesOfStacks()
{
    const auto plain = [](const Prepared &p) { return kept(p, RematKind::Whole).plainBytes; };
    const auto sharded = [](const Prepared &p) { return kept(p, RematKind::Whole).shardedBytes; };
    Prepared p = model();
    p.hasDropout = true;
    QCOMPARE(plain(p), 800.0 + 2 * 100);
    p = model();
    p.normsPerLayer = 4; // two more outputs
    QCOMPARE(plain(p), 800.0 + 2 * 200);
    p = model();
    p.stack.eagerKeepsCopies = true;
    QCOMPARE(plain(p), 800.0);
    p.isCompiled = false; // 32 bits of what each norm reads, and the output of the activation
    QCOMPARE(plain(p), 800.0 + 2 * 400);
    QCOMPARE(sharded(p), attention + 4 * 600);
    p.hasRmsNorm = false;
    QCOMPARE(plain(p), 800.0);
    p = model();
    p.stack.keepsGatheredInputs = true;
    QCOMPARE(plain(p), 400.0);
    QCOMPARE(kept(p, RematKind::Whole).wholeBytes, 400.0);
    p = model();
    p.stack.keptActivationOutputs = 1;
    QCOMPARE(sharded(p), attention + 4 * 600);
    p.stack.keptExpertCopies = 2;
    QCOMPARE(kept(p, RematKind::Whole).expertBytes, 4 * 100.0 + 3 * 200);
    p = model();
    p.qkElements = 180;
    p.stack.keepsRotatedCopies = true;
    QCOMPARE(sharded(p), attention + 2 * 180 + 3 * 600);
    p.stack.keepsValueCopies = true;
    QCOMPARE(sharded(p), attention + 2 * 180 + 2 * 55 + 3 * 600);
}

/// Latents of 30 and 20, on both sides of their norms; queries, keys and values of all heads.
void KeptTensorsTest::latentAttention()
{
    Prepared p = model();
    p.isMla = true;
    const auto down = static_cast<std::uint8_t>(SavedTensor::MlaDown);
    p.linears[0] = { "q_a", 100, 30, Cut::None, true, true, true, down };
    p.linears[1] = { "kv_a", 100, 20, Cut::None, true, true, true, down };
    p.linears[2] = { "o", 110, 100, Cut::Row, true, true, true,
        static_cast<std::uint8_t>(SavedTensor::OutProj) };
    p.linearCount = 3;
    const RematCosts all = kept(p, RematKind::Whole);
    QCOMPARE(all.plainBytes, 800.0 + 2 * 2 * 50);
    QCOMPARE(all.shardedBytes, 2 * (10 * (12 + 12 + 11) + 110) + 40 + 1800.0);
    QCOMPARE(replay(kept(p, RematKind::EverySecond), SavedTensor::Qkv), 0.5);
}

void KeptTensorsTest::everythingButTheCore()
{
    Prepared p = model();
    p.isFlash = false;
    const RematCosts all = kept(p, RematKind::Whole), core = kept(p, RematKind::AllButCore);
    QCOMPARE(core.shardedBytes, all.shardedBytes);
    QCOMPARE(core.plainBytes, all.plainBytes);
    QVERIFY(!core.keepsScores);
    QCOMPARE(core.replayAttention, 1.0);
    QCOMPARE(core.replayElementwise, 0.0);
}

/// Queries, values, the context, the gate; of keys, out and up projection the GEMMs run again,
/// and so do those of the experts, which are not on torchtitan's list.
void KeptTensorsTest::everySecondGemm()
{
    Prepared p = model();
    const RematCosts costs = kept(p, RematKind::EverySecond);
    QCOMPARE(costs.plainBytes, 200.0);
    QCOMPARE(costs.moePlainBytes, 200.0);
    const double core = 2 * (120 + 55 + 110) + 40;
    QCOMPARE(costs.shardedBytes, core + 600);
    QCOMPARE(costs.moeShardedBytes, core + 140);
    QCOMPARE(costs.expertBytes, 0.0);
    QCOMPARE(replay(costs, SavedTensor::Qkv), 60 / 240.0);
    QCOMPARE(replay(costs, SavedTensor::OutProj), 1.0);
    for (const SavedTensor half : { SavedTensor::MlpIn, SavedTensor::SharedIn })
        QCOMPARE(replay(costs, half), 0.5);
    for (const SavedTensor grouped : { SavedTensor::ExpertIn, SavedTensor::ExpertOut })
        QCOMPARE(replay(costs, grouped), 1.0);
    QCOMPARE(replay(costs, SavedTensor::MlpOut), 0.0);
    QCOMPARE(costs.replayAttention, 0.0);
    QCOMPARE(costs.replayElementwise, 1.0);
    QCOMPARE(costs.replayTensorTraffic, 0.75);
    p.isCompiled = false; // nothing drops the down projection
    QCOMPARE(kept(p, RematKind::EverySecond).plainBytes, 400.0);
}

void KeptTensorsTest::theInputAlone()
{
    const RematCosts costs = kept(model(), RematKind::LayerInput);
    QCOMPARE(costs.plainBytes, 200.0);
    QCOMPARE(costs.moePlainBytes, 200.0);
    QCOMPARE(costs.shardedBytes + costs.moeShardedBytes + costs.expertBytes, 0.0);
    for (const double share : costs.replay)
        QCOMPARE(share, 1.0);
    QCOMPARE(costs.replayAttention, 1.0);
    QCOMPARE(costs.replayElementwise, 1.0);
    QCOMPARE(costs.replayTensorTraffic, 1.0);
    QVERIFY(costs.isFull);
}

/// The device keeps queries, context, out projection, gate and both down projections; keys, the up
/// projection and the layer's input go to the host; values run again.
void KeptTensorsTest::namedTensors()
{
    const Prepared p = model();
    RematPolicy policy;
    policy.perTensorKeys = true;
    for (const char *name : { "query_proj", "context", "out_proj", "mlpwi_0", "mlpwo" })
        policy.tensors[name] = TensorPlace::Device;
    for (const char *name : { "key_proj", "mlpwi_1", "decoder_layer_input" })
        policy.tensors[name] = TensorPlace::Offload;
    policy.tensors["value_proj"] = TensorPlace::Remat;
    const RematCosts costs = kept(p, RematKind::Custom, policy);
    QCOMPARE(costs.plainBytes, 200.0 + 200); // out and down projection
    QCOMPARE(costs.moePlainBytes, 200.0 + 4 * 8);
    const double core = 240 + 220 + 40;
    QCOMPARE(costs.shardedBytes, core + 600);
    QCOMPARE(costs.moeShardedBytes, core + 140);
    QCOMPARE(costs.expertBytes, 100.0 + 200);
    QCOMPARE(costs.offloadBytes, 200.0 + 120 + 600);
    QCOMPARE(replay(costs, SavedTensor::Qkv), 1 - (120 + 60) / 240.0);
    QCOMPARE(replay(costs, SavedTensor::OutProj), 0.0);
    QCOMPARE(replay(costs, SavedTensor::MlpIn), 0.0);
    QCOMPARE(replay(costs, SavedTensor::SharedIn), 0.0);
    QCOMPARE(replay(costs, SavedTensor::ExpertIn), 0.5);
    QCOMPARE(replay(costs, SavedTensor::ExpertOut), 0.0);
    QCOMPARE(replay(costs, SavedTensor::MlaDown), 1.0);
    QCOMPARE(costs.replayAttention, 0.0);
    QCOMPARE(costs.replayElementwise, 0.5 + 0.5 * 0.25 / 3);
    QCOMPARE(costs.replayTensorTraffic, 0.25 / 4);
    QVERIFY(!costs.isFull);
    // One name for all three, the experts' own names, and rows of experts on the host.
    policy.tensors = { { "qkv_proj", TensorPlace::Device }, { "moe_mlpwo", TensorPlace::Offload },
        { "moe_mlpwi_1", TensorPlace::Device } };
    const RematCosts other = kept(p, RematKind::Custom, policy);
    QCOMPARE(other.plainBytes, 200.0); // the layer's input
    QCOMPARE(other.shardedBytes, 2 * (120 + 60 + 55.0));
    QCOMPARE(other.expertBytes, 100.0);
    QCOMPARE(other.offloadBytes, 2 * 200.0); // two rows a token
    QCOMPARE(replay(other, SavedTensor::ExpertOut), 0.0);
    QCOMPARE(replay(other, SavedTensor::ExpertIn), 0.5);
    QCOMPARE(other.replayAttention, 1.0);
    // Nothing: all three GEMMs again.
    const RematCosts none = kept(p, RematKind::Named);
    QVERIFY(none.isFull);
    QCOMPARE(none.replayElementwise, 1.0);
    QCOMPARE(none.replayTensorTraffic, 0.75);
}

void KeptTensorsTest::frozenWeightsNeedNoInputs_data()
{
    QTest::addColumn<int>("tensor");
    QTest::addColumn<bool>("ofDense"), QTest::addColumn<bool>("ofMoe");
    // What stays of the inputs of attention and MLP, dense and with experts, and of the GEMMs.
    QTest::addColumn<double>("plain"), QTest::addColumn<double>("moePlain");
    QTest::addColumn<double>("sharded"), QTest::addColumn<double>("moeSharded");
    QTest::addColumn<double>("expert"), QTest::addColumn<double>("whole");
    const auto row
        = [](const char *name, SavedTensor tensor, bool ofDense, bool ofMoe, double plain,
              double moePlain, double sharded, double moeSharded, double expert, double whole) {
              QTest::newRow(name) << static_cast<int>(tensor) << ofDense << ofMoe << plain
                                  << moePlain << sharded << moeSharded << expert << whole;
          };
    using T = SavedTensor;
    row("attention", T::Qkv, true, true, 200, 200, 0, 0, 0, 200);
    row("latents", T::MlaDown, true, true, 200, 200, 0, 0, 0, 200);
    row("out projection", T::OutProj, true, true, 0, 0, 0, 0, 0, 0);
    row("MLP", T::MlpIn, true, false, 200, 0, 0, 0, 0, 200);
    row("shared experts", T::SharedIn, false, true, 0, 200, 0, 0, 0, 200);
    row("down", T::MlpOut, true, false, 0, 0, 600, 0, 0, 0);
    row("down of shared experts", T::MlpOut, false, true, 0, 0, 0, 140, 0, 0);
    row("experts", T::ExpertIn, false, true, 0, 200, 0, 0, 200, 200);
    row("down of experts", T::ExpertOut, false, true, 0, 0, 0, 0, 100, 0);
}

/// An adapter of rank 16 at one matrix keeps that matrix's input, and its own inner tensor.
void KeptTensorsTest::frozenWeightsNeedNoInputs()
{
    QFETCH(int, tensor);
    QFETCH(bool, ofDense);
    QFETCH(bool, ofMoe);
    QFETCH(double, plain);
    QFETCH(double, moePlain);
    QFETCH(double, sharded);
    QFETCH(double, moeSharded);
    QFETCH(double, expert);
    QFETCH(double, whole);
    Prepared p = model();
    const auto kindOf = static_cast<SavedTensor>(tensor);
    const bool isOfExperts = kindOf == SavedTensor::ExpertIn || kindOf == SavedTensor::ExpertOut;
    p.linears[0] = { "one", 100, 100, isOfExperts ? Cut::ExpertColumn : Cut::Column, ofDense, ofMoe,
        true, static_cast<std::uint8_t>(tensor), 0, 1 };
    p.linears[1] = { "other", 100, 100, Cut::Column, true, true, true,
        static_cast<std::uint8_t>(SavedTensor::OutProj) };
    p.linearCount = 2;
    const RematCosts trained = kept(p, RematKind::Whole);
    p.tuning.isAdapted = true;
    p.tuning.rank = 16;
    const double inner = 2 * 16;
    const RematCosts costs = kept(p, RematKind::Whole);
    const double latent = kindOf == SavedTensor::MlaDown ? 2 * 2 * 100 : 0;
    QCOMPARE(costs.plainBytes, 400 + latent + plain + (ofDense && !isOfExperts ? inner : 0));
    QCOMPARE(costs.moePlainBytes, 464 + latent + moePlain + (ofMoe && !isOfExperts ? inner : 0));
    QCOMPARE(costs.shardedBytes, trained.shardedBytes - 600 + sharded);
    QCOMPARE(costs.moeShardedBytes, trained.moeShardedBytes - 140 + moeSharded);
    QCOMPARE(costs.expertBytes, 700 - 300 + expert + (isOfExperts ? inner : 0));
    p.stack.keepsGatheredInputs = true;
    QCOMPARE(kept(p, RematKind::Whole).wholeBytes, whole);
    // What is repeated from the layer's input keeps no inputs of GEMMs anyway.
    p.stack.keepsGatheredInputs = false;
    QCOMPARE(kept(p, RematKind::LayerInput).plainBytes, 200.0);
    QCOMPARE(kept(p, RematKind::EverySecond).shardedBytes, 2 * (120 + 55 + 110) + 40 + 600.0);
}

QTEST_APPLESS_MAIN(KeptTensorsTest)
#include "tst_kept_tensors.moc"
