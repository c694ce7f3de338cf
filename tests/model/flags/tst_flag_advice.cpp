#include "model/flags/flag_advice.h"
#include "model/flags/flag_value.h"
#include "model/plan/plan_file.h"
#include "model/wording/messages.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace headroom;

namespace {

const ProfileLibrary &library()
{
    static const ProfileLibrary shipped { { HEADROOM_PROFILES, {} } };
    return shipped;
}

std::shared_ptr<const FlagCatalogue> catalogue()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    return loaded ? *loaded : nullptr;
}

ResolvedPlan resolved(const Plan &plan)
{
    const auto result = resolvePlan(plan, library());
    if (!result)
        qFatal("%s", errorText(result.errors().front()).c_str());
    return *result;
}

Plan h100Plan()
{
    Plan plan;
    plan.parallelism.fsdp = 8;
    plan.parallelism.microBatchSequences = 2;
    return plan;
}

Plan tpuPlan(const char *accelerator, int chips)
{
    Plan plan;
    plan.hardware.accelerator = accelerator;
    plan.hardware.devicesPerNode = chips;
    plan.parallelism.fsdp = chips;
    plan.attention = "splash";
    return plan;
}

FlagAdvisor advisor(const Plan &plan)
{
    const auto made = FlagAdvisor::make(catalogue(), plan);
    if (!made)
        qFatal("%s", errorText(made.errors().front()).c_str());
    return made.value();
}

std::optional<FlagAdvice> adviceOn(
    const Plan &plan, const std::string &name, const AdviceContext &context = {})
{
    for (FlagAdvice &advice : advisor(plan).advice(resolved(plan), context))
        if (advice.name == name)
            return std::move(advice);
    return std::nullopt;
}

QString summary(const Plan &plan, const std::string &name, const AdviceContext &context = {})
{
    const auto advice = adviceOn(plan, name, context);
    return advice
        ? QString::fromStdString(std::string { adviceKindName(advice->kind) } + ' ' + advice->value)
              .trimmed()
        : QStringLiteral("nothing");
}

std::vector<Plan> examplePlans()
{
    std::vector<Plan> plans;
    for (const std::string &id : library().planIds()) {
        const auto loaded = loadPlan(*library().planPath(id));
        if (!loaded)
            qFatal("%s", errorText(loaded.errors().front()).c_str());
        plans.push_back(loaded->plan);
    }
    return plans;
}

/// The examples and variants that reach every rule.
std::vector<Plan> manyPlans()
{
    std::vector<Plan> plans = examplePlans();
    Plan tensor = h100Plan();
    tensor.parallelism.fsdp = 1;
    tensor.parallelism.tensor = 8;
    plans.push_back(tensor);
    Plan stages = h100Plan();
    stages.parallelism.fsdp = 2;
    stages.parallelism.pipeline = 4;
    plans.push_back(stages);
    Plan replicas = h100Plan();
    replicas.parallelism.fsdp = 1;
    replicas.parallelism.data = 8;
    plans.push_back(replicas);
    Plan unscanned = h100Plan();
    unscanned.options.scanLayers = false;
    plans.push_back(unscanned);
    Plan offload = h100Plan();
    offload.remat.policy = "qkv_proj_offloaded";
    plans.push_back(offload);
    Plan blackwell = h100Plan();
    blackwell.hardware.accelerator = "b200";
    plans.push_back(blackwell);
    Plan fp32 = h100Plan();
    fp32.precision.compute = "fp32";
    plans.push_back(fp32);
    plans.push_back(tpuPlan("tpu-v7x", 64));
    Plan slices = tpuPlan("tpu-v6e", 64);
    slices.hardware.nodes = 2;
    slices.parallelism.data = 2;
    plans.push_back(slices);
    return plans;
}

} // namespace

class TestFlagAdvice : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(catalogue()); }

    void settingsAreKnownFlags()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < settingCount; ++i) {
            const auto setting = static_cast<Setting>(i);
            QVERIFY2(catalogue()->find(settingName(setting)), settingName(setting));
            QVERIFY(names.insert(settingName(setting)).second);
            QCOMPARE(settingByName(settingName(setting)), std::optional { setting });
        }
        QCOMPARE(
            settingName(Setting::AllReduceThreshold), "xla_gpu_all_reduce_combine_threshold_bytes");
        QCOMPARE(settingName(Setting::SdcChecker), "xla_tpu_enable_sdc_checker");
        QCOMPARE(settingName(Setting::MemoryFraction), "XLA_PYTHON_CLIENT_MEM_FRACTION");
        QCOMPARE(settingName(Setting::SparseShape), "xla_tpu_use_tc_device_shape_on_sc");
        QCOMPARE(settingName(Setting::HostRerun), "xla_latency_hiding_scheduler_rerun");
    }

    /// Every advised flag exists at the release, parses there, and is not silently the default.
    void adviceIsLawfulAtEveryRelease()
    {
        int checked = 0;
        for (Plan plan : manyPlans()) {
            for (const JaxlibVersion &release : catalogue()->releases().examined()) {
                plan.software.jaxlib = release.text();
                const ResolvedPlan whole = resolved(plan);
                for (const FlagAdvice &advice : advisor(plan).advice(whole)) {
                    QVERIFY2(flagMessage(advice.reason), advice.reason.c_str());
                    QVERIFY2(adviceText(advice).find('{') == std::string::npos,
                        adviceText(advice).c_str());
                    if (advice.kind != AdviceKind::Set)
                        continue;
                    const FlagEntry *entry = catalogue()->find(advice.name);
                    QVERIFY(entry);
                    const FlagStatus status = statusAt(*entry, release);
                    const std::string what
                        = advice.name + '=' + advice.value + " at " + release.text();
                    QVERIFY2(status.presence == FlagPresence::Present, what.c_str());
                    QVERIFY2(!status.isNoop, what.c_str());
                    QVERIFY2(checkValue(*entry, advice.value, release).fault == ValueFault::None,
                        what.c_str());
                    const bool isDefault
                        = status.hasDefault && sameValue(*entry, advice.value, status.defaultValue);
                    QVERIFY2(!isDefault || advice.restatesDefault, what.c_str());
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 3000);
    }

    void effectiveFlagsAreLawfulAtEveryRelease()
    {
        // Own flags of many ages: what a release does not know must be translated or left out.
        for (Plan plan : examplePlans()) {
            plan.flags = { { "xla_gpu_enable_async_all_reduce", "false" },
                { "xla_gpu_enable_pipelined_collectives", "true" }, { "xla_gpu_graph_level", "3" },
                { "xla_gpu_cudnn_gemm_fusion", "true" }, { "TF_CPP_MAX_LOG_LEVEL", "100" },
                { "xla_gpu_enable_command_buffer", "" }, { "no_such_flag", "1" } };
            for (const JaxlibVersion &release : catalogue()->releases().examined()) {
                plan.software.jaxlib = release.text();
                std::set<std::string> names;
                for (const EffectiveFlag &flag : advisor(plan).effective(resolved(plan)).flags) {
                    const FlagEntry *entry = catalogue()->find(flag.name);
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

    void advisesFor_data()
    {
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("summary");
        const auto row = [](const char *flag, const char *jaxlib, const char *text) {
            QTest::addRow("%s at %s", flag, jaxlib) << flag << jaxlib << text;
        };
        row("xla_gpu_enable_latency_hiding_scheduler", "0.6.2", "set true");
        row("xla_gpu_enable_latency_hiding_scheduler", "0.11.0", "set true");
        // 218,112,000 weights of a Llama 3 8B layer at 2 bytes are 416 MiB.
        row("xla_gpu_all_gather_combine_threshold_bytes", "0.6.2", "set 536870912");
        // Gradients at 4 bytes are 832 MiB.
        row("xla_gpu_reduce_scatter_combine_threshold_bytes", "0.6.2", "set 1073741824");
        row("xla_gpu_all_reduce_combine_threshold_bytes", "0.6.2", "leave");
        row("xla_gpu_enable_pipelined_all_gather", "0.6.2", "set true");
        row("xla_gpu_enable_pipelined_reduce_scatter", "0.4.34", "set true");
        row("xla_gpu_enable_pipelined_reduce_scatter", "0.4.35", "already-default true");
        row("xla_gpu_enable_all_gather_combine_by_dim", "0.4.34", "set false");
        row("xla_gpu_enable_all_gather_combine_by_dim", "0.4.35", "already-default false");
        row("xla_gpu_enable_reduce_scatter_combine_by_dim", "0.4.35", "set false");
        row("xla_gpu_enable_reduce_scatter_combine_by_dim", "0.4.36", "already-default false");
        row("xla_gpu_enable_async_collectives", "0.4.18", "set true");
        row("xla_gpu_enable_async_collectives", "0.4.26", "already-default true");
        row("xla_gpu_enable_async_collectives", "0.4.27", "not-in-version true");
        row("xla_gpu_threshold_for_windowed_einsum_mib", "0.6.2", "leave");
        row("xla_gpu_enable_pipelined_p2p", "0.6.2", "leave");
        row("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.6.2", "set 0.90");
        row("CUDA_DEVICE_MAX_CONNECTIONS", "0.6.2", "set 1");
        row("NCCL_LL_BUFFSIZE", "0.6.2", "leave");
        row("NCCL_PROTO", "0.6.2", "consider SIMPLE,LL,LL128");
        row("xla_gpu_memory_limit_slop_factor", "0.6.2", "leave");
        row("xla_gpu_triton_gemm_any", "0.4.31", "consider true");
        row("xla_gpu_triton_gemm_any", "0.6.2", "already-default true");
        row("JAX_ENABLE_PGLE", "0.6.2", "consider true");
        row("JAX_ENABLE_PGLE", "0.4.18", "not-in-version true");
        row("xla_gpu_cudnn_gemm_fusion", "0.6.2", "not-in-version");
        row("processes_per_node", "0.6.2", "consider 8");
    }
    void advisesFor()
    {
        QFETCH(QString, flag);
        QFETCH(QString, jaxlib);
        QFETCH(QString, summary);
        Plan plan = h100Plan();
        plan.software.jaxlib = jaxlib.toStdString();
        QCOMPARE(::summary(plan, flag.toStdString()), summary);
    }

    void followsThePlan()
    {
        Plan tensor = h100Plan();
        tensor.parallelism.fsdp = 1;
        tensor.parallelism.tensor = 8;
        QCOMPARE(summary(tensor, "xla_gpu_threshold_for_windowed_einsum_mib"), "set 0");
        QCOMPARE(summary(tensor, "xla_gpu_enable_pipelined_all_gather"), "leave");
        const FlagAdvice einsum
            = adviceOn(tensor, "xla_gpu_threshold_for_windowed_einsum_mib").value_or(FlagAdvice {});
        // Two sequences of 8192 tokens, (32+16)·128/8 elements of 2 bytes: 24 MiB; 2·14336/8: 112
        // MiB.
        QCOMPARE(einsum.operands.at(1), std::string { "24 MiB" });
        QCOMPARE(einsum.operands.at(2), std::string { "112 MiB" });

        Plan stages = h100Plan();
        stages.parallelism.fsdp = 2;
        stages.parallelism.pipeline = 4;
        QCOMPARE(summary(stages, "xla_gpu_enable_pipelined_p2p"), "set true");
        QCOMPARE(summary(stages, "xla_gpu_collective_permute_decomposer_threshold"), "set 1024");

        Plan unscanned = h100Plan();
        unscanned.options.scanLayers = false;
        QCOMPARE(summary(unscanned, "xla_gpu_enable_pipelined_all_gather"), "leave");
        QVERIFY(std::ranges::any_of(advisor(unscanned).findings(resolved(unscanned)),
            [](const Finding &f) { return f.id == "latency-hiding-unscanned"; }));
        QVERIFY(std::ranges::none_of(advisor(h100Plan()).findings(resolved(h100Plan())),
            [](const Finding &f) { return f.id == "latency-hiding-unscanned"; }));

        Plan blackwell = h100Plan();
        blackwell.hardware.accelerator = "b200";
        QCOMPARE(summary(blackwell, "CUDA_DEVICE_MAX_CONNECTIONS"), "avoid");
        QCOMPARE(summary(blackwell, "XLA_PYTHON_CLIENT_MEM_FRACTION"), "set 0.95");

        Plan hosts = h100Plan();
        hosts.hardware.nodes = 4;
        hosts.parallelism.fsdp = 32;
        QCOMPARE(summary(hosts, "NCCL_PROTO"), "leave");

        Plan replicas = h100Plan();
        replicas.parallelism.fsdp = 1;
        replicas.parallelism.data = 8;
        QVERIFY(summary(replicas, "xla_gpu_all_reduce_combine_threshold_bytes").startsWith("set "));
        QCOMPARE(summary(replicas, "xla_gpu_all_gather_combine_threshold_bytes"), "leave");

        QCOMPARE(summary(h100Plan(), "xla_gpu_memory_limit_slop_factor", { 0.97 }), "consider 90");
    }

    void advisesBetterProducts()
    {
        Plan plan = h100Plan();
        QCOMPARE(summary(plan, "precision.compute"), "nothing");
        plan.precision.compute = "fp32";
        QCOMPARE(summary(plan, "precision.compute"), "consider bf16");
        const FlagAdvice compute = adviceOn(plan, "precision.compute").value_or(FlagAdvice {});
        QCOMPARE(compute.operands.at(1), std::string { "2" });
        plan.hardware.accelerator = "v100";
        QCOMPARE(summary(plan, "precision.compute"), "consider fp16");
    }

    void advisesTpus()
    {
        const Plan v6e = tpuPlan("tpu-v6e", 16);
        QCOMPARE(
            summary(v6e, "xla_tpu_enable_async_collective_fusion_fuse_all_gather"), "set true");
        QCOMPARE(summary(v6e, "xla_tpu_scoped_vmem_limit_kib"), "set 98304");
        QCOMPARE(summary(v6e, "xla_tpu_enable_sparse_core_collective_offload_all_gather"),
            "consider true");
        QCOMPARE(summary(v6e, "xla_gpu_enable_latency_hiding_scheduler"), "nothing");
        const Plan v7x = tpuPlan("tpu-v7x", 64);
        QCOMPARE(
            summary(v7x, "xla_tpu_enable_sparse_core_collective_offload_all_gather"), "set true");
        QCOMPARE(
            summary(v7x, "xla_tpu_enable_async_collective_fusion_fuse_all_gather"), "set false");
        QCOMPARE(summary(v7x, "xla_tpu_scoped_vmem_limit_kib"), "set 65536");
        QCOMPARE(summary(tpuPlan("tpu-v4", 64), "xla_tpu_enable_async_collective_fusion"), "leave");
        // Never both engines for one collective, whatever the chip.
        for (const char *chip : { "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-v7x" }) {
            const Plan plan = tpuPlan(chip, 16);
            const FlagEffects effects = advisor(plan).effects(resolved(plan));
            QVERIFY(!(effects.continuationFusionAllGather && effects.sparseCoreAllGather));
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
        QVERIFY(usual.doubleBuffering && usual.commandBuffers && usual.rematPass);
        QCOMPARE(usual.allGatherCombineThreshold.value(), 536870912.0);
        QCOMPARE(usual.exposureFactor, 1.0);
        QCOMPARE(usual.launchFactor, 1.0);
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
        QVERIFY(effects("0.6.2").exposureFactor > 1);
        plan.flags = { { "xla_gpu_enable_command_buffer", "" } };
        QVERIFY(effects("0.6.2").launchFactor > 1);
        plan.flags = { { "xla_disable_hlo_passes", "rematerialization" } };
        QVERIFY(!effects("0.6.2").rematPass);
        plan.flags = { { "XLA_CLIENT_MEM_FRACTION", "0.8" } };
        QCOMPARE(effects("0.6.2").memoryFraction, 0.8);
        QCOMPARE(effects("0.4.31").memoryFraction, 0.9); // not read there
        plan.flags = { { "xla_gpu_collective_permute_decomposer_threshold", "0" } };
        QVERIFY(!effects("0.6.2").permuteDecomposer); // no pipeline
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
        QVERIFY(!FlagAdvisor::make(catalogue(), plan).hasValue());
        // The estimator still gets an answer: that of the newest release.
        Plan newest = h100Plan();
        newest.software.jaxlib = "0.11.0";
        QVERIFY(flagEffectsSource(catalogue())(resolved(plan))
            == flagEffectsSource(catalogue())(resolved(newest)));
    }

    void torchFrameworksGetVariablesOnly()
    {
        Plan plan = h100Plan();
        plan.framework = "megatron";
        plan.remat.policy = "selective";
        plan.parallelism.fsdp = 1;
        plan.parallelism.zeroStage = 1;
        plan.parallelism.data = 4;
        plan.parallelism.tensor = 2;
        for (const FlagAdvice &advice : advisor(plan).advice(resolved(plan)))
            QVERIFY2(advice.carrier == "environment", advice.name.c_str());
        QCOMPARE(summary(plan, "CUDA_DEVICE_MAX_CONNECTIONS"), "set 1");
        QCOMPARE(advisor(plan).effects(resolved(plan)).memoryFraction, 1.0);
    }
};

QTEST_GUILESS_MAIN(TestFlagAdvice)
#include "tst_flag_advice.moc"
