// Fuzz entry of the Model Context Protocol: lines of a client, and the arguments of every tool. No
// command is run.
#include "fuzz_entry.h"

#include "app/cli/commands.h"
#include "app/cli/mcp_conversation.h"
#include "app/cli/mcp_tools.h"

#include <algorithm>

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace headroom;
    static const std::vector<CommandSpec> commands = allCommands();
    const auto commandOf = [](const McpTool &tool) {
        return std::ranges::find(commands, tool.command, &CommandSpec::name);
    };
    const auto call
        = [&](const std::string &name, const Document &arguments) -> std::optional<CommandResult> {
        const auto tool = std::ranges::find(mcpTools(), name, &McpTool::name);
        if (tool == mcpTools().end() || commandOf(*tool) == commands.end())
            return std::nullopt;
        const Result<McpCall> read = mcpCall(*tool, *commandOf(*tool), arguments, "/nowhere");
        if (!read) {
            fuzz::promisePlaces(read.errors());
            return CommandResult::badInput(read.errors());
        }
        fuzz::promise(read->options.value("format") == "json", "a tool answers in JSON");
        return CommandResult::json(arguments);
    };
    const McpConversation conversation { { Document::mapping({ { "name", "lint" } }) }, call };
    std::string_view rest = fuzz::textOf(data, size);
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::optional<std::string> answer = conversation.answer(line);
        if (!answer)
            continue;
        fuzz::promise(answer->find('\n') == std::string::npos, "an answer is one line");
        fuzz::promise(parseJson(*answer, "answer").hasValue() || line.size() > 10000,
            "an answer is a JSON document");
    }
    return 0;
}
