#include "model/plan/plan_file.h"

#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

constexpr mode_t plainMode = 0644;
constexpr mode_t programMode = 0755;

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

} // namespace

Problems writeFileAtomically(
    const std::filesystem::path &file, std::string_view content, bool executable)
{
    // A link keeps pointing at its target, which is replaced.
    std::error_code failure;
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(file, failure);
    const std::filesystem::path target = failure ? file : resolved;
    std::string temporary
        = (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
    const auto problem = [&file](int code) {
        return Problems { { "file-not-written", file.string(), { std::strerror(code) } } };
    };
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0)
        return problem(errno);
    struct stat earlier
    {
    };
    mode_t mode = executable ? programMode : plainMode;
    if (!executable && ::stat(target.c_str(), &earlier) == 0)
        mode = earlier.st_mode & 07777;
    const bool isWritten = writeAll(descriptor, content) && ::fchmod(descriptor, mode) == 0
        && ::fsync(descriptor) == 0;
    const int writeFault = errno;
    const bool isClosed = ::close(descriptor) == 0;
    if (isWritten && isClosed && ::rename(temporary.c_str(), target.c_str()) == 0)
        return {};
    const int fault = isWritten ? errno : writeFault;
    ::unlink(temporary.c_str());
    return problem(fault);
}

Problems savePlan(const Plan &plan, const std::filesystem::path &file)
{
    return writeFileAtomically(file, writePlan(plan));
}

} // namespace headroom
