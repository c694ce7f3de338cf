#pragma once

#include "model/base/wording/messages.h"
#include "model/estimate/estimator.h"
#include "model/lessons/lesson_library.h"
#include "model/session/lesson_services.h"

#include <QString>
#include <QTest>

namespace headroom {

/// The shipped profiles with the real estimator and the real flags.
class LessonTestServices
{
public:
    LessonTestServices()
        : m_library(directories())
        , m_estimator(Estimator::make(m_library))
        , m_catalogue(FlagCatalogue::load(directories()))
    {
        m_estimator.value().setFlagEffects(flagEffectsSource(*m_catalogue));
    }

    static DataDirectories directories() { return { HEADROOM_PROFILES, {} }; }
    const ProfileLibrary &library() const { return m_library; }
    const FlagCatalogue &catalogue() const { return **m_catalogue; }
    LessonServices services() const
    {
        return makeLessonServices(
            m_library,
            [this](const ResolvedPlan &resolved) { return m_estimator->estimate(resolved); },
            [this] { return *m_catalogue; });
    }

private:
    ProfileLibrary m_library;
    Result<Estimator> m_estimator;
    Result<std::shared_ptr<const FlagCatalogue>> m_catalogue;
};

inline QString wordsOf(const Errors &errors)
{
    QString text;
    for (const Error &error : errors)
        text += QString::fromStdString(errorText(error)) + u'\n';
    return text;
}

} // namespace headroom
