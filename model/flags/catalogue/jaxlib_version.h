#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// A release number of jaxlib (and of JAX, which shares it): up to four parts, "0.4.31",
/// "0.9.0.1".
struct JaxlibVersion
{
    std::array<int, 4> parts {};
    // Spelt out: moc 6.4 does not parse what <compare> includes.
    bool operator==(const JaxlibVersion &) const = default;
    friend bool operator<(const JaxlibVersion &a, const JaxlibVersion &b)
    {
        return a.parts < b.parts;
    }
    friend bool operator>(const JaxlibVersion &a, const JaxlibVersion &b) { return b < a; }
    friend bool operator<=(const JaxlibVersion &a, const JaxlibVersion &b) { return !(b < a); }
    friend bool operator>=(const JaxlibVersion &a, const JaxlibVersion &b) { return !(a < b); }
    std::string text() const; ///< "0.9.0.1"; three parts at least
};

/// Reads "0.6.2"; a leading "v" and a trailing build mark ("rc1", ".dev20250601", "+cuda12") are
/// left out. Anything else is nothing.
std::optional<JaxlibVersion> parseJaxlibVersion(std::string_view text);

} // namespace headroom
