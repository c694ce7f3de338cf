#pragma once

#include "model/base/outcome/result.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>

namespace headroom {

/// How long to wait for another process that holds a lock.
struct LockPatience
{
    /// A change of a file takes well under a second; behind it may be a queue of them.
    std::chrono::milliseconds longest = std::chrono::seconds { 30 };
    /// Called once, where the wait is long enough to be noticed.
    std::function<void(const Error &)> onWait {};
};

/// Takes flock() of an open file, waiting for it; closing the descriptor releases it. False:
/// another process still holds it. True also where the file system has no locks.
bool waitForFlock(int descriptor, const LockPatience &patience, const std::string &shown);

/// Held while a file is read, changed and written again, so that no other process of this program
/// does so in between. The lock is flock() on a file ".NAME.headroom-lock" beside it, which goes
/// with the lock: it works between machines where the network file system passes locks on (NFS does
/// since Linux 2.6.12), and the kernel releases it when its owner dies, however that happens. On a
/// file system without locks it holds nobody off.
class FileLock
{
public:
    /// Waits for the lock of `file`, which need not exist; its folder must. Errors: "folder-busy"
    /// when it is still held, "file-not-written" where no lock can be made beside the file.
    static Result<FileLock> wait(
        const std::filesystem::path &file, const LockPatience &patience = {});
    ~FileLock();
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&) = delete;

private:
    FileLock(int descriptor, std::filesystem::path name)
        : m_descriptor(descriptor)
        , m_name(std::move(name))
    { }

    int m_descriptor;
    std::filesystem::path m_name;
};

} // namespace headroom
