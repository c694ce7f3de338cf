#include "model/flags/catalogue/jaxlib_releases.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <algorithm>

namespace headroom {
namespace {

JaxlibRelease readRelease(MappingReader &reader)
{
    JaxlibRelease release;
    const std::string number = reader.requiredText("jaxlib");
    if (const auto version = parseJaxlibVersion(number))
        release.version = *version;
    else
        reader.report("no-jaxlib-version", "jaxlib", { number });
    release.date = reader.requiredText("date");
    release.xlaCommit = reader.requiredText("commit");
    release.repository = reader.requiredText("repository");
    static constexpr const char *statuses[] = { "released", "tagged", "jax_only" };
    release.status = reader.oneOf("status", statuses, "released");
    release.isExamined = reader.boolean("examined", false);
    return release;
}

} // namespace

Result<JaxlibReleases> JaxlibReleases::load(const std::filesystem::path &file)
{
    Errors problems;
    JaxlibReleases releases;
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        for (const char *key : { "id", "name", "source" })
            reader.requiredText(key);
        releases.m_releases = reader.list("releases", readRelease);
        std::ranges::sort(releases.m_releases, {}, &JaxlibRelease::version);
        for (const JaxlibRelease &release : releases.m_releases)
            if (release.isExamined)
                releases.m_examined.push_back(release.version);
        if (problems.empty() && releases.m_examined.empty())
            reader.report("missing-key", "releases", { "examined" });
    });
    if (!problems.empty())
        return problems;
    return releases;
}

const JaxlibRelease *JaxlibReleases::find(const JaxlibVersion &version) const
{
    const auto release = std::ranges::lower_bound(m_releases, version, {}, &JaxlibRelease::version);
    return release != m_releases.end() && release->version == version ? &*release : nullptr;
}

Result<JaxlibChoice> JaxlibReleases::choose(std::string_view text) const
{
    const std::optional<JaxlibVersion> asked = parseJaxlibVersion(text);
    if (!asked)
        return Error { "no-jaxlib-version", {}, { std::string { text.substr(0, 60) } } };
    const auto after = std::ranges::upper_bound(m_examined, *asked);
    if (after == m_examined.begin())
        return JaxlibChoice { *asked, m_examined.front(), VersionCertainty::OlderThanData };
    const JaxlibVersion answers = *std::prev(after);
    if (answers == *asked)
        return JaxlibChoice { *asked, answers, VersionCertainty::Examined };
    const bool isNewest = after == m_examined.end();
    return JaxlibChoice { *asked, answers,
        isNewest ? VersionCertainty::NewerThanData : VersionCertainty::NearestOlder };
}

} // namespace headroom
