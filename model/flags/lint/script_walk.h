#pragma once

#include "model/flags/lint/lint_checker.h"

namespace headroom {

/// Follows a script from top to bottom: checks what each variable gets, what each command sees, and
/// hands over the settings in force at the end.
ActiveSettings walkScript(LintChecker &checker, const Script &script);

} // namespace headroom
