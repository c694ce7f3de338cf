#include "app/cli/command_spec.h"

#include "model/plan/fields/plan_fields.h"

#include <sstream>

namespace headroom {

bool isInPlace(const OptionSpec &option)
{
    return option.kind == OptionKind::Positional || option.kind == OptionKind::OptionalPositional
        || option.kind == OptionKind::Positionals;
}

std::string ParsedOptions::value(const std::string &name, const std::string &fallback) const
{
    const auto entry = m_values.find(name);
    return entry == m_values.end() || entry->second.empty() ? fallback : entry->second.back();
}

std::vector<std::string> ParsedOptions::list(const std::string &name) const
{
    const auto entry = m_values.find(name);
    return entry == m_values.end() ? std::vector<std::string> {} : entry->second;
}

OutputFormat ParsedOptions::format() const
{
    const std::string name = value("format", "text");
    return name == "json"    ? OutputFormat::Json
        : name == "markdown" ? OutputFormat::Markdown
                             : OutputFormat::Text;
}

Error optionError(const std::string &option, std::string message)
{
    return { "bad-option", "--" + option, { std::move(message) } };
}

std::vector<std::string> namesIn(const std::vector<std::string> &lists)
{
    std::vector<std::string> found;
    for (const std::string &list : lists) {
        std::istringstream stream { list };
        for (std::string name; std::getline(stream, name, ',');)
            if (!name.empty())
                found.push_back(name);
    }
    return found;
}

OptionSpec formatOption(std::vector<std::string> choices)
{
    return { "format", OptionKind::Value, "How to print the result", std::move(choices), false };
}

OptionSpec setOption()
{
    std::vector<std::string> fields;
    for (const PlanField &field : planFields())
        fields.push_back(field.path + "=");
    return { "set", OptionKind::List,
        "Overrides one field of the plan: PATH=VALUE, for example parallelism.tensor=8", {}, false,
        std::move(fields) };
}

} // namespace headroom
