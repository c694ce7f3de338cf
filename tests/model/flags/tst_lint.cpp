#include "model/flags/lint/lint.h"
#include "model/wording/messages.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

using namespace headroom;

namespace {

const FlagCatalogue &catalogue()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        qFatal("%s", errorText(loaded.errors().front()).c_str());
    return **loaded;
}

LintReport lint(const std::string &text, const char *jaxlib = "0.6.2", const char *file = "")
{
    return lintScript(catalogue(), text, { *catalogue().releases().choose(jaxlib), nullptr, file });
}

/// "id@line:column" of each finding.
QStringList places(const LintReport &report)
{
    QStringList list;
    for (const LintFinding &finding : report.findings)
        list << QString("%1@%2:%3")
                    .arg(QString::fromStdString(finding.id))
                    .arg(finding.position.line)
                    .arg(finding.position.column);
    return list;
}

QStringList ids(const LintReport &report)
{
    QStringList list;
    for (const LintFinding &finding : report.findings)
        list << QString::fromStdString(finding.id);
    return list;
}

std::string fixed(const std::string &text, const char *jaxlib = "0.6.2", const char *file = "")
{
    return applyEdits(text, lint(text, jaxlib, file).edits());
}

std::string fileText(const std::string &name)
{
    std::ifstream file(HEADROOM_TEST_DATA "/flags/blocks/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

class TestLint : public QObject
{
    Q_OBJECT

private slots:
    void finds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QStringList>("found");
        const auto row
            = [](const char *name, const char *text, const char *jaxlib, const QStringList &found) {
                  QTest::newRow(name) << text << jaxlib << found;
              };
        const char *const good = "--xla_gpu_enable_latency_hiding_scheduler=true";
        row("nothing wrong", good, "0.6.2", {});
        row("unknown", "--xla_gpu_make_it_fast=true", "0.6.2", { "lint-unknown-flag@1:1" });
        row("misspelt", "--xla_gpu_enable_latency_hidding_scheduler=true", "0.6.2",
            { "lint-misspelt-flag@1:1" });
        row("removed, renamed", "--xla_gpu_enable_address_computation_fusion=true", "0.6.2",
            { "lint-removed-flag@1:1" });
        row("removed, built in", "--xla_gpu_enable_async_collectives=true", "0.6.2",
            { "lint-removed-flag-unneeded@1:1" });
        row("removed, gone", "--xla_gpu_normalize_layouts=true", "0.6.2",
            { "lint-removed-flag-gone@1:1" });
        row("from a later release", "--xla_gpu_enable_while_loop_unrolling=true", "0.4.31",
            { "lint-later-flag@1:1" });
        row("not released yet", "--xla_gpu_pipeline_all_gather=on", "0.11.0",
            { "lint-unreleased-flag@1:1" });
        row("never released", "--xla_gpu_cudnn_gemm_fusion=true", "0.6.2",
            { "lint-never-released@1:1" });
        row("one dash", "-xla_gpu_triton_gemm_any=false", "0.6.2", { "lint-one-dash@1:1" });
        row("three dashes", "---xla_tpu_scoped_vmem_limit_kib=65536", "0.6.2",
            { "lint-too-many-dashes@1:1" });
        row("hyphens", "--xla-gpu-triton-gemm-any=false", "0.6.2", { "lint-hyphens@1:1" });
        row("wrong type", "--xla_gpu_memory_limit_slop_factor=tight", "0.6.2",
            { "lint-wrong-type@1:1" });
        row("out of range", "--xla_gpu_memory_limit_slop_factor=95000000000", "0.6.2",
            { "lint-out-of-range@1:1" });
        row("level instead of list", "--xla_gpu_enable_command_buffer=3", "0.6.2",
            { "lint-unknown-value@1:1" });
        row("empty list refused", "--xla_gpu_disable_async_collectives=", "0.6.2",
            { "lint-empty-value@1:1" });
        row("wrong case", "--xla_gpu_pgle_accuracy_checker=pgle_strictness_level_error", "0.6.2",
            { "lint-wrong-case@1:1" });
        row("value of a later release", "--xla_gpu_enable_command_buffer=", "0.4.24",
            { "lint-later-value@1:1" });
        row("digit as truth value", "--xla_gpu_triton_gemm_any=1", "0.4.18",
            { "lint-later-value@1:1" });
        row("value of an earlier release", "--xla_gpu_enable_command_buffer=NCCL", "0.6.2",
            { "lint-earlier-value@1:1" });
        row("default", "--xla_gpu_triton_gemm_any=True", "0.6.2", { "lint-default@1:1" });
        row("no effect", "--xla_gpu_enable_cudnn_fmha=true", "0.6.2", { "lint-noop@1:1" });
        row("superseded", "--xla_gpu_graph_enable_concurrent_region=true", "0.8.0",
            { "lint-superseded@1:1" });
        row("given twice", "--xla_gpu_triton_gemm_any=false --xla_gpu_triton_gemm_any=true",
            "0.4.31", { "lint-default@1:1", "lint-duplicate-flag@1:33" });
        row("same twice", "--xla_gpu_triton_gemm_any=true --xla_gpu_triton_gemm_any=true", "0.4.31",
            { "lint-repeated-flag@1:32" });
        row("value after a blank", "XLA_FLAGS=\"--xla_gpu_memory_limit_slop_factor 90\" run",
            "0.6.2", { "lint-value-after-blank@1:12" });
        row("value missing", "XLA_FLAGS=--xla_gpu_memory_limit_slop_factor run", "0.6.2",
            { "lint-needs-value@1:11" });
        row("glued",
            "--xla_gpu_triton_gemm_any=false--xla_gpu_enable_latency_hiding_scheduler=true",
            "0.6.2", { "lint-glued-flags@1:1" });
        row("TPU flag in XLA_FLAGS", "export XLA_FLAGS=--xla_tpu_scoped_vmem_limit_kib=65536",
            "0.6.2", { "lint-tpu-flag-in-xla-flags@1:18" });
        row("TPU flag without tpu in its name in XLA_FLAGS",
            "export XLA_FLAGS=--xla_enable_async_all_gather=true", "0.6.2",
            { "lint-tpu-flag-in-xla-flags@1:18" });
        row("XLA flag in LIBTPU_INIT_ARGS",
            "export LIBTPU_INIT_ARGS=--xla_gpu_triton_gemm_any=false", "0.6.2",
            { "lint-xla-flag-in-libtpu-args@1:25" });
        row("unknown TPU flag", "export LIBTPU_INIT_ARGS=--xla_tpu_brand_new_thing_here=1", "0.6.2",
            { "lint-unknown-tpu-flag@1:25" });
        row("variable as a flag", "XLA_FLAGS=--XLA_PYTHON_CLIENT_MEM_FRACTION=0.9 run", "0.6.2",
            { "lint-variable-in-flags@1:11" });
        row("variable inside the string", "XLA_FLAGS='XLA_PYTHON_CLIENT_MEM_FRACTION=0.9' run",
            "0.6.2", { "lint-variable-in-flags@1:12" });
        row("flag without dashes", "XLA_FLAGS=xla_gpu_triton_gemm_any=false run", "0.6.2",
            { "lint-word-without-dashes@1:11" });
        row("stray word", "XLA_FLAGS='fast please' run", "0.6.2",
            { "lint-stray-word@1:12", "lint-stray-word@1:17" });
        row("flag as a variable", "export xla_gpu_triton_gemm_any=true", "0.6.2",
            { "lint-flag-as-variable@1:8" });
        row("blanks round the equals sign", "XLA_FLAGS = --xla_dump_to=d", "0.6.2",
            { "lint-blanks-round-equals@1:1" });
        row("no such variable", "export TF_CPP_MAX_LOG_LEVEL=100", "0.6.2",
            { "lint-no-such-variable@1:8" });
        row("misspelt variable", "export XLA_PYTHON_CLIENT_MEM_FRACTON=0.9", "0.6.2",
            { "lint-misspelt-variable@1:8" });
        row("variable not read yet",
            "export JAX_COMPILATION_CACHE_EXPECT_PGLE=yes\n"
            "export JAX_COMPILATION_CACHE_DIR=/c",
            "0.5.0", { "lint-variable-not-read-yet@1:8" });
        row("variable not read any more", "export TF_CPP_LOG_THREAD_ID=1", "0.7.2",
            { "lint-variable-not-read-any-more@1:8" });
        row("variable at its default", "export NCCL_LL_BUFFSIZE=-2", "0.6.2",
            { "lint-variable-default@1:8" });
        row("wrong type of a variable", "export XLA_PYTHON_CLIENT_MEM_FRACTION=most", "0.6.2",
            { "lint-wrong-type@1:8" });
        row("two memory fractions",
            "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.9\nexport XLA_CLIENT_MEM_FRACTION=0.8",
            "0.6.2", { "lint-conflict@2:8" });
        row("one memory fraction is enough before",
            "export XLA_PYTHON_CLIENT_MEM_FRACTION=0.9\nexport XLA_CLIENT_MEM_FRACTION=0.8",
            "0.4.31", { "lint-variable-not-read-yet@2:8" });
        row("permute threshold not read", "--xla_gpu_collective_permute_decomposer_threshold=1024",
            "0.6.2", { "lint-conflict@1:1" });
        row("permute threshold read before 0.5.1",
            "--xla_gpu_collective_permute_decomposer_threshold=1024", "0.5.0", {});
        row("scheduler's false is not off", "--xla_gpu_enable_latency_hiding_scheduler=false",
            "0.11.0", { "lint-default@1:1", "lint-conflict@1:1" });
        row("overlap of blocked collectives",
            "--xla_gpu_enable_latency_hiding_scheduler=true "
            "--xla_gpu_disable_async_collectives=allreduce",
            "0.6.2", { "lint-conflict@1:48" });
        row("both TPU engines",
            "LIBTPU_INIT_ARGS=\"--xla_tpu_enable_async_collective_fusion_fuse_all_gather=true "
            "--xla_tpu_enable_sparse_core_collective_offload_all_gather=true\" run",
            "0.6.2", { "lint-conflict@1:81" });
        row("verbose lines hidden", "export TF_CPP_VMODULE=x=10", "0.6.2", { "lint-conflict@1:8" });
        row("Nsight with AutoPGLE", "JAX_ENABLE_PGLE=yes nsys profile python3 m.py", "0.6.2",
            { "lint-nsys-with-pgle@1:21" });
        row("Nsight with exported AutoPGLE",
            "export JAX_ENABLE_PGLE=1\nnsys profile -o x python3 m.py", "0.6.2",
            { "lint-nsys-with-pgle@2:1" });
        row("Nsight with the JAX profiler", "nsys profile python3 train.py c.yml profiler=xplane",
            "0.6.2", { "lint-nsys-with-jax-profiler@1:1" });
        row("AutoPGLE and Nsight in two runs",
            "JAX_ENABLE_PGLE=1 python3 m.py\n"
            "JAX_COMPILATION_CACHE_DIR=c JAX_COMPILATION_CACHE_EXPECT_PGLE=1 nsys profile m",
            "0.6.2", {});
        row("AutoPGLE with MaxText's profiler",
            "JAX_ENABLE_PGLE=1 python3 train.py c.yml profiler=xplane", "0.6.2",
            { "lint-pgle-with-jax-profiler@1:19" });
        row("assignment replaced",
            "export XLA_FLAGS=--xla_dump_to=a\nexport XLA_FLAGS=--xla_dump_hlo_as_text=true",
            "0.6.2", { "lint-assignment-replaced@2:8" });
        row("assignment used before",
            "export XLA_FLAGS=--xla_dump_to=a\npython3 m.py\n"
            "export XLA_FLAGS=--xla_dump_hlo_as_text=true",
            "0.6.2", {});
        row("append",
            "export XLA_FLAGS=--xla_dump_to=a\n"
            "export XLA_FLAGS=\"${XLA_FLAGS} --xla_dump_hlo_as_text=true\"",
            "0.6.2", {});
        row("append repeats",
            "export XLA_FLAGS=--xla_dump_to=a\nexport XLA_FLAGS=\"${XLA_FLAGS:-} --xla_dump_to=b\"",
            "0.6.2", { "lint-duplicate-flag@2:34" });
        row("unbalanced quote", "export XLA_FLAGS=\"--xla_dump_to=a", "0.6.2",
            { "lint-unbalanced-quote@1:18" });
        row("control character", "--xla_dump_to=a\x01z", "0.6.2",
            { "lint-control-character@1:16" });
        row("not UTF-8", "# \xC3\x28\n--xla_dump_to=a", "0.6.2", { "lint-not-utf8@1:3" });
    }
    void finds()
    {
        QFETCH(QString, text);
        QFETCH(QString, jaxlib);
        QFETCH(QStringList, found);
        // QString would mend invalid bytes; that row brings its own.
        std::string bytes = text.toStdString();
        if (found == QStringList { "lint-not-utf8@1:3" })
            bytes = "# \xC3\x28\n--xla_dump_to=a";
        const LintReport report = lint(bytes, qPrintable(jaxlib));
        QCOMPARE(places(report), found);
        for (const LintFinding &finding : report.findings) {
            QVERIFY2(findingMessage(finding.id), finding.id.c_str());
            QVERIFY2(
                lintMessage(finding).find('{') == std::string::npos, lintMessage(finding).c_str());
            QVERIFY(!lintMessage(finding).empty());
        }
    }

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
        for (const FlagConflict &conflict : catalogue().conflicts())
            QVERIFY2(tested.contains(conflict.id), conflict.id.c_str());
    }
    void findsConflicts()
    {
        QFETCH(QString, text);
        QFETCH(QString, jaxlib);
        const LintReport report = lint(text.toStdString(), qPrintable(jaxlib));
        const bool isFound = std::ranges::any_of(report.findings, [](const LintFinding &finding) {
            return finding.id == "lint-conflict"
                && finding.operands.front() == QTest::currentDataTag();
        });
        QVERIFY2(isFound, qPrintable(ids(report).join(QLatin1Char(' '))));
    }
    void readsShellForms_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("continuation lines")
            << "export XLA_FLAGS=\"--xla_dump_to=a \\\n  --xla_bad_name_here=1 \\\n  "
               "--xla_x_y_z=2\""
            << QStringList { "lint-unknown-flag@2:3", "lint-unknown-flag@3:3" };
        QTest::newRow("line breaks inside quotes")
            << "export XLA_FLAGS=\"--xla_dump_to=a\n--xla_bad_name_here=1\""
            << QStringList { "lint-unknown-flag@2:1" };
        QTest::newRow("array joined into the variable")
            << "LIST=(\n  --xla_dump_to=a\n  --xla_tpu_dot_dot_fusion=false # note\n)\n"
               "export XLA_FLAGS=\"${LIST[*]}\""
            << QStringList { "lint-tpu-flag-in-xla-flags@3:3" };
        QTest::newRow("variable inside the variable")
            << "BASE=\"--xla_bad_name_here=1\"\nXLA_FLAGS=\"${BASE} --xla_dump_to=${DIR}\" run"
            << QStringList { "lint-unknown-flag@1:7" };
        QTest::newRow("expansion as value")
            << "export XLA_FLAGS=--xla_gpu_memory_limit_slop_factor=$SLOP" << QStringList {};
        QTest::newRow("single quotes and comment")
            << "# --xla_bad_in_comment=1\nexport XLA_FLAGS='--xla_bad_name_here=1'"
            << QStringList { "lint-unknown-flag@2:19" };
        QTest::newRow("other programs' options are their own")
            << "torchrun --nproc_per_node 8 train.py --bf16 --xyz=1" << QStringList {};
        QTest::newRow("flags as arguments")
            << "run --xla_bad_name_here=1" << QStringList { "lint-unknown-flag@1:5" };
        QTest::newRow("sbatch head")
            << "#!/bin/bash\n#SBATCH --nodes=2\nexport XLA_FLAGS=--xla_bad_name_here=1\nsrun x"
            << QStringList { "lint-unknown-flag@3:18" };
        QTest::newRow("if then")
            << "if [ -n \"$A\" ]; then export XLA_FLAGS=--xla_bad_name_here=1; fi"
            << QStringList { "lint-unknown-flag@1:39" };
        QTest::newRow("columns count characters")
            << QString::fromUtf8("N=\"äöü\" XLA_FLAGS=--xla_bad_name_here=1 run")
            << QStringList { "lint-unknown-flag@1:19" };
        QTest::newRow("escaped quotes")
            << "export XLA_FLAGS=\\\"--xla_dump_to=a\\\"" << QStringList { "lint-stray-word@1:19" };
        QTest::newRow("bare list with line breaks")
            << "--xla_dump_to=a\n--xla_bad_name_here=1\n- --xla_x_y_z=1"
            << QStringList { "lint-unknown-flag@2:1", "lint-unknown-flag@3:3" };
    }
    void readsShellForms()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, found);
        QCOMPARE(places(lint(text.toStdString())), found);
    }

    void readsPythonForms_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("implicit concatenation")
            << "import os\nos.environ['XLA_FLAGS'] = (\n    '--xla_dump_to=a '\n"
               "    '--xla_bad_name_here=1 '\n)\n"
            << QStringList { "lint-unknown-flag@4:6" };
        QTest::newRow("concatenation without a blank")
            << "os.environ['XLA_FLAGS'] = (\n    '--xla_gpu_triton_gemm_any=false'\n"
               "    '--xla_dump_to=a'\n)\n"
            << QStringList { "lint-glued-flags@2:6" };
        QTest::newRow("update with a dictionary")
            << "os.environ.update({\n  \"NCCL_LL_BUFFSIZE\": \"-2\",\n"
               "  \"TF_CPP_MAX_LOG_LEVEL\": \"100\",\n})\n"
            << QStringList { "lint-variable-default@2:4", "lint-no-such-variable@3:4" };
        QTest::newRow("update with keywords")
            << "os.environ.update(XLA_FLAGS=\"--xla_bad_name_here=1\", A=\"b\")\n"
            << QStringList { "lint-unknown-flag@1:30" };
        QTest::newRow("setdefault and putenv")
            << "os.environ.setdefault('XLA_FLAGS', '--xla_bad_name_here=1')\n"
               "os.putenv('TF_CPP_MAX_LOG_LEVEL', '1')\n"
            << QStringList { "lint-unknown-flag@1:37", "lint-no-such-variable@2:12" };
        QTest::newRow("append") << "os.environ['XLA_FLAGS'] = os.environ.get('XLA_FLAGS', '') + ' "
                                   "--xla_bad_name_here=1'\n"
                                   "os.environ['XLA_FLAGS'] += ' --xla_x_y_z=1'\n"
                                << QStringList { "lint-unknown-flag@1:63",
                                       "lint-unknown-flag@2:30" };
        QTest::newRow("list joined")
            << "flags = [\n    '--xla_dump_to=a',\n    '--xla_tpu_dot_dot_fusion=false',\n]\n"
               "os.environ['XLA_FLAGS'] = ' '.join(flags)\n"
            << QStringList { "lint-tpu-flag-in-xla-flags@3:6" };
        QTest::newRow("f-string value")
            << "os.environ['XLA_FLAGS'] = f'--xla_gpu_memory_limit_slop_factor={slop}'\n"
            << QStringList {};
        QTest::newRow("comment and triple quotes")
            << "# --xla_bad_in_comment=1\nos.environ[\"XLA_FLAGS\"] = \"\"\"\n"
               "--xla_bad_name_here=1\n\"\"\"\n"
            << QStringList { "lint-unknown-flag@3:1" };
        QTest::newRow("dictionary given to a process")
            << "env = dict(os.environ, XLA_FLAGS='--xla_bad_name_here=1')\n"
            << QStringList { "lint-unknown-flag@1:35" };
        QTest::newRow("comparison is no assignment")
            << "if os.environ['XLA_FLAGS'] == '--xla_bad_name_here=1': pass\n"
            << QStringList { "lint-unknown-flag@1:32" };
        QTest::newRow("unbalanced quote") << "os.environ['XLA_FLAGS'] = '--xla_dump_to=a\nx = 1\n"
                                          << QStringList { "lint-unbalanced-quote@1:27" };
    }
    void readsPythonForms()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, found);
        QCOMPARE(places(lint(text.toStdString(), "0.6.2", "train.py")), found);
    }

    void choosesTheLanguage()
    {
        QCOMPARE(ids(lint("import os\nos.environ['XLA_FLAGS'] = '--xla_bad_name_here=1'\n")),
            QStringList { "lint-unknown-flag" });
        QCOMPARE(ids(lint("#!/usr/bin/env python3\nx = '--xla_bad_name_here=1'\n")),
            QStringList { "lint-unknown-flag" });
    }

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
        QTest::newRow("wrong variable") << "export TF_CPP_MAX_LOG_LEVEL=10"
                                        << "0.6.2"
                                        << "export TF_CPP_MAX_VLOG_LEVEL=10";
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
        const std::string after = fixed(text.toStdString(), qPrintable(jaxlib));
        QCOMPARE(QString::fromStdString(after), expected);
        const LintReport again = lint(after, qPrintable(jaxlib));
        QVERIFY2(!again.hasErrors(), qPrintable(ids(again).join(", ")));
    }

    void guideBlocks_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<int>("errors");
        QTest::addColumn<int>("warnings");
        QTest::addColumn<int>("hints");
        const auto row
            = [](const char *file, const char *jaxlib, int errors, int warnings, int hints) {
                  QTest::addRow("%s at %s", file, jaxlib)
                      << file << jaxlib << errors << warnings << hints;
              };
        row("jax_tips.py", "0.4.26", 0, 0, 2);
        row("jax_tips.py", "0.11.0", 0, 0, 3);
        row("jax_toolbox.sh", "0.4.26", 4, 0, 12);
        row("jax_toolbox.sh", "0.11.0", 14, 0, 10);
        row("ml_engineering.sh", "0.4.26", 0, 0, 0);
        row("ml_engineering.sh", "0.11.0", 0, 0, 0);
        row("pgle.sh", "0.4.26", 1, 1, 1);
        row("pgle.sh", "0.11.0", 0, 2, 4);
        row("auto_pgle.sh", "0.4.26", 0, 2, 1);
        row("auto_pgle.sh", "0.11.0", 0, 0, 1);
        row("maxtext_vmem.sh", "0.4.26", 1, 0, 0);
        row("maxtext_vmem.sh", "0.11.0", 1, 0, 0);
    }
    void guideBlocks()
    {
        QFETCH(QString, file);
        QFETCH(QString, jaxlib);
        QFETCH(int, errors);
        QFETCH(int, warnings);
        QFETCH(int, hints);
        const std::string name = file.toStdString();
        const LintReport report = lint(fileText(name), qPrintable(jaxlib), name.c_str());
        const auto count = [&report](Severity severity) {
            return static_cast<int>(
                std::ranges::count(report.findings, severity, &LintFinding::severity));
        };
        QCOMPARE(count(Severity::Error), errors);
        QCOMPARE(count(Severity::Warning), warnings);
        QCOMPARE(count(Severity::Hint), hints);
    }

    void collectsSettingsForImport()
    {
        const LintReport report
            = lint("export XLA_FLAGS=\"--xla_dump_to=a --xla_gpu_triton_gemm_any=false\"\n"
                   "export NCCL_DEBUG=INFO\nexport FOO=bar\n");
        const std::vector<LintSetting> expected { { "NCCL_DEBUG", "INFO" }, { "xla_dump_to", "a" },
            { "xla_gpu_triton_gemm_any", "false" } };
        QCOMPARE(report.settings, expected);
        // A flag that the release lost is still a setting: importing translates it.
        const std::vector<LintSetting> gone { { "xla_gpu_enable_async_collectives", "true" } };
        QCOMPARE(lint("XLA_FLAGS=--xla_gpu_enable_async_collectives=true run").settings, gone);
    }

    void knowsTheChip()
    {
        Accelerator blackwell;
        blackwell.id = "b200";
        blackwell.vendor = "NVIDIA";
        blackwell.peak.fp4 = FlopPerSecond { 9e15 };
        const LintReport report = lintScript(catalogue(), "export CUDA_DEVICE_MAX_CONNECTIONS=1",
            { *catalogue().releases().choose("0.6.2"), &blackwell, "" });
        QCOMPARE(ids(report), QStringList { "flag-one-queue-on-blackwell" });
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
        QCOMPARE(last->operands.front(), std::string { "9900" });
    }

    void countsUnknownVariablesBeyondAHundred()
    {
        std::string text = "export NCCL_DEBUGG=INFO\n";
        for (int i = 0; i < 5000; ++i)
            text += "export XLA_MY_OWN_SETTING_" + std::to_string(i) + "=1\n";
        const LintReport report = lint(text, "0.6.2", "a.sh");
        QCOMPARE(places(report),
            (QStringList { "lint-misspelt-variable@1:8", "lint-more-variables@101:8" }));
        QCOMPARE(report.findings.back().operands.front(), std::string { "4901" });
    }

    void survivesAnyBytes()
    {
        std::mt19937 random(20260822);
        const std::string pieces[] = { "--xla_gpu_enable_", "XLA_FLAGS=", "\"", "'", "\\", "\n",
            "$", "${", "}", "(", ")", "`", "os.environ[", "]", "=", "true", "\xFF",
            std::string(1, '\0'), "--", "{", ":", "export ", "#", "nsys profile", "\xE2\x82" };
        for (int round = 0; round < 3000; ++round) {
            std::string text;
            const int length = static_cast<int>(random() % 40);
            for (int i = 0; i < length; ++i)
                text += pieces[random() % std::size(pieces)];
            for (const char *file : { "a.sh", "a.py" }) {
                const LintReport report = lint(text, "0.6.2", file);
                const std::string after = applyEdits(text, report.edits());
                QVERIFY(after.size() < text.size() + 10000);
                for (const LintFinding &finding : report.findings)
                    QVERIFY(finding.position.line >= 1 && finding.position.column >= 1);
            }
        }
    }

    void takesMegabytes()
    {
        for (const std::string &text :
            { std::string(1 << 20, 'x'), std::string(1 << 20, '"'), std::string(1 << 20, '\n'),
                "XLA_FLAGS=\"--" + std::string(1 << 20, 'a'), std::string(1 << 20, '('),
                "os.environ['XLA_FLAGS'] = '" + std::string(1 << 20, '-') }) {
            const LintReport report = lint(text);
            for (const LintFinding &finding : report.findings)
                QVERIFY(lintMessage(finding).size() < 2000);
        }
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
        const LintReport report = lintPlan(catalogue(), *loaded, *resolved,
            { *catalogue().releases().choose("0.6.2"), nullptr, "" });
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
        const LintReport report = lintPlan(catalogue(), *loaded, *resolved,
            { *catalogue().releases().choose("0.6.2"), nullptr, "" });
        QCOMPARE(places(report),
            (QStringList { "flag-einsum-without-tensor@7:1", "lint-removed-flag-unneeded@8:1" }));
    }
};

QTEST_GUILESS_MAIN(TestLint)
#include "tst_lint.moc"
