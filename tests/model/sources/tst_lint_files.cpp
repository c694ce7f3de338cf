#include "model/base/files/read_file.h"
#include "model/base/wording/messages.h"
#include "model/sources/key_checks.h"
#include "model/sources/lint_files.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

const std::string samples = std::string(HEADROOM_TEST_DATA) + "/sources/";

const KeyTables &tables()
{
    static const KeyTables all(shippedLibrary().directories());
    return all;
}

/// Files of one run; of which the first is the one that faults are put into.
using Run = std::vector<NamedText>;

Run readRun(const QStringList &names)
{
    Run run;
    for (const QString &name : names)
        run.push_back({ name.toStdString(), *readTextFile(samples + name.toStdString()) });
    return run;
}

std::vector<LintReport> lintRun(const Run &run, const std::string &release = {})
{
    const FlagCatalogue &catalogue = *shippedCatalogue();
    const auto reports = lintFiles(run,
        { catalogue, shippedLibrary(), tables(), *catalogue.releases().choose("0.11.0"), nullptr,
            release });
    if (!reports)
        qFatal("%s", errorText(reports.errors().front()).c_str());
    return *reports;
}

LintReport lintText(
    const std::string &text, const char *name = "run.sh", const std::string &release = {})
{
    return lintRun({ { name, text } }, release).front();
}

/// "severity id@line" of each finding but of hints.
QStringList linesOf(const LintReport &report)
{
    QStringList list;
    for (const LintFinding &finding : report.findings)
        if (finding.severity != Severity::Hint)
            list << QString("%1 %2@%3")
                        .arg(severityName(finding.severity), QString::fromStdString(finding.id))
                        .arg(finding.position.line);
    return list;
}

std::size_t lineAt(const std::string &text, std::size_t at)
{
    return 1
        + static_cast<std::size_t>(
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

bool hasFindingAt(const LintReport &report, std::size_t line)
{
    return std::ranges::any_of(report.findings, [line](const LintFinding &finding) {
        return finding.severity != Severity::Hint
            && finding.position.line == static_cast<int>(line);
    });
}

/// A fault that somebody made.
struct Fault
{
    std::string text; ///< of the file with it
    std::size_t line = 0;
    std::string what;
};

std::string replaced(std::string text, TextSpan at, const std::string &by)
{
    return text.replace(at.from, at.to - at.from, by);
}

/// Every setting once with a letter less and once with a value of another type.
std::vector<Fault> seededFaults(const NamedText &file)
{
    const PlacedFile placed = placeSettings(file.name, file.text);
    const KeyTable &table = **tables().of(placed.program);
    std::vector<Fault> faults;
    for (const PlacedSetting *setting : ownSettings(placed, table)) {
        const KnownKey *key = table.find(setting->key);
        if (!key || setting->isListed || setting->key.size() < 6)
            continue;
        const std::size_t middle
            = setting->keyAt.from + (setting->keyAt.to - setting->keyAt.from) / 2;
        const std::size_t line = lineAt(file.text, setting->keyAt.from);
        faults.push_back(
            { replaced(file.text, { middle, middle + 1 }, ""), line, "misspelt " + setting->key });
        const char *wrong = placed.syntax == SourceSyntax::Json ? "\"many\"" : "many";
        const bool isTyped = key->kind == ValueKind::Integer || key->kind == ValueKind::Real
            || (key->kind == ValueKind::Boolean && placed.syntax != SourceSyntax::Shell);
        if (isTyped && setting->values.size() == 1
            && setting->values[0].held == setting->values[0].at)
            faults.push_back({ replaced(file.text, setting->values[0].at, wrong), line,
                "type of " + setting->key });
    }
    return faults;
}

} // namespace

class LintFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void goodFilesAreSilent_data()
    {
        QTest::addColumn<QStringList>("files");
        for (const char *file : { "megatron_array.sh", "megatron_text.sh", "megatron.slurm",
                 "torchtitan.toml", "torchtitan_run.sh", "maxtext.yml", "maxtext_run.sh",
                 "accelerate.yaml", "axolotl.yml", "llama_factory.yaml" })
            QTest::newRow(file) << QStringList { file };
        QTest::newRow("DeepSpeed under the Trainer")
            << QStringList { "ds_config.json", "trainer.sh" };
        QTest::newRow("the Trainer with DeepSpeed")
            << QStringList { "trainer.sh", "ds_config.json" };
    }
    void goodFilesAreSilent()
    {
        QFETCH(QStringList, files);
        for (const LintReport &report : lintRun(readRun(files))) {
            QCOMPARE(linesOf(report), QStringList());
            QVERIFY(report.unchecked.empty());
        }
    }

    /// A script that looks through its own words names options in the patterns of "case".
    void patternsAreNoSettings()
    {
        Run run = readRun({ "megatron_text.sh" });
        const int line = 1 + static_cast<int>(std::ranges::count(run.front().text, '\n'));
        run.front().text += "for WORD in \"$@\"; do\n  case \"${WORD%%=*}\" in\n"
                            "    --data-path | --data-args-path)\n      shift ;;\n"
                            "    --help) echo usage; exit 0 ;;\n    *) ;;\n  esac\ndone\n";
        QCOMPARE(linesOf(lintRun(run).front()), QStringList());
        run.front().text += "python3 pretrain_gpt.py --data-args-path\n";
        QVERIFY(hasFindingAt(lintRun(run).front(), line + 8));
    }

    void seededFaultsAreFound_data() { goodFilesAreSilent_data(); }
    void seededFaultsAreFound()
    {
        QFETCH(QStringList, files);
        const Run run = readRun(files);
        const std::vector<Fault> faults = seededFaults(run.front());
        QVERIFY(faults.size() >= 5);
        QStringList missed;
        for (const Fault &fault : faults) {
            Run broken = run;
            broken.front().text = fault.text;
            if (!hasFindingAt(lintRun(broken).front(), fault.line))
                missed << QString("%1 (line %2)")
                              .arg(QString::fromStdString(fault.what))
                              .arg(fault.line);
        }
        // The Trainer's parser takes the beginning of a name and dataclasses of the program's own.
        const auto most = static_cast<qsizetype>(faults.size() / 20);
        QVERIFY2(missed.size() <= most, qPrintable(missed.join("; ")));
    }

    void brokenRulesAreFound_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("was");
        QTest::addColumn<QString>("is");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("at");
        const QStringList array { "megatron_array.sh" }, text { "megatron_text.sh" },
            job { "megatron.slurm" }, json { "ds_config.json" };
        const auto row = [](const char *name, const QStringList &files, const char *was,
                             const char *is, const char *found, const char *at) {
            QTest::newRow(name) << files << QString(was) << QString(is) << QString(found)
                                << QString(at);
        };
        const char *divides = "error lint-key-not-divisible", *needs = "error lint-key-needs-key",
                   *excludes = "error lint-keys-exclude", *below = "error lint-key-below-key";
        row("product of degrees", array, "TP=8 ", "TP=3 ", divides, "--tensor-model");
        row("heads over tensor ranks", array, "heads 32", "heads 36", divides, "heads 36");
        row("batch over ranks", text, "batch-size 256", "batch-size 250", divides,
            "batch-size 250");
        row("layers over stages", text, "layers 40", "layers 41", divides, "layers 41");
        row("two formats", array, "--bf16", "--bf16 --fp16", excludes, "--bf16");
        row("overlap without sharding", text, "    --use-distributed-optimizer \\\n", "", needs,
            "--overlap-param");
        row("gather without reduce", text, "    --overlap-grad-reduce \\\n", "", needs,
            "--overlap-param");
        row("overlap without sequence parallelism", array, "--bf16", "--bf16 --tp-comm-overlap",
            needs, "--bf16");
        row("selective with a method", array, "granularity full", "granularity selective", excludes,
            "recompute-method");
        row("full without a method", array, "    --recompute-method uniform\n", "", needs,
            "granularity full");
        row("positions below length", array, "embeddings 8192", "embeddings 4096", below,
            "embeddings 4096");
        row("rates", array, "--lr 3.0e-4", "--lr 3.0e-6", below, "--lr 3.0e-6");
        row("samples beside iterations", array, "--lr 3.0e-4", "--lr 3.0e-4 --lr-warmup-samples 10",
            excludes, "--lr 3");
        row("experts over ranks", job, "experts 8", "experts 12", divides, "experts 12");
        row("save without interval", job, " --save-interval 500", "", needs, "--save ");
        row("queues", array, "export CUDA_DEVICE_MAX_CONNECTIONS=1\n", "",
            "warning lint-connections-unset", "--tensor-m");
        row("sequence parallelism alone", array, "TP=8 ", "TP=1 #", "", "TP=1");
        row("no tensor parallelism to go with", array, "size ${TP}", "size 1 --sequence-parallel",
            "warning lint-key-no-effect", "size 1 --sequence");
        row("removed", array, "--bf16", "--bf16 --DDP-impl local", "warning lint-removed-key-open",
            "--bf16");
        row("switch with a value", array, "--swiglu", "--swiglu true",
            "error lint-switch-with-value", "--swiglu");
        row("no value", array, "--rotary-base 500000", "--rotary-base",
            "error lint-key-needs-value", "--rotary-base");
        row("two values", array, "--rotary-base 500000", "--rotary-base 500000 7",
            "error lint-stray-value", "--rotary-base");
        row("below one", array, "--micro-batch-size 1", "--micro-batch-size 0",
            "error lint-key-out-of-range", "batch-size 0");
        row("choice", array, "--normalization RMSNorm", "--normalization RmsNorm",
            "error lint-key-unknown-value", "RmsNorm");
        row("torchtitan's batch", { "torchtitan.toml" }, "local_batch_size = 1",
            "local_batch_size = 3", divides, "global_batch_size");
        row("torchtitan's devices", { "torchtitan_run.sh" }, "degree=2", "degree=3", divides,
            "degree=3");
        row("DeepSpeed's batch", json, "\": 64", "\": 60", "error lint-batch-product", "\": 60");
        row("DeepSpeed's formats", json, "\"bf16\": {",
            "\"fp16\": { \"enabled\": true },\n  \"bf16\": {", excludes, "\"bf16\"");
        row("no JSON", json, "\": 64,", "\": 64", "error lint-not-json", "\"gradient_clipping\"");
        row("offload without the stage", json, "\"stage\": 3",
            "\"stage\": 2, \"offload_param\": { \"device\": \"cpu\" }", needs, "\"stage\"");
        row("against the Trainer", { "ds_config.json", "trainer.sh" }, "gpu\": 4", "gpu\": 2",
            "error lint-trainer-differs", "gpu\": 2");
        row("axolotl's warm-up", { "axolotl.yml" }, "warmup_steps: 10",
            "warmup_steps: 10\nwarmup_ratio: 0.1", excludes, "warmup_ratio");
        row("quantized and full", { "llama_factory.yaml" }, "full", "full\nquantization_bit: 4",
            needs, "quantization_bit");
        row("degrees of MaxText", { "maxtext_run.sh" }, "ici_fsdp_parallelism=8",
            "ici_fsdp_paralelism=8", "error lint-misspelt-key", "paralelism");
    }
    void brokenRulesAreFound()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, was);
        QFETCH(QString, is);
        QFETCH(QString, found);
        QFETCH(QString, at);
        Run run = readRun(files);
        std::string &text = run.front().text;
        const std::size_t place = text.find(was.toStdString());
        QVERIFY(place != std::string::npos);
        text.replace(place, was.toStdString().size(), is.toStdString());
        const std::size_t line = lineAt(text, text.find(at.toStdString()));
        const LintReport report = lintRun(run).front();
        if (found.isEmpty())
            QCOMPARE(linesOf(report), QStringList());
        else
            QVERIFY2(linesOf(report).contains(found + '@' + QString::number(line)),
                qPrintable(linesOf(report).join(", ")));
        for (const LintFinding &finding : report.findings)
            QVERIFY2(
                lintMessage(finding).find('{') == std::string::npos, lintMessage(finding).c_str());
    }

    void releasesDecide()
    {
        const std::string script
            = "torchrun pretrain_gpt.py --num-layers 2 --encoder-tensor-model-parallel-size 0\n";
        QCOMPARE(linesOf(lintText(script, "run.sh", "0.19.0")),
            QStringList { "error lint-removed-key@1" });
        QCOMPARE(linesOf(lintText(script, "run.sh", "0.12.0")), QStringList());
        QCOMPARE(linesOf(lintText("torchrun pretrain_gpt.py --num-layers 2 --use-megatron-fsdp\n",
                     "run.sh", "0.12.0")),
            QStringList { "error lint-later-key@1" });
        // Gone before the other came.
        QCOMPARE(linesOf(lintText("torchrun pretrain_gpt.py --encoder-tensor-model-parallel-size 0 "
                                  "--cuda-graph-modules attn\n")),
            QStringList { "error lint-no-release-has-both@1" });
    }

    void othersArgumentsAreTheirs()
    {
        // A program that descends from Megatron-LM takes arguments that nobody here knows.
        const std::string own
            = "torchrun pretrain_gpt.py --num-layers 2 --hidden-size 8 --my-very-own 1\n";
        QCOMPARE(linesOf(lintText(own)), QStringList { "error lint-unknown-key@1" });
        QCOMPARE(linesOf(lintText(
                     "python my_train.py --num-layers 2 --hidden-size 8 --my-very-own 1\n")),
            QStringList());
        QCOMPARE(linesOf(lintText("deepspeed pretrain_gpt.py --num-layers 2 --deepspeed "
                                  "--zero-stage 1 --my-very-own 1\n")),
            QStringList());
        QCOMPARE(linesOf(lintText("python mine.py --per_device_train_batch_size 2 --fancy 3\n")),
            QStringList());
        QVERIFY(!lintText(own).usesJaxlib);
    }

    void wordsOfTheEnvironmentAreOpen()
    {
        // What "$@" holds may be what another argument needs.
        QCOMPARE(linesOf(lintText(
                     "torchrun pretrain_gpt.py --num-layers 2 --overlap-param-gather \"$@\"\n")),
            QStringList());
        QCOMPARE(
            linesOf(lintText(
                "NNODES=${NNODES:-1}\ntorchrun --nnodes $NNODES --nproc_per_node 8 pretrain_gpt.py "
                "--num-layers 2 --pipeline-model-parallel-size 2 --tensor-model-parallel-size 8 "
                "--attention-backend flash\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\n")),
            QStringList());
    }

    void placesAreExact()
    {
        const LintReport report
            = lintText("A=(\n  # --not-this 1\n  --num-layers 2 --hiden-size 4 # \xC3\xA4\n)\n"
                       "torchrun pretrain_gpt.py ${A[@]}\n");
        QCOMPARE(report.findings.size(), 1);
        QCOMPARE(report.findings[0].position, (TextPosition { 3, 18 }));
        QVERIFY(lintFix(report.findings[0]).find("--hidden-size") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(LintFilesTest)
#include "tst_lint_files.moc"
