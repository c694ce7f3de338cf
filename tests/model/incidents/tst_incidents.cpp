#include "incident_rounds.h"

#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/incidents/incident_plans.h"
#include "model/plan/fields/plan_file.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

namespace {

const IncidentEngine &incidentEngine()
{
    static const Workbench bench { shippedLibrary() };
    static const IncidentEngine one = IncidentEngine::make(bench).value();
    return one;
}

const Diagnoser &incidentDiagnoser()
{
    static const Diagnoser one = Diagnoser::make(Workbench { shippedLibrary() }).value();
    return one;
}

IncidentTable playedRound(const std::string &wish, int count)
{
    const QTemporaryDir folder;
    return incidentRound(
        incidentEngine(), incidentDiagnoser(), wish, 1, count, folder.path().toStdString());
}

/// The cells of a line of tests/data/threads/threads.tsv.
std::vector<std::string> threadCells(const std::string &line)
{
    std::vector<std::string> cells(1);
    for (const char c : line)
        if (c == '\t')
            cells.emplace_back();
        else
            cells.back() += c;
    return cells;
}

} // namespace

class IncidentsTest : public QObject
{
    Q_OBJECT

private slots:
    void oneSeedIsOneIncident()
    {
        const auto once = incidentEngine().draw(7, 2), again = incidentEngine().draw(7, 2);
        QVERIFY(once && again);
        const auto files = incidentFiles(incidentEngine(), *once, incidentEngine().run(*once));
        const auto same = incidentFiles(incidentEngine(), *again, incidentEngine().run(*again));
        QVERIFY(files && same);
        QVERIFY(*files == *same);
        const auto other = incidentEngine().draw(8, 2);
        const auto others = incidentFiles(incidentEngine(), *other, incidentEngine().run(*other));
        QVERIFY(files->front().content != others->front().content);
    }

    /// What is drawn does not follow the library's distributions: these are the generator's own.
    void seedsGiveTheSameNumbersEverywhere()
    {
        IncidentRandom random(1, 1);
        const double first = random.unit(), second = random.unit();
        IncidentRandom again(1, 1);
        QCOMPARE(again.unit(), first);
        QCOMPARE(again.unit(), second);
        QVERIFY(first != second && first >= 0 && first < 1);
        double sum = 0;
        for (int i = 0; i < 1000; ++i)
            sum += random.normal();
        QVERIFY(std::abs(sum / 1000) < 0.1);
    }

    void everyFaultHasItsWords()
    {
        for (const FaultKind &kind : faultKinds()) {
            const Fault fault { &kind, kind.least, 1, 2 };
            QVERIFY2(messageTemplate(fault.title().id), kind.id);
            QVERIFY2(messageTemplate(fault.explanation().id), kind.id);
            QVERIFY2(messageText(fault.where()).find('{') == std::string::npos, kind.id);
            for (const char *cause : kind.causes)
                QVERIFY2(!cause || messageTemplate(std::string("cause-") + cause), kind.id);
        }
    }

    /// Each kind is drawn for some plan, and costs a step what it must.
    void everyFaultIsFelt()
    {
        for (const FaultKind &kind : faultKinds()) {
            const auto incident = incidentEngine().draw(3, kind.level, { {}, kind.id });
            QVERIFY2(incident, kind.id);
            const IncidentRun run = incidentEngine().run(*incident);
            QVERIFY2(run.plannedEstimate.memory.fits, kind.id);
            QVERIFY2(run.ordinaryStep / run.healthyStep - 1 >= 0.99 * kind.minEffect
                    || kind.minEffect == 0,
                kind.id);
        }
    }

    void nothingTellsTheAnswer()
    {
        for (const FaultKind &kind : faultKinds()) {
            const auto incident = incidentEngine().draw(5, kind.level, { {}, kind.id });
            QVERIFY2(incident, kind.id);
            const auto files
                = incidentFiles(incidentEngine(), *incident, incidentEngine().run(*incident));
            QVERIFY2(files, kind.id);
            for (const ExportFile &file : *files) {
                QVERIFY2(file.content.find(kind.id) == std::string::npos, kind.id);
                QVERIFY2(file.content.find(messageText(incident->faults.front().title()))
                        == std::string::npos,
                    kind.id);
            }
        }
    }

    void framesOfLevelsAndFrameworks()
    {
        QVERIFY(!incidentEngine().draw(1, 0));
        QVERIFY(!incidentEngine().draw(1, 4));
        QVERIFY(!incidentEngine().draw(1, 1, { "jax", "listed" }));
        QVERIFY(!incidentEngine().draw(1, 1, { {}, "gremlins" }));
        QVERIFY(!incidentEngine().draw(1, 1, { "torchtitan", "scheduler-off" }));
        for (const char *framework : incidentFrameworks) {
            const auto incident = incidentEngine().draw(4, 1, { framework, "listed" });
            QVERIFY(incident);
            QCOMPARE(incident->plan.framework, std::string(framework));
        }
    }

    /// The readers take the files as those of any cluster, and the diagnosis names the cause.
    void theDiagnosisFindsWhatIsWrong()
    {
        const IncidentTable table = playedRound("listed", 60);
        const IncidentTally sum = sumOf(table);
        const std::string text = tableText(table);
        QVERIFY2(sum.count == 60, text.c_str());
        QVERIFY2(sum.first >= 0.8 * sum.count, text.c_str());
        QVERIFY2(sum.amongThree >= 0.95 * sum.count, text.c_str());
        QVERIFY2(sum.shareRight >= 0.8 * sum.shared, text.c_str());
    }

    /// What the tables show of a part is what the machine was given.
    void tablesTellTheSlowPart()
    {
        const QTemporaryDir folder;
        for (const auto &[fault, sign] : { std::pair { "slow-nic", RunSign::NetworkPart },
                 std::pair { "pcie-path", RunSign::LinkPart } }) {
            const auto incident = incidentEngine().draw(11, 2, { {}, fault });
            QVERIFY(incident);
            const IncidentRun run = incidentEngine().run(*incident);
            const auto files = incidentFiles(incidentEngine(), *incident, run);
            QVERIFY(files);
            std::vector<std::string> names;
            for (const ExportFile &file : *files) {
                const std::string name
                    = folder.filePath(QString::fromStdString(file.name)).toStdString();
                std::ofstream(name) << file.content;
                if (!name.ends_with(".yaml") && !name.ends_with(".md"))
                    names.push_back(name);
            }
            RunsReading reading = readRuns(names, shippedLibrary(), &incident->plan);
            QCOMPARE(reading.runs.size(), std::size_t { 1 });
            reading.verdicts = judgeOperations(reading.operations, &incident->plan,
                shippedLibrary(), incidentEngine().estimator());
            noteOperations(reading);
            const double share
                = sign == RunSign::NetworkPart ? run.machine.network : run.machine.links;
            const auto part = reading.runs.front().signs.find(sign);
            QVERIFY(part);
            QVERIFY2(*part < 1 && std::abs(*part / share - 1) < 0.5, fault);
        }
    }

    void aHotDeviceIsReadFromTheDriversTable()
    {
        const auto incident = incidentEngine().draw(11, 2, { {}, "hot-device" });
        QVERIFY(incident);
        const QTemporaryDir folder;
        const RunDiagnosis diagnosis = diagnosisOf(
            incidentEngine(), incidentDiagnoser(), *incident, folder.path().toStdString());
        QVERIFY(!diagnosis.causes.empty());
        QCOMPARE(diagnosis.causes.front().id, std::string("clocks"));
        QVERIFY(diagnosis.causes.front().isShown);
        QCOMPARE(diagnosis.conclusion, Conclusion::Named);
    }

    /// Logs after public threads on slow runs: the cause that the thread found is among the first
    /// three, but for those that nothing in the log tells.
    void publicThreadsAreExplained()
    {
        const std::string folder = HEADROOM_TEST_DATA "/threads/";
        std::ifstream list(folder + "threads.tsv");
        std::string line, misses;
        std::getline(list, line);
        int threads = 0, first = 0, three = 0;
        for (const QTemporaryDir place; std::getline(list, line); ++threads) {
            const std::vector<std::string> cells = threadCells(line);
            QCOMPARE(cells.size(), std::size_t { 6 });
            const auto plan = loadPlan(folder + cells[1] + ".headroom.yaml");
            QVERIFY(plan);
            RunsReading reading
                = readRuns({ folder + cells[0] + ".log" }, shippedLibrary(), &plan->plan);
            QVERIFY2(reading.runs.size() == 1, cells[0].c_str());
            reading.verdicts = judgeOperations(
                reading.operations, &plan->plan, shippedLibrary(), incidentEngine().estimator());
            noteOperations(reading);
            const auto project
                = std::filesystem::path(place.path().toStdString()) / (cells[0] + ".csv");
            QVERIFY(addToProject(project, reading.runs, shippedLibrary()));
            const auto runs = listProject(project);
            QVERIFY(runs && runs->size() == 1);
            const RunDiagnosis said = incidentDiagnoser().diagnose(runs->front(), &plan->plan);
            std::size_t at = 0;
            while (at < said.causes.size() && said.causes[at].id != cells[2])
                ++at;
            first += at == 0 && !said.causes.empty() ? 1 : 0;
            three += at < std::min<std::size_t>(3, said.causes.size()) ? 1 : 0;
            if (at < std::min<std::size_t>(3, said.causes.size()))
                continue;
            misses += cells[0] + " (" + cells[2] + "):";
            for (std::size_t i = 0; i < std::min<std::size_t>(3, said.causes.size()); ++i)
                misses += ' ' + said.causes[i].id;
            misses += '\n';
        }
        QCOMPARE(threads, 20);
        qInfo("%d of %d first, %d among three\n%s", first, threads, three, misses.c_str());
        QVERIFY2(first >= 12 && three >= 16, misses.c_str());
    }

    void aFaultThatIsInNoListIsNotExplained()
    {
        const IncidentTally sum = sumOf(playedRound("unlisted", 10));
        QCOMPARE(sum.notNamed, 10);
        QCOMPARE(sum.suspected, 0);
    }

    /// The log names the profile that is of another program, and the loss that is not the planned
    /// one, however little either costs.
    void whatTheLogSaysIsAmongTheFirst()
    {
        for (const char *fault : { "stale-profile", "upcast-loss" }) {
            const IncidentTable table = playedRound(fault, 4);
            const IncidentTally sum = sumOf(table);
            QVERIFY2(sum.count > 0 && sum.amongThree == sum.count, tableText(table).c_str());
        }
    }

    void aHealthyClusterIsAccusedOfNothing()
    {
        const IncidentTable table = playedRound("none", 10);
        QVERIFY2(sumOf(table).first == 10, tableText(table).c_str());
    }
};

QTEST_APPLESS_MAIN(IncidentsTest)
#include "tst_incidents.moc"
