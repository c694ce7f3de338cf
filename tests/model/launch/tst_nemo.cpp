#include "export_checks.h"
#include "export_fixture.h"
#include "key_tables.h"
#include "outside_programs.h"

#include "model/frameworks/megatron/megatron_settings.h"
#include "model/launch/common/nemo_fields.h"
#include "model/launch/common/print_settings.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

/// Runs the exported program with stand-ins for torch and Megatron-Bridge.
ProgramResult runNemo(
    const std::vector<ExportFile> &files, const QStringList &arguments, const char *model = nullptr)
{
    QTemporaryDir place;
    const QDir folder(place.path());
    writeFiles(folder, files);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", HEADROOM_TEST_DATA "/launch/stubs");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    environment.remove("MODEL");
    if (model)
        environment.insert("MODEL", model);
    return runProgram("python3", QStringList { folder.filePath("headroom_nemo.py") } + arguments,
        place.path(), environment);
}

} // namespace

class NemoTest : public QObject
{
    Q_OBJECT

private slots:
    /// Every setting is an argument of Megatron-LM, and its fields are those of ConfigContainer.
    void settingsAreInBothTables()
    {
        const auto &fields = keyTable("nemo_fields");
        for (const books::Key &key : books::megatron::keys().rows()) {
            const std::string argument = argumentName(key);
            QVERIFY2(keyRow("megatron_args", "flag", argument), argument.c_str());
            for (const NemoField &row : nemoFields(key)) {
                if (row.field.empty())
                    continue;
                const bool isThere = std::ranges::any_of(fields, [&row](const TableRow &field) {
                    return field.at("section") == row.section && field.at("field") == row.field;
                });
                QVERIFY2(
                    isThere, (std::string(row.section) + '.' + std::string(row.field)).c_str());
            }
        }
    }

    /// No argument that the plans below need is without a field.
    void plansLeaveNoArgumentOut_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("settings");
        QTest::addRow("405B in fp8") << "llama3.1-405b-h100-128-nodes"
                                     << "";
        QTest::addRow("GPT-3") << "gpt3-175b-a100-1024"
                               << "";
        QTest::addRow("8B") << "llama3.1-8b-h100-node"
                            << "";
        QTest::addRow("experts") << "mixtral-8x7b-h100-8-nodes"
                                 << "";
        QTest::addRow("sinks") << "llama3.1-8b-h100-node"
                               << "model=gpt-oss-20b";
        QTest::addRow("latent attention") << "llama3.1-8b-h100-node"
                                          << "model=deepseek-v2-lite";
        QTest::addRow("adapters") << "llama3.1-8b-h100-node"
                                  << "tuning.method=lora";
        QTest::addRow("adapters of experts") << "mixtral-8x7b-h100-8-nodes"
                                             << "tuning.method=lora tuning.targets=experts";
        QTest::addRow("kept") << "llama3.1-8b-h100-node"
                              << "job.checkpoint_every_steps=100 job.requeue=true";
    }
    void plansLeaveNoArgumentOut()
    {
        QFETCH(QString, plan);
        QFETCH(QString, settings);
        std::vector<std::string> list;
        for (const QString &setting : settings.split(' ', Qt::SkipEmptyParts))
            list.push_back(setting.toStdString());
        const auto files = fixture().files(fixture().plan(plan.toStdString(), list), "nemo", false);
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        const Findings findings = checkNemo(findFile(*files, "headroom_nemo.py")->content);
        QVERIFY2(findings.empty(), findings.empty() ? "" : findings.front().c_str());
        const std::string &readme = findFile(*files, "README.md")->content;
        QVERIFY(readme.find("Megatron-Bridge has no field for this argument") == std::string::npos);
    }

    void theCheckFindsWhatIsWrong()
    {
        const std::string start = "    model = GPTModelProvider(\n";
        QCOMPARE(checkNemo(start + "        num_layers=2,\n").size(), std::size_t { 0 });
        QCOMPARE(checkNemo(start + "        number_of_layers=2,\n").size(), std::size_t { 1 });
        QCOMPARE(checkNemo(start + "        sequence_parallel=1,\n").size(), std::size_t { 1 });
        QCOMPARE(
            checkNemo(start + "        fp8_recipe=\"delayed\",\n        fp8_recipe=\"mxfp8\",\n")
                .size(),
            std::size_t { 1 });
        QCOMPARE(checkNemo("").size(), std::size_t { 1 });
    }

    void theProgramTrainsThePlan()
    {
        const auto files
            = *fixture().files(fixture().plan("llama3.1-405b-h100-128-nodes"), "nemo", false);
        const ProgramResult result
            = runNemo(files, { "train.train_iters=7", "scheduler.lr_decay_style=x y" });
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *line : { "model.num_layers=126", "model.tensor_model_parallel_size=8",
                 "model.context_parallel_size=2", "model.activation_func='silu'",
                 "model.attention_backend='fused'", "comm_overlap.tp_comm_overlap=True",
                 "mixed_precision.fp8_recipe='tensorwise'", "mixed_precision.bf16=True",
                 "dataset.seq_length=8192", "train.train_iters=7", "scheduler.lr_decay_style='x y'",
                 "tokenizer.vocab_size=128256", "forward_step" })
            QVERIFY2(result.output.split('\n').contains(line), line);
        QVERIFY(runNemo(files, { "train.steps=7" }).status != 0);
    }

    void gemma2HasAModelOfItsOwn()
    {
        const auto files = *fixture().files(
            fixture().plan("llama3.1-8b-h100-node", { "model=gemma2-9b" }), "nemo", false);
        const std::string &program = findFile(files, "headroom_nemo.py")->content;
        QVERIFY(program.find("    model = Gemma2ModelProvider(\n") != std::string::npos);
        for (const char *own : { "activation_func", "window_attn_skip_freq" })
            QVERIFY2(program.find(own) == std::string::npos, own);
        const ProgramResult result = runNemo(files, {});
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *line : { "model.num_layers=42", "model.window_size=(4095, 0)" })
            QVERIFY2(result.output.split('\n').contains(line), result.output.constData());
    }

    /// Several local layers to a global one, with bases of their own.
    void gemma3HasAModelOfItsOwn()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node", { "model=gemma3-12b" });
        const auto files = *fixture().files(plan, "nemo", false);
        const std::string &program = findFile(files, "headroom_nemo.py")->content;
        QVERIFY(program.find("    model = Gemma3ModelProvider(\n") != std::string::npos);
        for (const char *own : { "activation_func", "window_attn_skip_freq", "rotary_base" })
            QVERIFY2(program.find(own) == std::string::npos, own);
        const ProgramResult result = runNemo(files, {});
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *line : { "model.num_layers=48", "model.window_size=1024",
                 "model.interleaved_attn_pattern=(5, 1)", "model.qk_layernorm=True" })
            QVERIFY2(result.output.split('\n').contains(line), result.output.constData());
        QVERIFY(!fixture().files(plan, "megatron", false));
    }

    void dataAndTokenizerArePlans()
    {
        const auto files = *fixture().files(
            fixture().plan("llama3.1-8b-h100-node",
                { "job.data_path=/my data/c4_text", "job.tokenizer=meta-llama/Meta-Llama-3-8B" }),
            "nemo", false);
        const ProgramResult result = runNemo(files, {});
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *line : { "dataset.data_path='/my data/c4_text'",
                 "tokenizer.tokenizer_type='HuggingFaceTokenizer'",
                 "tokenizer.tokenizer_model='meta-llama/Meta-Llama-3-8B'" })
            QVERIFY2(result.output.split('\n').contains(line), line);
    }

    /// Which modules of Megatron-Core get adapters, and in which of Megatron-Bridge's two classes.
    void adaptersNameTheModules_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("targets");
        QTest::addColumn<QString>("line");
        const auto row = [](const char *model, const char *targets, const char *line) {
            QTest::addRow("%s %s", model, targets) << model << targets << line;
        };
        row("llama3.1-8b", "attention",
            "target_modules=[\"linear_q\", \"linear_k\", \"linear_v\", \"linear_proj\"]");
        row("llama3.1-8b", "mlp",
            "target_modules=[\"linear_fc1_up\", \"linear_fc1_gate\", \"linear_fc2\"]");
        row("deepseek-v2-lite", "attention",
            "target_modules=[\"linear_q_proj\", \"linear_kv_down_proj\", "
            "\"linear_kv_up_proj\", \"linear_proj\"]");
        row("deepseek-v2-lite", "mlp",
            "target_modules=[\"*.mlp.linear_fc1_up\", \"*.mlp.linear_fc1_gate\", "
            "\"*.mlp.linear_fc2\", \"*.mlp.shared_experts.linear_fc1_up\", "
            "\"*.mlp.shared_experts.linear_fc1_gate\", \"*.mlp.shared_experts.linear_fc2\"]");
        row("mixtral-8x7b", "experts",
            "target_modules=[\"*.mlp.experts.linear_fc1_up\", "
            "\"*.mlp.experts.linear_fc1_gate\", \"*.mlp.experts.linear_fc2\"]");
        row("mixtral-8x7b", "experts", "share_expert_adapters=False");
        row("gpt3-175b", "all",
            "target_modules=[\"linear_qkv\", \"linear_proj\", \"linear_fc1\", \"linear_fc2\"]");
        row("gpt3-175b", "all", "peft=LoRA(");
        row("llama3.1-8b", "q, v", "target_modules=[\"linear_q\", \"linear_v\"]");
        row("llama3.1-8b", "gate, o", "target_modules=[\"linear_proj\", \"linear_fc1_gate\"]");
        row("llama3.1-8b", "all", "peft=CanonicalLoRA(");
    }
    void adaptersNameTheModules()
    {
        QFETCH(QString, model);
        QFETCH(QString, targets);
        QFETCH(QString, line);
        const std::string program = fixture().file(
            fixture().plan("llama3.1-8b-h100-node",
                { "model=" + model.toStdString(), "workload.sequence_length=2048",
                    "tuning.method=lora", "tuning.targets=" + targets.toStdString() }),
            "nemo", "headroom_nemo.py");
        QVERIFY2(program.find(line.toStdString()) != std::string::npos, program.c_str());
    }

    /// Magnitudes go with whole matrices, as Megatron-Core fuses them.
    void magnitudesGoWithFusedMatrices()
    {
        const std::vector<std::string> fields { "tuning.method=lora", "tuning.dora=true" };
        const auto files
            = *fixture().files(fixture().plan("llama3.1-8b-h100-node", fields), "nemo", false);
        const std::string program = findFile(files, "headroom_nemo.py")->content;
        QVERIFY2(program.find("peft=DoRA(") != std::string::npos, program.c_str());
        QVERIFY(program.find("target_modules=[\"linear_qkv\", \"linear_proj\", \"linear_fc1\", "
                             "\"linear_fc2\"]")
            != std::string::npos);
        const ProgramResult result = runNemo(files, {}, "/weights");
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *targets : { "tuning.targets=q, v", "tuning.targets=k, mlp" }) {
            std::vector<std::string> parts = fields;
            parts.emplace_back(targets);
            QVERIFY(
                !fixture().files(fixture().plan("llama3.1-8b-h100-node", parts), "nemo", false));
        }
    }

    void adaptersTrainBesideACheckpoint()
    {
        const auto files = *fixture().files(
            fixture().plan("llama3.1-8b-h100-node", { "tuning.method=lora", "tuning.rank=8" }),
            "nemo", false);
        const ProgramResult result = runNemo(files, { "peft.alpha=24" }, "/weights");
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *line : { "finetune", "peft.dim=8", "peft.alpha=24",
                 "checkpoint.pretrained_checkpoint='/weights'", "forward_step" })
            QVERIFY2(result.output.split('\n').contains(line), line);
        QVERIFY(runNemo(files, {}).status != 0); // Megatron-Bridge asks for the checkpoint
        const auto whole = *fixture().files(fixture().plan("llama3.1-8b-h100-node"), "nemo", false);
        QVERIFY(findFile(whole, "headroom_nemo.py")->content.find("peft") == std::string::npos);
    }

    /// Adapters on weights whose positions were others would train against them.
    void positionsAreTheModels_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QStringList>("lines");
        QTest::newRow("scaled") << "llama3.1-8b"
                                << QStringList { "rotary_base=500000", "rope_scaling=True",
                                       "rope_scaling_factor=8" };
        QTest::newRow("scaled more") << "llama3.2-1b" << QStringList { "rope_scaling_factor=32" };
        QTest::newRow("plain") << "mixtral-8x7b" << QStringList { "rotary_base=1000000" };
        QTest::newRow("latent") << "deepseek-v2-lite"
                                << QStringList { "rotary_base=10000", "rope_type='yarn'",
                                       "rotary_scaling_factor=40", "mscale_all_dim=0.707" };
    }
    void positionsAreTheModels()
    {
        QFETCH(QString, model);
        QFETCH(QStringList, lines);
        for (const char *method : { "full", "lora" }) {
            const auto files = *fixture().files(
                fixture().plan("llama3.1-8b-h100-node",
                    { "model=" + model.toStdString(), std::string("tuning.method=") + method }),
                "nemo", false);
            const ProgramResult result = runNemo(files, {}, "/weights");
            QVERIFY2(result.status == 0, result.messages.constData());
            for (const QString &line : lines)
                QVERIFY2(
                    result.output.split('\n').contains("model." + line.toUtf8()), qPrintable(line));
            QCOMPARE(result.output.contains("model.rope_scaling=True"), model.startsWith("llama"));
        }
    }

    /// A base that nobody knows is not guessed, nor a scaling that Megatron-Core lacks.
    void unknownPositionsAreRefused()
    {
        for (const char *model : { "nanotron-llama-8.86b", "gpt-oss-20b" }) {
            const auto files
                = fixture().files(fixture().plan("llama3.1-8b-h100-node",
                                      { std::string("model=") + model, "tuning.method=lora" }),
                    "nemo", false);
            QVERIFY2(!files.hasValue(), model);
            const QString lines = QString::fromStdString(errorLines(files.errors()));
            QVERIFY2(
                lines.contains("rotary positions that they were trained with"), qPrintable(lines));
        }
        const auto whole = fixture().files(
            fixture().plan("llama3.1-8b-h100-node", { "model=gpt-oss-20b" }), "nemo", false);
        QVERIFY(whole.hasValue());
        QVERIFY(findFile(*whole, "README.md")->content.find("Megatron's defaults stand")
            != std::string::npos);
    }

    void quantisedBasesAreRefused()
    {
        const auto files = fixture().files(
            fixture().plan("llama3.1-8b-h100-node", { "tuning.method=qlora" }), "nemo", false);
        QVERIFY(!files.hasValue());
        QCOMPARE(
            QString::fromStdString(files.errors().front().where), QStringLiteral("tuning.method"));
    }
};

QTEST_GUILESS_MAIN(NemoTest)
#include "tst_nemo.moc"
