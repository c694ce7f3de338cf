#include "model/physics/prepare/prepare.h"
#include "model/plan/remat_kind.h"

#include <QTest>

using namespace headroom;

namespace {

/// One dense and three expert layers of latent attention: width 100, 10 heads of 12, values of 11,
/// latents of 20 and 30; an MLP of 300, shared experts of 70, eight experts of 50, two a token.
Prepared latentModel()
{
    Prepared p;
    p.computeBytes = Bytes { 2 };
    p.hidden = 100;
    p.heads = p.kvHeads = 10;
    p.headDim = 12;
    p.valueDim = 11;
    p.ffn = 300;
    p.sharedFfn = 70;
    p.expertFfn = 50;
    p.experts = 8;
    p.topK = 2;
    p.denseLayers = 1;
    p.moeLayers = 3;
    p.normsPerLayer = 2;
    p.isMla = p.isGated = p.isFlash = p.isCompiled = p.hasRmsNorm = true;
    p.gateFactor = 2;
    p.hasDropout = false;
    return p;
}

RematCosts selective(const std::vector<RecomputeModule> &modules,
    const std::vector<OffloadModule> &offloaded = {}, bool isMla = true)
{
    Prepared p = latentModel();
    p.isMla = isMla;
    p.options.recomputeModules = modules;
    p.options.offloadModules = offloaded;
    return rematCosts(p, {}, RematKind::AllButCore);
}

RematCosts everything()
{
    return rematCosts(latentModel(), {}, RematKind::Whole);
}

double again(const RematCosts &costs, SavedTensor tensor)
{
    return costs.replay[static_cast<std::size_t>(tensor)];
}

constexpr double queryKeyValueBytes = 2 * 10 * (2 * 12 + 11);

} // namespace

/// What each module of Megatron-Core takes out of a layer, and what it computes again.
class ModuleRematTest : public QObject
{
    Q_OBJECT

private slots:
    void noListIsTheCore()
    {
        const RematCosts silent = selective({}),
                         named = selective({ RecomputeModule::CoreAttention });
        QCOMPARE(silent.replayAttention, 1.0);
        QCOMPARE(named.replayAttention, 1.0);
        QCOMPARE(silent.moeShardedBytes, named.moeShardedBytes);
        QCOMPARE(selective({ RecomputeModule::Mlp }).replayAttention, 0.0);
    }

    void tensorByTensor()
    {
        const RematCosts all = everything();
        const RematCosts norms = selective({ RecomputeModule::LayerNorm });
        QCOMPARE(all.plainBytes - norms.plainBytes, 200.0); // latent attention's
        QCOMPARE(all.moePlainBytes - norms.moePlainBytes, 400.0); // and the experts'
        QVERIFY(norms.replayElementwise > 0 && norms.replayElementwise < 1);
        // In front of other attention and of a dense MLP the norm is part of a GEMM.
        const RematCosts fused = selective({ RecomputeModule::LayerNorm }, {}, false);
        QCOMPARE(fused.plainBytes, selective({}, {}, false).plainBytes);
        const RematCosts activations = selective({ RecomputeModule::ExpertActivation });
        QCOMPARE(all.expertBytes - activations.expertBytes, 100.0);
        const RematCosts latents = selective({ RecomputeModule::LatentUpProjection });
        QCOMPARE(all.shardedBytes - latents.shardedBytes, queryKeyValueBytes);
        QCOMPARE(again(latents, SavedTensor::Qkv), 1.0);
        QCOMPARE(again(latents, SavedTensor::MlaDown), 0.0);
        const RematCosts mlp = selective({ RecomputeModule::Mlp });
        QCOMPARE(all.shardedBytes - mlp.shardedBytes, 3 * 600.0);
        QCOMPARE(all.moeShardedBytes, mlp.moeShardedBytes);
        QCOMPARE(again(mlp, SavedTensor::MlpIn), 1.0);
        const RematCosts shared = selective({ RecomputeModule::SharedExperts });
        QCOMPARE(all.moeShardedBytes - shared.moeShardedBytes, 3 * 140.0);
        QCOMPARE(shared.expertBytes, all.expertBytes);
        const RematCosts moe = selective({ RecomputeModule::Moe });
        QCOMPARE(moe.expertBytes, 0.0);
        QCOMPARE(moe.moeShardedBytes, shared.moeShardedBytes);
        QCOMPARE(all.moePlainBytes - moe.moePlainBytes, 8.0 * 8);
        QVERIFY(moe.replaysDispatch && !shared.replaysDispatch && !all.replaysDispatch);
        QCOMPARE(again(moe, SavedTensor::ExpertOut), 1.0);
    }

    /// What leaves the device is on the host, each layer as often as there are layers of its kind.
    void offloadedBytesAreOnTheHost()
    {
        const RematCosts kept = selective({});
        const RematCosts inputs = selective({}, { OffloadModule::AttentionNorm });
        QCOMPARE(kept.plainBytes - inputs.plainBytes, 200.0);
        QCOMPARE(inputs.offloadBytes, 200.0);
        const RematCosts core
            = selective({}, { OffloadModule::CoreAttention, OffloadModule::AttentionProjection });
        QCOMPARE(core.offloadBytes, queryKeyValueBytes + 2 * 10 * 11.0);
        QCOMPARE(kept.moeShardedBytes - core.moeShardedBytes, core.offloadBytes);
        const RematCosts rows = selective({}, { OffloadModule::ExpertIn });
        QCOMPARE(kept.expertBytes - rows.expertBytes, 200.0);
        QCOMPARE(rows.offloadBytes, 200.0 * 2 * 3 / 4); // two rows a token, in three of four layers
        // What is recomputed is no longer there to be offloaded.
        const RematCosts both
            = selective({ RecomputeModule::LatentUpProjection }, { OffloadModule::CoreAttention });
        QVERIFY(both.offloadBytes < core.offloadBytes);
    }

    /// A layer's backward pass finds everything in memory again, wherever it was in between.
    void theWorkingSetIsWhole()
    {
        Prepared p = latentModel();
        p.options.offloadModules = { OffloadModule::CoreAttention, OffloadModule::MlpNorm };
        QVERIFY(rematCosts(p, {}, RematKind::Whole).shardedBytes < everything().shardedBytes);
        QCOMPARE(wholeLayerCosts(p).shardedBytes, everything().shardedBytes);
        QCOMPARE(wholeLayerCosts(p).offloadBytes, 0.0);
        // Whole layers that are recomputed keep no inner input.
        QCOMPARE(rematCosts(p, {}, RematKind::LayerInput).offloadBytes, 0.0);
    }
};

QTEST_GUILESS_MAIN(ModuleRematTest)
#include "tst_module_remat.moc"
