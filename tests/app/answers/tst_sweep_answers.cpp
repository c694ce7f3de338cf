#include "plan_changes.h"
#include "recorded_answers.h"

#include "model/launch/sweep/sweep_cases.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

/// What every sweep varies, and what is said of one that varies nothing.
class SweepAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    /// The cases of every sweep, and what is written of each.
    void sweeps()
    {
        const std::vector<std::pair<std::string, std::string>> targets { { "dense", "maxtext-gpu" },
            { "tpu 70b", "maxtext-tpu" }, { "mixtral tensor", "megatron" }, { "lora", "trl" },
            { "titan pipeline", "torchtitan" }, { "deepspeed 3", "deepspeed" } };
        std::vector<std::string> overs { "search:2", "search:0", "next:1", "flags", "nothing",
            "remat.policy=full,minimal,fulll", "parallelism.micro_batch_sequences=1,2,4",
            "NCCL_ALGO=Ring,Tree", "xla_gpu_all_gather_combine_threshold_bytes=1,1073741824",
            "optimizer=", "=1" };
        for (const BuiltInSweep &sweep : builtInSweeps())
            overs.emplace_back(sweep.id);
        AnswerBook book;
        for (const auto &[name, target] : targets)
            for (const std::string &over : overs) {
                const QTemporaryDir folder;
                const InFolder inside { folder.path().toStdString() };
                const AskedPlan plan = plansNamed({ name }).front();
                std::vector<std::string> words { "sweep", plan.plan, "--over", over, "--target",
                    target, "--out", "s", "--repeat", "2", "--seed", "3" };
                for (const std::string &setting : plan.settings)
                    words.insert(words.end(), { "--set", setting });
                const CommandResult answer = m_desk.ask(words);
                std::string text = answer.output + answer.messages;
                // The manifest has the rows of each case: of one plan is enough.
                if (name == "dense" && over.find(':') == std::string::npos)
                    text += contentOf("s/manifest.json");
                book.add(name + " over " + over, text);
            }
        compare(book, "exports/sweeps");
    }

private:
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(SweepAnswersTest)
#include "tst_sweep_answers.moc"
