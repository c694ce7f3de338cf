#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

using namespace headroom;

namespace {

const std::string kept = HEADROOM_CORPUS;

} // namespace

/// What measured runs are said to tell: rows of tables, made series of steps with a plan that they
/// follow, and the constants that they move.
class MeasuredAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void tables()
    {
        AnswerBook book;
        for (const char *folder : { "measurements", "measurements_rows", "measurements_plans" }) {
            const InFolder inside { kept + '/' + folder };
            for (const std::string &file : namesOf(".")) {
                book.add("validate " + file, m_desk.ask({ "validate", file, "--format", "json" }),
                    "validate");
                book.add("validate " + file, m_desk.ask({ "validate", file, "--by", "framework" }),
                    "validate");
                book.add("calibrate " + file, m_desk.ask({ "calibrate", file, "--format", "json" }),
                    "calibrate");
            }
        }
        compare(book, "measured/tables");
    }

    /// Some published rows in each form of the report.
    void reports()
    {
        constexpr int everyRow = 40;
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        const std::string file = "some.csv";
        std::istringstream all { contentOf(HEADROOM_PROFILES "/measurements/measurements.csv") };
        std::ofstream some { file };
        int row = 0;
        for (std::string line; std::getline(all, line); ++row)
            if (row == 0 || row % everyRow == 1)
                some << line << '\n';
        some.close();
        AnswerBook book;
        const std::string whole = m_desk.ask({ "validate", file, "--by", "hardware" }).output;
        book.add("by hardware", whole);
        // Of the other groups, what differs.
        for (const char *by : { "framework", "precision", "family" })
            book.add(by, changedLines(whole, m_desk.ask({ "validate", file, "--by", by }).output));
        book.add("markdown", m_desk.ask({ "validate", file, "--format", "markdown" }), "");
        book.add("json", m_desk.ask({ "validate", file, "--format", "json" }), "");
        book.add("calibrate", m_desk.ask({ "calibrate", file }), "");
        book.add("calibrate json", m_desk.ask({ "calibrate", file, "--format", "json" }), "");
        compare(book, "measured/reports");
    }

    /// A series of steps with a plan that they follow: late, uneven, with a slow stretch, a drift,
    /// gaps, repeated and missing steps.
    void madeRuns()
    {
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        AnswerBook book;
        const auto ask = [&](const std::string &name, const std::function<double(int)> &seconds,
                             int count = 40) {
            std::string log;
            for (int step = 0; step < count; ++step)
                log += "completed step: " + std::to_string(step) + ", seconds: "
                    + QString::number(seconds(step), 'f', 3).toStdString() + ", loss: 9.7\n";
            std::ofstream { name + ".log" } << log;
            book.add(name,
                m_desk.ask({ "diagnose", name + ".log", "--plan", "llama3.1-8b-h100-node",
                    "--format", "json" }),
                name);
            book.add(name,
                m_desk.ask({ "diagnose", name + ".log", "--plan", "llama3.1-8b-h100-node" }), name);
            m_desk.ask({ "runs", "add", name + ".log", "--plan", "llama3.1-8b-h100-node",
                "--project", "all.runs.csv" });
        };
        ask("late", [](int) { return 17.0; });
        ask("early", [](int) { return 9.0; });
        ask("exact", [](int) { return 15.0; });
        ask("far", [](int) { return 60.0; });
        ask("uneven", [](int step) { return step % 2 ? 15.0 : 21.0; });
        ask("stretch", [](int step) { return step > 20 && step < 30 ? 25.0 : 15.0; });
        ask("drift", [](int step) { return 15.0 + 0.1 * step; });
        ask("spikes", [](int step) { return step % 10 == 9 ? 60.0 : 15.0; });
        ask("warm", [](int step) { return step < 5 ? 40.0 : 15.0; });
        ask(
            "one", [](int) { return 15.0; }, 1);
        ask(
            "two", [](int) { return 15.0; }, 2);
        ask("zero", [](int) { return 0.0; });
        book.add("list", m_desk.ask({ "runs", "list", "all.runs.csv" }), "list");
        book.add("list", m_desk.ask({ "runs", "list", "all.runs.csv", "--format", "json" }),
            "list json");
        for (const char *components : { "none", "one", "auto", "all" }) {
            book.add(std::string { "calibrate " } + components,
                m_desk.ask({ "calibrate", "all.runs.csv", "--components", components }), "");
            book.add(std::string { "calibrate " } + components,
                m_desk.ask({ "calibrate", "all.runs.csv", "--components", components, "--format",
                    "json" }),
                "calibrate");
        }
        for (const char *by : { "hardware", "framework", "precision", "family" })
            book.add(std::string { "validate by " } + by,
                m_desk.ask({ "validate", "all.runs.csv", "--by", by }), "validate");
        book.add(
            "validate", m_desk.ask({ "validate", "all.runs.csv", "--format", "json" }), "validate");
        book.add("next",
            m_desk.ask({ "next", "llama3.1-8b-h100-node", "--runs", "all.runs.csv", "--top", "2",
                "--format", "json" }),
            "next");
        compare(book, "measured/made-runs");
    }

private:
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(MeasuredAnswersTest)
#include "tst_measured_answers.moc"
