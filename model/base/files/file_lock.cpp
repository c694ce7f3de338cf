#include "model/base/files/file_lock.h"

#include "model/base/files/write_file.h"

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;

constexpr mode_t lockMode = 0666; ///< before the umask
constexpr auto betweenLocks = std::chrono::milliseconds { 10 };
constexpr auto unnoticed = std::chrono::milliseconds { 500 };

fs::path lockBeside(const fs::path &target)
{
    constexpr std::size_t longest = 200; // of 255 bytes that a name may have
    return target.parent_path()
        / ("." + target.filename().string().substr(0, longest) + ".headroom-lock");
}

int openLock(const fs::path &name)
{
    constexpr int how = O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    // NFS locks for writing only; what another user left behind may be open for reading only.
    const int descriptor = ::open(name.c_str(), O_RDWR | how, lockMode);
    return descriptor < 0 && errno == EACCES ? ::open(name.c_str(), O_RDONLY | how, lockMode)
                                             : descriptor;
}

/// Whether the name still leads to the open file: its last owner may have removed it meanwhile.
/// Opened again, because a network file system answers for a mere name from memory.
bool isNamed(const fs::path &name, int descriptor)
{
    const int again = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (again < 0)
        return false;
    struct stat own
    {
    }, named {};
    const bool isSame = ::fstat(descriptor, &own) == 0 && ::fstat(again, &named) == 0
        && own.st_ino == named.st_ino && own.st_dev == named.st_dev;
    ::close(again);
    return isSame;
}

} // namespace

bool waitForFlock(int descriptor, const LockPatience &patience, const std::string &shown)
{
    const auto begin = Clock::now();
    bool isTold = false;
    while (
        ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
        const auto waited = Clock::now() - begin;
        if (waited > unnoticed && patience.onWait && !std::exchange(isTold, true))
            patience.onWait({ "file-awaited", shown, {} });
        if (waited > patience.longest)
            return false;
        std::this_thread::sleep_for(betweenLocks);
    }
    return true;
}

Result<FileLock> FileLock::wait(const fs::path &file, const LockPatience &patience)
{
    const fs::path name = lockBeside(behindLinks(file));
    const auto end = Clock::now() + patience.longest;
    LockPatience left = patience;
    while (true) {
        const int descriptor = openLock(name);
        if (descriptor < 0)
            return Error { "file-not-written", file.string(), { std::strerror(errno) } };
        FileLock lock { descriptor, {} };
        if (!waitForFlock(descriptor, left, file.string()))
            return Error { "folder-busy", file.string(), {} };
        if (isNamed(name, descriptor)) {
            lock.m_name = name;
            return lock;
        }
        left.longest = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left.longest.count() < 0)
            return Error { "folder-busy", file.string(), {} };
    }
}

FileLock::FileLock(FileLock &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_name(std::exchange(other.m_name, {}))
{ }

FileLock::~FileLock()
{
    // While it is locked: who waits for it sees that its name is gone, and makes another.
    if (!m_name.empty())
        ::unlink(m_name.c_str());
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace headroom
