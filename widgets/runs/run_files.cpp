#include "widgets/runs/run_files.h"

#include "model/runs/project_file.h"
#include "widgets/planning/plan_controller.h"

namespace headroom {

std::filesystem::path RunFiles::project() const
{
    const std::filesystem::path &plan = m_controller.file();
    return !m_project.empty() ? m_project
        : plan.empty()        ? std::filesystem::path {}
                              : projectFileBeside(plan);
}

void RunFiles::setProfile(const std::filesystem::path &file)
{
    m_profile = file;
    m_profilePlan = m_controller.file();
}

void RunFiles::planHasMoved()
{
    m_project.clear();
    if (m_profilePlan != m_controller.file())
        m_profile.clear();
}

std::string RunFiles::calibrationName() const
{
    return m_profile.empty() ? projectName() : nameOf(m_profile);
}

std::string RunFiles::nameOf(const std::filesystem::path &file) const
{
    return file.parent_path() == m_controller.folder() ? file.filename().string() : file.string();
}

} // namespace headroom
