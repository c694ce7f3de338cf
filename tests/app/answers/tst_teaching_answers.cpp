#include "recorded_answers.h"

#include "model/incidents/incident_files.h"
#include "model/incidents/incident_round.h"
#include "model/incidents/incident_trial.h"
#include "model/lessons/lesson_check.h"
#include "model/lessons/lesson_library.h"
#include "model/session/lesson_services.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace headroom;

namespace {

/// The beginning of a file, line by line.
std::string beginningOf(const std::string &text, int lines)
{
    std::istringstream stream { text };
    std::string kept;
    for (std::string line; lines > 0 && std::getline(stream, line); --lines)
        kept += "  " + line + '\n';
    return kept;
}

} // namespace

/// What lessons show and ask, with their computed values, and what incidents print and answer.
class TeachingAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void lessons_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("english") << "";
        QTest::newRow("chinese") << "zh";
    }
    void lessons()
    {
        QFETCH(QString, language);
        const LessonLibrary library { { HEADROOM_PROFILES, {} }, language.toStdString() };
        const Result<Estimator> estimator = m_desk.bench().estimator();
        const LessonServices services = makeLessonServices(
            m_desk.library(),
            [&](const ResolvedPlan &resolved) { return estimator->estimate(resolved); },
            [this] { return *m_desk.bench().catalogue(); });
        AnswerBook book;
        for (const LessonHead &head : library.heads()) {
            const Lesson *lesson = library.lesson(head.id);
            QVERIFY(lesson);
            const LessonPlans plans { *lesson, services };
            std::string text = fmt::format(
                "{} | {} | {} min | {}\n", head.title, head.summary, head.minutes, head.icon);
            for (const LessonPlace &place : lesson->places()) {
                text += place.id();
                if (place.screen)
                    text += filled(plans, place.screen->text, *lesson->plan("start"), nullptr);
                if (const LessonTask *task = place.task) {
                    text += filled(plans, task->statement, task->start, task);
                    for (const std::string &demand : task->demands())
                        text += "  demands " + demand + '\n';
                    text += fmt::format(
                        "  {} hints, {} wrong answers\n", task->hints.size(), task->wrong.size());
                }
            }
            book.add(head.id, text);
        }
        compare(book, std::string { "teaching/lessons-" } + QTest::currentDataTag());
    }

    void incidents()
    {
        AnswerBook book;
        for (int seed = 1; seed <= 6; ++seed)
            for (const char *level : { "1", "2", "3" })
                ask(book,
                    { "incident", "--seed", std::to_string(seed), "--level", level, "--answer" });
        for (const char *measure : { "nvidia-smi", "nvidia-smi:1", "trace", "all-reduce",
                 "all-reduce:0,1", "all-reduce:1,1", "memory:0.3", "memory:9.9", "trial:none",
                 "nothing", "all-reduce:0,99", "" })
            for (const char *seed : { "7", "11" })
                ask(book, { "incident", "--seed", seed, "--level", "2", "--measure", measure });
        for (const IncidentTrial &trial : incidentTrials())
            ask(book,
                { "incident", "--seed", "7", "--level", "2", "--measure",
                    std::string { "trial:" } + trial.id });
        for (const char *cause : { "hot-device", "slow-link", "data", "nothing-broken", "" })
            for (const char *where : { "run", "0", "0.2", "99", "x" })
                ask(book,
                    { "incident", "--seed", "7", "--level", "2", "--cause", cause, "--where",
                        where });
        ask(book, { "incident", "--stories" });
        for (const std::string &file : namesOf(HEADROOM_PROFILES "/incidents")) {
            const std::string id = std::filesystem::path(file).stem().string();
            if (id.find('.') == std::string::npos)
                ask(book, { "incident", "--story", id, "--answer" });
        }
        for (const char *framework : { "maxtext", "megatron", "torchtitan", "jax" })
            for (const char *fault : { "listed", "unlisted", "none", "hot-device", "nothing" })
                ask(book,
                    { "incident", "--seed", "3", "--level", "2", "--framework", framework,
                        "--fault", fault, "--answer" });
        compare(book, "teaching/incidents");
    }

    /// The files of an incident, the beginning of each.
    void files()
    {
        AnswerBook book;
        for (const char *framework : { "maxtext", "megatron", "torchtitan" })
            for (const char *seed : { "4", "9" }) {
                const QTemporaryDir folder;
                const InFolder inside { folder.path().toStdString() };
                const CommandResult answer = m_desk.ask({ "incident", "--seed", seed, "--level",
                    "2", "--framework", framework, "--trace", "--out", "i" });
                std::string text = answer.output + answer.messages;
                for (const std::string &file : namesOf("i"))
                    text += file + '\n' + beginningOf(contentOf("i/" + file), 24);
                book.add(std::string { framework } + ' ' + seed, text);
            }
        compare(book, "teaching/files");
    }

private:
    /// The values that a text shows and how long it is: the words are in the lesson's file.
    static std::string filled(const LessonPlans &plans, const std::string &text,
        const LessonPlan &start, const LessonTask *task)
    {
        const auto plan = plans.plan(start);
        if (!plan)
            return " refused " + CommandResult::badInput(plan.errors()).messages;
        const auto answer = plans.answer(*plan);
        if (!answer)
            return " refused " + CommandResult::badInput(answer.errors()).messages;
        const auto shown = plans.fill(text, *answer, "lesson.yaml:1", task);
        if (!shown)
            return " refused " + CommandResult::badInput(shown.errors()).messages;
        std::string said = fmt::format(": {} constants\n", shown->constants.size());
        std::istringstream was { text }, is { shown->markdown };
        for (std::string before, after; std::getline(was, before) && std::getline(is, after);)
            if (before.find("{{") != std::string::npos || before.find("[[") != std::string::npos)
                said += "  " + after + '\n';
        return said;
    }
    void ask(AnswerBook &book, const std::vector<std::string> &words) const
    {
        std::string question;
        for (const std::string &word : words)
            question += (question.empty() ? "" : " ") + word;
        book.add(question, m_desk.ask(words), "");
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(TeachingAnswersTest)
#include "tst_teaching_answers.moc"
