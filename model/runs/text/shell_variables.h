#pragma once

#include <map>
#include <string>

namespace headroom {

/// Puts values in place of the variables of `text` ("$N", "${N}", "${N:-8}") and of whole-number
/// arithmetic ("$((N * 8))"), as a shell would, without running anything. False where a value is
/// not known: a command substitution, an argument of the script, a variable that nothing sets.
bool expandVariables(std::string &text, const std::map<std::string, std::string> &variables);

} // namespace headroom
