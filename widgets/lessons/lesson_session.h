#pragma once

#include "model/lessons/course.h"
#include "model/lessons/glossary.h"
#include "model/lessons/lesson_library.h"
#include "model/lessons/lesson_plans.h"
#include "model/lessons/progress.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <optional>

namespace headroom {

class WindowContext;

/// The lesson that is open in the window, the learner's place in it and progress in all of them.
/// A lesson uses the window's plan: the learner's own is put aside, also on disk, and comes back
/// when the lesson is left. Lessons and glossary are read when they are first asked for.
class LessonSession : public QObject
{
    Q_OBJECT
public:
    /// `language` is "zh" or empty.
    LessonSession(WindowContext &context, LessonServices services, QString language,
        std::filesystem::path progressFile, QObject *parent);
    ~LessonSession() override;

    LessonLibrary &library();
    /// The course that is open, also the one of last time; null: all lessons are listed.
    const Course *course();
    /// False when the file cannot be used: then `problem` says why, and all is as it was.
    bool openCourse(const QString &file, QString &problem);
    void closeCourse(); ///< all lessons are listed again
    /// Courses in the folder of own files.
    QStringList ownCourses() const;
    /// Lessons of the course, else of the library.
    std::vector<LessonHead> heads();
    /// The one after the open lesson among heads(); none at the last.
    std::optional<LessonHead> following();
    /// The incident that a course lists under that id; null: it is none.
    const IncidentLink *incident(const QString &id);
    /// Puts an attempt at an incident among the progress. The first one counts.
    void keepIncident(const std::string &id, const LessonState &attempt);
    const Lesson *find(const QString &lessonId); ///< null: there is none, or it cannot be read
    const Glossary &glossary(); ///< empty when it cannot be read
    const LessonProgress &progress() const { return m_progress; }
    const LessonServices &services() const { return m_services; }
    /// Why progress cannot be read or written; empty: it can.
    const QString &progressProblem() const { return m_progressProblem; }
    /// Files that were left out, one line per problem.
    QStringList skippedFiles();

    const Lesson *lesson() const { return m_lesson; } ///< null: none is open
    const LessonPlans *plans() const { return m_plans ? &*m_plans : nullptr; }
    /// Screens with the tasks between and after them, then one place for the end.
    int placeCount() const;
    int place() const { return m_place; }
    bool isAtEnd() const { return m_lesson && m_place + 1 == placeCount(); }
    const LessonScreen *screen() const; ///< null on tasks and at the end
    const LessonTask *task() const; ///< null on screens and at the end
    QString placeTitle(int place) const;
    /// What is drawn beside the text; null: nothing.
    const LessonFigure *figure() const;
    WindowContext &context() const { return m_context; }

    /// Text of the place, for the plan as it is now.
    LessonText text() const;
    /// Hints taken so far.
    QStringList hints() const;
    /// Text with the hints taken, and once the task is solved, or after showAnswer(), why it works.
    LessonText textWithHelp() const;
    bool isAnswerShown() const { return m_answerShown; }
    LessonText solution() const;
    /// Where the task stands; no checks on screens.
    TaskOutcome outcome() const;
    /// The learner answered one of the wrong answers that the lesson knows; null: none of them.
    const WrongAnswer *wrongAnswer() const;
    QString whyWrong(const WrongAnswer &wrong) const;
    /// The number that the learner gives where the task asks for one; none: not given, or no
    /// number.
    void give(std::optional<double> number);
    std::optional<double> given() const { return m_given; }

    bool open(const QString &lessonId); ///< goes to where the learner was
    void goTo(int place);
    void next() { goTo(m_place + 1); }
    void back() { goTo(m_place - 1); }
    bool hasHint() const;
    void takeHint();
    void showAnswer(); ///< writes the answer into the plan
    void startOver(); ///< the task's start plan again
    void leave(); ///< gives the learner's own plan back
    bool hasPlanAside() const { return !m_progress.aside.planText.empty(); }
    void restorePlanAside();

signals:
    void opened();
    void placeChanged();
    void contentChanged(); ///< text, hints or outcome of the same place
    void progressChanged();
    void left();
    void courseChanged();

private:
    std::optional<AnsweredPlan> learner() const;
    LessonPlace at(int place) const; ///< empty at the end
    LessonText filled(const std::string &text, const std::string &where) const;
    LessonState &state();
    const LessonState &state() const;
    void putPlanAside();
    void usePlan(const LessonPlan &description);
    void enterPlace();
    void estimateChanged();
    void save();

    WindowContext &m_context;
    LessonServices m_services;
    QString m_language;
    std::filesystem::path m_progressFile;
    QString m_progressProblem;
    LessonProgress m_progress;
    std::unique_ptr<LessonLibrary> m_library;
    std::optional<Course> m_course;
    bool m_courseSought = false; ///< the one of last time was looked for
    QString m_courseProblem;
    std::optional<Glossary> m_glossary;
    const Lesson *m_lesson = nullptr;
    std::vector<LessonPlace> m_places;
    std::optional<LessonPlans> m_plans;
    int m_place = 0;
    std::optional<double> m_given;
    bool m_answerShown = false;
    bool m_changingPlan = false;
};

} // namespace headroom
