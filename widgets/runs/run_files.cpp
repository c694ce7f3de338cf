#include "widgets/runs/run_files.h"

#include "model/runs/project_file.h"
#include "widgets/planning/plan_controller.h"

namespace headroom {

std::filesystem::path RunFiles::draft() const
{
    return m_folder.filePath(QStringLiteral("draft.runs.csv")).toStdString();
}

bool RunFiles::isDraft() const
{
    return m_controller.file().empty();
}

std::filesystem::path RunFiles::project() const
{
    return isDraft() ? draft() : projectFileBeside(m_controller.file());
}

void RunFiles::addToDraft(const QStringList &sources)
{
    m_draftSources.append(sources);
}

QStringList RunFiles::keepDraft()
{
    std::error_code failure;
    const bool isThere = !isDraft() && std::filesystem::exists(draft(), failure);
    QStringList again;
    if (isThere && !std::filesystem::copy_file(draft(), project(), failure))
        again = m_draftSources;
    if (isThere)
        forgetDraft();
    return again;
}

void RunFiles::forgetDraft()
{
    std::error_code failure;
    std::filesystem::remove(draft(), failure);
    m_draftSources.clear();
}

void RunFiles::setProfile(const std::filesystem::path &file)
{
    m_profile = file;
    m_profilePlan = m_controller.file();
}

void RunFiles::planHasMoved()
{
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
