#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/framework_traits.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace headroom;

namespace {

const char *const smallPlan = R"(schema_version: 1
model: llama3.1-8b
hardware: { accelerator: h100-sxm, nodes: 1, devices_per_node: 8 }
workload: { sequence_length: 8192, global_batch_sequences: 128 }
)";

QStringList problemsOf(const std::string &text)
{
    QStringList lines;
    const auto loaded = parsePlan(text, "p.yaml");
    if (!loaded)
        for (const Error &error : loaded.errors())
            lines << QString::fromStdString(errorText(error));
    return lines;
}

} // namespace

class PlanFileTest : public QObject
{
    Q_OBJECT

private slots:
    void requiredKeysAloneMakeAPlan()
    {
        const auto loaded = parsePlan(smallPlan, "p.yaml");
        QVERIFY(loaded.hasValue());
        Plan expected;
        QVERIFY(loaded->plan == expected);
    }

    // The Trainer, DeepSpeed and torchtitan run eagerly unless told otherwise.
    void plansThatSayNothingCompileAsTheirFrameworkDoes()
    {
        for (const char *framework : { "hf", "deepspeed", "torchtitan", "megatron", "maxtext" }) {
            const std::string text = smallPlan + std::string("framework: ") + framework + "\n";
            const auto loaded = parsePlan(text, "p.yaml");
            QVERIFY2(loaded.hasValue(), framework);
            const bool isEager = frameworkTraits(framework).isEagerUnlessSaid;
            QVERIFY2(loaded->plan.options.compile != isEager, framework);
            for (const bool compiles : { true, false }) {
                Plan plan = loaded->plan;
                plan.options.compile = compiles;
                const auto again = parsePlan(writePlan(plan), "p.yaml");
                QVERIFY2(again.hasValue() && again->plan == plan, framework);
            }
        }
    }

    void everyFieldSurvivesSaving_data()
    {
        QTest::addColumn<QString>("path");
        for (const PlanField &field : planFields())
            QTest::newRow(field.path.c_str()) << QString::fromStdString(field.path);
        for (const char *path : { "flags.xla_gpu_enable_command_buffer", "remat.tensors.context",
                 "parallelism.mesh.ici.fsdp", "parallelism.mesh.dcn.data", "model.config_json" })
            QTest::newRow(path) << path;
    }
    void everyFieldSurvivesSaving()
    {
        QFETCH(QString, path);
        const std::string key = path.toStdString();
        Plan plan;
        const std::string before = planFieldText(plan, key);
        for (const char *candidate : { "3", "2", "2.5", "0.5", "true", "false", "ring", "adafactor",
                 "fp16", "bf16", "splash", "megatron", "inference", "on", "fused", "int8",
                 "offload", "layer", "once", "deepep", "lora", "attention", "head", "dpo",
                 "core_attn", "5, 6, 7", "a: \"quoted\" $(x)" }) {
            if (setPlanField(plan, key, candidate, "").empty()
                && planFieldText(plan, key) != before)
                break;
        }
        QVERIFY2(planFieldText(plan, key) != before, "no candidate changes this field");
        const auto loaded = parsePlan(writePlan(plan), "p.yaml");
        QVERIFY2(loaded.hasValue(), loaded ? "" : errorText(loaded.errors().front()).c_str());
        QVERIFY2(loaded->plan == plan, writePlan(plan).c_str());
    }

    void badInputNamesLineAndRemedy_data()
    {
        QTest::addColumn<QString>("extra");
        QTest::addColumn<QString>("message");
        QTest::newRow("unknown key") << "paralelism: { tensor: 2 }"
                                     << "p.yaml:5: key paralelism is not known";
        QTest::newRow("near key")
            << "parallelism: { tensr: 2 }"
            << "p.yaml:5: key parallelism.tensr is not known; did you mean parallelism.tensor?";
        QTest::newRow("zero degree") << "parallelism: { tensor: 0 }"
                                     << "p.yaml:5: tensor is 0; it must be from 1 to 1048576";
        QTest::newRow("negative") << "parallelism: { fsdp: -8 }"
                                  << "p.yaml:5: fsdp is -8; it must be from 1 to 1048576";
        QTest::newRow("fraction")
            << "parallelism: { fsdp: 1.5 }"
            << "p.yaml:5: fsdp is not a whole number: 1.5; write a whole number";
        QTest::newRow("infinite") << "workload2: 1\nparallelism: { micro_batch_sequences: .inf }"
                                  << "p.yaml:6: micro_batch_sequences is";
        QTest::newRow("huge") << "parallelism: { data: 99999999999999999999 }"
                              << "p.yaml:5: data is 99999999999999999999; it must be";
        QTest::newRow("quoted number") << "parallelism: { tensor: \"8\" }"
                                       << "p.yaml:5: parallelism.tensor is not a number: 8";
        QTest::newRow("list for a number") << "parallelism: { tensor: [8] }"
                                           << "p.yaml:5: parallelism.tensor is not a plain value";
        QTest::newRow("wrong choice")
            << "attention: flashy"
            << "p.yaml:5: attention cannot be flashy; use one of: unfused";
        QTest::newRow("wrong boolean")
            << "options: { scan_layers: yes }"
            << "p.yaml:5: options.scan_layers is neither true nor false: yes";
        QTest::newRow("duplicate") << "model: x"
                                   << "p.yaml:5: key model appears twice";
        QTest::newRow("tensor place")
            << "remat: { policy: custom, tensors: { context: gpu } }"
            << "p.yaml:5: context cannot be gpu; use one of: device, offload, remat";
    }
    void badInputNamesLineAndRemedy()
    {
        QFETCH(QString, extra);
        QFETCH(QString, message);
        const QStringList lines = problemsOf(smallPlan + extra.toStdString() + "\n");
        const bool isSaid = std::any_of(lines.begin(), lines.end(),
            [&](const QString &line) { return line.startsWith(message); });
        QVERIFY2(isSaid, qPrintable(lines.join("\n")));
    }

    void allProblemsAreListedAtOnce()
    {
        const QStringList lines
            = problemsOf("schema_version: 2\nmodel: a\nhardware: { nodes: 0, nods: 1 }\n");
        QCOMPARE(lines.size(), 4);
    }

    void settingsOverrideAndAreBlamed()
    {
        auto loaded = parsePlan(smallPlan, "p.yaml");
        QVERIFY(applySettings(*&loaded.value(), { "parallelism.tensor=8", "flags.a=b=c" }).empty());
        QCOMPARE(loaded->plan.parallelism.tensor, 8);
        QCOMPARE(loaded->plan.flags.at("a"), std::string { "b=c" });
        QCOMPARE(
            loaded->where({ "parallelism.tensor" }), std::string { "--set parallelism.tensor" });
        QCOMPARE(loaded->where({ "hardware.nodes" }), std::string { "p.yaml:3" });
        const Problems problems
            = applySettings(loaded.value(), { "parallelism.tensor=x", "nonsense", "a.b=1" });
        QCOMPARE(problems.size(), std::size_t { 3 });
    }

    void everyMessageIsTemplated()
    {
        for (const MessageTemplate &row : errorMessages()) {
            QVERIFY2(*row.message != '\0', row.id);
            QCOMPARE(
                std::count_if(errorMessages().begin(), errorMessages().end(),
                    [&row](const auto &other) { return std::string_view { other.id } == row.id; }),
                1);
        }
    }

    void savingIsAtomic()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("plan.headroom.yaml").toStdString();
        Plan plan;
        QVERIFY(savePlan(plan, file).empty());
        plan.parallelism.tensor = 4;
        QVERIFY(savePlan(plan, file).empty());
        QVERIFY(loadPlan(file)->plan == plan);
        const auto entries
            = std::distance(std::filesystem::directory_iterator { file.parent_path() }, {});
        QCOMPARE(entries, 1);
    }

    void hardTextsSurviveSaving_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : { "\r", "\xC2\x85", "\xC2\x9B", "a\xE2\x80\xA8", "<<", "=", "?",
                 "? a", "- a", "#", "a\nb", " a", "010", "0x10", "~", "null", "yes", "\\_", "\\N",
                 "[a", "\x1b[31m", "\xE2\x80\xAE", "\xEF\xBB\xBF", "模型", "'", "\"" })
            QTest::newRow(QByteArray { text }.toPercentEncoding().constData())
                << QByteArray { text };
        QTest::newRow("long") << QByteArray(3000, 'x');
        QTest::newRow("brackets") << QByteArray(100, '[');
    }
    void hardTextsSurviveSaving()
    {
        QFETCH(QByteArray, text);
        LoadedPlan loaded;
        const std::string value = text.toStdString();
        for (const std::string &path :
            { std::string { "name" }, std::string { "calibration" }, "flags." + value,
                std::string { "parallelism.mesh.ici.fsdp" }, std::string { "flags.x" } })
            static_cast<void>(
                setPlanField(loaded.plan, path, path.starts_with("parallelism") ? "8" : value, {}));
        loaded.plan.model = { {}, {}, value };
        const auto back = parsePlan(writePlan(loaded.plan), "p");
        QVERIFY2(back.hasValue(), writePlan(loaded.plan).c_str());
        QVERIFY2(back->plan == loaded.plan, writePlan(loaded.plan).c_str());
    }

    void textsThatAreNoUtf8AreRefused()
    {
        Plan plan;
        const std::string nul { "a\0b", 3 };
        for (const std::string &bad : { std::string { "\xff" }, nul }) {
            for (const std::string &path : { std::string { "name" }, "flags." + bad,
                     std::string { "flags.x" }, std::string { "model.config_json" } })
                QVERIFY(!setPlanField(plan, path, path.ends_with(bad) ? "v" : bad, {}).empty());
        }
        QVERIFY(plan == Plan {});
    }

    void onlyTheFirstProblemsAreListed()
    {
        std::string text = "schema_version: 1\n";
        for (int i = 0; i < 500; ++i)
            text += "key" + std::to_string(i) + ": 1\n";
        const auto result = parsePlan(text, "p");
        QVERIFY(!result);
        QCOMPARE(result.errors().size(), maxProblems + 1);
        QCOMPARE(result.errors().back().id, std::string { "more-problems" });
    }

    void missingAndBinaryFilesAreExplained()
    {
        QTemporaryDir folder;
        QCOMPARE(loadPlan(folder.filePath("none.yaml").toStdString()).errors().front().id,
            std::string { "file-unreadable" });
        QCOMPARE(loadPlan(folder.path().toStdString()).errors().front().id,
            std::string { "file-is-directory" });
        const std::filesystem::path binary = folder.filePath("binary").toStdString();
        std::ofstream { binary } << std::string { "\x7f"
                                                  "ELF\2\1\1\0",
            8 };
        const auto result = loadPlan(binary);
        QVERIFY(!result);
        QCOMPARE(result.errors().front().id, std::string { "control-character" });
    }
};

QTEST_GUILESS_MAIN(PlanFileTest)
#include "tst_plan_file.moc"
