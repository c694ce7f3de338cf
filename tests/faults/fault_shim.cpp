// Loaded with LD_PRELOAD: calls that ask the system to look at, write or move a file fail on
// demand.
#include "fault_shim.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

Fault chosen;
long count = 0;

/// True when this call is to fail; errno is set then.
bool strikes()
{
    if (chosen.at == 0 || ++count != chosen.at)
        return false;
    if (chosen.code == 0)
        ::kill(::getpid(), SIGKILL);
    errno = chosen.code;
    return true;
}

/// True when a plain file system cannot do what the call asks for.
bool lacks(bool isAsked)
{
    if (isAsked && chosen.isPlain)
        errno = EOPNOTSUPP;
    return isAsked && chosen.isPlain;
}

template <class Function> Function next(const char *name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

} // namespace

#define HEADROOM_FAULT(RESULT, NAME, PARAMETERS, ARGUMENTS, FAILED)                                \
    RESULT NAME PARAMETERS                                                                         \
    {                                                                                              \
        static const auto real = next<RESULT(*) PARAMETERS>(#NAME);                                \
        return strikes() ? FAILED : real ARGUMENTS;                                                \
    }

extern "C" {

void headroomArmFault(Fault fault)
{
    chosen = fault;
    count = 0;
}

int open(const char *path, int flags, ...)
{
    static const auto real = next<int (*)(const char *, int, ...)>("open");
    std::va_list arguments;
    va_start(arguments, flags);
    const auto mode = static_cast<mode_t>(va_arg(arguments, int));
    va_end(arguments);
    return strikes() || lacks((flags & O_TMPFILE) == O_TMPFILE) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    static const auto real = next<int (*)(const char *, int, ...)>("open64");
    std::va_list arguments;
    va_start(arguments, flags);
    const auto mode = static_cast<mode_t>(va_arg(arguments, int));
    va_end(arguments);
    return strikes() || lacks((flags & O_TMPFILE) == O_TMPFILE) ? -1 : real(path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    static const auto real = next<int (*)(int, const char *, int, ...)>("openat");
    std::va_list arguments;
    va_start(arguments, flags);
    const auto mode = static_cast<mode_t>(va_arg(arguments, int));
    va_end(arguments);
    return strikes() ? -1 : real(at, path, flags, mode);
}

HEADROOM_FAULT(ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size), -1)
HEADROOM_FAULT(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), -1)
HEADROOM_FAULT(int, fsync, (int file), (file), -1)
HEADROOM_FAULT(int, fchmod, (int file, mode_t mode), (file, mode), -1)
HEADROOM_FAULT(int, chmod, (const char *path, mode_t mode), (path, mode), -1)
HEADROOM_FAULT(int, flock, (int file, int operation), (file, operation), -1)
HEADROOM_FAULT(int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
HEADROOM_FAULT(int, rename, (const char *from, const char *to), (from, to), -1)
int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    static const auto real
        = next<int (*)(int, const char *, int, const char *, unsigned)>("renameat2");
    if (strikes())
        return -1;
    if (lacks(flags != 0)) {
        errno = EINVAL;
        return -1;
    }
    return real(a, from, b, to, flags);
}

int link(const char *from, const char *to)
{
    static const auto real = next<int (*)(const char *, const char *)>("link");
    return strikes() || lacks(true) ? -1 : real(from, to);
}

int linkat(int a, const char *from, int b, const char *to, int flags)
{
    static const auto real = next<int (*)(int, const char *, int, const char *, int)>("linkat");
    return strikes() || lacks(true) ? -1 : real(a, from, b, to, flags);
}

HEADROOM_FAULT(int, unlink, (const char *path), (path), -1)
HEADROOM_FAULT(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), -1)
HEADROOM_FAULT(int, rmdir, (const char *path), (path), -1)
HEADROOM_FAULT(int, remove, (const char *path), (path), -1)
HEADROOM_FAULT(int, access, (const char *path, int mode), (path, mode), -1)
HEADROOM_FAULT(int, stat, (const char *path, struct stat *status), (path, status), -1)
HEADROOM_FAULT(int, lstat, (const char *path, struct stat *status), (path, status), -1)
HEADROOM_FAULT(int, fstat, (int file, struct stat *status), (file, status), -1)
HEADROOM_FAULT(int, stat64, (const char *path, struct stat64 *status), (path, status), -1)
HEADROOM_FAULT(int, lstat64, (const char *path, struct stat64 *status), (path, status), -1)
HEADROOM_FAULT(int, fstat64, (int file, struct stat64 *status), (file, status), -1)
HEADROOM_FAULT(DIR *, opendir, (const char *path), (path), nullptr)
} // extern "C"
