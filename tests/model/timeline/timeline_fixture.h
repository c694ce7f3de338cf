#pragma once

#include "tests/model/shipped.h"

#include "model/timeline/build_timeline.h"

#include <QStringList>

namespace headroom {

/// Timelines of example plans with settings and flag effects of a test's choice.
class TimelineFixture
{
public:
    const ProfileLibrary &library() const { return shippedLibrary(); }
    const Estimator &estimator() const { return shippedEstimator(); }

    ResolvedPlan resolved(const std::string &plan, const QStringList &settings = {}) const
    {
        std::vector<std::string> texts = stdTexts(settings);
        return shippedPlan(plan, texts);
    }
    Timeline timeline(const std::string &plan, const QStringList &settings = {}) const
    {
        return buildTimeline(resolved(plan, settings), estimator());
    }
    Timeline timeline(
        const std::string &plan, const FlagEffects &flags, const QStringList &settings = {}) const
    {
        const ResolvedPlan own = resolved(plan, settings);
        return buildTimeline(own, estimator().prepare(own, estimator().stackOf(own), flags),
            planCandidate(own.plan));
    }
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
