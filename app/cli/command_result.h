#pragma once

#include "model/base/document/document.h"
#include "model/base/outcome/result.h"

#include <optional>
#include <string>

namespace headroom {

/// Exit status of every command, as the README promises: anything else is never returned.
enum class ExitStatus { Success = 0, InternalFault = 1, BadInput = 2, NegativeVerdict = 3 };

enum class OutputFormat { Text, Json, Markdown };

/// What a command has to say: results for standard output, messages for standard error.
struct CommandResult
{
    ExitStatus status = ExitStatus::Success;
    std::string output;
    std::string messages;
    /// What `output` is the text of, where that is one JSON document.
    std::optional<Document> document {};

    /// One line per problem, exit status 2.
    static CommandResult badInput(const Errors &problems);
    /// `document` as JSON with a final line break.
    static CommandResult json(const Document &document, ExitStatus status = ExitStatus::Success);
    static CommandResult text(std::string output, ExitStatus status = ExitStatus::Success);
    /// The same with one line per note on standard error, which are no problems.
    CommandResult withNotes(const Errors &notes) &&;
};

} // namespace headroom
