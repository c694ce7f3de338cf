// What somebody takes of a change, objectives about devices, logs that correct, files written back.
#include "model/base/files/read_file.h"
#include "model/base/files/write_file.h"
#include "model/plan/job.h"
#include "model/tune/tune_choice.h"
#include "model/tune/tune_report.h"
#include "model/tune/write_changed.h"
#include "tests/model/shipped.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

const std::string samples = std::string(HEADROOM_TEST_DATA) + "/sources/";

TuneQuestion questionOf(const std::string &name, std::string text = {})
{
    TuneQuestion question;
    if (text.empty())
        text = *readTextFile(samples + name);
    question.files = { { name, std::move(text) } };
    question.chip = "h100-sxm";
    return question;
}

std::string replaced(std::string text, const std::string &what, const std::string &by)
{
    const std::size_t at = text.find(what);
    return at == std::string::npos ? std::string {} : text.replace(at, what.size(), by);
}

} // namespace

class TuneChoiceTest : public QObject
{
    Q_OBJECT

private slots:
    void allThatIsWantedIsTheTunedFile()
    {
        const TuneQuestion question = questionOf("megatron_array.sh");
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.hunks.size() > 1);
        const TuneChoice all = chooseHunks({ question, movesOf(outcome), {} }, flaggedEstimator());
        QCOMPARE(all.hunks.size(), outcome.hunks.size());
        QVERIFY(std::ranges::all_of(all.hunks, &ChosenHunk::isTaken));
        QVERIFY(all.plan == outcome.plan);
        QCOMPARE(all.files[0].text, outcome.after[0].text);
        for (const ChosenHunk &hunk : all.hunks) {
            QVERIFY(hunk.isJoined || !hunk.lines.empty());
            for (const DiffLine &line : hunk.lines)
                QVERIFY(line.mark == '+' || line.before > 0 || line.text.empty());
        }
    }

    void whatIsLeftStaysAsItWas()
    {
        const TuneQuestion question = questionOf("megatron_array.sh");
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        const std::vector<bool> none(outcome.hunks.size(), false);
        const TuneChoice nothing
            = chooseHunks({ question, movesOf(outcome), none }, flaggedEstimator());
        QCOMPARE(nothing.files[0].text, question.files[0].text);
        QVERIFY(nothing.plan == outcome.before);
        // Each alone says what it would bring, and is what it says.
        for (std::size_t i = 0; i < outcome.hunks.size(); ++i) {
            std::vector<bool> one = none;
            one[i] = true;
            const TuneChoice choice
                = chooseHunks({ question, movesOf(outcome), one }, flaggedEstimator());
            const bool isTaken = choice.hunks[i].isTaken;
            QCOMPARE(choice.files[0].text != question.files[0].text, isTaken);
            QCOMPARE(choice.hunks[i].problem.id.empty(), isTaken);
            if (isTaken)
                QVERIFY(choice.then->time.step != choice.now->time.step
                    || choice.then->memory.peak != choice.now->memory.peak);
        }
    }

    void anEditOfThePlanBecomesLines()
    {
        const TuneQuestion question = questionOf("megatron_array.sh");
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        Plan wanted = outcome.before;
        wanted.parallelism.microBatch = 2;
        wanted.job->keepCheckpoints = 7; // no line of a launch script
        const TuneChoice choice = chooseHunks(
            { question, movesBetween(outcome.before, wanted), {} }, flaggedEstimator());
        QVERIFY(choice.files[0].text.find("--micro-batch-size 2") != std::string::npos);
        QCOMPARE(choice.hunks.size(), std::size_t { 2 });
        QCOMPARE(std::ranges::count(choice.hunks, true, &ChosenHunk::isUnsaid), 1);
    }

    /// A run that would die at its first evaluation gets a line, and its training stays as it was.
    void evaluationsThatDoNotFitAreMadeSmaller()
    {
        TuneQuestion question = questionOf("llama.yaml",
            "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\nfinetuning_type: lora\n"
            "lora_rank: 16\nlora_target: all\ncutoff_len: 8192\nper_device_train_batch_size: 1\n"
            "gradient_accumulation_steps: 8\nenable_liger_kernel: true\nbf16: true\n"
            "flash_attn: fa2\nval_size: 0.05\neval_strategy: steps\n");
        question.nodes = 1;
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QCOMPARE(outcome.before.workload.evaluation.microBatch, 8.0);
        QVERIFY(outcome.plan.workload.evaluation.microBatch < 8);
        QVERIFY2(outcome.after[0].text.find("per_device_eval_batch_size: ") != std::string::npos,
            outcome.after[0].text.c_str());
        QCOMPARE(outcome.plan.parallelism.microBatch, outcome.before.parallelism.microBatch);
    }

    void fewestDevicesAreSaidWhereTheScriptStartsThem()
    {
        TuneQuestion question = questionOf("megatron_array.sh",
            replaced(*readTextFile(samples + "megatron_array.sh"), "NNODES=1", "NNODES=4"));
        question.objective = TuneObjective::Devices;
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.then);
        const auto devices
            = [](const Plan &plan) { return plan.hardware.nodes * plan.hardware.devicesPerNode; };
        QVERIFY(devices(outcome.plan) < devices(outcome.before));
        QVERIFY(outcome.then->memory.fitProbability >= 0.9);
        QCOMPARE(outcome.plan.workload.globalBatchSequences,
            outcome.before.workload.globalBatchSequences);
        QVERIFY(outcome.gain > 0);
        QVERIFY(outcome.after[0].text.find("NNODES=1\n") != std::string::npos);
        QVERIFY(tuneText(question, outcome).find("# devices: ") != std::string::npos);
        // Cheaper is never dearer than what there is.
        question.objective = TuneObjective::Cost;
        const TuneOutcome cheap = tuneFiles(question, flaggedEstimator());
        const auto cost = [&](const Plan &plan, const Estimate &estimate) {
            return devices(plan) * estimate.time.step.value();
        };
        QVERIFY(cost(cheap.plan, *cheap.then) <= cost(cheap.before, *cheap.now));
        QVERIFY(cost(cheap.plan, *cheap.then) <= cost(outcome.plan, *outcome.then) * 1.001);
    }

    void aLauncherInFrontOfTheProgramIsTold()
    {
        const std::string text
            = "#!/bin/bash\n#SBATCH --nodes=4\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\n"
              "srun torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --num-layers 32 "
              "--hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 --seq-length "
              "4096 --max-position-embeddings 4096 --swiglu --bf16 --vocab-size 32000 "
              "--micro-batch-size 1 --global-batch-size 64 --tensor-model-parallel-size 8\n";
        TuneQuestion question = questionOf("run.slurm", text);
        question.objective = TuneObjective::Devices;
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.then && outcome.plan.hardware.nodes < 4);
        const std::string &after = outcome.after[0].text;
        QVERIFY2(after.find("#SBATCH --nodes=1\n") != std::string::npos, after.c_str());
        QVERIFY2(after.find("--nnodes 1 pretrain_gpt.py ") != std::string::npos, after.c_str());
    }

    void aLogCorrectsTheFigures()
    {
        const TuneQuestion plain = questionOf("megatron_array.sh");
        const TuneOutcome before = tuneFiles(plain, flaggedEstimator());
        QTemporaryDir folder;
        TuneQuestion question = plain;
        question.log = folder.filePath("run.log").toStdString();
        const double measured = before.now->time.step.value() * 1.25;
        std::string log;
        for (int step = 1; step <= 30; ++step)
            log += " [2025-06-01 10:00:00] iteration " + std::to_string(step)
                + "/ 1000 | consumed samples: " + std::to_string(128 * step)
                + " | elapsed time per iteration (ms): "
                + std::to_string(measured * 1000 + step % 3)
                + " | learning rate: 3.0E-4 | global batch size: 128 | lm loss: 9.1E+00 | number "
                  "of skipped iterations: 0 |\n";
        QVERIFY(writeFileAtomically(question.log, log).empty());
        const TuneOutcome after = tuneFiles(question, flaggedEstimator());
        QVERIFY(after.measured);
        QVERIFY(std::abs(after.measured->step.value() - measured) < 0.01 * measured);
        // Towards what was measured, and no further.
        QVERIFY(after.now->time.step > before.now->time.step * 1.05);
        QVERIFY(after.now->time.step.value() < measured * 1.01);
        QVERIFY(!after.hunks.empty());
        QVERIFY(tuneText(question, after).starts_with("# measured: "));
    }

    void filesAreWrittenWithACopy()
    {
        QTemporaryDir folder;
        const std::string name = folder.filePath("a.sh").toStdString();
        QVERIFY(writeFileAtomically(name, "one\n").empty());
        const auto written = writeChanged({ { name, "one\n" } }, { { name, "two\n" } });
        QVERIFY(written.hasValue() && written->size() == 1);
        QCOMPARE(*readTextFile(name), std::string("two\n"));
        QCOMPARE(*readTextFile(written->front().backup), std::string("one\n"));
        // Not over what somebody wrote meanwhile.
        const auto refused = writeChanged({ { name, "one\n" } }, { { name, "three\n" } });
        QVERIFY(!refused);
        QCOMPARE(refused.errors().front().id, std::string("tune-file-changed"));
        QCOMPARE(*readTextFile(name), std::string("two\n"));
        QVERIFY(!std::filesystem::exists(name + ".bak.1"));
    }

    void recipesAreChanged_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("Megatron-Bridge")
            << QByteArray("llama.yaml")
            << QByteArray("model:\n  num_layers: 32\n  hidden_size: 4096\n"
                          "  ffn_hidden_size: 14336\n  num_attention_heads: 32\n"
                          "  num_query_groups: 8\n  gated_linear_unit: true\n  normalization: "
                          "RMSNorm\n  vocab_size: 128256\n  seq_length: 8192\n"
                          "  tensor_model_parallel_size: 8   # one node\n"
                          "  recompute_granularity: full\n  recompute_method: uniform\n"
                          "  recompute_num_layers: 1\n  sequence_parallel: false\n"
                          "train:\n  micro_batch_size: 1\n  global_batch_size: 128\n"
                          "ddp:\n  use_distributed_optimizer: true\n"
                          "mixed_precision: bf16_mixed\n")
            << QByteArray("   # one node\n");
        QTest::newRow("torchtune")
            << QByteArray("recipe.yaml")
            << QByteArray("# Run with full_finetune_distributed\n"
                          "model:\n  _component_: torchtune.models.llama3_1.llama3_1_8b\n"
                          "tokenizer:\n  _component_: torchtune.models.llama3.llama3_tokenizer\n"
                          "  max_seq_len: 2048\n"
                          "batch_size: 1   # a device\ngradient_accumulation_steps: 8\n"
                          "enable_activation_checkpointing: True\n"
                          "optimizer:\n  _component_: torch.optim.AdamW\n  fused: True\n"
                          "dtype: bf16\n")
            << QByteArray("   # a device\n");
        QTest::newRow("Kubernetes")
            << QByteArray("job.yaml")
            << QByteArray("apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: train\nspec:\n"
                          "  template:\n    spec:\n      containers:\n      - name: train\n"
                          "        env:\n        - name: CUDA_DEVICE_MAX_CONNECTIONS\n"
                          "          value: \"1\"\n"
                          "        command: [\"/bin/bash\", \"-c\"]\n        args:\n        - |\n"
                          "          # started by hand\n"
                          "          torchrun --nproc_per_node=8 --nnodes=1 pretrain_gpt.py \\\n"
                          "            --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 "
                          "--num-attention-heads 32 \\\n"
                          "            --group-query-attention --num-query-groups 8 --swiglu \\\n"
                          "            --seq-length 8192 --max-position-embeddings 8192 --bf16 "
                          "--vocab-size 128256 \\\n"
                          "            --untie-embeddings-and-output-weights "
                          "--disable-bias-linear --normalization RMSNorm \\\n"
                          "            --micro-batch-size 1 --global-batch-size 128 \\\n"
                          "            --tensor-model-parallel-size 8 \\\n"
                          "            --recompute-granularity full --recompute-method uniform "
                          "--recompute-num-layers 1\n"
                          "        resources:\n          limits:\n            nvidia.com/gpu: 8\n")
            << QByteArray("          # started by hand\n");
    }
    void recipesAreChanged()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, line);
        TuneQuestion question = questionOf(name.toStdString(), text.toStdString());
        question.nodes = 1;
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        for (const MissingField &field : outcome.missing)
            qInfo("missing %s", field.path.c_str());
        for (const Error &problem : outcome.problems)
            qInfo("%s", errorText(problem).c_str());
        QVERIFY(outcome.hasRead && outcome.then);
        QVERIFY2(outcome.gain > 0.05, qPrintable(QString::number(outcome.gain)));
        QVERIFY(outcome.after[0].text != question.files[0].text);
        QVERIFY(outcome.after[0].text.find(line.toStdString()) != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TuneChoiceTest)
#include "tst_tune_choice.moc"
