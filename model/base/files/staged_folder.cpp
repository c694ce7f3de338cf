#include "model/base/files/staged_folder.h"

#include "model/base/files/write_file.h"

#include <cerrno>
#include <set>
#include <utility>

#include <sys/stat.h>

namespace headroom {

namespace fs = std::filesystem;

Problems notWritten(const fs::path &path, const std::error_code &failure)
{
    return { { "file-not-written", path.string(), { failure.message() } } };
}

std::error_code lastError()
{
    return { errno, std::generic_category() };
}

void removeTree(const fs::path &tree)
{
    std::error_code ignored;
    fs::remove_all(tree, ignored);
}

StagedFolder::StagedFolder(fs::path path)
    : m_path(std::move(path))
{
    removeTree(m_path); // of a process that was killed: the lock is ours
}

StagedFolder::~StagedFolder()
{
    if (!m_path.empty())
        removeTree(m_path);
}

Problems StagedFolder::write(std::span<const FileToWrite> files, const fs::path &shown) const
{
    if (::mkdir(m_path.c_str(), 0777) != 0)
        return notWritten(shown, lastError());
    std::set<fs::path> folders { m_path };
    for (const FileToWrite &file : files) {
        const fs::path place = m_path / file.name;
        std::error_code failure;
        fs::create_directories(place.parent_path(), failure);
        if (failure)
            return notWritten(shown / file.name, failure);
        folders.insert(place.parent_path());
        Problems problems = writeFileAtomically(place, file.content, file.isProgram);
        if (!problems.empty()) {
            problems.front().where = (shown / file.name).string();
            return problems;
        }
    }
    for (const fs::path &folder : folders)
        flushFolder(folder);
    return {};
}

} // namespace headroom
