#include "export_checks.h"
#include "export_fixture.h"
#include "outside_programs.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

const Settings wholeJob { "job.time_limit_minutes=2190", "job.partition=gpu", "job.account=team-a",
    "job.requeue=true", "job.checkpoint_every_steps=250", "job.checkpoint_folder=/keep here",
    "job.container=nvcr.io/team/train:26.08", "job.data_path=/data/c4",
    "job.tokenizer=meta-llama/Meta-Llama-3-8B" };

std::string exported(const char *target, const char *file, bool benchmark = false)
{
    return fixture().file(
        fixture().plan("llama3-70b-h100-32-nodes", wholeJob), target, file, benchmark);
}

ProgramResult runTraining(
    const char *target, const QStringList &arguments, const Settings &settings)
{
    QTemporaryDir place;
    const QDir folder(place.path());
    writeFiles(
        folder, *fixture().files(fixture().plan("llama3.1-8b-h100-node", settings), target, false));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", HEADROOM_TEST_DATA "/launch/stubs");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    return runProgram("python3", QStringList { folder.filePath("train.py") } + arguments,
        place.path(), environment);
}

} // namespace

class JobExportsTest : public QObject
{
    Q_OBJECT

private slots:
    void filesHoldTheJob_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *target, const char *file, const char *text) {
            QTest::addRow("%s %s %s", target, file, text) << target << file << text;
        };
        for (const char *line : { "#SBATCH --time=1-12:30:00\n", "#SBATCH --partition=gpu\n",
                 "#SBATCH --account=team-a\n", "#SBATCH --requeue\n",
                 "#SBATCH --signal=B:USR1@300\n", "trap go_on_later USR1\n", "wait \"$!\"\n",
                 "--container-image=nvcr.io/team/train:26.08", "'/keep here':'/keep here'",
                 "MOUNTS+=\",${PLACE}:${PLACE}\"\n", "python3 \"${HERE}/preflight.py\" --gpus 8 ",
                 "export NCCL_DEBUG=" }) {
            row("megatron", "job.sbatch", line);
            row("maxtext-slurm", "job_per_gpu.sbatch", line);
        }
        row("maxtext-slurm", "config.yml", "\ncheckpoint_period: 250\n");
        row("maxtext-slurm", "config.yml", "\nenable_checkpointing: true\n");
        row("maxtext-slurm", "config.yml", "\ndataset_type: \"tfds\"\n");
        row("maxtext-slurm", "config.yml", "\ndataset_path: \"/data/c4\"\n");
        row("maxtext-slurm", "run.sh", "OUTPUT='/keep here'\n");
        row("megatron", "run.sh", "--save '/keep here'");
        row("megatron", "run.sh", "--load '/keep here'");
        row("megatron", "run.sh", "--save-interval 250");
        row("megatron", "run.sh", "--exit-signal-handler");
        row("megatron", "job.sbatch",
            "set -- --exit-duration-in-mins \"$(((STOP_AT - NOW) / 60))\" \"$@\"\n");
        row("nemo", "job.sbatch", "set -- \"train.exit_duration_in_mins=");
        row("deepspeed", "job.sbatch", "export STOP_AT\n");
        row("hf-trainer", "job.sbatch", "export STOP_AT\n");
        row("torchtitan", "job.sbatch", "export STOP_AT\n");
        row("torchtitan", "run.sh", "-m train_torchtitan --job.config_file");
        row("maxtext-slurm", "job_per_gpu.sbatch", "kill -TERM \"${RUN}\"");
        row("megatron", "run.sh", "DATA=(--data-path /data/c4 ");
        row("megatron", "run.sh", "--tokenizer-model meta-llama/Meta-Llama-3-8B");
        row("nemo", "headroom_nemo.py", "save_interval=250,");
        row("torchtitan", "config.toml", "\ninterval = 250\n");
        row("torchtitan", "config.toml", "\nfolder = \"/keep here\"\n");
        row("torchtitan", "config.toml", "\ndataset_path = \"/data/c4\"\n");
        row("torchtitan", "headroom_recipe.py", "interval=250,");
        row("hf-trainer", "run.sh", "--save_steps 250");
        row("hf-trainer", "run.sh", "OUTPUT='/keep here'\n");
        row("deepspeed", "train.json", "\"checkpoint_every_steps\": 250");
        row("maxtext-gke", "jobset.yaml", "activeDeadlineSeconds: 131400");
        row("maxtext-gke", "jobset.yaml", "maxRestarts: 10");
        row("maxtext-gke", "jobset.yaml", "nvcr.io/team/train:26.08");
    }
    void filesHoldTheJob()
    {
        QFETCH(QString, target);
        QFETCH(QString, file);
        QFETCH(QString, text);
        const std::string content = exported(target.toLatin1(), file.toLatin1());
        QVERIFY2(content.find(text.toStdString()) != std::string::npos, content.c_str());
    }

    /// The whole job passes the checks of every format, and shells and shellcheck take it.
    void filesStayWhole_data()
    {
        QTest::addColumn<QString>("target");
        for (const char *target : { "maxtext-gpu", "maxtext-slurm", "maxtext-gke", "megatron",
                 "nemo", "pgle-auto", "pgle-nsys", "torchtitan", "deepspeed", "hf-trainer" })
            QTest::newRow(target) << target;
    }
    void filesStayWhole()
    {
        QFETCH(QString, target);
        const auto files = *fixture().files(
            fixture().plan("llama3-70b-h100-32-nodes", wholeJob), target.toStdString(), false);
        const Findings findings = checkExport(target.toStdString(), files, 256, 8, 32);
        QVERIFY2(findings.empty(), findings.empty() ? "" : findings.front().c_str());
        const QStringList problems = scriptProblems(files);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    void oldCheckpointsGo_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("three");
        QTest::addColumn<QString>("all");
        const auto row
            = [](const char *target, const char *file, const char *three, const char *all) {
                  QTest::newRow(target) << target << file << three << all;
              };
        row("maxtext-slurm", "config.yml", "max_num_checkpoints_to_keep: 3\n", "");
        row("torchtitan", "config.toml", "keep_latest_k = 3\n", "keep_latest_k = 0\n");
        row("hf-trainer", "run.sh", "--save_total_limit 3", "");
        row("deepspeed", "train.json", "\"keep_checkpoints\": 3", "\"keep_checkpoints\": 0");
        row("nemo", "headroom_nemo.py", "most_recent_k=3,", "");
    }
    void oldCheckpointsGo()
    {
        QFETCH(QString, target);
        QFETCH(QString, file);
        QFETCH(QString, three);
        QFETCH(QString, all);
        const auto content = [&](const char *setting) {
            Settings job = wholeJob;
            job.emplace_back(setting);
            return QString::fromStdString(
                fixture().file(fixture().plan("llama3-70b-h100-32-nodes", job),
                    target.toStdString(), file.toStdString(), false));
        };
        const QString kept = content("job.keep_checkpoints=3");
        QVERIFY2(kept.contains(three), qPrintable(kept));
        const QString whole = content("job.keep_checkpoints=0");
        QVERIFY(!whole.contains(three));
        QVERIFY(whole.contains(all));
    }

    /// A pod's disk goes with the pod: without a folder in the plan the scripts ask for a bucket.
    void podsKeepCheckpointsInABucket()
    {
        const auto text = [](const Settings &settings, const char *file) {
            return QString::fromStdString(fixture().file(
                fixture().plan("llama2-70b-v5p-64", settings), "maxtext-gke", file, false));
        };
        const Settings kept { "job.checkpoint_every_steps=100" };
        const QString demand = QStringLiteral("OUT_DIR=\"${OUT_DIR:?gs://");
        for (const char *script : { "submit.sh", "xpk.sh" }) {
            QVERIFY(text(kept, script).contains(demand));
            QVERIFY(!text({}, script).contains(demand));
        }
        QVERIFY(text(kept, "jobset.yaml").contains(QLatin1String("value: REPLACE_WITH_OUT_DIR")));
        QVERIFY(text(kept, "xpk.sh").contains(QLatin1String("&& OUT_DIR=${OUT_DIR} bash ")));
        const Settings bucket { "job.checkpoint_every_steps=100",
            "job.checkpoint_folder=gs://runs/one" };
        QVERIFY(!text(bucket, "submit.sh").contains(demand));
        QVERIFY(text(bucket, "run.sh").contains(QLatin1String("gs://runs/one")));
        const Settings disk { "job.checkpoint_every_steps=100", "job.checkpoint_folder=/keep" };
        QVERIFY(text(disk, "README.md").contains(QLatin1String("is no bucket")));
        QVERIFY(!text(bucket, "README.md").contains(QLatin1String("is no bucket")));
    }

    /// Without a limit of its own the job gets what the run takes, and what the queue takes of it.
    void theTimeLimitIsThatOfTheRun()
    {
        const auto lineOf = [](const Settings &settings) {
            const QString job = QString::fromStdString(
                fixture().file(fixture().plan("llama3.1-8b-h100-node", settings), "megatron",
                    "job.sbatch", false));
            const qsizetype at = job.indexOf(QLatin1String("--time="));
            return job.mid(at, job.indexOf('\n', at) - at);
        };
        const Settings open { "workload.training_tokens=" };
        QCOMPARE(lineOf(open), QStringLiteral("--time=01:00:00"));
        const QString whole = lineOf({ "workload.training_tokens=1e9" });
        QVERIFY2(
            QRegularExpression(QStringLiteral("^--time=0[2-9]:00:00$")).match(whole).hasMatch(),
            qPrintable(whole));
        QCOMPARE(lineOf({ "workload.training_tokens=1e12", "job.queue_limit_minutes=1440" }),
            QStringLiteral("--time=1-00:00:00"));
        QCOMPARE(lineOf({ "workload.training_tokens=1e12", "job.time_limit_minutes=90",
                     "job.queue_limit_minutes=60" }),
            QStringLiteral("--time=01:30:00"));
        QVERIFY(lineOf({ "workload.training_tokens=1e12" }).size() > whole.size()); // days
        const std::string readme = fixture().file(
            fixture().plan("llama3.1-8b-h100-node",
                { "workload.training_tokens=1e12", "job.queue_limit_minutes=1440" }),
            "megatron", "README.md", false);
        QVERIFY2(readme.find("ends after 1-00:00:00, the queue's limit") != std::string::npos,
            readme.c_str());
    }

    /// What torchtitan's release lacks and its later sources have is a recipe alone.
    void laterSourcesTakeMore_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("line");
        const QString node = QStringLiteral("llama3.1-8b-h100-node");
        QTest::newRow("adapters")
            << node
            << QStringList { "framework=torchtitan", "tuning.method=lora", "tuning.rank=8",
                   "precision.weights=bf16", "precision.optimizer_state=fp32" }
            << "LoRAConverter.Config(rank=8, alpha=16.0, target_modules=[\"wqkv\", \"wo\", \"w1\", "
               "\"w2\", \"w3\"])";
        QTest::newRow("nvfp4")
            << node
            << QStringList { "framework=torchtitan", "hardware.accelerator=b200",
                   "precision.recipe=nvfp4" }
            << "NVFP4LinearConverter.Config(fqns=[\"layers\"], model_compile_enabled=";
        QTest::newRow("16-bit states")
            << node << QStringList { "framework=torchtitan", "precision.optimizer_state=bf16" }
            << "config.optimizer.implementation = \"fused_opt_states_bf16\"";
        QTest::newRow("HybridEP") << node
                                  << QStringList { "framework=torchtitan", "model=qwen3-30b-a3b",
                                         "parallelism.expert=8",
                                         "options.expert_dispatcher=hybridep" }
                                  << "moe_comm_backend=\"hybridep\"";
    }
    void laterSourcesTakeMore()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QString, line);
        Settings words;
        for (const QString &setting : settings)
            words.push_back(setting.toStdString());
        const auto files
            = fixture().files(fixture().plan(plan.toStdString(), words), "torchtitan", false);
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        QVERIFY(!findFile(*files, "config.toml"));
        const std::string &recipe = findFile(*files, "headroom_recipe.py")->content;
        QVERIFY2(recipe.find(line.toStdString()) != std::string::npos, recipe.c_str());
    }

    /// DeepSpeed splits tensors of whole weights, which ZeRO 3 shards afterwards.
    void tensorRanksUnderZero3()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "framework=deepspeed", "parallelism.tensor=2", "parallelism.fsdp=4" });
        const std::string settings = fixture().file(plan, "deepspeed", "train.json", false);
        QVERIFY2(settings.find("\"deepspeed\": \"0.19.4\"") != std::string::npos, settings.c_str());
        const std::string config = fixture().file(plan, "deepspeed", "ds_config.json", false);
        QVERIFY(config.find("\"stage\": 3") != std::string::npos);
        QVERIFY(config.find("\"autotp_size\": 2") != std::string::npos);
    }

    /// Only the trainer of post-training applies MaxText's adapters.
    void maxtextTunesByItsOwnTrainer()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "tuning.method=lora", "precision.weights=bf16", "software.maxtext=0.2.4",
                "job.data_path=HuggingFaceH4/ultrachat_200k" });
        const std::string run = fixture().file(plan, "maxtext-gpu", "run.sh", false);
        QVERIFY2(run.find("-m maxtext.trainers.post_train.sft.train_sft") != std::string::npos,
            run.c_str());
        const std::string config = fixture().file(plan, "maxtext-gpu", "config.yml", false);
        for (const char *text : { "\nuse_sft: true\n", "\nsft_train_on_completion_only: true\n",
                 "\ntrain_data_columns: [\"messages\"]\n", "enable_lora: true" })
            QVERIFY2(config.find(text) != std::string::npos, config.c_str());
    }

    /// A size of model has its published learning rate, and short runs a short warm-up.
    void runsLearnAsTheirSizeDid()
    {
        const auto words = [](const char *model, const char *tokens) {
            return fixture().file(fixture().plan("llama3.1-8b-h100-node",
                                      { std::string("model=") + model,
                                          std::string("workload.training_tokens=") + tokens }),
                "hf-trainer", "run.sh", false);
        };
        const auto holds = [](const std::string &text, const char *part) {
            return text.find(part) != std::string::npos;
        };
        QVERIFY(holds(words("llama3.1-8b", "1e12"), "--learning_rate 3e-4"));
        QVERIFY(holds(words("llama3.1-8b", "1e12"), "--warmup_steps 2000"));
        QVERIFY(holds(words("llama3.1-70b", "1e12"), "--learning_rate 1.5e-4"));
        QVERIFY(holds(words("llama3.1-8b", "1e8"), "--warmup_steps 9 "));
        QVERIFY(holds(words("llama3.1-8b", "1e8"), "--adam_beta2 0.95"));
    }

    /// YAML 1.1, which PyYAML reads, has no numbers like "2e-05".
    void smallNumbersAreNumbers()
    {
        const ResolvedPlan plan = fixture().plan(
            "llama3.1-8b-h100-node", { "parallelism.fsdp=8", "job.data_path=/data/texts.jsonl" });
        const std::string settings = fixture().file(plan, "trl", "sft.yaml", false);
        QVERIFY2(
            settings.find("\nlearning_rate: 2.0e-05\n") != std::string::npos, settings.c_str());
        const ResolvedPlan large
            = fixture().plan("llama3-70b-h100-32-nodes", { "model=llama3.1-405b" });
        const std::string config = fixture().file(large, "maxtext-gpu", "config.yml", false);
        QVERIFY2(config.find("\nlearning_rate: 8.0e-05\n") != std::string::npos, config.c_str());
    }

    /// A benchmark keeps nothing and trains on synthetic data, and its README says so.
    void benchmarksKeepNothing()
    {
        const std::string job = exported("megatron", "job.sbatch", true);
        QVERIFY(job.find("#SBATCH --partition=gpu\n") != std::string::npos);
        QVERIFY(job.find("requeue") == std::string::npos);
        const std::string run = exported("megatron", "run.sh", true);
        QVERIFY(run.find("--save") == std::string::npos);
        QVERIFY(run.find("DATA=(--mock-data ") != std::string::npos);
        const std::string readme = exported("megatron", "README.md", true);
        QVERIFY(readme.find("`job.data_path=/data/c4`: a benchmark has synthetic data")
            != std::string::npos);
    }

    /// Only jobs that train wait for Slurm's signal; in others it would end the shell.
    void onlyTrainingGoesBackToTheQueue()
    {
        const std::string check = exported("maxtext-slurm", "check_network.sbatch");
        QVERIFY(check.find("#SBATCH --partition=gpu\n") != std::string::npos);
        QVERIFY(check.find("--signal") == std::string::npos);
        QVERIFY(exported("pgle-nsys", "job.sbatch").find("--signal") == std::string::npos);
    }

    /// Profile-guided scheduling on several nodes is one job.
    void profileRunsOnSeveralNodes()
    {
        const std::string job = exported("pgle-jax-profiler", "job.sbatch");
        const std::string steps
            = "srun --kill-on-bad-exit=1 bash \"${HERE}/1_profile_run.sh\" \"$@\"\n"
              "bash \"${HERE}/2_convert.sh\"\n"
              "srun --kill-on-bad-exit=1 bash \"${HERE}/3_performance_run.sh\" \"$@\"\n";
        QVERIFY2(job.find(steps) != std::string::npos, job.c_str());
        for (const char *target : { "pgle-auto", "pgle-jax-profiler", "pgle-nsys" })
            QVERIFY2(exported(target, "README.md").find("sbatch job.sbatch`") != std::string::npos,
                target);
        // What every rank writes has the rank in its name.
        const std::string nsys = exported("pgle-nsys", "1_profile_run.sh");
        for (const char *name : { "/dump-profile-${SLURM_PROCID:-0}", "/run1-${SLURM_PROCID:-0}" })
            QVERIFY2(nsys.find(name) != std::string::npos, name);
    }

    /// The exported training scripts run, with stand-ins for torch and the engines.
    void deepspeedScriptTrains()
    {
        const ProgramResult result = runTraining("deepspeed",
            { "--deepspeed", "--deepspeed_config", "ds_config.json", "--steps", "2" },
            { "job.checkpoint_every_steps=2", "remat.policy=full" });
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *text : { "stage 3\n", "\"hidden_size\": 4096", "\"model_type\": \"llama\"",
                 "bfloat16 sdpa", "recompute\n", "load checkpoints\n", "step 1 loss 2.5000",
                 "save checkpoints after 32 passes\n" })
            QVERIFY2(result.output.contains(text), result.output.constData());
    }
    void trainerScriptTrains()
    {
        const ProgramResult result = runTraining("hf-trainer", { "--bf16", "true" },
            { "attention=flash-2", "workload.training_tokens=" });
        QVERIFY2(result.status == 0, result.messages.constData());
        // FSDP casts 32-bit weights where it gathers them.
        QVERIFY2(result.output.contains("float32 flash_attention_2"), result.output.constData());
        QVERIFY2(
            result.output.contains("train 1000 8192 None --bf16 true"), result.output.constData());
        QVERIFY(!result.output.contains("evaluate"));
    }
    /// Two batches of eight sequences for each of two ranks.
    void trainerScriptEvaluates()
    {
        const ProgramResult result
            = runTraining("hf-trainer", { "--eval_strategy", "steps" }, { "attention=flash-2" });
        QVERIFY2(result.status == 0, result.messages.constData());
        QVERIFY2(result.output.contains("evaluate 32 8192\n"), result.output.constData());
    }
    /// A model of another family leaves the script to the user.
    void foreignModelsNeedAScript()
    {
        const auto files = *fixture().files(
            fixture().plan("llama3.1-8b-h100-node", { "model=gemma2-9b" }), "deepspeed");
        QVERIFY(!findFile(files, "train.py"));
        QVERIFY(findFile(files, "run.sh")->content.find("${TRAIN_SCRIPT:?") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(JobExportsTest)
#include "tst_job_exports.moc"
