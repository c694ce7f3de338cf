#include "model/intake/intake_report.h"
#include "model/intake/words/machine_names.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/rebuild/model_names.h"
#include "model/runs/text/shell_variables.h"
#include "tests/model/intake/intake_samples.h"

using namespace headroom;
using namespace headroom::intake;

class PlanIntakeTest : public QObject
{
    Q_OBJECT

private slots:
    /// Accelerate's mesh alone tells how many devices there are: replicas times shards times the
    /// tensor group.
    void aMeshTellsTheDevices()
    {
        const PlanIntake intake
            = intakeOfText("base_model: meta-llama/Llama-3.1-8B\nsequence_len: 4096\n"
                           "micro_batch_size: 1\ngradient_accumulation_steps: 4\nadapter: lora\n"
                           "dp_replicate_size: 2\ndp_shard_size: 8\ntensor_parallel_size: 2\n",
                "axolotl.yaml");
        compareFields(intake,
            { QStringLiteral("parallelism.fsdp=8@read"),
                QStringLiteral("parallelism.data=2@inferred"),
                QStringLiteral("parallelism.tensor=2@read"),
                QStringLiteral("parallelism.zero_stage=3@inferred"),
                QStringLiteral("workload.global_batch_sequences=64@inferred") });
        QCOMPARE(intake.plan.hardware.nodes * intake.plan.hardware.devicesPerNode, 32);
    }

    /// An answer to each question in turn leaves none open, and degrees and batch agree with them.
    void answersSettleThePlan()
    {
        IntakeAnswers answers;
        const auto intake = [&] {
            return planFromFiles(
                { samples + "megatron-fsdp.sh" }, shippedLibrary(), nullptr, answers);
        };
        PlanIntake open = intake();
        QVERIFY(!open.hasRun);
        QCOMPARE(open.missing.size(), std::size_t { 2 });
        QCOMPARE(open.missing[1].question.id, std::string("ask-devices"));
        QCOMPARE(open.missing[1].guess, std::string("8")); // all of them, not the nodes
        QVERIFY(open.missing[0].decides && open.missing[1].decides);
        answers[open.missing[0].fact] = "h200";
        QCOMPARE(missingPaths(intake()), std::string("hardware.nodes"));
        answers[open.missing[1].fact] = "256";
        const PlanIntake settled = intake();
        QVERIFY(settled.missing.empty());
        compareFields(settled,
            { "hardware.accelerator=h200@read", "hardware.nodes=32@assumed",
                "parallelism.fsdp=256@inferred", "parallelism.zero_stage=3@read" });
    }

    void filesBecomePlans_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("fields");
        QTest::addColumn<QString>("missing");
        QTest::newRow("axolotl")
            << QStringList { "axolotl.yml" }
            << QStringList { "model=llama3.1-8b@read", "workload.sequence_length=4096@read",
                   "parallelism.micro_batch_sequences=2@read", "tuning.method=qlora@read",
                   "tuning.rank=32@read", "tuning.targets=all@read", "tuning.base=nf4@read",
                   "optimizer=adamw_8bit@read", "precision.compute=bf16@inferred",
                   "attention=flash-2@read", "remat.policy=full@read", "framework=hf@read" }
            << "hardware.accelerator hardware.nodes workload.global_batch_sequences";
        QTest::newRow("LLaMA-Factory and Accelerate")
            << QStringList { "llama-factory.yaml", "accelerate.yaml" }
            << QStringList { "model=qwen2.5-7b@read", "hardware.nodes=2@inferred",
                   "workload.global_batch_sequences=32@inferred", "parallelism.fsdp=16@inferred",
                   "parallelism.zero_stage=3@read", "tuning.method=full@read",
                   "workload.sequence_length=2048@inferred", "remat.policy=full@inferred",
                   "options.offload_parameters=false@read" }
            << "hardware.accelerator";
        QTest::newRow("LLaMA-Factory names the stage in a file")
            << QStringList { "llama-factory.yaml" }
            << QStringList { "parallelism.zero_stage=3@inferred" }
            << "hardware.accelerator hardware.nodes workload.global_batch_sequences";
        QTest::newRow("torchtune")
            << QStringList { "torchtune.yaml" }
            << QStringList { "model=llama3.2-1b@read", "workload.sequence_length=2048@read",
                   "workload.global_batch_sequences=32@inferred", "tuning.method=qlora@read",
                   "tuning.targets=mlp, q, v@read", "hardware.nodes=1@inferred",
                   "precision.weights=bf16@read", "optimizer=adamw_8bit@read" }
            << "hardware.accelerator";
        QTest::newRow("Megatron-LM in a Slurm script with variables and arithmetic")
            << QStringList { "megatron.sh" }
            << QStringList { "hardware.accelerator=h100-sxm@read", "hardware.nodes=4@inferred",
                   "hardware.devices_per_node=8@read", "parallelism.tensor=2@read",
                   "parallelism.pipeline=2@read", "parallelism.data=8@inferred",
                   "workload.global_batch_sequences=128@read", "model=llama3.1-8b@inferred",
                   "remat.policy=no_recompute@inferred", "precision.compute=bf16@read" }
            << "";
        QTest::newRow("Accelerate's DeepSpeed, whose file's name tells the stage")
            << QStringList { "accelerate-deepspeed.sh" }
            << QStringList { "model=llama2-13b@read", "hardware.devices_per_node=2@inferred",
                   "parallelism.fsdp=2@inferred", "parallelism.zero_stage=3@inferred",
                   "workload.global_batch_sequences=128@inferred", "tuning.rank=64@read" }
            << "hardware.accelerator";
        QTest::newRow("devices that DeepSpeed's launcher includes")
            << QStringList { "deepspeed-include.sh" }
            << QStringList { "model=qwen2.5-14b@read", "hardware.nodes=2@read",
                   "hardware.devices_per_node=4@read", "parallelism.fsdp=8@inferred" }
            << "hardware.accelerator";
        QTest::newRow("ms-swift, and what it does where nothing is said")
            << QStringList { "swift.sh" }
            << QStringList { "model=qwen2.5-7b@read", "tuning.method=qlora@inferred",
                   "tuning.rank=8@inferred", "tuning.base=nf4@read", "remat.policy=full@inferred",
                   "parallelism.micro_batch_sequences=1@inferred",
                   "parallelism.zero_stage=2@inferred", "precision.compute=bf16@read",
                   "workload.sequence_length=4096@read" }
            << "hardware.accelerator";
        QTest::newRow("unsloth makes no logits, in evaluations neither")
            << QStringList { "unsloth.py" }
            << QStringList { "options.cross_entropy=fused_linear@inferred",
                   "workload.evaluation.micro_batch=0@assumed" }
            << "hardware.accelerator";
        QTest::newRow("Megatron-LM with its world alone")
            << QStringList { "megatron-world.sh" }
            << QStringList { "hardware.nodes=32@assumed", "hardware.devices_per_node=8@assumed",
                   "parallelism.data=16@inferred", "parallelism.tensor=2@read" }
            << "hardware.accelerator";
        QTest::newRow("Megatron-LM with images, whose length is not the text's")
            << QStringList { "megatron-vision.sh" }
            << QStringList { "workload.sequence_length=4096@read", "parallelism.tensor=2@read",
                   "workload.global_batch_sequences=128@read" }
            << "";
        // Devices are asked for; sharding means nothing on one, and tensor 1 has no sequence
        // shards.
        QTest::newRow("Megatron-FSDP without a number of devices")
            << QStringList { "megatron-fsdp.sh" }
            << QStringList { "parallelism.zero_stage=3@read", "parallelism.expert=8@read",
                   "parallelism.sequence_parallel=false@inferred",
                   "parallelism.micro_batch_sequences=4@read", "parallelism.data=1@assumed",
                   "parallelism.fsdp=8@assumed", "options.offload_optimizer=false@inferred",
                   "workload.global_batch_sequences=2048@read" }
            << "hardware.accelerator hardware.nodes";
        QTest::newRow("torchtitan in a JobSet")
            << QStringList { "jobset.yaml" }
            << QStringList { "hardware.accelerator=h100-sxm@read", "hardware.nodes=4@inferred",
                   "hardware.devices_per_node=8@read", "parallelism.tensor=8@read",
                   "parallelism.fsdp=4@inferred", "workload.sequence_length=8192@read",
                   "framework=torchtitan@read" }
            << "";
        QTest::newRow("DeepSpeed, a Trainer script and config.json")
            << QStringList { "ds_config.json", "trainer.sh", "config.json" }
            << QStringList { "model=llama2-7b@inferred", "parallelism.zero_stage=2@read",
                   "options.offload_optimizer=true@read", "parallelism.fsdp=8@inferred",
                   "workload.global_batch_sequences=64@inferred", "precision.compute=bf16@read",
                   "hardware.devices_per_node=8@read", "workload.sequence_length=2048@read",
                   "framework=hf@read" }
            << "hardware.accelerator";
        QTest::newRow("training_args.json")
            << QStringList { "training_args.json" }
            << QStringList { "parallelism.zero_stage=3@read", "parallelism.fsdp=4@inferred",
                   "options.offload_parameters=true@read", "options.compile=true@read",
                   "remat.policy=no_recompute@read", "workload.global_batch_sequences=16@inferred" }
            << "model hardware.accelerator";
        QTest::newRow("NeMo") << QStringList { "nemo.yaml" }
                              << QStringList { "model=llama2-13b@inferred",
                                     "hardware.nodes=16@inferred",
                                     "workload.sequence_length=4096@read",
                                     "parallelism.tensor=4@read",
                                     "parallelism.zero_stage=1@inferred",
                                     "remat.policy=selective@read" }
                              << "hardware.accelerator";
        QTest::newRow("MaxText on slices")
            << QStringList { "maxtext.sh" }
            << QStringList { "hardware.accelerator=tpu-v5p@read", "hardware.nodes=2@inferred",
                   "hardware.devices_per_node=64@inferred", "parallelism.data=2@read",
                   "parallelism.fsdp=64@inferred", "workload.global_batch_sequences=512@inferred" }
            << "";
        QTest::newRow("torchtitan with overrides")
            << QStringList { "torchtitan.toml", "titan-run.sh" }
            << QStringList { "model=llama3.1-8b@read", "parallelism.context=2@read",
                   "parallelism.micro_batch_sequences=4@read", "parallelism.fsdp=4@inferred" }
            << "hardware.accelerator";
        QTest::newRow("torchtitan's own configuration")
            << QStringList { "titan-file.sh" }
            << QStringList { "model=llama3-70b@inferred", "parallelism.tensor=8@read",
                   "hardware.devices_per_node=8@read" }
            << "hardware.accelerator";
        QTest::newRow("torchtune's own configuration")
            << QStringList { "torchtune.sh" }
            << QStringList { "model=llama3.1-8b@read", "tuning.method=lora@read",
                   "parallelism.fsdp=2@inferred", "workload.sequence_length=4096@read" }
            << "hardware.accelerator";
        QTest::newRow("LitGPT's configuration")
            << QStringList { "litgpt.yaml" }
            << QStringList { "model=mistral-7b-v0.1@read", "hardware.devices_per_node=1@read",
                   "workload.sequence_length=512@read", "workload.global_batch_sequences=8@read",
                   "parallelism.micro_batch_sequences=2@read", "precision.weights=bf16@read",
                   "remat.policy=no_recompute@read", "tuning.method=qlora@read",
                   "tuning.rank=32@read", "tuning.targets=mlp, q, v, o@read",
                   "tuning.base=nf4@read" }
            << "hardware.accelerator";
        QTest::newRow("LitGPT's command, whole weights on four devices")
            << QStringList { "litgpt.sh" }
            << QStringList { "model=llama2-7b@read", "hardware.devices_per_node=4@read",
                   "parallelism.fsdp=4@inferred", "workload.global_batch_sequences=32@read",
                   "remat.policy=full@read", "tuning.method=full@inferred" }
            << "hardware.accelerator";
        QTest::newRow("a question with LitGPT's command")
            << QStringList { "post-litgpt.txt" }
            << QStringList { "model=llama2-7b@read", "hardware.accelerator=rtx-3090@read",
                   "tuning.method=lora@read", "tuning.rank=16@read",
                   "tuning.targets=mlp, q, v@read", "workload.sequence_length=1024@read" }
            << "";
        QTest::newRow("a program for one GPU")
            << QStringList { "unsloth.py" }
            << QStringList { "model=llama3-8b@read", "hardware.devices_per_node=1@inferred",
                   "workload.sequence_length=2048@read",
                   "workload.global_batch_sequences=16@inferred",
                   "parallelism.micro_batch_sequences=2@read", "precision.compute=bf16@read",
                   "optimizer=adamw_8bit@read", "remat.policy=full@read",
                   "tuning.method=qlora@read", "tuning.rank=32@read",
                   "tuning.targets=attention@read", "tuning.base=nf4@read" }
            << "hardware.accelerator";
        QTest::newRow("a program and the machine's settings")
            << QStringList { "full.py", "accelerate.yaml" }
            << QStringList { "model=mistral-7b-v0.1@read", "workload.sequence_length=4096@read",
                   "workload.global_batch_sequences=128@inferred",
                   "parallelism.micro_batch_sequences=1@read", "precision.weights=bf16@read",
                   "attention=flash-2@read", "remat.policy=full@read",
                   "tuning.method=full@assumed" }
            << "hardware.accelerator";
        QTest::newRow("a notebook")
            << QStringList { "qlora.ipynb" }
            << QStringList { "model=qwen2.5-7b@read", "hardware.devices_per_node=1@inferred",
                   "workload.sequence_length=1024@read", "tuning.method=qlora@read",
                   "tuning.rank=8@read", "tuning.targets=q, v@read", "tuning.objective=dpo@read",
                   "parallelism.micro_batch_sequences=4@read", "remat.policy=full@read" }
            << "hardware.accelerator";
        QTest::newRow("a command and words around it")
            << QStringList { "pasted.txt" }
            << QStringList { "hardware.accelerator=a100-40-sxm@read", "hardware.nodes=2@inferred",
                   "hardware.devices_per_node=8@read", "parallelism.tensor=8@read",
                   "parallelism.micro_batch_sequences=4@read",
                   "workload.global_batch_sequences=64@read", "precision.compute=fp16@read" }
            << "";
        QTest::newRow("a sentence and steps")
            << QStringList { "pasted-steps.txt" }
            << QStringList { "model=llama3.1-8b@read", "hardware.accelerator=h100-sxm@read",
                   "hardware.devices_per_node=8@inferred", "workload.sequence_length=8192@read",
                   "workload.global_batch_sequences=128@read" }
            << "parallelism.micro_batch_sequences";
        QTest::newRow("a job that writes its configuration")
            << QStringList { "peft-job.slurm" }
            << QStringList { "model=mistral-7b-v0.1@read", "hardware.accelerator=v100@inferred",
                   "hardware.nodes=2@read", "hardware.devices_per_node=4@read",
                   "parallelism.fsdp=4@inferred", "parallelism.data=2@inferred",
                   "tuning.method=lora@read", "tuning.targets=q, v@read",
                   "precision.compute=fp16@read", "remat.policy=no_recompute@inferred" }
            << "";
        QTest::newRow("a plan") << QStringList { "mine.headroom.yaml" }
                                << QStringList { "model=llama3-70b@read", "hardware.nodes=2@read",
                                       "parallelism.tensor=1@assumed" }
                                << "";
    }
    void filesBecomePlans()
    {
        QFETCH(QStringList, files);
        QFETCH(QStringList, fields);
        QFETCH(QString, missing);
        std::vector<std::string> names;
        for (const QString &file : files)
            names.push_back(file.toStdString());
        const PlanIntake intake = intakeOf(names);
        compareFields(intake, fields);
        QCOMPARE(QString::fromStdString(missingPaths(intake)), missing);
        const Result<LoadedPlan> again = parsePlan(intakeYaml(intake), "a.headroom.yaml");
        QVERIFY(again.hasValue());
        QVERIFY(again->plan == intake.plan);
    }

    void whatIsNotKnownIsAsked()
    {
        const PlanIntake intake = intakeOf({ "ds_config.json" });
        QCOMPARE(missingPaths(intake),
            std::string("model hardware.accelerator hardware.nodes workload.global_batch_sequences "
                        "workload.sequence_length parallelism.micro_batch_sequences"));
        QCOMPARE(intake.missing[1].question.id, std::string("ask-gpu"));
        for (const MissingField &field : intake.missing)
            QVERIFY(!field.guess.empty() && !field.reason.id.empty());
    }

    void aPlanFillsWhatNoTextTells()
    {
        const PlanIntake own = intakeOf({ "mine.headroom.yaml" });
        const PlanIntake intake = intakeOf({ "ds_config.json" }, &own.plan);
        QCOMPARE(intake.plan.model.id, std::string("llama3-70b"));
        QCOMPARE(intake.plan.hardware.accelerator, std::string("h200"));
        QCOMPARE(originOf(intake, "parallelism.zero_stage"), std::string("read"));
        QVERIFY(intake.missing.empty());
    }

    void evidenceNamesFileAndLine()
    {
        const PlanIntake intake = intakeOf({ "trainer.sh", "config.json" });
        const auto found = intake.evidence.find("parallelism.micro_batch_sequences");
        QVERIFY(found != intake.evidence.end());
        QVERIFY(found->second.find("trainer.sh:3") != std::string::npos);
    }

    void nothingIsNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("prose") << "Hello, how fast will this be?";
        QTest::newRow("another YAML") << "services:\n  web:\n    image: nginx\n";
        QTest::newRow("another JSON") << "{\"a\": 1}";
        QTest::newRow("reinforcement learning")
            << "base_model: meta-llama/Llama-3.1-8B\nrl: grpo\nsequence_len: "
               "2048\nmicro_batch_size: 1\n";
    }
    void nothingIsNothing()
    {
        QFETCH(QString, text);
        const PlanIntake intake = intakeOfText(text.toStdString());
        QVERIFY(!intake.hasRead);
        QVERIFY(!intake.unrecognised.empty());
    }

    void variablesAreExpandedWithoutAShell_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expanded"); // empty: not known
        QTest::newRow("plain") << "$TP"
                               << "8";
        QTest::newRow("fallback") << "${PP:-4}"
                                  << "4";
        QTest::newRow("fallback in a fallback") << "${PP:-${TP:-1}}"
                                                << "8";
        QTest::newRow("arithmetic") << "$((TP * 2 + ${TP}/4))"
                                    << "18";
        QTest::newRow("positional") << "$1"
                                    << "";
        QTest::newRow("positional with a fallback") << "${1:-x}"
                                                    << "x";
        QTest::newRow("a command") << "$(nproc)"
                                   << "";
        QTest::newRow("a division by zero") << "$((1/0))"
                                            << "";
        QTest::newRow("an array") << "${ARGS[@]}"
                                  << "";
        QTest::newRow("open") << "${TP"
                              << "";
    }
    void variablesAreExpandedWithoutAShell()
    {
        QFETCH(QString, text);
        QFETCH(QString, expanded);
        std::string value = text.toStdString();
        const bool isKnown = expandVariables(value, { { "TP", "8" } });
        QCOMPARE(isKnown, !expanded.isEmpty());
        if (isKnown)
            QCOMPARE(QString::fromStdString(value), expanded);
    }

    void namesOfHubsAreModels()
    {
        for (const auto &[name, id] : { std::pair { "NousResearch/Meta-Llama-3-8B", "llama3-8b" },
                 std::pair { "unsloth/llama-3-8b-bnb-4bit", "llama3-8b" },
                 std::pair { "/data/Llama-2-7b-chat-hf/", "llama2-7b" },
                 std::pair { "mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b" },
                 std::pair { "Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b" },
                 std::pair { "facebook/opt-175b", "" } })
            QCOMPARE(modelIdOf(name, shippedLibrary()), std::string(id));
    }

    void everyMachineHasAProfile()
    {
        for (const char *name : { "nvidia-tesla-a100", "a3-ultragpu-8g-pool", "p4de.24xlarge",
                 "Standard_ND96isr_H100_v5", "tpu-v6e-slice" }) {
            const MachineName *machine = machineNamed(name);
            QVERIFY(machine);
            QVERIFY(shippedLibrary().accelerator(machine->chip).hasValue());
        }
        QCOMPARE(sliceNamed("v5p-128")->chips, 64);
        QCOMPARE(sliceNamed("v5litepod-256")->chips, 256);
        QVERIFY(!sliceNamed("v5p-x"));
    }
};

QTEST_GUILESS_MAIN(PlanIntakeTest)
#include "tst_plan_intake.moc"
