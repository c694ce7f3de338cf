#pragma once

#include "model/plan/checked_plan.h"
#include "model/timeline/build_timeline.h"

#include <QStringList>

namespace headroom {

/// Timelines of example plans with settings and flag effects of a test's choice.
class TimelineFixture
{
public:
    TimelineFixture()
        : m_library(DataDirectories { HEADROOM_PROFILES, {} })
        , m_estimator(*Estimator::make(m_library))
    { }

    const ProfileLibrary &library() const { return m_library; }
    const Estimator &estimator() const { return m_estimator; }

    ResolvedPlan resolved(const std::string &plan, const QStringList &settings = {}) const
    {
        std::vector<std::string> texts;
        for (const QString &setting : settings)
            texts.push_back(setting.toStdString());
        Result<CheckedPlan> checked = openCheckedPlan(plan, texts, m_library);
        if (!checked)
            qFatal("%s", checked.errors().front().id.c_str());
        return checked->resolved;
    }
    Timeline timeline(const std::string &plan, const QStringList &settings = {}) const
    {
        return buildTimeline(resolved(plan, settings), m_estimator);
    }
    Timeline timeline(
        const std::string &plan, const FlagEffects &flags, const QStringList &settings = {}) const
    {
        const ResolvedPlan own = resolved(plan, settings);
        return buildTimeline(own, m_estimator.prepare(own, m_estimator.stackOf(own), flags),
            planCandidate(own.plan));
    }

private:
    ProfileLibrary m_library;
    Estimator m_estimator;
};

/// What the advice for JAX on GPU switches on.
inline FlagEffects advisedFlags()
{
    FlagEffects flags;
    flags.pipelinedAllGather = flags.pipelinedReduceScatter = flags.pipelinedAllReduce = true;
    flags.allGatherCombineThreshold = flags.reduceScatterCombineThreshold
        = flags.allReduceCombineThreshold = gib(8);
    return flags;
}

inline double seconds(const Timeline &timeline, TimeTerm term)
{
    return timeline.reference().terms[term].value();
}

} // namespace headroom
