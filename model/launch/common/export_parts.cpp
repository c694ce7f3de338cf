#include "model/launch/common/export_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {
namespace {

constexpr std::array<std::string_view, 3> checks { "check_", "measure_context",
    "all_reduce_check" };
constexpr std::array<std::string_view, 2> texts { "README.md", "plan.headroom.yaml" };

} // namespace

ExportPart exportPart(const ExportFile &file)
{
    if (std::ranges::find(texts, file.name) != texts.end())
        return ExportPart::Read;
    const bool isCheck = std::ranges::any_of(
        checks, [&file](std::string_view start) { return file.name.starts_with(start); });
    return isCheck ? ExportPart::Check : ExportPart::Run;
}

} // namespace headroom
