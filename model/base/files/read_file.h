#pragma once

#include "model/base/outcome/result.h"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace headroom {

/// The most bytes of a file that is held in memory as a whole (a script, an exported file).
inline constexpr std::uint64_t largestText = 16u << 20;
/// The most bytes of a table that is read row by row (measurements), from a file or standard input.
inline constexpr std::uint64_t largestTable = 1u << 30;

/// Reads a whole file of at most `limit` bytes. Only regular files are read, so that a device or a
/// pipe can neither hang the program nor fill the memory; the error says why a file is refused:
/// "file-unreadable", "file-is-directory", "file-not-regular", "file-too-large".
Result<std::string> readTextFile(
    const std::filesystem::path &path, std::uint64_t limit = largestText);

/// Reads standard input to its end, at most `limit` bytes ("file-too-large").
Result<std::string> readStandardInput(std::uint64_t limit = largestText);

/// A stream over a regular file or standard input that goes bad, instead of on, behind `limit`
/// bytes or when the disk fails.
class InputStream : public std::istream
{
public:
    /// Errors as those of readTextFile.
    static Result<std::unique_ptr<InputStream>> open(
        const std::filesystem::path &path, std::uint64_t limit = largestTable);
    static std::unique_ptr<InputStream> standardInput(std::uint64_t limit = largestTable);

    ~InputStream() override;
    InputStream(const InputStream &) = delete;
    InputStream &operator=(const InputStream &) = delete;

private:
    class Buffer;
    explicit InputStream(std::unique_ptr<Buffer> buffer);

    std::unique_ptr<Buffer> m_buffer;
};

} // namespace headroom
