#include "model/base/files/write_folder.h"

#include "model/base/files/file_lock.h"
#include "model/base/files/read_file.h"
#include "model/base/files/staged_folder.h"
#include "model/base/files/write_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

// Beside the files of a folder that holds others: the new ones while they are written, the same
// once all are there, links to the ones that they replace, and the names that go.
constexpr const char *stagedName = ".headroom-new";
constexpr const char *readyName = ".headroom-ready";
constexpr const char *earlierName = ".headroom-earlier";
constexpr const char *staleName = ".headroom-stale";

fs::path besidePlace(const fs::path &folder)
{
    constexpr std::size_t longest = 200; // of 255 bytes that a name may have
    return folder.parent_path()
        / ("." + folder.filename().string().substr(0, longest) + ".headroom-new");
}

bool isFolderOf(const std::string &name, const std::set<std::string> &names)
{
    const auto next = names.lower_bound(name + '/');
    return next != names.end() && next->starts_with(name + '/');
}

/// Whether the folder holds no file but these, and nothing but files and the folders of these.
bool holdsOnly(const fs::path &folder, const std::set<std::string> &names)
{
    std::error_code failure;
    for (fs::recursive_directory_iterator entry { folder, failure }, end; entry != end;
         entry.increment(failure)) {
        if (failure)
            return false;
        const std::string name = entry->path().lexically_relative(folder).string();
        const fs::file_type type = entry->symlink_status(failure).type();
        const bool isFolder = type == fs::file_type::directory && isFolderOf(name, names);
        if (!isFolder && !(type == fs::file_type::regular && names.contains(name)))
            return false;
    }
    return !failure;
}

/// Whether a process works in the folder, as far as this user may see: its relative names would
/// lead nowhere once the folder is replaced.
bool isWorkedIn(const fs::path &folder)
{
    const std::string below = folder.string() + '/';
    std::error_code failure;
    for (fs::directory_iterator entry { "/proc", failure }, end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string id = entry->path().filename().string();
        if (id.find_first_not_of("0123456789") != std::string::npos)
            continue;
        std::error_code unseen;
        const fs::path at = fs::read_symlink(entry->path() / "cwd", unseen);
        if (!unseen && (at == folder || at.string().starts_with(below)))
            return true;
    }
    return false;
}

/// Removes the folder that was swapped out. A file that came into it meanwhile follows the folder.
void removeSwapped(const fs::path &old, const fs::path &folder, const std::set<std::string> &names)
{
    std::error_code ignored;
    std::vector<fs::path> folders { old };
    for (const std::string &name : names) {
        fs::remove(old / name, ignored);
        for (fs::path step = fs::path { name }.parent_path(); !step.empty();
             step = step.parent_path())
            folders.push_back(old / step);
    }
    std::ranges::sort(folders, std::greater {}); // what lies inside comes first
    for (const fs::path &step : folders)
        fs::remove(step, ignored);
    const auto isOld = [&names](const std::string &entry) {
        return names.contains(entry) || isFolderOf(entry, names);
    };
    for (fs::directory_iterator entry { old, ignored }, end; !ignored && entry != end;
         entry.increment(ignored)) {
        const fs::path name = entry->path().filename();
        if (!isOld(name.string()) && !fs::exists(folder / name, ignored))
            fs::rename(entry->path(), folder / name, ignored);
    }
    fs::remove(old, ignored);
}

/// One step in which the old folder and the new one change places. False: not possible here.
bool swapFolder(const fs::path &folder, std::span<const FileToWrite> files,
    const std::set<std::string> &names, Problems &problems)
{
    struct stat earlier
    {
    };
    if (::stat(folder.c_str(), &earlier) != 0 || ::access(folder.parent_path().c_str(), W_OK) != 0)
        return false;
    const fs::path beside = besidePlace(folder);
    StagedFolder staged { beside };
    problems = staged.write(files, folder);
    if (!problems.empty())
        return true;
    if (::chmod(beside.c_str(), earlier.st_mode & 07777) != 0
        || ::renameat2(AT_FDCWD, beside.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) != 0)
        return false;
    staged.keep();
    flushFolder(folder.parent_path());
    removeSwapped(beside, folder, names);
    return true;
}

std::vector<std::string> linesOf(const fs::path &file)
{
    std::vector<std::string> lines;
    const Result<std::string> text = readTextFile(file);
    std::string_view rest = text ? std::string_view { *text } : std::string_view {};
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return lines;
}

bool isSameFile(const fs::path &a, const fs::path &b)
{
    const Result<std::string> left = readTextFile(a);
    const Result<std::string> right = readTextFile(b);
    return left && right && *left == *right;
}

bool isThere(const fs::path &path)
{
    std::error_code failure;
    return fs::exists(fs::symlink_status(path, failure));
}

/// A second name for a file that is about to be replaced, or a copy where links are not possible.
std::error_code keepEarlier(const fs::path &folder, const std::string &name)
{
    const fs::path place = folder / earlierName / name;
    std::error_code failure;
    fs::create_directories(place.parent_path(), failure);
    if (failure)
        return failure;
    fs::create_hard_link(folder / name, place, failure);
    if (failure)
        fs::copy_file(folder / name, place, failure);
    return failure;
}

/// Folders that the removal of a file left empty; remove() spares those that hold something.
void removeEmptyFolders(const fs::path &folder, const std::string &name)
{
    std::error_code ignored;
    for (fs::path step = fs::path { name }.parent_path(); !step.empty(); step = step.parent_path())
        fs::remove(folder / step, ignored);
}

/// Moves each file into its place; after a failure everything is as it was.
class MoveInPlace
{
public:
    MoveInPlace(
        fs::path folder, std::span<const FileToWrite> files, std::span<const std::string> stale)
        : m_folder(std::move(folder))
        , m_files(files)
        , m_stale(stale)
    { }

    Problems run()
    {
        std::error_code failure = keepAll();
        if (!failure)
            fs::rename(m_folder / stagedName, m_folder / readyName, failure);
        if (failure)
            return notWritten(m_folder, failure);
        flushFolder(m_folder);
        for (const FileToWrite &file : m_files)
            if (!failure)
                failure = moveIn(file.name);
        for (const std::string &name : m_stale)
            if (!failure) {
                fs::remove(m_folder / name, failure);
                m_done.push_back(name);
            }
        if (failure) {
            undo();
            return notWritten(m_folder, failure);
        }
        for (const std::string &name : m_stale)
            removeEmptyFolders(m_folder, name);
        removeTree(m_folder / readyName);
        removeTree(m_folder / earlierName);
        flushFolder(m_folder);
        return {};
    }

private:
    std::error_code keepAll() const
    {
        removeTree(m_folder / earlierName);
        std::error_code failure;
        for (const FileToWrite &file : m_files)
            if (!failure && isThere(m_folder / file.name))
                failure = keepEarlier(m_folder, file.name);
        for (const std::string &name : m_stale)
            if (!failure)
                failure = keepEarlier(m_folder, name);
        return failure;
    }

    std::error_code moveIn(const std::string &name)
    {
        std::error_code failure;
        fs::create_directories((m_folder / name).parent_path(), failure);
        if (!failure)
            fs::rename(m_folder / readyName / name, m_folder / name, failure);
        if (!failure)
            m_done.push_back(name);
        return failure;
    }

    void undo()
    {
        std::error_code ignored;
        for (auto name = m_done.rbegin(); name != m_done.rend(); ++name) {
            const fs::path earlier = m_folder / earlierName / *name;
            if (isThere(earlier)) {
                fs::rename(earlier, m_folder / *name, ignored);
            } else {
                fs::remove(m_folder / *name, ignored);
                removeEmptyFolders(m_folder, *name);
            }
        }
        removeTree(m_folder / readyName);
        removeTree(m_folder / earlierName);
    }

    fs::path m_folder;
    std::span<const FileToWrite> m_files;
    std::span<const std::string> m_stale;
    std::vector<std::string> m_done;
};

} // namespace

Result<FolderLock> FolderLock::wait(const fs::path &folder)
{
    // The parent, so that a folder and the one that takes its place are under one lock.
    int descriptor = ::open(folder.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    FolderLock lock { descriptor };
    if (descriptor >= 0 && !waitForFlock(descriptor, {}, folder.string()))
        return Error { "folder-busy", folder.string(), {} };
    return lock;
}

FolderLock::FolderLock(FolderLock &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

FolderLock::~FolderLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Problems createFolder(const fs::path &folder, std::span<const FileToWrite> files)
{
    const fs::path beside = besidePlace(folder);
    StagedFolder staged { beside };
    if (Problems problems = staged.write(files, folder); !problems.empty())
        return problems;
    // Not onto an empty folder that came into being meanwhile, either.
    const bool isMoved
        = ::renameat2(AT_FDCWD, beside.c_str(), AT_FDCWD, folder.c_str(), RENAME_NOREPLACE) == 0
        || ((errno == EINVAL || errno == ENOSYS) && ::rename(beside.c_str(), folder.c_str()) == 0);
    if (!isMoved)
        return notWritten(folder, lastError());
    staged.keep();
    flushFolder(folder.parent_path());
    return {};
}

Problems replaceInFolder(
    const fs::path &folder, std::span<const FileToWrite> files, std::span<const std::string> stale)
{
    std::set<std::string> names { stale.begin(), stale.end() };
    for (const FileToWrite &file : files)
        names.insert(file.name);
    Problems problems;
    if (holdsOnly(folder, names) && !isWorkedIn(folder)
        && swapFolder(folder, files, names, problems))
        return problems;
    std::string staleLines;
    for (const std::string &name : stale)
        staleLines += name + '\n';
    std::vector<FileToWrite> all { files.begin(), files.end() };
    all.push_back({ staleName, staleLines, false });
    const StagedFolder staged { folder / stagedName };
    problems = staged.write(all, folder);
    return problems.empty() ? MoveInPlace { folder, files, stale }.run() : problems;
}

void finishReplacement(const fs::path &folder)
{
    const fs::path ready = folder / readyName;
    const fs::path earlier = folder / earlierName;
    std::error_code failure;
    std::vector<std::string> waiting;
    for (fs::recursive_directory_iterator entry { ready, failure }, end; !failure && entry != end;
         entry.increment(failure))
        if (entry->is_regular_file(failure) && entry->path().filename() != staleName)
            waiting.push_back(entry->path().lexically_relative(ready).string());
    const auto isUntouched = [&](const std::string &name) {
        return !isThere(folder / name) || isSameFile(folder / name, earlier / name);
    };
    for (const std::string &name : waiting)
        if (isUntouched(name)) {
            fs::create_directories((folder / name).parent_path(), failure);
            fs::rename(ready / name, folder / name, failure);
        }
    for (const std::string &name : linesOf(ready / staleName))
        if (isThere(folder / name) && isUntouched(name)) {
            fs::remove(folder / name, failure);
            removeEmptyFolders(folder, name);
        }
    for (const char *name : { stagedName, readyName, earlierName })
        removeTree(folder / name);
}

} // namespace headroom
