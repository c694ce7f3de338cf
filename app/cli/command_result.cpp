#include "app/cli/command_result.h"

#include "model/base/wording/messages.h"
#include "model/launch/common/shell_text.h"

#include <string_view>

namespace headroom {
namespace {

/// Characters of one message; a value of a megabyte is not repeated in full.
constexpr std::size_t longestMessage = 2000;

bool endsWithLine(std::string_view where)
{
    const std::size_t colon = where.rfind(':');
    return colon != std::string_view::npos && colon > 0 && colon + 1 < where.size()
        && where.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

/// "FILE:LINE" or "--option" for every problem: what concerns a file as a whole stands at its first
/// line, and an argument without an option on the command line.
std::string placeOf(const std::string &where)
{
    if (where.starts_with("--") || endsWithLine(where))
        return where;
    if (where.empty())
        return "command line:1";
    const bool isArgument = where.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == where.npos;
    return isArgument ? "command line:1: " + where : where + ":1";
}

std::string linesOf(const Errors &problems)
{
    std::string lines;
    for (const Error &problem : problems)
        lines += displayLine(errorText({ problem.id, placeOf(problem.where), problem.args }),
                     longestMessage)
            + "\n";
    return lines;
}

} // namespace

CommandResult CommandResult::badInput(const Errors &problems)
{
    CommandResult result;
    result.status = ExitStatus::BadInput;
    result.messages = linesOf(problems);
    return result;
}

CommandResult CommandResult::withNotes(const Errors &notes) &&
{
    messages += linesOf(notes);
    return std::move(*this);
}

CommandResult CommandResult::json(const Document &document, ExitStatus status)
{
    return { status, writeJson(document) + "\n", {}, document };
}

CommandResult CommandResult::text(std::string output, ExitStatus status)
{
    return { status, std::move(output), {} };
}

} // namespace headroom
