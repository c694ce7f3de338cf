#include "model/estimate/estimator.h"
#include "model/library/architecture/parameter_count.h"
#include "model/physics/compute/step_flop.h"
#include "model/physics/memory/stage_parameters.h"
#include "model/rules/checked_plan.h"
#include "tests/model/physics/hand_made_model.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <set>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Costs whose fields are all different, so that one taken for another shows.
RematCosts numbered(double first)
{
    RematCosts costs;
    costs.plainBytes = first;
    costs.shardedBytes = first + 1;
    costs.wholeBytes = first + 2;
    costs.moePlainBytes = first + 3;
    costs.moeShardedBytes = first + 4;
    costs.expertBytes = first + 5;
    costs.offloadBytes = first + 6;
    for (std::size_t i = 0; i < costs.replay.size(); ++i)
        costs.replay[i] = first + 10 + static_cast<double>(i);
    costs.replayAttention = first + 7;
    costs.replayElementwise = first + 8;
    costs.replayTensorTraffic = first + 9;
    return costs;
}

std::vector<double> fieldsOf(const RematCosts &costs)
{
    std::vector<double> fields { costs.plainBytes, costs.shardedBytes, costs.wholeBytes,
        costs.moePlainBytes, costs.moeShardedBytes, costs.expertBytes, costs.offloadBytes,
        costs.replayAttention, costs.replayElementwise, costs.replayTensorTraffic };
    fields.insert(fields.end(), costs.replay.begin(), costs.replay.end());
    return fields;
}

} // namespace

/// What plans of the library seldom reach: policies between two others, models that mix kinds of
/// layers in two ways, multi-token prediction, formats slower than 16 bits.
class PreparedRestTest : public QObject
{
    Q_OBJECT

private slots:
    /// Megatron pads GPT-3's 50,257 tokens to a multiple of 128 times the tensor degree: 50,304 on
    /// one rank, 51,200 on eight; MaxText's own file has 50,304; DeepSpeed pads nothing.
    /// Head and embedding follow.
    void vocabulariesAreHeldAsFrameworksPadThem()
    {
        const auto rows = [](const char *framework, int tensor) {
            ResolvedPlan plan = shippedPlan("gpt3-175b-a100-1024");
            plan.plan.framework = framework;
            plan.plan.parallelism.tensor = tensor;
            const Prepared p = shippedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            const Layout layout = makeLayout(p, c);
            const double held = headGemm(p, c, layout).n * tensor;
            NoTrace none;
            const double padding = (held - 50257) * p.hidden / tensor, learned = 2048 * p.hidden;
            if (std::abs(embeddingParameters(p, c, Stage::First, none)
                    - (50257 * p.hidden / tensor + learned / tensor + padding))
                > 1)
                return 0.0;
            return held;
        };
        QCOMPARE(rows("megatron", 1), 50304.0);
        QCOMPARE(rows("megatron", 8), 51200.0);
        QCOMPARE(rows("maxtext", 8), 50304.0);
        QCOMPARE(rows("deepspeed", 8), 50257.0);
    }

    /// Norms (two of 16 bits) and the GEMM of the gate are computed again: 2·2·100 bytes less a
    /// token, and 2·300, 2·70, 2·50 of the MLPs.
    void lightPolicyDropsNormsAndGates()
    {
        Prepared p;
        p.computeBytes = Bytes { 2 };
        p.hidden = 100;
        p.normsPerLayer = 2;
        p.ffn = 300;
        p.sharedFfn = 70;
        p.expertFfn = 50;
        RematCosts whole = numbered(5000);
        const RematCosts light = lightRemat(p, whole);
        QCOMPARE(light.id, std::string("light"));
        QCOMPARE(light.plainBytes, 5000.0 - 400);
        QCOMPARE(light.moePlainBytes, 5003.0 - 400);
        QCOMPARE(light.shardedBytes, 5001.0 - 600);
        QCOMPARE(light.moeShardedBytes, 5004.0 - 140);
        QCOMPARE(light.expertBytes, 5005.0 - 100);
        QCOMPARE(light.replayElementwise, 0.6);
        QCOMPARE(light.wholeBytes, whole.wholeBytes);
        QCOMPARE(light.offloadBytes, whole.offloadBytes);
        whole.plainBytes = whole.moePlainBytes = 300;
        QCOMPARE(lightRemat(p, whole).plainBytes, 0.0);
        QCOMPARE(lightRemat(p, whole).moePlainBytes, 0.0);
    }

    /// At 0 the one policy, at 1 the other, between them a straight line in every field.
    void mixedPolicyIsALine()
    {
        const RematCosts larger = numbered(1000), smaller = numbered(200);
        const std::vector<double> from = fieldsOf(larger), to = fieldsOf(smaller);
        for (const double more : { 0.0, 0.25, 1.0 }) {
            const std::vector<double> mixed = fieldsOf(mixedRemat(larger, smaller, more));
            for (std::size_t i = 0; i < mixed.size(); ++i)
                QCOMPARE(mixed[i], from[i] - more * 800);
        }
        RematCosts named = larger, other = smaller;
        named.id = "minimal";
        other.id = "full";
        QCOMPARE(mixedRemat(named, other, 0.5).id, std::string("minimal+full"));
    }

    /// Twelve layers, two dense ones first, and every second of the other ten dense: of four on a
    /// first stage two lead and one of the rest is dense; of four on the last, two.
    void leadingAndInterleavedDenseLayers()
    {
        Prepared p;
        p.layers = 12;
        p.denseLayers = 7;
        p.moeLayers = 5;
        p.firstDenseLayers = 2;
        Layout layout;
        layout.firstStageLayers = 4;
        layout.lastStageLayers = 4;
        layout.maxStageLayers = 6;
        Candidate c;
        c.pipeline = 3;
        const auto compare = [&](Stage stage, double dense, double moe) {
            const StageLayers layers = stageLayers(p, c, layout, stage);
            QCOMPARE(layers.dense, dense);
            QCOMPARE(layers.moe, moe);
            QCOMPARE(layers.total(), dense + moe);
        };
        compare(Stage::First, 3, 1);
        compare(Stage::Last, 2, 2);
        compare(Stage::Inner, 3, 3);
        c.pipeline = 1;
        compare(Stage::First, 7, 5);
        p.moeLayers = 0;
        c.pipeline = 3;
        compare(Stage::First, 4, 0);
    }

    /// A layer that predicts one more token lies beside the head, cut by the tensor degree.
    void multiTokenPrediction()
    {
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const Estimator estimator = *Estimator::make(library);
        const Result<CheckedPlan> plan = openCheckedPlan("llama3.1-8b-h100-node",
            { "framework=megatron", "parallelism.fsdp=1", "parallelism.data=4",
                "parallelism.tensor=2", "parallelism.zero_stage=0", "remat.policy=full" },
            library);
        QVERIFY(plan);
        ResolvedPlan with = plan->resolved;
        auto shape = std::make_shared<ModelShape>(*with.model);
        shape->mtpLayers = 1;
        with.model = shape;
        const Prepared plain = estimator.prepare(plan->resolved);
        const Prepared more = estimator.prepare(with);
        const ParameterCount count = countParameters(*shape);
        const auto own
            = static_cast<double>(count.denseLayer() + 2 * shape->hidden * shape->hidden);
        QCOMPARE(plain.mtpParameters, 0.0);
        QCOMPARE(more.mtpParameters, own);
        QCOMPARE(more.mtpLayers, 1.0);
        const Candidate c = planCandidate(with.plan);
        const double was = evaluate(plain, c).memory[MemoryTerm::Weights].value();
        const double is = evaluate(more, c).memory[MemoryTerm::Weights].value();
        QCOMPARE(is - was, own / 2 * plain.weightBytes.value());
    }

    /// A search may take any optimizer: each is there once, the plan's own first.
    void everyOptimizerIsPrepared()
    {
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const Result<CheckedPlan> plan = openCheckedPlan(
            "llama3.1-8b-h100-node", { "optimizer=lion", "framework=jax" }, library);
        QVERIFY(plan);
        const Prepared p = Estimator::make(library)->prepare(plan->resolved);
        std::set<std::string> ids;
        for (const OptimizerCosts &costs : p.optimizers)
            ids.insert(std::string(costs.id));
        QCOMPARE(ids.size(), optimizerCount);
        QCOMPARE(p.optimizers.size(), optimizerCount);
        QCOMPARE(std::string(p.optimizers.front().id), std::string("lion"));
        QCOMPARE(p.optimizers.front().stateBytes.value(), 4.0);
        // 12 bytes of weights and gradients and 2 × 4 of state, over AdamW's 12 + 2 × 8.
        QCOMPARE(p.optimizers.front().trafficFactor, 20.0 / 28);
    }

    /// What a search may choose: each policy and recipe of the framework once, the plan's own
    /// first, and behind them the layer that keeps everything.
    void everyPolicyAndRecipeIsPrepared_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("policy");
        QTest::newRow("maxtext") << "maxtext"
                                 << "minimal";
        QTest::newRow("megatron") << "megatron"
                                  << "selective";
    }
    void everyPolicyAndRecipeIsPrepared()
    {
        QFETCH(QString, framework);
        QFETCH(QString, policy);
        const ProfileLibrary &library = shippedLibrary();
        const std::string own = framework.toStdString();
        const Prepared p = shippedPrepared("llama3.1-8b-h100-node",
            { "framework=" + own, "remat.policy=" + policy.toStdString() });
        const auto serves = [&](const std::vector<std::string> &frameworks) {
            return std::ranges::find(frameworks, own) != frameworks.end();
        };
        std::multiset<std::string> policies, prepared;
        for (const std::string &id : library.rematPolicyIds())
            if (const RematPolicy known = *library.rematPolicy(id);
                !known.perTensorKeys && known.behavesAs.empty() && serves(known.frameworks))
                policies.insert(id);
        QVERIFY(policies.size() > 2);
        policies.insert(std::string(wholeRematId));
        for (const RematCosts &costs : p.remats)
            prepared.insert(costs.id);
        QCOMPARE(prepared, policies);
        QCOMPARE(p.remats.front().id, policy.toStdString());
        QCOMPARE(p.remats[static_cast<std::size_t>(p.wholeRemat)].id, std::string(wholeRematId));
        const auto recipes = std::ranges::count_if(library.recipeIds(),
            [&](const std::string &id) { return serves(library.recipe(id)->frameworks); });
        QCOMPARE(std::ssize(p.recipes), recipes);
        QVERIFY(!p.recipes.front().isLow);
    }

    /// Layers of experts are as many as the profile says, all where it says nothing, and never more
    /// than a shortened model has; dense ones lead, and the rest is dense.
    void layersOfBothKinds_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("moeLayers"), QTest::addColumn<int>("leading");
        QTest::addColumn<double>("moe"), QTest::addColumn<double>("dense");
        QTest::addColumn<double>("first");
        QTest::newRow("nothing said") << 12 << 0 << 0 << 12.0 << 0.0 << 0.0;
        QTest::newRow("one") << 12 << 1 << 11 << 1.0 << 11.0 << 11.0;
        QTest::newRow("every second") << 12 << 6 << 0 << 6.0 << 6.0 << 0.0;
        QTest::newRow("dense ones lead") << 12 << 9 << 3 << 9.0 << 3.0 << 3.0;
        QTest::newRow("shortened") << 4 << 9 << 3 << 4.0 << 0.0 << 0.0;
        QTest::newRow("more lead than are dense") << 12 << 10 << 3 << 10.0 << 2.0 << 2.0;
    }
    void layersOfBothKinds()
    {
        QFETCH(int, layers);
        QFETCH(int, moeLayers);
        QFETCH(int, leading);
        QFETCH(double, moe);
        QFETCH(double, dense);
        QFETCH(double, first);
        const ResolvedPlan plan = shippedPlan("mixtral-8x7b-h100-8-nodes");
        ModelShape shape = *plan.model;
        shape.layers = layers;
        shape.moe->moeLayers = moeLayers;
        shape.moe->firstDenseLayers = leading;
        Prepared p;
        prepareModel(p, shape, plan);
        QCOMPARE(p.moeLayers, moe);
        QCOMPARE(p.denseLayers, dense);
        QCOMPARE(p.firstDenseLayers, first);
    }

    /// Weights travel as the plan computes, in one byte with a recipe that gathers so, and frozen
    /// ones in their own format while adapters beside them stay wide.
    void weightsTravelInTheirFormat()
    {
        const auto bytes = [](const char *plan, const std::vector<std::string> &settings) {
            const Prepared p = shippedPrepared(plan, settings);
            return std::pair { p.gatherBytes.value(), p.wideGatherBytes.value() };
        };
        using Pair = std::pair<double, double>;
        QCOMPARE(bytes("llama3.1-8b-h100-node", {}), (Pair { 2, 2 }));
        QCOMPARE(bytes("llama3.1-8b-h100-node",
                     { "framework=torchtitan", "precision.recipe=fp8_current" }),
            (Pair { 1, 1 }));
        QCOMPARE(
            bytes("llama3.1-8b-h100-node",
                { "framework=torchtitan", "precision.recipe=fp8_current", "tuning.method=lora" }),
            (Pair { 1, 2 }));
        const auto tuned
            = [&](const char *method) { return bytes("llama3.1-8b-lora-one-gpu", { method }); };
        QCOMPARE(tuned("tuning.method=lora"), (Pair { 2, 2 }));
        const Pair quantised = tuned("tuning.method=qlora");
        QVERIFY(quantised.first > 0.5 && quantised.first < 0.6); // nf4 and its scales
        QCOMPARE(quantised.second, 2.0);
    }

    /// One head of keys and values for all queries (Gemma 2B); a single dense layer in front has
    /// matrices of its own (Kimi K2); documents of one token are packed ones.
    void onesAreCounted()
    {
        const auto with = [](const char *model) {
            ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
            plan.model = *shippedLibrary().model(model);
            return shippedEstimator().prepare(plan);
        };
        Prepared gemma = with("gemma-2b");
        QCOMPARE(gemma.kvHeads, 1.0);
        QCOMPARE(gemma.heads, 8.0);
        const Prepared kimi = with("kimi-k2");
        QCOMPARE(kimi.denseLayers, 1.0);
        const auto of = [&](LayerKind kind) {
            return double(std::ranges::count_if(
                kimi.matrices(), [&](const Linear &linear) { return linear.isOf(kind); }));
        };
        QVERIFY(of(LayerKind::Dense) != of(LayerKind::Moe));
        QCOMPARE(kimi.tensorsPerLayer, of(LayerKind::Dense));
        gemma.documentTokens = 1;
        QCOMPARE(kernelKeys(gemma), 1.0);
        gemma.documentTokens = 0;
        QCOMPARE(kernelKeys(gemma), (gemma.sequence + 128) / 2);
    }

    /// Mixtral's experts fill a node, its shards lie on eight; a plan without a mesh says nothing.
    void meshesSayWhatLiesInside()
    {
        const Prepared p = shippedPrepared("mixtral-8x7b-h100-8-nodes");
        QVERIFY(p.meshInside.has_value());
        QCOMPARE(p.meshInside->expert, 8.0);
        QCOMPARE(p.meshInside->fsdp, 1.0);
        QCOMPARE(p.meshInside->tensor, 1.0);
        QVERIFY(!shippedPrepared("llama3.1-8b-h100-node").meshInside);
    }

    /// What flags let the collective library do, and GEMMs that hide their exchanges.
    void flagsReachTheLibrary()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
        FlagEffects flags;
        flags.symmetricBuffers = true;
        flags.nvls = false;
        flags.ncclCollectiveMaxChannels = 6;
        flags.ncclP2pMaxChannels = 4;
        const auto with = [&] {
            return shippedEstimator().prepare(plan, shippedEstimator().stackOf(plan), flags);
        };
        const CollectiveSettings &settings = with().collectives.settings;
        QVERIFY(settings.symmetricBuffers && !settings.inSwitch);
        QCOMPARE(settings.maxChannels, 6);
        QCOMPARE(settings.maxPairChannels, 4);
        QVERIFY(!with().overlapsTensor);
        flags.collectiveMatmul = true;
        QVERIFY(with().overlapsTensor);
    }

    /// B300 does fewer GEMMs in int8 than in 16 bits; utilisation is a share of the faster.
    void utilisationIsAShareOfTheFasterPeak()
    {
        Prepared p;
        p.peak16 = FlopPerSecond { 100 };
        p.recipes.resize(1);
        p.recipes.front().gemmPeak = FlopPerSecond { 40 };
        QCOMPARE(utilisationPeak(p).value(), 100.0);
        p.recipes.front().gemmPeak = FlopPerSecond { 200 };
        QCOMPARE(utilisationPeak(p).value(), 200.0);
    }
};

QTEST_GUILESS_MAIN(PreparedRestTest)
#include "tst_prepared_rest.moc"
