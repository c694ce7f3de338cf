#include "model/runs/project_file.h"

namespace headroom {

std::filesystem::path planFileBeside(const std::filesystem::path &projectFile)
{
    constexpr std::string_view ending = ".runs.csv";
    std::string name = projectFile.filename().string();
    if (!name.ends_with(ending))
        return {};
    name.resize(name.size() - ending.size());
    return projectFile.parent_path() / (name + ".headroom.yaml");
}

std::filesystem::path projectFileBeside(const std::filesystem::path &planFile)
{
    std::string name = planFile.filename().string();
    for (const std::string_view ending : { ".headroom.yaml", ".headroom.yml", ".yaml", ".yml" })
        if (name.ends_with(ending)) {
            name.resize(name.size() - ending.size());
            break;
        }
    return planFile.parent_path() / (name + ".runs.csv");
}

} // namespace headroom
