#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/mcp_conversation.h"
#include "app/cli/mcp_tools.h"
#include "app/cli/standard_output.h"
#include "model/base/files/read_fence.h"
#include "model/base/files/write_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <stdlib.h>

namespace headroom {
namespace {

/// A folder for the plans of one call that were given as mappings; gone with the object.
class CallFolder
{
public:
    CallFolder()
    {
        std::error_code failure;
        std::string name
            = (std::filesystem::temp_directory_path(failure) / "headroom-XXXXXX").string();
        if (!failure && ::mkdtemp(name.data()))
            m_path = name;
    }
    ~CallFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    CallFolder(const CallFolder &) = delete;
    CallFolder &operator=(const CallFolder &) = delete;

    const std::filesystem::path &path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// The text without every `piece`.
std::string without(std::string text, const std::string &piece)
{
    for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at))
        text.erase(at, piece.size());
    return text;
}

/// The tools, run as the commands behind them are: one call reads everything anew, so that files
/// may change in between.
class ToolRunner
{
public:
    ToolRunner(DataDirectories directories, std::filesystem::path folder)
        : m_directories(std::move(directories))
        , m_folder(std::move(folder))
        , m_commands(allCommands())
    { }

    std::vector<Document> documents() const
    {
        std::vector<Document> documents;
        for (const McpTool &tool : mcpTools())
            if (const CommandSpec *command = commandOf(tool))
                documents.push_back(mcpToolDocument(tool, *command));
        return documents;
    }

    std::optional<CommandResult> run(const std::string &name, const Document &arguments) const
    {
        const auto tool = std::ranges::find(mcpTools(), name, &McpTool::name);
        const CommandSpec *command = tool == mcpTools().end() ? nullptr : commandOf(*tool);
        if (!command)
            return std::nullopt;
        Result<McpCall> call = mcpCall(*tool, *command, arguments, m_folder);
        if (!call)
            return CommandResult::badInput(call.errors());
        return call->plan ? runWithPlan(*command, *std::move(call))
                          : runConfined(*command, *call, {});
    }

private:
    const CommandSpec *commandOf(const McpTool &tool) const
    {
        const auto found = std::ranges::find(m_commands, tool.command, &CommandSpec::name);
        return found == m_commands.end() ? nullptr : &*found;
    }

    CommandResult runWithPlan(const CommandSpec &command, McpCall call) const
    {
        const CallFolder folder;
        const std::filesystem::path file = folder.path() / "plan.headroom.yaml";
        if (folder.path().empty())
            return CommandResult::badInput(
                { { "file-not-written", "plan", { std::strerror(errno) } } });
        if (Problems problems = writeFileAtomically(file, writeYaml(*call.plan)); !problems.empty())
            return CommandResult::badInput(problems);
        call.options.add(call.planOption, { file.string() });
        CommandResult result = runConfined(command, call, folder.path());
        result.messages = without(std::move(result.messages), folder.path().string() + "/");
        return result;
    }

    CommandResult runConfined(const CommandSpec &command, const McpCall &call,
        const std::filesystem::path &callFolder) const
    {
        std::vector<std::filesystem::path> folders { m_folder, m_directories.shipped };
        for (const std::filesystem::path &more : { m_directories.user, callFolder })
            if (!more.empty())
                folders.push_back(more);
        confineReading(std::move(folders));
        const ProfileLibrary library { m_directories };
        const Workbench bench { library };
        return runCommand(command, call.options, { library, bench, call.text, {} });
    }

    DataDirectories m_directories;
    std::filesystem::path m_folder;
    std::vector<CommandSpec> m_commands;
};

enum class LineEnd { Break, TooLong, Input };

/// Reads a line from standard input without its break; what is too long is passed over.
LineEnd readLine(std::string &line)
{
    line.clear();
    bool isTooLong = false;
    for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
        if (c == '\n')
            return isTooLong ? LineEnd::TooLong : LineEnd::Break;
        if (line.size() < longestMcpLine)
            line.push_back(static_cast<char>(c));
        else
            isTooLong = true;
    }
    return isTooLong ? LineEnd::TooLong : LineEnd::Input;
}

CommandResult runMcp(const ParsedOptions &, const CommandContext &context)
{
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::current_path(failure);
    if (failure)
        return CommandResult::badInput({ { "file-unreadable", ".", { failure.message() } } });
    const ToolRunner runner { context.library.directories(), folder };
    const McpConversation conversation { runner.documents(),
        [&runner](const std::string &name, const Document &arguments) {
            return runner.run(name, arguments);
        } };
    std::string line;
    for (LineEnd end = LineEnd::Break; end != LineEnd::Input && !outputProblem();) {
        end = readLine(line);
        std::optional<std::string> answer;
        if (end == LineEnd::TooLong)
            answer = McpConversation::tooLongAnswer();
        else if (line.find_first_not_of(" \t\r") != std::string::npos)
            answer = conversation.answer(line);
        if (answer)
            writeOutput(*answer + "\n");
    }
    return {};
}

} // namespace

CommandSpec mcpCommand()
{
    CommandSpec command { "mcp",
        "Serves agents over the Model Context Protocol on standard input and output", {}, runMcp };
    command.listsSkippedFiles = true;
    return command;
}

} // namespace headroom
