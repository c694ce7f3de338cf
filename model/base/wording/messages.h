#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/outcome/message.h"
#include "model/base/outcome/result.h"

#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// English wording of one message. `{0}`, `{1}` … stand for its operands. The command line prints
/// it as it is; the application translates the same templates. A new message is one row in one of
/// the tables below, and its translation.
struct MessageTemplate
{
    const char *id; ///< kebab-case, of one message only
    const char *message; ///< what is the case
    const char *action = ""; ///< what to do about it
};

// The tables, each in a file of its name.
std::span<const MessageTemplate> errorMessages(); ///< bad input
std::span<const MessageTemplate> findingMessages(); ///< of estimate and search, and verdicts
std::span<const MessageTemplate> flagMessages(); ///< reasons of flag advice, fates of flags
std::span<const MessageTemplate> lintMessages(); ///< findings of lint
std::span<const MessageTemplate> clauseMessages(); ///< words and clauses that the others quote
std::span<const MessageTemplate> refusalMessages(); ///< why an export cannot take a plan
std::span<const MessageTemplate> runMessages(); ///< on runs that were read
std::span<const MessageTemplate> diagnosisMessages(); ///< why runs are slow

/// All rows of all tables, by id.
std::span<const MessageTemplate *const> messageTemplates();
/// Row with that id, or nullptr.
const MessageTemplate *messageTemplate(std::string_view id);

/// Replaces {0}, {1} … in a template; an operand that is missing stays visible as "{N}". Operands
/// come from files and command lines: what ends a line, hides text or speaks to a terminal is
/// escaped.
std::string fillTemplate(std::string_view text, std::span<const std::string> operands);

// English words of what the model says.
std::string operandText(const Operand &operand);
/// "message; action", without the action where there is none.
std::string messageText(const Message &message);
/// "WHERE: message; action", as one line without line breaks.
std::string errorText(const Error &error);
std::string findingText(const Finding &finding);
std::string findingAction(const Finding &finding);

} // namespace headroom
