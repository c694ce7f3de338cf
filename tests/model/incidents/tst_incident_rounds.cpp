#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/incidents/incident_answer.h"
#include "model/incidents/incident_files.h"
#include "model/incidents/incident_story.h"
#include "model/incidents/incident_verdict.h"
#include "model/incidents/played_steps.h"
#include "model/lessons/class_table.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;

namespace {

const IncidentEngine &roundEngine()
{
    static const Workbench bench { shippedLibrary() };
    static const IncidentEngine one = IncidentEngine::make(bench).value();
    return one;
}

Incident incidentWith(const char *fault)
{
    return roundEngine().draw(11, faultKind(fault)->level, { {}, fault }).value();
}

IncidentRound roundWith(const char *fault)
{
    return IncidentRound::begin(roundEngine(), incidentWith(fault)).value();
}

/// The last bus bandwidth that a table of nccl-tests prints.
double busRate(const std::string &table)
{
    const std::size_t at = table.find("# Avg bus bandwidth    : ");
    return at == std::string::npos ? 0 : std::stod(table.substr(at + 25));
}

std::string storyText(const std::string &changedFrom = {}, const std::string &changedTo = {})
{
    const auto file = shippedLibrary().directories().find("incidents/ten-of-twenty-five.yaml");
    std::ifstream stream(file);
    std::string text { std::istreambuf_iterator<char>(stream), {} };
    if (!changedFrom.empty())
        text.replace(text.find(changedFrom), changedFrom.size(), changedTo);
    return text;
}

} // namespace

/// One attempt at an incident: what is measured, what it costs, what is named.
class IncidentRoundsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsMeasuredIsPaid()
    {
        IncidentRound round = roundWith("slow-nic");
        const double before = round.left();
        QCOMPARE(round.spent(), 0.0);
        const auto answer = round.measure({ MeasurementKind::AllReduce, 0, 1, 0, {} });
        QVERIFY(answer);
        QVERIFY(answer->deviceHours > 0 && answer->minutes > 0);
        QCOMPARE(round.spent(), answer->deviceHours);
        QCOMPARE(round.left(), before - answer->deviceHours);
        QCOMPARE(round.answers().size(), std::size_t { 1 });
        // Two nodes take less than the cluster, one node less than two.
        const Incident &incident = round.incident();
        const auto costs = [&](MeasurementKind kind, int node, int other) {
            return measurementDeviceHours(incident, { kind, node, other, 0, {} });
        };
        QVERIFY(costs(MeasurementKind::AllReduce, 0, 0) < costs(MeasurementKind::AllReduce, 0, 1));
        QVERIFY(costs(MeasurementKind::AllReduce, 0, 1) < costs(MeasurementKind::Trial, 0, 0));
    }

    void theBudgetIsALimit()
    {
        double last = 0;
        for (int level = 1; level <= maxIncidentLevel; ++level) {
            Incident incident = incidentWith("slow-nic");
            incident.level = level;
            QVERIFY(incidentBudget(incident) > last);
            last = incidentBudget(incident);
            // The dearest measurement twice, on every level.
            QVERIFY(2 * measurementDeviceHours(incident, { MeasurementKind::Trial, 0, 0, 0, {} })
                <= last);
        }
        IncidentRound round = roundWith("data-loader");
        int made = 0;
        Result<MeasurementAnswer> answer = round.measure({ MeasurementKind::Trace, 0, 0, 0, {} });
        for (; answer; ++made)
            answer = round.measure({ MeasurementKind::Trace, 0, 0, 0, {} });
        QVERIFY(made >= 2);
        QCOMPARE(answer.errors().front().id, std::string { "incident-budget" });
        QVERIFY(round.spent() <= round.budget() + 1e-9);
        QCOMPARE(round.answers().size(), static_cast<std::size_t>(made));
    }

    void aPairOfNodesShowsWhereTheNetworkIsSlow()
    {
        IncidentRound round = roundWith("slow-nic");
        const Incident &incident = round.incident();
        const int faulty = incident.faults.front().node, nodes = incident.plan.hardware.nodes;
        const int first = faulty == 0 ? 1 : 0;
        const auto rate = [&](int a, int b) {
            return busRate(round.measure({ MeasurementKind::AllReduce, a, b, 0, {} })->printed);
        };
        const double slow = rate(first, faulty);
        QVERIFY(slow > 0);
        if (nodes < 3)
            return;
        int other = first + 1;
        if (other == faulty)
            ++other;
        const double whole = rate(first, other % nodes);
        // Small messages are slow on any network.
        QVERIFY2(slow < 0.95 * whole, qPrintable(QString::number(slow / whole)));
    }

    void oneNodeShowsWhatItShowsAmongAll()
    {
        IncidentRound round = roundWith("hot-device");
        const int node = round.incident().faults.front().node;
        const auto answer = round.measure({ MeasurementKind::Devices, node, node, 0, {} });
        QVERIFY(answer);
        QVERIFY(answer->printed.find(", Active") != std::string::npos);
        QVERIFY(
            deviceTable(round.incident(), round.run()).find(answer->printed) != std::string::npos);
    }

    void aTrialOfTheCauseCuresTheRun_data()
    {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QByteArray>("trial");
        const auto row = [](const char *fault, const char *trial) {
            QTest::newRow(fault) << QByteArray(fault) << QByteArray(trial);
        };
        row("data-loader", "synthetic-data");
        row("checkpoint-stall", "no-checkpoints");
        row("host-jitter", "quiet-hosts");
        row("recomputation-on", "planned-recomputation");
        row("smaller-batch", "planned-batch");
        row("rank-order", "planned-mesh");
        row("scheduler-off", "scheduler-on");
        row("stale-profile", "no-profile");
        row("combine-threshold", "advised-thresholds");
        row("connections", "one-queue");
        row("upcast-loss", "fused-loss");
        row("expert-imbalance", "even-routing");
        row("fragmentation", "expandable-segments");
    }
    void aTrialOfTheCauseCuresTheRun()
    {
        QFETCH(QByteArray, fault);
        QFETCH(QByteArray, trial);
        const Incident incident = incidentWith(fault.constData());
        const IncidentTrial *made = incidentTrial(trial.constData());
        QVERIFY(made);
        const auto cured = roundEngine().changedRun(incident, made->apply);
        QVERIFY(cured);
        const IncidentRun sick = roundEngine().run(incident);
        const auto sum = [](const IncidentRun &run) {
            Seconds seconds;
            for (std::size_t i = 2; i < run.steps.size(); ++i)
                seconds += run.steps[i].time;
            return seconds / static_cast<double>(run.steps.size() - 2);
        };
        QVERIFY2(std::abs(sum(*cured) / cured->healthyStep - 1) < 0.015,
            qPrintable(QString::number(sum(*cured) / cured->healthyStep)));
        QVERIFY(std::abs(sum(sick) / sick.healthyStep - 1) > 0.003);
        IncidentRound round = IncidentRound::begin(roundEngine(), incident).value();
        const auto answer = round.measure({ MeasurementKind::Trial, 0, 0, 0, made->id });
        QVERIFY(answer);
        QCOMPARE(answer->facts.size(), std::size_t { 2 });
        QCOMPARE(answer->facts.front().id, std::string { "trial-steps" });
    }

    void everyTrialAndMeasurementHasItsWords()
    {
        for (const IncidentTrial &trial : incidentTrials())
            QVERIFY2(messageTemplate(trial.title().id), trial.id);
        for (const MeasurementKind kind : measurementKinds) {
            const IncidentMeasurement one { kind, 0, 1, 2, "synthetic-data" };
            QVERIFY(messageText(one.title()).find('{') == std::string::npos);
            QVERIFY(messageTemplate(one.title().id));
        }
    }

    void measurementsAreReadFromWords()
    {
        const Plan plan = incidentWith("slow-nic").plan;
        const auto read = [&](const char *text) { return parseMeasurement(text, plan); };
        QVERIFY(*read("all-reduce:0,1")
            == (IncidentMeasurement { MeasurementKind::AllReduce, 0, 1, 0, {} }));
        QVERIFY(*read("all-reduce")
            == (IncidentMeasurement { MeasurementKind::AllReduce, 0, 1, 0, {} }));
        QVERIFY(*read("all-reduce:1")
            == (IncidentMeasurement { MeasurementKind::AllReduce, 1, 1, 0, {} }));
        QVERIFY(*read("nvidia-smi:1")
            == (IncidentMeasurement { MeasurementKind::Devices, 1, 1, 0, {} }));
        QVERIFY(
            *read("memory:1.5") == (IncidentMeasurement { MeasurementKind::Memory, 1, 0, 5, {} }));
        QCOMPARE(read("trial:synthetic-data")->trial, std::string { "synthetic-data" });
        for (const char *wrong : { "", "ping", "all-reduce:0,99", "all-reduce:0,x", "memory:0.8",
                 "nvidia-smi:-1", "trace:1", "trial:", "trial:magic", "all-reduce:0,1,2" }) {
            const auto measurement = read(wrong);
            QVERIFY2(!measurement, wrong);
            QCOMPARE(measurement.errors().front().id, std::string { "incident-measure" });
        }
    }

    void answersAreJudged()
    {
        const Incident incident = incidentWith("slow-nic");
        const Fault &fault = incident.faults.front();
        const auto judge
            = [&](std::vector<std::string> causes, FaultPlace place, int node, int device) {
                  return judgeGuess(incident, { std::move(causes), place, node, device });
              };
        QVERIFY(judge({ "slow-nic" }, FaultPlace::Device, fault.node, fault.device).isRight());
        // Nothing tells a slow adapter from a cable at half its rate.
        QVERIFY(
            judge({ "half-rate-cable" }, FaultPlace::Adapter, fault.node, fault.device).isRight());
        QVERIFY(!judge({ "slow-nic" }, FaultPlace::Device, fault.node, (fault.device + 1) % 8)
                     .isPlaceRight);
        // Measurements lead to the node alone.
        QVERIFY(judge({ "slow-nic" }, FaultPlace::Node, fault.node, 0).isRight());
        QVERIFY(!judge({ "slow-nic" }, FaultPlace::Node, fault.node + 1, 0).isPlaceRight);
        QVERIFY(!judge({ "slow-nic" }, FaultPlace::Cluster, 0, 0).isPlaceRight);
        const IncidentVerdict more
            = judge({ "slow-nic", "hot-device" }, FaultPlace::Device, fault.node, fault.device);
        QVERIFY(!more.isCauseRight && more.found == 1 && more.wrong == 1);
        QVERIFY(!judge({}, FaultPlace::Cluster, 0, 0).isCauseRight);
        const auto healthy = roundEngine().draw(3, 1, { {}, "none" });
        QVERIFY(healthy);
        QVERIFY(judgeGuess(*healthy, {}).isRight());
        QVERIFY(!judgeGuess(*healthy, { { "slow-nic" }, FaultPlace::Cluster, 0, 0 }).isRight());
        IncidentGuess guess;
        QVERIFY(parsePlace("1.5", incident.plan, guess).empty());
        QVERIFY(guess.place == FaultPlace::Device && guess.node == 1 && guess.device == 5);
        for (const char *wrong : { "1.8", "99", "x", "1.", "-1" })
            QVERIFY2(!parsePlace(wrong, incident.plan, guess).empty(), wrong);
    }

    void theLogGrowsAsTheRunGoesOn()
    {
        for (const char *fault : { "data-loader", "expert-imbalance", "fragmentation" }) {
            const Incident incident = incidentWith(fault);
            const IncidentRun run = roundEngine().run(incident);
            const auto parts = incidentLogParts(roundEngine(), incident, run);
            QVERIFY(parts);
            QCOMPARE(parts->size(), static_cast<std::size_t>(incidentSteps) + 1);
            std::string log;
            double seconds = -1;
            for (const LogPart &part : *parts) {
                QVERIFY(part.seconds > seconds && !part.text.empty());
                seconds = part.seconds;
                log += part.text;
            }
            QCOMPARE(log, incidentLog(roundEngine(), incident, run).value());
            QVERIFY(std::abs(parts->at(1).seconds - run.steps.front().time.value()) < 1e-9);
        }
    }

    /// A file among somebody's progress takes the attempt as it takes a lesson.
    void theClassTableTakesIncidents()
    {
        IncidentRound round = roundWith("slow-nic");
        const Incident &incident = round.incident();
        QVERIFY(round.measure({ MeasurementKind::Devices, 0, 0, 0, {} }));
        const IncidentVerdict verdict
            = judgeGuess(incident, { { "slow-nic" }, FaultPlace::Cluster, 0, 0 });
        LessonProgress progress;
        progress.lessons[incidentProgressId(incident)] = incidentProgress(round, verdict);
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "ada.json";
        QVERIFY(saveProgress(progress, file).empty());
        const LessonLibrary library { shippedLibrary().directories() };
        const auto rows = readClass({ file }, library);
        QVERIFY(rows);
        const ClassCell &cell = rows->front().lessons.front();
        QCOMPARE(cell.lesson, std::string { "incident-11-level-2" });
        QCOMPARE(cell.solved, 1);
        QCOMPARE(cell.tasks, 2);
        QCOMPARE(cell.hints, 1);
    }

    void aDayHasOneSeed() { QCOMPARE(dailySeed(2026, 8, 22), std::uint64_t { 20260822 }); }

    /// Each story can be played, is felt, and names where it comes from.
    void storiesCanBePlayed()
    {
        const IncidentStories stories = loadStories(shippedLibrary().directories());
        const IncidentStories chinese = loadStories(shippedLibrary().directories(), "zh");
        for (const SkippedProfile &skipped : stories.skipped)
            QVERIFY2(false, errorText(skipped.problems.front()).c_str());
        QVERIFY(stories.all.size() >= 12);
        QCOMPARE(chinese.all.size(), stories.all.size());
        for (std::size_t i = 0; i < stories.all.size(); ++i) {
            const IncidentStory &story = stories.all[i];
            const char *id = story.incident.story.c_str();
            const auto round = IncidentRound::begin(roundEngine(), story.incident);
            QVERIFY2(round, id);
            const IncidentRun &run = round->run();
            QVERIFY2(run.plannedEstimate.memory.fits, id);
            Seconds sum;
            for (std::size_t step = 2; step < run.steps.size(); ++step)
                sum += run.steps[step].time;
            const Seconds mean = sum / static_cast<double>(run.steps.size() - 2);
            QVERIFY2(mean > 1.02 * run.healthyStep, id);
            QVERIFY2(story.source.starts_with("https://github.com/"), id);
            QVERIFY2(chinese.all[i].title != story.title && chinese.all[i].text != story.text, id);
            // The text does not give the ending away.
            const std::string title = messageText(story.incident.faults.front().title());
            QVERIFY2(story.text.find(title) == std::string::npos, id);
        }
        QVERIFY(stories.find("ten-of-twenty-five"));
        QVERIFY(!stories.find("nowhere"));
    }

    void brokenStoriesAreRefused_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("id");
        const auto row = [](const char *name, const char *from, const char *to, const char *id) {
            QTest::newRow(name) << QString::fromLatin1(from) << QString::fromLatin1(to)
                                << QString::fromLatin1(id);
        };
        row("no such fault", "slow-nic", "slow-cat", "incident-fault-unknown");
        row("no such node", "node: 2", "node: 9", "incident-fault-place");
        row("no such device", "device: 5", "device: 8", "incident-fault-place");
        row("level", "level: 2", "level: 4", "out-of-range");
        row("strength", "strength: 0.39", "strength: -1", "out-of-range");
        row("plan", "accelerator: h100-sxm", "accelerator: [1]", "");
        row("a slip", "summary:", "sumary:", "");
        row("no plan", "plan:\n  name", "plans:\n  name", "");
    }
    void brokenStoriesAreRefused()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, id);
        QVERIFY(parseStory(storyText(), "story.yaml"));
        const auto story
            = parseStory(storyText(from.toStdString(), to.toStdString()), "story.yaml");
        QVERIFY(!story);
        bool isNamed = id.isEmpty();
        for (const Error &error : story.errors()) {
            QVERIFY2(error.where.starts_with("story.yaml:"), error.where.c_str());
            isNamed = isNamed || error.id == id.toStdString();
        }
        QVERIFY2(isNamed, errorText(story.errors().front()).c_str());
    }

    /// A story of a plan that the fault cannot touch is refused when it is played, not while.
    void aStoryThatCannotBePlayedIsRefused()
    {
        const IncidentStories stories = loadStories(shippedLibrary().directories());
        Incident incident = stories.find("ten-of-twenty-five")->incident;
        incident.plan.hardware.nodes = 1;
        incident.plan.parallelism.fsdp = 8;
        incident.faults.front().node = 0;
        QVERIFY(!IncidentRound::begin(roundEngine(), incident));
        incident = stories.find("ten-of-twenty-five")->incident;
        incident.plan.framework = "hf";
        QVERIFY(!IncidentRound::begin(roundEngine(), incident));
        incident = stories.find("ten-of-twenty-five")->incident;
        incident.plan.hardware.nodes = 3;
        QVERIFY(!IncidentRound::begin(roundEngine(), incident));
    }
};

QTEST_APPLESS_MAIN(IncidentRoundsTest)
#include "tst_incident_rounds.moc"
