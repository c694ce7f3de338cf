#pragma once

#include "model/estimate/estimator.h"
#include "model/lessons/lesson_library.h"
#include "model/lessons/lesson_plans.h"
#include "model/wording/messages.h"

#include <QString>
#include <QTest>

namespace headroom {

/// The shipped profiles with the real estimator.
class LessonTestServices
{
public:
    LessonTestServices()
        : m_library(directories())
        , m_estimator(Estimator::make(m_library))
    { }

    static DataDirectories directories() { return { HEADROOM_PROFILES, {} }; }
    const ProfileLibrary &library() const { return m_library; }

    LessonServices services() const
    {
        LessonServices made;
        made.library = &m_library;
        made.estimate
            = [this](const ResolvedPlan &resolved) { return m_estimator->estimate(resolved); };
        return made;
    }

private:
    ProfileLibrary m_library;
    Result<Estimator> m_estimator;
};

inline QString wordsOf(const Errors &errors)
{
    QString text;
    for (const Error &error : errors)
        text += QString::fromStdString(errorText(error)) + u'\n';
    return text;
}

} // namespace headroom
