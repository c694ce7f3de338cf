#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/outcome/result.h"

#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// English wording of one error or finding. `{0}`, `{1}` … stand for its operands. The command line
/// prints it as it is; the application translates the same templates by id.
struct MessageTemplate
{
    const char *id; ///< kebab-case
    const char *message; ///< what is the case
    const char *action; ///< what to do about it
};

/// All input errors, one row each (error_messages.cpp).
std::span<const MessageTemplate> errorMessages();
/// All findings of estimate, search and lint, one row each (finding_messages.cpp).
std::span<const MessageTemplate> findingMessages();

/// Reasons of flag advice and fates of flags, one row each (flag_messages.cpp).
std::span<const MessageTemplate> flagMessages();
/// Findings of lint, one row each (lint_messages.cpp).
std::span<const MessageTemplate> lintMessages();

/// Row with that id, or nullptr.
const MessageTemplate *errorMessage(std::string_view id);
const MessageTemplate *findingMessage(std::string_view id);
const MessageTemplate *flagMessage(std::string_view id);

/// Replaces {0}, {1} … in a template; an operand that is missing stays visible as "{N}". Operands
/// come from files and command lines: what ends a line, hides text or speaks to a terminal is
/// escaped.
std::string fillTemplate(std::string_view text, std::span<const std::string> operands);

/// "WHERE: message; action", as one line without line breaks.
std::string errorText(const Error &error);
std::string findingText(const Finding &finding);
std::string findingAction(const Finding &finding);

} // namespace headroom
