// Forms in which people publish scripts and configurations: none of them is an error.
#include "model/sources/lint_files.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

LintReport lintText(const std::string &name, const std::string &text)
{
    static const KeyTables tables(shippedLibrary().directories());
    const FlagCatalogue &catalogue = *shippedCatalogue();
    const auto reports = lintFiles({ { name, text } },
        { catalogue, shippedLibrary(), tables, *catalogue.releases().choose("0.11.0"), nullptr,
            {} });
    return reports->front();
}

QStringList errorsOf(const LintReport &report)
{
    QStringList list;
    for (const LintFinding &finding : report.findings)
        if (finding.severity == Severity::Error)
            list << QString("%1@%2 %3")
                        .arg(QString::fromStdString(finding.id))
                        .arg(finding.position.line)
                        .arg(QString::fromStdString(finding.name));
    return list;
}

} // namespace

class PublishedFormsTest : public QObject
{
    Q_OBJECT

private slots:
    void formsThatRunHaveNoErrors_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const char *row, const char *name, const char *text) {
            QTest::newRow(row) << QByteArray(name) << QByteArray(text);
        };
        add("another program's TOML", "pyproject.toml",
            "[project]\nname = \"x\"\nrequires-python = \">=3.10\"\n");
        add("JSON with comments", "tsconfig.json",
            "{\n  \"compilerOptions\": {\n    /* as browsers */ \"target\": \"ES2020\"\n  }\n}\n");
        add("values that Hydra works out", "5b.yaml",
            "trainer:\n  num_nodes: 16\n  devices: 8\nmodel:\n  micro_batch_size: 4\n"
            "  global_batch_size: 2048\n  tensor_model_parallel_size: 2\n  num_layers: 24\n"
            "  hidden_size: 4096\n  ffn_hidden_size: ${multiply:4, ${.hidden_size}}\n");
        add("a value that is the name of another program", "megatron_swift.sh",
            "NPROC_PER_NODE=2 megatron sft --model Qwen/Qwen3.5-4B --model_author swift \\\n"
            "    --merge_lora false --tensor_model_parallel_size 2 --micro_batch_size 1 \\\n"
            "    --global_batch_size 2 --finetune true --max_length 4096\n");
        add("a word of unsloth's own", "train.py",
            "from unsloth import FastLanguageModel\nfrom trl import SFTTrainer\n"
            "model, tokenizer = FastLanguageModel.from_pretrained(\"unsloth/gemma-3-4b-it\")\n"
            "model = FastLanguageModel.get_peft_model(model, r=16, "
            "use_gradient_checkpointing=\"unsloth\")\ntrainer = SFTTrainer(model=model)\n");
        add("one of two formats", "train.sh",
            "if [ $PR = fp16 ]; then\n  pr_options=\"--fp16 \\\n    "
            "--apply-query-key-layer-scaling\"\n"
            "elif [ $PR = bf16 ]; then\n  pr_options=\"--bf16 \\\n    --swiglu\"\nfi\n"
            "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
            "--num-attention-heads 32 --seq-length 2048 --max-position-embeddings 2048 "
            "--micro-batch-size 1 --global-batch-size 8 --lr 1e-4 --train-iters 100 $pr_options\n");
        add("a program of somebody's in one text", "run.sh",
            "MODEL=\"--num-layers 32 \\\n  --hidden-size 4096 \\\n  --dataset "
            "LLama-Pretrain-Idxmap \\\n"
            "  --num-attention-heads 32 --train-mode pretrain\"\n"
            "run_cmd=\"torchrun $DISTRIBUTED_ARGS pretrain_qwen.py ${MODEL}\"\n"
            "eval ${run_cmd}\n");
        add("options that only resemble known ones", "launcher.sh",
            "ckpt_save_args=\"--save_dir \\\"$DIR\\\" --save_interval 10 --most_recent_k 10\"\n"
            "ckpt_load_args=\"--load_dir $DIR\"\n"
            "torchrun --nproc_per_node 8 $COMMAND $ckpt_save_args --tensor-model-parallel-size "
            "4\n");
        add("a shape that the checkpoint has", "eval.sh",
            "python tasks/eval_harness/evaluate.py --load $C --num-layers -1 --hidden-size -1 "
            "--num-attention-heads -1 --seq-length -1 --micro-batch-size 1 "
            "--max-position-embeddings 8\n");
        add("a job that gets its flags elsewhere", "run_recipe.sh",
            "XLA_FLAGS=\" \\\n  --xla_tpu_scoped_vmem_limit_kib=61440 \\\n"
            "  --xla_tpu_enable_async_collective_fusion=true \"\n"
            "xpk workload create --command=\"set -e && export ENABLE_X='1' && \\\n"
            "export LIBTPU_INIT_ARGS='${XLA_FLAGS}' && \\\n"
            "export JAX_PLATFORMS='tpu,cpu' && \\\n"
            "python3 -m maxtext.trainers.pre_train.train base.yml model_name=llama2-7b | tee "
            "log\"\n");
        add("a flag switched off by nothing in quotes", "4vm.sh",
            "export OUTPUT_PATH=\"gs://bucket\"\n"
            "export XLA_FLAGS=\"--xla_dump_to=$OUTPUT_PATH/dumps\n"
            "--xla_gpu_enable_command_buffer='' --xla_gpu_enable_latency_hiding_scheduler=true\"\n"
            "python3 -m MaxText.train base.yml model_name=llama2-7b\n");
        add("another case of a word of NCCL", "job.slurm",
            "#SBATCH --nodes=2\nexport NCCL_DEBUG=info\nsrun torchrun pretrain_gpt.py "
            "--num-layers 2\n");
        add("a machine that boots", "user.yml",
            "#cloud-config\nwrite_files:\n- path: /etc/motd\n  content: |\n    it's up\n");
        add("a program's own word near a known one", "dpo.yaml",
            "model_name_or_path: a/b\nper_device_train_batch_size: 1\nnum_train_epochs: 1\n"
            "use_lora: false\n");
    }
    void formsThatRunHaveNoErrors()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        const QStringList errors = errorsOf(lintText(name.toStdString(), text.toStdString()));
        QVERIFY2(errors.isEmpty(), qPrintable(errors.join("; ")));
    }

    void scriptsInsideYamlAreJudged_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        const char *head = "apiVersion: batch/v1\nkind: Job\nspec:\n  template:\n    spec:\n"
                           "      containers:\n      - name: a\n";
        QTest::newRow("a block") << QByteArray(head)
                + "        command: [\"bash\", \"-c\"]\n        args:\n        - |\n"
                  "          torchrun pretrain_gpt.py --num-layers 2 \\\n"
                  "            --hiden-size 64 --seq-length 8\n"
                                 << 12;
        QTest::newRow("a list") << QByteArray(head)
                + "        command:\n        - torchrun\n        - pretrain_gpt.py\n"
                  "        args:\n        - --num-layers=2\n        - --seq-length=8\n"
                  "        - --hiden-size=64\n"
                                << 14;
        QTest::newRow("a list in one line") << QByteArray(head)
                + "        command: [\"torchrun\", \"pretrain_gpt.py\", \"--num-layers=2\",\n"
                  "          \"--seq-length=8\", \"--hiden-size=64\"]\n"
                                            << 9;
        QTest::newRow("a task") << QByteArray(
            "resources:\n  accelerators: H100:8\nenvs:\n  A: b\nrun: |\n"
            "  torchrun pretrain_gpt.py --num-layers 2 --seq-length 8 \\\n"
            "    --hiden-size 64\n")
                                << 7;
        QTest::newRow("a variable") << QByteArray(head)
                + "        env:\n        - name: NCCL_IB_DISABEL\n          value: \"1\"\n"
                  "        command: [\"torchrun\", \"pretrain_gpt.py\", \"--num-layers=2\"]\n"
                                    << 9;
    }
    void scriptsInsideYamlAreJudged()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const LintReport report = lintText("job.yaml", text.toStdString());
        const bool isFound = std::ranges::any_of(report.findings, [&](const LintFinding &finding) {
            return finding.severity != Severity::Hint && finding.position.line == line;
        });
        QStringList all;
        for (const LintFinding &finding : report.findings)
            all << QString::fromStdString(finding.id) + '@'
                    + QString::number(finding.position.line);
        QVERIFY2(isFound, qPrintable(all.join(' ')));
    }
};

QTEST_GUILESS_MAIN(PublishedFormsTest)
#include "tst_published_forms.moc"
