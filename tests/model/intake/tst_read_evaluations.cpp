#include "tests/model/intake/intake_samples.h"

using namespace headroom;
using namespace headroom::intake;

/// What a run evaluates at a time, read from the files of the tools.
class ReadEvaluationsTest : public QObject
{
    Q_OBJECT

private slots:
    void evaluationsAreRead_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("field");
        const QString axolotl = QStringLiteral(
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 4096\nmicro_batch_size: 2\n"
            "gradient_accumulation_steps: 4\nadapter: lora\n");
        QTest::newRow("axolotl: as trained") << "axolotl.yaml" << axolotl + "val_set_size: 0.05\n"
                                             << "2@inferred";
        QTest::newRow("axolotl: told")
            << "axolotl.yaml" << axolotl + "val_set_size: 0.05\neval_batch_size: 4\n"
            << "4@read";
        QTest::newRow("axolotl: none")
            << "axolotl.yaml" << axolotl + "val_set_size: 0\neval_batch_size: 4\n"
            << "0@assumed";
        QTest::newRow("axolotl: a data set of its own") << "axolotl.yaml"
                                                        << axolotl
                + "val_set_size: 0\ntest_datasets:\n  - path: mine/test\n    type: completion\n"
                                                        << "2@inferred";
        const QString factory = QStringLiteral(
            "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nfinetuning_type: lora\n"
            "cutoff_len: 2048\nper_device_train_batch_size: 1\ngradient_accumulation_steps: 8\n"
            "val_size: 0.1\n");
        QTest::newRow("LLaMA-Factory: 8") << "factory.yaml" << factory + "eval_strategy: steps\n"
                                          << "8@inferred";
        QTest::newRow("LLaMA-Factory: told")
            << "factory.yaml" << factory + "eval_strategy: steps\nper_device_eval_batch_size: 1\n"
            << "1@read";
        QTest::newRow("LLaMA-Factory: held out, never evaluated")
            << "factory.yaml" << factory + "eval_strategy: 'no'\n"
            << "0@assumed";
        QTest::newRow("Trainer")
            << "run.sh"
            << "python run_clm.py --model_name_or_path meta-llama/Llama-3.1-8B "
               "--per_device_train_batch_size 1 --gradient_accumulation_steps 8 "
               "--block_size 2048 --evaluation_strategy epoch --bf16 True\n"
            << "8@inferred";
        QTest::newRow("torchtitan: 8 of 2048 tokens")
            << "train.toml"
            << "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n"
               "local_batch_size = 1\nseq_len = 8192\n[validation]\nenable = true\n"
            << "2@inferred";
    }

    void evaluationsAreRead()
    {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, field);
        compareFields(intakeOfText(text.toStdString(), file.toStdString()),
            { "workload.evaluation.micro_batch=" + field });
    }
};

QTEST_GUILESS_MAIN(ReadEvaluationsTest)
#include "tst_read_evaluations.moc"
