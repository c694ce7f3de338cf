#include "model/base/files/read_file.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/tune/tune_report.h"
#include "model/tune/tune_steps.h"
#include "tests/model/tune/tune_samples.h"

#include <QTest>

#include <algorithm>
#include <sstream>

using namespace headroom;

namespace {

/// The plan that files are, on H100 unless they say otherwise.
PlanIntake readPlan(const std::vector<NamedText> &files, int devices = 8)
{
    RunTrace stated;
    stated.format = statedFormat;
    stated.facts.set("device_name", "h100-sxm", "--chip", 1);
    stated.facts.set("nodes", std::to_string((devices + 7) / 8), "--nodes", 1);
    stated.facts.set("devices_per_node", std::to_string(std::min(devices, 8)), "--chip", 1);
    IntakeTexts texts;
    ReadText text;
    text.traces.push_back(std::move(stated));
    texts.texts.push_back(std::move(text));
    for (const NamedText &file : files) {
        std::istringstream stream { file.text };
        readIntakeText(stream, file.name, shippedLibrary(), texts);
    }
    return planOf(std::move(texts), shippedLibrary(), nullptr, {}, IntakeDetail::Fields);
}

/// Applies a unified diff of one file as `patch` does, without fuzz; nothing where it does not fit.
std::optional<std::string> patched(const std::string &before, const std::string &diff)
{
    const std::vector<std::string> old = linesOf(before), rows = linesOf(diff);
    std::string text;
    std::size_t at = 0;
    const auto takeNewline = [&](std::size_t row, std::string line) {
        if (row + 1 < rows.size() && rows[row + 1].starts_with("\\"))
            line.pop_back();
        return line;
    };
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::string &line = rows[row];
        if (line.starts_with("---") || line.starts_with("+++") || line.starts_with("#")
            || line.starts_with("\\"))
            continue;
        if (line.starts_with("@@ -")) {
            const std::size_t start = std::stoul(line.substr(4));
            const bool isEmpty = line.find(",0 +") != std::string::npos;
            for (const std::size_t to = isEmpty ? start : start - 1; at < to; ++at)
                text += old.at(at);
            continue;
        }
        const std::string content = takeNewline(row, line.substr(1));
        if (line[0] != '+' && (at >= old.size() || old[at] != content))
            return std::nullopt;
        if (line[0] != '-')
            text += content;
        at += line[0] != '+';
    }
    for (; at < old.size(); ++at)
        text += old[at];
    return text;
}

std::string withCarriageReturns(std::string text)
{
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.replace(at, 1, "\r\n");
    return text;
}

/// Moves that somebody may want of a plan.
const std::vector<PlanMove> &drawnMoves()
{
    static const std::vector<PlanMove> moves {
        { { "parallelism.tensor", "1" }, { "parallelism.data", "8" } },
        { { "parallelism.tensor", "2" }, { "parallelism.data", "4" } },
        { { "parallelism.tensor", "4" }, { "parallelism.data", "2" },
            { "parallelism.sequence_parallel", "true" } },
        { { "parallelism.tensor", "2" }, { "parallelism.pipeline", "2" },
            { "parallelism.data", "2" } },
        { { "parallelism.sequence_parallel", "true" } },
        { { "parallelism.zero_stage", "1" } },
        { { "parallelism.micro_batch_sequences", "2" } },
        { { "parallelism.micro_batch_sequences", "4" }, { "remat.policy", "full" } },
        { { "remat.policy", "no_recompute" } },
        { { "remat.policy", "selective" } },
        { { "remat.policy", "full" } },
        { { "parallelism.zero_stage", "1" }, { "options.overlap_grad_reduce", "true" } },
        { { "parallelism.fsdp", "8" }, { "parallelism.data", "1" } },
        { { "parallelism.fsdp", "4" }, { "parallelism.tensor", "2" }, { "parallelism.data", "1" } },
        { { "parallelism.zero_stage", "2" } },
        { { "options.offload_optimizer", "true" } },
    };
    return moves;
}

} // namespace

class TuneFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void slowScriptGetsFaster()
    {
        // 8B on one node: tensor parallelism over all devices, everything recomputed, nothing
        // sharded.
        const NamedText script = sample("megatron_array.sh");
        const TuneOutcome outcome = tuneFiles(questionOf({ script }), flaggedEstimator());
        QVERIFY(outcome.hasRead && outcome.missing.empty() && outcome.problems.empty());
        QVERIFY(outcome.now->time.step.value() > 20);
        QVERIFY2(outcome.gain > 0.4, qPrintable(QString::number(outcome.then->time.step.value())));
        QVERIFY(outcome.then->memory.fitProbability >= 0.9);
        QCOMPARE(outcome.plan.workload.globalBatchSequences, 128);
        QVERIFY(!outcome.hunks.empty());
        bool reshards = false;
        for (const TuneHunk &hunk : outcome.hunks) {
            QCOMPARE(hunk.file, script.name);
            QVERIFY(hunk.line > 1);
            reshards = reshards || hunk.reshards;
        }
        QVERIFY(reshards);
        // The value of the variable changes where the script sets it; its comment stays.
        QVERIFY(outcome.after[0].text.find("   # tensor\n") != std::string::npos);
        QVERIFY(outcome.after[0].text.find("--tensor-model-parallel-size ${TP}   # one node\n")
            != std::string::npos);
    }

    void diffsAreWhatChanges_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::newRow("Megatron") << QStringList { "megatron_array.sh" };
        QTest::newRow("Megatron in a text") << QStringList { "megatron_text.sh" };
        QTest::newRow("torchtitan") << QStringList { "torchtitan.toml", "torchtitan_run.sh" };
        QTest::newRow("MaxText") << QStringList { "maxtext_run.sh" };
        QTest::newRow("the Trainer") << QStringList { "trainer.sh", "ds_config.json" };
        QTest::newRow("a program") << QStringList { "trainer.py" };
        QTest::newRow("axolotl") << QStringList { "axolotl.yml" };
        QTest::newRow("ms-swift") << QStringList { "swift.sh" };
        QTest::newRow("LLaMA-Factory") << QStringList { "llama_factory.yaml" };
    }
    void diffsAreWhatChanges()
    {
        QFETCH(QStringList, files);
        std::vector<NamedText> texts;
        for (const QString &name : files)
            texts.push_back(sample(name.toStdString()));
        const TuneQuestion question = questionOf(texts, 1);
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.hasRead);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::string diff
                = unifiedDiff(texts[i].text, outcome.after[i].text, texts[i].name);
            QCOMPARE(
                patched(texts[i].text, diff).value_or("does not apply"), outcome.after[i].text);
        }
        if (outcome.then) {
            QVERIFY(outcome.gain >= 0 || !outcome.now->memory.fits);
            QCOMPARE(outcome.before.workload, outcome.plan.workload);
        }
        QVERIFY(!writeJson(tuneDocument(question, outcome)).empty());
    }

    void patchedFilesReadAsThePlan_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        for (const char *name : { "megatron_array.sh", "megatron_flat.sh", "megatron_quoted.sh",
                 "torchtitan.toml", "maxtext_run.sh", "trainer.sh", "trainer.py", "axolotl.yml",
                 "llama_factory.yaml" }) {
            const QByteArray file(name);
            QByteArray text;
            if (file == "megatron_flat.sh" || file == "megatron_quoted.sh") {
                // The same arguments in other styles.
                const std::string array = sample("megatron_array.sh").text;
                const PlacedFile placed = placeSettings(name, array);
                std::string arguments;
                for (const PlacedSetting &setting : placed.settings)
                    if (setting.key != "nproc_per_node" && setting.key != "nnodes"
                        && setting.key != "master_port")
                        arguments += " \\\n    --" + setting.key
                            + (setting.values.empty() ? "" : ' ' + setting.text());
                const std::string head = "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
                text = QByteArray::fromStdString(file == "megatron_flat.sh"
                        ? head + "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py"
                            + arguments + "\n"
                        : head + "ARGS=\"" + arguments.substr(3)
                            + "\"\ntorchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py $ARGS\n");
            } else {
                text = QByteArray::fromStdString(sample(name).text);
            }
            QTest::newRow(name) << file << text;
            QTest::newRow((file + " of Windows").constData())
                << file << QByteArray::fromStdString(withCarriageReturns(text.toStdString()));
        }
    }
    void patchedFilesReadAsThePlan()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        const bool isScript = name.endsWith(".sh");
        if (isScript && text.contains("\r\n"))
            return; // no shell runs such a script
        const std::vector<NamedText> files { { name.toStdString(), text.toStdString() } };
        const PlanIntake own = readPlan(files);
        QVERIFY(own.hasRead);
        const auto before = resolvePlan(own.plan, shippedLibrary());
        QVERIFY(before.hasValue());
        int read = 0, tried = 0;
        for (const PlanMove &move : drawnMoves()) {
            Plan plan = own.plan;
            if (!changePlan(plan, move).problems.empty())
                continue;
            const auto after = resolvePlan(plan, shippedLibrary());
            if (!after || !brokenRules(*after).empty() || tunedFields(own.plan, plan).empty())
                continue;
            ++tried;
            const EditedFiles edited = editedFor(files, *before, *after);
            if (!edited.isChanged)
                continue;
            const PlanIntake back = readPlan(edited.files);
            PlanMove differs = tunedFields(plan, back.plan);
            std::erase_if(differs, [](const FieldChange &change) {
                return change.path == "parallelism.data" || change.path == "parallelism.fsdp";
            });
            if (differs.empty())
                ++read;
            // No line but those of the change is another.
            const std::string diff
                = unifiedDiff(files[0].text, edited.files[0].text, files[0].name);
            QCOMPARE(patched(files[0].text, diff).value_or("does not apply"), edited.files[0].text);
            if (text.contains("\r\n"))
                QVERIFY(edited.files[0].text.find("\n") == 0
                    || edited.files[0].text.find("\r\n") != std::string::npos);
        }
        // Tools around the Trainer say batch, accumulation and recomputation alone.
        const bool isTool
            = name.startsWith("trainer.") || name == "axolotl.yml" || name == "llama_factory.yaml";
        QVERIFY2(read >= 2 && (isTool || 2 * read >= tried),
            qPrintable(QString("%1 of %2").arg(read).arg(tried)));
    }

    /// Arguments of a program are changed where they stand: the literal, the variable that holds
    /// it, or a new one; what a call of the model switches on, no argument switches off.
    void programsAreChangedInPlace()
    {
        const NamedText program = sample("trainer.py");
        const TuneQuestion question = questionOf({ program }, 1);
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.now && outcome.then);
        const std::string &after = outcome.after[0].text;
        QVERIFY2(after.find("gradient_checkpointing=False,  # room for it\n") != std::string::npos,
            after.c_str());
        TuneQuestion fixed = question;
        const std::string call = "\nmodel.gradient_checkpointing_enable()\n";
        fixed.files[0].text.insert(fixed.files[0].text.find("\narguments ="), call);
        const TuneOutcome kept = tuneFiles(fixed, flaggedEstimator());
        QVERIFY(kept.now && kept.after[0].text.find("checkpointing=False") == std::string::npos);
        const auto edited = [&](const PlanMove &move) {
            const PlanIntake own = readPlan({ program });
            Plan plan = own.plan;
            changePlan(plan, move);
            return editedFor({ program }, *resolvePlan(own.plan, shippedLibrary()),
                *resolvePlan(plan, shippedLibrary()))
                .files[0]
                .text;
        };
        QVERIFY(edited({ { "parallelism.micro_batch_sequences", "2" } }).find("batch = 2  # each")
            != std::string::npos);
    }

    void missingFactsAreAsked()
    {
        TuneQuestion question;
        question.files
            = { { "run.sh", "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096\n" } };
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.hasRead && !outcome.missing.empty());
        QVERIFY(!outcome.now && outcome.hunks.empty());
        QCOMPARE(outcome.after[0].text, question.files[0].text);
        question.files = { { "notes.txt", "nothing to see\n" } };
        QVERIFY(!tuneFiles(question, flaggedEstimator()).hasRead);
    }

    void diffHasTheFormOfPatch()
    {
        QCOMPARE(unifiedDiff("a\nb\nc\n", "a\nB\nc\n", "x"),
            std::string("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"));
        QCOMPARE(
            unifiedDiff("", "a\n", "/x"), std::string("--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"));
        QCOMPARE(unifiedDiff("a", "b", "x"),
            std::string("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ "
                        "No newline at end of file\n"));
        QVERIFY(unifiedDiff("a\n", "a\n", "x").empty());
        // Drawn texts
        unsigned state = 7;
        const auto draw = [&state](unsigned below) {
            return (state = state * 1664525u + 1013904223u) / 65536u % below;
        };
        for (int i = 0; i < 200; ++i) {
            std::string a, b;
            for (unsigned line = draw(30); line > 0; --line) {
                const std::string text = std::string(1, static_cast<char>('a' + draw(5))) + '\n';
                if (draw(6) > 0)
                    a += text;
                if (draw(6) > 0)
                    b += text;
            }
            QCOMPARE(patched(a, unifiedDiff(a, b, "x")).value_or("does not apply"), b);
        }
    }
};

QTEST_GUILESS_MAIN(TuneFilesTest)
#include "tst_tune_files.moc"
