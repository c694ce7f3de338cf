#include "app/cli/command_result.h"

#include "model/wording/messages.h"

namespace headroom {

CommandResult CommandResult::badInput(const Errors &problems)
{
    CommandResult result;
    result.status = ExitStatus::BadInput;
    for (const Error &problem : problems)
        result.messages += errorText(problem) + "\n";
    return result;
}

CommandResult CommandResult::json(const Document &document, ExitStatus status)
{
    return { status, writeJson(document) + "\n", {} };
}

CommandResult CommandResult::text(std::string output, ExitStatus status)
{
    return { status, std::move(output), {} };
}

} // namespace headroom
