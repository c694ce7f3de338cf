#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/physics/step/layer_traffic.h"
#include "model/physics/step/overlap.h"
#include "model/rules/checked_plan.h"

#include <QTest>

using namespace headroom;

namespace {

using Mode = OverlapMode;
using Kind = OverlapRule OverlapRules::*;

} // namespace

/// What may run beside what: one flag at a time, and what it must leave alone.
class OverlapRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void loopsKeepTrafficInTheirLayer_data();
    void loopsKeepTrafficInTheirLayer();
    void withoutASchedulerLittleHides();
    void channelsThatAreLeftSlowNothing();
    void sparseCoresServeTheirOwnCollective();
    void coresThatAreBusyAnywaySlowMore();
    void iterationsOfTheLoop();
    void messagesOfALayer();
    void gemmsInPieces();

private:
    /// The numbers of a plan, with a scheduler and a loop over layers.
    void open(const char *plan, const std::vector<std::string> &settings = {});
    OverlapRules rules() const { return overlapRules(p, makeLayout(p, c)); }

    Prepared p;
    Candidate c;
};

void OverlapRulesTest::open(const char *name, const std::vector<std::string> &settings)
{
    const Result<CheckedPlan> plan = openCheckedPlan(name, settings, shippedLibrary());
    QVERIFY(plan);
    p = shippedEstimator().prepare(plan->resolved);
    c = planCandidate(plan->resolved.plan);
    p.flags.latencyHiding = true;
    p.flags.fullUnroll = false;
    p.options.scanLayers = true;
}

/// XLA's loop over layers is a barrier that only pipelined collectives cross; what is not
/// asynchronous stops the computation. On a TPU the tensors of a layer then travel one by one.
void OverlapRulesTest::loopsKeepTrafficInTheirLayer_data()
{
    QTest::addColumn<QString>("plan");
    QTest::newRow("GPU") << "llama3.1-8b-h100-node";
    QTest::newRow("TPU") << "llama3.1-8b-v6e-16";
}

void OverlapRulesTest::loopsKeepTrafficInTheirLayer()
{
    QFETCH(QString, plan);
    open(plan.toUtf8().constData());
    struct Flags
    {
        Kind kind;
        bool FlagEffects::*isAsync, FlagEffects::*isPipelined;
    };
    using F = FlagEffects;
    const Flags kinds[] {
        { &OverlapRules::gather, &F::asyncAllGather, &F::pipelinedAllGather },
        { &OverlapRules::reduce, &F::asyncReduceScatter, &F::pipelinedReduceScatter },
        { &OverlapRules::exchange, &F::asyncAllReduce, &F::pipelinedAllReduce },
    };
    for (const Flags &one : kinds) {
        // The other kinds have the opposite, so that a flag taken for another's shows.
        const auto mode = [&](bool isAsync, bool isPipelined, bool isScanned) {
            for (const Flags &other : kinds) {
                const bool isOther = &other != &one;
                p.flags.*other.isAsync = isAsync != isOther;
                p.flags.*other.isPipelined = isPipelined != isOther;
            }
            p.options.scanLayers = isScanned;
            return (rules().*one.kind).mode;
        };
        QCOMPARE(mode(false, false, true), Mode::None);
        QCOMPARE(mode(false, true, false), Mode::None);
        QCOMPARE(mode(true, false, true), Mode::SameLayer);
        if (p.isTpu) {
            QCOMPARE((rules().*one.kind).threshold.value(), 0.0);
            QCOMPARE(
                (rules().*one.kind).messages(Bytes { 1e9 }), static_cast<int>(p.tensorsPerLayer));
        }
        QCOMPARE(mode(true, true, true), Mode::NeighbourLayer);
        QCOMPARE(mode(true, false, false), Mode::NeighbourLayer);
    }
}

/// Without the latency-hiding scheduler XLA overlaps what happens to lie so; a scheduler makes use
/// of what the stack was measured to, at most all of it.
void OverlapRulesTest::withoutASchedulerLittleHides()
{
    open("llama3.1-8b-h100-node");
    p.stack.fsdpWindow = 0.7;
    QCOMPARE(rules().gather.reach, 0.7);
    p.stack.fsdpWindow = 1.4;
    QCOMPARE(rules().reduce.reach, 1.0);
    p.flags.latencyHiding = false;
    QCOMPARE(rules().exchange.reach, p.assumed.unscheduledReach);
    open("llama3.1-8b-v6e-16");
    p.flags.latencyHiding = false;
    for (const Kind kind :
        { &OverlapRules::gather, &OverlapRules::reduce, &OverlapRules::exchange }) {
        QCOMPARE((rules().*kind).reach, 0.0);
        QCOMPARE((rules().*kind).mode, Mode::None);
    }
    // A collective may start late behind one of the seven GEMMs of a layer.
    p.flags.highestPriorityStream = false;
    QCOMPARE(rules().lateShare, p.assumed.latePriority / 7);
    p.flags.highestPriorityStream = true;
    QCOMPARE(rules().lateShare, 0.0);
}

/// Six channels of the usual 24 take a quarter of the multiprocessors; kernels on symmetric memory
/// take few, but only inside a node, where other chips are reached by load and store.
void OverlapRulesTest::channelsThatAreLeftSlowNothing()
{
    open("llama3.1-8b-h100-node");
    p.chip.contention = 0.5;
    p.chip.networkContention = 0.25;
    p.assumed.defaultChannels = 24;
    p.assumed.symmetricChannels = 0.4;
    const auto felt = [&](int limit, bool isSymmetric) {
        p.flags.ncclCollectiveMaxChannels = limit;
        p.flags.symmetricBuffers = isSymmetric;
        return rules().gather.contention;
    };
    QCOMPARE(felt(0, false), 0.5);
    QCOMPARE(felt(6, false), 0.125);
    QCOMPARE(felt(48, false), 0.5);
    QCOMPARE(felt(0, true), 0.2);
    QCOMPARE(felt(6, true), 0.125);
    QCOMPARE(felt(12, true), 0.2);
    c.fsdp = 32;
    p.domain = p.devicesPerNode = 8;
    QCOMPARE(felt(0, true), 0.25);
    QCOMPARE(felt(6, true), 0.0625);
}

/// A SparseCore relieves the TensorCore of the collectives that are handed to it.
void OverlapRulesTest::sparseCoresServeTheirOwnCollective()
{
    open("llama3.1-8b-v6e-16");
    p.flags.sparseCoreAllGather = p.flags.sparseCoreReduceScatter = p.flags.sparseCoreAllReduce
        = false;
    const OverlapRules none = rules();
    const auto compare = [&](double gather, double reduce, double exchange) {
        const OverlapRules with = rules();
        QCOMPARE(with.gather.contention, gather * none.gather.contention);
        QCOMPARE(with.reduce.contention, reduce * none.reduce.contention);
        QCOMPARE(with.exchange.contention, exchange * none.exchange.contention);
    };
    const double relieved = p.assumed.sparseCoreContention;
    QVERIFY(none.gather.contention > 0 && relieved > 0 && relieved < 1);
    p.flags.sparseCoreAllGather = true;
    compare(relieved, 1, 1);
    p.flags.sparseCoreReduceScatter = true;
    compare(relieved, relieved, 1);
    p.flags.sparseCoreAllGather = false;
    p.flags.sparseCoreReduceScatter = false;
    p.flags.sparseCoreAllReduce = true;
    compare(1, 1, relieved);
}

/// Where collectives usually run on SparseCores, one left to the TensorCore takes the assumed share
/// of it at least.
void OverlapRulesTest::coresThatAreBusyAnywaySlowMore()
{
    open("llama3.1-8b-v6e-16");
    p.flags.sparseCoreAllGather = p.flags.sparseCoreReduceScatter = false;
    p.flags.sparseCoreAllReduce = false;
    p.flags.sparseCoreIsDefault = false;
    const double usual = rules().gather.contention;
    p.flags.sparseCoreIsDefault = true;
    for (const double assumed : { usual / 2, usual * 2 + 0.1 }) {
        p.assumed.tensorCoreContention = assumed;
        for (const Kind kind : { &OverlapRules::gather, &OverlapRules::reduce })
            QCOMPARE((rules().*kind).contention, std::max(usual, assumed));
    }
}

/// Double buffering unrolls the loop by two, which saves the copy of what it carries; an unrolled
/// program has no loop.
void OverlapRulesTest::iterationsOfTheLoop()
{
    open("llama3.1-8b-h100-node");
    p.flags.doubleBuffering = false;
    OverlapRules now = rules();
    QVERIFY(now.isScanned && now.copiesLoopState && !now.mergesLayers);
    QCOMPARE(now.layersPerIteration, 1);
    p.flags.doubleBuffering = true;
    now = rules();
    QVERIFY(now.isScanned && !now.copiesLoopState && !now.mergesLayers);
    QCOMPARE(now.layersPerIteration, 2);
    for (const bool isUnrolled : { true, false }) {
        p.flags.doubleBuffering = false;
        p.flags.fullUnroll = isUnrolled;
        p.options.scanLayers = isUnrolled;
        now = rules();
        QVERIFY(!now.isScanned && !now.copiesLoopState && now.mergesLayers);
    }
    // Copies to the host stay in their layer where a loop has no pipelined copies.
    p.flags.fullUnroll = false;
    p.options.scanLayers = true;
    p.flags.pipelinedHostOffload = false;
    QCOMPARE(hostReach(p), p.assumed.ownLayerOffload);
    p.flags.pipelinedHostOffload = true;
    QCOMPARE(hostReach(p), 1.0);
    p.flags.pipelinedHostOffload = false;
    p.flags.fullUnroll = true;
    QCOMPARE(hostReach(p), 1.0);
}

/// Each kind merges up to a threshold of its own; two messages where only like-cut tensors merge.
void OverlapRulesTest::messagesOfALayer()
{
    open("llama3.1-8b-h100-node");
    p.flags.allGatherCombineThreshold = Bytes { 1e8 };
    p.flags.reduceScatterCombineThreshold = Bytes { 2e8 };
    p.flags.allReduceCombineThreshold = Bytes { 4e8 };
    p.flags.allGatherCombineByDim = p.flags.reduceScatterCombineByDim = false;
    p.tensorsPerLayer = 9;
    QCOMPARE(rules().gather.messages(Bytes { 4e8 }), 4);
    QCOMPARE(rules().reduce.messages(Bytes { 4e8 }), 2);
    QCOMPARE(rules().exchange.messages(Bytes { 4e8 }), 1);
    QCOMPARE(rules().gather.messages(Bytes { 1e12 }), 9);
    p.flags.allGatherCombineByDim = true;
    QCOMPARE(rules().gather.messages(Bytes { 1e7 }), 2);
    QCOMPARE(rules().reduce.messages(Bytes { 1e7 }), 1);
    p.flags.reduceScatterCombineByDim = true;
    QCOMPARE(rules().reduce.messages(Bytes { 1e7 }), 2);
}

void OverlapRulesTest::gemmsInPieces()
{
    open("llama3.1-8b-h100-node", { "parallelism.fsdp=1", "parallelism.tensor=8" });
    p.overlapsTensor = false;
    QCOMPARE(tensorCalls(p, c, makeLayout(p, c)).chunks, 1);
    p.overlapsTensor = true;
    QCOMPARE(tensorCalls(p, c, makeLayout(p, c)).chunks, 4);
    c.tensor = 2;
    QCOMPARE(tensorCalls(p, c, makeLayout(p, c)).chunks, 2);
}

QTEST_GUILESS_MAIN(OverlapRulesTest)
#include "tst_overlap_rules.moc"
