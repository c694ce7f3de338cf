#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/physics/step/data_traffic.h"
#include "model/physics/trace/derivation.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <cmath>

using namespace headroom;

/// What exchanging weights and gradients costs, by how state is sharded.
class StateTrafficTest : public QObject
{
    Q_OBJECT

private slots:
    void replicasOfShardsAddTheirGradients_data();
    void replicasOfShardsAddTheirGradients();
    void expertsExchangeWithThoseThatHoldThem();
    void shardsSpreadOverContextUseItsLinks();
    void parametersReturnTensorByTensor();
    void trafficBetweenSlicesIsFelt();
    void inferenceGathersForward_data();
    void inferenceGathersForward();
    void axesThatShareWeights_data();
    void axesThatShareWeights();

private:
    Prepared prepared(const std::string &id, const std::vector<std::string> &settings = {}) const;
};

Prepared StateTrafficTest::prepared(
    const std::string &id, const std::vector<std::string> &settings) const
{
    const ResolvedPlan plan = shippedPlan(id, settings);
    return shippedEstimator().prepare(plan);
}

void StateTrafficTest::replicasOfShardsAddTheirGradients_data()
{
    QTest::addColumn<int>("zeroStage");
    QTest::addColumn<int>("data");
    QTest::addColumn<int>("fsdp");
    QTest::addColumn<bool>("isSharded");
    QTest::addColumn<double>("scatterRanks"); ///< of the first step
    QTest::addColumn<double>("replicas"); ///< that reduce a shard afterwards
    QTest::newRow("replicas alone") << 0 << 256 << 1 << false << 256.0 << 1.0;
    QTest::newRow("both names, nothing sharded") << 0 << 8 << 32 << false << 256.0 << 1.0;
    QTest::newRow("distributed optimizer") << 1 << 256 << 1 << true << 256.0 << 1.0;
    QTest::newRow("distributed optimizer, other name") << 1 << 1 << 256 << true << 256.0 << 1.0;
    QTest::newRow("hybrid distributed optimizer") << 1 << 8 << 32 << true << 32.0 << 8.0;
    QTest::newRow("hybrid FSDP") << 3 << 8 << 32 << false << 8.0 << 1.0;
}

void StateTrafficTest::replicasOfShardsAddTheirGradients()
{
    QFETCH(int, zeroStage);
    QFETCH(int, data);
    QFETCH(int, fsdp);
    QFETCH(bool, isSharded);
    QFETCH(double, scatterRanks);
    QFETCH(double, replicas);
    Prepared p = prepared("llama3-70b-h100-32-nodes");
    p.stack.contextShardsAlone = false; // stages decide what lies in shards
    Candidate c;
    c.zeroStage = zeroStage;
    c.data = data;
    c.fsdp = fsdp;
    const Layout layout = makeLayout(p, c);
    const DataCalls calls = dataCalls(p, c, layout);
    QVERIFY(calls.isActive);
    QCOMPARE(calls.isSharded, isSharded);
    QCOMPARE(calls.group.size, scatterRanks);
    QCOMPARE(calls.replicas.size, replicas);

    // What a sharded optimizer scatters, replicas of a shard add up; without shards all add up.
    const Bytes bytes { 1e9 };
    const double shards = zeroStage == 3 ? fsdp : 1;
    const auto seconds = [&](CollectiveKind kind, Bytes volume, double ranks, double stride) {
        return curveOf(p, kind, groupSpan(ranks, stride, p)).seconds(volume);
    };
    const Seconds once
        = seconds(isSharded ? CollectiveKind::ReduceScatter : CollectiveKind::AllReduce,
            bytes / shards, scatterRanks, shards);
    const Seconds expected = once
        + (isSharded
                ? seconds(CollectiveKind::AllReduce, bytes / scatterRanks, replicas, scatterRanks)
                : Seconds {});
    QCOMPARE(calls.reductionSeconds(bytes, {}).value(), expected.value());
}

void StateTrafficTest::expertsExchangeWithThoseThatHoldThem()
{
    Prepared p = prepared("mixtral-8x7b-h100-8-nodes");
    p.expertIsAxis = false; // inside the data-parallel ranks, as Megatron has them
    Candidate c;
    c.expert = 8;
    c.zeroStage = 3;
    c.data = 2;
    c.fsdp = 32;
    const DataCalls hybrid = dataCalls(p, c, makeLayout(p, c));
    // 64 ranks hold each expert eight times: four times inside a shard group, in two of those.
    QCOMPARE(hybrid.expertShards, 4.0);
    QCOMPARE(hybrid.expertGroup.size, 2.0);
    c.zeroStage = 1;
    const DataCalls optimizer = dataCalls(p, c, makeLayout(p, c));
    QCOMPARE(optimizer.expertGroup.size, 4.0);
    QCOMPARE(optimizer.expertReplicas.size, 2.0);
    c.expert = 64; // each expert once: nothing to exchange
    const DataCalls alone = dataCalls(p, c, makeLayout(p, c));
    QCOMPARE(alone.reductionSeconds({}, Bytes { 1e9 }).value(), 0.0);
}

void StateTrafficTest::shardsSpreadOverContextUseItsLinks()
{
    const Prepared p = prepared("llama3-70b-h100-32-nodes");
    QVERIFY(p.stack.shardsOverContext);
    Candidate c;
    c.context = 8;
    c.fsdp = 32;
    const FsdpCalls calls = fsdpCalls(p, c, makeLayout(p, c));
    QCOMPARE(calls.group.size, 256.0);
    QCOMPARE(calls.group.insideNode, 8.0);
    c.context = 1;
    c.fsdp = 256;
    const FsdpCalls plain = fsdpCalls(p, c, makeLayout(p, c));
    const Bytes weights { 1e9 };
    QCOMPARE(calls.seconds(weights, {}).value(), plain.seconds(weights, {}).value());
}

void StateTrafficTest::parametersReturnTensorByTensor()
{
    Prepared p = prepared("llama3-70b-h100-32-nodes");
    Candidate c;
    c.zeroStage = 1;
    c.data = 256;
    const DataCalls calls = dataCalls(p, c, makeLayout(p, c));
    const Bytes weights { 1e9 };
    const double layers = 80;
    const Seconds together = calls.returnSeconds(weights, {}, layers);
    const CollectiveCurve gather = curveOf(p, CollectiveKind::AllGather, calls.group);
    QCOMPARE(together.value(), gather.seconds(weights).value());
    p.stack.parameterMessagesPerLayer = 6;
    const double messages = 6 * layers;
    const Seconds apart = dataCalls(p, c, makeLayout(p, c)).returnSeconds(weights, {}, layers);
    QCOMPARE(apart.value(), messages * gather.seconds(weights / messages).value());
    QVERIFY(apart > together + (messages - 1) * gather.latency() / 2);
    c.zeroStage = 0; // replicas reduce in buckets and hand nothing back
    const DataCalls replicas = dataCalls(p, c, makeLayout(p, c));
    QCOMPARE(replicas.returnSeconds(weights, {}, layers).value(), 0.0);
}

namespace {

/// The part of FSDP's traffic that the derivation says never hides. @unit seconds
double neverHidden(const Prepared &p, const Candidate &c)
{
    DerivationTrace trace;
    evaluate(p, c, trace);
    for (const Derivation &root : trace.take())
        if (root.id == "exposed_fsdp")
            for (const Derivation &operand : root.operands)
                if (operand.id == "never_hidden")
                    return operand.value;
    return -1;
}

} // namespace

void StateTrafficTest::trafficBetweenSlicesIsFelt()
{
    const Prepared p = prepared("llama2-70b-v5p-64",
        { "hardware.nodes=2", "parallelism.fsdp=128", "workload.global_batch_sequences=512" });
    QVERIFY(p.isTpu);
    Candidate c;
    c.fsdp = 128;
    const Layout layout = makeLayout(p, c);
    QCOMPARE(layout.fsdp.domains, 2.0);
    const FsdpCalls calls = fsdpCalls(p, c, layout);
    // By hand: what two slices tell each other of 80 layers and of the root, in every round.
    const GroupSpan slices { 2, 1, 1, 2 };
    const CollectiveCurve between = curveOf(p, CollectiveKind::AllGather, slices, calls.axes);
    const auto remote = [&](double parameters, Bytes each) {
        return between.seconds(parameters * each / 64).value();
    };
    const double one = layerParameters(p, c, layout, false).total();
    const double root = p.embeddingParameters + p.headParameters + p.finalParameters;
    const FsdpRounds rounds = fsdpRounds(p, c, layout);
    const double gathers = rounds.gathers, reduces = rounds.reductions;
    const double all = p.layers
            * (2 * gathers * remote(one, p.gatherBytes)
                + reduces * remote(one, p.stack.gradientReduceBytes))
        + gathers * remote(root, p.wideGatherBytes)
        + reduces * remote(root, p.stack.gradientReduceBytes);
    QVERIFY(all > 0);
    QCOMPARE(neverHidden(p, c), p.stack.dataExposedFloor * all);
    const Evaluation run = evaluate(p, c);
    const AxisLoad &load = run.axes[static_cast<std::size_t>(Axis::Fsdp)];
    QVERIFY(load.exposed.value() >= p.stack.dataExposedFloor * all);
    c.fsdp = 64;
    c.data = 2;
    QCOMPARE(neverHidden(p, c), 0.0);
}

void StateTrafficTest::inferenceGathersForward_data()
{
    QTest::addColumn<int>("zeroStage");
    QTest::addColumn<bool>("gathers");
    QTest::newRow("weights in shards") << 3 << true;
    QTest::newRow("gradients in shards") << 2 << false;
    QTest::newRow("optimizer in shards") << 1 << false;
}

void StateTrafficTest::inferenceGathersForward()
{
    QFETCH(int, zeroStage);
    QFETCH(bool, gathers);
    const Prepared training = prepared("llama3-70b-h100-32-nodes");
    const Prepared p = prepared("llama3-70b-h100-32-nodes", { "workload.mode=inference" });
    Candidate c;
    c.fsdp = 256;
    c.zeroStage = zeroStage;
    const Evaluation run = evaluate(p, c);
    const double exposed = run.time[TimeTerm::ExposedFsdp].value();
    QCOMPARE(exposed > 0, gathers);
    QCOMPARE(run.time[TimeTerm::ExposedData].value(), 0.0);
    if (!gathers)
        return;
    QVERIFY(exposed < evaluate(training, c).time[TimeTerm::ExposedFsdp].value());
    // Each layer once per micro-batch, and the embedding with the head.
    const FsdpCalls calls = fsdpCalls(p, c, makeLayout(p, c));
    const double layer = p.attentionParameters + p.densePlainParameters + p.denseMlpParameters;
    const Bytes bf16 { 2 };
    const Seconds once = fsdpRounds(p, c, makeLayout(p, c)).gathers
        * (p.layers * calls.seconds(bf16 * layer, {})
            + calls.seconds(bf16 * (p.parametersTotal - p.layers * layer), {}));
    const AxisLoad &load = run.axes[static_cast<std::size_t>(Axis::Fsdp)];
    // The final norm hides in the layers' share.
    QVERIFY(std::abs(load.seconds / once - 1) < 0.01);
}

/// MaxText's axes context and expert share weights at every stage: gathered in both passes of each
/// micro-batch, and their gradients reduced; replicas exchange shards, and from stage 1 on share
/// the update.
void StateTrafficTest::axesThatShareWeights_data()
{
    QTest::addColumn<int>("zero");
    QTest::addColumn<int>("data"), QTest::addColumn<int>("fsdp");
    QTest::addColumn<bool>("isSharded");
    QTest::newRow("0") << 0 << 4 << 1 << false;
    QTest::newRow("1") << 1 << 4 << 1 << true;
    QTest::newRow("2, ranks of fsdp are replicas") << 2 << 1 << 4 << true;
}

void StateTrafficTest::axesThatShareWeights()
{
    QFETCH(int, zero);
    QFETCH(int, data);
    QFETCH(int, fsdp);
    QFETCH(bool, isSharded);
    Prepared p = prepared("llama3.1-8b-h100-node");
    p.globalBatch = 32;
    QVERIFY(axesShardWeights(p));
    Candidate c;
    c.fsdp = fsdp;
    c.data = data;
    c.context = 2;
    c.zeroStage = zero;
    const Layout layout = makeLayout(p, c);
    QCOMPARE(layout.fsdp.size, 2.0);
    QCOMPARE(layout.data.size, 4.0);
    const StepCalls calls = stepCalls(p, c, layout);
    QVERIFY(calls.fsdp.isActive);
    const FsdpRounds rounds = fsdpRounds(p, c, layout);
    QVERIFY(rounds.gathersBackward);
    QCOMPARE(rounds.gathers, layout.microBatches);
    QCOMPARE(calls.data.group, layout.data);
    QCOMPARE(calls.data.shards, 2.0);
    QCOMPARE(calls.data.isSharded, isSharded);
    // The half that a rank keeps goes there in one call, and comes back in one after the update.
    const Bytes whole { 8e9 };
    const CollectiveCurve once = curveOf(
        p, isSharded ? CollectiveKind::AllGather : CollectiveKind::AllReduce, layout.data, 1);
    QCOMPARE(calls.data.reductionSeconds(whole, {}).value(), once.seconds(whole / 2).value());
    DataCalls together = calls.data;
    together.messagesPerLayer = 0;
    QCOMPARE(together.returnSeconds(whole, {}, 32).value(),
        isSharded ? once.seconds(whole / 2).value() : 0.0);
    // With stage 3 they share what the axis fsdp shares.
    c.zeroStage = 3;
    QCOMPARE(makeLayout(p, c).fsdp.size, 2.0 * fsdp);
    QCOMPARE(makeLayout(p, c).data.size, double(data));
}

QTEST_APPLESS_MAIN(StateTrafficTest)
#include "tst_state_traffic.moc"
