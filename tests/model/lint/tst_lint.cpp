#include "lint_fixture.h"

#include <algorithm>

using namespace headroom;

class TestLint : public QObject
{
    Q_OBJECT

private slots:
    void findsNames_data()
    {
        addPlaceColumns();
        addPlaceRow("nothing wrong", "--xla_gpu_enable_latency_hiding_scheduler=true", "0.6.2", {});
        addPlaceRow("unknown", "--xla_gpu_make_it_fast=true", "0.6.2", { "lint-unknown-flag@1:1" });
        addPlaceRow("misspelt", "--xla_gpu_enable_latency_hidding_scheduler=true", "0.6.2",
            { "lint-misspelt-flag@1:1" });
        addPlaceRow("words left out", "--xla_gpu_latency_hiding=true", "0.6.2",
            { "lint-misspelt-flag@1:1" });
        addPlaceRow("name of a set", "LIBTPU_INIT_ARGS=CF_FOR_ALL_GATHER run", "0.6.2",
            { "lint-set-name@1:18" });
        addPlaceRow("name of a set with dashes", "XLA_FLAGS=--CF_FOR_ALL_GATHER=true run", "0.6.2",
            { "lint-set-name@1:11" });
        addPlaceRow("removed, renamed", "--xla_gpu_enable_address_computation_fusion=true", "0.6.2",
            { "lint-removed-flag@1:1" });
        addPlaceRow("removed, built in", "--xla_gpu_enable_async_collectives=true", "0.6.2",
            { "lint-removed-flag-unneeded@1:1" });
        addPlaceRow("removed, gone", "--xla_gpu_normalize_layouts=true", "0.6.2",
            { "lint-removed-flag-gone@1:1" });
        addPlaceRow("from a later release", "--xla_gpu_enable_while_loop_unrolling=true", "0.4.31",
            { "lint-later-flag@1:1" });
        addPlaceRow("not released yet", "--xla_gpu_pipeline_all_gather=on", "0.11.0",
            { "lint-unreleased-flag@1:1" });
        addPlaceRow("never released", "--xla_gpu_cudnn_gemm_fusion=true", "0.6.2",
            { "lint-never-released@1:1" });
        addPlaceRow("one dash", "-xla_gpu_triton_gemm_any=false", "0.6.2", { "lint-one-dash@1:1" });
        addPlaceRow("three dashes", "---xla_tpu_scoped_vmem_limit_kib=65536", "0.6.2",
            { "lint-too-many-dashes@1:1" });
        addPlaceRow("hyphens", "--xla-gpu-triton-gemm-any=false", "0.6.2", { "lint-hyphens@1:1" });
    }
    void findsNames() { checkPlaces(); }

    void findsValues_data()
    {
        addPlaceColumns();
        addPlaceRow("wrong type", "--xla_gpu_memory_limit_slop_factor=tight", "0.6.2",
            { "lint-wrong-type@1:1" });
        addPlaceRow("out of range", "--xla_gpu_memory_limit_slop_factor=95000000000", "0.6.2",
            { "lint-out-of-range@1:1" });
        addPlaceRow("percent instead of share", "export XLA_PYTHON_CLIENT_MEM_FRACTION=90", "0.6.2",
            { "lint-out-of-range@1:8" });
        addPlaceRow("level instead of list", "--xla_gpu_enable_command_buffer=3", "0.6.2",
            { "lint-unknown-value@1:1" });
        addPlaceRow("empty list refused", "--xla_gpu_disable_async_collectives=", "0.6.2",
            { "lint-empty-value@1:1" });
        addPlaceRow("wrong case", "--xla_gpu_pgle_accuracy_checker=pgle_strictness_level_error",
            "0.6.2", { "lint-wrong-case@1:1" });
        addPlaceRow("value of a later release", "--xla_gpu_enable_command_buffer=", "0.4.24",
            { "lint-later-value@1:1" });
        addPlaceRow("digit as truth value", "--xla_gpu_triton_gemm_any=1", "0.4.18",
            { "lint-later-value@1:1" });
        addPlaceRow("value of an earlier release", "--xla_gpu_enable_command_buffer=NCCL", "0.6.2",
            { "lint-earlier-value@1:1" });
        addPlaceRow("default", "--xla_gpu_triton_gemm_any=True", "0.6.2", { "lint-default@1:1" });
        addPlaceRow("no effect", "--xla_gpu_enable_cudnn_fmha=true", "0.6.2", { "lint-noop@1:1" });
        addPlaceRow("superseded", "--xla_gpu_graph_enable_concurrent_region=true", "0.8.0",
            { "lint-superseded@1:1" });
        addPlaceRow("given twice", "--xla_gpu_triton_gemm_any=false --xla_gpu_triton_gemm_any=true",
            "0.4.31", { "lint-default@1:1", "lint-duplicate-flag@1:33" });
        addPlaceRow("same twice", "--xla_gpu_triton_gemm_any=true --xla_gpu_triton_gemm_any=true",
            "0.4.31", { "lint-repeated-flag@1:32" });
        addPlaceRow("value after a blank",
            "XLA_FLAGS=\"--xla_gpu_memory_limit_slop_factor 90\" run", "0.6.2",
            { "lint-value-after-blank@1:12" });
        addPlaceRow("value missing", "XLA_FLAGS=--xla_gpu_memory_limit_slop_factor run", "0.6.2",
            { "lint-needs-value@1:11" });
        addPlaceRow("glued",
            "--xla_gpu_triton_gemm_any=false--xla_gpu_enable_latency_hiding_scheduler=true",
            "0.6.2", { "lint-glued-flags@1:1" });
    }
    void findsValues() { checkPlaces(); }

    void findsMisplacedSettings_data()
    {
        addPlaceColumns();
        addPlaceRow("TPU flag in XLA_FLAGS",
            "export XLA_FLAGS=--xla_tpu_scoped_vmem_limit_kib=65536", "0.6.2",
            { "lint-tpu-flag-in-xla-flags@1:18" });
        addPlaceRow("TPU flag without tpu in its name in XLA_FLAGS",
            "export XLA_FLAGS=--xla_enable_async_all_gather=true", "0.6.2",
            { "lint-tpu-flag-in-xla-flags@1:18" });
        addPlaceRow("XLA flag in LIBTPU_INIT_ARGS",
            "export LIBTPU_INIT_ARGS=--xla_gpu_triton_gemm_any=false", "0.6.2",
            { "lint-xla-flag-in-libtpu-args@1:25" });
        addPlaceRow("unknown TPU flag", "export LIBTPU_INIT_ARGS=--xla_tpu_brand_new_thing_here=1",
            "0.6.2", { "lint-unknown-tpu-flag@1:25" });
        addPlaceRow("variable as a flag", "XLA_FLAGS=--XLA_PYTHON_CLIENT_MEM_FRACTION=0.9 run",
            "0.6.2", { "lint-variable-in-flags@1:11" });
        addPlaceRow("variable inside the string",
            "XLA_FLAGS='XLA_PYTHON_CLIENT_MEM_FRACTION=0.9' run", "0.6.2",
            { "lint-variable-in-flags@1:12" });
        addPlaceRow("flag without dashes", "XLA_FLAGS=xla_gpu_triton_gemm_any=false run", "0.6.2",
            { "lint-word-without-dashes@1:11" });
        addPlaceRow("stray word", "XLA_FLAGS='fast please' run", "0.6.2",
            { "lint-stray-word@1:12", "lint-stray-word@1:17" });
        addPlaceRow("flag as a variable", "export xla_gpu_triton_gemm_any=true", "0.6.2",
            { "lint-flag-as-variable@1:8" });
        addPlaceRow("blanks round the equals sign", "XLA_FLAGS = --xla_dump_to=d", "0.6.2",
            { "lint-blanks-round-equals@1:1" });
    }
    void findsMisplacedSettings() { checkPlaces(); }

    void findsVariables_data()
    {
        addPlaceColumns();
        addPlaceRow("no such variable", "export TF_CPP_MAX_LOG_LEVEL=100", "0.6.2",
            { "lint-no-such-variable@1:8" });
        addPlaceRow("misspelt variable", "export XLA_PYTHON_CLIENT_MEM_FRACTON=0.9", "0.6.2",
            { "lint-misspelt-variable@1:8" });
        addPlaceRow("a name that NCCL never read", "export NCCL_FOO=1", "0.6.2",
            { "lint-unknown-nccl-variable@1:8" });
        addPlaceRow("a name that RCCL never read", "export RCCL_FOO_BAR=1", "0.6.2",
            { "lint-unknown-nccl-variable@1:8" });
        addPlaceRow("a name that NCCL no longer reads",
            "export NCCL_MAX_NRINGS=4\n"
            "export NCCL_CREATE_THREAD_CONTEXT=1",
            "0.6.2", { "lint-nccl-variable-gone@2:8" });
        addPlaceRow("names that NCCL, RCCL, plug-ins and PyTorch read",
            "export NCCL_DMABUF_ENABLE=1 RCCL_ENABLE_INTRANET=1 NCCL_FASTRAK_NUM_FLOWS=2 "
            "NCCL_ASYNC_ERROR_HANDLING=1 FI_PROVIDER=efa HSA_NO_SCRATCH_RECLAIM=1",
            "0.6.2", {});
        addPlaceRow("variable not read yet",
            "export JAX_COMPILATION_CACHE_EXPECT_PGLE=yes\n"
            "export JAX_COMPILATION_CACHE_DIR=/c",
            "0.5.0", { "lint-variable-not-read-yet@1:8" });
        addPlaceRow("variable not read any more", "export TF_CPP_LOG_THREAD_ID=1", "0.7.2",
            { "lint-variable-not-read-any-more@1:8" });
        addPlaceRow("variable at its default", "export NCCL_LL_BUFFSIZE=-2", "0.6.2",
            { "lint-variable-default@1:8" });
        addPlaceRow("wrong type of a variable", "export XLA_PYTHON_CLIENT_MEM_FRACTION=most",
            "0.6.2", { "lint-wrong-type@1:8" });
    }
    void findsVariables() { checkPlaces(); }

    void fixes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("expected");
        QTest::newRow("dashes") << "---xla_tpu_scoped_vmem_limit_kib=65536"
                                << "0.6.2"
                                << "--xla_tpu_scoped_vmem_limit_kib=65536";
        QTest::newRow("hyphens") << "--xla-gpu-triton-gemm-any=false"
                                 << "0.6.2"
                                 << "--xla_gpu_triton_gemm_any=false";
        QTest::newRow("misspelt") << "--xla_gpu_triton_gem_any=false"
                                  << "0.6.2"
                                  << "--xla_gpu_triton_gemm_any=false";
        QTest::newRow("inverse replacement")
            << "export XLA_FLAGS=\"--xla_gpu_enable_async_all_reduce=false\""
            << "0.6.2"
            << "export XLA_FLAGS=\"--xla_gpu_disable_async_collectives=ALLREDUCE\"";
        QTest::newRow("removed line")
            << "export XLA_FLAGS=\"--xla_dump_to=a \\\n  --xla_gpu_enable_async_collectives=true "
               "\\\n"
               "  --xla_dump_hlo_as_text=true\""
            << "0.6.2"
            << "export XLA_FLAGS=\"--xla_dump_to=a \\\n  --xla_dump_hlo_as_text=true\"";
        QTest::newRow("removed word")
            << "export XLA_FLAGS=\"--xla_dump_to=a --xla_gpu_enable_async_collectives=true\""
            << "0.6.2"
            << "export XLA_FLAGS=\"--xla_dump_to=a\"";
        QTest::newRow("value after a blank")
            << "XLA_FLAGS=\"--xla_gpu_memory_limit_slop_factor 90\" run"
            << "0.6.2"
            << "XLA_FLAGS=\"--xla_gpu_memory_limit_slop_factor=90\" run";
        QTest::newRow("wrong variable") << "export XLA_PYTHON_CLIENT_MEM_FRACTON=0.9"
                                        << "0.6.2"
                                        << "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.9";
        QTest::newRow("digit") << "--xla_gpu_triton_gemm_any=1"
                               << "0.4.18"
                               << "--xla_gpu_triton_gemm_any=true";
        QTest::newRow("glued") << "--xla_gpu_triton_gemm_any=false--xla_dump_to=a"
                               << "0.6.2"
                               << "--xla_gpu_triton_gemm_any=false --xla_dump_to=a";
    }
    void fixes()
    {
        QFETCH(QString, text);
        QFETCH(QString, jaxlib);
        QFETCH(QString, expected);
        const std::string before = text.toStdString();
        const std::string after = applyEdits(before, lint(before, qPrintable(jaxlib)).edits());
        QCOMPARE(QString::fromStdString(after), expected);
        const LintReport again = lint(after, qPrintable(jaxlib));
        QVERIFY2(!again.hasErrors(), qPrintable(ids(again).join(", ")));
    }

    void countsUnknownNamesBeyondAHundred()
    {
        std::string text = "XLA_FLAGS=\"";
        for (int i = 0; i < 10000; ++i)
            text += "--xla_made_up_name_" + std::to_string(i) + "=1 ";
        const LintReport report = lint(text + "\" run");
        QCOMPARE(report.findings.size(), std::size_t { 101 });
        const auto last = std::ranges::find(
            report.findings, std::string { "lint-more-unknown" }, &LintFinding::id);
        QVERIFY(last != report.findings.end());
        QCOMPARE(operandText(last->operands.front()), std::string { "9900" });
    }

    void countsUnknownVariablesBeyondAHundred()
    {
        std::string text = "export NCCL_DEBUGG=INFO\n";
        for (int i = 0; i < 5000; ++i)
            text += "export XLA_MY_OWN_SETTING_" + std::to_string(i) + "=1\n";
        const LintReport report = lint(text, "0.6.2", "a.sh");
        QCOMPARE(places(report),
            (QStringList { "lint-misspelt-variable@1:8", "lint-more-variables@101:8" }));
        QCOMPARE(operandText(report.findings.back().operands.front()), std::string { "4901" });
    }
};

QTEST_GUILESS_MAIN(TestLint)
#include "tst_lint.moc"
