#include "model/base/files/read_file.h"

#include "model/base/files/read_fence.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ios>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {

/// An open file that closes itself; standard input stays open.
class OpenFile
{
public:
    explicit OpenFile(int number)
        : m_number(number)
    { }
    ~OpenFile()
    {
        if (m_number > STDERR_FILENO)
            ::close(m_number);
    }
    OpenFile(OpenFile &&other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    { }
    OpenFile &operator=(OpenFile &&) = delete;

    int number() const { return m_number; }

private:
    int m_number;
};

namespace {

constexpr std::size_t readBlockBytes = 65536;
constexpr const char *standardInputName = "standard input";

Error unreadable(const std::string &name, int code)
{
    return { "file-unreadable", name, { std::strerror(code) } };
}

Error tooLarge(const std::string &name, std::uint64_t limit)
{
    return { "file-too-large", name, { std::to_string(limit >> 20) } };
}

std::vector<std::filesystem::path> &fence()
{
    static std::vector<std::filesystem::path> folders;
    return folders;
}

bool mayBeRead(const std::filesystem::path &path)
{
    const auto holdsPath
        = [&path](const std::filesystem::path &folder) { return isBelow(folder, path); };
    return fence().empty() || std::ranges::any_of(fence(), holdsPath);
}

/// Where an open file really is: a link may have changed since its name was looked at.
std::filesystem::path placeOf(const OpenFile &file)
{
    std::error_code failure;
    return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file.number()), failure);
}

Result<OpenFile> openRegular(const std::filesystem::path &path, std::uint64_t limit)
{
    if (!mayBeRead(path))
        return Error { "file-outside", path.string(), {} };
    // Without O_NONBLOCK a pipe that nobody writes to would hold the program here.
    OpenFile file { ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) };
    struct stat status
    {
    };
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0) {
        if (errno == ENXIO) // a socket
            return Error { "file-not-regular", path.string(), {} };
        return unreadable(path.string(), errno);
    }
    if (S_ISDIR(status.st_mode))
        return Error { "file-is-directory", path.string(), {} };
    if (!S_ISREG(status.st_mode))
        return Error { "file-not-regular", path.string(), {} };
    if (static_cast<std::uint64_t>(status.st_size) > limit)
        return tooLarge(path.string(), limit);
    if (!fence().empty() && !mayBeRead(placeOf(file)))
        return Error { "file-outside", path.string(), {} };
    return file;
}

/// Bytes read, 0 at the end, or -1 with errno.
ssize_t readSome(int descriptor, char *bytes, std::size_t size)
{
    ssize_t count = 0;
    do
        count = ::read(descriptor, bytes, size);
    while (count < 0 && errno == EINTR);
    return count;
}

Result<std::string> readAll(int descriptor, const std::string &name, std::uint64_t limit)
{
    std::string text;
    std::array<char, readBlockBytes> block; // written by read before it is used
    for (;;) {
        const ssize_t count = readSome(descriptor, block.data(), block.size());
        if (count < 0)
            return unreadable(name, errno);
        if (count == 0)
            return text;
        text.append(block.data(), static_cast<std::size_t>(count));
        if (text.size() > limit)
            return tooLarge(name, limit);
    }
}

} // namespace

bool isBelow(const std::filesystem::path &folder, const std::filesystem::path &path)
{
    std::error_code failure;
    const std::filesystem::path root = std::filesystem::weakly_canonical(folder, failure);
    if (failure || root.empty())
        return false;
    const std::filesystem::path place = std::filesystem::weakly_canonical(path, failure);
    if (failure || place.empty())
        return false;
    const std::filesystem::path inside = place.lexically_relative(root);
    return !inside.empty() && *inside.begin() != "..";
}

void confineReading(std::vector<std::filesystem::path> folders)
{
    fence() = std::move(folders);
}

Result<std::string> readTextFile(const std::filesystem::path &path, std::uint64_t limit)
{
    const Result<OpenFile> file = openRegular(path, limit);
    if (!file)
        return file.errors();
    return readAll(file->number(), path.string(), limit);
}

Result<std::string> readStandardInput(std::uint64_t limit)
{
    return readAll(STDIN_FILENO, standardInputName, limit);
}

/// What it throws an istream turns into its bad bit.
class InputStream::Buffer : public std::streambuf
{
public:
    Buffer(OpenFile file, std::uint64_t limit)
        : m_file(std::move(file))
        , m_left(limit)
        , m_block(readBlockBytes)
    { }

protected:
    int_type underflow() override
    {
        const ssize_t count = readSome(m_file.number(), m_block.data(), m_block.size());
        if (count < 0)
            throw std::ios_base::failure("read");
        if (static_cast<std::uint64_t>(count) > m_left)
            throw std::ios_base::failure("too large");
        m_left -= static_cast<std::uint64_t>(count);
        setg(m_block.data(), m_block.data(), m_block.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
    }

private:
    OpenFile m_file;
    std::uint64_t m_left;
    std::vector<char> m_block;
};

InputStream::InputStream(std::unique_ptr<Buffer> buffer)
    : std::istream(buffer.get())
    , m_buffer(std::move(buffer))
{ }

InputStream::~InputStream() = default;

Result<std::unique_ptr<InputStream>> InputStream::open(
    const std::filesystem::path &path, std::uint64_t limit)
{
    Result<OpenFile> file = openRegular(path, limit);
    if (!file)
        return file.errors();
    return std::unique_ptr<InputStream> { new InputStream {
        std::make_unique<Buffer>(*std::move(file), limit) } };
}

std::unique_ptr<InputStream> InputStream::standardInput(std::uint64_t limit)
{
    return std::unique_ptr<InputStream> { new InputStream {
        std::make_unique<Buffer>(OpenFile { STDIN_FILENO }, limit) } };
}

} // namespace headroom
