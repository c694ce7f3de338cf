#include "model/library/profiles/release_table.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/text/release_number.h"
#include "model/library/profiles/overlay.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// A release of the file, or a problem at its line.
std::string releaseOf(MappingReader &reader, const char *key)
{
    const std::string text = reader.text(key);
    if (!text.empty() && !parseReleaseNumber(text))
        reader.report("not-a-release", key, { key, text });
    return text;
}

ReleaseNeed readNeed(MappingReader &reader)
{
    static constexpr std::array<const char *, 3> chips { "", "gpu", "tpu" };
    ReleaseNeed need;
    need.with = reader.requiredText("with");
    need.chip = reader.oneOf("chip", chips, "");
    reader.requiredText("least");
    need.least = releaseOf(reader, "least");
    need.below = releaseOf(reader, "below");
    need.starts = releaseOf(reader, "starts");
    return need;
}

/// A list with something in it must be there.
void requireItems(MappingReader &reader, const char *key)
{
    const Document *list = reader.child(key);
    if (!list || (list->isSequence() && list->items().empty()))
        reader.report("not-a-list", key, { key });
}

FrameworkRelease readRelease(MappingReader &reader)
{
    FrameworkRelease release;
    release.framework = reader.requiredText("framework");
    reader.requiredText("release");
    release.release = releaseOf(reader, "release");
    release.date = reader.requiredText("date");
    release.source = reader.requiredText("source");
    release.commit = reader.text("commit");
    requireItems(reader, "needs");
    release.needs = reader.list("needs", readNeed);
    return release;
}

FrameworkImage readImage(MappingReader &reader)
{
    FrameworkImage image;
    image.target = reader.requiredText("target");
    image.since = releaseOf(reader, "since");
    image.image = reader.requiredText("image");
    image.date = reader.requiredText("date");
    image.source = reader.requiredText("source");
    image.chip = reader.text("chip");
    image.isForAdapters = reader.boolean("adapters", false);
    return image;
}

using Tables = std::pair<std::vector<FrameworkRelease>, std::vector<FrameworkImage>>;

Tables readTables(const Document &document, const std::string &file, Errors &problems)
{
    MappingReader reader(document, file, problems);
    reader.integer("schema_version", { 1, 1 }, 1);
    reader.requiredText("id");
    reader.requiredText("name");
    requireItems(reader, "releases");
    std::vector<FrameworkRelease> releases = reader.list("releases", readRelease);
    std::vector<FrameworkImage> images = reader.list("images", readImage);
    reader.rejectUnknownKeys();
    std::ranges::stable_sort(releases, {}, [](const FrameworkRelease &release) {
        return std::pair { release.framework, parseReleaseNumber(release.release) };
    });
    return { std::move(releases), std::move(images) };
}

} // namespace

bool ReleaseNeed::takes(std::string_view version) const
{
    return isRelease(version, least) && (below.empty() || !isRelease(version, below));
}

const ReleaseNeed *FrameworkRelease::need(std::string_view with, bool isTpu) const
{
    const auto row = std::ranges::find_if(
        needs, [&](const ReleaseNeed &one) { return one.with == with && one.isFor(isTpu); });
    return row == needs.end() ? nullptr : &*row;
}

Result<ReleaseTable> ReleaseTable::load(const DataDirectories &directories)
{
    SkippedProfiles skipped; // a broken file of the user's: the shipped one answers
    Errors problems;
    ReleaseTable table;
    Tables tables = requireOverlaid(directories, "releases/pairs.yaml", skipped, problems,
        [](const std::filesystem::path &file, Errors &faults) -> Tables {
            const Result<Document> document = readYamlFile(file);
            if (document)
                return readTables(*document, file.string(), faults);
            faults = document.errors();
            return {};
        });
    table.m_releases = std::move(tables.first);
    table.m_images = std::move(tables.second);
    if (!problems.empty())
        return problems;
    return table;
}

const FrameworkRelease *ReleaseTable::find(
    std::string_view framework, std::string_view release) const
{
    const FrameworkRelease *found = nullptr;
    for (const FrameworkRelease &row : m_releases)
        if (row.framework == framework && isRelease(release, row.release))
            found = &row;
    return found;
}

const FrameworkImage *ReleaseTable::image(
    std::string_view target, std::string_view release, ImageUse use) const
{
    const FrameworkImage *found = nullptr;
    for (const FrameworkImage &row : m_images) { // the later row is of the later release
        const bool isOfChip = row.chip.empty() || (row.chip == "tpu") == use.isTpu;
        const bool isOfRelease = row.since.empty() || isRelease(release, row.since);
        if (row.target == target && isOfChip && isOfRelease
            && (use.isAdapted || !row.isForAdapters))
            found = &row;
    }
    return found;
}

const FrameworkRelease *ReleaseTable::newestTaking(
    std::string_view framework, std::string_view with, std::string_view version, bool isTpu) const
{
    const FrameworkRelease *found = nullptr;
    for (const FrameworkRelease &row : m_releases) {
        const ReleaseNeed *need = row.framework == framework ? row.need(with, isTpu) : nullptr;
        if (need && need->takes(version))
            found = &row;
    }
    return found;
}

} // namespace headroom
