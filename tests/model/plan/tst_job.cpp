#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/job.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

/// Ids of the job's rules that the plan breaks.
QStringList jobRules(const Plan &plan)
{
    QStringList ids;
    const Result<ResolvedPlan> resolved = resolvePlan(plan, shippedLibrary());
    if (!resolved)
        qFatal("a plan without profiles");
    for (const RuleBreak &broken : brokenRules(*resolved))
        if (broken.error.id.starts_with("rule-job"))
            ids << QString::fromStdString(broken.error.id);
    return ids;
}

} // namespace

class JobTest : public QObject
{
    Q_OBJECT

private slots:
    void aPlanKeepsItsJob()
    {
        Plan plan;
        *plan.job = { .timeLimitMinutes = 720,
            .queueLimitMinutes = 1440,
            .requeue = true,
            .partition = "gpu",
            .account = "team-a",
            .container = "nvcr.io/team/train:26.08",
            .checkpointEverySteps = 250,
            .keepCheckpoints = 5,
            .checkpointFolder = "/keep here",
            .dataPath = "allenai/c4",
            .tokenizer = "meta-llama/Meta-Llama-3-8B" };
        const std::string text = writePlan(plan);
        QVERIFY(text.find("job:\n") != std::string::npos);
        const Result<LoadedPlan> read = parsePlan(text, "plan");
        QVERIFY(read.hasValue());
        QVERIFY(read->plan.job == plan.job);
    }

    void aPlanWithoutOneSaysNothing()
    {
        QVERIFY(writePlan(Plan {}).find("job") == std::string::npos);
    }

    void valuesHaveRanges()
    {
        Plan plan;
        QCOMPARE(setPlanField(plan, "job.time_limit_minutes", "0", {}).front().id,
            std::string("out-of-range"));
        QCOMPARE(setPlanField(plan, "job.checkpoint_every_steps", "2.5", {}).front().id,
            std::string("not-an-integer"));
        QVERIFY(setPlanField(plan, "job.time_limit_minutes", "", {}).empty());
    }

    void rules_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("rule");
        QTest::addRow("a plain name") << "job.partition"
                                      << "gpu-h100_a"
                                      << "";
        QTest::addRow("two partitions") << "job.partition"
                                        << "gpu,dev"
                                        << "";
        QTest::addRow("a second line") << "job.partition"
                                       << "gpu\nrm -rf x"
                                       << "rule-job-word";
        QTest::addRow("a blank") << "job.account"
                                 << "my team"
                                 << "rule-job-word";
        QTest::addRow("an option") << "job.account"
                                   << "--wrap=x"
                                   << "rule-job-word";
        QTest::addRow("a substitution") << "job.container"
                                        << "$(x)"
                                        << "rule-job-word";
        QTest::addRow("a path with a blank") << "job.data_path"
                                             << "/my data"
                                             << "";
        QTest::addRow("a path of two lines") << "job.data_path"
                                             << "/a\n/b"
                                             << "rule-job-path";
        QTest::addRow("an option for a path") << "job.tokenizer"
                                              << "--load"
                                              << "rule-job-path";
        QTest::addRow("requeue without checkpoints") << "job.requeue"
                                                     << "true"
                                                     << "rule-job-requeue";
    }
    void rules()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, rule);
        Plan plan;
        QVERIFY(setPlanField(plan, path.toStdString(), value.toStdString(), {}).empty());
        QCOMPARE(jobRules(plan), rule.isEmpty() ? QStringList {} : QStringList { rule });
    }
};

QTEST_GUILESS_MAIN(JobTest)
#include "tst_job.moc"
