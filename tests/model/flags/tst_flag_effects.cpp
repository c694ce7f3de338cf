#include "flag_advice_fixture.h"

#include "model/estimate/estimator.h"
#include "model/library/collectives/collective_kinds.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace headroom;

class TestFlagEffects : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(shippedCatalogue()); }

    void effectiveFlagsAreValidAtEveryRelease()
    {
        // Own flags of many ages: what a release does not know must be translated or left out.
        for (Plan plan : examplePlans()) {
            plan.flags = { { "xla_gpu_enable_async_all_reduce", "false" },
                { "xla_gpu_enable_pipelined_collectives", "true" }, { "xla_gpu_graph_level", "3" },
                { "xla_gpu_cudnn_gemm_fusion", "true" }, { "TF_CPP_MAX_LOG_LEVEL", "100" },
                { "xla_gpu_enable_command_buffer", "" }, { "no_such_flag", "1" } };
            for (const JaxlibVersion &release : shippedCatalogue()->releases().examined()) {
                plan.software.jaxlib = release.text();
                std::set<std::string> names;
                for (const EffectiveFlag &flag : advisor(plan).effective(resolved(plan)).flags) {
                    const FlagEntry *entry = shippedCatalogue()->find(flag.name);
                    QVERIFY2(entry, flag.name.c_str());
                    const std::string what = flag.name + '=' + flag.value + " at " + release.text();
                    QVERIFY2(
                        statusAt(*entry, release).presence == FlagPresence::Present, what.c_str());
                    QVERIFY2(checkValue(*entry, flag.value, release).fault == ValueFault::None,
                        what.c_str());
                    QVERIFY2(names.insert(flag.name).second, what.c_str());
                }
            }
        }
    }

    /// The fast numbers and the written advice are one thing: writing all advice out changes
    /// nothing.
    void writtenAdviceHasTheSameEffect()
    {
        for (Plan plan : manyPlans()) {
            for (const char *release : { "0.4.18", "0.4.26", "0.4.31", "0.6.2", "0.11.0" }) {
                plan.software.jaxlib = release;
                plan.flags.clear();
                const FlagEffects advised = advisor(plan).effects(resolved(plan));
                for (const FlagAdvice &advice : advisor(plan).advice(resolved(plan)))
                    if (advice.kind == AdviceKind::Set)
                        plan.flags[advice.name] = advice.value;
                QVERIFY2(advisor(plan).effects(resolved(plan)) == advised,
                    (plan.name + " at " + release).c_str());
            }
        }
    }

    void effectsFollowTheRelease()
    {
        Plan plan = h100Plan();
        const auto effects = [&](const char *jaxlib) {
            plan.software.jaxlib = jaxlib;
            return advisor(plan).effects(resolved(plan));
        };
        const FlagEffects usual = effects("0.6.2");
        QVERIFY(usual.latencyHiding && usual.pipelinedAllGather && usual.pipelinedReduceScatter);
        QVERIFY(usual.doubleBuffering && !usual.queuesCompete);
        QCOMPARE(usual.allGatherCombineThreshold.value(), 536870912.0);
        QVERIFY(usual.recordsGraphs);
        QCOMPARE(usual.memoryFraction, 0.9);
        QVERIFY(!usual.collectiveMatmul && !usual.permuteDecomposer);

        plan.flags = { { "xla_gpu_enable_latency_hiding_scheduler", "false" } };
        QVERIFY(!effects("0.6.2").latencyHiding);
        // Since 0.7.2 the flag's false is not off: the speed-of-light estimator starts it.
        QVERIFY(effects("0.7.2").latencyHiding);
        plan.flags["xla_gpu_enable_analytical_sol_latency_estimator"] = "false";
        QVERIFY(!effects("0.7.2").latencyHiding);
        plan.flags["JAX_OPTIMIZATION_LEVEL"] = "O1";
        QVERIFY(effects("0.7.2").latencyHiding);
        QVERIFY(!effects("0.5.0").latencyHiding);

        plan.flags = { { "xla_gpu_enable_latency_hiding_scheduler", "default" } };
        QVERIFY(!effects("0.6.2").latencyHiding);

        plan.flags = { { "xla_gpu_enable_async_all_gather", "false" } };
        QVERIFY(!effects("0.6.2").asyncAllGather); // translated to the list of exceptions
        QVERIFY(effects("0.6.2").asyncAllReduce);

        plan.flags = { { "CUDA_DEVICE_MAX_CONNECTIONS", "default" } };
        QVERIFY(effects("0.6.2").queuesCompete);
        plan.flags = { { "xla_gpu_enable_command_buffer", "" } };
        QVERIFY(!effects("0.6.2").recordsGraphs);
        plan.flags = { { "XLA_CLIENT_MEM_FRACTION", "0.8" } };
        QCOMPARE(effects("0.6.2").memoryFraction, 0.8);
        QCOMPARE(effects("0.4.31").memoryFraction, 0.9); // not read there
        plan.flags = { { "xla_gpu_collective_permute_decomposer_threshold", "0" } };
        QVERIFY(!effects("0.6.2").permuteDecomposer); // no pipeline
    }

    /// NCCL's variables act under every framework.
    void ncclVariablesAct_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::newRow("maxtext") << "maxtext";
        QTest::newRow("megatron") << "megatron";
    }
    void ncclVariablesAct()
    {
        QFETCH(QString, framework);
        Plan plan = h100Plan();
        plan.framework = framework.toStdString();
        const auto effects = [&](const char *name, const char *value) {
            plan.flags = { { name, value } };
            return advisor(plan).effects(resolved(plan));
        };
        const FlagEffects plain = effects("NCCL_DEBUG", "INFO");
        QVERIFY(!std::isfinite(plain.nodeNetworkLimit.value()) && !plain.peersThroughHost);
        QCOMPARE(effects("NCCL_IB_DISABLE", "1").nodeNetworkLimit.value(), 12.5e9);
        QCOMPARE(effects("NCCL_NET", "Socket").nodeNetworkLimit.value(), 12.5e9);
        QVERIFY(!std::isfinite(effects("NCCL_NET", "IB").nodeNetworkLimit.value()));
        QVERIFY(effects("NCCL_P2P_DISABLE", "1").peersThroughHost);
        QCOMPARE(effects("NCCL_MAX_CTAS", "4").ncclCollectiveMaxChannels, 4);
        QVERIFY(!effects("NCCL_NVLS_ENABLE", "0").nvls);
        const auto allows = [](const FlagEffects &is, CollectiveAlgorithm algorithm) {
            return (is.ncclAlgorithms >> static_cast<unsigned>(algorithm) & 1) != 0;
        };
        const FlagEffects ring = effects("NCCL_ALGO", "Ring");
        QVERIFY(allows(ring, CollectiveAlgorithm::Ring));
        QVERIFY(!allows(ring, CollectiveAlgorithm::Nvls));
        QVERIFY(allows(ring, CollectiveAlgorithm::Symmetric)); // which the list does not name
        const FlagEffects noSwitch = effects("NCCL_ALGO", "^NVLS,NVLSTree");
        QVERIFY(allows(noSwitch, CollectiveAlgorithm::Tree));
        QVERIFY(!allows(noSwitch, CollectiveAlgorithm::Nvls));
        QCOMPARE(effects("NCCL_ALGO", "allreduce:tree").ncclAlgorithms, plain.ncclAlgorithms);
        QCOMPARE(effects("NCCL_PROTO", "SIMPLE,LL,LL128").ncclProtocols, plain.ncclProtocols);
        QCOMPARE(effects("NCCL_PROTO", "LL").ncclProtocols, std::uint16_t { 1 });
    }

    /// What a switch costs is said with the figure, where it costs something.
    void switchesThatCostAreFound()
    {
        Plan plan = h100Plan();
        plan.hardware.nodes = 4;
        plan.parallelism.data = 4;
        const auto found = [&](const char *id) -> std::optional<Finding> {
            for (const Finding &finding : flaggedEstimator().estimate(resolved(plan)).findings)
                if (finding.id == id)
                    return finding;
            return std::nullopt;
        };
        QVERIFY(!found("network-over-sockets") && !found("peers-through-host"));
        const Seconds before = flaggedEstimator().estimate(resolved(plan)).time.step;
        plan.flags = { { "NCCL_IB_DISABLE", "1" } };
        const auto sockets = found("network-over-sockets");
        QVERIFY(sockets && sockets->severity == Severity::Error);
        QCOMPARE(sockets->field, std::string { "flags.NCCL_IB_DISABLE" });
        QVERIFY(flaggedEstimator().estimate(resolved(plan)).time.step > 1.5 * before);
        plan.hardware.nicGbytesPerSecondPerDevice = 1; // no faster than sockets
        QVERIFY(!found("network-over-sockets"));
        plan.hardware.nicGbytesPerSecondPerDevice.reset();
        plan.hardware.nodes = plan.parallelism.data = 1;
        QVERIFY(!found("network-over-sockets"));
        plan.flags = { { "NCCL_P2P_DISABLE", "1" } };
        QVERIFY(found("peers-through-host"));
    }

    /// One hardware queue is needed by Megatron's tensor parallelism before Blackwell, and takes
    /// FSDP's overlap.
    void oneQueueIsJudgedByFramework()
    {
        const auto says = [](const Plan &plan, const char *id) {
            const auto findings = advisor(plan).findings(resolved(plan));
            return std::ranges::any_of(
                findings, [id](const Finding &finding) { return finding.id == id; });
        };
        Plan tensor = h100Plan();
        tensor.framework = "megatron";
        tensor.parallelism.fsdp = 1;
        tensor.parallelism.zeroStage = 1;
        tensor.parallelism.data = 4;
        tensor.parallelism.tensor = 2;
        tensor.flags = { { "CUDA_DEVICE_MAX_CONNECTIONS", "8" } };
        QVERIFY(says(tensor, "flag-one-queue-needed"));
        // What it would cost: exchanges beside gradients start late.
        const auto compete
            = [&] { return advisor(tensor).effects(resolved(tensor)).queuesCompete; };
        const auto step = [&] { return flaggedEstimator().estimate(resolved(tensor)).time.step; };
        const Seconds late = step();
        QVERIFY(compete());
        tensor.flags["CUDA_DEVICE_MAX_CONNECTIONS"] = "1";
        QVERIFY(!compete());
        QVERIFY(step() < late);
        tensor.flags.clear();
        QVERIFY(!compete());
        tensor.flags["CUDA_DEVICE_MAX_CONNECTIONS"] = "1";
        QVERIFY(
            !says(tensor, "flag-one-queue-needed") && !says(tensor, "flag-one-queue-with-fsdp"));
        tensor.flags["CUDA_DEVICE_MAX_CONNECTIONS"] = "8";
        tensor.hardware.accelerator = "b200";
        QVERIFY(!says(tensor, "flag-one-queue-needed"));
        QVERIFY(!compete());
        Plan shards = h100Plan();
        shards.framework = "torchtitan";
        shards.flags = { { "CUDA_DEVICE_MAX_CONNECTIONS", "1" } };
        QVERIFY(says(shards, "flag-one-queue-with-fsdp"));
        shards.framework = "maxtext";
        QVERIFY(!says(shards, "flag-one-queue-with-fsdp"));
    }

    /// XLA recomputes above its own limit, which the slop factor moves, unless it is told not to.
    void whatXlaRecomputesIsARange()
    {
        Plan plan = h100Plan();
        plan.remat.policy = "minimal_with_context";
        plan.parallelism.microBatch = 6;
        plan.workload.globalBatchSequences = 48;
        const auto says = [&](const char *id) {
            const auto findings = flaggedEstimator().estimate(resolved(plan)).findings;
            return std::ranges::any_of(
                findings, [id](const Finding &finding) { return finding.id == id; });
        };
        QVERIFY(says("does-not-fit"));
        QVERIFY(says("xla-recomputes") || says("xla-recomputes-in-vain"));
        plan.flags = { { "xla_disable_hlo_passes", "rematerialization" } };
        QVERIFY(!says("xla-recomputes") && !says("xla-recomputes-in-vain"));
    }

    /// Without a layer loop a call may hold several layers, and then nothing hides them; in a loop
    /// it holds one.
    void thresholdsBeyondALayer_data()
    {
        QTest::addColumn<QString>("flag");
        QTest::addColumn<bool>("isReplicated");
        QTest::newRow("gather") << "xla_gpu_all_gather_combine_threshold_bytes" << false;
        QTest::newRow("scatter") << "xla_gpu_reduce_scatter_combine_threshold_bytes" << false;
        QTest::newRow("reduce") << "xla_gpu_all_reduce_combine_threshold_bytes" << true;
    }
    void thresholdsBeyondALayer()
    {
        QFETCH(QString, flag);
        QFETCH(bool, isReplicated);
        Plan plan = h100Plan();
        if (isReplicated) {
            plan.model.id = "llama3.2-1b";
            plan.parallelism.fsdp = 1;
            plan.parallelism.data = 8;
            plan.parallelism.zeroStage = 0;
        }
        const auto step = [&](bool scanned, const char *bytes) {
            plan.options.scanLayers = scanned;
            plan.flags = { { flag.toStdString(), bytes } };
            return flaggedEstimator().estimate(resolved(plan)).time.step;
        };
        constexpr const char *layer = "536870912", *all = "1099511627776", *small = "1048576";
        // Latencies of a layer's other messages, less what a whole one leaves at the end of a pass.
        constexpr double same = 1 + 3e-3;
        QVERIFY(step(false, layer) <= step(false, small) * same);
        QVERIFY(step(false, all) > step(false, layer));
        QVERIFY(step(true, layer) <= step(true, small));
        QCOMPARE(step(true, all).value(), step(true, layer).value());
    }

    /// What AutoPGLE measures starts the scheduler as a file does.
    void aProfileStartsTheScheduler()
    {
        Plan plan = h100Plan();
        const auto hides = [&](const char *jaxlib, const char *name, const char *value) {
            plan.software.jaxlib = jaxlib;
            plan.flags = { { "xla_gpu_enable_latency_hiding_scheduler", "false" },
                { "xla_gpu_enable_analytical_sol_latency_estimator", "false" }, { name, value } };
            return advisor(plan).effects(resolved(plan)).latencyHiding;
        };
        for (const char *release : { "0.5.1", "0.7.2", "0.11.0" }) {
            QVERIFY(hides(release, "JAX_ENABLE_PGLE", "true"));
            QVERIFY(hides(release, "xla_gpu_pgle_profile_file_or_directory_path", "p.pbtxt"));
            QVERIFY(!hides(release, "JAX_ENABLE_PGLE", "false"));
        }
        QVERIFY(!hides("0.5.0", "JAX_ENABLE_PGLE", "true"));
    }

    void permuteThresholdNeedsP2pSince051()
    {
        Plan plan = h100Plan();
        plan.parallelism.fsdp = 2;
        plan.parallelism.pipeline = 4;
        plan.flags = { { "xla_gpu_enable_pipelined_p2p", "false" } };
        plan.software.jaxlib = "0.5.0";
        QVERIFY(advisor(plan).effects(resolved(plan)).permuteDecomposer);
        plan.software.jaxlib = "0.5.1";
        QVERIFY(!advisor(plan).effects(resolved(plan)).permuteDecomposer);
    }

    void oneNameOfTheFractionIsWritten()
    {
        Plan plan = h100Plan();
        plan.flags = { { "XLA_CLIENT_MEM_FRACTION", "0.85" } };
        int count = 0;
        for (const EffectiveFlag &flag : advisor(plan).effective(resolved(plan)).flags)
            count += flag.name.ends_with("MEM_FRACTION");
        QCOMPARE(count, 1);
    }

    void refusesNonsenseVersions()
    {
        Plan plan = h100Plan();
        plan.software.jaxlib = "banana";
        QVERIFY(!FlagAdvisor::make(shippedCatalogue(), resolved(plan)).hasValue());
        // The estimator still gets an answer: that of the newest release.
        Plan newest = h100Plan();
        newest.software.jaxlib = "0.11.0";
        QVERIFY(flagEffectsSource(shippedCatalogue())(resolved(plan))
            == flagEffectsSource(shippedCatalogue())(resolved(newest)));
    }
};

QTEST_GUILESS_MAIN(TestFlagEffects)
#include "tst_flag_effects.moc"
