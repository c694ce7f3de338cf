#include "model/intake/intake_report.h"
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
        QTest::newRow("the sign of multiplication, a batch of each GPU, selective checkpointing")
            << QString::fromUtf8("Llama3 8B, 8×H100, FSDP, bs=1/gpu, seqlen 8192, selective AC")
            << QStringList { "hardware.devices_per_node=8@inferred", "remat.policy=selective@read",
                   "parallelism.micro_batch_sequences=1@read" };
        QTest::newRow("a batch with accumulation is one of a pass")
            << "full fine-tune of Mistral 7B on 4x A6000 48GB with deepspeed zero3 offload, max "
               "length 4096, bs 1, grad accum 16"
            << QStringList { "parallelism.micro_batch_sequences=1@read",
                   "workload.global_batch_sequences=64@inferred",
                   "workload.sequence_length=4096@read", "options.offload_optimizer=true@read",
                   "options.offload_parameters=true@read", "framework=deepspeed@read" };
        QTest::newRow("a name that ends like a plural")
            << "Qwen3-32B with LoRA on 4 x L40S, 8k context"
            << QStringList { "hardware.accelerator=l40s@read",
                   "hardware.devices_per_node=4@inferred" };
        QTest::newRow("one device, a length alone")
            << "phi-4 sft with unsloth on a free colab T4, 2048"
            << QStringList { "hardware.accelerator=t4@read", "hardware.devices_per_node=1@inferred",
                   "workload.sequence_length=2048@read" };
        QTest::newRow("a length behind LoRA is no rank")
            << "a single 5090, qwen3 8b, lora, 4k"
            << QStringList { "workload.sequence_length=4096@read", "tuning.rank=16@assumed" };
        QTest::newRow("tokens of a sequence and of data")
            << "SFT of Qwen2.5-72B on a DGX A100, 4096 tokens, per-device batch 1, 2B tokens"
            << QStringList { "workload.sequence_length=4096@read",
                   "parallelism.micro_batch_sequences=1@read", "hardware.devices_per_node=8@read" };
        QTest::newRow("racks") << "2 GB200 NVL72 racks llama 3.1 405B"
                               << QStringList { "hardware.nodes=36@assumed",
                                      "hardware.devices_per_node=4@assumed" };
        QTest::newRow("boards") << "DGX B200 x 4, gpt-oss-120b"
                                << QStringList { "hardware.nodes=4@read",
                                       "hardware.devices_per_node=8@read" };
        QTest::newRow("devices that no node of eight divides")
            << "100 GPUs H100, llama 70B"
            << QStringList { "hardware.nodes=25@assumed", "hardware.devices_per_node=4@assumed" };
        QTest::newRow("options by their words")
            << "paged_adamw_8bit llama2 7b full finetune, one 4090, liger, flash-attn 2, no "
               "checkpointing, torch.compile, no DPO"
            << QStringList { "optimizer=adamw_8bit@read", "options.paged_optimizer=true@read",
                   "options.cross_entropy=fused_linear@read", "attention=flash-2@read",
                   "remat.policy=no_recompute@read", "options.compile=true@read",
                   "tuning.objective=next_token@assumed" };
        QTest::newRow("DPO, activations on the host")
            << "DPO of llama 3 8b, LoRA r=16, 8xH100, offload activations, fused optimizer"
            << QStringList { "tuning.objective=dpo@read", "tuning.rank=16@read",
                   "options.offload_activations=true@read",
                   "options.offload_optimizer=false@assumed" };
        QTest::newRow("a length between commas")
            << "a 3060 12GB, gemma 2 2b qlora, 2048, batch 4"
            << QStringList { "hardware.accelerator=rtx-3060@read",
                   "workload.sequence_length=2048@read", "workload.global_batch_sequences=4@read" };
        QTest::newRow("a card that is not known, a size")
            << "sft of a 1.5B qwen on 2 x RTX 2060"
            << QStringList { "model=qwen2.5-1.5b@assumed", "hardware.accelerator=h100-sxm@assumed",
                   "hardware.devices_per_node=2@inferred" };
        QTest::newRow("a batch that is smaller than the devices is one of each")
            << "Llama 3.1 70B lora, which 4090s should handle.\nbatch size 1\n8 x 4090 instance"
            << QStringList { "hardware.devices_per_node=8@inferred",
                   "parallelism.micro_batch_sequences=1@inferred",
                   "workload.global_batch_sequences=8@assumed" };
        QTest::newRow("a slice") << "llama3.1-405b on v5p-1024 with MaxText"
                                 << QStringList { "hardware.accelerator=tpu-v5p@read",
                                        "hardware.devices_per_node=512@read" };
    }
    /// What a plan cannot say is told in its notes, which its file begins with.
    void aSentenceOfReinforcementSaysSo()
    {
        const std::string note = "# reinforcement learning (PPO, GRPO and the like) generates";
        const auto yamlOf = [](const char *text) { return intakeYaml(intakeOfText(text)); };
        QVERIFY(yamlOf("GRPO on Qwen2.5-7B with 8 H100").find(note) != std::string::npos);
        QVERIFY(yamlOf("Qwen2.5-7B with 8 H100, no PPO").find(note) == std::string::npos);
        QVERIFY(yamlOf("llama 3 8b, 8 H100, tp 3").find("# the plan breaks a rule: the degrees")
            != std::string::npos);
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
