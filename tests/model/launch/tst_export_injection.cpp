#include "export_checks.h"
#include "export_fixture.h"
#include "outside_programs.h"

#include "model/launch/common/shell_text.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace headroom;

namespace {

const std::vector<std::string> &payloads()
{
    static const std::vector<std::string> list { "$(touch pwned); \"x\"", "`touch pwned`",
        "'; touch pwned; '", "a\ntouch pwned\n", "-rf --force", "\"; touch pwned #",
        "${IFS}touch${IFS}pwned", "$'\\x24(touch pwned)'", "Größe 模型 🚀 \xe2\x80\xae", "a\\", "!!",
        "#SBATCH --nodes=99", "\n#SBATCH --wrap=touch pwned\n", "*", "%n%s", "\r\ntouch pwned",
        "</dev/null>", "EOF\ntouch pwned\nEOF", std::string(10000, 'x') + "$(touch pwned)" };
    return list;
}

/// A name put together by chance from pieces that mean something to a shell, a YAML or Python
/// reader, Slurm or a terminal, and from any bytes.
std::string randomName(std::mt19937 &engine)
{
    static const std::vector<std::string> pieces { "$(touch pwned)", "`touch pwned`", "'", "\"",
        "\\", "\n", "\r", "\t", ";", "&&", "|", "touch pwned", "${HOME}", "$0", "!!", "!", "*", "?",
        "~", "#", "#SBATCH --wrap=\"touch pwned\"", "<<EOF\n", "EOF\n", ">pwned", "--", "-rf", "%j",
        "{{", "}}", "{}", "[", ": ", "\xe2\x80\xae", "\xff", "\x1b[31m", "\x07", "模型", "🚀", " ",
        "a", "Run 7", "'''", "\"\"\"", "\\n", "\\'", "$'\\x27'", "/", "..", "=", ",", "\xc2\xa0" };
    std::string name;
    for (auto left = 1 + engine() % 12; left > 0; --left)
        name += engine() % 8 == 0 ? std::string(1, static_cast<char>(1 + engine() % 255))
                                  : pieces[engine() % pieces.size()];
    return name;
}

/// Scripts of a target that start the program, and what they need in the environment.
struct Start
{
    const char *target;
    const char *script;
};
constexpr Start starts[] { { "maxtext-gpu", "run.sh" }, { "maxtext-tpu", "run.sh" },
    { "maxtext-slurm", "run.sh" }, { "maxtext-gke", "start.sh" }, { "maxtext-gke", "xpk.sh" },
    { "maxtext-gke", "submit.sh" }, { "jax", "run.sh" }, { "jax", "tune_kernels.sh" },
    { "pgle-auto", "autopgle.sh" }, { "pgle-auto", "nsight_from_cache.sh" },
    { "pgle-jax-profiler", "1_profile_run.sh" }, { "pgle-jax-profiler", "2_convert.sh" },
    { "pgle-nsys", "1_profile_run.sh" }, { "pgle-nsys", "2_convert.sh" }, { "megatron", "run.sh" },
    { "torchtitan", "run.sh" }, { "deepspeed", "run.sh" }, { "hf-trainer", "run.sh" },
    { "measure", "run.sh" }, { "prove", "run.sh" }, { "maxtext-gpu", "measure_context.sh" },
    { "maxtext-gpu", "check_network.sh" } };

const char *planFor(const std::string &target)
{
    return target == "maxtext-tpu" ? "llama2-70b-v5p-64" : "llama3.1-8b-h100-node";
}

QStringList values(const QStringList &call, const QString &kind)
{
    QStringList found;
    for (const QString &entry : call)
        if (entry.startsWith(kind + '='))
            found << entry.mid(kind.size() + 1);
    return found;
}

QString variable(const QStringList &call, const QString &name)
{
    for (const QString &entry : values(call, "env"))
        if (entry.startsWith(name + '='))
            return entry.mid(name.size() + 1);
    return {};
}

} // namespace

class ExportInjectionTest : public QObject
{
    Q_OBJECT

private:
    /// Runs a script with stand-ins in a folder with an awkward name; gives back the calls it made.
    QList<QStringList> callsOf(
        const std::vector<ExportFile> &files, const QString &script, QTemporaryDir &place)
    {
        const QDir folder(place.filePath("it's a $(touch pwned) folder"));
        folder.mkpath(".");
        writeFiles(folder, files);
        const QDir elsewhere(place.filePath("elsewhere"));
        elsewhere.mkpath(".");
        const QString log = place.filePath("log");
        QProcessEnvironment environment = standInEnvironment(QDir(place.path()), log);
        for (const char *name : { "IMAGE", "CLUSTER", "PROJECT", "ZONE", "TRAIN_SCRIPT" })
            environment.insert(name, "somewhere/it.py");
        environment.insert("JAX_SOURCE", "/nowhere");
        const ProgramResult result
            = runProgram("bash", { folder.filePath(script) }, elsewhere.path(), environment);
        if (result.status != 0)
            qWarning("%s: %d %s", qPrintable(script), result.status, result.messages.constData());
        return standInCalls(log);
    }

    bool isPwned(const QTemporaryDir &place)
    {
        return QFile::exists(place.filePath("pwned"))
            || QFile::exists(place.filePath("elsewhere/pwned"))
            || QFile::exists(place.filePath("it's a $(touch pwned) folder/pwned"));
    }

private slots:
    void displayNames_data()
    {
        QTest::addColumn<int>("payload");
        for (std::size_t i = 0; i < payloads().size(); ++i)
            QTest::addRow("payload %d", int(i)) << int(i);
    }
    void displayNames()
    {
        QFETCH(int, payload);
        for (const Start &start : starts) {
            ResolvedPlan plan = fixture().plan(planFor(start.target));
            plan.plan.name = payloads().at(static_cast<std::size_t>(payload));
            const auto files = fixture().files(plan, start.target);
            QVERIFY(files.hasValue());
            for (const ExportFile &file : *files)
                if (file.name.ends_with(".sbatch"))
                    QVERIFY(checkSlurm(file.content).empty());
            QTemporaryDir place;
            const auto calls = callsOf(*files, start.script, place);
            QVERIFY2(!isPwned(place), start.target);
            QVERIFY2(!calls.isEmpty(), start.script);
        }
    }

    /// HEADROOM_NAMES: so many for each script instead of three.
    void randomNames()
    {
        bool isGiven = false;
        const int given = qEnvironmentVariableIntValue("HEADROOM_NAMES", &isGiven);
        std::mt19937 engine(17);
        WrittenExports written;
        for (const Start &start : starts)
            for (int i = 0; i < (isGiven ? given : 3); ++i) {
                ResolvedPlan plan = fixture().plan(planFor(start.target));
                plan.plan.name = randomName(engine);
                const auto files = fixture().files(plan, start.target);
                QVERIFY(files.hasValue());
                const QByteArray name = QByteArray(start.script)
                    + QByteArray::fromStdString(plan.plan.name).toPercentEncoding();
                if (i == 0)
                    written.add(QString("%1 %2").arg(start.target, start.script), *files);
                QTemporaryDir place;
                const auto calls = callsOf(*files, start.script, place);
                QVERIFY2(!isPwned(place), name.constData());
                QVERIFY2(!calls.isEmpty(), name.constData());
            }
        const QStringList problems = written.problems();
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    void scriptsStayWellFormed()
    {
        WrittenExports written;
        // The line breaks are what could leave a comment: one target of each renderer will do.
        for (const char *target : { "maxtext-slurm", "pgle-nsys", "megatron", "jax" })
            for (std::size_t i = 0; i < payloads().size(); ++i) {
                ResolvedPlan plan = fixture().plan(planFor(target));
                plan.plan.name = payloads()[i];
                const auto files = fixture().files(plan, target);
                QVERIFY(files.hasValue());
                written.add(QString("%1 payload %2").arg(target).arg(i), *files);
            }
        const QStringList problems = written.problems();
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    void valuesArriveEqual_data() { displayNames_data(); }
    void valuesArriveEqual()
    {
        QFETCH(int, payload);
        const std::string &value = payloads().at(static_cast<std::size_t>(payload));
        for (const Start &start : starts) {
            if (std::string(start.script) != "run.sh")
                continue;
            ResolvedPlan plan = fixture().plan(planFor(start.target));
            plan.plan.flags["NCCL_SOCKET_IFNAME"] = value;
            plan.plan.flags["xla_dump_to"] = value;
            const auto files = fixture().files(plan, start.target);
            QVERIFY(files.hasValue());
            QTemporaryDir place;
            const auto calls = callsOf(*files, start.script, place);
            QVERIFY2(!isPwned(place), start.target);
            QVERIFY2(!calls.isEmpty(), start.target);
            // Stand-ins for devices have neither links nor the flags of the run.
            if (std::string(start.target) == "prove")
                continue;
            const bool isTpu = std::string(start.target) == "maxtext-tpu";
            if (!isTpu)
                QCOMPARE(
                    variable(calls.back(), "NCCL_SOCKET_IFNAME"), QString::fromStdString(value));
            const std::string framework = exportTarget(start.target)->frameworkFor(plan.plan);
            if (framework == "maxtext" && !exportTarget(start.target)->measures)
                QVERIFY(variable(calls.back(), "XLA_FLAGS").contains("--xla_dump_to="));
        }
    }

    void namesOfFlagsCannotCarryCode()
    {
        ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node");
        plan.plan.flags["$(touch pwned)"] = "1";
        plan.plan.flags["A;touch pwned"] = "1";
        const auto files = fixture().files(plan, "maxtext-gpu");
        QVERIFY(files.hasValue());
        QTemporaryDir place;
        QVERIFY(!callsOf(*files, "run.sh", place).isEmpty());
        QVERIFY(!isPwned(place));
        QVERIFY(findFile(*files, "README.md")->content.find("touch pwned") != std::string::npos);
        QVERIFY(findFile(*files, "run.sh")->content.find("touch pwned") == std::string::npos);
    }

    void theProgramGetsWhatThePlanSays()
    {
        QTemporaryDir place;
        const auto calls
            = callsOf(*fixture().files(fixture().plan("llama3.1-8b-h100-node"), "maxtext-gpu"),
                "run.sh", place);
        QCOMPARE(calls.size(), 1);
        const QStringList arguments = values(calls[0], "argument");
        QCOMPARE(arguments.value(0), QString("-m"));
        QCOMPARE(arguments.value(1), QString("maxtext.trainers.pre_train.train"));
        QVERIFY(arguments.value(2).endsWith("/config.yml"));
        QVERIFY(QFile::exists(arguments.value(2)));
        QCOMPARE(arguments.value(3), QString("run_name=llama-3-1-8b-on-one-h100-node"));
        QCOMPARE(arguments.value(4), QString("base_output_directory=output"));
        QVERIFY(variable(calls[0], "XLA_FLAGS").startsWith("--xla_"));
    }

    void aCallersFlagsComeLast()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        writeFiles(
            folder, *fixture().files(fixture().plan("llama3-70b-h100-32-nodes"), "maxtext-slurm"));
        QProcessEnvironment environment = standInEnvironment(folder, place.filePath("log"));
        environment.insert("XLA_FLAGS", "--xla_own=1");
        QCOMPARE(
            runProgram("bash", { folder.filePath("run.sh"), "steps=3" }, {}, environment).status,
            0);
        const auto calls = standInCalls(place.filePath("log"));
        QVERIFY(variable(calls[0], "XLA_FLAGS").endsWith(" --xla_own=1"));
        QCOMPARE(values(calls[0], "argument").back(), QString("steps=3"));
    }

    void aFailingProgramFailsTheScript()
    {
        for (const Start &start : starts) {
            if (std::string(start.script) != "run.sh")
                continue;
            QTemporaryDir place;
            const QDir folder(place.path());
            writeFiles(
                folder, *fixture().files(fixture().plan(planFor(start.target)), start.target));
            QProcessEnvironment environment = standInEnvironment(folder, place.filePath("log"), 7);
            environment.insert("TRAIN_SCRIPT", "train.py");
            QCOMPARE(runProgram("bash", { folder.filePath("run.sh") }, {}, environment).status, 7);
        }
    }

    void severalNodesNeedTheirPeers()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        writeFiles(
            folder, *fixture().files(fixture().plan("llama3-70b-h100-32-nodes"), "maxtext-gpu"));
        QProcessEnvironment environment = standInEnvironment(folder, place.filePath("log"));
        QVERIFY(runProgram("bash", { folder.filePath("run.sh") }, {}, environment).status != 0);
        QVERIFY(standInCalls(place.filePath("log")).isEmpty());
        environment.insert("NODE_RANK", "3");
        environment.insert("JAX_COORDINATOR_IP", "10.0.0.1");
        QCOMPARE(runProgram("bash", { folder.filePath("run.sh") }, {}, environment).status, 0);
        const auto calls = standInCalls(place.filePath("log"));
        QCOMPARE(variable(calls.value(0), "NNODES"), QString("32"));
        QCOMPARE(variable(calls.value(0), "JAX_COORDINATOR_PORT"), QString("12345"));
    }

    /// Slurm runs a copy of the job elsewhere, and shows the arguments behind the job's path.
    void jobsTakeArgumentsFromElsewhere()
    {
        for (const char *target : { "maxtext-slurm", "megatron" }) {
            const char *job
                = std::string_view { target } == "megatron" ? "job.sbatch" : "job_per_gpu.sbatch";
            QTemporaryDir place, spool, elsewhere;
            const QDir folder(place.filePath("an export"));
            writeFiles(folder, *fixture().files(fixture().plan(planFor(target)), target));
            QProcessEnvironment environment
                = standInEnvironment(QDir(spool.path()), spool.filePath("log"));
            const QString command = folder.filePath(job) + " hf_path=some/data steps=3";
            writeFiles(QDir(spool.filePath("bin")),
                { { "scontrol",
                    "#!/bin/sh\ncase \"$2\" in\n  hostnames) echo node1 ;;\n"
                    "  *) printf '   Command=%s\\n' '"
                        + command.toStdString() + "' ;;\nesac\n",
                    true } });
            QVERIFY(QFile::copy(folder.filePath(job), spool.filePath("slurm_script")));
            for (const char *name : { "SLURM_JOB_ID", "SLURM_NNODES", "SLURM_NODEID" })
                environment.insert(name, "1");
            environment.insert("SLURM_JOB_NODELIST", "node1");
            environment.insert("SLURM_SUBMIT_DIR", elsewhere.path());
            const ProgramResult result = runProgram("bash",
                { spool.filePath("slurm_script"), "hf_path=some/data", "steps=3" },
                elsewhere.path(), environment);
            QVERIFY2(result.status == 0, result.messages.constData());
            const auto calls = standInCalls(spool.filePath("log")); // the pre-flight is the first
            const QStringList arguments = values(calls.value(calls.size() - 1), "argument");
            QVERIFY(arguments.contains(folder.filePath("run.sh")));
            QCOMPARE(arguments.mid(arguments.size() - 2),
                (QStringList { "hf_path=some/data", "steps=3" }));
        }
    }

    /// Only data or a tokenizer of one's own take the place of the mock ones.
    void megatronAddsArguments()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        writeFiles(folder, *fixture().files(fixture().plan(planFor("megatron")), "megatron"));
        const auto given = [&](const QStringList &arguments) {
            const QString log = place.filePath("log");
            QFile::remove(log);
            const ProgramResult result
                = runProgram("bash", QStringList { folder.filePath("run.sh") } + arguments, {},
                    standInEnvironment(folder, log));
            return result.status == 0 ? values(standInCalls(log).value(0), "argument")
                                      : QStringList {};
        };
        const QStringList plain = given({});
        QVERIFY(plain.contains("--mock-data") && plain.contains("NullTokenizer"));
        QCOMPARE(given({ "--save", "here" }), plain + QStringList({ "--save", "here" }));
        const QStringList own
            = given({ "--data-path", "text", "--tokenizer-type=HuggingFaceTokenizer" });
        QVERIFY(!own.contains("--mock-data") && !own.contains("NullTokenizer"));
        QCOMPARE(own.back(), QString("--tokenizer-type=HuggingFaceTokenizer"));
        const QStringList dataAlone = given({ "--data-path", "text" });
        QVERIFY(!dataAlone.contains("--mock-data") && dataAlone.contains("NullTokenizer"));
    }

    void costsOfAnotherRunAreRefused()
    {
        QTemporaryDir place;
        const QDir folder(place.path());
        writeFiles(folder, *fixture().files(fixture().plan("llama3.1-8b-h100-node"), "pgle-nsys"));
        QProcessEnvironment environment = standInEnvironment(folder, place.filePath("log"));
        environment.insert("WORK", place.filePath("my work"));
        const auto run = [&](const char *script, QStringList arguments = {}) {
            return runProgram("bash", QStringList { folder.filePath(script) } + arguments,
                place.path(), environment);
        };
        QCOMPARE(run("3_performance_run.sh").status, 2); // no costs yet
        QCOMPARE(run("1_profile_run.sh").status, 0);
        writeFiles(
            folder, { { "my work/run1.pbtxt", "costs { name: \"x\" cost_us: 1 }\n", false } });
        const ProgramResult used = run("3_performance_run.sh");
        QVERIFY2(used.status == 3, used.messages.constData()); // the stand-in logs no use of costs
        QVERIFY(used.messages.contains("NOT used"));
        const auto calls = standInCalls(place.filePath("log"));
        QVERIFY(variable(calls.back(), "XLA_FLAGS")
                    .contains("--xla_gpu_pgle_profile_file_or_directory_path=\""));
        QCOMPARE(run("3_performance_run.sh", { "remat_policy=full" }).status, 2);
        environment.insert("XLA_FLAGS", "--xla_other=1");
        QCOMPARE(run("3_performance_run.sh").status, 2);
    }
};

QTEST_GUILESS_MAIN(ExportInjectionTest)
#include "tst_export_injection.moc"
