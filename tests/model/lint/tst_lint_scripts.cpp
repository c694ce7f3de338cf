#include "lint_fixture.h"

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

using namespace headroom;

namespace {

std::string fileText(const std::string &name)
{
    std::ifstream file(HEADROOM_TEST_DATA "/flags/blocks/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

class TestLintScripts : public QObject
{
    Q_OBJECT

private slots:
    void followsRuns_data()
    {
        addPlaceColumns();
        addPlaceRow("Nsight with AutoPGLE", "JAX_ENABLE_PGLE=yes nsys profile python3 m.py",
            "0.6.2", { "lint-nsys-with-pgle@1:21" });
        addPlaceRow("Nsight with exported AutoPGLE",
            "export JAX_ENABLE_PGLE=1\nnsys profile -o x python3 m.py", "0.6.2",
            { "lint-nsys-with-pgle@2:1" });
        addPlaceRow("Nsight with the JAX profiler",
            "nsys profile python3 train.py c.yml profiler=xplane", "0.6.2",
            { "lint-nsys-with-jax-profiler@1:1" });
        addPlaceRow("AutoPGLE and Nsight in two runs",
            "JAX_ENABLE_PGLE=1 python3 m.py\n"
            "JAX_COMPILATION_CACHE_DIR=c JAX_COMPILATION_CACHE_EXPECT_PGLE=1 nsys profile m",
            "0.6.2", {});
        addPlaceRow("AutoPGLE with MaxText's profiler",
            "JAX_ENABLE_PGLE=1 python3 train.py c.yml profiler=xplane", "0.6.2",
            { "lint-pgle-with-jax-profiler@1:19" });
    }
    void followsRuns() { checkPlaces(); }

    void followsAssignments_data()
    {
        addPlaceColumns();
        addPlaceRow("assignment replaced",
            "export XLA_FLAGS=--xla_dump_to=a\nexport XLA_FLAGS=--xla_dump_hlo_as_text=true",
            "0.6.2", { "lint-assignment-replaced@2:8" });
        addPlaceRow("assignment used before",
            "export XLA_FLAGS=--xla_dump_to=a\npython3 m.py\n"
            "export XLA_FLAGS=--xla_dump_hlo_as_text=true",
            "0.6.2", {});
        addPlaceRow("append",
            "export XLA_FLAGS=--xla_dump_to=a\n"
            "export XLA_FLAGS=\"${XLA_FLAGS} --xla_dump_hlo_as_text=true\"",
            "0.6.2", {});
        addPlaceRow("append repeats",
            "export XLA_FLAGS=--xla_dump_to=a\nexport XLA_FLAGS=\"${XLA_FLAGS:-} --xla_dump_to=b\"",
            "0.6.2", { "lint-duplicate-flag@2:34" });
    }
    void followsAssignments() { checkPlaces(); }

    void findsBrokenText_data()
    {
        addPlaceColumns();
        addPlaceRow("unbalanced quote", "export XLA_FLAGS=\"--xla_dump_to=a", "0.6.2",
            { "lint-unbalanced-quote@1:18" });
        addPlaceRow("control character", "--xla_dump_to=a\x01z", "0.6.2",
            { "lint-control-character@1:16" });
        addPlaceRow("not UTF-8", "# \xC3\x28\n--xla_dump_to=a", "0.6.2", { "lint-not-utf8@1:3" });
    }
    void findsBrokenText() { checkPlaces(); }

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
        QTest::newRow("env in front of a command")
            << "env A=b XLA_FLAGS=\"--xla_bad_name_here=1 --xla_x_y_z=1\" python3 m.py"
            << QStringList { "lint-unknown-flag@1:20", "lint-unknown-flag@1:42" };
        QTest::newRow("environment of a container")
            << "docker run -e A=b -e XLA_FLAGS='--xla_bad_name_here=1' "
               "--env=XLA_FLAGS=--xla_x_y_z=1 i"
            << QStringList { "lint-unknown-flag@1:33", "lint-unknown-flag@1:72" };
        QTest::newRow("environment of a job step")
            << "srun --export=ALL,XLA_FLAGS=\"--xla_dump_to=a --xla_bad_name_here=1\" m"
            << QStringList { "lint-unknown-flag@1:46" };
        QTest::newRow("script inside a word")
            << "bash -c 'cd x; XLA_FLAGS=\"--xla_dump_to=a --xla_bad_name_here=1\" python3 m.py'"
            << QStringList { "lint-unknown-flag@1:43" };
        QTest::newRow("script that begins with the variable")
            << "bash -c \"XLA_FLAGS='--xla_bad_name_here=1 --xla_x_y_z=1' python3 m.py\""
            << QStringList { "lint-unknown-flag@1:21", "lint-unknown-flag@1:43" };
        QTest::newRow("list of a YAML file")
            << "command: [\"bash\", \"-c\", \"XLA_FLAGS=--xla_bad_name_here=1 python3 m.py\"]"
            << QStringList { "lint-unknown-flag@1:36" };
        QTest::newRow("later pairs of a Dockerfile's ENV")
            << "ENV A=b XLA_FLAGS=--xla_bad_name_here=1 \\\n    NCCL_PROTOO=LL\n"
            << QStringList { "lint-unknown-flag@1:19", "lint-misspelt-variable@2:5" };
        QTest::newRow("patterns are no environment")
            << "grep -q \"XLA_FLAGS=foo\" x; sed -i 's/XLA_FLAGS=.*/XLA_FLAGS=a/' y"
            << QStringList {};
        QTest::newRow("byte order mark")
            << QString(QChar(0xFEFF)) + "XLA_FLAGS=--xla_bad_name_here=1 run"
            << QStringList { "lint-unknown-flag@1:12" };
        QTest::newRow("a negated name is no flag")
            << "--xla_dump_to=a --noxla_gpu_enable_pipelined_all_reduce"
            << QStringList { "lint-misspelt-flag@1:17" };
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

    void fixesToTheEnd_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fixed");
        QTest::newRow("a successor that is the default already")
            << "export XLA_FLAGS='--xla_gpu_enable_pipelined_collectives=true'"
            << "export XLA_FLAGS='--xla_gpu_enable_pipelined_all_gather=true "
               "--xla_gpu_enable_pipelined_all_reduce=true'";
        QTest::newRow("a negated name")
            << "--xla_dump_to=a --noxla_gpu_enable_pipelined_reduce_scatter"
            << "--xla_dump_to=a --xla_gpu_enable_pipelined_reduce_scatter=false";
    }
    void fixesToTheEnd()
    {
        QFETCH(QString, text);
        QFETCH(QString, fixed);
        const LintOptions options { *shippedFlags().releases().choose("0.6.2"), nullptr, "" };
        const std::string once = fixedScript(shippedFlags(), text.toStdString(), options);
        QCOMPARE(QString::fromStdString(once), fixed);
        QCOMPARE(fixedScript(shippedFlags(), once, options), once);
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
        row("jax_toolbox.sh", "0.4.26", 4, 2, 12);
        row("jax_toolbox.sh", "0.11.0", 14, 3, 13); // three pipelined flags reported without effect
        row("ml_engineering.sh", "0.4.26", 0, 0, 0);
        row("ml_engineering.sh", "0.11.0", 0, 0, 0);
        row("pgle.sh", "0.4.26", 1, 3, 1);
        row("pgle.sh", "0.11.0", 0, 4, 7); // likewise
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
};

QTEST_GUILESS_MAIN(TestLintScripts)
#include "tst_lint_scripts.moc"
