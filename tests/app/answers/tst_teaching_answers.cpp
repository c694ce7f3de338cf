#include "plan_changes.h"
#include "recorded_answers.h"

#include "model/incidents/incident_files.h"
#include "model/incidents/incident_round.h"
#include "model/incidents/incident_trial.h"
#include "model/lessons/lesson_check.h"
#include "model/lessons/lesson_library.h"
#include "model/lessons/lesson_plans.h"
#include "model/lessons/lesson_text.h"
#include "model/lessons/lesson_values.h"
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
        const LessonServices services = servicesWith(*estimator);
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

    /// Every name that a text may show, of plans that differ, and every way to show a value.
    void values()
    {
        const Result<Estimator> estimator = m_desk.bench().estimator();
        const std::vector<std::string> names
            = linesIn(contentOf(HEADROOM_TEST_DATA "/answers/lesson_values.txt"));
        AnswerBook book;
        for (const AskedPlan &plan :
            plansNamed({ "dense", "tpu", "mixtral", "lora", "inference", "deepseek lite" })) {
            std::vector<std::string> settings = plan.settings;
            settings.insert(settings.end(),
                { "workload.training_tokens=1e11", "reliability.device_mtbf_hours=50000" });
            const auto checked = openCheckedPlan(plan.plan, settings, m_desk.library());
            QVERIFY(checked.hasValue());
            const AnsweredPlan answer { checked->resolved, estimator->estimate(checked->resolved) };
            std::string text;
            for (const std::string &name : names) {
                const auto value = answerValue(answer, name);
                text += name + " = " + (value ? *formatLessonValue(*value, {}) : "nothing") + '\n';
            }
            book.add(plan.name, text);
        }
        std::string shown;
        for (const char *format :
            { "gib", "gb", "mib", "bytes", "seconds", "percent", "count", "tflops", "flop", "rate",
                "times", "int", "fixed1", "fixed2", "usd", "number", "text", "", "furlong" })
            for (const ExpressionValue &value : std::vector<ExpressionValue> { 0.0, 0.5, 1.0,
                     -12.345, 1234567.5, 8e10, 1e15, 3e16, true, false, std::string { "word" },
                     std::vector<std::string> { "a", "b" }, std::vector<std::string> {} })
                shown += std::string { format } + ": "
                    + formatLessonValue(value, format).value_or("refused") + '\n';
        book.add("formats", shown);
        compare(book, "teaching/values");
    }

    /// Each task as it starts, answered, answered wrong in each way, with numbers around the right
    /// one, and with one field changed.
    void tasks()
    {
        const LessonLibrary library { { HEADROOM_PROFILES, {} }, {} };
        const Result<Estimator> estimator = m_desk.bench().estimator();
        const LessonServices services = servicesWith(*estimator);
        AnswerBook book;
        for (const LessonHead &head : library.heads()) {
            const Lesson *lesson = library.lesson(head.id);
            const LessonPlans plans { *lesson, services };
            for (const LessonTask &task : lesson->tasks) {
                const auto start = plans.plan(task.start);
                QVERIFY(start.hasValue());
                std::string text = "start" + checked(plans, task, *start, {});
                text += "answer" + answered(plans, task, *start, task.answer);
                for (const WrongAnswer &wrong : task.wrong) {
                    std::optional<double> given;
                    if (wrong.gives)
                        if (const auto is = plans.answer(*start))
                            given = *plans.number(*wrong.gives, task, *is);
                    const auto plan = plans.withChanges(*start, wrong.changes);
                    text += "wrong" + (plan ? checked(plans, task, *plan, given) : refusal(plan));
                }
                for (const char *other : { "model=llama3.1-70b", "hardware.accelerator=a100-80-sxm",
                         "hardware.nodes=2", "workload.sequence_length=1024",
                         "workload.global_batch_sequences=512", "workload.mode=inference",
                         "remat.policy=full", "parallelism.micro_batch_sequences=1" }) {
                    const std::string change = other;
                    const std::size_t sign = change.find('=');
                    std::vector<FieldChange> changes = task.answer;
                    changes.push_back({ change.substr(0, sign), change.substr(sign + 1) });
                    text += change + answered(plans, task, *start, changes);
                }
                book.add(head.id + ' ' + task.id, text);
            }
        }
        compare(book, "teaching/tasks");
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
    /// What lessons ask; the estimator has to live as long.
    LessonServices servicesWith(const Estimator &estimator) const
    {
        return makeLessonServices(
            m_desk.library(),
            [&estimator](const ResolvedPlan &resolved) { return estimator.estimate(resolved); },
            [this] { return *m_desk.bench().catalogue(); });
    }

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
    template <class Value> static std::string refusal(const Result<Value> &result)
    {
        return " refused " + CommandResult::badInput(result.errors()).messages;
    }
    /// What the checks of a task say of a plan, each by whether it holds.
    static std::string checked(const LessonPlans &plans, const LessonTask &task, const Plan &plan,
        std::optional<double> given)
    {
        const auto answer = plans.answer(plan);
        if (!answer)
            return refusal(answer);
        const auto outcome = plans.check(task, *answer, given);
        if (!outcome)
            return refusal(outcome);
        std::string text { ':' };
        for (const CheckOutcome &check : outcome->checks)
            text += check.holds ? " yes" : " no";
        for (const RunPart part : outcome->changed)
            text += ' ' + std::string { runPartWords[static_cast<std::size_t>(part)] };
        return text + (outcome->isSolved ? " solved\n" : "\n");
    }
    /// The same with the right number, and numbers that are nearly right, where one is asked for.
    static std::string answered(const LessonPlans &plans, const LessonTask &task, const Plan &start,
        const std::vector<FieldChange> &changes)
    {
        const auto plan = plans.withChanges(start, changes);
        const auto answer = plan ? plans.answer(*plan) : plan.errors();
        if (!answer)
            return refusal(answer);
        if (!task.question)
            return checked(plans, task, *plan, {});
        const auto is = plans.number(task.question->is, task, *answer);
        if (!is)
            return refusal(is);
        std::string text = fmt::format(" {:.6g} within {}", *is, task.question->within);
        for (const double share : { 0.0, 0.9, -0.9, 1.1, -1.1 })
            text += checked(plans, task, *plan, *is * (1 + share * task.question->within));
        return text;
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
