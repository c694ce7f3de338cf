#include "model/launch/common/launch_mesh.h"

#include "model/plan/rank_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {
namespace {

RankOrder orderOf(const ResolvedPlan &resolved)
{
    return { resolved.plan.parallelism, resolved.expertIsAxis() };
}

auto axesOf(const ResolvedPlan &resolved)
{
    return orderOf(resolved).innermostFirst();
}

/// Chips that the fast links join: a slice; an NVLink domain that spans nodes; else a node.
int domainChips(const ResolvedPlan &resolved)
{
    const Accelerator &chip = resolved.accelerator;
    const int perNode = resolved.plan.hardware.devicesPerNode;
    const auto total = static_cast<int>(resolved.deviceCount());
    if (chip.kind == AcceleratorKind::Tpu || chip.scaleUpDomain <= perNode)
        return perNode;
    for (int nodes = std::min(chip.scaleUpDomain, total) / perNode; nodes > 1; --nodes)
        if (total % (nodes * perNode) == 0)
            return nodes * perNode;
    return perNode;
}

/// Which axis takes the two devices of one chip: shards of the batch where the micro-batch halves,
/// else heads, else the sequence.
std::string_view axisOfHalves(const ResolvedPlan &resolved)
{
    const Parallelism &degrees = resolved.plan.parallelism;
    const int factor = resolved.accelerator.jaxDevicesPerChip;
    if (std::fmod(degrees.microBatch, factor) == 0)
        return degrees.fsdp > 1 || degrees.data == 1 ? "fsdp" : "data";
    const int tensor = degrees.tensor * factor;
    return resolved.model->heads % tensor == 0 && resolved.model->kvHeads % tensor == 0 ? "tensor"
                                                                                        : "context";
}

void doubleForHalves(LaunchMesh &mesh, const ResolvedPlan &resolved)
{
    const int factor = resolved.accelerator.jaxDevicesPerChip;
    if (factor == 1)
        return;
    const std::string_view axis = axisOfHalves(resolved);
    mesh.axis(axis).ici *= factor;
    mesh.domainDevices *= factor;
    mesh.notes.push_back(fmt::format(
        "One {} chip shows {} JAX devices, so the {} axis is {} times the plan's degree; batch per "
        "chip and global batch stay the same.",
        resolved.accelerator.name, factor, axis, factor));
}

void fillFastDomainFirst(LaunchMesh &mesh, const ResolvedPlan &resolved)
{
    for (const auto &[name, degree, stride] : axesOf(resolved)) {
        MeshAxis &axis = mesh.axis(name);
        axis.ici = orderOf(resolved).insideDomain(name, mesh.domainDevices);
        axis.dcn = degree / axis.ici;
    }
}

/// The plan's own split.
void followPlan(LaunchMesh &mesh, const ResolvedPlan &resolved)
{
    const Mesh &chosen = resolved.plan.parallelism.mesh;
    for (const auto &[name, degree, stride] : axesOf(resolved)) {
        MeshAxis &axis = mesh.axis(name);
        const auto across = chosen.dcn.find(std::string(name));
        axis.ici = insideByMesh(chosen, name, degree);
        axis.dcn = across != chosen.dcn.end() ? across->second : degree / std::max(axis.ici, 1);
    }
}

Problems checkProducts(const LaunchMesh &mesh, const ResolvedPlan &resolved)
{
    Problems problems;
    int ici = 1;
    int dcn = 1;
    for (const auto &[name, degree, stride] : axesOf(resolved)) {
        const MeshAxis &axis = mesh.axis(name);
        ici *= axis.ici;
        dcn *= axis.dcn;
        if (axis.degree() != degree)
            problems.push_back({ "export-mesh-axis", "parallelism.mesh",
                { axis.name, std::to_string(axis.ici), std::to_string(axis.dcn),
                    std::to_string(degree) } });
    }
    if (problems.empty() && (ici != mesh.domainDevices || dcn != mesh.domains))
        problems.push_back({ "export-mesh", "parallelism.mesh",
            { std::to_string(ici), std::to_string(mesh.domainDevices), std::to_string(dcn),
                std::to_string(mesh.domains) } });
    return problems;
}

} // namespace

const MeshAxis &LaunchMesh::axis(std::string_view name) const
{
    return *std::find_if(
        axes.begin(), axes.end(), [name](const MeshAxis &a) { return a.name == name; });
}

MeshAxis &LaunchMesh::axis(std::string_view name)
{
    return *std::find_if(
        axes.begin(), axes.end(), [name](const MeshAxis &a) { return a.name == name; });
}

Result<LaunchMesh> launchMesh(const ResolvedPlan &resolved)
{
    LaunchMesh mesh;
    const auto innerFirst = axesOf(resolved);
    std::for_each(innerFirst.rbegin(), innerFirst.rend(), [&mesh](const RankAxis &axis) {
        mesh.axes.push_back({ std::string(axis.axis), 1, 1 });
    });
    mesh.domainDevices = domainChips(resolved);
    mesh.domains = static_cast<int>(resolved.deviceCount() / mesh.domainDevices);
    const Mesh &chosen = resolved.plan.parallelism.mesh;
    if (chosen.ici.empty() && chosen.dcn.empty())
        fillFastDomainFirst(mesh, resolved);
    else
        followPlan(mesh, resolved);
    if (Problems problems = checkProducts(mesh, resolved); !problems.empty())
        return problems;
    if (mesh.domainDevices != resolved.plan.hardware.devicesPerNode
        && resolved.accelerator.kind == AcceleratorKind::Gpu)
        mesh.notes.push_back(fmt::format(
            "The fast domain is an NVLink domain of {} devices, not a node of {}: the job must be "
            "placed on whole domains.",
            mesh.domainDevices, resolved.plan.hardware.devicesPerNode));
    doubleForHalves(mesh, resolved);
    return mesh;
}

} // namespace headroom
