#include "model/plan/fields/plan_difference.h"

#include "model/plan/fields/plan_fields.h"

#include <set>

namespace headroom {

std::vector<FieldChange> changesBetween(const Plan &from, const Plan &to)
{
    std::vector<std::string> paths;
    for (const PlanField &field : planFields())
        paths.push_back(field.path);
    std::set<std::string> open;
    for (const Plan *plan : { &from, &to }) {
        for (const auto &[name, value] : plan->flags)
            open.insert("flags." + name);
        for (const auto &[name, value] : plan->remat.tensors)
            open.insert("remat.tensors." + name);
        for (const auto &[axis, degree] : plan->parallelism.mesh.ici)
            open.insert("parallelism.mesh.ici." + axis);
        for (const auto &[axis, degree] : plan->parallelism.mesh.dcn)
            open.insert("parallelism.mesh.dcn." + axis);
    }
    paths.insert(paths.end(), open.begin(), open.end());
    std::vector<FieldChange> changes;
    for (std::string &path : paths)
        if (std::string value = planFieldText(to, path); value != planFieldText(from, path))
            changes.push_back({ std::move(path), std::move(value) });
    return changes;
}

} // namespace headroom
