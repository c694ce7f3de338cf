#include "lint_fixture.h"
#include "tests/model/shipped.h"

#include <algorithm>
#include <set>

using namespace headroom;

class TestLintConflicts : public QObject
{
    Q_OBJECT

private slots:
    void findsPlacesOfConflicts_data()
    {
        addPlaceColumns();
        addPlaceRow("two memory fractions",
            "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.9\nexport XLA_CLIENT_MEM_FRACTION=0.8",
            "0.6.2", { "lint-conflict@2:8" });
        addPlaceRow("one memory fraction is enough before",
            "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.9\nexport XLA_CLIENT_MEM_FRACTION=0.8",
            "0.4.31", { "lint-variable-not-read-yet@2:8" });
        addPlaceRow("permute threshold not read",
            "--xla_gpu_collective_permute_decomposer_threshold=1024", "0.6.2",
            { "lint-conflict@1:1" });
        addPlaceRow("permute threshold read before 0.5.1",
            "--xla_gpu_collective_permute_decomposer_threshold=1024", "0.5.0", {});
        addPlaceRow("scheduler's false is not off",
            "--xla_gpu_enable_latency_hiding_scheduler=false", "0.11.0",
            { "lint-default@1:1", "lint-conflict@1:1" });
        addPlaceRow("overlap of blocked collectives",
            "--xla_gpu_enable_latency_hiding_scheduler=true "
            "--xla_gpu_disable_async_collectives=allreduce",
            "0.6.2", { "lint-conflict@1:48" });
        addPlaceRow("both TPU engines",
            "LIBTPU_INIT_ARGS=\"--xla_tpu_enable_async_collective_fusion_fuse_all_gather=true "
            "--xla_tpu_enable_sparse_core_collective_offload_all_gather=true\" run",
            "0.6.2", { "lint-conflict@1:81" });
        addPlaceRow("a scheduler that aborts", "--xla_gpu_enable_latency_hiding_scheduler=true",
            "0.4.35", { "lint-conflict@1:1" });
        addPlaceRow("a scheduler that does not", "--xla_gpu_enable_latency_hiding_scheduler=true",
            "0.4.36", {});
        addPlaceRow("sharing was off by default once", "--xla_gpu_enable_nccl_comm_splitting=false",
            "0.4.31", { "lint-default@1:1" });
        addPlaceRow("a threshold that leaves room",
            "--xla_gpu_all_reduce_combine_threshold_bytes=134217728", "0.6.2", {});
        addPlaceRow(
            "NCCL may choose among protocols", "NCCL_PROTO=SIMPLE,LL,LL128 run", "0.6.2", {});
        addPlaceRow("a profile that is there",
            "--xla_gpu_pgle_profile_file_or_directory_path=" HEADROOM_PROFILES, "0.6.2", {});
        addPlaceRow("a path that the shell makes",
            "XLA_FLAGS=\"--xla_gpu_pgle_profile_file_or_directory_path=$PROFILE\" run", "0.6.2",
            {});
        addPlaceRow("a pool that leaves nothing", "export XLA_PYTHON_CLIENT_MEM_FRACTION=1.0",
            "0.6.2", { "flag-pool-leaves-too-little@1:8" });
        addPlaceRow("a pool that leaves nothing, by its new name", "XLA_CLIENT_MEM_FRACTION=1 run",
            "0.6.2", { "flag-pool-leaves-too-little@1:1" });
        addPlaceRow("a pool that leaves enough somewhere",
            "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.98", "0.6.2", {});
        addPlaceRow(
            "verbose lines hidden", "export TF_CPP_VMODULE=x=10", "0.6.2", { "lint-conflict@1:8" });
    }
    void findsPlacesOfConflicts() { checkPlaces(); }

    void findsConflicts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("jaxlib");
        std::set<std::string> tested;
        const auto row
            = [&](const std::string &id, const QString &text, const char *jaxlib = "0.6.2") {
                  tested.insert(id);
                  QTest::newRow(id.c_str()) << text << jaxlib;
              };
        row("two-memory-fractions",
            "XLA_PYTHON_CLIENT_MEM_FRACTION=.9 XLA_CLIENT_MEM_FRACTION=.9 run");
        row("user-buffers-without-nvls",
            "NCCL_NVLS_ENABLE=0 XLA_FLAGS=--xla_gpu_enable_nccl_user_buffers=true run");
        row("two-buffer-registrations",
            "--xla_gpu_enable_nccl_user_buffers=true "
            "--xla_gpu_experimental_enable_nccl_symmetric_buffers=true",
            "0.8.0");
        row("overlap-with-launch-blocking",
            "CUDA_LAUNCH_BLOCKING=1 XLA_FLAGS=--xla_gpu_enable_latency_hiding_scheduler=true run");
        row("overlap-of-synchronous-collectives",
            "--xla_gpu_enable_latency_hiding_scheduler=true "
            "--xla_gpu_disable_async_collectives=allreduce");
        row("master-switch-over-single",
            "--xla_gpu_enable_pipelined_collectives=true "
            "--xla_gpu_enable_pipelined_all_gather=false",
            "0.5.0");
        row("two-latency-estimators",
            "--xla_gpu_enable_analytical_latency_estimator=true "
            "--xla_gpu_enable_analytical_sol_latency_estimator=true");
        row("einsum-threshold-ignored",
            "--xla_gpu_threshold_for_windowed_einsum_mib=0 "
            "--xla_gpu_operand_bytes_threshold_for_windowed_einsum=1024");
        row("permute-threshold-unread", "--xla_gpu_collective_permute_decomposer_threshold=1024");
        row("unrolling-over-double-buffering",
            "--xla_gpu_enable_while_loop_double_buffering=true "
            "--xla_gpu_enable_while_loop_unrolling=WHILE_LOOP_UNROLLING_FULL_UNROLL");
        row("profile-file-with-auto-pgle",
            "JAX_ENABLE_PGLE=true XLA_FLAGS=--xla_gpu_pgle_profile_file_or_directory_path=p run");
        row("communicators-not-split", "--xla_gpu_enable_nccl_comm_splitting=false");
        row("all-gradients-in-one-sum", "--xla_gpu_all_reduce_combine_threshold_bytes=8589934592");
        row("protocol-forced", "NCCL_PROTO=LL128 run");
        row("infiniband-off", "NCCL_IB_DISABLE=1 run");
        row("sockets-by-name", "NCCL_NET=Socket run");
        row("peers-off", "NCCL_P2P_DISABLE=1 run");
        row("allocator-of-drivers", "XLA_PYTHON_CLIENT_ALLOCATOR=platform run");
        row("profile-over-scheduler-flag",
            "JAX_ENABLE_PGLE=true XLA_FLAGS=--xla_gpu_enable_latency_hiding_scheduler=false run");
        row("profile-path-names-no-file",
            "--xla_gpu_pgle_profile_file_or_directory_path=/no/such/profile.pb");
        const auto engines = [](const char *kind) {
            return QStringLiteral(
                "LIBTPU_INIT_ARGS='--xla_tpu_enable_async_collective_fusion_fuse_%1=true "
                "--xla_tpu_enable_sparse_core_collective_offload_%1=true' run")
                .arg(QLatin1String(kind));
        };
        row("gather-on-two-engines", engines("all_gather"));
        row("reduce-scatter-on-two-engines", engines("reduce_scatter"));
        row("all-reduce-on-two-engines", engines("all_reduce"));
        row("verbose-module-hidden", "TF_CPP_VMODULE=x=1 run");
        row("schedule-dump-without-folder", "--xla_dump_latency_hiding_schedule=true");
        row("triton-any-without-triton",
            "--xla_gpu_triton_gemm_any=true --xla_gpu_enable_triton_gemm=false");
        row("graph-level-and-list",
            "--xla_gpu_graph_level=1 --xla_gpu_enable_command_buffer=FUSION");
        row("level-over-scheduler-flag",
            "JAX_OPTIMIZATION_LEVEL=O1 "
            "XLA_FLAGS=--xla_gpu_enable_latency_hiding_scheduler=false run");
        row("two-channel-limits",
            "NCCL_MAX_NCHANNELS=8 XLA_FLAGS=--xla_gpu_nccl_collective_max_nchannels=16 run");
        row("remat-switched-off-twice",
            "JAX_COMPILER_ENABLE_REMAT_PASS=false "
            "XLA_FLAGS=--xla_disable_hlo_passes=rematerialization run");
        row("expect-pgle-without-cache", "JAX_COMPILATION_CACHE_EXPECT_PGLE=true run");
        row("expect-and-enable-pgle",
            "JAX_COMPILATION_CACHE_DIR=c JAX_COMPILATION_CACHE_EXPECT_PGLE=true "
            "JAX_ENABLE_PGLE=true run");
        row("scheduler-false-is-not-off", "--xla_gpu_enable_latency_hiding_scheduler=false",
            "0.8.0");
        row("permute-threshold-zero-is-all", "--xla_gpu_collective_permute_decomposer_threshold=0");
        row("all-gather-threshold-almost-default",
            "--xla_gpu_all_gather_combine_threshold_bytes=31457280");
        row("reduce-scatter-threshold-almost-default",
            "--xla_gpu_reduce_scatter_combine_threshold_bytes=31457280");
        row("all-reduce-threshold-almost-default",
            "--xla_gpu_all_reduce_combine_threshold_bytes=31457280");
        for (const FlagConflict &conflict : shippedFlags().conflicts())
            QVERIFY2(tested.contains(conflict.id), conflict.id.c_str());
    }
    void findsConflicts()
    {
        QFETCH(QString, text);
        QFETCH(QString, jaxlib);
        const LintReport report = lint(text.toStdString(), qPrintable(jaxlib));
        const bool isFound = std::ranges::any_of(report.findings, [](const LintFinding &finding) {
            return finding.id == "lint-conflict"
                && operandText(finding.operands.front()) == QTest::currentDataTag();
        });
        QVERIFY2(isFound, qPrintable(ids(report).join(QLatin1Char(' '))));
    }

    void knowsTheChip()
    {
        const LintReport pool
            = lintScript(shippedFlags(), "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.98",
                { *shippedFlags().releases().choose("0.6.2"),
                    &**shippedLibrary().accelerator("h100-sxm"), "" });
        QCOMPARE(ids(pool), QStringList { "flag-pool-leaves-too-little" });
        Accelerator blackwell;
        blackwell.id = "b200";
        blackwell.vendor = "NVIDIA";
        blackwell.peak.fp4 = FlopPerSecond { 9e15 };
        const LintReport report = lintScript(shippedFlags(), "export CUDA_DEVICE_MAX_CONNECTIONS=1",
            { *shippedFlags().releases().choose("0.6.2"), &blackwell, "" });
        QCOMPARE(ids(report), QStringList { "flag-one-queue-on-blackwell" });
    }

    void findsAgainstThePlan_data()
    {
        QTest::addColumn<QString>("plan"); ///< lines between model and flags
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("found");
        const QString gpu = QStringLiteral("hardware: {accelerator: h100-sxm}\n"
                                           "parallelism: {fsdp: 8}\n");
        const QString hosts = QStringLiteral("hardware: {accelerator: h100-sxm, nodes: 2}\n"
                                             "parallelism: {fsdp: 16}\n");
        const QString unscanned = gpu + QStringLiteral("options: {scan_layers: false}\n");
        const QString v6e = QStringLiteral("hardware: {accelerator: tpu-v6e, devices_per_node: 8}\n"
                                           "parallelism: {fsdp: 8}\nattention: splash\n");
        const QString v5e = QStringLiteral("hardware: {accelerator: tpu-v5e, devices_per_node: 8}\n"
                                           "parallelism: {fsdp: 8}\nattention: splash\n");
        const auto row = [](const char *id, const QString &plan, const char *flag) {
            QTest::newRow(id) << plan << flag << id;
        };
        row("flag-needs-scan", unscanned, "xla_gpu_enable_pipelined_all_gather: true");
        row("flag-needs-pipeline", gpu, "xla_gpu_enable_pipelined_p2p: true");
        row("flag-nccl-proto-many-hosts", hosts, "NCCL_PROTO: LL128");
        row("flag-threshold-below-layer", gpu,
            "xla_gpu_all_gather_combine_threshold_bytes: 1048576");
        row("flag-tpu-on-gpu", gpu, "xla_tpu_scoped_vmem_limit_kib: 65536");
        row("flag-gpu-on-tpu", v6e, "xla_gpu_triton_gemm_any: true");
        row("flag-no-sparse-core", v5e,
            "xla_tpu_enable_sparse_core_collective_offload_all_gather: true");
        row("flag-vmem-beyond-chip", v6e, "xla_tpu_scoped_vmem_limit_kib: 262144");
        row("flag-vmem-between-limits", v5e, "xla_tpu_scoped_vmem_limit_kib: 98304");
        row("flag-vmem-too-small", v6e, "xla_tpu_scoped_vmem_limit_kib: 2048");
    }
    void findsAgainstThePlan()
    {
        QFETCH(QString, plan);
        QFETCH(QString, flag);
        QFETCH(QString, found);
        const std::string text = "schema_version: 1\nmodel: llama3.1-8b\n"
                                 "workload: {sequence_length: 8192, global_batch_sequences: 128}\n"
            + plan.toStdString() + "flags: {" + flag.toStdString() + "}\n";
        const auto loaded = parsePlan(text, "p.yaml");
        QVERIFY2(loaded.hasValue(), loaded ? "" : errorText(loaded.errors().front()).c_str());
        const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
        const auto resolved = resolvePlan(loaded->plan, library);
        QVERIFY2(resolved.hasValue(), resolved ? "" : errorText(resolved.errors().front()).c_str());
        const LintReport report = lintPlan(shippedFlags(), *loaded, *resolved,
            { *shippedFlags().releases().choose("0.6.2"), nullptr, "" });
        QVERIFY2(ids(report).contains(found), qPrintable(ids(report).join(QLatin1Char(' '))));
    }

    void lintsPlans()
    {
        const auto loaded
            = parsePlan("schema_version: 1\n"
                        "model: llama3.1-8b\n"
                        "hardware: {accelerator: h100-sxm}\n"
                        "workload: {sequence_length: 8192, global_batch_sequences: 128}\n"
                        "parallelism: {fsdp: 8}\n"
                        "flags:\n"
                        "  xla_gpu_threshold_for_windowed_einsum_mib: 0\n"
                        "  xla_gpu_enable_async_collectives: true\n"
                        "  xla_gpu_triton_gemm_any: default\n",
                "p.yaml");
        QVERIFY(loaded.hasValue());
        const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
        const auto resolved = resolvePlan(loaded->plan, library);
        QVERIFY(resolved.hasValue());
        const LintReport report = lintPlan(shippedFlags(), *loaded, *resolved,
            { *shippedFlags().releases().choose("0.6.2"), nullptr, "" });
        QCOMPARE(places(report),
            (QStringList { "flag-einsum-without-tensor@7:1", "lint-removed-flag-unneeded@8:1" }));
    }
};

QTEST_GUILESS_MAIN(TestLintConflicts)
#include "tst_lint_conflicts.moc"
