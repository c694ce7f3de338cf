#include "model/runs/facts/plan_draft.h"

#include "model/base/wording/messages.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/fields/plan_fields.h"

namespace headroom {

const char *fieldOriginName(FieldOrigin origin)
{
    switch (origin) {
    case FieldOrigin::Read:
        return "read";
    case FieldOrigin::Inferred:
        return "inferred";
    case FieldOrigin::Assumed:
        break;
    }
    return "assumed";
}

PlanDraft::PlanDraft(Plan base, FieldOrigin origin)
    : plan(std::move(base))
    , devices(origin)
    , m_base(origin)
{ }

bool PlanDraft::set(std::string_view path, std::string_view text, FieldOrigin origin)
{
    if (const Problems problems = setPlanField(plan, path, text, std::string(path));
        !problems.empty()) {
        note({ "run-field-refused", { std::string(path), displayLine(text, 80) } });
        return false;
    }
    mark(path, origin);
    return true;
}

bool PlanDraft::set(std::string_view path, double number, FieldOrigin origin)
{
    return set(path, numberText(number), origin);
}

void PlanDraft::mark(std::string_view path, FieldOrigin origin)
{
    m_origins[std::string(path)] = origin;
}

FieldOrigin PlanDraft::origin(std::string_view path) const
{
    const auto entry = m_origins.find(path);
    return entry == m_origins.end() ? m_base : entry->second;
}

std::vector<std::pair<std::string, FieldOrigin>> PlanDraft::origins() const
{
    std::vector<std::pair<std::string, FieldOrigin>> all;
    for (const PlanField &field : planFields())
        all.emplace_back(field.path, origin(field.path));
    const auto addOpen = [&](const char *path, bool hasEntries) {
        if (hasEntries || m_origins.contains(path))
            all.emplace_back(path, origin(path));
    };
    addOpen("parallelism.mesh",
        !plan.parallelism.mesh.ici.empty() || !plan.parallelism.mesh.dcn.empty());
    addOpen("remat.tensors", !plan.remat.tensors.empty());
    addOpen("flags", !plan.flags.empty());
    return all;
}

} // namespace headroom
