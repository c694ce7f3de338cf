#include "model/base/outcome/finding.h"

namespace headroom {

const char *severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return "error";
    case Severity::Warning:
        return "warning";
    case Severity::Hint:
        break;
    }
    return "hint";
}

} // namespace headroom
