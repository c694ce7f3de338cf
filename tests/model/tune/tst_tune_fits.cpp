#include "model/tune/tune_report.h"
#include "tests/model/tune/tune_samples.h"

#include <QTest>

using namespace headroom;

/// Runs that do not fit, and what their files can say of it.
class TuneFitsTest : public QObject
{
    Q_OBJECT

private slots:
    /// What one script of ms-swift says wrong it says right afterwards; one that cannot say what
    /// would help names it.
    void whatDoesNotFitIsMendedOrNamed()
    {
        const NamedText script = sample("swift.sh");
        TuneQuestion question = questionOf({ script }, 1);
        const TuneOutcome mended = tuneFiles(question, flaggedEstimator());
        QVERIFY(!mended.now->memory.fits && mended.then->memory.fits && !mended.beyond);
        QVERIFY(mended.after[0].text.find("--gradient_checkpointing true") != std::string::npos);
        const auto at = script.text.find(" \\\n    --deepspeed zero3");
        QVERIFY(at != std::string::npos);
        question.files[0].text.resize(at);
        question.files[0].text += '\n';
        const TuneOutcome beyond = tuneFiles(question, flaggedEstimator());
        QVERIFY(beyond.hunks.empty() && !beyond.then->memory.fits);
        QVERIFY(beyond.beyond && !beyond.beyond->all.empty());
        const std::string text = tuneText(question, beyond);
        QVERIFY(text.find("No change of what these files say makes it fit.\n# What helps, nearest "
                          "first:\n#   remat.policy=full, ")
            != std::string::npos);
        for (const std::string &line : linesOf(text))
            QVERIFY(line.starts_with("#"));
        QVERIFY(tuneDocument(question, beyond).find("remedies"));
    }

    /// The stage of a run whose configuration of DeepSpeed is one of those that its tool ships is
    /// another of them; the folder stays. A file of the user's own is not guessed.
    void aShippedConfigurationGivesWayToAnother_data()
    {
        QTest::addColumn<QByteArray>("was");
        QTest::addColumn<QByteArray>("is");
        QTest::newRow("axolotl") << QByteArray("base_model: meta-llama/Llama-3.1-70B\n"
                                               "sequence_len: 8192\nadapter: qlora\n"
                                               "load_in_4bit: true\nlora_r: 32\n"
                                               "lora_target_linear: true\nmicro_batch_size: 4\n"
                                               "gradient_accumulation_steps: 1\nbf16: auto\n"
                                               "flash_attention: true\n"
                                               "deepspeed: /cfg/zero2.json\n")
                                 << QByteArray("deepspeed: /cfg/zero3.json\n");
        QTest::newRow("LLaMA-Factory") << QByteArray(
            "model_name_or_path: Qwen/Qwen2.5-14B\nstage: sft\n"
            "finetuning_type: full\ndataset: own\ntemplate: qwen\n"
            "deepspeed: examples/deepspeed/ds_z2_config.json\ncutoff_len: 4096\n"
            "per_device_train_batch_size: 2\ngradient_accumulation_steps: 8\n"
            "bf16: true\n") << QByteArray("deepspeed: examples/deepspeed/ds_z3_config.json\n");
        QTest::newRow("of the user") << QByteArray(
            "model_name_or_path: Qwen/Qwen2.5-14B\nstage: sft\n"
            "finetuning_type: full\ndataset: own\ntemplate: qwen\n"
            "deepspeed: my/stage2.json\ncutoff_len: 4096\n"
            "per_device_train_batch_size: 2\ngradient_accumulation_steps: 8\n"
            "bf16: true\n") << QByteArray("deepspeed: my/stage2.json\n");
    }
    void aShippedConfigurationGivesWayToAnother()
    {
        QFETCH(QByteArray, was);
        QFETCH(QByteArray, is);
        TuneQuestion question = questionOf({ { "run.yaml", was.toStdString() } }, 1);
        question.chip = "a100-80-sxm";
        const TuneOutcome outcome = tuneFiles(question, flaggedEstimator());
        QVERIFY(outcome.then && !outcome.now->memory.fits);
        QVERIFY2(outcome.after[0].text.find(is.toStdString()) != std::string::npos,
            outcome.after[0].text.c_str());
        if (outcome.then->memory.fits)
            QVERIFY(outcome.then->memory.fitProbability > 0.9);
    }

    /// A pasted text has a name without an ending: its form tells what it is.
    void aNameWithoutAnEndingTellsNothing_data()
    {
        QTest::addColumn<QByteArray>("program");
        for (const auto &[file, program] :
            { std::pair { "axolotl.yml", "axolotl" }, std::pair { "torchtitan.toml", "torchtitan" },
                std::pair { "trainer.py", "trainer" }, std::pair { "ds_config.json", "deepspeed" },
                std::pair { "llama_factory.yaml", "llama-factory" },
                std::pair { "megatron.slurm", "megatron" }, std::pair { "swift.sh", "trainer" } })
            QTest::newRow(file) << QByteArray(program);
    }
    void aNameWithoutAnEndingTellsNothing()
    {
        QFETCH(QByteArray, program);
        const NamedText file = sample(QTest::currentDataTag());
        const PlacedFile named = placeSettings(file.name, file.text);
        const PlacedFile pasted = placeSettings("some/folder.of/pasted", file.text);
        QCOMPARE(QByteArray::fromStdString(pasted.program), program);
        QCOMPARE(pasted.program, named.program);
        QCOMPARE(pasted.settings.size(), named.settings.size());
        QVERIFY(!pasted.settings.empty());
    }
};

QTEST_GUILESS_MAIN(TuneFitsTest)
#include "tst_tune_fits.moc"
