#include "model/plan/mesh.h"

#include "model/plan/framework_traits.h"

namespace headroom {

std::array<int, meshAxes.size()> meshShape(const Degrees &degrees, bool expertIsAxis)
{
    Degrees shape = degrees;
    if (!expertIsAxis)
        shape.expert = 1;
    return meshDegrees(shape);
}

bool meshFits(const Plan &plan)
{
    const Mesh &mesh = plan.parallelism.mesh;
    const auto part = [](const std::map<std::string, int> &axes, const char *axis) {
        const auto entry = axes.find(axis);
        return entry == axes.end() ? 1.0 : double(entry->second); // of any degrees, no overflow
    };
    const auto shape = meshShape(plan.parallelism, frameworkTraits(plan.framework).expertIsAxis);
    double inside = 1;
    for (std::size_t i = 0; i < meshAxes.size(); ++i) {
        const double ici = part(mesh.ici, meshAxes[i]);
        inside *= ici;
        if (ici * part(mesh.dcn, meshAxes[i]) != shape[i])
            return false;
    }
    return inside == plan.hardware.devicesPerNode;
}

std::vector<FieldChange> meshFields(const Mesh &mesh)
{
    std::vector<FieldChange> fields;
    for (const auto &[axis, degree] : mesh.ici)
        fields.push_back({ "parallelism.mesh.ici." + axis, std::to_string(degree) });
    for (const auto &[axis, degree] : mesh.dcn)
        fields.push_back({ "parallelism.mesh.dcn." + axis, std::to_string(degree) });
    return fields;
}

std::vector<FieldChange> meshRemoval(const Mesh &mesh)
{
    std::vector<FieldChange> changes = meshFields(mesh);
    for (FieldChange &change : changes)
        change.value.clear();
    return changes;
}

} // namespace headroom
