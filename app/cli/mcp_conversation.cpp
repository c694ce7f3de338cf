#include "app/cli/mcp_conversation.h"

#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"

#include <algorithm>
#include <array>
#include <exception>

namespace headroom {
namespace {

/// Revisions of the protocol whose tools look the same; the newest first.
constexpr std::array protocolVersions { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" };

// Codes of JSON-RPC 2.0, section 5.1.
constexpr int parseFault = -32700;
constexpr int invalidRequest = -32600;
constexpr int methodUnknown = -32601;
constexpr int invalidParams = -32602;
constexpr int internalFault = -32603;

/// What a method throws; it becomes the `error` of the answer.
struct RpcFault
{
    int code = internalFault;
    std::string message;
};

Document faultAnswer(const Document &id, const RpcFault &fault)
{
    return Document::mapping({ { "jsonrpc", "2.0" }, { "id", id },
        { "error",
            Document::mapping(
                { { "code", fault.code }, { "message", displayLine(fault.message, 2000) } }) } });
}

bool isText(const Document *node)
{
    return node && node->kind() == Document::Kind::Text;
}

Document textBlock(std::string text)
{
    return Document::mapping({ { "type", "text" }, { "text", std::move(text) } });
}

/// The answer to a call: the command's JSON as text and as `structuredContent`, what it remarks in
/// a text behind it; the lines of exit status 2 where the input was bad.
Document toolResult(const CommandResult &result)
{
    const bool isError
        = result.status == ExitStatus::BadInput || result.status == ExitStatus::InternalFault;
    std::vector<Document> content;
    if (!isError)
        content.push_back(
            textBlock(result.document ? writeJson(*result.document, 0) : result.output));
    if (!result.messages.empty())
        content.push_back(textBlock(result.messages));
    Document answer = Document::mapping({ { "content", Document::sequence(std::move(content)) } });
    if (!isError && result.document)
        answer.set("structuredContent", *result.document);
    answer.set("isError", isError);
    return answer;
}

Document initializeResult(const Document &params)
{
    const Document *asked = params.find("protocolVersion");
    if (!isText(asked))
        throw RpcFault { invalidParams,
            "protocolVersion is missing; it is a date such as "
            "2025-11-25" };
    const auto known = std::ranges::find(protocolVersions, asked->text());
    const std::string version = known == protocolVersions.end() ? protocolVersions.front() : *known;
    const Document tools = Document::mapping({ { "listChanged", false } });
    return Document::mapping({ { "protocolVersion", version },
        { "capabilities", Document::mapping({ { "tools", tools } }) },
        { "serverInfo",
            Document::mapping({ { "name", "headroom" }, { "title", "Headroom" },
                { "version", HEADROOM_VERSION } }) },
        { "instructions",
            "Headroom plans training runs of large language models. A plan is a file below the "
            "folder that this server was started in, the id of an example plan, or a mapping with "
            "the keys of a plan file. Make one of configurations, logs or a sentence with `plan`; "
            "then `estimate` its memory and step time, `search` for better settings, and "
            "`export_preview` its launch files. Bytes are plain numbers, times seconds." } });
}

} // namespace

McpConversation::McpConversation(std::vector<Document> tools, ToolCall call)
    : m_tools(std::move(tools))
    , m_call(std::move(call))
{ }

std::string McpConversation::tooLongAnswer()
{
    return writeJson(faultAnswer({},
                         { parseFault,
                             "the line is longer than " + std::to_string(longestMcpLine >> 20)
                                 + " MiB; send a shorter message" }),
        0);
}

std::optional<std::string> McpConversation::answer(std::string_view line) const
{
    const Result<Document> message = parseJson(line, "line");
    if (!message) {
        const RpcFault fault { parseFault, errorText(message.errors().front()) };
        return writeJson(faultAnswer({}, fault), 0);
    }
    if (!message->isSequence()) {
        const std::optional<Document> one = answerMessage(*message);
        return one ? std::optional { writeJson(*one, 0) } : std::nullopt;
    }
    // A batch, which the revision of 2025-03-26 has.
    if (message->items().empty())
        return writeJson(faultAnswer({}, { invalidRequest, "the batch is empty" }), 0);
    std::vector<Document> answers;
    for (const Document &item : message->items())
        if (std::optional<Document> one = answerMessage(item))
            answers.push_back(*std::move(one));
    if (answers.empty())
        return std::nullopt;
    return writeJson(Document::sequence(std::move(answers)), 0);
}

std::optional<Document> McpConversation::answerMessage(const Document &message) const
{
    const Document *given = message.find("id");
    const bool hasId = given && (given->kind() == Document::Kind::Text || given->isNumber());
    const Document id = hasId ? *given : Document {};
    const Document *version = message.find("jsonrpc");
    const Document *method = message.find("method");
    const bool isAnswer = !method && (message.find("result") || message.find("error"));
    if (message.isMapping() && isAnswer)
        return std::nullopt; // to a request that was never made
    if (!isText(version) || version->text() != "2.0" || !isText(method) || (given && !hasId))
        return faultAnswer(id,
            { invalidRequest,
                "wants a JSON-RPC 2.0 message: jsonrpc \"2.0\", a method, and an id that is a "
                "text or a number" });
    if (!given)
        return std::nullopt; // a notification; none of them asks for anything here
    const Document *params = message.find("params");
    try {
        if (params && !params->isMapping())
            throw RpcFault { invalidParams, "params is not an object" };
        return Document::mapping({ { "jsonrpc", "2.0" }, { "id", id },
            { "result", result(method->text(), params ? *params : Document::mapping()) } });
    } catch (const RpcFault &fault) {
        return faultAnswer(id, fault);
    } catch (const std::exception &fault) {
        return faultAnswer(id, { internalFault, std::string("internal fault: ") + fault.what() });
    }
}

Document McpConversation::result(const std::string &method, const Document &params) const
{
    if (method == "initialize")
        return initializeResult(params);
    if (method == "ping")
        return Document::mapping();
    if (method == "tools/list") {
        if (params.find("cursor"))
            throw RpcFault { invalidParams, "the list of tools has one page; leave cursor out" };
        return Document::mapping({ { "tools", Document::sequence(m_tools) } });
    }
    if (method == "tools/call")
        return callResult(params);
    throw RpcFault { methodUnknown,
        "method " + method
            + " is not known; this server has initialize, ping, tools/list and "
              "tools/call" };
}

Document McpConversation::callResult(const Document &params) const
{
    const Document *name = params.find("name");
    if (!isText(name))
        throw RpcFault { invalidParams, "name is missing; tools/list names the tools" };
    const Document *arguments = params.find("arguments");
    if (arguments && !arguments->isMapping() && !arguments->isNull())
        throw RpcFault { invalidParams, "arguments is not an object" };
    const bool isGiven = arguments && arguments->isMapping();
    const std::optional<CommandResult> result
        = m_call(name->text(), isGiven ? *arguments : Document::mapping());
    if (!result)
        throw RpcFault { invalidParams,
            "tool " + name->text()
                + " is not known; tools/list names "
                  "the tools" };
    return toolResult(*result);
}

} // namespace headroom
