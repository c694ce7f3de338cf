#include "derived_operands.h"
#include "model/estimate/estimator.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/layer_traffic.h"
#include "model/physics/step/step_calls.h"
#include "model/rules/checked_plan.h"

#include <QTest>

using namespace headroom;

namespace {

// Mixtral 8x7B in bf16, by its configuration.
constexpr double u = 2, hidden = 4096, width = 14336, experts = 8, choices = 2;

/// Settings of a plan whose experts lie inside the data-parallel ranks: without the axis of its
/// mesh.
std::vector<std::string> inside(std::vector<std::string> settings)
{
    settings.insert(
        settings.end(), { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" });
    return settings;
}

} // namespace

/// What layers of experts keep for the backward pass and exchange, against the same by hand.
class ExpertLayersTest : public QObject
{
    Q_OBJECT

private slots:
    void namedTensorsAreKeptPerRow_data()
    {
        QTest::addColumn<QStringList>("kept");
        QTest::addColumn<double>("bytes"); ///< of a row that an expert gets
        QTest::addColumn<double>("inputsAgain"), QTest::addColumn<double>("outputsAgain");
        QTest::newRow("nothing") << QStringList {} << 0.0 << 1.0 << 1.0;
        QTest::newRow("gate") << QStringList { "moe_mlpwi_0" } << u * width << 0.5 << 1.0;
        QTest::newRow("up") << QStringList { "moe_mlpwi_1" } << u * width << 0.5 << 1.0;
        QTest::newRow("both") << QStringList { "moe_mlpwi_0", "moe_mlpwi_1" } << 2 * u * width
                              << 0.0 << 1.0;
        QTest::newRow("down") << QStringList { "moe_mlpwo" } << u * hidden << 1.0 << 0.0;
        QTest::newRow("all") << QStringList { "moe_mlpwi_0", "moe_mlpwi_1", "moe_mlpwo" }
                             << u * (2 * width + hidden) << 0.0 << 0.0;
    }
    void namedTensorsAreKeptPerRow()
    {
        QFETCH(QStringList, kept);
        QFETCH(double, bytes);
        QFETCH(double, inputsAgain);
        QFETCH(double, outputsAgain);
        std::vector<std::string> settings { "remat.policy=custom" };
        for (const QString &name : kept)
            settings.push_back("remat.tensors." + name.toStdString() + "=device");
        const RematCosts costs = rematOf(settings);
        QCOMPARE(costs.expertBytes, bytes);
        QCOMPARE(replay(costs, SavedTensor::ExpertIn), inputsAgain);
        QCOMPARE(replay(costs, SavedTensor::ExpertOut), outputsAgain);
        // The layer's input, and the router's choices in fp32 for each expert.
        QCOMPARE(costs.moePlainBytes, u * hidden + 4 * experts);
    }

    void offloadedRowsLeaveTheDevice()
    {
        const RematCosts none = rematOf({ "remat.policy=custom" });
        const RematCosts down
            = rematOf({ "remat.policy=custom", "remat.tensors.moe_mlpwo=offload" });
        QCOMPARE(down.expertBytes, 0.0);
        QCOMPARE(down.offloadBytes - none.offloadBytes, choices * u * hidden);
        QCOMPARE(replay(down, SavedTensor::ExpertOut), 0.0);
    }

    /// One expert after the other has gradients of its rows, that of its input one of all tokens.
    void aLoopHasTheGradientsOfOneExpert()
    {
        Prepared p = prepared(inside({ "framework=megatron", "remat.policy=no_recompute",
            "parallelism.fsdp=1", "parallelism.data=64", "parallelism.zero_stage=1" }));
        const Candidate c;
        const Layout layout = makeLayout(p, c);
        NoTrace none;
        const auto gradients = [&](bool loops) {
            p.stack.loopsExperts = loops;
            return workingGradients(p, c, layout, LayerKind::Moe, none);
        };
        const double tokens = microBatchTokens(p, c, layout, none);
        const double rows = choices * tokens * (3 * width + 2 * hidden);
        QCOMPARE(
            gradients(false) - gradients(true), u * (rows * (1 - 1 / experts) - tokens * hidden));
    }

    void everythingIsKeptWithoutRecomputation()
    {
        const Prepared p = prepared(inside({ "framework=megatron", "remat.policy=no_recompute",
            "parallelism.fsdp=1", "parallelism.data=64", "parallelism.zero_stage=1" }));
        const RematCosts &costs = own(p);
        // Gate, up and their GEMM, further GEMMs where the framework keeps them; the row that
        // came in, and permuted copies of it.
        const double gemms = 3 + p.stack.keptActivationOutputs;
        QCOMPARE(costs.expertBytes, u * (width * gemms + (1 + p.stack.keptExpertCopies) * hidden));
        QCOMPARE(costs.moePlainBytes, costs.plainBytes + 8 * experts);
        QCOMPARE(replay(costs, SavedTensor::ExpertIn), 0.0);

        Prepared shared = p;
        shared.sharedFfn = 1000;
        const RematCosts light = lightRemat(shared, costs);
        QCOMPARE(costs.moeShardedBytes - light.moeShardedBytes, u * 1000);
        QCOMPARE(costs.shardedBytes - light.shardedBytes, u * p.ffn);
        QCOMPARE(costs.expertBytes - light.expertBytes, u * width);
        QCOMPARE(costs.moePlainBytes - light.moePlainBytes, u * hidden * p.normsPerLayer);
        const RematCosts quarter = mixedRemat(costs, light, 0.25);
        QCOMPARE(quarter.expertBytes, costs.expertBytes - 0.25 * u * width);
        QCOMPARE(quarter.moePlainBytes,
            costs.moePlainBytes - 0.25 * (costs.moePlainBytes - light.moePlainBytes));
    }

    void everySecondGemmIsKept()
    {
        const RematCosts costs = rematOf(
            inside({ "framework=torchtitan", "remat.policy=selective", "parallelism.fsdp=64" }));
        QCOMPARE(costs.expertBytes, 0.0); // grouped GEMMs are not on the list
        QCOMPARE(replay(costs, SavedTensor::ExpertIn), 1.0);
    }

    void rowsOfEveryChoiceAreExchanged_data()
    {
        QTest::addColumn<bool>("isFull");
        QTest::addColumn<double>("calls");
        QTest::newRow("kept") << false << 4.0;
        QTest::newRow("computed again") << true << 6.0;
    }
    void rowsOfEveryChoiceAreExchanged()
    {
        QFETCH(bool, isFull);
        QFETCH(double, calls);
        const ResolvedPlan plan
            = opened(isFull ? std::vector<std::string> { "remat.policy=full" } : kept());
        Prepared p = shippedEstimator().prepare(plan);
        const Candidate c = planCandidate(plan.plan);
        NoTrace trace;
        const Layout layout = makeLayout(p, c);
        const double rows = 4 * 4096 * choices; // sequences of a micro-batch, their tokens
        const Bytes bytes { rows * hidden * u };
        const LayerTraffic traffic = expertTraffic(p, c, layout, trace);
        QCOMPARE(traffic.bytes.value(), calls * bytes.value());
        QCOMPARE(traffic.calls, calls);
        QCOMPARE(traffic.callBytes.value(), bytes.value());
        const double one
            = curveOf(p, CollectiveKind::AllToAll, layout.expert).seconds(bytes).value();
        QCOMPARE(traffic.duration.value(), calls * one);
        QCOMPARE(traffic.forwardDuration.value(), 2 * one);
        const LayerCost cost = layerCosts(p, c, layout, trace).moe;
        QCOMPARE(cost.expertForwardSeconds.value(), 2 * one);
        QCOMPARE(cost.expertSeconds.value(), calls * one);
        const double routing
            = p.stack.expertOverheadSeconds.value() * p.chip.hostFactor * p.routingShare;
        QCOMPARE(traffic.forward.value(), 2 * one * p.expertExposed + routing);
        QCOMPARE(traffic.backward.value(),
            (calls - 2) * one * p.expertExposed + (isFull ? 2 : 1) * routing);

        // Where experts lie inside the data-parallel ranks, the tensor ranks split the rows.
        p.expertIsAxis = false;
        Candidate split = c;
        split.tensor = 2;
        const Layout halves = makeLayout(p, split);
        QCOMPARE(expertTraffic(p, split, halves, trace).bytes.value(), calls * bytes.value() / 2);
    }

    /// A token's row goes once to each other node, over its share of the network; nodes that are
    /// reached fast wait for the links inside.
    void rowsGoOnceToEveryNode()
    {
        Prepared p = prepared(inside({}));
        p.deduplicatesDispatch = true;
        p.dispatchNetworkShare = 0.5;
        Candidate c;
        c.expert = 8;
        Layout layout = makeLayout(p, c);
        layout.expert = { 8, 2, 2, 4 };
        const auto one = [&] {
            NoTrace none;
            return expertTraffic(p, c, layout, none).forwardDuration / 2
                - curveOf(p, CollectiveKind::AllToAll, layout.expert).latency();
        };
        const Bytes row { layout.tokens * hidden * u };
        const Seconds remote
            = row * othersReached(p, 4) / BytesPerSecond { 0.5 * p.collectives.networkRate };
        const Seconds local = row * othersReached(p, 8)
            / BytesPerSecond { p.collectives.linkTotal * p.collectives.shares.exchange };
        QVERIFY(remote > local);
        QVERIFY(std::abs(one() / remote - 1) < 1e-9);
        p.dispatchNetworkShare = 100;
        QVERIFY(std::abs(one() / local - 1) < 1e-9);
    }

    /// A slower host issues routing and grouped GEMMs later by as much, not the rest of a layer.
    void kernelsOfExpertsAreTheHosts()
    {
        Prepared p = prepared({});
        p.stack.expertLaunchSeconds = Seconds { 2e-4 };
        Candidate c;
        const auto launch = [&](double factor) {
            p.chip.hostFactor = factor;
            NoTrace none;
            const LayerCosts costs = layerCosts(p, c, makeLayout(p, c), none);
            return std::pair(costs.moeLaunch.forward, costs.denseLaunch.forward);
        };
        const auto usual = launch(1), slow = launch(3);
        const double graphs = p.flags.recordsGraphs ? 1 : 1 / p.assumed.graphLaunchShare;
        QCOMPARE((slow.first - usual.first).value(), 2 * 2e-4 * p.launchShare * graphs);
        QCOMPARE(slow.second.value(), usual.second.value());
    }

    /// Experts on an axis of their own have the replicas that everything has.
    void replicasOfExpertsOnTheirAxis()
    {
        Prepared p = prepared({});
        QVERIFY(p.expertIsAxis);
        p.stack.contextShardsAlone = false; // stages decide what lies in shards
        Candidate c;
        c.fsdp = 4;
        c.data = 2;
        c.zeroStage = 1;
        const DataCalls calls = dataGroups(p, c, makeLayout(p, c));
        QCOMPARE(calls.replicas.size, 2.0);
        QVERIFY(calls.expertReplicas == calls.replicas);
        QVERIFY(calls.expertGroup == calls.group);
    }

    /// The derivation says what a device sends, tokens · choices · width in two bytes.
    void derivationsSayWhatIsSent()
    {
        const ResolvedPlan plan = opened({});
        const Candidate c = planCandidate(plan.plan);
        const Layout layout = makeLayout(shippedEstimator().prepare(plan), c);
        const auto operands = operandsOf(plan, "layer_expert");
        QCOMPARE(operands.at("bytes"), layout.tokens * choices * hidden * u);
        QCOMPARE(operands.at("ranks"), c.expert);
    }

    void aGroupReachesTheOthersOfItsChoices()
    {
        const auto reached = [](double members, double topK) {
            Prepared p;
            p.topK = topK;
            return othersReached(p, members);
        };
        QCOMPARE(reached(1, 2), 0.0);
        QCOMPARE(reached(8, 1), 7.0 / 8);
        // Two rows over two nodes: the other node holds at least one of them in 3 of 4 cases.
        QCOMPARE(reached(2, 2), 0.75);
    }

    /// DeepSeek-V3: eight experts out of four of eight groups. A node that holds one group is
    /// chosen in half of the cases, and then holds none of eight experts in (3/4)^8.
    void aRouterOfGroupsReachesFewerNodes()
    {
        const Prepared deepseek
            = shippedPrepared("mixtral-8x7b-h100-8-nodes", { "model=deepseek-v3" });
        QCOMPARE(deepseek.routerGroups, 8.0);
        QCOMPARE(deepseek.groupLimit, 4.0);
        const double held = 1 - std::pow(0.75, 8);
        QCOMPARE(othersReached(deepseek, 8), 7 * 0.5 * held);
        Prepared any = deepseek;
        any.groupLimit = 0;
        QVERIFY(othersReached(deepseek, 8) < 0.7 * othersReached(any, 8));
        // Two groups a node: with both chosen eight experts are half of a token's, else a quarter.
        QCOMPARE(othersReached(deepseek, 4), 3 * (0.5 * held + 0.25 * (1 - std::pow(0.5, 8))));
        // A rank holds an eighth of a group: chosen by a half, then one expert in 32 is there.
        QCOMPARE(othersReached(deepseek, 64), 63 * 0.5 * (1 - std::pow(31.0 / 32, 8)));
        // The next eight of 256 experts lie on two of 64 ranks.
        any.routerGroups = 32;
        any.groupLimit = 1;
        QCOMPARE(othersReached(any, 64), 63.0 / 32 * (1 - std::pow(0.5, 8)));
        QCOMPARE(shippedPrepared("mixtral-8x7b-h100-8-nodes").groupLimit, 0.0);
    }

private:
    static std::vector<std::string> kept()
    {
        return { "remat.policy=custom", "remat.tensors.moe_mlpwi_0=device",
            "remat.tensors.moe_mlpwi_1=device" };
    }
    static double replay(const RematCosts &costs, SavedTensor tensor)
    {
        return costs.replay[static_cast<std::size_t>(tensor)];
    }
    static ResolvedPlan opened(const std::vector<std::string> &settings)
    {
        return shippedPlan("mixtral-8x7b-h100-8-nodes", settings);
    }
    Prepared prepared(const std::vector<std::string> &settings) const
    {
        return shippedEstimator().prepare(opened(settings));
    }
    static const RematCosts &own(const Prepared &p) { return p.remats.front(); }
    RematCosts rematOf(const std::vector<std::string> &settings) const
    {
        return own(prepared(settings));
    }
};

QTEST_GUILESS_MAIN(ExpertLayersTest)
#include "tst_expert_layers.moc"
