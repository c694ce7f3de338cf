#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// `name=value` in a call of a Python program, or outside of one where `call` is empty. A call
/// itself comes before its arguments and has no name.
struct PythonArgument
{
    std::string call; ///< "AutoModelForCausalLM.from_pretrained"
    std::string name;
    std::string_view value; ///< a part of the program
    std::int64_t line = 1;
    std::size_t at = 0; ///< of the name in the program; of the value where there is no name
    std::size_t callAt = 0; ///< of the call's bracket; 0 outside of calls
};
/// The name of the first argument of a call where it has none.
inline constexpr std::string_view firstArgument = "0";

/// The arguments and assignments of the first MiB of a program, in order; never fails.
std::vector<PythonArgument> pythonArguments(std::string_view text);

/// "from_pretrained" of "AutoModel.from_pretrained".
std::string_view lastName(std::string_view dotted);
bool isPythonText(std::string_view value); ///< one string in quotes

/// Expressions by the names that stand for them.
using PythonVariables = std::map<std::string, std::string_view, std::less<>>;
/// The value of an expression as a configuration would have it: a literal, a list as it is written,
/// a variable's, a product or quotient; nothing where only running the program tells. `depth`
/// bounds how far one name leads to the next.
std::optional<std::string> pythonValue(
    std::string_view text, const PythonVariables &variables, int depth = 4);

} // namespace headroom
