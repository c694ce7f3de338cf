#include "model/runs/readers/config_files.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/readers/log_reader.h"

#include <QTest>

using namespace headroom;

/// Configurations, scripts and pasted texts next to logs.
class RunFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void pythonLiterals()
    {
        const auto tree = pythonLiteral("{'a': None, 'b': [1, 2.5, (3,)], \"c\": 'it\\'s \"so\"', "
                                        "'d': {'e': True, 'f': 'None'}}");
        QVERIFY(tree);
        QCOMPARE(tree->find("c")->text(), std::string("it's \"so\""));
        QVERIFY(tree->find("a")->isNull());
        QCOMPARE(tree->find("d")->find("e")->boolean(), true);
        QCOMPARE(tree->find("d")->find("f")->text(), std::string("None"));
        QCOMPARE(tree->find("b")->items().size(), std::size_t { 3 });
        QVERIFY(!pythonLiteral("{'a': "));
        QVERIFY(!pythonLiteral("{'a\x01': 'b'"));
    }

    /// What is pasted has no name: its kind follows from its text.
    void kindsOfPastedTexts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<RunFileKind>("kind");
        QTest::newRow("options") << QStringLiteral("--num-layers 32 --hidden-size 4096")
                                 << RunFileKind::Script;
        QTest::newRow("dump") << QStringLiteral(
            "---------- arguments ----------\n  num_layers ... 32")
                              << RunFileKind::Log;
        QTest::newRow("command") << QStringLiteral(
            "torchrun --nproc_per_node 8 train.py --bf16 True")
                                 << RunFileKind::Script;
        QTest::newRow("command and its end") << QStringLiteral(
            "python train.py --block_size 1024\nTraceback (most recent call last):\n")
                                             << RunFileKind::Log;
        QTest::newRow("command and its bar")
            << QStringLiteral("python train.py --bf16\n 1%| | 1/99 [00:04<06:58,  4.2s/it]\n")
            << RunFileKind::Log;
        QTest::newRow("script") << QStringLiteral("#!/bin/bash\n# takes 4 s/it\npython train.py\n")
                                << RunFileKind::Script;
    }
    void kindsOfPastedTexts()
    {
        QFETCH(QString, text);
        QFETCH(RunFileKind, kind);
        QVERIFY(runFileKind("pasted", text.toStdString()) == kind);
    }

    void toml()
    {
        ConfigFacts facts;
        std::vector<std::int64_t> problems;
        addToml("a = 1 # one\n[t.u]\nb = \"x # y\" # z\nc = [\n  \"p\",\n  \"q\",\n]\nnonsense\nd "
                "= true\n",
            "f.toml", facts, [&](std::int64_t line) { problems.push_back(line); });
        QCOMPARE(facts.text("a"), std::string("1"));
        QCOMPARE(facts.text("t.u.b"), std::string("x # y"));
        QCOMPARE(facts.list("t.u.c"), (std::vector<std::string> { "p", "q" }));
        QCOMPARE(facts.find("t.u.d")->line, std::int64_t { 9 });
        QCOMPARE(problems, (std::vector<std::int64_t> { 8 }));
    }

    void launchScripts()
    {
        const LaunchText launch
            = launchText("#!/bin/bash\n#SBATCH --nodes=4\nN=32\n"
                         "ARGS=\"--num-layers $N --bf16\"\n"
                         "A=(--hidden-size \"${H:-4096}\" --swiglu)\n"
                         "torchrun --nproc_per_node 8 pretrain_gpt.py $ARGS \\\n"
                         "  \"${A[@]}\" --disable-bias-linear --lr $UNKNOWN "
                         "--recompute-modules core_attn mlp # end\n");
        QCOMPARE(launchedFramework(launch.words), std::string("megatron"));
        RunTrace run;
        run.framework = "megatron";
        addLaunchWords(launch, { "run.sh", 1 }, run);
        QCOMPARE(run.config.text("num_layers"), std::string("32"));
        QCOMPARE(run.config.text("hidden_size"), std::string("4096"));
        QCOMPARE(run.config.text("add_bias_linear"), std::string("False"));
        QCOMPARE(run.config.text("swiglu"), std::string("True"));
        QCOMPARE(run.config.list("recompute_modules"),
            (std::vector<std::string> { "core_attn", "mlp" }));
        QCOMPARE(run.facts.integer("nodes").value_or(0), std::int64_t { 4 });
        QCOMPARE(run.facts.integer("devices_per_node").value_or(0), std::int64_t { 8 });
        // A value that nobody knows is none, and no switch that is on.
        QVERIFY(!run.config.has("lr"));
    }
};

QTEST_GUILESS_MAIN(RunFilesTest)
#include "tst_run_files.moc"
