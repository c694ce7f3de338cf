#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace headroom {

struct CallField
{
    std::string value;
    std::int64_t line = 1;
};
using CallFields
    = std::map<std::pair<std::string, std::string>, CallField>; ///< by section and name

/// The fields of calls that lie over several lines, one to a line: "model = GPTModelProvider(",
/// "train=…(", "config.training = TrainingConfig(", whose section is "training".
CallFields callFields(std::string_view text);

/// A literal without the quotes around it.
std::string unquotedPython(std::string_view value);

} // namespace headroom
