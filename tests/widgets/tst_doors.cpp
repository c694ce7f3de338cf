// One question, one answer: the window, headroom-cli and headroom.py say the same.
// HEADROOM_QUESTIONS=100 asks so many of each kind, which takes minutes: with
// QTEST_FUNCTION_TIMEOUT=3600000.
#include "window_fixture.h"

#include "model/advice/remedies.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/checked_plan.h"
#include "model/search/cluster.h"
#include "model/search/report/cluster_report.h"
#include "model/search/report/search_report.h"
#include "model/search/search_settings.h"
#include "model/session/plan_remedies.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <random>

using namespace headroom;

namespace {

constexpr int defaultQuestions = 4;
constexpr int longestAnswer = 600000; ///< milliseconds

enum class Kind { BestPlan, BestChange, CheapestCure };

struct Question
{
    QString file;
    ResolvedPlan plan;
    Estimate now;
};

QJsonObject parsed(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

QJsonObject asJson(const std::vector<FieldChange> &settings)
{
    return parsed(QByteArray::fromStdString(writeJson(settingsDocument(settings))));
}

QJsonArray asJson(const Remedies &remedies)
{
    QJsonArray all;
    for (const Remedy &remedy : remedies.all) {
        QJsonArray set;
        for (const FieldChange &change : remedy.changes)
            set.append(QString::fromStdString(change.path + '=' + change.value));
        all.append(set);
    }
    return all;
}

/// The settings that `search` recommends.
QJsonObject recommendedOf(const QJsonObject &search)
{
    return search.value(QLatin1String("results"))
        .toArray()
        .at(search.value(QLatin1String("recommended")).toInt())
        .toObject()
        .value(QLatin1String("settings"))
        .toObject();
}

QJsonArray remediesOf(const QJsonObject &estimate)
{
    QJsonArray all;
    for (const QJsonValue &remedy : estimate.value(QLatin1String("remedies")).toArray())
        all.append(remedy.toObject().value(QLatin1String("set")));
    return all;
}

} // namespace

class DoorsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_services = m_fixture.services();
        const int wanted = qEnvironmentVariableIntValue("HEADROOM_QUESTIONS");
        m_questions = wanted > 0 ? wanted : defaultQuestions;
    }

    /// The best plan: Suggest, Start's finder, `search` and headroom.search().
    void bestPlan()
    {
        int better = 0, answered = 0;
        for (const Question &question : draw(Kind::BestPlan)) {
            SearchRequest request;
            request.plan = question.plan.plan;
            request.free = defaultFreeSettings();
            const auto suggested = m_services.search(request, {}, {});
            QVERIFY(suggested);
            const QJsonObject printed = commandLine({ "search", question.file });
            QCOMPARE(printed.value(QLatin1String("results")).toArray().isEmpty(),
                suggested->rows.empty());
            if (suggested->rows.empty())
                continue;
            ++answered;
            better += !suggested->isKept;
            const QJsonObject settings = asJson(suggested->rows[*suggested->recommended].settings);
            QCOMPARE(recommendedOf(printed), settings);
            QCOMPARE(recommendedOf(fromPython("search", question.file)), settings);
            // A plan that the program made up is none that its user would keep.
            request.mayKeepPlan = false;
            const auto found = m_services.search(request, {}, {});
            QCOMPARE(asJson(found->rows[*found->recommended].settings),
                suggested->isKept ? asJson(suggested->simplest->settings) : settings);
        }
        qInfo("best plan: %d questions, %d answered, the open plan is not the best in %d",
            m_questions, answered, better);
        QVERIFY(better * 2 > answered);
    }

    /// The best change of a plan that fits: Result, `estimate`, `advise` and headroom.estimate().
    void bestChange() { compareRemedies(Kind::BestChange); }

    /// The cheapest cure of one that does not.
    void cheapestCure() { compareRemedies(Kind::CheapestCure); }

    /// What to train on: the Cluster page and `cluster`.
    void cheapestMachine()
    {
        for (const char *model : { "llama3.1-8b", "mixtral-8x7b" }) {
            ClusterRequest request;
            request.plan.model.id = model;
            request.plan.workload.globalBatchSequences
                = typicalBatch(request.plan.workload.sequenceLength);
            request.plan.workload.trainingTokens = 1e11;
            request.chips = { "h100-sxm", "b200" };
            request.deadlineDays = 30;
            request.maxDevices = 64;
            const auto found = m_services.cluster(request, {}, {});
            QVERIFY(found);
            const QJsonObject printed
                = commandLine({ "cluster", QString::fromLatin1(model), "--tokens", "1e11", "--days",
                    "30", "--chips", "h100-sxm,b200", "--most-devices", "64" });
            const QJsonObject shown = parsed(
                QByteArray::fromStdString(writeJson(clusterDocument({ request, *found }))));
            for (const char *key : { "recommended", "chips" })
                QCOMPARE(printed.value(QLatin1String(key)), shown.value(QLatin1String(key)));
        }
    }

private:
    void compareRemedies(Kind kind)
    {
        int helped = 0;
        for (const Question &question : draw(kind)) {
            const Remedies shown = planRemedies(m_fixture.library, m_services.estimate,
                m_services.figures, question.plan, question.now);
            helped += !shown.all.empty();
            const QJsonArray sets = asJson(shown);
            QCOMPARE(remediesOf(commandLine({ "estimate", question.file })), sets);
            QCOMPARE(remediesOf(commandLine({ "advise", question.file })), sets);
            QCOMPARE(remediesOf(fromPython("estimate", question.file)), sets);
        }
        qInfo("%s: %d questions, %d with an offer",
            kind == Kind::BestChange ? "best change" : "cheapest cure", m_questions, helped);
        QVERIFY(helped * 2 > m_questions);
    }

    /// Valid plans of one kind of question, each in a file.
    std::vector<Question> draw(Kind kind)
    {
        std::vector<Question> questions;
        while (std::ssize(questions) < m_questions) {
            Result<ResolvedPlan> plan = resolvePlan(drawnPlan(kind), m_fixture.library);
            if (!plan || !brokenRules(*plan).empty() || !missingBlocks(*plan).empty())
                continue;
            Estimate now = m_services.estimate(*plan);
            const bool isAsked
                = kind == Kind::BestPlan || (kind == Kind::CheapestCure) == !now.memory.fits;
            if (!isAsked)
                continue;
            const QString file = m_fixture.folder.filePath(
                QStringLiteral("question-%1.headroom.yaml").arg(m_files++));
            if (!savePlan(plan->plan, file.toStdString()).empty())
                qFatal("cannot write %s", qPrintable(file));
            questions.push_back({ file, *std::move(plan), std::move(now) });
        }
        return questions;
    }

    template <class Value> Value oneOf(std::initializer_list<Value> values)
    {
        return *(values.begin() + m_engine() % values.size());
    }

    Plan drawnPlan(Kind kind)
    {
        const bool isLarge = kind == Kind::CheapestCure || m_engine() % 3 == 0;
        Plan plan = loadPlan(*m_fixture.library.planPath("llama3.1-8b-h100-node"))->plan;
        plan.name = "Question";
        plan.model.id = isLarge
            ? oneOf({ "llama3.1-70b", "qwen2.5-32b", "mixtral-8x7b", "llama3.1-8b" })
            : oneOf({ "llama3.1-8b", "llama3.2-1b", "qwen2.5-7b", "llama2-13b" });
        const std::vector<FieldChange> changes { { "framework",
            oneOf({ "maxtext", "megatron", "torchtitan", "deepspeed", "hf" }) } };
        changePlan(plan, changes);
        plan.hardware.nodes = oneOf({ 1, 1, 2 });
        plan.workload.sequenceLength = oneOf({ 4096, 8192 });
        plan.workload.globalBatchSequences = oneOf({ 32, 64, 128 });
        Parallelism &degrees = plan.parallelism;
        degrees.tensor = oneOf({ 1, 2, 4, 8 });
        degrees.fsdp = plan.hardware.nodes * plan.hardware.devicesPerNode / degrees.tensor;
        degrees.zeroStage = oneOf({ 1, 2, 3 });
        degrees.sequenceParallel = degrees.tensor > 1 && m_engine() % 2 == 0;
        degrees.microBatch = oneOf({ 1, 2, 4 });
        setRematPolicy(plan, oneOf({ "full", "minimal", "selective", "no_recompute" }));
        return plan;
    }

    QJsonObject commandLine(QStringList arguments)
    {
        QProcess process;
        process.start(QStringLiteral(HEADROOM_CLI),
            arguments << "--format"
                      << "json");
        if (!process.waitForFinished(longestAnswer))
            qFatal("headroom-cli takes too long");
        return parsed(process.readAllStandardOutput());
    }

    QJsonObject fromPython(const char *function, const QString &file)
    {
        const QString program
            = QStringLiteral("import sys, json; sys.path.insert(0, %1); import headroom; "
                             "headroom.use_program(%2); print(json.dumps(headroom.%3(%4)))")
                  .arg(quoted(QStringLiteral(HEADROOM_PYTHON)),
                      quoted(QStringLiteral(HEADROOM_CLI)), QString::fromLatin1(function),
                      quoted(file));
        QProcess process;
        process.start(QStringLiteral("python3"), { "-W", "ignore", "-c", program });
        if (!process.waitForFinished(longestAnswer))
            qFatal("headroom.py takes too long");
        return parsed(process.readAllStandardOutput());
    }

    static QString quoted(const QString &text)
    {
        return QLatin1Char('"') + text + QLatin1Char('"');
    }

    WindowFixture m_fixture;
    PlanServices m_services;
    int m_questions = 0, m_files = 0;
    std::mt19937 m_engine { 20261124 };
};

QTEST_MAIN(DoorsTest)
#include "tst_doors.moc"
