#pragma once

#include "model/launch/targets/launch_flags.h"
#include "model/launch/targets/prepare_export.h"

#include <string>
#include <vector>

namespace headroom {

/// Library, estimator and flags of the shipped profiles, loaded once for a suite.
class ExportFixture
{
public:
    ExportFixture();

    ExportTools tools() const { return { m_library, *m_estimator, m_flags }; }
    const ProfileLibrary &library() const { return m_library; }

    /// An example plan with `PATH=VALUE` settings; fails the process when that is no valid plan.
    ResolvedPlan plan(const std::string &id, const std::vector<std::string> &settings = {}) const;
    ResolvedPlan resolve(const Plan &plan) const;
    Result<std::vector<ExportFile>> files(
        const ResolvedPlan &plan, const std::string &target, bool benchmark = true) const;
    /// Content of one file of an export; fails the process when there is none.
    std::string file(const ResolvedPlan &plan, const std::string &target, const std::string &name,
        bool benchmark = true) const;

private:
    ProfileLibrary m_library;
    std::shared_ptr<Estimator> m_estimator;
    LaunchFlagSource m_flags;
};

/// The one that all suites of a program share.
const ExportFixture &fixture();

std::string errorLines(const Errors &errors);

} // namespace headroom
