#include "tests/model/intake/intake_samples.h"

using namespace headroom;
using namespace headroom::intake;

/// Sentences as people type them.
class ToldWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void sentencesBecomePlans_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("fields");
        QTest::newRow("nodes of devices")
            << "Llama 3 8B on 4 nodes of 8 A100 80GB, seq 8k, global batch 512"
            << QStringList { "model=llama3-8b@read", "hardware.accelerator=a100-80-sxm@read",
                   "hardware.nodes=4@read", "hardware.devices_per_node=8@read",
                   "workload.sequence_length=8192@read", "workload.global_batch_sequences=512@read",
                   "parallelism.fsdp=32@inferred" };
        QTest::newRow("degrees in short")
            << "Mixtral 8x7B with Megatron on 64 H100s (8 nodes), TP=2 PP=4 EP=8, mbs 1, gbs "
               "1,024, "
               "sequence length 4096"
            << QStringList { "model=mixtral-8x7b@read", "hardware.nodes=8@inferred",
                   "parallelism.tensor=2@read", "parallelism.pipeline=4@read",
                   "parallelism.expert=8@read", "parallelism.data=8@inferred",
                   "workload.global_batch_sequences=1024@read", "framework=megatron@read" };
        QTest::newRow("times, a stage, tokens")
            << QString::fromUtf8("2×8 H100, Qwen2.5 72B, ZeRO-3, 32k context, batch 4M tokens")
            << QStringList { "model=qwen2.5-72b@read", "hardware.nodes=2@read",
                   "parallelism.zero_stage=3@read", "workload.sequence_length=32768@read",
                   "workload.global_batch_sequences=128@read" };
        QTest::newRow("a size, a batch for each GPU")
            << "Mixtral on 4x A100 80GB, batch size 2 per GPU, grad accum 8"
            << QStringList { "model=mixtral-8x7b@read", "hardware.devices_per_node=4@inferred",
                   "parallelism.micro_batch_sequences=2@read",
                   "workload.global_batch_sequences=64@inferred" };
        QTest::newRow("sharded optimizer of Megatron-LM")
            << "Llama 3 8B on 16 H100 with Megatron, tp 2"
            << QStringList { "parallelism.data=8@inferred", "parallelism.zero_stage=1@assumed" };
        QTest::newRow("a family and a size") << "qwen 7b on 8 H100, per device batch 2"
                                             << QStringList { "model=qwen2.5-7b@assumed",
                                                    "parallelism.micro_batch_sequences=2@read" };
        QTest::newRow("settings in a question")
            << "OOM of Qwen2.5-VL-7B-Instruct with LLaMA-Factory on 2x RTX 3090:\n"
               "per_device_train_batch_size: 1\ngradient_accumulation_steps: 8\n"
            << QStringList { "model=qwen2.5-7b@assumed", "hardware.devices_per_node=2@inferred",
                   "parallelism.micro_batch_sequences=1@read",
                   "workload.global_batch_sequences=16@inferred" };
        QTest::newRow("a size alone") << "a 2.8B model on 8 A100 40GB with 300B tokens"
                                      << QStringList { "model=phi-2@assumed" };
        QTest::newRow("a slice") << "llama3.1-405b on v5p-1024 with MaxText"
                                 << QStringList { "hardware.accelerator=tpu-v5p@read",
                                        "hardware.devices_per_node=512@read" };
    }
    void sentencesBecomePlans()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, fields);
        compareFields(intakeOfText(text.toStdString()), fields);
    }
};

QTEST_GUILESS_MAIN(ToldWordsTest)
#include "tst_told_words.moc"
