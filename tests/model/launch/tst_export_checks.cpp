#include "export_checks.h"
#include "export_fixture.h"

#include "model/base/wording/messages.h"
#include "model/launch/common/launch_mesh.h"
#include "model/launch/common/translate_plan.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace headroom;

namespace {

/// The plan that the must-haves of a target are written for.
ResolvedPlan planOfMustHaves(const std::string &target)
{
    return fixture().plan(
        target == "maxtext-tpu" ? "llama2-70b-v5p-64" : "llama3-70b-h100-32-nodes");
}

std::string withoutLinesOf(const std::string &text, const std::string &needle)
{
    std::string rest;
    for (std::size_t start = 0; start < text.size();) {
        std::size_t end = text.find('\n', start);
        end = end == std::string::npos ? text.size() : end + 1;
        const std::string line = text.substr(start, end - start);
        if (line.find(needle) == std::string::npos)
            rest += line;
        start = end;
    }
    return rest;
}

} // namespace

class ExportChecksTest : public QObject
{
    Q_OBJECT

private slots:
    void everyTargetOfEveryPlan_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("benchmark");
        for (const std::string &plan : fixture().library().planIds())
            for (const ExportTarget &target : exportTargets())
                for (const bool benchmark : { true, false })
                    QTest::addRow(
                        "%s %s%s", plan.c_str(), target.id.c_str(), benchmark ? "" : " training")
                        << QString::fromStdString(plan) << QString::fromStdString(target.id)
                        << benchmark;
    }
    void everyTargetOfEveryPlan()
    {
        QFETCH(QString, plan);
        QFETCH(QString, target);
        QFETCH(bool, benchmark);
        const ResolvedPlan resolved = fixture().plan(plan.toStdString());
        const auto files = fixture().files(resolved, target.toStdString(), benchmark);
        if (!files) {
            QCOMPARE(files.errors().front().id, std::string("export-not-expressible"));
            QVERIFY(!operandText(files.errors().front().args.at(1)).empty());
            return;
        }
        const ExportTarget &row = *exportTarget(target.toStdString());
        const std::string framework = row.frameworkFor(resolved.plan);
        const ResolvedPlan said = framework == resolved.plan.framework
            ? resolved
            : *resolvePlan(translatePlan(resolved, framework).plan, fixture().library());
        const Result<LaunchMesh> mesh = launchMesh(said);
        QVERIFY(mesh.hasValue());
        const Findings findings = checkExport(row.id, *files,
            static_cast<int>(resolved.deviceCount()), mesh->domainDevices, mesh->domains);
        QVERIFY2(findings.empty(), joined(findings).c_str());
        QVERIFY(files->back().name == "README.md");
        QVERIFY(*fixture().files(resolved, row.id, benchmark) == *files);
    }

    void everyTargetHasMustHaves()
    {
        for (const ExportTarget &target : exportTargets()) {
            const auto files = fixture().files(planOfMustHaves(target.id), target.id);
            QVERIFY2(files.hasValue(), target.id.c_str());
            const Findings missing = missingMustHaves(target.id, *files);
            QVERIFY2(missing.empty(), (target.id + ": " + joined(missing)).c_str());
        }
    }

    void removingAMustHaveIsSeen_data()
    {
        QTest::addColumn<int>("index");
        const auto list = mustHaves();
        for (std::size_t i = 0; i < list.size(); ++i)
            QTest::addRow("%s %s %s", list[i].target, list[i].file, list[i].text) << int(i);
    }
    void removingAMustHaveIsSeen()
    {
        QFETCH(int, index);
        const MustHave &item = mustHaves()[static_cast<std::size_t>(index)];
        static std::map<std::string, std::vector<ExportFile>> exports;
        if (!exports.contains(item.target))
            exports[item.target] = *fixture().files(planOfMustHaves(item.target), item.target);
        std::vector<ExportFile> files = exports.at(item.target);
        for (ExportFile &file : files)
            if (file.name == item.file)
                file.content = withoutLinesOf(file.content, item.text);
        const Findings missing = missingMustHaves(item.target, files);
        QVERIFY(std::find(
                    missing.begin(), missing.end(), std::string(item.file) + " lacks " + item.text)
            != missing.end());
    }

    void brokenFilesAreSeen()
    {
        const auto replaced = [](std::string text, const std::string &from, const std::string &to) {
            const std::size_t place = text.find(from);
            if (place == std::string::npos)
                qFatal("no %s", from.c_str());
            return text.replace(place, from.size(), to);
        };
        const ResolvedPlan plan = fixture().plan("llama3-70b-h100-32-nodes");
        const std::string megatron = fixture().file(plan, "megatron", "run.sh");
        QVERIFY(checkMegatron(megatron, 256).empty());
        QVERIFY(!checkMegatron(replaced(megatron, "--num-layers", "--num-layer"), 256).empty());
        QVERIFY(!checkMegatron(
            replaced(megatron, "--global-batch-size 512", "--global-batch-size 500"), 256)
                     .empty());
        QVERIFY(!checkMegatron(replaced(megatron, "optim_grads_params", "optim_all"), 256).empty());
        const std::string toml = fixture().file(plan, "torchtitan", "config.toml");
        QVERIFY(checkTorchtitan(toml, 256).empty());
        QVERIFY(!checkTorchtitan(replaced(toml, "seq_len", "seq_length"), 256).empty());
        QVERIFY(!checkTorchtitan(replaced(toml, "mode = \"full\"", "mode = \"all\""), 256).empty());
        QVERIFY(!checkTorchtitan(replaced(toml, "shard_degree = 256", "shard_degree = 128"), 256)
                     .empty());
        const std::string json = fixture().file(plan, "deepspeed", "ds_config.json");
        QVERIFY(checkDeepSpeed(json, 256).empty());
        QVERIFY(!checkDeepSpeed(replaced(json, "\"stage\": 3", "\"stage\": 4"), 256).empty());
        QVERIFY(!checkDeepSpeed(replaced(json, "overlap_comm", "overlap_com"), 256).empty());
        QVERIFY(!checkDeepSpeed(
            replaced(json, "train_batch_size\": 512", "train_batch_size\": 256"), 256)
                     .empty());
        const std::string jobSet = fixture().file(plan, "maxtext-gke", "jobset.yaml");
        QVERIFY(checkJobSet(jobSet).empty());
        QVERIFY(!checkJobSet(replaced(jobSet, "parallelism: 32", "parallelism: \"32\"")).empty());
        QVERIFY(!checkJobSet(replaced(jobSet, "replicatedJobs", "replicatedJob")).empty());
        const std::string slurm = fixture().file(plan, "maxtext-slurm", "job_per_gpu.sbatch");
        QVERIFY(checkSlurm(slurm).empty());
        QVERIFY(!checkSlurm(replaced(slurm, "#SBATCH --nodes=32", "#SBATCH --node=32")).empty());
        QVERIFY(!checkSlurm(replaced(slurm, "--gpus-per-node=8", "--gpus-per-task=1")).empty());
    }

    void refusalsNameTheirReason_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("reason");
        QTest::newRow("TPU in torchtitan") << "llama2-70b-v5p-64"
                                           << "torchtitan"
                                           << "TPU";
        QTest::newRow("GPU for TPUs") << "llama3-70b-h100-32-nodes"
                                      << "maxtext-tpu"
                                      << "GPU";
        QTest::newRow("experts in the Trainer") << "mixtral-8x7b-h100-8-nodes"
                                                << "hf-trainer"
                                                << "expert";
        QTest::newRow("no flavor") << "mixtral-8x7b-h100-8-nodes"
                                   << "torchtitan"
                                   << "flavor";
    }
    void refusalsNameTheirReason()
    {
        QFETCH(QString, plan);
        QFETCH(QString, target);
        QFETCH(QString, reason);
        const auto files
            = fixture().files(fixture().plan(plan.toStdString()), target.toStdString());
        QVERIFY(!files);
        QVERIFY2(QString::fromStdString(errorLines(files.errors())).contains(reason),
            errorLines(files.errors()).c_str());
    }

    void aPlanThatDoesNotFitSaysSoLoudly()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "parallelism.micro_batch_sequences=16", "remat.policy=minimal_with_context" });
        QVERIFY(fixture().file(plan, "maxtext-gpu", "run.sh").find("DOES NOT FIT")
            != std::string::npos);
        QVERIFY(fixture().file(plan, "maxtext-gpu", "README.md").find("does not fit in memory")
            != std::string::npos);
    }

    /// A package of two dies shows two GPUs: processes, degrees and batches count those.
    void packagesOfTwoDies_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *target, const char *file, const char *words) {
            QTest::addRow("%s %s", target, words) << file << words;
        };
        for (const char *target : { "torchtitan", "megatron", "deepspeed", "hf-trainer" }) {
            row(target, "job.sbatch", "#SBATCH --gpus-per-node=8\n");
            row(target, "run.sh", "--nproc_per_node 8 ");
            row(target, "check_network.sh", "--devices-per-node 8\n");
            row(target, "README.md", "One MI250X shows 2 GPUs to PyTorch and Slurm");
        }
        row("torchtitan", "config.toml", "data_parallel_shard_degree = 64\n");
        row("torchtitan", "config.toml", "local_batch_size = 1\n");
        row("torchtitan", "config.toml", "global_batch_size = 128\n");
        row("megatron", "run.sh", "--micro-batch-size 1 ");
        row("megatron", "run.sh", "--global-batch-size 128");
        row("deepspeed", "ds_config.json", "\"train_micro_batch_size_per_gpu\": 1");
        row("deepspeed", "ds_config.json", "\"gradient_accumulation_steps\": 2");
        row("hf-trainer", "run.sh", "--per_device_train_batch_size 1");
        row("measure", "job.sbatch", "#SBATCH --ntasks-per-node=8\n");
        row("maxtext-slurm", "job_per_gpu.sbatch", "#SBATCH --ntasks-per-node=8\n");
        row("maxtext-slurm", "job_per_gpu.sbatch", "#SBATCH --gpus-per-node=8\n");
        row("maxtext-slurm", "job_per_node.sbatch", "#SBATCH --gpus-per-node=8\n");
        row("maxtext-slurm", "check_network.sbatch", "#SBATCH --ntasks-per-node=8\n");
        row("maxtext-slurm", "config.yml", "ici_fsdp_parallelism: 8\n");
        row("maxtext-slurm", "config.yml", "dcn_fsdp_parallelism: 8\n");
    }
    void packagesOfTwoDies()
    {
        QFETCH(QString, file);
        QFETCH(QString, words);
        const std::string target
            = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "hardware.accelerator=mi250x", "hardware.nodes=8", "hardware.devices_per_node=4",
                "parallelism.fsdp=32", "parallelism.micro_batch_sequences=2",
                "attention=flash-2" });
        const std::string text = fixture().file(plan, target, file.toStdString(), false);
        QVERIFY2(text.find(words.toStdString()) != std::string::npos, text.c_str());
    }

    /// Every flag that the rules speak of stands once: set with its reason, or below with what
    /// they say of it.
    void theReadmeSpeaksOfFlagsThatAreNotSet()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node");
        const std::string readme = fixture().file(plan, "maxtext-gpu", "README.md", false);
        const std::size_t other = readme.find("## Other flags");
        QVERIFY(other != std::string::npos);
        const LaunchFlags flags = fixture().tools().flags(plan);
        QVERIFY(flags.advice.size() > 10);
        for (const char *title : { "worth a measured trial:", "to leave alone:" })
            QVERIFY2(readme.find(title, other) != std::string::npos, title);
        for (const FlagAdvice &advice : flags.advice)
            QVERIFY2(
                readme.find("- `" + advice.name, other) != std::string::npos, advice.name.c_str());
        for (const LaunchFlag &flag : flags.flags)
            QVERIFY2(readme.find("- `" + flag.name + '=', other) == std::string::npos,
                flag.name.c_str());
        // The kit that measures sets none of them.
        QVERIFY(fixture().file(plan, "measure", "README.md", false).find("## Other flags")
            == std::string::npos);
    }

    /// run.sh of a program on torch sets this one whatever the plan says.
    void whatAScriptSetsIsNotOffered()
    {
        const ResolvedPlan plan = fixture().plan(
            "llama3.1-8b-h100-node", { "framework=hf", "attention=flash-2", "remat.policy=full" });
        const std::string set = "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True";
        QVERIFY(fixture().file(plan, "hf-trainer", "run.sh", false).find("export " + set)
            != std::string::npos);
        const LaunchFlags flags = fixture().tools().flags(plan);
        QVERIFY(std::ranges::any_of(flags.advice,
            [&set](const FlagAdvice &advice) { return advice.name + '=' + advice.value == set; }));
        QVERIFY(fixture().file(plan, "hf-trainer", "README.md", false).find("- `" + set)
            == std::string::npos);
    }

    void maxtextSaysThatItDoesNotScaleTheLoss()
    {
        const auto says = [](const char *compute) {
            return fixture()
                       .file(fixture().plan("llama3.1-8b-h100-node",
                                 { std::string("precision.compute=") + compute }),
                           "maxtext-gpu", "README.md")
                       .find("does not scale the loss")
                != std::string::npos;
        };
        QVERIFY(says("fp16"));
        QVERIFY(!says("bf16"));
    }

    /// Only the estimator speaks in the run that counts, and its graphs are the plan's own.
    void performanceRunsAreNotProfileRuns()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node");
        for (const char *target : { "pgle-nsys", "pgle-jax-profiler" }) {
            const std::string performance = fixture().file(plan, target, "3_performance_run.sh");
            QVERIFY(performance.find("TF_CPP_MAX_VLOG_LEVEL") == std::string::npos);
            QVERIFY(performance.find("--xla_gpu_enable_command_buffer=\n") == std::string::npos);
            const std::string profile = fixture().file(plan, target, "1_profile_run.sh");
            QVERIFY(profile.find("--xla_gpu_enable_command_buffer=\n") != std::string::npos);
        }
    }

    void schedulerIsReallyOffForEveryRelease_data()
    {
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<bool>("hasEstimatorSwitch");
        QTest::newRow("0.4.38") << "0.4.38" << false;
        QTest::newRow("0.6.2") << "0.6.2" << true;
        QTest::newRow("0.7.2") << "0.7.2" << true;
        QTest::newRow("0.11.0") << "0.11.0" << true;
    }
    void schedulerIsReallyOffForEveryRelease()
    {
        QFETCH(QString, jaxlib);
        QFETCH(bool, hasEstimatorSwitch);
        const ResolvedPlan plan = fixture().plan(
            "llama3-70b-h100-32-nodes", // MaxText 0.2.2 starts only with later ones
            { "software.jaxlib=" + jaxlib.toStdString(), "software.maxtext=0.1.0" });
        const std::string script = fixture().file(plan, "pgle-nsys", "1_profile_run.sh");
        const auto flags = bashArray(script, "XLA_FLAG_LIST");
        const auto has = [&](const std::string &flag) {
            return std::find(flags.begin(), flags.end(), flag) != flags.end();
        };
        QVERIFY(has("--xla_gpu_enable_latency_hiding_scheduler=false"));
        QCOMPARE(
            has("--xla_gpu_enable_analytical_sol_latency_estimator=false"), hasEstimatorSwitch);
        QVERIFY(has("--xla_gpu_enable_command_buffer="));
        // run.sh serves both runs: it must not switch the scheduler on by itself.
        const std::string run = fixture().file(plan, "pgle-nsys", "run.sh");
        QVERIFY(run.find("XLA_FLAGS") == std::string::npos);
        QVERIFY(run.find("JAX_OPTIMIZATION_LEVEL") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ExportChecksTest)
#include "tst_export_checks.moc"
