#pragma once

#include "model/plan/plan.h"
#include "model/runs/facts/run_trace.h"

#include <map>
#include <string>
#include <string_view>

namespace headroom {

/// How much a field of a rebuilt plan can be relied on.
enum class FieldOrigin {
    Assumed, ///< nothing told it: the default, to be corrected
    Inferred, ///< follows from what was read, or from the plan that the user named
    Read, ///< the run itself says so
};
const char *fieldOriginName(FieldOrigin origin); ///< "read" | "inferred" | "assumed"

/// A plan in the making, with the origin of each field.
class PlanDraft
{
public:
    /// Begins with the fields of `base`, which count as `origin`.
    PlanDraft(Plan base, FieldOrigin origin);

    Plan plan;
    std::vector<Message> notes;
    FieldOrigin devices; ///< of their number, which may be known where the nodes are not

    /// Sets a field of the plan's table. A value that the field does not take changes nothing and
    /// is noted; false then.
    bool set(std::string_view path, std::string_view text, FieldOrigin origin);
    bool set(std::string_view path, double number, FieldOrigin origin);
    void mark(std::string_view path, FieldOrigin origin);
    FieldOrigin origin(std::string_view path) const;
    void note(Message what) { notes.push_back(std::move(what)); }

    /// Origins of all fields in file order, `model` and open mappings with entries included.
    std::vector<std::pair<std::string, FieldOrigin>> origins() const;

private:
    FieldOrigin m_base;
    std::map<std::string, FieldOrigin, std::less<>> m_origins;
};

} // namespace headroom
