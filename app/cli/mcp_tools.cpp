#include "app/cli/mcp_tools.h"

#include "model/base/files/read_fence.h"
#include "model/base/text/plain_number.h"

#include <algorithm>

namespace headroom {
namespace {

const OptionSpec *optionOf(const CommandSpec &command, const std::string &name)
{
    const auto found = std::ranges::find(command.options, name, &OptionSpec::name);
    return found == command.options.end() ? nullptr : &*found;
}

/// What is wrong with an argument, placed as the command line places it.
Error argumentError(const OptionSpec &option, std::string message)
{
    if (isInPlace(option))
        return { "bad-option", option.name, { std::move(message) } };
    return optionError(option.name, std::move(message));
}

Document typed(const char *type, const std::string &description)
{
    return Document::mapping({ { "type", type }, { "description", description } });
}

Document anyOf(std::vector<Document> schemas, const std::string &description)
{
    return Document::mapping(
        { { "anyOf", Document::sequence(std::move(schemas)) }, { "description", description } });
}

Document ofType(const char *type)
{
    return Document::mapping({ { "type", type } });
}

Document listOfTexts()
{
    return Document::mapping({ { "type", "array" }, { "items", ofType("string") } });
}

Document argumentSchema(McpKind kind, const OptionSpec &option)
{
    const std::string &help = option.help;
    switch (kind) {
    case McpKind::Number:
        return typed("number", help);
    case McpKind::Flag:
        return typed("boolean", help);
    case McpKind::Names:
        return anyOf({ listOfTexts(), ofType("string") }, help);
    case McpKind::Settings:
        return anyOf({ ofType("object"), listOfTexts() },
            "Overrides fields of the plan by dotted path: {\"parallelism.tensor\": 8}");
    case McpKind::Files: {
        Document list = listOfTexts();
        list.set("description", help + "; below the start folder");
        return list;
    }
    case McpKind::File:
    case McpKind::FileOrId:
        return typed("string", help + "; files below the start folder");
    case McpKind::Plan:
        return anyOf({ ofType("string"), ofType("object") },
            help + "; or the plan itself, with the keys of a plan file");
    case McpKind::InlineText:
        return typed("string", "The text itself, in the place of a file");
    case McpKind::Text:
        break;
    }
    Document schema = typed("string", help);
    if (!option.choices.empty())
        schema.set("enum", Document::texts(option.choices));
    return schema;
}

bool isNeeded(const OptionSpec &option, const McpArgument &argument, const McpTool &tool)
{
    const bool isAlternative = std::ranges::find(tool.oneOf, argument.name) != tool.oneOf.end();
    return (option.isRequired || argument.isNeeded) && !isAlternative;
}

/// The values of one argument as the command line would have read them.
class ArgumentReader
{
public:
    ArgumentReader(const OptionSpec &option, const std::filesystem::path &folder, McpCall &call)
        : m_option(option)
        , m_folder(folder)
        , m_call(call)
    { }

    Errors read(McpKind kind, const Document &value)
    {
        switch (kind) {
        case McpKind::Flag:
            return readFlag(value);
        case McpKind::Names:
        case McpKind::Files:
            return readList(kind, value);
        case McpKind::Settings:
            return readSettings(value);
        case McpKind::Plan:
            if (value.isMapping()) {
                m_call.plan = value;
                m_call.planOption = m_option.name;
                return {};
            }
            return readScalar(McpKind::File, value);
        case McpKind::InlineText:
            return readInline(value);
        default:
            return readScalar(kind, value);
        }
    }

private:
    Errors readFlag(const Document &value)
    {
        if (value.kind() != Document::Kind::Boolean)
            return { argumentError(m_option, "wants true or false") };
        if (value.boolean())
            m_call.options.add(m_option.name, {});
        return {};
    }

    Errors readInline(const Document &value)
    {
        if (value.kind() != Document::Kind::Text || value.text().empty())
            return { argumentError(m_option, "wants a text") };
        m_call.text = value.text();
        m_call.options.add(m_option.name, { "-" });
        return {};
    }

    Errors readScalar(McpKind kind, const Document &value)
    {
        const bool isText = value.kind() == Document::Kind::Text;
        if (!isText && !value.isNumber())
            return { argumentError(m_option, "wants a text") };
        if (kind == McpKind::Number && !plainNumber(value.text()))
            return { argumentError(m_option, "wants a number") };
        if (Errors problems = problemsOf(kind, value.text()); !problems.empty())
            return problems;
        m_call.options.add(m_option.name, { value.text() });
        return {};
    }

    Errors readList(McpKind kind, const Document &value)
    {
        const std::vector<Document> items
            = value.isSequence() ? value.items() : std::vector { value };
        std::vector<std::string> texts;
        for (const Document &item : items) {
            if (item.kind() != Document::Kind::Text)
                return { argumentError(m_option, "wants a list of texts") };
            if (Errors problems = problemsOf(kind, item.text()); !problems.empty())
                return problems;
            texts.push_back(item.text());
        }
        if (texts.empty() && m_option.isRequired)
            return { argumentError(m_option, "wants one at least") };
        if (!texts.empty())
            m_call.options.add(m_option.name, std::move(texts));
        return {};
    }

    Errors readSettings(const Document &value)
    {
        if (value.isSequence())
            return readList(McpKind::Names, value);
        if (!value.isMapping())
            return { argumentError(m_option, "wants {PATH: VALUE}") };
        std::vector<std::string> settings;
        for (const auto &[path, to] : value.members())
            settings.push_back(path + "=" + spelling(to));
        if (!settings.empty())
            m_call.options.add(m_option.name, std::move(settings));
        return {};
    }

    static std::string spelling(const Document &value)
    {
        if (value.isNull())
            return {};
        return value.isScalar() ? value.text() : writeJson(value, 0);
    }

    Errors problemsOf(McpKind kind, const std::string &text) const
    {
        const bool isFile
            = kind == McpKind::File || kind == McpKind::FileOrId || kind == McpKind::Files;
        if (isFile && text == "-")
            return { argumentError(m_option,
                "standard input holds the protocol; give the text "
                "itself or a file") };
        if (isFile && !isBelow(m_folder, m_folder / text))
            return { { "file-outside", isInPlace(m_option) ? text : "--" + m_option.name, {} } };
        if (!m_option.choices.empty() && !isFile
            && std::ranges::find(m_option.choices, text) == m_option.choices.end()) {
            std::string known;
            for (const std::string &choice : m_option.choices)
                known += (known.empty() ? "" : ", ") + choice;
            return { argumentError(m_option, "cannot be " + text + "; use one of: " + known) };
        }
        return {};
    }

    const OptionSpec &m_option;
    const std::filesystem::path &m_folder;
    McpCall &m_call;
};

std::string namesOf(const McpTool &tool)
{
    std::string names;
    for (const McpArgument &argument : tool.arguments)
        names += (names.empty() ? "" : ", ") + argument.name;
    return names;
}

/// Arguments that are needed and absent.
Errors missingArguments(const McpTool &tool, const CommandSpec &command, const Document &arguments)
{
    Errors problems;
    for (const McpArgument &argument : tool.arguments) {
        const OptionSpec *option = optionOf(command, argument.option);
        if (option && isNeeded(*option, argument, tool) && !arguments.find(argument.name))
            problems.push_back({ "bad-option", "--" + argument.name, { "is needed" } });
    }
    const auto isGiven = [&](const std::string &name) { return arguments.find(name) != nullptr; };
    if (!tool.oneOf.empty() && std::ranges::none_of(tool.oneOf, isGiven)) {
        std::string names;
        for (const std::string &name : tool.oneOf)
            names += (names.empty() ? "" : " or ") + name;
        problems.push_back({ "bad-option", "--" + tool.oneOf.front(), { "give " + names } });
    }
    return problems;
}

} // namespace

Document mcpToolDocument(const McpTool &tool, const CommandSpec &command)
{
    std::vector<Document::Member> properties;
    std::vector<std::string> required;
    for (const McpArgument &argument : tool.arguments) {
        const OptionSpec *option = optionOf(command, argument.option);
        if (!option)
            continue;
        properties.emplace_back(argument.name, argumentSchema(argument.kind, *option));
        if (isNeeded(*option, argument, tool))
            required.push_back(argument.name);
    }
    Document schema = Document::mapping(
        { { "type", "object" }, { "properties", Document::mapping(std::move(properties)) } });
    if (!required.empty())
        schema.set("required", Document::texts(required));
    schema.set("additionalProperties", false);
    return Document::mapping({ { "name", tool.name }, { "description", tool.purpose },
        { "inputSchema", std::move(schema) },
        { "annotations",
            Document::mapping({ { "readOnlyHint", true }, { "openWorldHint", false } }) } });
}

Result<McpCall> mcpCall(const McpTool &tool, const CommandSpec &command, const Document &arguments,
    const std::filesystem::path &folder)
{
    McpCall call;
    Errors problems = missingArguments(tool, command, arguments);
    for (const auto &[name, value] : arguments.members()) {
        const auto argument = std::ranges::find(tool.arguments, name, &McpArgument::name);
        const OptionSpec *option
            = argument == tool.arguments.end() ? nullptr : optionOf(command, argument->option);
        if (!option) {
            problems.push_back(optionError(
                name, "is no argument of " + tool.name + "; it takes " + namesOf(tool)));
            continue;
        }
        if (value.isNull())
            continue; // as if it were absent
        const Errors found = ArgumentReader { *option, folder, call }.read(argument->kind, value);
        problems.insert(problems.end(), found.begin(), found.end());
    }
    if (!problems.empty())
        return problems;
    call.options.add("format", { "json" });
    for (const std::string &flag : tool.flags)
        call.options.add(flag, {});
    return call;
}

} // namespace headroom
