#pragma once

#include "app/cli/command_result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The server's side of the Model Context Protocol over lines of JSON-RPC 2.0: initialize, ping,
/// tools/list and tools/call. Each line is answered by itself, whatever came before it; hostile
/// lines are bounded as every JSON text is (size, entries, depth).
/// Source: modelcontextprotocol.io/specification/2025-11-25, pages basic/lifecycle,
/// basic/transports and server/tools; jsonrpc.org/specification.
class McpConversation
{
public:
    /// Runs a tool; nothing: there is no such tool.
    using ToolCall
        = std::function<std::optional<CommandResult>(const std::string &, const Document &)>;

    /// `tools`: what tools/list answers, one mapping a tool.
    McpConversation(std::vector<Document> tools, ToolCall call);

    /// The answer to one line, without its line break; nothing to a notification.
    std::optional<std::string> answer(std::string_view line) const;
    /// The answer to a line that was longer than a line may be.
    static std::string tooLongAnswer();

private:
    std::optional<Document> answerMessage(const Document &message) const;
    Document result(const std::string &method, const Document &params) const;
    Document callResult(const Document &params) const;

    std::vector<Document> m_tools;
    ToolCall m_call;
};

/// The most bytes of one line.
inline constexpr std::size_t longestMcpLine = largestDocument;

} // namespace headroom
