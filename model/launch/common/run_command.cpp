#include "model/launch/common/run_command.h"

#include <algorithm>

namespace headroom {

std::string runCommand(const std::vector<ExportFile> &files)
{
    const auto readme = std::ranges::find(files, "README.md", &ExportFile::name);
    if (readme == files.end())
        return {};
    const std::string &text = readme->content;
    const auto section = text.find(howToRunHeading);
    const auto begin = section == std::string::npos ? section : text.find('`', section);
    const auto end = begin == std::string::npos ? begin : text.find('`', begin + 1);
    return end == std::string::npos ? std::string {} : text.substr(begin + 1, end - begin - 1);
}

} // namespace headroom
