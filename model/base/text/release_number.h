#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Up to four parts of a release, "0.4.31" or "0.9.0.1"; parts that are not there are 0.
using ReleaseNumber = std::array<int, 4>;

/// Reads "0.6.2", two parts at least; a leading "v" and a trailing build mark ("rc1",
/// ".dev20250601", "+cuda12") are left out. A day, "2025-04-15", is that of a commit from before
/// there were numbers: 0.0.20250415. Anything else is nothing.
std::optional<ReleaseNumber> parseReleaseNumber(std::string_view text);

/// Whether the text is a day, "2025-04-15".
bool isReleaseDay(std::string_view text);

/// "0.9.0.1"; three parts at least.
std::string releaseText(const ReleaseNumber &number);

/// True when `version` is `release` or a later one; a version that is empty or no number counts as
/// the newest. `release` is one that parseReleaseNumber() reads.
bool isRelease(std::string_view version, std::string_view release);

} // namespace headroom
