#pragma once

#include "model/base/wording/messages.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/rules/checked_plan.h"
#include "model/session/workbench.h"
#include "tests/model/candidates.h"
#include "tests/model/plans_for_formulas.h"

#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace headroom {

// What the repository ships, opened once in each program of suites.

inline const ProfileLibrary &shippedLibrary()
{
    static const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    return library;
}

inline const std::shared_ptr<const FlagCatalogue> &shippedCatalogue()
{
    static const auto catalogue = *FlagCatalogue::of(shippedLibrary());
    return catalogue;
}

/// Formulas alone: flags have no effect.
inline const Estimator &shippedEstimator()
{
    static const Estimator estimator = *Estimator::make(shippedLibrary());
    return estimator;
}

/// With flags that follow the advice, as the programs use it.
inline const Estimator &flaggedEstimator()
{
    static const Estimator estimator = *Workbench { shippedLibrary() }.estimator();
    return estimator;
}

/// The texts of a table's cell, as the model takes settings.
inline std::vector<std::string> stdTexts(const QStringList &texts)
{
    std::vector<std::string> all;
    for (const QString &text : texts)
        all.push_back(text.toStdString());
    return all;
}

/// An example plan with settings; they have to be valid, but for what a framework lacks: the
/// formulas hold for forks and for releases to come as well.
inline ResolvedPlan shippedPlan(
    const std::string &id, const std::vector<std::string> &settings = {})
{
    Result<CheckedPlan> plan = openForFormulas(id, settings, shippedLibrary());
    if (!plan)
        qFatal("%s: %s", id.c_str(), errorText(plan.errors().front()).c_str());
    return std::move(plan)->resolved;
}

/// The same, ready for the formulas; flags have no effect.
inline Prepared shippedPrepared(
    const std::string &id, const std::vector<std::string> &settings = {})
{
    return shippedEstimator().prepare(shippedPlan(id, settings));
}

} // namespace headroom
