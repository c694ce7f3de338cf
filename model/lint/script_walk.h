#pragma once

#include "model/lint/conflict_checker.h"
#include "model/lint/lint_checker.h"
#include "model/lint/lint_script.h"

namespace headroom {

/// Follows a script from top to bottom: checks what each variable gets, what each command sees, and
/// hands over the settings in force at the end.
ActiveSettings walkScript(
    LintFindings &findings, LintChecker &checker, ConflictChecker &conflicts, const Script &script);

} // namespace headroom
