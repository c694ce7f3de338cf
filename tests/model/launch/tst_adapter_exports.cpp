#include "export_fixture.h"
#include "outside_programs.h"

#include "model/base/document/document.h"
#include "model/base/document/yaml_reading.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/frameworks/transformers/huggingface_config.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

namespace {

Document tuningOf(const ResolvedPlan &plan, const char *target)
{
    return *parseJson(fixture().file(plan, target, "tuning.json"), "tuning.json");
}

} // namespace

/// Plans with adapters in the words of the tools that train them.
class AdapterExportsTest : public QObject
{
    Q_OBJECT

private slots:
    /// The matrices' names are those of the family's code, and every family of the hub has some.
    void matricesHaveTheNamesOfTheirFamily_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("names");
        QTest::newRow("GPT-NeoX") << "pythia-1.4b"
                                  << "query_key_value dense dense_h_to_4h dense_4h_to_h";
        QTest::newRow("Falcon") << "falcon-40b"
                                << "query_key_value dense dense_h_to_4h dense_4h_to_h";
        QTest::newRow("Falcon 3") << "falcon3-7b"
                                  << "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj";
        QTest::newRow("OPT") << "opt-13b"
                             << "q_proj k_proj v_proj out_proj fc1 fc2";
        QTest::newRow("GPT-J") << "gpt-j-6b"
                               << "q_proj k_proj v_proj out_proj fc_in fc_out";
        QTest::newRow("StarCoder") << "starcoder-15b"
                                   << "c_attn c_proj c_fc c_proj";
        QTest::newRow("StarCoder 2") << "starcoder2-7b"
                                     << "q_proj k_proj v_proj o_proj c_fc c_proj";
        QTest::newRow("GLM-4") << "glm-4-9b"
                               << "q_proj k_proj v_proj o_proj gate_up_proj down_proj";
        QTest::newRow("InternLM 2") << "internlm2-7b"
                                    << "wqkv wo w1 w3 w2";
        QTest::newRow("Baichuan 2") << "baichuan2-7b"
                                    << "W_pack o_proj gate_proj up_proj down_proj";
        QTest::newRow("Qwen1.5") << "qwen1.5-7b"
                                 << "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj";
        QTest::newRow("GLM-4.5") << "glm-4.5-air"
                                 << "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj";
    }
    void matricesHaveTheNamesOfTheirFamily()
    {
        QFETCH(QString, model);
        QFETCH(QString, names);
        const auto shape = fixture().library().model(model.toStdString());
        QVERIFY(shape);
        const ModuleNames *const modules = adaptedModules(**shape);
        QVERIFY(modules);
        Tuning everything;
        everything.targets = { TuningTarget::All };
        QStringList found;
        for (const bool isAttention : { true, false })
            for (const std::string_view name : adaptedNames(
                     isAttention ? modules->attention : modules->mlp, isAttention, everything))
                found << QString::fromStdString(std::string(name));
        QCOMPARE(found.join(' '), names);
    }

    void modelsOfTheHubHaveNames()
    {
        QStringList without;
        for (const std::string &id : fixture().library().modelIds()) {
            const auto shape = fixture().library().model(id);
            if (!huggingFaceName(**shape).empty() && !adaptedModules(**shape))
                without << QString::fromStdString(id);
        }
        // Experts in one tensor each, or behind one linear for all: no names to give PEFT.
        QCOMPARE(without, (QStringList { "dbrx-132b", "granite-3.0-1b-a400m" }));
    }

    void theProgramHoldsWhatThePlanSays()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-70b-qlora-node");
        for (const char *target : { "hf-trainer", "deepspeed" }) {
            const Document settings = tuningOf(plan, target);
            QCOMPARE(settings.find("lora_rank")->integer(), 16);
            QCOMPARE(settings.find("base_format")->text(), std::string("nf4"));
            QCOMPARE(settings.find("sequence_length")->integer(), 4096);
            QCOMPARE(settings.find("packing")->boolean(), true);
            QCOMPARE(settings.find("adapter_dtype")->text(), std::string("bf16"));
            const std::string run = fixture().file(plan, target, "run.sh");
            QVERIFY(run.find("${TRAIN_SCRIPT:-${HERE}/train.py}") != std::string::npos);
            QVERIFY(run.find("--per_device_train_batch_size 1") != std::string::npos);
            QVERIFY(run.find("--gradient_checkpointing true") != std::string::npos);
            QVERIFY(run.find("ds_config.json") != std::string::npos);
        }
        const std::string one
            = fixture().file(fixture().plan("llama3.1-8b-lora-one-gpu"), "hf-trainer", "run.sh");
        QVERIFY(one.find("SHARD=(--deepspeed \"${HERE}/ds_config.json\")") != std::string::npos);
    }

    /// torch's optimizers keep the states of bf16 weights in bf16: what no rank shares needs no
    /// DeepSpeed, which would do so under ZeRO alone.
    void bf16ThroughoutNeedsNoDeepSpeed()
    {
        const ResolvedPlan plan
            = fixture().plan("llama3.1-8b-lora-one-gpu", { "precision.optimizer_state=bf16" });
        QVERIFY(
            fixture().file(plan, "hf-trainer", "run.sh").find("SHARD=()\n") != std::string::npos);
        const auto files = fixture().files(plan, "hf-trainer");
        QVERIFY(files.hasValue());
        QVERIFY(std::ranges::none_of(
            *files, [](const ExportFile &file) { return file.name == "ds_config.json"; }));
    }

    /// What the plan says of checkpoints and data holds for adapters, too, and the README says so.
    void adaptersAreKeptWhereThePlanSays()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-70b-qlora-node",
            { "job.requeue=true", "job.checkpoint_every_steps=50",
                "job.checkpoint_folder=/keep here", "job.data_path=/data/chat.jsonl" });
        for (const char *target : { "hf-trainer", "deepspeed" }) {
            const std::string run = fixture().file(plan, target, "run.sh", false);
            for (const char *text : { "OUTPUT='/keep here'\n", "DATASET=/data/chat.jsonl\n",
                     "export DATA=\"${DATA:-${DATASET}}\"\n",
                     "--output_dir \"${OUT_DIR:-${OUTPUT}}\"", "--save_steps 50" })
                QVERIFY2(run.find(text) != std::string::npos, run.c_str());
            const std::string readme = fixture().file(plan, target, "README.md", false);
            QVERIFY2(readme.find("goes on from the newest whole checkpoint in `/keep here`")
                    != std::string::npos,
                readme.c_str());
            for (const char *path : { "`job.checkpoint_every_steps=50`: `--save_steps`",
                     "`job.checkpoint_folder=/keep here`: `--output_dir`",
                     "`job.data_path=/data/chat.jsonl`: `DATASET`" })
                QVERIFY2(readme.find(path) != std::string::npos, readme.c_str());
            const std::string program = fixture().file(plan, target, "train.py", false);
            QVERIFY(program.find("resume_from_checkpoint=checkpoint_to_go_on_from(arguments)")
                != std::string::npos);
        }
    }

    /// The patterns match the paths that matrices have in transformers, as a whole, and no others.
    void patternsMatchTheMatrices_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("targets");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *model, const char *targets, const char *path, bool hits) {
            QTest::addRow("%s %s %s", model, targets, path) << model << targets << path << hits;
        };
        row("llama3.1-8b", "all", "model.layers.0.self_attn.q_proj", true);
        row("llama3.1-8b", "all", "model.layers.31.mlp.down_proj", true);
        row("llama3.1-8b", "attention", "model.layers.31.mlp.down_proj", false);
        row("llama3.1-8b", "all", "lm_head", false);
        row("llama3.1-8b", "q, v", "model.layers.0.self_attn.q_proj", true);
        row("llama3.1-8b", "q, v", "model.layers.0.self_attn.k_proj", false);
        row("llama3.1-8b", "v, down", "model.layers.0.mlp.down_proj", true);
        row("llama3.1-8b", "v, down", "model.layers.0.mlp.gate_proj", false);
        row("deepseek-v2-lite", "k, v", "model.layers.1.self_attn.kv_b_proj", true);
        row("deepseek-v2-lite", "k, v", "model.layers.1.self_attn.q_proj", false);
        row("gpt2-xl", "o", "transformer.h.0.attn.c_proj", true);
        row("gpt2-xl", "up", "transformer.h.0.mlp.c_fc", true);
        row("deepseek-v2-lite", "attention", "model.layers.1.self_attn.kv_b_proj", true);
        row("deepseek-v2-lite", "mlp", "model.layers.1.mlp.shared_experts.up_proj", true);
        row("deepseek-v2-lite", "mlp", "model.layers.1.mlp.experts.7.up_proj", false);
        row("deepseek-v2-lite", "experts", "model.layers.1.mlp.experts.7.up_proj", true);
        row("deepseek-v2-lite", "all", "model.layers.1.mlp.gate", false);
        row("mixtral-8x7b", "all", "model.layers.0.block_sparse_moe.experts.3.w2", true);
        row("mixtral-8x7b", "all", "model.layers.0.block_sparse_moe.gate", false);
        row("gpt2-xl", "attention", "transformer.h.0.attn.c_proj", true);
        row("gpt2-xl", "attention", "transformer.h.0.mlp.c_proj", false);
        row("phi-4", "all", "model.layers.0.mlp.gate_up_proj", true);
    }
    void patternsMatchTheMatrices()
    {
        QFETCH(QString, model);
        QFETCH(QString, targets);
        QFETCH(QString, path);
        QFETCH(bool, matches);
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-lora-one-gpu",
            { "model=" + model.toStdString(), "tuning.targets=" + targets.toStdString(),
                "workload.sequence_length=1024" });
        const QRegularExpression pattern(QRegularExpression::anchoredPattern(
            QString::fromStdString(tuningOf(plan, "hf-trainer").find("lora_modules")->text())));
        QVERIFY(pattern.isValid());
        QCOMPARE(pattern.match(path).hasMatch(), matches);
    }

    void expertsInOneTensorAreParameters()
    {
        const ResolvedPlan plan
            = fixture().plan("llama3.1-8b-lora-one-gpu", { "model=gpt-oss-20b" });
        QCOMPARE(tuningOf(plan, "hf-trainer").find("lora_parameters")->items().size(),
            std::size_t { 2 });
    }

    /// transformers 4 has a module for each expert of Mixtral, transformers 5 one tensor for all:
    /// the settings name both, and the program takes what the model has.
    void expertsOfBothReleasesAreNamed()
    {
        const auto tensors = [](const char *targets) {
            const ResolvedPlan plan = fixture().plan("llama3.1-8b-lora-one-gpu",
                { "model=mixtral-8x7b", std::string("tuning.targets=") + targets });
            const Document settings = tuningOf(plan, "hf-trainer");
            return std::pair { settings.find("lora_modules")->text().find("w1|w2|w3")
                    != std::string::npos,
                settings.find("lora_parameters")->items().size() };
        };
        QCOMPARE(tensors("experts"), (std::pair { true, std::size_t { 2 } }));
        QCOMPARE(tensors("attention"), (std::pair { false, std::size_t { 0 } }));
        const ResolvedPlan dense = fixture().plan("llama3.1-8b-lora-one-gpu");
        QVERIFY(tuningOf(dense, "hf-trainer").find("lora_parameters")->items().empty());
    }

    /// What the program compares its own count with; PEFT prints the same number for this model.
    void theProgramKnowsThePlansCount()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-lora-one-gpu");
        QCOMPARE(tuningOf(plan, "hf-trainer").find("trained_parameters")->integer(), 41'943'040);
    }

    /// With adapters DeepSpeed runs the exported program, whose arguments carry these choices.
    void argumentsOfTheProgramAreNoLoss()
    {
        const std::string readme = fixture().file(
            fixture().plan("llama3.1-70b-qlora-node"), "deepspeed", "README.md", false);
        const std::size_t lost = readme.find("## What was left out");
        for (const char *path :
            { "`workload.training_tokens=", "`options.cross_entropy=", "`options.compile=" })
            QVERIFY2(readme.find(path) < lost, path);
    }

    void maxTextHasItsOwnKeys()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "tuning.method=qlora", "tuning.rank=8", "software.maxtext=0.2.4" });
        const auto config
            = readYaml(fixture().file(plan, "maxtext-gpu", "config.yml"), "config.yml");
        QVERIFY(config.tree.has_value());
        const Document *lora = config.tree->find("lora");
        QVERIFY(lora && lora->isMapping());
        QCOMPARE(lora->find("enable_lora")->boolean(), true);
        QCOMPARE(lora->find("lora_rank")->integer(), 8);
        QCOMPARE(lora->find("lora_weight_qtype")->text(), std::string("nf4"));
        // Every key that this release's class LoRA has, and no other.
        for (const auto &[key, value] : lora->members())
            QVERIFY2(key == "enable_lora" || key == "lora_rank" || key == "lora_alpha"
                    || key == "lora_module_path" || key == "lora_weight_qtype"
                    || key == "lora_tile_size",
                key.c_str());
    }

    /// MaxText 0.2.3 has adapters, and no key that quantises the weights next to them.
    void maxTextsFirstAdaptersAreNextTo16Bits()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "tuning.method=lora", "precision.weights=bf16", "software.maxtext=0.2.3" });
        const std::string config = fixture().file(plan, "maxtext-gpu", "config.yml", false);
        QVERIFY(config.find("enable_lora: true") != std::string::npos);
        QVERIFY(config.find("lora_weight_qtype") == std::string::npos);
        const auto quantised
            = fixture().files(fixture().plan("llama3.1-8b-h100-node",
                                  { "tuning.method=qlora", "software.maxtext=0.2.3" }),
                "maxtext-gpu", false);
        QVERIFY(!quantised.hasValue());
        QCOMPARE(QString::fromStdString(quantised.errors().front().where),
            QStringLiteral("tuning.base"));
    }

    void othersRefuse_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("setting");
        QTest::newRow("Megatron-LM") << "megatron"
                                     << "tuning.method"
                                     << "name=x";
        QTest::newRow("torchtitan") << "torchtitan"
                                    << "tuning.base"
                                    << "options.cross_entropy=auto";
        QTest::newRow("older MaxText") << "maxtext-gpu"
                                       << "tuning.method"
                                       << "software.maxtext=0.2.2";
        QTest::newRow("fp8 base") << "hf-trainer"
                                  << "tuning.base"
                                  << "tuning.base=fp8";
        QTest::newRow("no such code") << "hf-trainer"
                                      << "tuning.method"
                                      << "model=gpt3-175b";
    }
    void othersRefuse()
    {
        QFETCH(QString, target);
        QFETCH(QString, field);
        QFETCH(QString, setting);
        const ResolvedPlan plan
            = fixture().plan("llama3.1-70b-qlora-node", { setting.toStdString() });
        const auto files = fixture().files(plan, target.toStdString(), false);
        QVERIFY(!files.hasValue());
        QCOMPARE(QString::fromStdString(files.errors().front().id),
            QStringLiteral("export-not-expressible"));
        QCOMPARE(QString::fromStdString(files.errors().front().where), field);
    }

    void theProgramCompiles()
    {
        QTemporaryDir place;
        writeFiles(QDir(place.path()),
            *fixture().files(fixture().plan("llama3.1-8b-lora-one-gpu"), "hf-trainer", false));
        const ProgramResult result = runProgram("python3",
            { "-c", "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf-8').read())",
                place.filePath("train.py") });
        QCOMPARE(result.status, 0);
    }
};

QTEST_GUILESS_MAIN(AdapterExportsTest)
#include "tst_adapter_exports.moc"
