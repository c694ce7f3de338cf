#pragma once

#include "model/advice/remedies.h"
#include "model/estimate/estimator.h"

namespace headroom {

/// Answers a valid plan; safe to call from several threads.
using PlanFigures = std::function<Estimate(const ResolvedPlan &)>;

/// What helps a valid plan, as every program asks it: see remedies(). Adapters are tried in a
/// framework that has them, and each change names the targets of its framework that write it.
/// `estimate` gives all figures, `figures` the plain ones; `folder` is where relative paths of the
/// plan start.
Remedies planRemedies(const ProfileLibrary &library, const PlanFigures &estimate,
    const PlanFigures &figures, const ResolvedPlan &plan, const Estimate &now,
    const std::filesystem::path &folder = {}, const std::stop_token &stop = {});
/// The same by an estimator.
Remedies planRemedies(const Estimator &estimator, const ResolvedPlan &plan, const Estimate &now,
    const std::filesystem::path &folder = {});

/// The best change of each setting of a valid plan alone, see bestChanges(): of the same job, or
/// of what it trains and on what.
enum class ChangeOf { Plan, Job };
std::vector<Remedy> planChanges(ChangeOf what, const ProfileLibrary &library,
    const PlanFigures &estimate, const PlanFigures &figures, const ResolvedPlan &plan,
    const Estimate &now, const std::filesystem::path &folder = {});
/// Those of the plan by an estimator.
std::vector<Remedy> planChanges(const Estimator &estimator, const ResolvedPlan &plan,
    const Estimate &now, const std::filesystem::path &folder = {});

/// What helps where no configuration of a search fits: what would make the nearest one fit, as
/// changes of the plan that was asked about. `settings` lead from that plan to the nearest one.
Remedies missRemedies(const ProfileLibrary &library, const PlanFigures &estimate,
    const PlanFigures &figures, const Plan &asked, const PlanMove &settings,
    const std::filesystem::path &folder = {}, const std::stop_token &stop = {});
/// The same by an estimator.
Remedies missRemedies(const Estimator &estimator, const Plan &asked, const PlanMove &settings,
    const std::filesystem::path &folder = {});

} // namespace headroom
