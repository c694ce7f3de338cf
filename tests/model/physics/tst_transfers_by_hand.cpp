#include "collective_fixture.h"
#include "derived_operands.h"
#include "model/base/wording/messages.h"
#include "model/estimate/estimator.h"
#include "model/physics/collectives/collective_links.h"
#include "model/physics/collectives/stage_transfer.h"
#include "model/physics/memory/activation_memory.h"
#include "model/physics/memory/peak_memory.h"
#include "model/physics/step/layer_traffic.h"
#include "model/physics/step/overlap.h"
#include "model/rules/checked_plan.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <functional>

using namespace headroom;

namespace {

/// A plan with what the physics makes of it.
struct Case
{
    ResolvedPlan plan;
    Prepared p;
    Candidate c;
    Layout layout;
};

} // namespace

/// Exchanges of context groups, transfers between stages and copies of a node, against the same by
/// hand, and what a derivation shows of them.
class TransfersByHandTest : public QObject
{
    Q_OBJECT

private slots:
    void contextExchanges_data();
    void contextExchanges();
    void stagesOfAPipeline();
    void stagesOfANodeLendTheirNic();
    void stageWithoutLayers();
    void gradientsOfReplicas();
    void gathersBesideTheAttentionHalf();
    void shardsSpanContextOrNot();
    void tensorRanksShareWhatIsOffloaded();
    void derivationsShowWhatWasAsked();
    void jobSmallerThanItsNode();
    void channelsHaveALimit();

private:
    Case caseWith(const char *plan, const std::vector<std::string> &settings) const;
};

Case TransfersByHandTest::caseWith(const char *name, const std::vector<std::string> &settings) const
{
    const ResolvedPlan plan = shippedPlan(name, settings);
    Case made { plan, shippedEstimator().prepare(plan), planCandidate(plan.plan), {} };
    made.layout = makeLayout(made.p, made.c);
    return made;
}

void TransfersByHandTest::contextExchanges_data()
{
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<double>("callBytes"), QTest::addColumn<double>("calls");
    QTest::addColumn<double>("sent");
    // Llama 3.1 8B: 8 heads of keys and as many of values of width 128, 32 of queries and as many
    // of the context, 2 bytes; 8192 tokens, 2048 of them on each of four ranks.
    const double keysAndValues = 2 * 8 * 128 * 2, queries = 2 * 32 * 128 * 2;
    QTest::newRow("gathered once a pass and once for gradients")
        << "all_gather" << 8192 * keysAndValues << 3.0 << 3 * 8192 * keysAndValues * 3 / 4;
    QTest::newRow("passed on around a ring")
        << "ring" << 2048 * keysAndValues << 9.0 << 3 * 8192 * keysAndValues * 3 / 4;
    QTest::newRow("heads against tokens") << "ulysses" << 2048 * (keysAndValues + queries) << 3.0
                                          << 3 * 2048 * (keysAndValues + queries);
}

void TransfersByHandTest::contextExchanges()
{
    QFETCH(QString, strategy);
    QFETCH(double, callBytes);
    QFETCH(double, calls);
    QFETCH(double, sent);
    const Case made = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=2", "parallelism.context=4",
            "parallelism.context_strategy=" + strategy.toStdString() });
    NoTrace trace;
    const WorkTime none {};
    const LayerTraffic traffic = contextTraffic(made.p, made.c, made.layout, none, trace);
    QCOMPARE(made.layout.tokens, 2048.0);
    QCOMPARE(traffic.callBytes.value(), callBytes);
    QCOMPARE(traffic.calls, calls);
    QCOMPARE(traffic.bytes.value(), sent);
    // Twice as much backward: keys and values again, and their gradients. Nothing to hide behind.
    QCOMPARE(traffic.duration.value(), 3 * traffic.forwardDuration.value());
    QCOMPARE(traffic.forward.value(), traffic.forwardDuration.value());
    QCOMPARE(traffic.backward.value(), 2 * traffic.forwardDuration.value());
    const CollectiveKind kind = strategy == QStringLiteral("ulysses") ? CollectiveKind::AllToAll
        : strategy == QStringLiteral("ring")                          ? CollectiveKind::SendReceive
                                                                      : CollectiveKind::AllGather;
    QCOMPARE(traffic.duration.value(),
        calls * curveOf(made.p, kind, made.layout.context).seconds(Bytes { callBytes }).value());
}

/// Four stages of two chunks, 8 micro-batches a replica: every chunk receives and sends 8 times in
/// each direction, and filling and draining pass three more hops each.
void TransfersByHandTest::stagesOfAPipeline()
{
    const Case made = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=1", "parallelism.zero_stage=1",
            "parallelism.data=2", "parallelism.pipeline=4", "parallelism.pipeline_chunks=2",
            "workload.global_batch_sequences=16" });
    const StageTransfer transfer
        = stageTransfer(made.p, made.c, made.layout, sendCurve(made.p, made.c, made.layout));
    QCOMPARE(made.layout.microBatches, 8.0);
    QCOMPARE(transfer.bytes.value(), 8192.0 * 4096 * 2);
    const Evaluation run = evaluate(made.p, made.c);
    const AxisLoad &load = run.axes[static_cast<std::size_t>(Axis::Pipeline)];
    const double sends = 2 * 2 * 8;
    QCOMPARE(load.bytes.value(), sends * transfer.bytes.value());
    QCOMPARE(load.seconds.value(), (sends + 2 * 3) * transfer.seconds.value());
    QCOMPARE(load.exposed.value(), (sends * transfer.exposed + 2 * 3) * transfer.seconds.value());
    QVERIFY(transfer.seconds > Seconds {} && load.window > Seconds {} && !load.crossesNodes);

    // A chunk holds what it received and what it sends; one more pair where transfers run ahead.
    NoTrace trace;
    const auto buffers = [&](bool isAhead) {
        Prepared p = made.p;
        p.stack.keepsStageOutputs = false;
        p.flags.pipelinedP2p = p.flags.asyncPermute = p.flags.permuteDecomposer = isAhead;
        p.flags.permuteDecomposerThreshold = transfer.bytes;
        return stageBoundaryBytes(p, made.c, made.layout, Stage::Inner, trace)
            / transfer.bytes.value();
    };
    QCOMPARE(buffers(false), 4.0);
    QCOMPARE(buffers(true), 6.0);
}

/// Two stages of a node with one NIC of 25 Gb/s: the last one sends over all of it. NICs of their
/// own are not lent.
void TransfersByHandTest::stagesOfANodeLendTheirNic()
{
    const auto with = [&](const char *rate) {
        return caseWith("llama3.1-8b-h100-node",
            { "framework=megatron", "hardware.nodes=2", "parallelism.fsdp=1",
                "parallelism.zero_stage=1", "parallelism.data=4", "parallelism.pipeline=4",
                std::string("hardware.nic_gbytes_per_s_per_device=") + rate });
    };
    const Case shared = with("3.125"), owned = with("50");
    QCOMPARE(shared.layout.pipeline.insideNode, 2.0);
    const Bytes bytes { 1e9 };
    const auto seconds = [&](const Case &made, double lent) {
        Prepared p = made.p;
        setNetworkRate(p.collectives, lent * p.networkPeak);
        return curveOf(p, CollectiveKind::SendReceive, made.layout.pipeline).seconds(bytes).value();
    };
    const auto sent = [&](const Case &made) {
        return sendCurve(made.p, made.c, made.layout).seconds(bytes).value();
    };
    QVERIFY(std::abs(sent(shared) / seconds(shared, 2) - 1) < 1e-3);
    QCOMPARE(sent(owned), seconds(owned, 1));
}

/// What a layer saved lies there before its backward pass; a stage that counts as one layer without
/// holding any has it all to compute.
void TransfersByHandTest::stageWithoutLayers()
{
    const Case made = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=1", "parallelism.zero_stage=1",
            "parallelism.data=2", "parallelism.pipeline=4", "remat.policy=full" });
    NoTrace trace;
    const auto working = [&](int layers) {
        Layout layout = made.layout;
        layout.firstStageLayers = layers;
        return workingSet(made.p, made.c, layout, Stage::First, trace);
    };
    const double saved = savedLayer(made.p, made.c, made.layout, LayerKind::Dense, trace);
    QCOMPARE(saved, 8192.0 * 4096 * 2); // its input
    QCOMPARE(working(0) - working(1), saved);
}

/// XLA sums the gradients of a layer in messages up to a threshold: 4 bytes of 218 million
/// parameters make three of at most 0.4 GB. Embedding and head go by themselves.
void TransfersByHandTest::gradientsOfReplicas()
{
    const Case made = caseWith("llama3.1-8b-h100-node",
        { "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=0" });
    Prepared p = made.p;
    p.flags.allReduceCombineThreshold = Bytes { 4e8 };
    const AxisLoad load = evaluate(p, made.c).axes[static_cast<std::size_t>(Axis::Data)];
    constexpr double root = 2 * 128'256 * 4096.0 + 4096, layer = (8'030'261'248.0 - root) / 32;
    QCOMPARE(load.bytes.value(), 2 * 4 * 8'030'261'248.0);
    const CollectiveCurve sum = curveOf(p, CollectiveKind::AllReduce, made.layout.data);
    const auto seconds = [&](double bytes) { return sum.seconds(Bytes { bytes }).value(); };
    QCOMPARE(load.seconds.value(), 32 * 3 * seconds(4 * layer / 3) + seconds(4 * root));
}

/// In a loop without pipelined collectives the MLP's weights come beside the attention half of
/// their own layer: its core, its share of the GEMMs by their parameters, half of the rest.
/// Sequences so short that this window is what limits; the head's weights may lie beside one layer
/// more.
void TransfersByHandTest::gathersBesideTheAttentionHalf()
{
    const Case made = caseWith("llama3.1-8b-h100-node",
        { "workload.mode=inference", "workload.sequence_length=512",
            "workload.global_batch_sequences=8" });
    Prepared p = made.p;
    p.chip.contention = 0;
    p.flags.pipelinedAllGather = p.flags.doubleBuffering = p.flags.fullUnroll = false;
    p.flags.allGatherCombineByDim = true; // two messages
    const auto exposed = [&](bool isAsync) {
        p.flags.asyncAllGather = isAsync;
        return evaluate(p, made.c).time[TimeTerm::ExposedFsdp].value();
    };
    NoTrace none;
    const LayerCost cost = layerCosts(p, made.c, made.layout, none).dense;
    const double attention = 2 * 4096.0 * 4096 + 2 * 4096.0 * 1024, mlp = 3 * 4096.0 * 14336;
    const Seconds window = overlapRules(p, made.layout).gather.reach
        * (cost.attentionForward + attention / (attention + mlp) * cost.gemmForward
            + cost.elementForward / 2);
    const double hidden = (exposed(false) - exposed(true)) / window.value();
    QVERIFY2(hidden > 30.99 && hidden < 32.01, std::to_string(hidden).c_str());
}

/// Shards of the state span the context ranks where the stack counts these as replicas.
void TransfersByHandTest::shardsSpanContextOrNot()
{
    const Case made = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=2", "parallelism.context=4" });
    for (const bool isOver : { true, false }) {
        Prepared p = made.p;
        p.stack.shardsOverContext = isOver;
        const Layout layout = makeLayout(p, made.c);
        QCOMPARE(layout.optimizerShards, isOver ? 8.0 : 2.0);
        QCOMPARE(layout.fsdp.size, isOver ? 8.0 : 2.0);
    }
}

/// Tensors that go to the host are cut among the ranks of a tensor group.
void TransfersByHandTest::tensorRanksShareWhatIsOffloaded()
{
    const auto host = [&](const char *fsdp, const char *tensor) {
        const Case made = caseWith("llama3.1-8b-h100-node",
            { std::string("parallelism.fsdp=") + fsdp, std::string("parallelism.tensor=") + tensor,
                "remat.policy=minimal_offloaded" });
        return evaluate(made.p, made.c).host.value();
    };
    const double whole = host("8", "1");
    QVERIFY(whole > 0);
    QCOMPARE(host("4", "2"), whole / 2);
    QCOMPARE(host("2", "4"), whole / 4);

    // A stage keeps those of every micro-batch that is under way: in GPipe's order of all eight.
    Case made = caseWith("llama3.1-8b-h100-node",
        { "parallelism.fsdp=2", "parallelism.pipeline=4", "workload.global_batch_sequences=16",
            "remat.policy=minimal_offloaded" });
    made.p.stack.holdsAllMicroBatches = true;
    NoTrace trace;
    const double perToken = made.p.remats[static_cast<std::size_t>(made.c.remat)].offloadBytes;
    QCOMPARE(made.layout.microBatches, 8.0);
    QCOMPARE(activationMemory(made.p, made.c, made.layout, Stage::First, trace).host,
        perToken * 8192 * 8 * 8); // tokens, layers of a stage, micro-batches
}

/// Bytes and ranks that a reader sees are those with which the links were asked.
void TransfersByHandTest::derivationsShowWhatWasAsked()
{
    const Case tensor = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=1", "parallelism.tensor=8",
            "parallelism.zero_stage=1", "parallelism.sequence_parallel=true" });
    auto shown = operandsOf(tensor.plan, "layer_dense_tensor");
    QCOMPARE(shown["bytes"], 8192.0 * 4096 * 2);
    QCOMPARE(shown["ranks"], 8.0);
    QCOMPARE(shown["call_seconds"],
        curveOf(tensor.p, CollectiveKind::AllGather, tensor.layout.tensor)
            .seconds(Bytes { shown["bytes"] })
            .value());

    const Case context = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=2", "parallelism.context=4" });
    shown = operandsOf(context.plan, "layer_context");
    QCOMPARE(shown["bytes"], 8192.0 * 2 * 8 * 128 * 2);
    QCOMPARE(shown["ranks"], 4.0);

    // A layer of Llama 3.1 8B: attention, gated MLP and two norms, gathered in 16 bits.
    const Case shards = caseWith("llama3.1-8b-h100-node", {});
    shown = operandsOf(shards.plan, "exposed_fsdp");
    const double layer = 2 * 4096.0 * 4096 + 2 * 4096.0 * 1024 + 3 * 4096.0 * 14336 + 2 * 4096;
    const auto inMessages = [&](CollectiveKind kind, double bytes, double count) {
        return count
            * curveOf(shards.p, kind, shards.layout.fsdp).seconds(Bytes { bytes / count }).value();
    };
    QCOMPARE(shown["shards"], 8.0);
    QVERIFY(std::abs(shown["all_gather"]
                    / inMessages(CollectiveKind::AllGather, 2 * layer, shown["gathers"])
                - 1)
        < 1e-4);
    QVERIFY(std::abs(shown["reduce_scatter"]
                    / inMessages(CollectiveKind::ReduceScatter,
                        shards.p.stack.gradientReduceBytes.value() * layer, shown["reduces"])
                - 1)
        < 1e-4);

    // Whole sequences are not said to be packed.
    shown = operandsOf(shards.plan, "keys");
    QCOMPARE(shown["sequence_length"], 8192.0);
    QCOMPARE(shown.count("document_tokens"), std::size_t { 0 });

    const Case stages = caseWith("llama3.1-8b-h100-node",
        { "framework=megatron", "parallelism.fsdp=1", "parallelism.zero_stage=1",
            "parallelism.data=2", "parallelism.pipeline=4" });
    shown = operandsOf(stages.plan, "exposed_pipeline");
    QCOMPARE(shown["bytes"], 8192.0 * 4096 * 2);
    QCOMPARE(shown["send"],
        curveOf(stages.p, CollectiveKind::SendReceive, stages.layout.pipeline)
            .seconds(Bytes { shown["bytes"] })
            .value());
    shown = operandsOf(stages.plan, "bubble");
    QCOMPARE(shown["stages"], 4.0);
    QCOMPARE(shown["removed"], stages.p.stack.zeroBubble);
}

/// A node holds the copies of the devices that the job has there, not of those it might have.
void TransfersByHandTest::jobSmallerThanItsNode()
{
    NoTrace trace;
    Prepared p;
    p.devicesPerNode = 8;
    Layout layout;
    layout.devices = 2;
    QCOMPARE(hostMemoryPerNode(p, layout, Bytes { 3e9 }, trace).value(), 6e9);
    layout.devices = 64;
    QCOMPARE(hostMemoryPerNode(p, layout, Bytes { 3e9 }, trace).value(), 24e9);
}

/// NCCL starts no more channels than it has buffers for; a ring over PCIe keeps its one, doubled.
void TransfersByHandTest::channelsHaveALimit()
{
    const CollectiveFixture fixture;
    const auto channels = [&](const char *chip, double nodes) {
        const CollectiveMachine machine = fixture.machine(chip);
        return groupLinks(machine, CollectiveFixture::group(machine, 8, nodes)).computeChannels;
    };
    const CollectiveConstants &own = fixture.table().constants;
    QCOMPARE(channels("l40s", 1), own.ringDoubling.value);
    QVERIFY(own.ringDoubling.value < own.maxChannels.value);
    for (const char *chip : { "h100-sxm", "b200", "a100-80-sxm" })
        for (const double nodes : { 1.0, 2.0, 16.0 })
            QVERIFY2(channels(chip, nodes) <= own.maxChannels.value, chip);
}

QTEST_GUILESS_MAIN(TransfersByHandTest)
#include "tst_transfers_by_hand.moc"
