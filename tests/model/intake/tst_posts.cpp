#include "model/intake/post_parts.h"
#include "tests/model/intake/intake_samples.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::intake;

/// What people paste: sentences with commands, configurations and output between them.
class PostsTest : public QObject
{
    Q_OBJECT

private slots:
    void postsBecomePlans_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("fields");
        QTest::addColumn<QString>("missing");
        QTest::newRow("command and crash between fences")
            << "post-crash.md"
            << QStringList { "model=llama2-7b@read", "hardware.accelerator=a100-40-sxm@read",
                   "hardware.devices_per_node=8@read", "workload.sequence_length=4096@assumed",
                   "workload.global_batch_sequences=64@inferred", "parallelism.fsdp=8@inferred",
                   "remat.policy=no_recompute@inferred", "precision.compute=bf16@read" }
            << "workload.sequence_length";
        QTest::newRow("tables without a fence, remarks above them")
            << "post-toml.txt"
            << QStringList { "model=llama3-8b@read", "hardware.accelerator=a6000@assumed",
                   "hardware.devices_per_node=2@inferred", "workload.sequence_length=256@read",
                   "parallelism.fsdp=2@assumed", "remat.policy=selective@read",
                   "options.compile=true@read", "framework=torchtitan@read" }
            << "hardware.accelerator workload.global_batch_sequences";
        QTest::newRow("a command in a sentence, its quotes open")
            << "post-span.txt"
            << QStringList { "model=llama2-13b@read", "hardware.accelerator=a100-80-sxm@read",
                   "hardware.devices_per_node=2@read", "precision.compute=fp16@read",
                   "workload.global_batch_sequences=16@inferred", "parallelism.fsdp=2@inferred" }
            << "workload.sequence_length";
        QTest::newRow("keys of YAML without a fence")
            << "post-yaml.txt"
            << QStringList { "model=qwen2.5-72b@read", "hardware.accelerator=a100-80-sxm@read",
                   "hardware.devices_per_node=4@inferred", "tuning.method=lora@read",
                   "tuning.rank=32@read", "tuning.targets=q, v@read",
                   "workload.sequence_length=1024@read", "optimizer=adamw_8bit@read",
                   "workload.global_batch_sequences=96@inferred" }
            << "";
        QTest::newRow("a program without a fence")
            << "post-program.md"
            << QStringList { "model=gemma3-1b@read", "hardware.accelerator=t4@read",
                   "workload.sequence_length=2048@read", "tuning.method=qlora@read",
                   "tuning.rank=8@read", "tuning.targets=q, v@read", "optimizer=adamw_8bit@read",
                   "workload.global_batch_sequences=8@inferred" }
            << "";
        QTest::newRow("a command's devices before those of the sentences")
            << "post-srun.md"
            << QStringList { "model=llama2-7b@read", "hardware.accelerator=a100-40-sxm@read",
                   "hardware.nodes=2@read", "hardware.devices_per_node=4@read",
                   "parallelism.zero_stage=2@inferred",
                   "workload.global_batch_sequences=128@inferred" }
            << "";
        QTest::newRow("a dictionary of Python for JSON")
            << "post-dict.md"
            << QStringList { "model=chatglm3-6b@read", "hardware.devices_per_node=4@inferred",
                   "precision.compute=fp16@read", "parallelism.zero_stage=3@read",
                   "options.offload_parameters=true@read", "framework=deepspeed@read" }
            << "workload.sequence_length";
        QTest::newRow("headings are no keys")
            << "post-headings.md"
            << QStringList { "model=llama3.1-70b@read", "hardware.accelerator=rtx-4090@read",
                   "hardware.devices_per_node=8@inferred", "workload.sequence_length=512@read",
                   "parallelism.micro_batch_sequences=1@inferred" }
            << "workload.global_batch_sequences";
        QTest::newRow("output, and the model in a sentence")
            << "post-unsloth.md"
            << QStringList { "model=llama3-8b@read", "hardware.accelerator=t4@inferred",
                   "hardware.devices_per_node=1@inferred", "workload.sequence_length=18000@read",
                   "parallelism.micro_batch_sequences=2@read", "tuning.method=qlora@read",
                   "workload.global_batch_sequences=8@read" }
            << "";
        QTest::newRow("JSON without a fence")
            << "post-json.txt"
            << QStringList { "model=mistral-7b-v0.3@read", "hardware.accelerator=h100-sxm@read",
                   "hardware.devices_per_node=8@read", "framework=deepspeed@read",
                   "parallelism.zero_stage=2@read", "workload.global_batch_sequences=64@inferred" }
            << "workload.sequence_length";
    }
    void postsBecomePlans()
    {
        QFETCH(QString, file);
        QFETCH(QStringList, fields);
        QFETCH(QString, missing);
        const PlanIntake intake = intakeOf({ file.toStdString() });
        compareFields(intake, fields);
        QCOMPARE(QString::fromStdString(missingPaths(intake)), missing);
    }

    /// Few trained parameters are adapters, once a sentence names the model.
    void trainedParametersMeanAdapters_data()
    {
        QTest::addColumn<QString>("count");
        QTest::addColumn<QString>("method");
        QTest::newRow("few") << "41,943,040"
                             << "lora";
        QTest::newRow("all") << "8,030,261,248"
                             << "full";
    }
    void trainedParametersMeanAdapters()
    {
        QFETCH(QString, count);
        QFETCH(QString, method);
        const PlanIntake intake = intakeOfText("Llama 3 8B on one A100 80GB:\n```\n"
                                               "     Total batch size = 8 | Total steps = 60\n"
                                               "     Number of trainable parameters = "
            + count.toStdString() + "\n```\n");
        QCOMPARE(intake.plan.model.id, std::string("llama3-8b"));
        QCOMPARE(QString::fromStdString(planFieldText(intake.plan, "tuning.method")), method);
    }

    /// Names of two letters are chips where the words around them say so; a machine names its own.
    void chipsInSentences_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("chip");
        QTest::addColumn<int>("devices");
        QTest::newRow("counted") << "on 2 T4"
                                 << "t4" << 2;
        QTest::newRow("times") << "on 4x L4"
                               << "l4" << 4;
        QTest::newRow("GPU behind") << "on one T4 GPU"
                                    << "t4" << 1;
        QTest::newRow("GPU before") << "on a GPU T4"
                                    << "t4" << 8;
        QTest::newRow("Tesla") << "on a Tesla T4"
                               << "t4" << 8;
        QTest::newRow("three letters") << "on 4 A40s"
                                       << "a40" << 4;
        QTest::newRow("a version") << "with v4 of the data"
                                   << "h100-sxm" << 8;
        QTest::newRow("a machine") << "on g5.48xlarge"
                                   << "a10g" << 8;
        QTest::newRow("its other name") << "on a p4d.24xlarge."
                                        << "a100-40-sxm" << 8;
        QTest::newRow("unknown card") << "on 2 RTX 9999"
                                      << "h100-sxm" << 2;
    }
    void chipsInSentences()
    {
        QFETCH(QString, words);
        QFETCH(QString, chip);
        QFETCH(int, devices);
        const PlanIntake intake
            = intakeOfText("Llama 3 8B with LoRA " + words.toStdString() + "\n");
        const HardwareChoice &hardware = intake.plan.hardware;
        QCOMPARE(QString::fromStdString(hardware.accelerator), chip);
        QCOMPARE(hardware.nodes * hardware.devicesPerNode, devices);
    }

    void partsKeepTheirLines()
    {
        const Post post = postOf("Why?\n```toml\n[training]\na = 1\n```\nSee `run --x 1` there.\n");
        QVERIFY(post.isMarked);
        QCOMPARE(post.parts.size(), std::size_t { 3 });
        QCOMPARE(post.parts[0].ending, std::string(".toml"));
        QCOMPARE(post.parts[0].text, std::string("\n\n[training]\na = 1\n"));
        QCOMPARE(post.parts[1].ending, std::string(".sh"));
        QCOMPARE(post.parts[1].text, std::string("\n\n\n\n\nrun --x 1\n"));
        QCOMPARE(post.parts[2].text, std::string("Why?\n\n\n\n\nSee  there.\n"));
    }

    /// Files of one kind, and sentences, are no posts.
    void oneFileIsNoPost_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : { "", "\n\n", "Llama 3 8B on 8 H100, sequence 4096.\n",
                 "# a table\n\n[training]\na = 1\nb = [\n  2,\n]\n\n[model]\nname = \"x\"\n",
                 "a: 1\nb: 2\nc:\n  - d\n\n# remark\ne: 4\n", "{\n \"a\": {\"b\": \"}\"}\n}\n",
                 "Note: three keys\nof: YAML\nare: none\n", "torchrun train.py --bf16 `nproc`\n",
                 "[not a table]\nx = 1\n", "from the first import on it fails\n",
                 "import the data\n", "`--flag` and `code`\n", "{\n \"open\": 1\n" })
            QTest::newRow(text) << text;
    }
    void oneFileIsNoPost()
    {
        QFETCH(QString, text);
        QVERIFY(postOf(text.toStdString()).parts.empty());
    }

    /// Fences without end and more parts than anybody pastes.
    void anyTextIsTaken()
    {
        const Post open = postOf("a\n```\nb\n");
        QCOMPARE(open.parts.size(), std::size_t { 2 });
        QCOMPARE(open.parts[0].text, std::string("\n\nb\n"));
        std::string many;
        for (int i = 0; i < 300; ++i)
            many += "```\n[a]\nb = 1\n```\nx\n";
        const Post post = postOf(many);
        QCOMPARE(post.parts.size(), std::size_t { 65 });
        QCOMPARE(std::ranges::count(post.parts.back().text, '\n'), std::ranges::count(many, '\n'));
    }

    /// Lines that each begin something which never comes are looked at a bounded number of times.
    void beginningsAloneTakeNoTime_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("braces") << "{\n";
        QTest::newRow("tables") << "[a]\n";
        QTest::newRow("remarks") << "#\n";
        QTest::newRow("ticks") << "`";
    }
    void beginningsAloneTakeNoTime()
    {
        QFETCH(QString, line);
        QVERIFY(postOf(line.repeated(100'000).toStdString()).parts.empty());
    }

    void switchesOfProgramsMeanAdapters_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("method");
        QTest::newRow("Qwen") << "--use_lora"
                              << "lora";
        QTest::newRow("Qwen, off") << "--use_lora False"
                                   << "full";
        QTest::newRow("FastChat") << "--q_lora True"
                                  << "qlora";
        QTest::newRow("LLaVA") << "--lora_enable True"
                               << "lora";
        QTest::newRow("LLaVA, 4 bits") << "--lora_enable True --bits 4"
                                       << "qlora";
        QTest::newRow("qlora.py") << "--lora_r 64 --bits 4"
                                  << "qlora";
        QTest::newRow("none") << "--bits 16"
                              << "full";
    }
    void switchesOfProgramsMeanAdapters()
    {
        QFETCH(QString, words);
        QFETCH(QString, method);
        const PlanIntake intake = intakeOfText(
            "torchrun --nproc_per_node 8 train.py "
            "--model_name_or_path huggyllama/llama-7b --per_device_train_batch_size 1 "
                + words.toStdString() + "\n",
            "run.sh");
        QCOMPARE(QString::fromStdString(planFieldText(intake.plan, "tuning.method")), method);
    }

    /// What is trained whole beside the adapters.
    void trainedModules_data()
    {
        QTest::addColumn<QString>("modules");
        QTest::addColumn<QString>("trained");
        QTest::newRow("embedding") << "embed_tokens"
                                   << "embedding";
        QTest::newRow("embedding of GPT-2") << "wte"
                                            << "embedding";
        QTest::newRow("head") << "lm_head"
                              << "head";
        QTest::newRow("both") << "embed_tokens, lm_head"
                              << "both";
        QTest::newRow("norms") << "norm"
                               << "none";
    }
    void trainedModules()
    {
        QFETCH(QString, modules);
        QFETCH(QString, trained);
        const PlanIntake intake = intakeOfText(
            "base_model: huggyllama/llama-7b\nadapter: lora\n"
            "lora_r: 8\nmicro_batch_size: 1\nsequence_len: 1024\nlora_modules_to_save: ["
                + modules.toStdString() + "]\n",
            "axolotl.yaml");
        QCOMPARE(QString::fromStdString(planFieldText(intake.plan, "tuning.trained")), trained);
    }

    /// The file is elsewhere; its name tells what Accelerate does.
    void aConfigurationsNameTellsItsSharding()
    {
        for (const auto &[file, stage, fsdp] : { std::tuple { "fsdp_config.yaml", 3, 4 },
                 std::tuple { "deepspeed_zero2.yaml", 2, 4 } }) {
            const PlanIntake intake
                = intakeOfText("accelerate launch --num_processes 4 --config_file conf/"
                        + std::string(file) + " train.py --per_device_train_batch_size 1\n",
                    "run.sh");
            QCOMPARE(intake.plan.parallelism.zeroStage, stage);
            QCOMPARE(intake.plan.parallelism.fsdp, fsdp);
        }
    }

    /// A name that is not known gives at least a size and a family.
    void unknownNamesGiveTheNearest_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("model");
        QTest::newRow("part of a name") << "NousResearch/Hermes-3-Llama-3.1-8B"
                                        << "model=llama3.1-8b@inferred";
        QTest::newRow("family and size") << "Qwen/Qwen2.5-VL-7B-Instruct"
                                         << "model=qwen2.5-7b@assumed";
        QTest::newRow("family and size in a path") << "/data/llama/13B/hf"
                                                   << "model=llama2-13b@inferred";
        QTest::newRow("size alone") << "acme/new-34b-chat"
                                    << "model=codellama-34b@assumed";
        QTest::newRow("nothing") << "acme/new"
                                 << "model=llama3.1-8b@assumed";
    }
    void unknownNamesGiveTheNearest()
    {
        QFETCH(QString, name);
        QFETCH(QString, model);
        compareFields(intakeOfText("accelerate launch train.py --per_device_train_batch_size 1 "
                                   "--model_name_or_path "
                              + name.toStdString() + "\n",
                          "run.sh"),
            { model });
    }
};

QTEST_GUILESS_MAIN(PostsTest)
#include "tst_posts.moc"
