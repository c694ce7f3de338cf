// The part of the session that courses are opened and kept in.
#include "widgets/lessons/lesson_session.h"

#include "widgets/text/wording.h"

#include <algorithm>

namespace headroom {

const Course *LessonSession::course()
{
    if (!m_courseSought) {
        m_courseSought = true;
        if (const std::string &file = m_progress.course.file; !file.empty()) {
            Result<Course> loaded = loadCourse(file, library());
            if (loaded)
                m_course = *std::move(loaded);
            else
                m_courseProblem = errorLinesText(loaded.errors());
        }
    }
    return m_course ? &*m_course : nullptr;
}

bool LessonSession::openCourse(const QString &file, QString &problem)
{
    Result<Course> loaded = loadCourse(file.toStdString(), library());
    if (!loaded) {
        problem = errorLinesText(loaded.errors());
        return false;
    }
    leave();
    m_courseSought = true;
    m_courseProblem.clear();
    m_course = *std::move(loaded);
    m_progress.course = { m_course->id, file.toStdString() };
    save();
    emit courseChanged();
    return true;
}

void LessonSession::closeCourse()
{
    if (!course())
        return;
    leave();
    m_course.reset();
    m_progress.course = {};
    save();
    emit courseChanged();
}

QStringList LessonSession::ownCourses() const
{
    QStringList files;
    const std::filesystem::path &user = m_services.library->directories().user;
    if (!user.empty())
        for (const std::filesystem::path &file : courseFiles(user / "courses"))
            files.append(QString::fromStdString(file.string()));
    return files;
}

std::optional<LessonHead> LessonSession::following()
{
    std::vector<LessonHead> all = heads();
    std::erase_if(
        all, [this](const LessonHead &head) { return m_course && m_course->incident(head.id); });
    auto at = std::ranges::find(all, m_lesson ? m_lesson->id : std::string(), &LessonHead::id);
    return at == all.end() || ++at == all.end() ? std::nullopt : std::optional(*at);
}

std::vector<LessonHead> LessonSession::heads()
{
    return course() ? m_course->heads(library()) : library().heads();
}

const IncidentLink *LessonSession::incident(const QString &id)
{
    return course() ? m_course->incident(id.toStdString()) : nullptr;
}

void LessonSession::keepIncident(const std::string &id, const LessonState &attempt)
{
    if (m_progress.lessons.emplace(id, attempt).second)
        save();
}

const Lesson *LessonSession::find(const QString &lessonId)
{
    const std::string id = lessonId.toStdString();
    return course() ? m_course->lesson(id, library()) : library().lesson(id);
}

} // namespace headroom
