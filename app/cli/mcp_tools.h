#pragma once

#include "app/cli/command_spec.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What a client may give for an argument of a tool, and what becomes of it.
enum class McpKind {
    Text, ///< as it is
    Number, ///< a number, or the text of one
    Flag, ///< true: the option is given
    Names, ///< a list of texts, or one text with commas
    Settings, ///< {"parallelism.tensor": 8}, or ["parallelism.tensor=8"]
    File, ///< below the start folder
    FileOrId, ///< the same, or the id of something that is shipped
    Files, ///< a list of files
    Plan, ///< a file, an id, or the plan itself as a mapping
    InlineText, ///< a text in the place of a file
};

/// An argument of a tool: the option of the command behind it.
struct McpArgument
{
    std::string name;
    std::string option; ///< as the command names it; its help describes the argument
    McpKind kind = McpKind::Text;
    bool isNeeded = false; ///< also where the command can do without
};

/// A tool: a command with some of its options. A command that this program lacks has no tool.
struct McpTool
{
    std::string name;
    std::string command;
    std::string purpose; ///< what an agent needs to know to choose it
    std::vector<McpArgument> arguments;
    std::vector<std::string> oneOf; ///< arguments of which one at least is needed
    std::vector<std::string> flags; ///< options that every call gives
};

const std::vector<McpTool> &mcpTools();

/// The tool as tools/list answers it, with the JSON Schema of its arguments.
Document mcpToolDocument(const McpTool &tool, const CommandSpec &command);

/// A call as its command takes it.
struct McpCall
{
    ParsedOptions options;
    std::string text; ///< of an inline text: the command's standard input
    std::optional<Document> plan; ///< given as a mapping; the option PLAN awaits its file
    std::string planOption; ///< the option that names it
};

/// Checks arguments against the tool. Files must lie below `folder`, links followed. Errors name
/// the command's option as exit status 2 does.
Result<McpCall> mcpCall(const McpTool &tool, const CommandSpec &command, const Document &arguments,
    const std::filesystem::path &folder);

} // namespace headroom
