#pragma once

#include <filesystem>
#include <string>

namespace headroom {

class PlanController;

/// Files that belong to the runs of the plan at hand, and what the plan calls them.
class RunFiles
{
public:
    /// `controller` outlives it.
    explicit RunFiles(const PlanController &controller)
        : m_controller(controller)
    { }

    /// Beside the plan, or chosen for a plan without a file; empty: neither.
    std::filesystem::path project() const;
    void setProject(const std::filesystem::path &file) { m_project = file; }
    /// A cluster profile was saved for the plan at hand.
    void setProfile(const std::filesystem::path &file);
    /// The plan has another file now: what was chosen for it without one counts no more.
    void planHasMoved();

    /// What "Use for this plan" makes the plan name: the profile that was saved, else the project
    /// file.
    std::string calibrationName() const;
    /// As the plan names the project file: relative where it lies beside the plan.
    std::string projectName() const { return nameOf(project()); }

private:
    std::string nameOf(const std::filesystem::path &file) const;

    const PlanController &m_controller;
    std::filesystem::path m_project;
    std::filesystem::path m_profile;
    std::filesystem::path m_profilePlan; ///< file of the plan when the profile was saved
};

} // namespace headroom
