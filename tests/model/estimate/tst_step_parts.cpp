#include "model/estimate/operation_groups.h"
#include "model/estimate/step_collectives.h"
#include "model/estimate/step_operations.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/layer_traffic.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

// Llama 3.1 8B by its configuration.
constexpr double layers = 32, hidden = 4096, sequence = 8192;
constexpr double embedding = 128256 * hidden;
constexpr double layer = hidden * (2 * 4096 + 2 * 1024) + 3 * hidden * 14336 + 2 * hidden;
constexpr double root = 2 * embedding + hidden; ///< head and last norm besides
constexpr double whole = layers * layer + root;

Prepared prepared(const std::vector<std::string> &settings)
{
    return shippedPrepared("llama3.1-8b-h100-node", settings);
}

/// Of one kind on one axis; an empty one when there is none.
StepCollective found(const Prepared &p, const Candidate &c, CollectiveKind kind, Axis axis)
{
    const std::vector<StepCollective> all = stepCollectives(p, c);
    const auto own = std::ranges::find_if(
        all, [&](const StepCollective &one) { return one.kind == kind && one.axis == axis; });
    return own == all.end() ? StepCollective {} : *own;
}

} // namespace

/// Operations and collectives of a step, counted by hand.
class StepPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void shardsAreGatheredInBothPasses();
    void replicasExchangeByMessages();
    void activationsOfEveryLayer();
    void normsAreReadAgain_data();
    void normsAreReadAgain();
    void groupsHoldEveryOperation();
};

/// Two micro-batches of FSDP over eight: each layer's weights come forward and backward, embedding
/// and head once, gradients of each go back.
void StepPartsTest::shardsAreGatheredInBothPasses()
{
    Prepared p = prepared({ "framework=torchtitan" });
    p.globalBatch = 16;
    p.stack.reducesEachMicroBatch = true;
    Candidate c = shardedOver(8);
    const auto gather = found(p, c, CollectiveKind::AllGather, Axis::Fsdp);
    QCOMPARE(gather.group, 8.0);
    QCOMPARE(gather.count, 2 * (2 * layers + 1));
    QCOMPARE(gather.bytes.value(), 2 * (2 * layers * layer + root) * 2);
    const auto reduce = found(p, c, CollectiveKind::ReduceScatter, Axis::Fsdp);
    QCOMPARE(reduce.count, 2 * (layers + 1));
    QCOMPARE(reduce.bytes.value(), (2 * whole * p.stack.gradientReduceBytes).value());
    c.zeroStage = 1; // weights stay whole
    QCOMPARE(found(p, c, CollectiveKind::AllGather, Axis::Fsdp).count, 0.0);
}

/// XLA fills messages up to its threshold, each layer's by themselves: 436 MB of weights in three,
/// 109 MB of a shard's gradients in two; with embedding and head, 1.004 GB of a whole layer's.
void StepPartsTest::replicasExchangeByMessages()
{
    Prepared p = prepared({ "framework=maxtext" });
    p.flags.asyncAllReduce = p.flags.latencyHiding = true;
    p.flags.allReduceCombineThreshold = Bytes { 6e8 };
    p.stack.gradientReduceBytes = Bytes { 4 };
    Candidate c;
    c.data = 8;
    const auto reduce = found(p, c, CollectiveKind::AllReduce, Axis::Data);
    QCOMPARE(reduce.count, layers * 2);
    QCOMPARE(reduce.bytes.value(), 4 * whole);
    QCOMPARE(reduce.group, 8.0);
    p.globalBatch = 8;
    p.flags.asyncAllGather = p.flags.asyncReduceScatter = true;
    p.flags.allGatherCombineByDim = p.flags.reduceScatterCombineByDim = false;
    p.flags.allGatherCombineThreshold = Bytes { 2e8 };
    p.flags.reduceScatterCombineThreshold = Bytes { 6e7 };
    c = shardedOver(8);
    QCOMPARE(found(p, c, CollectiveKind::AllGather, Axis::Fsdp).count, 3 * 2 * layers + 1);
    QCOMPARE(found(p, c, CollectiveKind::ReduceScatter, Axis::Fsdp).count, 2 * layers + 1);
}

/// Four micro-batches on two stages of two tensor ranks.
void StepPartsTest::activationsOfEveryLayer()
{
    Prepared p = prepared({ "framework=megatron", "remat.policy=full" });
    p.globalBatch = 8;
    Candidate c;
    c.tensor = 2;
    c.pipeline = 2;
    c.data = 2;
    c.zeroStage = 1;
    c.sequenceParallel = true;
    const double each = 4 * layers / 2; // micro-batches and layers of a stage
    const TensorCalls calls = tensorCalls(p, c, makeLayout(p, c));
    QVERIFY(calls.isCut);
    const auto gather = found(p, c, CollectiveKind::AllGather, Axis::Tensor);
    QCOMPARE(gather.count, each * calls.count() / 2);
    QCOMPARE(gather.bytes.value(), gather.count * sequence * hidden * 2);
    const auto send = found(p, c, CollectiveKind::SendReceive, Axis::Pipeline);
    QCOMPARE(send.count, 4 * 2.0);
    QCOMPARE(send.bytes.value(), send.count * sequence * hidden * 2 / 2); // each rank its part
    c.chunks = 2;
    QCOMPARE(found(p, c, CollectiveKind::SendReceive, Axis::Pipeline).count, 4 * 2 * 2.0);
}

void StepPartsTest::normsAreReadAgain_data()
{
    QTest::addColumn<double>("replay");
    QTest::newRow("nothing again") << 0.0;
    QTest::newRow("half of it") << 0.5;
    QTest::newRow("all of it") << 1.0;
}

/// Backward twice as much as forward, and once more what is computed again.
void StepPartsTest::normsAreReadAgain()
{
    QFETCH(double, replay);
    Prepared p = prepared({});
    p.remats.front().replayElementwise = replay;
    Candidate c = shardedOver(8);
    const std::vector<Operation> all = stepOperations(p, c, evaluate(p, c));
    const auto norms = std::ranges::find(all, std::string_view("norms"), &Operation::id);
    QVERIFY(norms != all.end() && norms->forward.bytes > Bytes {});
    QCOMPARE((norms->backward.bytes / norms->forward.bytes), 2 + replay);
}

/// Nothing is lost or counted twice between operations and their groups.
void StepPartsTest::groupsHoldEveryOperation()
{
    const Prepared p = prepared({});
    Candidate c = shardedOver(8);
    const Evaluation evaluation = evaluate(p, c);
    struct Sum
    {
        Seconds time;
        Flop flop;
        Bytes bytes;
        void operator+=(const OperationWork &own)
        {
            time += own.time;
            flop += own.flop;
            bytes += own.bytes;
        }
    };
    std::array<std::array<Sum, 3>, 3> sums; // by kind, and forward, backward, optimizer
    for (const Operation &own : stepOperations(p, c, evaluation)) {
        auto &kind = sums[static_cast<std::size_t>(own.kind)];
        kind[own.term == TimeTerm::Optimizer ? 2 : 0] += own.forward;
        kind[1] += own.backward;
    }
    const char *kinds[] { "contraction", "normalisation", "elementwise" };
    const char *phases[] { "forward", "backward", "optimizer" };
    const std::vector<GroupWork> groups = operationGroups(p, c, evaluation);
    std::size_t seen = 0;
    for (std::size_t kind = 0; kind < 3; ++kind)
        for (std::size_t phase = 0; phase < 3; ++phase) {
            const Sum &sum = sums[kind][phase];
            const auto group = std::ranges::find_if(groups, [&](const GroupWork &own) {
                return own.group == kinds[kind] && own.phase == phases[phase];
            });
            QCOMPARE(group != groups.end(), sum.time > Seconds {});
            if (group == groups.end())
                continue;
            ++seen;
            QCOMPARE(group->time.value(), sum.time.value());
            QCOMPARE(group->flop.value(), sum.flop.value());
            QCOMPARE(group->bytes.value(), sum.bytes.value());
            QCOMPARE(group->intensity(), (sum.flop.value() / sum.bytes.value()));
        }
    QCOMPARE(GroupWork {}.intensity(), 0.0);
    QCOMPARE(seen, groups.size());
    QCOMPARE(seen, std::size_t { 7 }); // three kinds in both passes, and the update
}

QTEST_GUILESS_MAIN(StepPartsTest)
#include "tst_step_parts.moc"
