#include "model/physics/memory/interleaving.h"
#include "model/physics/prepare/layout.h"

#include <QTest>

#include <numeric>

using namespace headroom;

namespace {

Prepared nodesOfEight()
{
    Prepared p;
    p.domain = p.devicesPerNode = 8;
    return p;
}

std::vector<double> stagesOf(const Prepared &p, int pipeline)
{
    Candidate c;
    c.pipeline = pipeline;
    std::vector<double> stages;
    for (int stage = 0; stage < pipeline; ++stage)
        stages.push_back(layersOfStage(p, c, stage));
    return stages;
}

} // namespace

/// How degrees lie on nodes, what shards over whom, and which layers a stage gets.
class LayoutTest : public QObject
{
    Q_OBJECT

private slots:
    void groupsLieOnNodes_data();
    void groupsLieOnNodes();
    void axesFollowEachOther();
    void ownMeshesSayWhatLiesInside();
    void layersOfStages();
    void shards_data();
    void shards();
    void expertsInsideTheDataRanks();
    void microBatchesAndTokens();
    void weightsThatStayGathered();
    void liveLayersOfChunks();
};

void LayoutTest::groupsLieOnNodes_data()
{
    QTest::addColumn<double>("size"), QTest::addColumn<double>("stride");
    QTest::addColumn<double>("domain"), QTest::addColumn<bool>("isTpu");
    QTest::addColumn<double>("inside"), QTest::addColumn<double>("insideNode");
    QTest::addColumn<double>("domains");
    QTest::newRow("one node") << 8.0 << 1.0 << 8.0 << false << 8.0 << 8.0 << 1.0;
    QTest::newRow("half a node") << 4.0 << 1.0 << 8.0 << false << 4.0 << 4.0 << 1.0;
    QTest::newRow("four nodes") << 32.0 << 1.0 << 8.0 << false << 8.0 << 8.0 << 4.0;
    QTest::newRow("two of each node") << 16.0 << 4.0 << 8.0 << false << 2.0 << 2.0 << 8.0;
    QTest::newRow("one of each node") << 16.0 << 8.0 << 8.0 << false << 1.0 << 1.0 << 16.0;
    QTest::newRow("wider than a node") << 16.0 << 16.0 << 8.0 << false << 1.0 << 1.0 << 16.0;
    QTest::newRow("bridged pairs") << 8.0 << 1.0 << 2.0 << false << 2.0 << 8.0 << 1.0;
    QTest::newRow("no links") << 16.0 << 1.0 << 1.0 << false << 1.0 << 8.0 << 2.0;
    QTest::newRow("a rack") << 144.0 << 1.0 << 72.0 << false << 72.0 << 72.0 << 2.0;
    QTest::newRow("stride of three") << 4.0 << 3.0 << 8.0 << false << 2.0 << 2.0 << 2.0;
    QTest::newRow("two nodes and a part") << 5.0 << 3.0 << 8.0 << false << 2.0 << 2.0 << 3.0;
    QTest::newRow("slices") << 512.0 << 1.0 << 256.0 << true << 256.0 << 256.0 << 2.0;
    QTest::newRow("half a slice") << 2.0 << 128.0 << 256.0 << true << 2.0 << 2.0 << 1.0;
}

void LayoutTest::groupsLieOnNodes()
{
    QFETCH(double, size);
    QFETCH(double, stride);
    QFETCH(double, domain);
    QFETCH(bool, isTpu);
    QFETCH(double, inside);
    QFETCH(double, insideNode);
    QFETCH(double, domains);
    Prepared p;
    p.domain = domain;
    p.devicesPerNode = 8;
    p.isTpu = isTpu;
    const GroupSpan span = groupSpan(size, stride, p);
    QCOMPARE(span, (GroupSpan { size, inside, insideNode, domains }));
    QCOMPARE(span.crossesNodes(), domains > 1);
}

/// Tensor, context, shards, replicas, stages: each next to the one before. 2 · 2 · 4 · 2 · 2 = 64.
void LayoutTest::axesFollowEachOther()
{
    Prepared p = nodesOfEight();
    p.layers = p.denseLayers = 8;
    p.sequence = 4096;
    p.globalBatch = 64;
    Candidate c;
    c.tensor = 2;
    c.context = 2;
    c.fsdp = 4;
    c.data = 2;
    c.pipeline = 2;
    c.zeroStage = 3;
    p.stack.shardsOverContext = false;
    const Layout apart = placeCandidate(p, c);
    QCOMPARE(apart.tensor, groupSpan(2, 1, p));
    QCOMPARE(apart.context, groupSpan(2, 2, p));
    QCOMPARE(apart.fsdp, groupSpan(4, 4, p));
    QCOMPARE(apart.data, groupSpan(2, 16, p));
    QCOMPARE(apart.pipeline, groupSpan(2, 32, p));
    QCOMPARE(apart.state, apart.fsdp);
    QCOMPARE(apart.plane, groupSpan(8, 4, p));
    QCOMPARE(apart.ranks, 8.0);
    QCOMPARE(apart.devices, 64.0);
    QCOMPARE(apart.weightShards, 4.0);
    p.stack.shardsOverContext = true;
    const Layout together = placeCandidate(p, c);
    QCOMPARE(together.fsdp, groupSpan(8, 2, p));
    QCOMPARE(together.plane, groupSpan(16, 2, p));
    QCOMPARE(together.data, apart.data);
    QCOMPARE(together.weightShards, 8.0);
    // The expert axis of a mesh lies next to tensor, which fills these nodes.
    p.stack.shardsOverContext = false;
    p.domain = p.devicesPerNode = 2;
    p.expertIsAxis = true;
    c.expert = 2;
    const Layout experts = placeCandidate(p, c);
    QCOMPARE(experts.tensor.domains, 1.0);
    QCOMPARE(experts.expert.domains, 2.0);
    QCOMPARE(experts.tensor, groupSpan(2, 1, p));
    QCOMPARE(experts.expert, groupSpan(2, 2, p));
    QCOMPARE(experts.context, groupSpan(2, 4, p));
    QCOMPARE(experts.fsdp, groupSpan(4, 8, p));
    QCOMPARE(experts.pipeline, groupSpan(2, 64, p));
    QCOMPARE(experts.devices, 128.0);
}

/// A mesh of the plan that puts sixteen ranks of FSDP eight to a node: links of bridged pairs join
/// two of these, those of a slice all.
void LayoutTest::ownMeshesSayWhatLiesInside()
{
    Prepared p;
    p.domain = 2;
    p.devicesPerNode = 8;
    p.meshInside.emplace();
    p.meshInside->fsdp = 8;
    Candidate c;
    c.fsdp = 16;
    const GroupSpan pairs = makeLayout(p, c).fsdp;
    QCOMPARE(pairs.inside, 2.0);
    QCOMPARE(pairs.insideNode, 8.0);
    QCOMPARE(pairs.domains, 2.0);
    p.isTpu = true;
    QCOMPARE(makeLayout(p, c).fsdp.inside, 8.0);
}

void LayoutTest::layersOfStages()
{
    using Stages = std::vector<double>;
    Prepared p;
    const auto with = [&](double layers) -> Prepared & {
        p.layers = layers;
        return p;
    };
    // What is left over goes to inner stages, then to the first.
    QCOMPARE(stagesOf(with(32), 4), (Stages { 8, 8, 8, 8 }));
    QCOMPARE(stagesOf(with(33), 4), (Stages { 8, 9, 8, 8 }));
    QCOMPARE(stagesOf(with(34), 4), (Stages { 8, 9, 9, 8 }));
    QCOMPARE(stagesOf(with(35), 4), (Stages { 9, 9, 9, 8 }));
    QCOMPARE(stagesOf(with(33), 2), (Stages { 17, 16 }));
    QCOMPARE(stagesOf(with(7), 1), (Stages { 7 }));
    // Embedding and head count as a layer each: loads of 9 up to the last stage.
    p.stack.countsEmbeddingAsLayer = true;
    QCOMPARE(stagesOf(with(31), 4), (Stages { 8, 9, 9, 5 }));
    QCOMPARE(stagesOf(with(32), 4), (Stages { 8, 8, 8, 8 })); // even anyway
    QCOMPARE(stagesOf(with(7), 4), (Stages { 2, 2, 2, 1 })); // nothing would be left for the last
    QCOMPARE(stagesOf(with(10), 4), (Stages { 2, 3, 3, 2 }));
    p.stack.countsEmbeddingAsLayer = false;
    // By GEMMs: ten layers and a head of two more over three stages, four of twelve each; the
    // layer that passes a share stays with it.
    p.stack.balancesHead = true;
    p.headParameters = 2e9;
    p.matmulParameters = 12e9;
    QCOMPARE(stagesOf(with(10), 3), (Stages { 5, 4, 1 }));
    QCOMPARE(stagesOf(with(10), 1), (Stages { 10 }));
    // A plan's own word comes first.
    p.stageLayers = { 1, 4, 5 };
    QCOMPARE(stagesOf(p, 3), (Stages { 1, 4, 5 }));
    Candidate c;
    c.pipeline = 3;
    p.stageLayers = { 2, 7, 1 };
    const Layout given = placeCandidate(p, c);
    QCOMPARE(given.firstStageLayers, 2.0);
    QCOMPARE(given.lastStageLayers, 1.0);
    QCOMPARE(given.maxStageLayers, 7.0);
    QVERIFY(!given.chunksAreGiven);
    c.chunks = 2;
    p.stageLayers = { 1, 2, 1, 3, 2, 1 }; // stage 0 has chunks 0 and 3
    const Layout chunks = placeCandidate(p, c);
    QVERIFY(chunks.chunksAreGiven);
    QCOMPARE(chunks.firstStageLayers, 4.0);
    QCOMPARE(chunks.maxStageLayers, 4.0);
    QCOMPARE(chunks.lastStageLayers, 2.0);
    QCOMPARE(chunks.meanStageLayers, 10.0 / 3);
}

void LayoutTest::shards_data()
{
    QTest::addColumn<int>("zero");
    QTest::addColumn<int>("fsdp"), QTest::addColumn<int>("data"), QTest::addColumn<int>("context");
    QTest::addColumn<bool>("overContext");
    QTest::addColumn<double>("optimizer"), QTest::addColumn<double>("gradients");
    QTest::addColumn<double>("weights");
    QTest::newRow("nothing") << 0 << 1 << 8 << 1 << false << 1.0 << 1.0 << 1.0;
    QTest::newRow("optimizer") << 1 << 1 << 8 << 1 << false << 8.0 << 1.0 << 1.0;
    QTest::newRow("gradients") << 2 << 1 << 8 << 1 << false << 8.0 << 8.0 << 1.0;
    QTest::newRow("replicas of weights") << 3 << 1 << 8 << 1 << false << 1.0 << 1.0 << 1.0;
    QTest::newRow("all") << 3 << 4 << 2 << 1 << false << 4.0 << 4.0 << 4.0;
    QTest::newRow("optimizer of shards") << 1 << 4 << 2 << 1 << false << 4.0 << 1.0 << 1.0;
    QTest::newRow("context beside") << 3 << 4 << 1 << 2 << false << 4.0 << 4.0 << 4.0;
    QTest::newRow("context among them") << 3 << 4 << 1 << 2 << true << 8.0 << 8.0 << 8.0;
    QTest::newRow("optimizer, context") << 1 << 1 << 4 << 2 << true << 8.0 << 1.0 << 1.0;
}

void LayoutTest::shards()
{
    QFETCH(int, zero);
    QFETCH(int, fsdp);
    QFETCH(int, data);
    QFETCH(int, context);
    QFETCH(bool, overContext);
    QFETCH(double, optimizer);
    QFETCH(double, gradients);
    QFETCH(double, weights);
    Prepared p = nodesOfEight();
    p.stack.shardsOverContext = overContext;
    p.stack.contextShardsAlone = false;
    Candidate c;
    c.zeroStage = zero;
    c.fsdp = fsdp;
    c.data = data;
    c.context = context;
    const Layout layout = placeCandidate(p, c);
    QCOMPARE(layout.optimizerShards, optimizer);
    QCOMPARE(layout.gradientShards, gradients);
    QCOMPARE(layout.weightShards, weights);
    QCOMPARE(layout.isSharded(), fsdp > 1);
    // With experts on an axis of the mesh that axis shards the rest, and the experts are cut by it.
    p.expertIsAxis = true;
    c.expert = 2;
    const Layout axis = placeCandidate(p, c);
    QCOMPARE(axis.expertOptimizerShards, optimizer);
    QCOMPARE(axis.expertGradientShards, gradients);
    QCOMPARE(axis.expertWeightShards, weights);
    QCOMPARE(axis.optimizerShards, zero == 3 ? 2 * optimizer : optimizer);
    QCOMPARE(axis.weightShards, zero == 3 ? 2 * weights : weights);
}

/// 16 data ranks of two tensor ranks each: an expert on 8 of those 32, whole or cut in two.
void LayoutTest::expertsInsideTheDataRanks()
{
    Prepared p = nodesOfEight();
    Candidate c;
    c.tensor = 2;
    c.fsdp = 16;
    c.zeroStage = 2;
    c.expert = 8;
    const Layout whole = placeCandidate(p, c);
    QCOMPARE(whole.expertTensor, 1.0);
    QCOMPARE(whole.expert, groupSpan(8, 1, p));
    QCOMPARE(whole.expertOptimizerShards, 4.0);
    QCOMPARE(whole.expertGradientShards, 4.0);
    QCOMPARE(whole.expertWeightShards, 1.0);
    c.expertTensor = 2;
    const Layout cut = placeCandidate(p, c);
    QCOMPARE(cut.expert, groupSpan(8, 2, p));
    QCOMPARE(cut.expertOptimizerShards, 2.0);
    c.expert = 32;
    QCOMPARE(placeCandidate(p, c).expertOptimizerShards, 1.0);
    c.zeroStage = 3;
    c.expert = 4;
    QCOMPARE(placeCandidate(p, c).expertWeightShards, 4.0);
}

void LayoutTest::microBatchesAndTokens()
{
    Prepared p = nodesOfEight();
    p.sequence = 8192;
    p.globalBatch = 96;
    Candidate c;
    c.data = 2;
    c.fsdp = 4;
    c.microBatch = 3;
    c.context = 2;
    c.tensor = 4;
    p.stack.activationsFollowTensor = false;
    Layout layout = placeCandidate(p, c);
    QCOMPARE(layout.microBatches, 4.0);
    QCOMPARE(layout.tokens, 3 * 8192 / 2.0);
    QCOMPARE(layout.plainDivisor, 1.0);
    c.sequenceParallel = true;
    QCOMPARE(placeCandidate(p, c).plainDivisor, 4.0);
    c.sequenceParallel = false;
    p.stack.activationsFollowTensor = true;
    QCOMPARE(placeCandidate(p, c).plainDivisor, 4.0);
    c.microBatch = 100; // more than there are
    QCOMPARE(placeCandidate(p, c).microBatches, 1.0);
}

void LayoutTest::weightsThatStayGathered()
{
    Prepared p = nodesOfEight();
    p.pipelineGather = PipelineGather::Auto;
    p.stack.reshardsInPipeline = true;
    Candidate c;
    c.fsdp = 4;
    c.pipeline = 2;
    c.zeroStage = 3;
    Layout layout = placeCandidate(p, c);
    QVERIFY(mayGatherOnce(p, c, layout) && !keepsGathered(p, c, layout));
    layout.gathersOnce = true;
    QVERIFY(keepsGathered(p, c, layout));
    layout.gathersOnce = false;
    p.stack.reshardsInPipeline = false;
    QVERIFY(keepsGathered(p, c, layout));
    for (int change = 0; change < 4; ++change) {
        Prepared other = p;
        Candidate point = c;
        if (change == 0)
            other.pipelineGather = PipelineGather::Each;
        else if (change == 1)
            point.pipeline = 1;
        else if (change == 2)
            point.zeroStage = 2;
        else
            point.fsdp = 1;
        const Layout own = placeCandidate(other, point);
        QVERIFY(!mayGatherOnce(other, point, own));
        QCOMPARE(keepsGathered(other, point, own), change != 1);
    }
}

/// Two stages of two chunks with three micro-batches or more: the first runs three passes before
/// the first backward one (chunk 0 of two micro-batches, chunk 1 of one), the second stage two.
void LayoutTest::liveLayersOfChunks()
{
    QCOMPARE(warmupPasses(0, 4, 1), 3);
    QCOMPARE(warmupPasses(3, 4, 1), 0);
    QCOMPARE(warmupPasses(0, 2, 2), 4);
    QCOMPARE(warmupPasses(1, 2, 2), 2);
    QCOMPARE(warmupPasses(1, 4, 3), 12);
    // Layers of chunk 0 on both stages, then of chunk 1.
    const std::vector<int> layers { 1, 10, 100, 1000 };
    // Passes of the first stage: 0 0 1 1 0 …, the fifth while nothing is given back yet.
    QCOMPARE(maxLiveLayers(layers, 0, 2, 2, 2), 202.0);
    QCOMPARE(maxLiveLayers(layers, 0, 2, 2, 8), 203.0);
    // Of the last: 0 0 1, and then one of chunk 1 is given back for each.
    QCOMPARE(maxLiveLayers(layers, 1, 2, 2, 8), 1020.0);
}

QTEST_APPLESS_MAIN(LayoutTest)
#include "tst_layout.moc"
