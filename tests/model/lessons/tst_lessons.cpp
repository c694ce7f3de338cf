#include "lesson_laws.h"
#include "lesson_test_services.h"
#include "model/lessons/glossary.h"
#include "model/lessons/lesson_check.h"

#include <QRegularExpression>

#include <set>

using namespace headroom;

/// Walks every shipped lesson: texts fill, starts fail, answers pass, wrong ones fail.
class LessonsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyFileIsRead()
    {
        const std::size_t count = m_lessons.lessons().size();
        QCOMPARE(m_lessons.heads().size(), count);
        QVERIFY2(m_lessons.skipped().empty(),
            qPrintable(m_lessons.skipped().empty() ? QString {}
                                                   : wordsOf(m_lessons.skipped()[0].problems)));
        QVERIFY(count >= 13);
        for (const LessonHead &head : m_lessons.heads())
            QVERIFY2(!head.title.empty() && !head.summary.empty() && head.minutes > 0
                    && !head.icon.empty(),
                head.id.c_str());
    }

    void texts_data() { lessonRows(); }
    void texts()
    {
        const Lesson &lesson = current();
        const LessonPlans plans { lesson, m_services.services() };
        const AnsweredPlan start = answerOf(plans, *lesson.plan("start"));
        for (const LessonScreen &screen : lesson.screens)
            checkText(plans, screen.text, start, screen.id, nullptr);
        for (const LessonTask &task : lesson.tasks) {
            const AnsweredPlan taskStart = answerOf(plans, task.start);
            checkText(plans, task.statement, taskStart, task.id, &task);
            checkText(plans, task.solution, taskStart, task.id, &task);
            for (const std::string &hint : task.hints)
                checkText(plans, hint, taskStart, task.id, &task);
            for (const WrongAnswer &wrong : task.wrong) {
                checkText(plans, wrong.why, taskStart, task.id, &task);
                checkText(plans, wrong.believes, taskStart, task.id, &task);
            }
        }
        QVERIFY(lesson.screens.size() >= 5);
        QVERIFY(!lesson.goals.empty() && !lesson.sources.empty());
    }

    /// Each screen has its figure, and what it lights up is there to be seen in one of its bars.
    void figures_data() { lessonRows(); }
    void figures()
    {
        const Lesson &lesson = current();
        const LessonPlans plans { lesson, m_services.services() };
        const auto check = [&](const LessonFigure &figure, const std::string &place) {
            std::vector<const AnsweredPlan *> bars { plans.named("start") };
            for (const std::string &name : figure.plans)
                bars.push_back(plans.named(name));
            for (const AnsweredPlan *bar : bars)
                QVERIFY2(bar, place.c_str());
            for (const std::string &term : figure.lit)
                QVERIFY2(std::ranges::any_of(bars,
                             [&](const AnsweredPlan *bar) { return shareOf(*bar, term) > 0.001; }),
                    (lesson.id + '/' + place + ": " + term).c_str());
        };
        for (const LessonScreen &screen : lesson.screens) {
            QVERIFY2(screen.figure, screen.id.c_str());
            check(*screen.figure, screen.id);
        }
        for (const LessonTask &task : lesson.tasks)
            if (task.figure)
                check(*task.figure, task.id);
    }

    void theFirstDeedComesOnTheSecondScreen()
    {
        const Lesson *first = m_lessons.lesson("where-memory-goes");
        QVERIFY(first->places().at(1).task);
        QCOMPARE(first->places().size(), first->screens.size() + first->tasks.size());
        std::set<std::string> ids;
        for (const LessonPlace &place : first->places())
            ids.insert(place.id());
        QCOMPARE(ids.size(), first->places().size());
    }

    void tasks_data() { lessonRows(); }
    void tasks()
    {
        const Lesson &lesson = current();
        const Problems problems = lessonProblems(lesson, m_services.services());
        QVERIFY2(problems.empty(), qPrintable(wordsOf(problems)));
        QVERIFY(lesson.tasks.size() >= 3);
        QVERIFY2(lesson.tasks.size() <= 8, "more than an hour of tasks");
    }

    /// Learners who believe something that is not so: doing nothing and each wrong answer fail
    /// their task, the reference passes. Every verdict is computed here, and not by
    /// lessonProblems().
    void wrongLearners_data() { lessonRows(); }
    void wrongLearners()
    {
        const Lesson &lesson = current();
        const LessonPlans plans { lesson, m_services.services() };
        std::set<std::string> believed;
        for (const LessonTask &task : lesson.tasks) {
            const Plan start = *plans.plan(task.start);
            QVERIFY2(!isSolved(plans, task, start, {}, nullptr), task.id.c_str());
            QVERIFY2(isSolved(plans, task, start, task.answer,
                         task.question ? &task.question->is : nullptr),
                task.id.c_str());
            QVERIFY2(!task.wrong.empty(), task.id.c_str());
            for (const WrongAnswer &wrong : task.wrong) {
                const Expression *gives = wrong.gives ? &*wrong.gives
                    : task.question                   ? &task.question->is
                                                      : nullptr;
                QVERIFY2(!isSolved(plans, task, start, wrong.changes, gives),
                    (task.id + ": " + wrong.believes).c_str());
                QVERIFY2(!wrong.believes.ends_with('.'), wrong.believes.c_str());
                believed.insert(wrong.believes);
            }
        }
        QVERIFY2(believed.size() > lesson.tasks.size(), lesson.id.c_str());
    }

    /// What is computed decides, or several flags that have to agree: no task is passed by writing
    /// one text into the plan.
    void noTaskIsPassedByATextAlone_data() { lessonRows(); }
    void noTaskIsPassedByATextAlone()
    {
        static const QRegularExpression computed(QStringLiteral(
            "\\b(memory|time|throughput|collectives|derived|roofline|run|parameters)\\."
            "|\\b(flag_)?findings\\b|\\bdevices\\b"));
        for (const LessonTask &task : current().tasks) {
            bool isComputed = task.question.has_value();
            for (const LessonCheck &check : task.checks)
                isComputed |= QString::fromStdString(check.that.text()).contains(computed);
            std::set<QString> flags;
            static const QRegularExpression flag(QStringLiteral("\\beffective\\.(\\w+)"));
            for (const LessonCheck &check : task.checks)
                for (auto match = flag.globalMatch(QString::fromStdString(check.that.text()));
                     match.hasNext();)
                    flags.insert(match.next().captured(1));
            QVERIFY2(isComputed || flags.size() > 1, task.id.c_str());
        }
    }

    /// Where a number can tell, a number does: what a learner does wrong, nothing at all included,
    /// is not refused for the text of a flag alone.
    void numbersTellWhatIsWrong_data() { lessonRows(); }
    void numbersTellWhatIsWrong()
    {
        static const QRegularExpression text(
            QStringLiteral("^ *effective\\.\\w+ *[=!]= *(\"[^\"]*\"|[\\w.]+)$"));
        const Lesson &lesson = current();
        const LessonPlans plans { lesson, m_services.services() };
        for (const LessonTask &task : lesson.tasks) {
            const auto isText = [](const LessonCheck &check) {
                return QString::fromStdString(check.that.text()).contains(text);
            };
            // No number shows where dumps go, whether a cache has a folder, or which release reads
            // a variable.
            if (task.id == "the-missing-dump" || task.id == "kept-for-the-restart"
                || task.id == "right-version")
                continue;
            if (task.question || std::ranges::all_of(task.checks, isText))
                continue;
            const Plan start = *plans.plan(task.start);
            std::vector<std::vector<FieldChange>> trials { {} };
            for (const WrongAnswer &wrong : task.wrong)
                trials.push_back(wrong.changes);
            for (const auto &changes : trials) {
                const AnsweredPlan learner = *plans.answer(*plans.withChanges(start, changes));
                const TaskOutcome outcome = *plans.check(task, learner, std::nullopt);
                bool isTold = false;
                for (std::size_t i = 0; i < task.checks.size(); ++i)
                    isTold |= !outcome.checks[i].holds && !isText(task.checks[i]);
                QVERIFY2(isTold,
                    (task.id + (changes.empty() ? "" : ": " + changes.front().path)).c_str());
            }
        }
    }

    void linksLeadSomewhere_data() { lessonRows(); }
    void linksLeadSomewhere()
    {
        const Result<Glossary> glossary = loadGlossary(LessonTestServices::directories());
        QVERIFY(glossary.hasValue());
        for (const LessonScreen &screen : current().screens)
            checkLinks(screen.text, *glossary, screen.id);
        for (const LessonTask &task : current().tasks)
            for (const std::string &text : { task.statement, task.solution })
                checkLinks(text, *glossary, task.id);
    }

    void glossaryNamesLessonsThatExist()
    {
        const Result<Glossary> glossary = loadGlossary(LessonTestServices::directories());
        for (const GlossaryWord &word : glossary->words)
            QVERIFY2(m_lessons.lesson(word.lesson), word.id.c_str());
    }

    void translations_data() { lessonRows(); }
    void translations()
    {
        const Lesson &lesson = current();
        const Lesson *chinese = m_chinese.lesson(lesson.id);
        QVERIFY(chinese);
        QVERIFY(chinese->title != lesson.title && chinese->summary != lesson.summary);
        for (std::size_t i = 0; i < lesson.goals.size(); ++i)
            QVERIFY2(chinese->goals[i] != lesson.goals[i], lesson.goals[i].c_str());
        for (std::size_t i = 0; i < lesson.screens.size(); ++i) {
            const LessonScreen &english = lesson.screens[i];
            compareTemplates(english.text, chinese->screens[i].text, english.id);
            QVERIFY2(hasHan(chinese->screens[i].title), english.id.c_str());
        }
        for (std::size_t i = 0; i < lesson.tasks.size(); ++i) {
            const LessonTask &english = lesson.tasks[i];
            const LessonTask &other = chinese->tasks[i];
            compareTemplates(english.statement, other.statement, english.id);
            compareTemplates(english.solution, other.solution, english.id);
            QVERIFY2(hasHan(other.title), english.id.c_str());
            for (std::size_t k = 0; k < english.wrong.size(); ++k) {
                compareTemplates(english.wrong[k].why, other.wrong[k].why, english.id);
                compareTemplates(english.wrong[k].believes, other.wrong[k].believes, english.id);
            }
            if (english.question)
                QVERIFY2(hasHan(other.question->asks), english.id.c_str());
            for (std::size_t k = 0; k < english.hints.size(); ++k)
                compareTemplates(english.hints[k], other.hints[k], english.id);
            for (std::size_t k = 0; k < english.checks.size(); ++k)
                QVERIFY2(hasHan(other.checks[k].says), english.id.c_str());
        }
    }

private:
    void lessonRows()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Lesson *lesson : m_lessons.lessons())
            QTest::newRow(lesson->id.c_str()) << index++;
    }

    const Lesson &current() const
    {
        const int *index
            = static_cast<const int *>(QTest::qData("index", QMetaType::fromType<int>().id()));
        return *m_lessons.lessons()[static_cast<std::size_t>(*index)];
    }

    static AnsweredPlan answerOf(const LessonPlans &plans, const LessonPlan &description)
    {
        const Result<Plan> plan = plans.plan(description);
        if (!plan)
            qFatal("%s", qPrintable(wordsOf(plan.errors())));
        const Result<AnsweredPlan> answer = plans.answer(*plan);
        if (!answer)
            qFatal("%s", qPrintable(wordsOf(answer.errors())));
        return *answer;
    }

    static void checkText(const LessonPlans &plans, const std::string &text,
        const AnsweredPlan &learner, const std::string &place, const LessonTask *task)
    {
        const Result<LessonText> filled = plans.fill(text, learner, place, task);
        QVERIFY2(filled.hasValue(), filled ? "" : qPrintable(wordsOf(filled.errors())));
        for (const std::string &number : typedNumbers(text))
            QVERIFY2(false,
                qPrintable(
                    QStringLiteral("%1 has the typed number %2")
                        .arg(QString::fromStdString(place), QString::fromStdString(number))));
    }

    /// Of a term in the step or in the peak.
    static double shareOf(const AnsweredPlan &plan, const std::string &term)
    {
        if (const auto time = timeTermById(term))
            return plan.estimate.time.terms[*time] / plan.estimate.time.step;
        return plan.estimate.memory.terms[*memoryTermById(term)] / plan.estimate.memory.peak;
    }

    static bool isSolved(const LessonPlans &plans, const LessonTask &task, const Plan &start,
        const std::vector<FieldChange> &changes, const Expression *gives)
    {
        const Result<Plan> plan = plans.withChanges(start, changes);
        const Result<AnsweredPlan> learner
            = plan ? plans.answer(*plan) : Result<AnsweredPlan> { plan.errors() };
        if (!learner)
            qFatal("%s: %s", task.id.c_str(), qPrintable(wordsOf(learner.errors())));
        std::optional<double> given;
        if (gives)
            given = *plans.number(*gives, task, *learner);
        const Result<TaskOutcome> outcome = plans.check(task, *learner, given);
        if (!outcome)
            qFatal("%s: %s", task.id.c_str(), qPrintable(wordsOf(outcome.errors())));
        return outcome->isSolved;
    }

    void checkLinks(const std::string &text, const Glossary &glossary, const std::string &place)
    {
        static constexpr std::string_view marks[] { "](glossary:", "](lesson:", "](incident:" };
        for (const std::string_view mark : marks) {
            for (std::size_t at = text.find(mark); at != std::string::npos;
                 at = text.find(mark, at + 1)) {
                const std::size_t begin = at + mark.size();
                const std::string id = text.substr(begin, text.find(')', begin) - begin);
                const bool exists = mark == marks[0] ? glossary.find(id) != nullptr
                    : mark == marks[1]
                    ? m_lessons.lesson(id) != nullptr
                    : !m_lessons.directories().find("incidents/" + id + ".yaml").empty();
                QVERIFY2(exists, (place + " links to " + id).c_str());
            }
        }
    }

    static bool hasHan(const std::string &text)
    {
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        return QString::fromStdString(text).contains(han);
    }

    /// Where a text leads, sorted: a translation leads to the same places.
    static QStringList links(const std::string &text)
    {
        static const QRegularExpression link(QStringLiteral("\\]\\(([^)]*)\\)"));
        QStringList found;
        for (auto match = link.globalMatch(QString::fromStdString(text)); match.hasNext();)
            found.append(match.next().captured(1));
        found.sort();
        return found;
    }

    static void compareTemplates(
        const std::string &english, const std::string &other, const std::string &place)
    {
        QVERIFY2(hasHan(other), place.c_str());
        QVERIFY2(links(english) == links(other), place.c_str());
        const auto sorted = [](const std::string &text) {
            const std::vector<std::string> all = lessonTemplates(text);
            return std::multiset<std::string>(all.begin(), all.end());
        };
        QVERIFY2(sorted(english) == sorted(other), place.c_str());
        QVERIFY2(typedNumbers(other).empty(), place.c_str());
    }

    LessonTestServices m_services;
    LessonLibrary m_lessons { LessonTestServices::directories() };
    LessonLibrary m_chinese { LessonTestServices::directories(), "zh" };
};

QTEST_GUILESS_MAIN(LessonsTest)
#include "tst_lessons.moc"
