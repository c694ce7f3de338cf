#include "model/launch/common/export_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {
namespace {

constexpr std::array<std::string_view, 3> checks { "check_", "measure_context",
    "all_reduce_check" };
constexpr std::string_view readmeFile = "README.md";
constexpr std::array<std::string_view, 2> texts { readmeFile, "plan.headroom.yaml" };

} // namespace

ExportPart exportPart(const ExportFile &file)
{
    if (std::ranges::find(texts, file.name) != texts.end())
        return ExportPart::Read;
    const bool isCheck = std::ranges::any_of(
        checks, [&file](std::string_view start) { return file.name.starts_with(start); });
    return isCheck ? ExportPart::Check : ExportPart::Run;
}

std::string exportFileSentence(std::span<const ExportFile> files, std::string_view name)
{
    const auto readme = std::ranges::find(files, readmeFile, &ExportFile::name);
    if (readme == files.end())
        return {};
    const std::string &text = readme->content;
    const std::string start = "\n- `" + std::string(name) + "`: ";
    const std::size_t at = text.find(start);
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + start.size(), end = text.find(".\n", begin);
    return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

} // namespace headroom
