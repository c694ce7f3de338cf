#include "lesson_laws.h"
#include "lesson_test_services.h"
#include "model/lessons/glossary.h"

#include <QRegularExpression>

#include <set>

using namespace headroom;

/// Walks every shipped lesson: texts fill, starts fail, answers pass, near misses fail.
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
            QVERIFY(!head.title.empty() && !head.summary.empty() && head.minutes > 0);
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
            checkText(plans, task.nearMiss.why, taskStart, task.id, &task);
        }
        QVERIFY(lesson.screens.size() >= 5);
        QVERIFY(!lesson.goals.empty() && !lesson.sources.empty());
    }

    void tasks_data() { lessonRows(); }
    void tasks()
    {
        const Lesson &lesson = current();
        const LessonPlans plans { lesson, m_services.services() };
        for (const LessonTask &task : lesson.tasks) {
            const Result<Plan> start = plans.plan(task.start);
            QVERIFY2(start.hasValue(), start ? "" : qPrintable(wordsOf(start.errors())));
            expect(plans, task, *start, {}, false, "start");
            expect(plans, task, *start, task.answer, true, "answer");
            expect(plans, task, *start, task.nearMiss.changes, false, "near miss");
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
            compareTemplates(english.nearMiss.why, other.nearMiss.why, english.id);
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

    static void expect(const LessonPlans &plans, const LessonTask &task, const Plan &start,
        const std::vector<FieldChange> &changes, bool solved, const char *what)
    {
        const QString place
            = QString::fromStdString(task.id) + QStringLiteral(": ") + QLatin1String { what };
        const Result<Plan> plan = plans.withChanges(start, changes);
        QVERIFY2(plan.hasValue(), qPrintable(plan ? place : place + wordsOf(plan.errors())));
        const Result<AnsweredPlan> learner = plans.answer(*plan);
        QVERIFY2(
            learner.hasValue(), qPrintable(learner ? place : place + wordsOf(learner.errors())));
        const Result<TaskOutcome> outcome = plans.check(task, *learner);
        QVERIFY2(
            outcome.hasValue(), qPrintable(outcome ? place : place + wordsOf(outcome.errors())));
        QString failed;
        for (const CheckOutcome &check : outcome->checks)
            if (!check.holds)
                failed += QStringLiteral("; fails: ") + QString::fromStdString(check.says);
        QVERIFY2(outcome->isSolved == solved, qPrintable(place + failed));
    }

    void checkLinks(const std::string &text, const Glossary &glossary, const std::string &place)
    {
        static constexpr std::string_view marks[] { "](glossary:", "](lesson:" };
        for (const std::string_view mark : marks) {
            for (std::size_t at = text.find(mark); at != std::string::npos;
                 at = text.find(mark, at + 1)) {
                const std::size_t begin = at + mark.size();
                const std::string id = text.substr(begin, text.find(')', begin) - begin);
                const bool exists = mark == marks[0] ? glossary.find(id) != nullptr
                                                     : m_lessons.lesson(id) != nullptr;
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
