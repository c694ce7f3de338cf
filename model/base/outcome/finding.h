#pragma once

#include "model/base/outcome/message.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace headroom {

enum class Severity { Error, Warning, Hint };

/// As files, the command line and JSON write it.
inline constexpr std::array severityNames { "error", "warning", "hint" };
constexpr const char *severityName(Severity severity)
{
    return severityNames[static_cast<std::size_t>(severity)];
}

/// One settable remedy of a finding: a plan field path and the value that would cure it, so that
/// the application can offer it as a click. Several are applied together.
struct FieldChange
{
    std::string path;
    std::string value;
    bool operator==(const FieldChange &) const = default;
};

/// A consequence of a valid plan that its owner should know. `id` names the message and action
/// templates in model/base/wording that `operands` fill.
struct Finding
{
    Severity severity = Severity::Hint;
    std::string id;
    Operands operands;
    std::string field; ///< plan field path that it is about; may be empty
    std::vector<FieldChange> fix; ///< may be empty

    bool operator==(const Finding &) const = default;
};

} // namespace headroom
