#include "model/runs/readers/config_files.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/readers/log_reader.h"

#include <QTest>

#include <random>

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

    /// Random bytes hold the few letters that a reader looks for, sooner or later.
    void bytesThatAreNoText_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<RunFileKind>("kind");
        const std::string line = "step: 12/100 | loss: 2.31 | step time: 1.52\n";
        std::string random, wide;
        std::mt19937 draw(1);
        for (int k = 0; k < 70'000; ++k)
            random += static_cast<char>(draw());
        for (const char letter : line) {
            wide += letter;
            wide += '\0';
        }
        QTest::newRow("random") << random << RunFileKind::Binary;
        QTest::newRow("UTF-16") << wide << RunFileKind::Binary;
        QTest::newRow("zeros that a crash left")
            << line + std::string(4096, '\0') + line << RunFileKind::Log;
        QTest::newRow("colours and overwritten lines")
            << "\x1b[32m" + line + "\x1b[0m\r\b\t" + line << RunFileKind::Log;
        QTest::newRow("other languages") << "损失: 2.31\n" + line << RunFileKind::Log;
        // Twelve of 240 bytes are still a text, thirteen are not.
        const std::string text(228, 'a');
        QTest::newRow("the most") << text + std::string(12, '\x01') << RunFileKind::Log;
        QTest::newRow("one more") << text.substr(1) + std::string(13, '\x7f')
                                  << RunFileKind::Binary;
    }
    void bytesThatAreNoText()
    {
        QFETCH(std::string, bytes);
        QFETCH(RunFileKind, kind);
        QVERIFY(runFileKind("a.log", bytes) == kind);
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
