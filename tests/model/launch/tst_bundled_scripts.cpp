#include "export_fixture.h"
#include "outside_programs.h"

#include "model/launch/common/script_text.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

namespace {

QString python()
{
    return "python3";
}

} // namespace

class BundledScriptsTest : public QObject
{
    Q_OBJECT

private slots:
    void allAreThere_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : { "all_reduce_check.py", "collect.py", "extract_costs.py",
                 "hf_model.py", "hf_resume.py", "hlo_collectives.py", "make_data.py", "measure.py",
                 "measure_context.py", "measure_jax.py", "measure_torch.py", "preflight.py",
                 "prove.py", "stop_time.py", "train_adapters.py", "train_deepspeed.py",
                 "train_factory.py", "train_torchtitan.py", "train_trainer.py", "train_trl.py",
                 "tune_kernels.py" })
            QTest::newRow(name) << name;
    }
    void allAreThere()
    {
        QFETCH(QString, name);
        const std::string text(bundledScript(name.toStdString()));
        QVERIFY(text.starts_with("#!/usr/bin/env python3\n# @plan\n"));
        QVERIFY(bundledScript("nothing.py").empty());
    }

    /// Of all targets of all example plans, ours and those that are written.
    void everyScriptIsWellFormed()
    {
        WrittenExports written;
        for (const std::string &plan : fixture().library().planIds())
            for (const ExportTarget &target : exportTargets())
                for (const bool benchmark : { true, false })
                    if (const auto files
                        = fixture().files(fixture().plan(plan), target.id, benchmark))
                        written.add(QString::fromStdString(plan + '/' + target.id)
                                + (benchmark ? "" : " training"),
                            *files);
        const QStringList problems = written.problems();
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    void blockSizesDivideAndFit()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        static const ExportFixture fixture;
        writeFiles(folder, *fixture.files(fixture.plan("llama3.1-8b-h100-node"), "jax"));
        const ProgramResult result
            = runProgram("bash", { folder.filePath("tune_kernels.sh"), "--list" });
        QCOMPARE(result.status, 0);
        QVERIFY(result.output.contains("attention {'block_q': 64"));
        for (const QByteArray &line : result.output.split('\n')) {
            const QRegularExpression pair(
                "'block_m': (\\d+), 'block_n': (\\d+), 'block_k': (\\d+)");
            const auto match = pair.match(line);
            if (!match.hasMatch())
                continue;
            const int m = match.captured(1).toInt(), n = match.captured(2).toInt(),
                      k = match.captured(3).toInt();
            QVERIFY(8192 % m == 0 && 14336 % n == 0 && 4096 % k == 0);
            QVERIFY(4 * (m * k + k * n) <= 227 * 1024);
        }
    }

    void costsComeFromTheNewestTrace()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        // A stand-in for jax that says which folder it was asked for.
        writeFiles(folder,
            { { "extract_costs.py", std::string(bundledScript("extract_costs.py")), false },
                { "jax/__init__.py", "", false }, { "jax/experimental/__init__.py", "", false },
                { "jax/experimental/profiler.py",
                    "def get_profiled_instructions_proto(folder):\n    return folder.encode()\n",
                    false },
                { "trace/run/tensorboard/plugins/profile/2025_01_01/host.pb", "x", false },
                { "trace/run/tensorboard/plugins/profile/2025_01_02/host.pb", "x", false } });
        const QString cost = folder.filePath("costs.pb");
        const ProgramResult result = runProgram(python(),
            { folder.filePath("extract_costs.py"), folder.filePath("trace"), cost }, place.path());
        QVERIFY2(result.status == 0, result.messages.constData());
        QFile file(cost);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().endsWith("2025_01_02"));
        QCOMPARE(runProgram(python(),
                     { folder.filePath("extract_costs.py"), folder.filePath("none"), cost })
                     .status,
            2);
    }

    /// A build from source names its commit behind the release.
    void releasesAreNumbers()
    {
        QTemporaryDir place;
        writeFiles(QDir(place.path()),
            { { "hf_model.py", std::string(bundledScript("hf_model.py")), false } });
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PYTHONPATH", HEADROOM_TEST_DATA "/launch/stubs");
        environment.insert("PYTHONDONTWRITEBYTECODE", "1");
        const ProgramResult result = runProgram(python(),
            { "-c",
                "from hf_model import number\n"
                "assert number('0.19.6+edaa7221') == [0, 19, 6] >= number('0.19.5')\n"
                "assert number('4.57.0.dev0') == [4, 57, 0] and number('5.0.0rc1') == [5, 0, 0]\n"
                "assert number('0.9') < number('0.19.5') and number('unknown') == []\n" },
            place.path(), environment);
        QVERIFY2(result.status == 0, result.messages.constData());
    }

    void bandwidthVerdicts()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        // nccl-tests' table: the eighth column is the bus bandwidth.
        const char *const perf = "#!/usr/bin/env bash\n"
                                 "echo '#  size count type redop root time algbw busbw wrong'\n"
                                 "echo '  1073741824 268435456 float sum -1 5000 210.0 367.5 0'\n";
        writeFiles(folder,
            { { "all_reduce_check.py", std::string(bundledScript("all_reduce_check.py")), false },
                { "bin/all_reduce_perf", perf, true },
                { "hide/torch.py", "raise ImportError\n", false } });
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", folder.filePath("bin") + ':' + environment.value("PATH"));
        environment.insert("PYTHONPATH", folder.filePath("hide"));
        const auto check = [&](const char *need) {
            return runProgram(python(),
                { folder.filePath("all_reduce_check.py"), "--need-gbytes-per-s", need, "--nodes",
                    "8" },
                {}, environment);
        };
        const ProgramResult enough = check("300");
        QVERIFY2(enough.status == 0, enough.messages.constData());
        QVERIFY(enough.output.contains("verdict: enough"));
        QVERIFY(enough.output.contains("fewer than 4"));
        QCOMPARE(check("400").status, 3);
    }
};

QTEST_GUILESS_MAIN(BundledScriptsTest)
#include "tst_bundled_scripts.moc"
