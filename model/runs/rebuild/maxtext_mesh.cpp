#include "model/runs/rebuild/maxtext_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// A mesh axis of MaxText and the axis of a plan that it means.
struct AxisName
{
    std::string_view maxtext, plan;
};
constexpr std::array axisNames { AxisName { "data", "data" }, AxisName { "fsdp", "fsdp" },
    AxisName { "fsdp_transpose", "fsdp" }, AxisName { "context", "context" },
    AxisName { "sequence", "context" }, AxisName { "tensor", "tensor" },
    AxisName { "tensor_sequence", "tensor" }, AxisName { "tensor_transpose", "tensor" },
    AxisName { "expert", "expert" }, AxisName { "pipeline", "pipeline" } };

std::string axisKey(const char *side, std::string_view axis)
{
    return fmt::format("{}_{}_parallelism", side, axis);
}

} // namespace

MeshSide::MeshSide(const ConfigFacts &config, const char *side, std::string_view open)
{
    for (const AxisName &axis : axisNames) {
        const std::string key = axisKey(side, axis.maxtext);
        const bool isNamed = config.has(key);
        m_isRead = m_isRead || isNamed;
        const std::int64_t degree = config.integer(key).value_or(axis.maxtext == open ? -1 : 1);
        m_degrees.push_back(static_cast<int>(std::clamp<std::int64_t>(degree, -1, 1'000'000)));
        m_isNamed.push_back(isNamed);
        m_wasOpen.push_back(degree < 1);
    }
}

bool MeshSide::isStated(std::string_view planAxis) const
{
    bool isStated = false;
    for (std::size_t i = 0; i < axisNames.size(); ++i)
        if (axisNames[i].plan == planAxis) {
            if (m_wasOpen[i])
                return false;
            isStated = isStated || m_isNamed[i];
        }
    return isStated;
}

bool MeshSide::isOpen() const
{
    return std::ranges::find(m_degrees, -1) != m_degrees.end();
}

std::int64_t MeshSide::product() const
{
    std::int64_t product = 1;
    for (const int degree : m_degrees)
        product = std::min<std::int64_t>(product * std::max(degree, 1), 1'000'000'000);
    return product;
}

void MeshSide::close(std::int64_t total)
{
    const std::int64_t rest = std::max<std::int64_t>(total / product(), 1);
    bool isFirst = true;
    for (int &degree : m_degrees)
        if (degree < 1) {
            degree = isFirst ? static_cast<int>(std::min<std::int64_t>(rest, 1'000'000)) : 1;
            isFirst = false;
        }
}

int MeshSide::degree(std::string_view planAxis) const
{
    int degree = 1;
    for (std::size_t i = 0; i < axisNames.size(); ++i)
        if (axisNames[i].plan == planAxis)
            degree *= std::max(m_degrees[i], 1);
    return degree;
}

int MeshSide::ofMaxText(std::string_view axis) const
{
    const auto row = std::ranges::find(axisNames, axis, &AxisName::maxtext);
    return m_degrees[static_cast<std::size_t>(row - axisNames.begin())];
}

namespace {

/// JAX devices of the run: told, or from two batch sizes of the configuration.
std::optional<std::int64_t> toldDevices(const PlanRebuild &rebuild)
{
    if (const auto told = rebuild.facts().integer("devices"); told && *told > 0)
        return told;
    const auto batch = rebuild.config().number("micro_batch_size_to_train_on");
    const auto each = rebuild.config().number("per_device_batch_size");
    if (batch && each && *batch > 0 && *each > 0)
        return std::llround(*batch / *each);
    const auto nodes = rebuild.facts().integer("nodes");
    const auto perNode = rebuild.facts().integer("devices_per_node");
    if (nodes && perNode && *nodes > 0 && *perNode > 0)
        return *nodes * *perNode;
    return std::nullopt;
}

} // namespace

ReadMesh readMesh(PlanRebuild &rebuild)
{
    ReadMesh mesh { MeshSide(rebuild.config(), "ici", "fsdp"),
        MeshSide(rebuild.config(), "dcn", "data") };
    const auto devices = toldDevices(rebuild);
    if (mesh.dcn.isOpen())
        mesh.dcn.close(rebuild.config().integer("num_slices").value_or(1));
    if (mesh.ici.isOpen()) {
        mesh.origin = devices ? FieldOrigin::Inferred : FieldOrigin::Assumed;
        const Plan &plan = rebuild.plan();
        const int perChip = rebuild.chip ? rebuild.chip->jaxDevicesPerChip : 1;
        const std::int64_t own = std::max<std::int64_t>(mesh.ici.product() * mesh.dcn.product(),
            std::int64_t { plan.hardware.nodes } * plan.hardware.devicesPerNode * perChip);
        mesh.ici.close(devices.value_or(own) / mesh.dcn.product());
    } else if (!mesh.ici.isRead()) {
        mesh.origin = FieldOrigin::Assumed;
    }
    // What is open takes the devices of the user's plan.
    if (rebuild.hasBase)
        mesh.origin = std::max(mesh.origin, FieldOrigin::Inferred);
    mesh.devices = mesh.ici.product() * mesh.dcn.product();
    if (devices && *devices != mesh.devices)
        rebuild.draft.note(
            { "run-devices-differ", { std::to_string(*devices), std::to_string(mesh.devices) } });
    return mesh;
}

} // namespace headroom
