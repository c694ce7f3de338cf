#pragma once

#include "model/base/outcome/result.h"
#include "model/flags/catalogue/jaxlib_version.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// One published version and the XLA commit that it was built from.
struct JaxlibRelease
{
    JaxlibVersion version;
    std::string date; ///< ISO day of publication
    std::string xlaCommit;
    std::string repository; ///< "openxla/xla"
    std::string status; ///< released | tagged | jax_only
    bool isExamined = false; ///< the flag table at its commit was read
};

/// How sure an answer about a version is.
enum class VersionCertainty {
    Examined, ///< the version's own flag table
    NearestOlder, ///< no data of its own; the nearest older examined release answers
    NewerThanData, ///< newer than every examined release; the newest answers, uncertain
    OlderThanData, ///< older than every examined release; the oldest answers, uncertain
};

/// The version that a plan names and the one whose data answer for it.
struct JaxlibChoice
{
    JaxlibVersion asked;
    JaxlibVersion answers;
    VersionCertainty certainty = VersionCertainty::Examined;

    bool isUncertain() const
    {
        return certainty == VersionCertainty::NewerThanData
            || certainty == VersionCertainty::OlderThanData;
    }
    bool operator==(const JaxlibChoice &) const = default;
};

/// All known releases in order.
class JaxlibReleases
{
public:
    /// Reads profiles/flags/releases.yaml.
    static Result<JaxlibReleases> load(const std::filesystem::path &file);

    std::span<const JaxlibRelease> all() const { return m_releases; }
    /// The examined ones in order; never empty.
    std::span<const JaxlibVersion> examined() const { return m_examined; }
    /// The release of that version, or nullptr.
    const JaxlibRelease *find(const JaxlibVersion &version) const;

    /// Which data answer for a version. Nonsense: error "no-jaxlib-version".
    Result<JaxlibChoice> choose(std::string_view text) const;

private:
    std::vector<JaxlibRelease> m_releases;
    std::vector<JaxlibVersion> m_examined;
};

} // namespace headroom
