#include "model/flags/catalogue/jaxlib_version.h"

#include "model/base/text/release_number.h"

namespace headroom {

std::string JaxlibVersion::text() const
{
    return releaseText(parts);
}

std::optional<JaxlibVersion> parseJaxlibVersion(std::string_view text)
{
    const auto parts = parseReleaseNumber(text);
    if (!parts || isReleaseDay(text))
        return std::nullopt;
    return JaxlibVersion { *parts };
}

} // namespace headroom
