#include "model/measurement/numbers/expected_errors.h"

#include "model/base/document/schema_version.h"

namespace headroom {
namespace {

constexpr NumberRange shares { 0, 10 };
constexpr NumberRange counts { 0, 1e9 };

LeftOutSource readKind(MappingReader &reader)
{
    LeftOutSource kind;
    kind.name = reader.requiredText("kind");
    const int sources = static_cast<int>(reader.requiredInteger("sources", counts));
    const int rows = static_cast<int>(reader.requiredInteger("rows", counts));
    const auto figures = [&](const std::string &prefix, bool hasInside) {
        LeftOutFigures own { sources, rows };
        own.median = reader.requiredNumber(prefix + "median", shares);
        own.p90 = reader.requiredNumber(prefix + "p90", shares);
        own.inside = hasInside ? reader.requiredNumber(prefix + "inside", shares) : 0;
        return own;
    };
    kind.leftOut = figures("left_out_", true);
    kind.apart = figures("apart_", false);
    kind.fit = figures("fit_", true);
    return kind;
}

std::vector<LeftOutSource> readKinds(const std::filesystem::path &path, Errors &problems)
{
    std::vector<LeftOutSource> kinds;
    readSchemaFile(path, problems,
        [&kinds](MappingReader &reader) { kinds = reader.list("kinds", readKind); });
    return kinds;
}

} // namespace

Result<std::vector<LeftOutSource>> expectedErrors(
    const DataDirectories &directories, SkippedProfiles *skipped)
{
    return loadOverlaid(directories, "fit/left_out.yaml", skipped, readKinds);
}

} // namespace headroom
