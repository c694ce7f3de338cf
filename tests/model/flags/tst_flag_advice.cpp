#include "flag_advice_fixture.h"
#include "model/base/wording/messages.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace headroom;

namespace {

std::optional<FlagAdvice> adviceOn(
    const Plan &plan, const std::string &name, const AdviceContext &context = {})
{
    for (FlagAdvice &advice : advisor(plan).advice(resolved(plan), context))
        if (advice.name == name)
            return std::move(advice);
    return std::nullopt;
}

const char *adviceKindName(AdviceKind kind)
{
    switch (kind) {
    case AdviceKind::Set:
        return "set";
    case AdviceKind::AlreadyDefault:
        return "already-default";
    case AdviceKind::NotInVersion:
        return "not-in-version";
    case AdviceKind::Consider:
        return "consider";
    case AdviceKind::Avoid:
        return "avoid";
    case AdviceKind::Leave:
        break;
    }
    return "leave";
}

QString summary(const Plan &plan, const std::string &name, const AdviceContext &context = {})
{
    const auto advice = adviceOn(plan, name, context);
    return advice
        ? QString::fromStdString(std::string { adviceKindName(advice->kind) } + ' ' + advice->value)
              .trimmed()
        : QStringLiteral("nothing");
}

} // namespace

class TestFlagAdvice : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(shippedCatalogue()); }

    void settingsAreKnownFlags()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < settingCount; ++i) {
            const auto setting = static_cast<Setting>(i);
            QVERIFY2(shippedCatalogue()->find(settingName(setting)), settingName(setting));
            QVERIFY(names.insert(settingName(setting)).second);
        }
        QCOMPARE(
            settingName(Setting::AllReduceThreshold), "xla_gpu_all_reduce_combine_threshold_bytes");
        QCOMPARE(settingName(Setting::SdcChecker), "xla_tpu_enable_sdc_checker");
        QCOMPARE(settingName(Setting::MemoryFraction), "XLA_PYTHON_CLIENT_MEM_FRACTION");
        QCOMPARE(settingName(Setting::SparseShape), "xla_tpu_use_tc_device_shape_on_sc");
        QCOMPARE(settingName(Setting::HostRerun), "xla_latency_hiding_scheduler_rerun");
    }

    /// Every advised flag exists at the release, parses there, and is not silently the default.
    void adviceIsValidAtEveryRelease()
    {
        int checked = 0;
        for (Plan plan : manyPlans()) {
            for (const JaxlibVersion &release : shippedCatalogue()->releases().examined()) {
                plan.software.jaxlib = release.text();
                const ResolvedPlan whole = resolved(plan);
                for (const FlagAdvice &advice : advisor(plan).advice(whole)) {
                    QVERIFY2(messageTemplate(advice.reason), advice.reason.c_str());
                    QVERIFY2(adviceText(advice).find('{') == std::string::npos,
                        adviceText(advice).c_str());
                    if (advice.kind != AdviceKind::Set)
                        continue;
                    const FlagEntry *entry = shippedCatalogue()->find(advice.name);
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

    void advisesFor_data()
    {
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("expected");
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
        QFETCH(QString, expected);
        Plan plan = h100Plan();
        plan.software.jaxlib = jaxlib.toStdString();
        QCOMPARE(summary(plan, flag.toStdString()), expected);
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
        QCOMPARE(operandText(einsum.operands.at(1)), std::string { "24 MiB" });
        QCOMPARE(operandText(einsum.operands.at(2)), std::string { "112 MiB" });

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
        plan.precision.compute = NumberFormat::Fp32;
        QCOMPARE(summary(plan, "precision.compute"), "consider bf16");
        const FlagAdvice compute = adviceOn(plan, "precision.compute").value_or(FlagAdvice {});
        QCOMPARE(operandText(compute.operands.at(1)), std::string { "2" });
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
            const auto isSet = [&](const char *flag) { return summary(plan, flag) == "set true"; };
            QVERIFY(!(isSet("xla_tpu_enable_async_collective_fusion_fuse_all_gather")
                && isSet("xla_tpu_enable_sparse_core_collective_offload_all_gather")));
        }
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
        QCOMPARE(advisor(plan).effects(resolved(plan)).memoryFraction, growingPool);
    }
};

QTEST_GUILESS_MAIN(TestFlagAdvice)
#include "tst_flag_advice.moc"
