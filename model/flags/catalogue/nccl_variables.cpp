#include "model/flags/catalogue/nccl_variables.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <algorithm>

namespace headroom {

const NcclVariable *NcclVariables::find(std::string_view name) const
{
    const auto found = read.find(name);
    return found == read.end() ? nullptr : &found->second;
}

bool NcclVariables::isOfOthers(std::string_view name) const
{
    return others.contains(name)
        || std::ranges::any_of(
            otherPrefixes, [name](const std::string &prefix) { return name.starts_with(prefix); });
}

bool NcclVariables::hasPrefix(std::string_view name)
{
    return name.starts_with("NCCL_") || name.starts_with("RCCL_");
}

NcclVariables readNcclVariables(const std::filesystem::path &file, Errors &problems)
{
    NcclVariables variables;
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        std::string id, name;
        reader.requiredTexts({ { "id", &id }, { "name", &name }, { "source", &variables.source },
            { "release", &variables.release } });
        reader.eachNamed("others", [&](const std::string &other, MappingReader &row) {
            variables.others.emplace(other, row.requiredText("by"));
        });
        variables.otherPrefixes = reader.texts("other_prefixes");
        reader.eachNamed("variables", [&](const std::string &variable, MappingReader &row) {
            NcclVariable one { row.requiredText("since"), row.text("until"), row.text("default"),
                row.requiredText("at") };
            variables.read.emplace(variable, std::move(one));
        });
    });
    return variables;
}

} // namespace headroom
