#include "model/flags/jaxlib_version.h"

#include "model/base/text/release_number.h"

namespace headroom {

std::string JaxlibVersion::text() const
{
    return releaseText(parts);
}

std::optional<JaxlibVersion> parseJaxlibVersion(std::string_view text)
{
    if (const auto parts = parseReleaseNumber(text))
        return JaxlibVersion { *parts };
    return std::nullopt;
}

} // namespace headroom
