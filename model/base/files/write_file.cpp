#include "model/base/files/write_file.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr mode_t plainMode = 0666; ///< before the umask
constexpr mode_t programMode = 0777;
constexpr mode_t permissionBits = 0777;
constexpr int maxLinks = 40; ///< as the kernel
/// Another process needs its place only between two system calls.
constexpr int maxTries = 200;
constexpr auto betweenTries = std::chrono::milliseconds { 10 };

bool writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

constexpr std::string_view waitingEnding = ".headroom-saving";

/// Removes a file that waits to be moved into its place when no process holds its lock any more.
bool clearLeftover(const fs::path &name)
{
    const int leftover = ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (leftover < 0)
        return errno == ENOENT;
    struct stat own
    {
    }, named {};
    const bool isOurs = ::flock(leftover, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    const bool isSame = ::fstat(leftover, &own) == 0 && ::lstat(name.c_str(), &named) == 0
        && own.st_ino == named.st_ino && own.st_dev == named.st_dev;
    const bool isGone = isOurs && isSame && ::unlink(name.c_str()) == 0;
    ::close(leftover);
    return isGone;
}

/// A place beside the target that only one living process has: the lock dies with its owner.
class WaitingFile
{
public:
    WaitingFile(const fs::path &target, mode_t mode)
        : m_target(target)
        , m_name(nameBeside(target))
        , m_mode(mode)
    { }
    ~WaitingFile()
    {
        if (m_isNamed)
            ::unlink(m_name.c_str());
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    WaitingFile(const WaitingFile &) = delete;
    WaitingFile &operator=(const WaitingFile &) = delete;

    int descriptor() const { return m_descriptor; }

    /// Without a name where the file system can, so that nothing is left behind; else with one.
    bool open()
    {
        if (!canBeNamedLater())
            return openNamed();
        const fs::path folder = m_target.has_parent_path() ? m_target.parent_path() : ".";
        m_descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, m_mode);
        if (m_descriptor >= 0) {
            ::flock(m_descriptor, LOCK_EX | LOCK_NB);
            return true;
        }
        const bool isUnsupported = errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT;
        return isUnsupported && openNamed();
    }

    /// Puts the file in its place, where nothing is as long as `isNew`.
    bool move(bool isNew)
    {
        if (!m_isNamed) {
            const std::string self = "/proc/self/fd/" + std::to_string(m_descriptor);
            const auto link = [&](const fs::path &name) {
                return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW)
                    == 0;
            };
            if (isNew && link(m_target))
                return true;
            if (isNew && errno != EEXIST)
                return false;
            if (!takeName([&] { return link(m_name); }))
                return false;
        }
        if (::rename(m_name.c_str(), m_target.c_str()) != 0)
            return false;
        m_isNamed = false;
        return true;
    }

private:
    /// A file without a name gets one through /proc, which a bare root does not have.
    static bool canBeNamedLater() { return ::access("/proc/self/fd", X_OK) == 0; }

    static fs::path nameBeside(const fs::path &target)
    {
        constexpr std::size_t longest = 200; // of 255 bytes that a name may have
        return target.parent_path()
            / ("." + target.filename().string().substr(0, longest) + std::string { waitingEnding });
    }

    bool openNamed()
    {
        return takeName([this] {
            m_descriptor = ::open(
                m_name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, m_mode);
            return m_descriptor >= 0 && (::flock(m_descriptor, LOCK_EX | LOCK_NB), true);
        });
    }

    /// `take` makes the name and fails with EEXIST while it is there.
    template <class Take> bool takeName(Take take)
    {
        for (int i = 0; i < maxTries; ++i) {
            if (take())
                return m_isNamed = true;
            if (errno != EEXIST)
                return false;
            if (!clearLeftover(m_name))
                std::this_thread::sleep_for(betweenTries);
        }
        errno = EBUSY;
        return false;
    }

    fs::path m_target, m_name;
    mode_t m_mode;
    int m_descriptor = -1;
    bool m_isNamed = false;
};

Problems fileNotWritten(const fs::path &file, int code)
{
    return { { "file-not-written", file.string(), { std::strerror(code) } } };
}

} // namespace

void clearUnfinished(const fs::path &folder)
{
    std::error_code failure;
    std::vector<fs::path> names;
    for (fs::directory_iterator entry { folder, failure }, end; !failure && entry != end;
         entry.increment(failure))
        if (entry->path().filename().string().ends_with(waitingEnding))
            names.push_back(entry->path());
    for (const fs::path &name : names)
        clearLeftover(name);
}

fs::path behindLinks(fs::path path)
{
    std::error_code failure;
    for (int i = 0; i < maxLinks; ++i) {
        const fs::path next = fs::read_symlink(path, failure);
        if (failure)
            return path;
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

void flushFolder(const fs::path &folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    ::fsync(descriptor);
    ::close(descriptor);
}

Problems writeFileAtomically(const fs::path &file, std::string_view content, bool executable)
{
    const fs::path target = behindLinks(file);
    struct stat earlier
    {
    };
    const bool isNew = ::lstat(target.c_str(), &earlier) != 0;
    if (isNew && errno != ENOENT)
        return fileNotWritten(file, errno);
    if (!isNew && S_ISDIR(earlier.st_mode))
        return { { "file-is-directory", file.string(), {} } };
    if (!isNew && !S_ISREG(earlier.st_mode))
        return { { "file-not-regular", file.string(), {} } };
    if (!isNew && ::access(target.c_str(), W_OK) != 0) // a rename would not ask
        return fileNotWritten(file, errno);
    WaitingFile waiting { target, executable ? programMode : plainMode };
    const bool isWritten = waiting.open() && writeAll(waiting.descriptor(), content)
        && (isNew || ::fchmod(waiting.descriptor(), earlier.st_mode & permissionBits) == 0)
        && ::fsync(waiting.descriptor()) == 0 && waiting.move(isNew);
    if (!isWritten)
        return fileNotWritten(file, errno);
    flushFolder(target.has_parent_path() ? target.parent_path() : ".");
    return {};
}

} // namespace headroom
