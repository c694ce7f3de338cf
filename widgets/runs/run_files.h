#pragma once

#include <QStringList>
#include <QTemporaryDir>

#include <filesystem>
#include <string>

namespace headroom {

class PlanController;

/// Files that belong to the runs of the plan at hand, and what the plan calls them. Runs of a plan
/// that has no file yet are kept in a draft until it is saved.
class RunFiles
{
public:
    /// `controller` outlives it.
    explicit RunFiles(const PlanController &controller)
        : m_controller(controller)
    { }

    /// Beside the plan; for a plan without a file the draft.
    std::filesystem::path project() const;
    bool isDraft() const;
    /// These were read into the draft.
    void addToDraft(const QStringList &sources);
    /// The plan has a file now, and its runs go with it. Returns the sources that are to be read
    /// again, where runs lie beside that file already.
    QStringList keepDraft();
    /// Another plan was opened.
    void forgetDraft();

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
    std::filesystem::path draft() const;
    std::string nameOf(const std::filesystem::path &file) const;

    const PlanController &m_controller;
    QTemporaryDir m_folder; ///< of the draft
    QStringList m_draftSources;
    std::filesystem::path m_profile;
    std::filesystem::path m_profilePlan; ///< file of the plan when the profile was saved
};

} // namespace headroom
